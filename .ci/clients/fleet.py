"""The queries of docs/fleet.md run as they stand there, and their figures are those of `etledger fleet --format json`."""

import json
import math
import re
import subprocess
from pathlib import Path

import duckdb

import document
from made import Made

STEP = {"bytes_per_s": 1e-3, "low": 1e-3, "high": 1e-3, "tau": 1e-3, "q": 1e-3, "i2": 1e-4}  # to which reports round


class Session:
    """DuckDB with the tables of the document, over one dataset."""

    def __init__(self, path: Path, dataset: Path):
        self.connection = duckdb.connect()
        self.results: list[tuple[set[str], list[dict]]] = []  # of the queries: columns and rows
        self.blocks = 0
        for block in document.blocks(path.read_text()):
            if block.language == "sql":
                self.blocks += 1
                for statement in re.split(r";\n", block.text.replace("'DATASET'", f"'{dataset}'")):
                    self.run(statement)

    def run(self, statement: str) -> None:
        if not statement.strip():
            return
        if re.match(r"\s*(SET|CREATE)\b", statement):
            self.connection.execute(statement)
        else:
            rows = self.rows(statement)
            self.results.append(({column[0] for column in self.connection.description}, rows))

    def shown(self, *columns: str) -> list[dict]:
        """The rows of the one query that has these columns."""
        (rows,) = (rows for names, rows in self.results if names.issuperset(columns))
        return rows

    def rows(self, query: str) -> list[dict]:
        answer = self.connection.execute(query)
        names = [column[0] for column in answer.description]
        return [dict(zip(names, row)) for row in answer.fetchall()]


def check(made: Made, path: Path) -> str:
    """Checks a fleet of rows, in which there is something of everything, and one of captures that batch analysed."""
    rows = made.work / "fleet-rows"
    subprocess.run(["go", "run", "./bench/fleetrows", "-o", str(rows)], cwd=made.root, check=True)
    archive, captures = made.work / "fleet-archive", made.work / "fleet-captures"
    subprocess.run(["go", "run", "./bench/makefleet", "-o", str(archive), "-hosts", "8", "-captures", "3"], cwd=made.root, check=True)
    made.run("batch", str(archive), "-o", str(captures))
    return "; ".join(compare(made, path, dataset) for dataset in (rows, captures))


def compare(made: Made, path: Path, dataset: Path) -> str:
    session = Session(path, dataset)
    report = json.loads(made.run("fleet", str(dataset), "--format", "json"))
    groups = {key(g): g for g in report["images"] + report["pool_tags"]}
    checks = [c(session, report, groups) for c in CHECKS]
    return f"{session.blocks} blocks over {report['fleet']['captures']} captures, " + ", ".join(checks)


def key(g: dict) -> tuple:
    role = g["role"] and g["role"].lower()
    return g["name"].lower(), g["file_version"], g["build_stamp"], role, g["pool"]


def key_of(build: dict) -> tuple:
    return tuple(build[name] for name in ("name", "file_version", "build_stamp", "role", "pool"))


def equal(what: object, got: object, want: object) -> None:
    if got != want:
        raise AssertionError(f"{what}: {got}, want {want}")


def near(what: object, got: float | None, want: float | None, relative: float, step: float = 0) -> None:
    if (got is None) != (want is None) or got is not None and not math.isclose(got, want, rel_tol=relative, abs_tol=step):
        raise AssertionError(f"{what}: {got}, want {want}")


def check_counts(session: Session, report: dict, groups: dict) -> str:
    """Hosts and lifetimes of every build, and what the rules make of them."""
    seen = {key_of(r.pop("build")): r for r in session.rows(
        "SELECT build, count(*) AS seen, count(*) FILTER (captures > 0) AS judged, count(*) FILTER (leaks_here) AS leaking, "
        "count(*) FILTER (grows_here) AS growing FROM on_host GROUP BY build")}
    equal("builds", set(seen), set(groups))
    for k, counts in seen.items():
        equal(k, counts, groups[k]["hosts"])
    judged = {key_of(r["build"]): r for r in session.rows("FROM judged_build")}
    equal("judged builds", set(judged), {k for k, g in groups.items() if g["status"] != "unjudged"})
    for k, r in judged.items():
        g = groups[k]
        equal(k, (r["status"], r["lifetimes"], r["judged"]), (g["status"], g["lifetimes"]["seen"], g["lifetimes"]["judged"]))
        near(k, r["chance"], g["chance"], 0.06)  # reports give two digits
        near(k, r["adjusted_chance"], g["adjusted_chance"], 0.06)
    return f"{len(judged)} builds"


