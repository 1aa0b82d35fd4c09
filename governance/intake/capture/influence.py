"""What a capture has to do with what is withdrawn: whose source it names, what it leans on, whose words it repeats.

A capture of a withdrawn source or task is taken in and held back with it (`store.exclusion`); one that leans on
something withdrawn is refused; one that only repeats withdrawn words waits for a person (law 14).
"""

from __future__ import annotations

from store import log
from store.commit import Snapshot
from store.index import fold
from store.records.views.intake import CaptureReceipt
from store.records.words import Relation

HELD = "It belongs to something that is withdrawn, and is held back until that is reinstated."


def source_link(snapshot: Snapshot, source: str | None) -> list[list[str | int]]:
    """The link to the source that a capture names, where that has an id."""
    for seq in snapshot.find("source", source) if source and snapshot.minted("src") else ():
        if (entry := log.entry(snapshot.conn, seq)) is not None:
            return [[Relation.OF_SOURCE.value, entry.subjects[0]]]
    return []


def withdrawn(snapshot: Snapshot, name: str) -> bool:
    """Whether an item stands and is withdrawn."""
    row = snapshot.row("items", name)
    return row is not None and bool(row["withdrawn"])


def repeated(snapshot: Snapshot, text: str) -> str | None:
    """The withdrawn item whose very words are sent, or imported, anew."""
    if not snapshot.withdrawing:
        return None
    for seq in snapshot.find("text", fold(text)):
        entry = log.entry(snapshot.conn, seq)
        if entry is not None and entry.subjects and withdrawn(snapshot, entry.subjects[0]):
            return entry.subjects[0]
    return None


def told_held(snapshot: Snapshot, receipt: CaptureReceipt) -> CaptureReceipt:
    """The answer to a capture, with a sentence where it is held back."""
    if receipt.id is None or receipt.came == "refused" or not snapshot.withdrawing:
        return receipt
    return receipt.model_copy(update={"sentence": HELD}) if withdrawn(snapshot, receipt.id) else receipt
