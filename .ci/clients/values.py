"""Every value of every table arrives in each program as `etledger events --format jsonl` lists it."""

import math

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet

from made import Made


# The last columns of every file. The recordings here have no metadata.
META = ["meta_time", "meta_version", "meta_ring", "meta_workload"]


def plain(table: pyarrow.Table) -> dict[str, list]:
    """The values of a table's columns as Python has them: times as ns since 1970, text as str."""
    columns = {}
    for name, column in zip(table.column_names, table.columns):
        if pyarrow.types.is_timestamp(column.type):
            if column.type.unit != "ns" or column.type.tz not in ("UTC", "Etc/UTC"):
                raise AssertionError(f"{name} is of type {column.type}")
            column = column.cast(pyarrow.int64())
        if pyarrow.types.is_dictionary(column.type):
            column = column.cast(column.type.value_type)
        columns[name] = column.to_pylist()
    return columns


def normal(table: pyarrow.Table) -> pyarrow.Table:
    """A table with the types that all programs share: times as ns since 1970, text without dictionary."""
    columns = {}
    for name, column in zip(table.column_names, table.columns):
        if pyarrow.types.is_timestamp(column.type) and column.type.unit == "ns":
            column = column.cast(pyarrow.int64())
        elif not pyarrow.types.is_primitive(column.type):
            column = column.cast(pyarrow.string())
        columns[name] = column.combine_chunks()
    return pyarrow.table(columns)


def nanoseconds(text: str) -> int:
    """The time of RFC 3339 text with nanoseconds."""
    seconds, rest = text.removesuffix("Z").split(".")
    return int(pandas.Timestamp(seconds, tz="UTC").timestamp()) * 10**9 + int(rest)


def without_meta(table: pyarrow.Table) -> pyarrow.Table:
    """A table without the columns of metadata, which must be its last."""
    if table.column_names[-len(META):] != META or any(column.null_count < len(column) for column in table.columns[-len(META):]):
        raise AssertionError(f"the columns {table.column_names} do not end with those of metadata, null in all rows")
    return table.drop_columns(META)


def listed(rows: list[dict], schema: pyarrow.Schema) -> dict[str, list]:
    """The same of the rows that etledger lists."""
    columns = {}
    for field in schema:
        if field.name in META:
            continue
        values = [row[field.name] for row in rows]
        if pyarrow.types.is_timestamp(field.type):
            values = [None if v is None else nanoseconds(v) for v in values]
        elif pyarrow.types.is_floating(field.type):
            values = [None if v is None else float(v) for v in values]
        columns[field.name] = values
    return columns


def same(what: str, got: dict[str, list], want: dict[str, list]) -> int:
    """Compares columns and gives the number of values."""
    if list(got) != list(want):
        raise AssertionError(f"{what}: columns {list(got)}, want {list(want)}")
    for name, values in want.items():
        if got[name] != values or [type(v) for v in got[name]] != [type(v) for v in values]:
            at = next((i for i, (a, b) in enumerate(zip(got[name], values)) if a != b or type(a) is not type(b)), "the end")
            raise AssertionError(f"{what}: column {name} differs at row {at}")
    return sum(map(len, want.values()))


def through_pandas(path: str) -> pyarrow.Table:
    frame = pandas.read_parquet(path, dtype_backend="pyarrow", partitioning=None)
    return pyarrow.table({name: frame[name].array.__arrow_array__() for name in frame.columns})


def through_duckdb(path: str) -> pyarrow.Table:
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        return connection.sql("FROM read_parquet(?, hive_partitioning = false)", params=[path]).to_arrow_table()


READERS = {
    "pyarrow": lambda path: pyarrow.parquet.read_table(path, partitioning=None),
    "pandas": through_pandas,
    "Polars": lambda path: polars.read_parquet(path, hive_partitioning=False).to_arrow(),
    "DuckDB": through_duckdb,
}


def check(made: Made) -> str:
    count = nulls = wide = 0
    for capture, recording in made.recordings.items():
        events = made.events(recording)
        for table in made.tables():
            path = str(made.file(table, capture))
            want = listed(events.get(table, []), pyarrow.parquet.read_schema(path))
            for reader, read in READERS.items():
                count += same(f"{reader}, table {table} of {recording}", plain(without_meta(read(path))), want)
            for values in want.values():
                nulls += values.count(None)
                wide += sum(1 for v in values if isinstance(v, int) and v > math.ldexp(1, 63))
    if nulls < 1000 or wide < 1000:
        raise AssertionError(f"the recordings hold {nulls} nulls and {wide} integers above 2^63: too few to tell")
    pandas_defaults(made)
    return f"{count} values, {len(READERS)} readers of {len(made.recordings)} captures"


def pandas_defaults(made: Made) -> None:
    """What pandas does unasked: whole columns stay exact, integers with nulls become floats, as the documents warn."""
    (capture,) = (c for c, r in made.recordings.items() if r == "testdata/leaky-service.etl")
    frame = pandas.read_parquet(made.file("virtual_alloc", capture), partitioning=None)
    kinds = {name: str(frame[name].dtype) for name in ("seq", "ticks", "base_address", "timestamp", "commit_size")}
    want = {"seq": "uint64", "ticks": "int64", "base_address": "uint64", "timestamp": "datetime64[ns, UTC]",
            "commit_size": "float64"}
    if kinds != want:
        raise AssertionError(f"pandas reads {kinds}, want {want}")
