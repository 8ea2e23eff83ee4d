"""The queries of docs/queries.md run as they stand there, and their figures are those of the reports."""

import datetime
from collections.abc import Callable
from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.compute

import document
import pruning
from made import Made

LEAKY, DAY, HOST = "testdata/leaky-service.etl", "2024-03-05", "WORKSTATION-7"


class Session:
    """DuckDB with the views of the document, over the dataset."""

    def __init__(self, made: Made):
        self.made = made
        self.connection = duckdb.connect()
        self.results: dict[str, list[dict]] = {}  # by heading

    def run(self, block: document.Block) -> str | None:
        """Runs a block; gives the result of a query as the document shows it."""
        text = block.text.replace("'DATASET'", f"'{self.made.dataset}'")
        if block.text.lstrip().startswith(("SET ", "CREATE ")):
            self.connection.execute(text)
            return None
        rows = self.rows(text)
        self.results[block.heading] = rows
        if "host = '" in text:
            self.check_skipping(block.heading, text)
        return document.rendered(list(rows[0]), [tuple(row.values()) for row in rows])

    def check_skipping(self, heading: str, query: str) -> None:
        """A query that names a host reads the files of no other, of the description of captures apart."""
        captures = len(self.made.recordings)
        chosen = [pruning.files(scan) for scan in pruning.scans(self.connection, query)
                  if "table=capture/" not in scan["extra_info"].get("Filename(s)", "")]
        if not chosen or any(not 0 < read < captures or of != captures for read, of in chosen):
            raise AssertionError(f"{heading}: the scans read these files of all: {chosen}")

    def rows(self, query: str) -> list[dict]:
        """The rows of a query; huge integers as int, times as text."""
        table = self.connection.sql(query).to_arrow_table()
        columns = []
        for column in table.columns:
            if pyarrow.types.is_decimal(column.type) and column.type.scale == 0:
                columns.append([None if v is None else int(v) for v in column.to_pylist()])
            elif pyarrow.types.is_timestamp(column.type):
                columns.append([None if v is None else text for v, text in
                                zip(column.to_pylist(), pyarrow.compute.strftime(column, "%Y-%m-%d %H:%M:%S").to_pylist())])
            else:
                columns.append(column.to_pylist())
        return [dict(zip(table.column_names, row)) for row in zip(*columns)]


def processes(made: Made) -> dict[tuple, dict]:
    """The processes of all reports by capture, process number, and which of those with that number it was."""
    found: dict[tuple, dict] = {}
    for capture, recording in made.recordings.items():
        for p in sorted(made.report(recording)["processes"], key=lambda p: p["first_seen_s"] or 0):
            life = 1 + sum(1 for c, pid, _ in found if (c, pid) == (capture, p["pid"]))
            found[capture, p["pid"], life] = p
    return found


def equal(what: str, got: object, want: object) -> None:
    if got != want:
        raise AssertionError(f"{what}: {got}, want {want}")


def check(made: Made, path: Path, update: bool) -> str:
    session = Session(made)
    shown = document.Document(path, update)
    result, runs = None, 0
    for block in shown.blocks():
        runs += block.language != "text"
        if block.language == "sql":
            result = session.run(block)
        elif block.language == "text":
            shown.result(block, result)
        else:
            run_python(session, block)
    shown.close()
    reports = processes(made)
    checks = [c(session, reports) for c in CHECKS]
    return f"{runs} blocks, " + ", ".join(checks)


def run_python(session: Session, block: document.Block) -> None:
    """Runs a block for pandas or Polars, whose result must be that of SQL."""
    scope = {"pandas": pandas, "polars": polars, "datetime": datetime, "dataset": str(session.made.dataset)}
    exec(compile(block.text, block.heading, "exec"), scope)
    result = scope["result"]
    frame = result.to_pandas() if isinstance(result, polars.DataFrame) else result
    got = [dict(zip(frame.columns, row)) for row in frame.itertuples(index=False, name=None)]
    want, columns = PYTHON[block.heading](session)
    key = lambda row: (row["capture"], row["pid"])
    got = [{c: tidy(row[c]) for c in columns} for row in sorted(got, key=key)]
    want = [{c: tidy(row[c]) for c in columns} for row in sorted(want, key=key)]
    equal(f"{block.heading}, {block.text.splitlines()[0]}", got, want)


