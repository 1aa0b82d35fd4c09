"""Topic pages of a memory: their titles, layers and triggers, as their files and the index say.

A page is registered again only when its file says something else than it did when it was last read;
triggers that a person added since stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from governance.intake.loading import Loaded
from governance.intake.manifest import spelled
from governance.intake.reading import TopicMapRow
from governance.intake.session import Session, Steps
from store import log
from store.records.entry import Draft, Entry, Payload
from store.records.words import Action
from store.views.topics import merged_into

_LAYERS: Final = ("hot", "warm", "cold")


def register_topics(session: Session) -> Steps[None]:
    """Register the topic pages that are new or that say something new."""
    rows = [row for file in session.files for row in file.read.topic_map]
    for file in session.files:
        if file.read.role == "topic":
            yield from _register(session, file, _payload(file, _routes(file.path, rows)))


def _register(session: Session, file: Loaded, payload: Payload) -> Steps[None]:
    layer = _layer(file)
    read = [entry for entry in _versions(session, file.path) if entry.effect["run"] and "verb" not in entry.effect]
    here = [entry for entry in read if entry.effect["run"] in session.runs][:1]
    file.topic = next((entry.subjects[0] for entry in here or read), None)
    if file.topic and (into := merged_into(session.snapshot.conn, file.topic)):
        file.topic = into
        return
    if file.topic and 0 in file.withheld:
        return
    for entry in here or read:
        if entry.effect["layer"] == layer and _as_read(session, entry) == payload:
            session.topics += entry.effect["run"] == session.run
            return
    run = yield from session.opened()
    kept = _kept(session, file.topic, here or read[:1])
    if kept:
        payload = payload | {"triggers": [*payload["triggers"], *kept], "kept": kept}
    file.topic = file.topic or session.snapshot.mint("top")
    effect = {"layer": layer, "triggered": bool(payload["triggers"]), "run": run}
    session.topics += 1
    yield Draft(Action.TOPIC, (file.topic,), effect, payload)


def _versions(session: Session, path: str) -> Iterable[Entry]:
    """What was ever registered for a page of this file, newest first."""
    for seq in session.snapshot.find("topic", path):
        if (entry := log.entry(session.snapshot.conn, seq)) and entry.action is Action.TOPIC:
            yield entry


def _as_read(session: Session, entry: Entry) -> Payload | None:
    """What the file itself said when a version was registered."""
    payload = session.snapshot.payload_of(entry.seq)
    if payload is None or "kept" not in payload:
        return payload
    own = {name: value for name, value in payload.items() if name != "kept"}
    return own | {"triggers": [w for w in own["triggers"] if w not in payload["kept"]]}


def _kept(session: Session, topic: str | None, seen: Sequence[Entry]) -> list[str]:
    """Triggers that the page was given here, not by its file."""
    row = session.snapshot.row("topics", topic) if topic else None
    if row is None or not seen:
        return []
    now = session.snapshot.payload_of(int(str(row["body"]))) or {}
    then = _as_read(session, seen[0]) or {}
    return [word for word in now.get("triggers", ()) if word not in then.get("triggers", ())]


def _layer(file: Loaded) -> str | None:
    front = file.read.frontmatter
    word = (front.layer or "").strip().casefold() if front else ""
    return word if word in _LAYERS else None


def _routes(path: str, rows: Iterable[TopicMapRow]) -> list[str]:
    """When the index's topic map says to read the page."""
    names = {path, path.removeprefix("topics/")}
    names |= {name.removesuffix(".md") for name in names}
    return [row.trigger for row in rows if row.trigger and _plain(row.file) in names]


def _plain(file: str) -> str:
    return file.strip().removeprefix("./").removeprefix("memory/")


def _payload(file: Loaded, routes: list[str]) -> Payload:
    front = None if 0 in file.withheld else file.read.frontmatter
    triggers = [*(front.triggers if front else ()), *routes]
    payload: dict[str, Any] = {
        "v": 1,
        "file": file.path,
        "title": _clean(front.title) if front and front.title else None,
        "triggers": list(dict.fromkeys(_clean(word) for word in triggers if word.strip())),
        "last_updated": _clean(front.last_updated) if front and front.last_updated else None,
        "source_dates": [_clean(date) for date in front.source_dates] if front else [],
        "other": [[_clean(key), _clean(value)] for key, value in front.other] if front else [],
    }
    return payload


def _clean(text: str) -> str:
    """Text with bytes that spell nothing written out, so that every reader can take it."""
    return spelled(text).replace("\0", "\ufffd")
