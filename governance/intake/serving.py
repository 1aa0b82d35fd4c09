"""Serving: the pages that an agent may read; filtered before anything is shown, and each item as testimony.

What is on a page is current and eligible: an item of the store that is active, whole, not cooled, not a working record,
not waiting for a person, and of no project or of one that the asker's token binds to. Nothing on a page permits
anything, and what was refused elsewhere is not told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from governance.errors import Refusal, RefusalKind
from governance.influence.disputing import asked_now, rivals
from governance.influence.gate import judge
from governance.intake.pages import (
    Convention,
    ConventionsPage,
    IndexPage,
    ItemsPage,
    Page,
    RefusalsPage,
    RefusedCapture,
    Testimony,
    TopicEntry,
    TopicPage,
    TopicsPage,
)
from governance.rules.schema import SCHEME
from store.records.item import ItemRow, ItemWords
from store.records.views import ItemFilter
from store.records.words import KEPT_BACK, Fault, MemoryType, Place, SegmentRole
from store.views import archive, intake, items, topics
from store.views.lanes import unread_lanes
from store.views.reader import Reader

RECENT: Final = 20
"""Items that the index names."""
MOST: Final = 300
"""Items that a topic page bears."""
LONGEST: Final = 100_000
"""Characters of a convention."""
_CHUNK: Final = 500


def page(reader: Reader, name: str, projects: Sequence[str]) -> Page:
    """One page: index, topics, topics/ID, conventions, quarantine; `projects` are those of the asker's token."""
    if name == "index":
        return _index(reader, projects)
    if name == "topics":
        return TopicsPage(topics=_topics(reader, _eligible(reader, projects)))
    if name == "conventions":
        return ConventionsPage(documents=tuple(_conventions(reader)))
    if name == "quarantine":
        return RefusalsPage(refused=tuple(_refused(reader, projects)))
    if name.startswith("topics/"):
        return _topic(reader, name.removeprefix("topics/"), projects)
    sentence = f"There is no page {name!r}."
    raise Refusal(RefusalKind.NOT_FOUND, sentence, "Pages: index, topics, topics/ID, conventions, quarantine.")


# what is eligible


