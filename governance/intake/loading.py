"""One file on its way in: its bytes without credentials, what was read from them, and its blocks.

Credentials leave before anything else sees the bytes. What is kept of them is the line and the name
of the rule; lines are counted in the file as it lies on the disk, also behind a key of many lines.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from typing import Final

from governance.intake.manifest import Found
from governance.intake.reading import ReadFile, Unreadable, read_file
from governance.rules.secrets import MARKER, redact, redact_bytes

LARGEST: Final = 64 * 1024 * 1024
"""A larger file is no memory and is refused."""
_BOMS: Final = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_LEFT_OUT: Final = "[erased words left out]\n"
WITHHELD: Final = {
    codec: _LEFT_OUT.encode(codec).decode("utf-8", "surrogateescape") for codec in ("utf-8", "utf-16-le", "utf-16-be")
}
"""What stands for a block whose words were erased from this store before, as blocks are compared."""


class Unloadable(Exception):
    """A file that is refused as a whole."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line
        self.sentence = sentence


@dataclass(slots=True)
class Loaded:
    """A file, read and cut, with what becomes of its blocks."""

    found: Found
    path: str
    """Its path in the memory, as it is kept."""
    read: ReadFile
    raw: bytes
    """The bytes, credentials taken out."""
    secrets: tuple[tuple[int, str], ...]
    """(line, rule) of each credential that was taken out."""
    marks: tuple[tuple[int, int], ...]
    """Where the markers stand in `raw`, in bytes."""
    lost: tuple[tuple[int, int], ...]
    """(line, number of lines) that went with credentials of several lines."""
    withheld: set[int] = field(default_factory=set)
    """Indexes of blocks that hold words which were erased before."""
    hushed: frozenset[str] = frozenset()
    """Anchors of the headings that stand in those blocks."""
    seqs: list[int] = field(default_factory=list)
    """For each block, the entry that holds its bytes."""
    segments: set[str] = field(default_factory=set)
    """The segments in which the file's blocks stand."""
    echoes: dict[int, tuple[Loaded, int]] = field(default_factory=dict)
    """Blocks that only repeat an item of another file: that file, and the block in which it stands there."""
    told: dict[int, str] = field(default_factory=dict)
    """Blocks that only repeat an item which the store has: that item."""
    quiet: set[int] = field(default_factory=set)
    """Indexes of blocks whose items are known already."""
    topic: str | None = None
    """The topic page that the file is."""

    @property
    def codec(self) -> str:
        """How its bytes spell text."""
        return str(self.read.encoding)

    def block_bytes(self, index: int) -> bytes:
        """The bytes of a block."""
        block = self.read.blocks[index]
        return self.raw[block.start : block.end]

    def text(self, index: int) -> str:
        """The bytes of a block as they are compared."""
        return self.block_bytes(index).decode("utf-8", "surrogateescape")

    def texts(self) -> list[str]:
        """The same of every block."""
        return [self.text(index) for index in range(len(self.read.blocks))]

    def kept(self) -> list[str]:
        """The same as they are kept: what was erased is left out."""
        return [WITHHELD[self.codec] if n in self.withheld else text for n, text in enumerate(self.texts())]

    def hush(self) -> None:
        """Keep the headings that stand in withheld blocks out of what is kept beside other blocks."""
        blocks = self.read.blocks
        above = [set(blocks[index - 1].slugs) if index else set() for index in self.withheld]
        own = [set(blocks[index].slugs) - before for index, before in zip(self.withheld, above, strict=True)]
        self.hushed = frozenset().union(*own)

    def slugs(self, index: int) -> list[str]:
        """The anchors of a block's headings, those left out that were erased."""
        return [slug for slug in self.read.blocks[index].slugs if slug not in self.hushed]

    def sanitized(self, index: int) -> bool:
        """Whether something was taken out of a block."""
        block = self.read.blocks[index]
        return index in self.withheld or any(start < block.end and end > block.start for start, end in self.marks)

    def line(self, number: int) -> int:
        """A line of what was read as a line of the file on the disk."""
        return number + sum(count for line, count in self.lost if line < number)


def load(found: Found) -> Loaded:
    """Read one file; raises Unloadable with the line and the reason when it must be refused."""
    raw = _bytes_of(found.real)
    codec = next((name for mark, name in _BOMS.items() if raw.startswith(mark)), "utf-8")
    clean, spans = redact_bytes(raw, codec)
    marker = MARKER.encode(codec)
    marks, lost, secrets = [], [], []
    gone = lines_gone = 0
    for span in spans:
        start = span.start - gone
        line = 1 + _line_ends(raw[: span.start], codec)
        secrets.append((line, span.rule))
        marks.append((start, start + len(marker)))
        gone += span.end - span.start - len(marker)
        if inside := _line_ends(raw[span.start : span.end], codec):
            lost.append((line - lines_gone, inside))
            lines_gone += inside
    path = redact(found.path)[0]
    try:
        read = read_file(path, clean, found.role)
    except Unreadable as fault:
        raise Unloadable(fault.line, f"{fault.sentence} {fault.hint}".strip()) from fault
    except RecursionError as fault:
        raise Unloadable(1, "Its lists are nested too deeply to be read.") from fault
    return Loaded(found, path, read, clean, tuple(secrets), tuple(marks), tuple(lost))


def _bytes_of(real: str) -> bytes:
    """Read a regular file without waiting on anything that only looks like one."""
    try:
        descriptor = os.open(real, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(descriptor, "rb") as stream:
            facts = os.fstat(descriptor)
            if not stat.S_ISREG(facts.st_mode):
                raise Unloadable(1, "It is no regular file.")
            raw = stream.read(LARGEST + 1)
    except OSError as error:
        raise Unloadable(1, f"It cannot be read ({error.strerror}).") from error
    if len(raw) > LARGEST:
        raise Unloadable(1, f"It is larger than {LARGEST // 1024 // 1024} MB.")
    return raw


def _line_ends(raw: bytes, codec: str) -> int:
    if codec == "utf-8":
        return raw.count(b"\n")
    return raw[: len(raw) - len(raw) % 2].decode(codec, "surrogatepass").count("\n")
