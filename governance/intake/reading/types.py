"""The facts a reader hands out: what stands where in one memory file, in the words it was written in."""

from dataclasses import dataclass
from typing import Literal

Role = Literal["inbox", "topic", "index", "archive-day", "conventions", "log", "document"]
"""What a file is for, which decides how its lines are understood."""

Encoding = Literal["utf-8", "utf-16-le", "utf-16-be"]
"""How the bytes of a file spell characters."""

Form = Literal["inbox", "structured", "short", "plain"]
"""How an item was written: one line with an id, a line with keyed children, a line without id, or loose words."""

FindingCode = Literal[
    "unclosed-fence",
    "unclosed-comment",
    "conflict-marker",
    "bad-bytes",
    "bom",
    "mixed-newlines",
    "lone-cr",
    "bad-frontmatter",
    "unclosed-frontmatter",
    "nul-byte",
    "glued-entries",
    "superseded-callout",
]
"""Everything a reader may notice about a file beyond its items."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of bytes in the file, end not included."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Finding:
    """Something odd in a file, and what was done about it."""

    code: FindingCode
    line: int
    """1-based line on which it was noticed."""
    words: str
    """What is wrong and what was done, for a person."""


@dataclass(frozen=True, slots=True)
class Block:
    """One of the stretches a file is cut into; together they are every byte of it, in order."""

    start: int
    end: int
    line: int
    """1-based first line."""
    last_line: int
    """1-based last line."""
    number: int | None
    """Ordinal of the entry in this file, from 1; None when the block holds no entry."""
    slugs: tuple[str, ...]
    """Anchors of all enclosing headings, outermost first."""


@dataclass(frozen=True, slots=True)
class ReadItem:
    """One remembered thing as a file states it; every value is the raw words, judged by nobody yet."""

    line: int
    """1-based line on which the item begins."""
    block: int
    """Index of its block in the file's blocks."""
    fact: Span
    """Where the fact stands."""
    text: str
    """The fact as a person reads it: soft wraps folded, continuation indentation taken away."""
    form: Form
    foreign_id: str | None
    """The id the file gives the item."""
    date: str | None
    """The date the item itself bears."""
    kind: str | None
    status: str | None
    subject: str | None
    source: str | None
    superseded_by: str | None
    confidence: str | None
    scheme: str | None
    """The Confidence-Scheme."""
    scope: str | None
    inspired_by: str | None
    corroborating: tuple[str, ...]
    extra: tuple[tuple[str, str], ...]
    """Keys no field is for, and later repetitions of known keys, in order, as written."""
    legacy_marker: str | None
    """A free-form cleanup marker at the front of the text, as written; the text keeps it too."""
    headings: tuple[str, ...]
    """Texts of the enclosing headings, outermost first."""
    date_hint: str | None
    """A date written near the item (its opening words, a heading, the file name); never its date."""
    in_conflict: bool
    """Whether it stands inside an unresolved merge conflict."""
    undecodable: bool
    """Whether its text holds stand-ins for bytes that spell nothing."""


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One entry of an operations log."""

    line: int
    at: str
    """The stamp as written."""
    name: str
    words: str
    days: tuple[str, ...]
    """For archive and autodream events, the archive days they speak of; else nothing."""


@dataclass(frozen=True, slots=True)
class TopicMapRow:
    """One line of an index's topic map."""

    line: int
    file: str
    trigger: str
    """When to read the file; empty when the row does not say."""


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The keyed head of a file, its scalars as written."""

    title: str | None
    layer: str | None
    triggers: tuple[str, ...]
    last_updated: str | None
    source_dates: tuple[str, ...]
    other: tuple[tuple[str, str], ...]
    """Every other key with its value; nested keys are joined with dots, lists with commas."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """Everything read from one file."""

    path: str
    """Relative posix path, as the caller gave it."""
    role: Role
    encoding: Encoding
    blocks: tuple[Block, ...]
    items: tuple[ReadItem, ...]
    findings: tuple[Finding, ...]
    frontmatter: Frontmatter | None
    topic_map: tuple[TopicMapRow, ...]
    events: tuple[LogEvent, ...]
    lines: int
    """How many lines the file has; a last line without an end counts."""


class Unreadable(Exception):
    """Raised when a file cannot be decoded at all."""

    def __init__(self, path: str, line: int, sentence: str, hint: str) -> None:
        super().__init__(f"{path}:{line}: {sentence}")
        self.path = path
        self.line = line
        self.sentence = sentence
        self.hint = hint
