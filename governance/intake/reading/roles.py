"""Which part a file plays in a memory, told from its path alone."""

import re

from governance.intake.reading.types import Role

_INSTRUCTIONS = frozenset({"readme.md", "agents.md", "claude.md", "gemini.md"})
_FIXED: dict[str, Role] = {
    "memory.md": "inbox",
    "index.md": "index",
    "conventions.md": "conventions",
    "log.md": "log",
}
_ARCHIVE_DAY = re.compile(r"archive/(?:.*/)?(?:\d{4}-\d{2}-\d{2}[^/]*|\d{4}/\d{2}[-/]\d{2})\.md")


def role_of(path: str) -> Role | None:
    """Return the role of a file, given its posix path below a memory root or an agent's home; None is no memory."""
    inner = path.removeprefix("./").removeprefix("memory/")
    if not inner.lower().endswith(".md") or inner.rsplit("/", 1)[-1].lower() in _INSTRUCTIONS:
        return None
    if inner in _FIXED:
        return _FIXED[inner]
    if inner.startswith("steering/"):
        return None
    if inner.startswith("topics/"):
        return "topic"
    if _ARCHIVE_DAY.fullmatch(inner):
        return "archive-day"
    return "document"
