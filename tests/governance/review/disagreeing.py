"""Rows that disagree, and the conflicts that stand between them."""

from __future__ import annotations

from typing import Any

from governance.desk import Desk
from store.records.views import Row
from store.records.words import Queue
from tests.governance.builders import an_item

SUBJECT = "host:public-ip"


def state(desk: Desk, text: str = "203.0.113.7 is the public address", subject: str = SUBJECT, **more: Any) -> str:
    """A live state row."""
    return an_item(desk, kind="state", subject=subject, text=text, **more)


def pair(desk: Desk, subject: str = SUBJECT, **more: Any) -> tuple[str, str]:
    """Two live rows of one subject."""
    return state(desk, subject=subject, **more), state(desk, "198.51.100.20 is the public address", subject, **more)


def claimed(desk: Desk, relation: str = "contradicted-by", **more: Any) -> tuple[str, str]:
    """Two pieces of knowledge of which the second bears a link at odds with the first."""
    one = an_item(desk, text="retries are safe after a timeout")
    return one, an_item(desk, text="retries write twice after a timeout", links=[(relation, one)], **more)


def conflicts(desk: Desk) -> tuple[Row, ...]:
    """The conflicts that wait."""
    return desk.queue_rows(Queue.CONFLICTS, desk.queue_keys(Queue.CONFLICTS))


def groups(desk: Desk) -> list[tuple[str, ...]]:
    """The ids of each conflict."""
    return [tuple((row.group or "").split()) for row in conflicts(desk)]
