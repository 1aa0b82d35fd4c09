"""Short ways to read a text in a test."""

from governance.intake.reading import ReadFile, ReadItem, Role, read_file

PATHS: dict[Role, str] = {
    "inbox": "memory.md",
    "topic": "topics/harbour.md",
    "index": "index.md",
    "archive-day": "archive/2026-05-11.md",
    "conventions": "conventions.md",
    "log": "log.md",
    "document": "notes.md",
}


def read(text: str | bytes, role: Role = "inbox", path: str | None = None) -> ReadFile:
    """Read a text in a role, under the path that role usually has."""
    raw = text.encode() if isinstance(text, str) else text
    return read_file(path or PATHS[role], raw, role)


def one(text: str | bytes, role: Role = "inbox", path: str | None = None) -> ReadItem:
    """Read a text that holds exactly one item."""
    (item,) = read(text, role, path).items
    return item


def texts(text: str | bytes, role: Role = "inbox", path: str | None = None) -> list[str]:
    """Return the words of each item."""
    return [item.text for item in read(text, role, path).items]


def codes(text: str | bytes, role: Role = "inbox", path: str | None = None) -> list[tuple[str, int]]:
    """Return code and line of each finding."""
    return [(finding.code, finding.line) for finding in read(text, role, path).findings]


def under(*lines: str, heading: str = "Facts and lessons") -> str:
    """Return a topic page with the lines below one heading."""
    return f"# Harbour\n\n## {heading}\n\n" + "\n".join(lines) + "\n"
