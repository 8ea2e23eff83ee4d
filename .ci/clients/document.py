"""The blocks of code in a document, each with what stands in the fence and under which heading."""

import re
from dataclasses import dataclass
from pathlib import Path

FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^## (.*)$", re.MULTILINE)


@dataclass
class Block:
    heading: str
    language: str
    text: str
    start: int  # of the text, in the document
    end: int


def blocks(document: str) -> list[Block]:
    headings = [(m.start(), m[1]) for m in HEADING.finditer(document)]
    found = []
    for m in FENCED.finditer(document):
        heading = [text for start, text in headings if start < m.start()][-1]
        found.append(Block(heading, m[1], m[2], m.start(2), m.end(2)))
    return found


class Document:
    """A document whose shown results are compared with real ones, or replaced by them."""

    def __init__(self, path: Path, update: bool):
        self.path, self.update = path, update
        self.text = path.read_text()
        self.changes: list[tuple[Block, str]] = []

    def blocks(self) -> list[Block]:
        return blocks(self.text)

    def result(self, block: Block, real: str) -> None:
        if block.text != real and not self.update:
            raise AssertionError(f"{self.path.name}, {block.heading}: shown is\n{block.text}but the result is\n{real}"
                                 "(run .ci/clients/run --update)")
        self.changes.append((block, real))

    def close(self) -> None:
        if not self.update:
            return
        for block, real in reversed(self.changes):
            self.text = self.text[:block.start] + real + self.text[block.end:]
        self.path.write_text(self.text)


def rendered(names: list[str], rows: list[tuple]) -> str:
    """A result as the document shows it."""
    def cell(value: object) -> str:
        return "NULL" if value is None else str(value)

    numeric = [all(isinstance(row[i], (int, float)) or row[i] is None for row in rows) for i in range(len(names))]
    lines = [names] + [[cell(v) for v in row] for row in rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(names))]
    return "".join("  ".join(text.rjust(w) if right else text.ljust(w) for text, w, right in zip(line, widths, numeric)).rstrip()
                   + "\n" for line in lines)
