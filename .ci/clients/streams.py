"""An Arrow stream that etledger writes to a pipe has the values of the Parquet file."""

import subprocess

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.ipc
import pyarrow.parquet

import values
from made import Made


def piped(made: Made, *args: str) -> pyarrow.Table:
    """Reads a stream while etledger writes it."""
    with subprocess.Popen([made.program, *args], cwd=made.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        with pyarrow.ipc.open_stream(process.stdout) as reader:
            batches = list(reader)
            table = pyarrow.Table.from_batches(batches, reader.schema)
        rest, errors = process.stdout.read(), process.stderr.read()
    if process.returncode not in (0, 4) or rest:
        raise AssertionError(f"etledger {args} ended with status {process.returncode} and {len(rest)} bytes after the stream: "
                             + errors.decode())
    table.validate(full=True)
    return table


def check(made: Made) -> str:
    count = 0
    for capture, recording in made.recordings.items():
        for table in made.tables():
            stream = piped(made, "convert", recording, "--to", "arrow", "--table", table, "-o", "-")
            parquet = pyarrow.parquet.read_table(made.file(table, capture), partitioning=None)
            count += values.same(f"table {table} of {recording}", values.plain(stream), values.plain(values.without_meta(parquet)))
            for field in stream.schema:
                if not field.metadata or not field.metadata.get(b"description"):
                    raise AssertionError(f"column {field.name} of table {table} has no description")
    rows = large(made)
    return f"{count} values of {len(made.recordings)} captures, {rows} rows in records with dictionaries of their own"


def large(made: Made) -> int:
    """Many records, whose dictionaries differ, in every program that reads streams."""
    path = made.work / "large.arrows"
    made.run("convert", str(made.work / "large.etl"), "--to", "arrow", "--table", "virtual_alloc", "-o", str(path))
    (parquet,) = made.large_dataset.glob("table=virtual_alloc/*/*/*/part-0.parquet")
    want = values.normal(values.without_meta(pyarrow.parquet.read_table(parquet, partitioning=None)))
    with pyarrow.ipc.open_stream(path) as reader:
        batches = list(reader)
    names = [batch.column("name").dictionary for batch in batches]
    if len(batches) < 3 or all(n.equals(names[0]) for n in names):
        raise AssertionError("the large recording has one dictionary only")
    read = {"pyarrow": pyarrow.Table.from_batches(batches), "Polars": polars.read_ipc_stream(path).to_arrow()}
    with duckdb.connect() as connection, pyarrow.ipc.open_stream(path) as reader:
        connection.execute("SET TimeZone = 'UTC'")
        read["DuckDB"] = connection.sql("FROM reader").to_arrow_table()
    with pyarrow.ipc.open_stream(path) as reader:
        frame = reader.read_pandas(types_mapper=pandas.ArrowDtype)
    read["pandas"] = pyarrow.table({n: frame[n].array.__arrow_array__() for n in frame.columns})
    for program, table in read.items():
        if not values.normal(table).equals(want):
            raise AssertionError(f"{program} reads other values from the stream of {made.work / 'large.etl'}")
    return len(want)
