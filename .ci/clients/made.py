"""Recordings, and what etledger makes of them."""

import datetime
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

EPOCH_1601 = datetime.datetime(1601, 1, 1, tzinfo=datetime.timezone.utc)
TESTDATA_START = datetime.datetime(2024, 3, 5, 9, 30, tzinfo=datetime.timezone.utc)


def filetime(when: datetime.datetime) -> bytes:
    return ((when - EPOCH_1601) // datetime.timedelta(microseconds=1) * 10).to_bytes(8, "little")


class Made:
    """A dataset of the recordings in testdata, of two of leaky-service.etl shifted to other days, and of a large one."""

    def __init__(self, root: Path, work: Path):
        self.root, self.work = root, work
        self.program = work / "etledger"
        self.dataset = work / "dataset"
        self.recordings: dict[str, str] = {}  # ID in the dataset, to the recording
        for path in sorted(root.glob("testdata/*.etl")):
            self.convert(str(path.relative_to(root)))
        self.convert("testdata/damaged/torn-in-event.etl")
        self.convert(self.shifted("testdata/leaky-service.etl", days=1))
        self.convert(self.shifted("testdata/leaky-service.etl", days=2), "--host", "LAB-1")
        self.large_dataset = work / "large"
        self.run("convert", str(work / "large.etl"), "-o", str(self.large_dataset))

    def run(self, *args: str) -> bytes:
        """Runs etledger; damage in a recording, which some have on purpose, is no failure."""
        done = subprocess.run([self.program, *args], cwd=self.root, capture_output=True)
        if done.returncode not in (0, 4):
            raise RuntimeError(f"etledger {' '.join(args)} ended with status {done.returncode}: {done.stderr.decode()}")
        return done.stdout

    def convert(self, recording: str, *flags: str) -> None:
        self.run("convert", recording, "-o", str(self.dataset), *flags)
        ids = {path.name.removeprefix("capture=") for path in self.dataset.glob("table=capture/*/*/*")}
        (new,) = ids - self.recordings.keys()
        self.recordings[new] = recording

    def shifted(self, recording: str, days: int) -> str:
        """Makes a copy of a recording whose session began days later."""
        content = (self.root / recording).read_bytes()
        start = filetime(TESTDATA_START)
        if content[:4096].count(start) != 1:
            raise RuntimeError(f"{recording}: the start of the session is not to be found")
        later = TESTDATA_START + datetime.timedelta(days=days)
        path = self.work / f"{Path(recording).stem}-{later:%Y-%m-%d}.etl"
        path.write_bytes(content.replace(start, filetime(later), 1))
        return str(path)

    @cache
    def report(self, recording: str) -> dict:
        return json.loads(self.run("analyze", "--format", "json", recording))

    @cache
    def events(self, recording: str) -> dict[str, list[dict]]:
        """The rows of every table, as etledger lists them."""
        tables: dict[str, list[dict]] = {}
        for flags in ([], ["--table", "frame"]):
            for line in self.run("events", recording, "--format", "jsonl", *flags).splitlines():
                row = json.loads(line)
                row.pop("frames", None)
                tables.setdefault(row.pop("table"), []).append(row)
        return tables

    def tables(self) -> list[str]:
        """The tables of events."""
        return sorted({path.name.removeprefix("table=") for path in self.dataset.glob("table=*")} - {"capture", "loss"})

    def file(self, table: str, capture: str) -> Path:
        (path,) = self.dataset.glob(f"table={table}/*/*/capture={capture}/part-0.parquet")
        return path

    def copy(self, folder: str) -> Path:
        """Makes a copy of the dataset that a check may spoil."""
        return Path(shutil.copytree(self.dataset, self.work / folder))
