"""A store in which one decision was signed, for hands that write the file itself, and what a fresh desk finds."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from governance.desk import Desk
from store import migrate, seal
from store.database import Store
from store.records.words import Action
from tests.builders import MIRA
from tests.governance.builders import decide
from tests.governance.signed import (
    a_maintainer,
    a_signed_desk,
    an_item,
    signed,
    sit_down,
)


class Scene(NamedTuple):
    """A signed decision about one item (`stale`), by the owner, and another item that nobody decided about."""

    desk: Desk
    item: str
    other: str
    plan: str
    seq: int
    """Of the decision; its effect is the next."""

    @property
    def path(self) -> Path:
        return self.desk.path


def a_scene(folder: Path) -> Scene:
    """Two items, a maintainer who may defer, and one signed decision."""
    desk = a_signed_desk(folder)
    item, other = an_item(desk, text="true words"), an_item(desk, text="other words")
    a_maintainer(desk, "ines", "defer").close()
    plan = signed(desk, lambda: decide(desk, "stale", item, note="seen it fail")).plan
    return Scene(desk, item, other, plan, desk.decision(plan).seq)


def caught(scene: Scene) -> dict[str, list[str]]:
    """What a desk that is opened anew finds, by the step that found it, and its alarms."""
    found: dict[str, list[str]] = {}
    with sit_down(scene.path.parent, "mira", scene.desk._clock) as desk:
        for one in desk.verify(replay=True).findings:
            found.setdefault(one.step, []).append(one.sentence)
        for alarm in desk.alarms():
            found.setdefault(f"alarm {alarm.code}", []).append(alarm.sentence)
    return found


def entry(
    conn: sqlite3.Connection, action: Action, subjects: list[str], effect: Any, body: Any, refs: list[Any]
) -> int:
    """Append an entry behind the last one, its link and its commitment as they should be."""
    last, prev, at = conn.execute("SELECT seq, hash, at FROM log ORDER BY seq DESC LIMIT 1").fetchone()
    salt, raw = bytes(range(32)), None if body is None else seal.canonical(body)
    header = {
        "v": 1, "seq": last + 1, "at": at, "actor": MIRA, "action": action.value, "subjects": subjects, "refs": refs,
        "effect": effect, "prev": prev, "commitment": None if raw is None else seal.commitment(salt, raw),
    }  # fmt: skip
    line = seal.canonical(header)
    values = (last + 1, line, seal.entry_hash(line), at, MIRA, action.value)
    conn.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", values)
    if raw is not None:
        conn.execute("INSERT INTO payloads (seq, salt, body) VALUES (?, ?, ?)", (last + 1, salt, raw))
    return int(last) + 1


def drawn_anew(scene: Scene) -> None:
    scene.desk.close()
    with closing(Store(scene.path)) as store:
        migrate.rebuild(store)