def check_prevalence(session: Session, report: dict, groups: dict) -> str:
    rows = session.shown("prevalence", "recurrence")
    equal("groups that leak or are suspected", len(rows), sum(g["status"] in ("leaks", "suspected") for g in groups.values()))
    for r in rows:
        g = groups[key_of(r)]
        equal(key_of(r), (r["status"], r["leaking_hosts"], r["judged_hosts"]),
              (g["status"], g["hosts"]["leaking"], g["hosts"]["judged"]))
        for column, field in {"prevalence": "value", "low": "low", "high": "high"}.items():
            near((r["name"], column), r[column], g["prevalence"][field], 0, 0.6e-4)
    return f"{len(rows)} shares"


def check_slopes(session: Session, report: dict, groups: dict) -> str:
    fields = {"bytes_per_s": "bytes_per_s", "low": "low_bytes_per_s", "high": "high_bytes_per_s", "tau": "tau_bytes_per_s", "q": "q",
              "i2": "i2"}
    rows = {key_of(r["build"]): r for r in session.rows("FROM pooled")}
    equal("slopes over hosts", set(rows), {k for k, g in groups.items() if g["slope"] and g["slope"]["of"] == "hosts"})
    for k, r in rows.items():
        slope = groups[k]["slope"]
        equal(k, r["hosts"], slope["estimates"])
        for column, field in fields.items():
            near((k, column), r[column], slope[field], 2e-6, STEP[column])
    return f"{len(rows)} slopes"


def check_sightings(session: Session, report: dict, groups: dict) -> str:
    leaks = {k: g for k, g in groups.items() if g["status"] == "leaks"}
    seen = {key_of(r): r for r in session.shown("first_leak")}
    equal("builds that leak", set(seen), set(leaks))
    for k, g in leaks.items():
        r = seen[k]
        for column in ("first_seen", "first_leak", "last_leak"):
            equal((g["name"], column), f"{r[column]:%Y-%m-%dT%H:%M:%S}", g[column]["time"][:19])
        rings = {r["ring"]: (r["hosts"], r["judged"], r["leaking"]) for r in session.shown("ring") if key_of(r) == k}
        want = {p["value"]: tuple(p["hosts"][c] for c in ("seen", "judged", "leaking")) for p in g["by_ring"]}
        equal((g["name"], "by ring"), rings, want or rings)  # without metadata there are no rings
    return f"{len(leaks)} leaks since when and in which rings"


def check_hosts(session: Session, report: dict, groups: dict) -> str:
    rows = {r["host"]: r for r in session.shown("host", "seconds")}
    equal("hosts that leak", set(rows), {h["name"].lower() for h in report["hosts"]})
    for h in report["hosts"]:
        r = rows[h["name"].lower()]
        near(h["name"], r["bytes_per_s"], h["bytes_per_s"]["value"], 1e-9, 1e-3)
        near(h["name"], None if math.isinf(r["seconds"]) else r["seconds"], h["seconds_to_exhaustion"], 1e-9, 1e-6)
    return f"{len(rows)} hosts"


def check_chains(session: Session, report: dict, groups: dict) -> str:
    rows = {(r["host"], r["image"], r["pid"]): r for r in session.shown("kendall")}
    for c in report["chains"]:
        r = rows[c["host"].lower(), c["image"].lower(), c["pid"]]
        equal(c["image"], (r["captures"], r["first_bytes"], r["last_bytes"]),
              (c["captures"], c["first_private_bytes"], c["last_private_bytes"]))
        near(c["image"], r["bytes_per_s"], c["bytes_per_s"]["value"], 1e-9, 1e-3)
    return f"{len(report['chains'])} chains"


CHECKS = [check_counts, check_prevalence, check_slopes, check_sightings, check_hosts, check_chains]
