"""The log as it is read."""

from __future__ import annotations

from store.records.facts import Fact
from store.records.words import Action, Assurance


class LogRow(Fact):
    """One line of the log pane."""

    seq: int
    at: int
    actor: str
    who: str
    assurance: Assurance | None
    action: Action
    subjects: tuple[str, ...]
    about: tuple[str, ...]
    """The same as people name it: a block in place of its segment."""
    words: str
    """The first words of the payload; empty when it has none."""
    erased_by: str | None
    proposed: bool = False
    """Whether it only asks for what its action says."""
    withdrawn: bool = False
    """Whether its words are not shown, since what it is about is withdrawn."""


class EntryDetail(Fact):
    """One entry in full."""

    row: LogRow
    header: str
    """The canonical line, as hashed."""
    hash: str
    payload: str | None
    """Pretty-printed JSON, None when the entry has none or it is erased."""
    plan: str | None


class LogFilter(Fact):
    """How the log is narrowed; empty means everything."""

    action: Action | None = None
    actor: str | None = None
    subject: str | None = None
    since: int | None = None
    until: int | None = None
    text: str = ""
