"""Readers of memory files: bytes in, frozen facts out, judged by nobody yet.

Glossary. A *role* is what a file is for. An *entry* is one thing a file lists; a *block* is the stretch of bytes an
entry owns, and the blocks of a file are every byte of it in order. An *item* is an entry that remembers something. An
*opening* is what stands in brackets before an item's words, *labels* are what stands after them, and *keyed children*
are the lines below. A *finding* is something odd that was noticed on the way. A *hint* is a date near an item that
the item does not claim.
"""

from governance.intake.reading.reader import read_file
from governance.intake.reading.roles import role_of
from governance.intake.reading.types import (
    Block,
    Encoding,
    Finding,
    FindingCode,
    Form,
    Frontmatter,
    LogEvent,
    ReadFile,
    ReadItem,
    Role,
    Span,
    TopicMapRow,
    Unreadable,
)

__all__ = [
    "Block",
    "Encoding",
    "Finding",
    "FindingCode",
    "Form",
    "Frontmatter",
    "LogEvent",
    "ReadFile",
    "ReadItem",
    "Role",
    "Span",
    "TopicMapRow",
    "Unreadable",
    "read_file",
    "role_of",
]
