"""Whom an item names by an id: a record of the same memory first, else one that the store has.

Two memories count their days alike, so an id alone proves little. A record of the store is only
meant when it came with that very id, and as a successor only when it is the value of the same thing.
"""

from __future__ import annotations

import re

from governance.intake.candidate import Candidate, Fate
from governance.intake.session import Session
from governance.intake.survey import Survey
from governance.rules.schema import closed, given
from store import log
from store.ids import MAX_FOREIGN, read_id
from store.records.words import Kind

_MARKS = " \t`\"'<>[]()*.,;"
_PARTS = re.compile(r"[\s,;，；、]+")


def successor_of(session: Session, survey: Survey, candidate: Candidate) -> Candidate | str | None:
    """The record that an item says it gave way to, if that is known."""
    subject = given(candidate.item.subject) if closed(Kind, candidate.item.kind) is Kind.STATE else None
    return _named(session, survey, candidate, _bare(candidate.item.superseded_by), subject)


def against(session: Session, survey: Survey, candidate: Candidate) -> list[Candidate | str]:
    """The records that an item says contradict it, those that are known."""
    found = [_named(session, survey, candidate, name, None) for name in _contradicting(candidate)]
    return [other for other in found if other is not None]


def reserve(survey: Survey) -> None:
    """Keep every id that is named free, so that no new record comes to bear it by chance."""
    for candidate in survey.all:
        for name in (_bare(candidate.item.superseded_by), *_contradicting(candidate)):
            found = read_id(name)
            if found and found.prefix == "mem" and found.n <= MAX_FOREIGN:
                survey.reserved[found.day] = max(survey.reserved.get(found.day, 0), found.n)


def _bare(words: str | None) -> str:
    return (given(words) or "").strip(_MARKS).split(" ")[0].strip(_MARKS)


def _contradicting(candidate: Candidate) -> list[str]:
    """The ids under the key *contradicted_by*, which the ledger of links keeps (M)."""
    words = [
        value
        for name, value in candidate.item.extra
        if name.casefold().replace("-", "_").replace(" ", "_") == "contradicted_by"
    ]
    names = [_bare(part) for value in words for part in _PARTS.split(value)]
    return [name for name in dict.fromkeys(names) if name]


def _named(session: Session, survey: Survey, by: Candidate, name: str, subject: str | None) -> Candidate | str | None:
    if not name:
        return None
    if owner := survey.owners.get((by.file.path, name)) or survey.bearers.get(name):
        return None if owner is by or owner.fate is Fate.ERASED or not _same_state(owner, subject) else owner
    row = session.snapshot.row("items", name)
    if row and _is_meant(session, int(str(row["created"])), subject, name if row["run"] else None):
        return name
    for seq in session.snapshot.find("alias", name):
        entry = log.entry(session.snapshot.conn, seq)
        if entry and "item" in entry.effect and _is_meant(session, seq, subject, name):
            return entry.subjects[0]
    return None


def _same_state(owner: Candidate, subject: str | None) -> bool:
    """Law 6: what a state item gave way to is a state item of the very same subject."""
    if subject is None:
        return True
    return closed(Kind, owner.item.kind) is Kind.STATE and given(owner.item.subject) == subject


def _is_meant(session: Session, seq: int, subject: str | None, written: str | None) -> bool:
    """Whether the record an entry made bears the id it is named by, and is about the same thing."""
    words = (session.snapshot.payload_of(seq) or {}).get("words")
    if words is None or (written is not None and words.get("written_id") != written):
        return False
    return subject is None or words.get("subject") == subject
