"""Known already: what a writer sent before is answered with what it became, and nobody hears of what others sent.

What is sent again is the same request: the same writer, and the same in all that is kept of it. A writer's own
reference names one request for good; with other words it is refused. A state that nobody dated is sent again only as
long as it is the newest of its subject: what was so before, and is so again, is another capture.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from governance.intake.capture.writer import Writer
from governance.rules.examining import Examined, kept_of
from store import index, log
from store.commit import Snapshot
from store.ids import read_id
from store.records.entry import Entry, Payload
from store.records.views.intake import CaptureReceipt
from store.records.words import Action, Assurance, Door, Fault, Flag, Hold, Kind, Review, Status

_OTHER_WORDS: Final = "This reference was used for other words: send these with one of their own, or with none."
_BRINGS: Final = frozenset({Action.CAPTURE, Action.IMPORT, Action.ADD})
"""Entries by which a value of a subject comes to be known; what people make of one is none."""


_UNANSWERED: Final = frozenset({Door.FILE, Door.DROP})
"""Doors at which nobody is answered."""


class Asked(NamedTuple):
    """A request as it would be kept."""

    item: dict[str, Any]
    words: dict[str, Any]
    told: dict[str, Any]
    """What is kept beside the words."""


def known(snapshot: Snapshot, writer: Writer, found: Examined, asked: Asked) -> CaptureReceipt | Fault | None:
    """What became of a request that was made before; a fault where its reference names another one."""
    if ref := asked.told.get("client_ref"):
        others = False
        for seq in snapshot.find("client", index.client_form(writer.actor, writer.by, writer.assurance, ref)):
            entry = log.entry(snapshot.conn, seq)
            if entry is None or entry.action is not Action.CAPTURE:
                continue
            if _same(snapshot, entry, writer, found, asked):
                return _receipt_of(snapshot, entry, bare=_of_a_project(writer, asked))
            others = True
        if others:
            found.faults = (("client_ref", _OTHER_WORDS),)
            return Fault.SCHEMA
    if _of_a_project(writer, asked) and found.sent.door not in _UNANSWERED:
        return None  # what became of a project's record is nothing for somebody who shows no token
    for sender in (writer, *_namesakes(snapshot, writer, found)):
        if (receipt := _told_before(snapshot, sender, found, asked)) is not None:
            return receipt
    return None


def _told_before(snapshot: Snapshot, sender: Writer, found: Examined, asked: Asked) -> CaptureReceipt | None:
    """What became of the same request of this sender, by its words."""
    for seq in snapshot.find("retry", _form(sender, found, asked, found.request.date)):
        entry = log.entry(snapshot.conn, seq)
        row = snapshot.row("items", entry.subjects[0]) if entry else None
        if entry is None or row is None:
            continue
        moves = found.request.kind is Kind.STATE and found.request.date is None and found.sent.door is not Door.FILE
        if moves and (row["status"] == Status.SUPERSEDED or _newer(snapshot, entry)):
            return None
        return _receipt_of(snapshot, entry)
    return None


def _namesakes(snapshot: Snapshot, writer: Writer, found: Examined) -> Iterator[Writer]:
    """Those whose name a file or the spool claims: what they sent themselves is not taken from there once more.

    Nobody is answered there. The other way round a claim keeps nothing out that its bearer sends.
    """
    if writer.assurance is not Assurance.CLAIMED or found.sent.door not in _UNANSWERED:
        return
    yield writer._replace(assurance=Assurance.OS_USER)
    for seq in snapshot.find("principal", writer.by):
        entry = log.entry(snapshot.conn, seq)
        if entry is not None:
            for name in entry.subjects:
                if (read := read_id(name)) and read.prefix == "p":
                    yield writer._replace(actor=name, assurance=Assurance.TOKEN)


def refused_before(snapshot: Snapshot, writer: Writer, found: Examined, fault: Fault, day: str) -> str | None:
    """Under which id the same was refused for the same reason before.

    Of a credential no text is known: by its rule and place, for that day, and until a person discarded the entry. What
    is read from a file is read once: there each line that holds one is told.
    """
    secret = fault is Fault.SECRET
    if secret and found.sent.door in _UNANSWERED:
        return None
    said = index.credential_form(day, found.rule, found.place) if secret else found.raw or kept_of(found.sent)
    form = index.client_form(writer.actor, writer.by, writer.assurance, said) if said else None
    for seq in snapshot.find("refused", form) if form else ():
        entry = log.entry(snapshot.conn, seq)
        if entry is None or entry.effect.get("fault") != fault.value:
            continue
        row = snapshot.row("quarantine", entry.subjects[0]) if secret else None
        if not secret or (row is not None and row["hold"] == Hold.KEPT):
            return entry.subjects[0]
    return None


def _of_a_project(writer: Writer, asked: Asked) -> bool:
    """Whether somebody who only gave a name speaks of a project."""
    return writer.assurance is Assurance.CLAIMED and asked.words.get("project") is not None


def _form(writer: Writer, found: Examined, asked: Asked, date: str | None) -> str:
    effect = {"item": asked.item, "assurance": writer.assurance.value}
    return index.retry_form(writer.actor, effect, asked.told, asked.words, found.request.text, date=date)


def _same(snapshot: Snapshot, entry: Entry, writer: Writer, found: Examined, asked: Asked) -> bool:
    """Whether the request that a reference names is this one, which may bear the day it came on or none."""
    payload = snapshot.payload_of(entry.seq) or {}
    words: Payload = payload.get("words") or {}
    text = index.text_of(words, snapshot.payload_of) if words else None
    if text is None or found.request.date not in (None, words.get("date")):
        return False
    before = index.retry_form(entry.actor, entry.effect, payload.get("capture") or {}, words, text, date=None)
    return before == _form(writer, found, asked, None)


def _newer(snapshot: Snapshot, entry: Entry) -> bool:
    """Whether another value of its subject, project, scope, type and lane came since, of that day or a later one."""
    words = _words_of(snapshot, entry)
    for seq in snapshot.find("subject", words.get("subject") or ""):
        if seq <= entry.seq:
            return False
        other = log.entry(snapshot.conn, seq)
        if other is None or other.action not in _BRINGS:
            continue
        theirs = _words_of(snapshot, other)
        same = _group(entry, words) == _group(other, theirs)
        if same and (theirs.get("date") or "") >= (words.get("date") or ""):
            return True
    return False


def _words_of(snapshot: Snapshot, entry: Entry) -> dict[str, Any]:
    return (snapshot.payload_of(entry.seq) or {}).get("words") or {}


def _group(entry: Entry, words: dict[str, Any]) -> tuple[Any, ...]:
    item = entry.effect.get("item") or {}
    return item.get("kind"), item.get("type"), item.get("lane"), words.get("project"), words.get("scope")


def _receipt_of(snapshot: Snapshot, entry: Entry, *, bare: bool = False) -> CaptureReceipt:
    """The record that a request became; `bare` says no more than its id."""
    row = None if bare else snapshot.row("items", entry.subjects[0])
    findings = () if bare else entry.effect.get("item", {}).get("findings", ())
    return CaptureReceipt.model_construct(
        came="known",
        id=entry.subjects[0],
        findings=tuple(Flag(code) for code in findings),
        review=Review(str(row["review"])) if row and row["review"] else None,
        fault=None,
        faults=(),
        sentence="",
        hint="",
        status=str(row["status"]) if row else None,
    )