class _Eligible:
    """Which items may be read here, newest first, and which topics belong to others alone."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.by_topic: dict[str, int] = {}
        self.closed: set[str] = set()
        """Topics that hold records of projects or lanes that the asker has no part in."""


def _eligible(reader: Reader, projects: Sequence[str], topic: str | None = None) -> _Eligible:
    found, mine, unread = _Eligible(), {None, *projects}, unread_lanes(reader)
    keys = items.item_keys(reader, ItemFilter(topic=topic))
    question = asked_now(reader)
    for start in range(0, len(keys), _CHUNK):
        rows = reader.item_rows(keys[start : start + _CHUNK])
        bodies = reader.payloads(row.body for row in rows.values())
        for key in keys[start : start + _CHUNK]:
            row, words = rows[key], bodies.get(rows[key].body, {}).get("words")
            if words is None:
                continue
            if words.get("project") not in mine or row.lane in unread:
                found.closed.add(row.topic or "")
            elif _current(row) and judge(row, words, question, age=reader.age(words.get("date"))).standing is not None:
                found.ids.append(key)
                found.by_topic[row.topic or ""] = found.by_topic.get(row.topic or "", 0) + 1
    return found


def _current(row: ItemRow) -> bool:
    """Whether an item counts as current: in the store, active and whole, in use, and not waiting for a person."""
    in_use = row.place is Place.STORE and not row.cooled and not row.released and row.type is not MemoryType.WORKING
    return row.live and in_use and row.review not in KEPT_BACK


# pages


def _index(reader: Reader, projects: Sequence[str]) -> IndexPage:
    found = _eligible(reader, projects)
    recent = tuple(_testimony(reader, found.ids[:RECENT], projects))
    return IndexPage(projects=tuple(projects), topics=_topics(reader, found), recent=recent, items=len(found.ids))


def items_page(reader: Reader, projects: Sequence[str], text: str, most: int | None) -> ItemsPage:
    """The records that may be read, newest first; with `text` those whose words contain every term of it."""
    ids: Sequence[str] = _eligible(reader, projects).ids
    if text.strip():
        ids = items.matching(reader, ids, text)
    return ItemsPage(projects=tuple(projects), items=tuple(_testimony(reader, ids[:most], projects)), total=len(ids))


def _topics(reader: Reader, found: _Eligible) -> tuple[TopicEntry, ...]:
    """The topics; one whose records all belong to projects of others is not named."""
    return tuple(
        TopicEntry(
            id=one.id,
            title=one.title,
            file=one.file,
            layer=one.layer,
            read_when=one.triggers,
            items=found.by_topic.get(one.id, 0),
        )
        for one in topics.topics(reader)
        if one.id in found.by_topic or one.id not in found.closed
    )


def _topic(reader: Reader, name: str, projects: Sequence[str]) -> TopicPage:
    found = _eligible(reader, projects, name)
    entry = next((one for one in _topics(reader, found) if one.id == name), None)
    if entry is None:
        raise Refusal(RefusalKind.NOT_FOUND, f"There is no topic {name}.", "The page topics lists them.", (name,))
    shown = tuple(_testimony(reader, found.ids[:MOST], projects))
    return TopicPage(topic=entry, items=shown, left_out=max(0, len(found.ids) - MOST))


def _testimony(reader: Reader, keys: Sequence[str], projects: Sequence[str]) -> Iterable[Testimony]:
    """Items as testimony, each with whatever disagrees with it that the asker may read."""
    rows = reader.item_rows(keys)
    words = reader.words(rows.values())
    beside = rivals(reader, list(rows.values()), projects)
    titles = {one.id: one.title for one in topics.topics(reader)}
    for key in keys:
        row, (own, text) = rows[key], words[key]
        if own is not None:
            yield _told(reader, row, own, text, beside[key], titles.get(row.topic or ""))


def _told(
    reader: Reader, row: ItemRow, own: ItemWords, text: str, others: tuple[str, ...], topic: str | None
) -> Testimony:
    routing = own.routing
    return Testimony(
        id=row.id,
        text=text,
        kind=row.kind,
        status=row.status,
        date=own.date,
        age_days=reader.age(own.date),
        source=own.source,
        source_state=row.source_state,
        confidence=row.confidence,
        confidence_scheme=SCHEME if row.confidence else None,
        subject=own.subject,
        scope=own.scope,
        type=row.type,
        project=own.project,
        topic=topic,
        applies_when=routing.applies_when if routing else None,
        does_not_apply_when=routing.does_not_apply_when if routing else None,
        conflicts_with=others,
    )


def _conventions(reader: Reader) -> Iterable[Convention]:
    """The newest segment of each document of rules."""
    newest = {}
    for one in sorted(archive.segments(reader), key=lambda segment: (segment.at, segment.id)):
        if one.role is SegmentRole.CONVENTIONS:
            newest[one.path] = one
    for one in sorted(newest.values(), key=lambda segment: segment.path or ""):
        blocks = archive.block_views(reader, one.id)
        text = "".join(block.text for block in blocks)
        whole = len(text) <= LONGEST and not any(block.erased_by or block.sanitized for block in blocks)
        day = reader.day_of(one.at)
        yield Convention(segment=one.id, path=one.path, archived=day, text=text[:LONGEST], whole=whole)


def _refused(reader: Reader, projects: Sequence[str]) -> Iterable[RefusedCapture]:
    """What stands in quarantine for the asker's projects; not what a writer of another project sent there."""
    names = intake.quarantine_keys(reader) if projects else ()
    for one in intake.quarantined(reader, names[-MOST:]).values():
        if one.project is not None and one.project in projects and one.fault is not Fault.PROJECT:
            day = reader.day_of(one.at)
            yield RefusedCapture(id=one.id, fault=one.fault, faults=one.faults, day=day, project=one.project)
