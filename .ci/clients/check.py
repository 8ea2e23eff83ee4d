"""Checks that other programs read what etledger writes, exactly. Run it by .ci/clients/run."""

import sys
import time
from pathlib import Path

import fleet
import pruning
import queries
import streams
import values
from made import Made

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    work, update = Path(sys.argv[1]), "--update" in sys.argv[2:]
    made = Made(ROOT, work)
    for name, check in {
        "values arrive exactly": lambda: values.check(made),
        "Arrow streams equal the Parquet files": lambda: streams.check(made),
        "files and row groups are skipped": lambda: pruning.check(made),
        "docs/queries.md": lambda: queries.check(made, ROOT / "docs" / "queries.md", update),
        "docs/fleet.md": lambda: fleet.check(made, ROOT / "docs" / "fleet.md"),
    }.items():
        began = time.monotonic()
        summary = check()
        print(f"{name}: {summary} ({time.monotonic() - began:.1f} s)")


if __name__ == "__main__":
    main()
