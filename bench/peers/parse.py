"""Parses every event of a recording with another program's parser, and prints what it cost as JSON.

usage: parse.py dissect.etl|etl-parser RECORDING

A full parse is the header and the payload of each event, as values of Python. Events that the parser cannot read count as
failed; what it cost to try is in the time.
"""

import json
import sys
import time


def parse_with_dissect(path):
    from dissect.etl import ETL

    events = failed = 0
    with open(path, "rb") as recording:
        for record in ETL(recording):
            events += 1
            try:
                event = record.event
                event.ts(), event.provider_name(), event.provider_id(), event.symbol(), event.event_values()
            except Exception:
                failed += 1
    return events, failed


def parse_with_etl_parser(path):
    from etl.etl import IEtlFileObserver, build_from_stream

    counts = [0, 0]

    class Count(IEtlFileObserver):
        def take(self, parse):
            counts[0] += 1
            try:
                parse()
            except Exception:
                counts[1] += 1

        def on_event_record(self, event):
            self.take(event.parse_etw)

        def on_trace_record(self, event):
            counts[0] += 1  # the parser has nothing for the payloads of classic providers

        def on_perfinfo_trace(self, event):
            self.take(event.get_mof)

        def on_system_trace(self, event):
            self.take(event.get_mof)

        def on_win_trace(self, event):
            self.take(event.parse_etw)

    with open(path, "rb") as recording:
        build_from_stream(recording.read()).parse(Count())
    return tuple(counts)


def main():
    name, path = sys.argv[1:]
    parse = {"dissect.etl": parse_with_dissect, "etl-parser": parse_with_etl_parser}[name]
    start = time.perf_counter()
    error = None
    events = failed = 0
    try:
        events, failed = parse(path)
    except Exception as e:
        error = f"{type(e).__name__}: {e}"
    seconds = time.perf_counter() - start
    print(json.dumps({"events": events, "failed": failed, "seconds": seconds, "error": error}))


main()
