"""What a witness is, where it is sent, and what a bundle of evidence holds."""

from __future__ import annotations

from store.records.facts import Fact


class DestinationView(Fact):
    """A place to which the lines of a witness are sent."""

    number: int
    """By which it is removed, from 1."""
    path: str | None
    """A file, or a folder that holds the copy."""
    command: tuple[str, ...]
    delivered: int
    """Lines it has taken."""
    waiting: int
    """Lines that it has not taken yet."""
    problem: str | None
    """Why nothing can be sent at all, in a sentence."""


class WitnessView(Fact):
    """The witness of a store."""

    store: str
    file: str
    """Where it is kept."""
    pinned: str | None
    """The hash of the genesis it pins; None where there is no witness yet."""
    lines: int
    seq: int | None
    """The head that was noted last."""
    hash: str | None
    torn: int
    """Bytes of a last line that a crash cut off."""
    destinations: tuple[DestinationView, ...]


class EvidenceReport(Fact):
    """What was written into a bundle of evidence."""

    path: str
    store: str
    first: int
    """The first entry whose words were asked for."""
    head: int
    """The last entry of the log that is in it."""
    hash: str
    subject: str | None
    entries: int
    payloads: int
    erased: int
    withdrawn: int
    """Payloads that are left out, since a withdrawal reaches what they are about."""
    """Entries that were asked for and whose words are gone."""
    decisions: int
    signatures: int
    keys: int
    witness: int
    """Lines of the witness."""
    files: tuple[str, ...]
