"""How a lane or a topic is found by what people call it; what is called so no more says what it went into."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from governance.errors import Refusal, RefusalKind
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
