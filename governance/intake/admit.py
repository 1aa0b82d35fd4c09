"""One item into the store: its id, its closed words, where its Source leads, whom it is linked to.

Items that others name come before those that name them, so that an id in a header is always the id
of a record that stands; a circle of successors has no first, and there the name leads nowhere.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from governance.intake.candidate import Candidate, Fate, claims_of
from governance.intake.capture.influence import repeated, source_link
from governance.intake.lanes import into_lane
from governance.intake.references import against, reserve, successor_of
from governance.intake.session import Session, Steps
from governance.intake.sources import Places
from governance.intake.survey import Survey, recognise
from governance.rules.schema import Judgement, given, judge
from store import index
from store.ids import day_number
from store.records.entry import Draft
from store.records.words import Action, Place, Relation

_LESSONS = "historical"


def admit_items(session: Session, survey: Survey, places: Places) -> Steps[None]:
    """Append every item that is new."""
    reserve(survey)
    for candidate in _in_order(session, survey):
        if candidate.fate is Fate.FRESH:
            yield from _admit(session, survey, places, candidate)
        session.done += 1


def _in_order(session: Session, survey: Survey) -> Iterator[Candidate]:
    """Every candidate, those that a fresh one names before it."""
    begun: set[int] = set()
    for first in survey.all:
        stack = [(first, iter(_needs(session, survey, first)))] if id(first) not in begun else []
        begun.add(id(first))
        while stack:
            need = next((need for need in stack[-1][1] if id(need) not in begun), None)
            if need is None:
                yield stack.pop()[0]
            else:
                begun.add(id(need))
                stack.append((need, iter(_needs(session, survey, need))))


def _needs(session: Session, survey: Survey, candidate: Candidate) -> list[Candidate]:
    if candidate.fate is not Fate.FRESH:
        return []
    named = (successor_of(session, survey, candidate), *against(session, survey, candidate), candidate.rival)
    return [need for need in named if isinstance(need, Candidate)]


def _admit(session: Session, survey: Survey, places: Places, candidate: Candidate) -> Steps[None]:
    if not session.alone and recognise(session, candidate):
        return
    run = yield from session.opened()
    item, file = candidate.item, candidate.file
    successor = _id_of(successor_of(session, survey, candidate))
    rival = _id_of(candidate.rival)
    name = candidate.written
    if name is not None and rival is None and session.snapshot.used(name):
        rival = name
    taken = rival is not None
    judged = judge(dataclasses.replace(claims_of(candidate), id_taken=taken, successor_known=successor is not None))
    state, found = places.look_up(given(item.source), item.corroborating)
    links: list[list[Any]] = [[Relation.SOURCE, seq] for seq in found]
    links += source_link(session.snapshot, candidate.words.get("source"))
    if (other := repeated(session.snapshot, item.text)) is not None:
        links.append([Relation.REPEATS, other])
    others = [_id_of(other) for other in against(session, survey, candidate)]
    links += [[Relation.CONTRADICTED_BY, other] for other in dict.fromkeys(others) if other]
    if successor:
        links.append([Relation.SUPERSEDED_BY, successor])
    if rival and (isinstance(candidate.rival, Candidate) or session.snapshot.row("items", rival)):
        links.append([Relation.SAME_ID, rival])
    candidate.id = name if name and not taken else _minted(session, survey, candidate)
    candidate.drift = judged.drift
    candidate.links = len(links)
    inbox = file.read.role == "inbox"
    row = {
        "place": Place.INBOX if inbox else Place.STORE,
        **_closed(judged),
        "source_state": state,
        "superseded_by": successor,
        "cooled": any(text.strip().casefold().startswith(_LESSONS) for text in item.headings),
        "topic": file.topic,
        "run": run,
        "block": file.seqs[item.block],
        **into_lane(session, candidate),
    }
    yield Draft(
        Action.CAPTURE if inbox else Action.IMPORT,
        (candidate.id,),
        {"item": row, "links": links, "run": run},
        {"v": 1, "words": {"v": 1, "fact": _fact(candidate), **_words(candidate)}},
        (file.seqs[item.block],),
    )


def _closed(judged: Judgement) -> dict[str, Any]:
    return {
        "kind": judged.kind,
        "status": judged.status,
        "confidence": judged.confidence,
        "drift": list(judged.drift),
    }


def _id_of(named: Candidate | str | None) -> str | None:
    return named.settled if isinstance(named, Candidate) else named


def _minted(session: Session, survey: Survey, candidate: Candidate) -> str:
    """A fresh id for an item's own day, else for a day that stands near it, else for today."""
    date = candidate.words.get("date") or candidate.words.get("date_hint")
    day = day_number(date) if date else session.day
    return session.snapshot.mint("mem", day, above=survey.reserved.get(day, 0))


def _words(candidate: Candidate) -> dict[str, Any]:
    """An item's words without the headings that were erased."""
    file, item = candidate.file, candidate.item
    if file.hushed.isdisjoint(slugs := file.read.blocks[item.block].slugs):
        return candidate.words
    headings = [text for text, slug in zip(item.headings, slugs, strict=False) if slug not in file.hushed]
    bare = {name: value for name, value in candidate.words.items() if name != "headings"}
    return bare | ({"headings": headings} if headings else {})


def _fact(candidate: Candidate) -> dict[str, int] | str:
    """The fact as bytes of its block where those say just that, else as text."""
    file, item = candidate.file, candidate.item
    block = file.read.blocks[item.block]
    start, end = item.fact.start - block.start, item.fact.end - block.start
    if 0 <= start < end <= block.end - block.start and item.block not in file.withheld:
        cited = file.block_bytes(item.block)[start:end].decode(file.codec, "replace")
        if index.unfold(cited) == item.text:
            return {"block": file.seqs[item.block], "start": start, "end": end}
    return item.text
