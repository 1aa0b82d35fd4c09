"""What a check or an import reports."""

from __future__ import annotations

from store.records.facts import Fact


class Finding(Fact):
    """One thing a check found."""

    step: str
    seq: int | None
    sentence: str


class Step(Fact):
    """One numbered step of a check."""

    number: int
    name: str
    checked: int
    ok: bool
    note: str = ""


class Verdict(Fact):
    """What `verify` says."""

    ok: bool
    head: int
    steps: tuple[Step, ...]
    findings: tuple[Finding, ...]
    replayed: bool
    since: int = 0
    """Up to which entry nothing was looked at this time; 0 when everything was."""
    note: str = ""
    """What else there is to know about the extent of the check, in sentences."""


class FileReport(Fact):
    """What became of one file of an import."""

    path: str
    role: str | None
    read: int
    new: int
    known: int
    drift: int
    refused: int
    blocks: int
    notes: tuple[tuple[int, str], ...] = ()
    """(line, sentence) pairs."""
    failed: str | None = None
    """Why the whole file was refused, in a sentence."""


class ImportReport(Fact):
    """What an import did, or (dry run) would do; read = new + known + drift + refused."""

    run: str | None
    root: str
    dry: bool
    resumed: bool
    files: tuple[FileReport, ...]
    read: int
    new: int
    known: int
    drift: int
    refused: int
    segments: int
    blocks: int
    topics: int
    lanes: int
    """Lanes that were made of what its files say."""
    controls: int
    """Withdrawals and reinstatements that came with it."""
    withdrawn: int | None
    """Items of it that are withdrawn, by what came with it or before: they stay out of every list.

    Nothing where a dry run would bring withdrawals: what these reach shows once they are there.
    """
    links: int
    secrets: int
    partial: bool
