"""How a lane or a topic is found by what people call it; what is called so no more says what it went into, and what is
named where a record is meant says what it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from governance.errors import Refusal, RefusalKind
from store.ids import read_block_id, read_id
from store.records.views import LaneView, TopicView
from store.views.lanes import lanes_called, lanes_titled, spelled_so
from store.views.reader import Reader
from store.views.topics import gone_topic, topics, topics_called

V = TypeVar("V", LaneView, TopicView)


def topic_called(reader: Reader, name: str, every: Sequence[TopicView] | None = None) -> TopicView:
    """The topic of this id, title or page; one that several bear is named by its id."""
    found = topics_called(topics(reader) if every is None else every, name)
    if not found and (refusal := gone(reader, name)) is not None:
        raise refusal
    return _one(found, name, "topic")


def lane_called(reader: Reader, name: str) -> LaneView:
    """The lane of this id or title, of whichever project; one that several bear is named by its id."""
    return _one(spelled_so(lanes_titled(reader, name), name), name, "lane")


def lane_for(reader: Reader, name: str, project: str | None) -> LaneView | None:
    """The lane that records of a project mean by this id or title; None where there is none."""
    found = lanes_called(reader, name, project)
    _refuse_several([one.id for one in found], name)
    return next(iter(found), None)


def gone(reader: Reader, name: str) -> Refusal | None:
    """What became of a topic that stands no more, by its id, title or page; None where no topic was called so."""
    found = gone_topic(reader, name)
    if found is None:
        return None
    day, own = reader.day_of(found.at), "" if found.title == found.id else f" {found.title!r}"
    if found.into is None:
        told, hint = f"What made {found.id}{own} was undone on {day}: it is no topic any more.", ""
    else:
        into = f" {found.into_title!r}" if found.into_title else ""
        told = f"{found.id}{own} was merged into {found.into}{into} on {day}."
        hint = f"`memdesk topic show {found.into}` shows that one, with what lay under both."
    ids = (found.id,) if found.into is None else (found.id, found.into)
    return Refusal(RefusalKind.NOT_FOUND, told, hint or f"`memdesk log --subject {found.id}` tells of it.", ids)


_NAMED = {
    "top": "a topic",
    "lane": "a lane",
    "seg": "a segment of the archive",
    "plan": "a plan",
    "run": "an import or a pass",
    "hold": "a pass",
    "memwd": "a withdrawal",
    "src": "a source",
    "quar": "a refused capture",
    "task": "a task",
}
"""What an id is about that is no record, by its prefix."""


def no_record(name: str) -> Refusal | None:
    """What an id names where a record is meant, and what to do instead, by its form alone; None where it may be one."""
    read = read_id(name)
    prefix = read.prefix if read else "seg" if read_block_id(name) else ""
    what = "a block of the archive" if read is None and prefix else _NAMED.get(prefix)
    if what is None:
        return None
    hint = f"`memdesk show {name}` shows it; ids of records look like mem-2026-05-11-001."
    if prefix in ("top", "lane"):
        within = "topic" if prefix == "top" else "lane"
        hint = f"`memdesk list items --{within} {name}` lists the records in it: name one of them."
    return Refusal(RefusalKind.NOT_FOUND, f"{name} names {what}, no record.", hint, (name,))


def _refuse_several(names: Sequence[str], name: str) -> None:
    if len(names) > 1:
        told = f"Several are called {name!r}: {', '.join(names)}."
        raise Refusal(RefusalKind.BAD_INPUT, told, "Name it by its id.", tuple(names))


def _one(found: Sequence[V], name: str, what: str) -> V:
    _refuse_several([one.id for one in found], name)
    if not found:
        hint = f"`memdesk {what} list` shows them."
        raise Refusal(RefusalKind.NOT_FOUND, f"There is no {what} {name!r}.", hint, (name,))
    return found[0]