def tidy(value: object) -> object:
    if value is None or value != value or value is pandas.NA:
        return None
    return round(value, 9) if isinstance(value, float) else str(value) if isinstance(value, str) else int(value)


PYTHON: dict[str, Callable] = {
    "2. Who allocates most": lambda s: (s.rows(
        "SELECT capture, pid, count(*) FILTER (type = 'alloc') AS allocations, count(*) FILTER (type = 'free') AS frees, "
        "coalesce(sum(((base_address + region_size + 4095) >> 12) - (base_address >> 12)) FILTER (commits), 0) * 4096 AS committed "
        "FROM call GROUP BY ALL"), ["capture", "pid", "allocations", "frees", "committed"]),
    "5. Churn: how long reservations live": lambda s: (s.rows(
        "SELECT r.capture, r.pid, count(*) AS reservations, count(f.seq) AS released, median(f.time_s - r.time_s) AS median_life_s "
        "FROM (FROM call WHERE type = 'alloc' AND (alloc_flags & 8192) <> 0) r "
        "ASOF LEFT JOIN (FROM call WHERE type = 'free' AND (alloc_flags & 32768) <> 0) f "
        "ON f.capture = r.capture AND f.pid = r.pid AND f.base_address = r.base_address AND f.seq > r.seq "
        f"WHERE r.host = '{HOST}' AND r.date = '{DAY}' GROUP BY ALL"),
        ["capture", "pid", "reservations", "released", "median_life_s"]),
    "8. Processes that were alive at a time": lambda s: (s.rows(
        f"SELECT capture, pid FROM lifetime WHERE host = '{HOST}' AND date = '{DAY}' "
        "AND coalesce(started <= '2024-03-05 09:31:00+00', true) AND coalesce(ended > '2024-03-05 09:31:00+00', true) "
        "AND capture IN (SELECT capture FROM capture WHERE start_time <= '2024-03-05 09:31:00+00' "
        "AND end_time > '2024-03-05 09:31:00+00')"), ["capture", "pid"]),
}


def check_captures(session: Session, reports: dict) -> str:
    rows = session.results["1. What the dataset holds, and what of it was lost"]
    equal("captures", sum(r["captures"] for r in rows), len(session.made.recordings))
    got = session.rows("SELECT capture, events, events_lost, buffers_lost, truncated_bytes FROM capture ORDER BY capture")
    want = []
    for capture, recording in sorted(session.made.recordings.items()):
        c = session.made.report(recording)["capture"]
        want.append({"capture": capture} | {k: c[k] for k in ("events", "events_lost", "buffers_lost", "truncated_bytes")})
    equal("captures", got, want)
    return f"{len(want)} captures"


def check_calls(session: Session, reports: dict) -> str:
    got = {(r["capture"], r["pid"], r["life"]): r for r in session.rows(
        "SELECT capture, pid, life, count(*) FILTER (type = 'alloc') AS allocations, count(*) FILTER (type = 'free') AS frees, "
        "coalesce(sum(((base_address + region_size + 4095) >> 12) - (base_address >> 12)) FILTER (commits), 0) * 4096 AS committed "
        "FROM call GROUP BY ALL")}
    for key, p in reports.items():
        a, r = p["virtual_alloc"], got.pop(key, {"allocations": 0, "frees": 0, "committed": 0})
        equal(f"calls of {key}", (r["allocations"], r["frees"], r["committed"]),
              (a["allocations"], a["frees"], a["commit_bytes"] + a["repeat_commit_bytes"]))
    equal("calls of processes that no report has", got, {})
    by_size = session.rows("SELECT sum(region_size) AS bytes FROM call WHERE commits "
                           f"AND host = '{HOST}' AND date = '{DAY}' AND name IN ('leaky-service.exe', 'compiler.exe')")
    equal("bytes of all sizes", sum(r["bytes"] for r in session.results["4. Allocations by size"]), by_size[0]["bytes"])
    return f"{len(reports)} processes' calls"


