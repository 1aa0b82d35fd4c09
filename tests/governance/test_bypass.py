"""Ways around the desk: from Python, from a bare connection, through the staged plan. What each is worth."""

from __future__ import annotations

import inspect
import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from governance import desk as desk_room
from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store import commit
from store.check import check
from store.records.entry import Draft
from store.records.words import Action, Assurance
from tests.governance.builders import (
    a_topic,
    an_item,
    beside,
    decide,
    did,
    head,
    item,
    passage,
    rows,
    seen,
    sound,
    stage,
)
from tests.governance.standings import PENDING


def test_an_entry_forged_through_the_write_door_stands_under_its_actor_and_under_no_decision(desk: Desk) -> None:
    name = an_item(desk, status=PENDING)

    def forged(_: Any) -> Any:
        yield Draft(
            Action.REVIEW, (name,), {"verb": "keep", "before": {"status": PENDING}, "set": {"status": "active"}}
        )

    entry = did(desk, forged, actor="p-0007")[0]
    move = item(desk, name).history[-1]
    assert (move.actor, move.who, move.assurance, move.plan) == ("p-0007", "p-0007", None, None)
    assert desk.log_rows([entry.seq])[0].assurance is None
    assert [plan.plan for plan in desk.plans()] == []
    found = [one.sentence for one in check(desk.store, replay=True).findings]
    assert found == [f"Entry {entry.seq} bears a verb, and no plan decided it."]


@pytest.mark.parametrize(
    "effect",
    [
        {"set": {"status": "stale"}, "subject": "mem-2026-06-01-999"},
        {"restore": 4711},
        {"item": {"kind": "knowledge"}},
    ],
    ids=["a change of nothing", "a version that never was", "an item that was made before"],
)
def test_a_forged_entry_that_contradicts_the_log_is_refused_whole(desk: Desk, effect: dict[str, Any]) -> None:
    name = an_item(desk)
    before = head(desk), rows(desk)
    subject = effect.pop("subject", name)

    def forged(_: Any) -> Any:
        yield Draft(Action.REVIEW, (name,), {"set": {"status": "stale"}})
        yield Draft(Action.REVIEW, (subject,), effect)

    with pytest.raises(Exception, match="Entry"):
        did(desk, forged)
    assert (head(desk), rows(desk)) == before
    sound(desk)


def test_a_name_or_a_word_cannot_stand_as_the_subject_of_an_entry(desk: Desk) -> None:
    for word in ("mira", "gateway:port", "mem-2026-13-01-001", "../../x"):

        def forged(_: Any, word: str = word) -> Any:
            yield Draft(Action.REVIEW, (word,), {})

        with pytest.raises(Exception, match="no id of ours"):
            did(desk, forged)


BARE = (
    "UPDATE items SET status = 'stale'",
    "UPDATE items SET superseded_by = 'mem-2026-06-01-002', status = 'superseded'",
    "UPDATE OR REPLACE items SET to_seq = NULL",
    "DELETE FROM items",
    (
        "INSERT INTO items SELECT id, day, n + 1, place, kind, 'stale', confidence, source_state, superseded_by,"
        " cooled, topic, run, body, block, drift,"
        " deferred, deferred_at, created, type, task, released, review, findings, lane, withdrawn, from_seq + 1,"
        " to_seq, entry_seq"
        " FROM items"
    ),
    "UPDATE log SET actor = 'p-0009'",
    "DELETE FROM log WHERE seq = (SELECT max(seq) FROM log)",
    "REPLACE INTO log SELECT seq, header, hash, at, 'p-0009', action FROM log WHERE seq = 2",
    "UPDATE payloads SET body = x'7b7d'",
    "DELETE FROM payloads WHERE seq = 2",
    "DELETE FROM links",
    "UPDATE plans SET undone_by = NULL",
    "DELETE FROM plans",
    "UPDATE topics SET triggered = 1",
    "UPDATE blocks SET skipped = 1",
    "UPDATE principals SET kind = 'agent'",
    "UPDATE counters SET n = 0",
    "INSERT INTO tickets VALUES (2, (SELECT max(seq) FROM log))",
)


@pytest.mark.parametrize("sql", BARE)
def test_a_bare_connection_changes_no_row_of(desk: Desk, sql: str) -> None:
    an_item(desk, status=PENDING, links=[("source", passage(desk, "- a passage\n").seq)])
    a_topic(desk)
    desk.undo(decide(desk, "stale", an_item(desk)).plan)
    before = head(desk), rows(desk)
    with (
        closing(sqlite3.connect(desk.path, isolation_level=None)) as bare,
        pytest.raises(sqlite3.IntegrityError, match="memdesk"),
    ):
        bare.execute(sql)
    assert (head(desk), rows(desk)) == before
    sound(desk)


def test_a_staged_decision_that_was_slipped_in_is_held_to_every_rule(desk: Desk) -> None:
    """The staged plan is a local note that anybody who can write the file can write: it proves nothing."""
    newer, old = an_item(desk), an_item(desk, status=PENDING)
    stage(desk, "stale", old)

    def slipped(**change: Any) -> None:
        with closing(sqlite3.connect(desk.path, isolation_level=None)) as bare:
            body = json.loads(bare.execute("SELECT body FROM local_plan").fetchone()[0]) | change
            bare.execute("UPDATE local_plan SET body = ?", (json.dumps(body),))

    for change in (
        {"seen": ["0" * 16]},
        {"verb": "resolve", "args": {"by": newer}},
        {"verb": "keep", "targets": [newer], "seen": seen(desk, newer)},
        {"args": {"text": "x"}},
        {"verb": "erase"},
    ):
        slipped(**change)
        assert not desk.plan().ready, change
        before = head(desk), rows(desk)
        with pytest.raises(Refusal):
            desk.apply()
        assert (head(desk), rows(desk)) == before


def test_what_is_staged_for_another_is_not_applied_by_a_claimed_name(desk: Desk) -> None:
    name = an_item(desk, status=PENDING)
    stage(desk, "keep", name)
    with beside(desk, "mira", Assurance.CLAIMED) as claimed, pytest.raises(Refusal) as refused:
        claimed.apply()
    assert refused.value.kind is RefusalKind.NOT_ALLOWED
    assert item(desk, name).row.status == PENDING


def test_nothing_of_governance_but_a_decision_assigns_stale_or_clears_pending() -> None:
    """Law 7 by reading: the verbs alone name the moves, and they are reached through `desk` with a person."""
    acts = {name for name, _ in inspect.getmembers(Desk, inspect.isfunction) if not name.startswith("_")}
    assert {"decide", "stage", "apply", "undo", "import_memory"} <= acts
    of_copies = {"witness_remove"}  # no more is sent there; nothing of the store changes
    assert not {name for name in acts - of_copies if "delete" in name or "remove" in name or "erase" in name}
    assert not hasattr(desk_room, "write")
    assert "decide" not in vars(commit)
