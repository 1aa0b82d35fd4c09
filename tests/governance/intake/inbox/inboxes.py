"""Files into which agents write, in tests: how they write, and what came of it."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

from governance.desk import Desk
from store.records.views import QuarantineView, Row
from store.records.words import Queue
from tests.governance.rules.shapes import noise

AN_HOUR = 3600


def line(words: str, *, day: str = "2026-05-11", source: str = "seen by codex", kind: str = "knowledge") -> str:
    """One record in the short form of the protocol."""
    return f"- [{day}] ({kind}) {words}. Source: {source}.\n"


def secret() -> str:
    """A credential made at run time."""
    return "ghp_" + noise(36)


def append(path: Path, text: str) -> None:
    """Write behind what stands there, as most agents do."""
    with path.open("a", encoding="utf-8", newline="") as stream:
        stream.write(text)


def replace(path: Path, text: str) -> None:
    """Write a file anew in one step, as editors do."""
    new = path.with_name("t")
    new.write_text(text, encoding="utf-8", newline="")
    new.rename(path)


def settled(path: Path, desk: Desk, seconds: float = AN_HOUR) -> None:
    """Let a file be this old on the desk's clock."""
    at = desk.now() / 1_000_000 - seconds
    os.utime(path, (at, at))


def captured(desk: Desk) -> list[Row]:
    """What stands in the inbox of the store."""
    return list(desk.queue_rows(Queue.INBOX, desk.queue_keys(Queue.INBOX)))


def texts(desk: Desk) -> list[str]:
    """The words of it, in order."""
    return sorted(row.text for row in captured(desk))


def quarantined(desk: Desk) -> list[QuarantineView]:
    """What is in quarantine."""
    from store.views.intake import quarantined as views

    keys = desk.queue_keys(Queue.QUARANTINE)
    with desk.reader() as reader:
        found = views(reader, keys)
    return [found[key] for key in keys]


def once_each(desk: Desk) -> None:
    """No words stand twice."""
    assert [words for words, count in Counter(texts(desk)).items() if count > 1] == []