def check_accounts(session: Session, reports: dict) -> str:
    names = ("commit_bytes", "freed_bytes", "outstanding_commit_bytes")
    got = {(r["capture"], r["pid"], r["life"]): r for r in session.rows(f"SELECT capture, pid, life, {', '.join(names)} FROM account")}
    for key, p in reports.items():
        r, a = got.pop(key, dict.fromkeys(names, 0)), p["virtual_alloc"]
        inferred = a["inferred_freed_bytes"]  # frees without an event: memory that was given out again
        equal(f"account of {key}", [r[n] for n in names],
              [a["commit_bytes"] - inferred, a["freed_bytes"] - inferred, a["outstanding_commit_bytes"]])
    equal("accounts of processes that no report has", got, {})
    (leaky,) = (p for (capture, _, _), p in reports.items()
                if session.made.recordings[capture] == LEAKY and p["image"] == "leaky-service.exe")
    series = [r for r in session.results["3. Outstanding memory over time, to the page"] if r["pid"] == leaky["pid"]]
    equal("the end of the series", series[-1]["outstanding"], leaky["virtual_alloc"]["outstanding_commit_bytes"])
    return "their accounts"


def check_faults(session: Session, reports: dict) -> str:
    want = {(f["count"], f["bytes"]) for p in reports.values() for f in p["hard_faults"]["files"]}
    got = {(r["faults"], r["bytes"]) for r in session.results["6. Hard faults by file"]}
    if not want or got != want:
        raise AssertionError(f"hard faults {got}, want {want}")
    return "hard faults"


def check_places(session: Session, reports: dict) -> str:
    """Each suspect of a report is a place with the same bytes. Places without outstanding memory are no suspects."""
    got = {(r["capture"], r["pid"], r["life"], r["place"]): r["bytes"] for r in session.rows("FROM charged")}
    count = 0
    for key, p in reports.items():
        for s in p["suspects"]:
            if s["frame"] and s["frame"] != "[unknown stack]":
                equal(f"bytes of {s['frame']} in {key}", got.get((*key, s["frame"])), s["allocated_bytes"])
                count += 1
    if count < 10:
        raise AssertionError(f"the reports name {count} suspects only")
    return f"{count} suspects"


def check_lifetimes(session: Session, reports: dict) -> str:
    when = 60.0  # 09:31:00
    (capture,) = (c for c, r in session.made.recordings.items() if r == LEAKY)
    want = sorted(p["pid"] for (c, _, _), p in reports.items() if c == capture
                  and (p["start_s"] is None or p["start_s"] <= when) and (p["end_s"] is None or p["end_s"] > when))
    equal("processes alive", [r["pid"] for r in session.results["8. Processes that were alive at a time"]], want)
    return "lifetimes"


def check_counters(session: Session, reports: dict) -> str:
    got = session.rows("SELECT capture, pid, arg_max(private_bytes, seq) AS private FROM process_counters "
                       "WHERE type = 'rundown_end' GROUP BY ALL")
    count = 0
    for r in got:
        life = max(life for c, pid, life in reports if (c, pid) == (r["capture"], r["pid"]))
        equal(f"private bytes of {r}", r["private"], reports[r["capture"], r["pid"], life]["counters"]["private_bytes"])
        count += 1
    for r in session.results["9. The kernel's counters against the account"]:
        equal("counters", r["private_bytes"], r["outstanding"] + r["other"])
    return f"{count} counters"


def check_losses(session: Session, reports: dict) -> str:
    rows = session.results["10. Losses laid over time"]
    gaps = session.rows("SELECT sum(count) AS n FROM loss WHERE kind = 'gap'")[0]["n"]
    calls = session.rows("SELECT count(*) AS n FROM call WHERE capture IN (SELECT capture FROM capture WHERE sequence_gaps > 0)")[0]["n"]
    equal("calls over time", sum(r["calls"] for r in rows), calls)
    if not gaps or max(r["buffers_missing"] for r in rows) != gaps:
        raise AssertionError(f"gaps of {gaps} buffers are shown as {rows}")
    return "losses"


def check_days(session: Session, reports: dict) -> str:
    rows = session.results["11. One program over days"]
    want = [p["virtual_alloc"] for (c, _, _), p in reports.items()
            if p["image"] == "leaky-service.exe" and session.made.recordings[c] == LEAKY]
    equal("days", [(r["captures"], r["commit_bytes"], r["outstanding"]) for r in rows],
          [(1, want[0]["commit_bytes"], want[0]["outstanding_commit_bytes"])] * 2)
    return "days"


CHECKS = [check_captures, check_calls, check_accounts, check_faults, check_places, check_lifetimes, check_counters, check_losses,
          check_days]
