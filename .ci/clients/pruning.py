"""Engines skip the files of other hosts and dates, and row groups of other times."""

import json

import duckdb
import polars
import pyarrow.parquet

from made import Made


def scans(connection: duckdb.DuckDBPyConnection, query: str) -> list[dict]:
    """Runs a query; gives what its plan says of each scan of Parquet files."""
    (row,) = connection.execute("EXPLAIN (ANALYZE, FORMAT json) " + query).fetchall()
    found, rest = [], json.loads(row[1])["operator"]
    while rest:
        node = rest.pop()
        rest += node.get("children", [])
        if node["type"] == "TABLE_SCAN" and node["name"].strip() == "READ_PARQUET":
            found.append(node)
    return found


def files(scan: dict) -> tuple[int, int]:
    """The files that a scan reads, and those that it could; none when no filter chose."""
    read, of = scan["extra_info"].get("Scanning Files", "0/0").split("/")
    return int(read), int(of)


def scan(query: str) -> dict:
    """The scan of a query that has one."""
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        (found,) = scans(connection, query)
    return found


def check(made: Made) -> str:
    captures = len(made.recordings)
    everything = f"SELECT count(*), sum(region_size) FROM read_parquet('{made.dataset}/table=virtual_alloc/**/*.parquet', " \
                 "hive_partitioning = true)"
    for where, want in {
        "host = 'LAB-1'": 1,
        "date = '2024-03-06'": 1,
        "host = 'WORKSTATION-7' AND date > '2024-03-05'": 1,
        "date IN ('2024-03-06', '2024-03-07')": 2,
    }.items():
        if (got := files(scan(f"{everything} WHERE {where}"))) != (want, captures):
            raise AssertionError(f"DuckDB reads {got} files where {where}, want {want} of {captures}")
    skipped(made, captures)
    return f"{captures} files by host and date, {row_groups(made)} row groups by time"


def skipped(made: Made, captures: int) -> None:
    """Polars reads files by host and date, too: those of others may as well be damaged."""
    folder = made.copy("spoiled")
    spoiled = [path for path in folder.glob("table=virtual_alloc/*/*/*/*.parquet") if "host=LAB-1" not in str(path)]
    for path in spoiled:
        path.write_bytes(b"PAR1" + bytes(100) + b"PAR1")
    if len(spoiled) != captures - 1:
        raise AssertionError(f"{len(spoiled)} files spoiled")
    schema = pyarrow.parquet.read_schema(next(made.dataset.glob("table=virtual_alloc/host=LAB-1/*/*/*.parquet")))
    rows = (polars.scan_parquet(folder / "table=virtual_alloc/**/*.parquet", hive_partitioning=True,
                                schema=polars.from_arrow(schema.empty_table()).schema)
            .filter(host="LAB-1").select(polars.len()).collect().item())
    if rows != len(made.events("testdata/leaky-service.etl")["virtual_alloc"]):
        raise AssertionError(f"Polars finds {rows} rows of LAB-1")


def row_groups(made: Made) -> int:
    (path,) = made.large_dataset.glob("table=virtual_alloc/*/*/*/part-0.parquet")
    metadata = pyarrow.parquet.read_metadata(path)
    bounds = {name: [] for name in ("seq", "ticks", "timestamp", "time_s")}
    for i in range(metadata.num_row_groups):
        for j in range(metadata.num_columns):
            column = metadata.row_group(i).column(j)
            if column.path_in_schema in bounds:
                bounds[column.path_in_schema].append((column.statistics.min, column.statistics.max))
    for name, of in bounds.items():
        if len(of) < 3 or any(later[0] < earlier[1] for earlier, later in zip(of, of[1:])):
            raise AssertionError(f"row groups overlap in {name}: {of}")
    query = f"SELECT count(*), sum(region_size) FROM read_parquet('{path}') WHERE "
    for where in ("time_s > 170", "time_s < 5", f"seq = {bounds['seq'][1][0]}",
                  "timestamp BETWEEN '2024-03-05 09:31:00+00' AND '2024-03-05 09:31:01+00'"):
        found = scan(query + where)
        read, of = found["row_groups_scanned"], found["total_row_groups_to_scan"]
        if of != metadata.num_row_groups or not 0 < read <= 2:
            raise AssertionError(f"DuckDB reads {read} of {of} row groups where {where}")
    return metadata.num_row_groups
