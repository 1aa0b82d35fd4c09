"""Somebody who writes the file itself: other histories, tails that are cut, erasures that nobody decided."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from governance.errors import Refusal
from store.records.entry import Draft
from store.records.words import Action, Role
from tests.governance.builders import decide, head
from tests.governance.bypassing import opened
from tests.governance.scenes import Scene, a_scene, caught, drawn_anew, entry
from tests.governance.signed import (
    a_key,
    a_person,
    alarms,
    fault,
    findings,
    id_of,
    signed,
    signer,
    sit_down,
    slip_in,
    vouched,
)


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = a_scene(tmp_path)
    yield made
    made.desk.close()


def yesterday(scene: Scene) -> Path:
    """A copy of the file as it is now."""
    scene.desk.store.writer().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    copy = scene.path.with_name("yesterday.db")
    shutil.copy2(scene.path, copy)
    return copy


def put_back(scene: Scene, copy: Path) -> None:
    scene.desk.close()
    for suffix in ("-wal", "-shm"):
        scene.path.with_name(scene.path.name + suffix).unlink(missing_ok=True)
    shutil.copy2(copy, scene.path)


def test_yesterdays_file_is_told_by_the_witness_and_nothing_is_decided_on_it(scene: Scene) -> None:
    """Caught by the witness: the file itself is sound. Refused: deciding on it."""
    copy = yesterday(scene)
    signed(scene.desk, lambda: decide(scene.desk, "stale", scene.other))
    put_back(scene, copy)
    assert set(caught(scene)) == {"witness", "alarm rolled-back"}
    with sit_down(scene.path.parent, "mira", scene.desk._clock) as desk:
        before = head(desk)
        with pytest.raises(Refusal, match="the witness saw entry") as refused:
            signed(desk, lambda: decide(desk, "stale", scene.other))
        assert (refused.value.hint or "").count("memdesk witness succeed") == 1
        assert head(desk) == before


def test_so_is_a_history_that_went_on_from_yesterdays_file_elsewhere(scene: Scene) -> None:
    """Caught by the witness, though each decision of the other history is signed well."""
    copy = yesterday(scene)
    signed(scene.desk, lambda: decide(scene.desk, "stale", scene.other))
    put_back(scene, copy)
    scene.desk.close()
    elsewhere = scene.path.parent / "elsewhere"
    elsewhere.mkdir()
    shutil.move(scene.path, elsewhere / "memory.db")
    with sit_down(elsewhere, "mira", scene.desk._clock) as desk:
        signed(desk, lambda: decide(desk, "keep", scene.item), key=a_key(scene.path.parent, "owner"))
        assert findings(desk) == []
    shutil.move(elsewhere / "memory.db", scene.path)
    found = caught(scene)
    assert set(found) == {"witness", "alarm forked"}


def test_a_tail_that_is_cut_off_is_told_by_the_witness(scene: Scene) -> None:
    """Caught by the witness: numbers, chain and tables agree."""
    last = head(scene.desk)
    signed(scene.desk, lambda: decide(scene.desk, "stale", scene.other))
    with opened(scene.path) as conn:
        for table in ("log", "payloads"):
            conn.execute(f"DELETE FROM {table} WHERE seq > ?", (last,))
    drawn_anew(scene)
    assert set(caught(scene)) == {"witness", "alarm rolled-back"}


def test_so_is_one_that_is_cut_in_the_middle_of_a_plan(scene: Scene) -> None:
    """Caught by the text of the plan, and by the witness."""
    with opened(scene.path) as conn:
        for table in ("log", "payloads"):
            conn.execute(f"DELETE FROM {table} WHERE seq > ?", (scene.seq,))
    drawn_anew(scene)
    found = caught(scene)
    assert {"decisions", "witness", "alarm cut"} <= set(found)


def test_a_retirement_that_is_taken_out_of_the_log_is_told(scene: Scene) -> None:
    """Caught by the witness: whoever left is back only in a log that it does not know."""
    with a_person(scene.desk, "bob", Role.OWNER) as bob:
        who = id_of(bob)
    last = head(scene.desk)
    signed(scene.desk, lambda: scene.desk.authorize.retire(who))
    with opened(scene.path) as conn:
        for table in ("log", "payloads"):
            conn.execute(f"DELETE FROM {table} WHERE seq > ?", (last,))
    drawn_anew(scene)
    assert set(caught(scene)) == {"witness", "alarm rolled-back"}


def test_an_erasure_ticket_without_an_erasure_is_told(scene: Scene) -> None:
    """Caught by the payloads: words are gone that no decided erasure took."""
    seq = scene.desk.item(scene.item).row.body
    with opened(scene.path) as conn:
        conn.execute("INSERT INTO tickets VALUES (?, ?)", (seq, head(scene.desk)))
        conn.execute("DELETE FROM payloads WHERE seq = ?", (seq,))
    drawn_anew(scene)
    assert set(caught(scene)) & {"payloads", "tickets", "erasures"}


def test_nor_does_an_erasure_entry_that_nobody_decided_excuse_it(scene: Scene) -> None:
    """Caught by authority, and by the alarm."""
    seq = scene.desk.item(scene.item).row.body
    with opened(scene.path) as conn:
        made = entry(conn, Action.ERASE, ["memerase-2026-06-01-001"], {"payloads": True}, None, [seq])
        conn.execute("INSERT INTO tickets VALUES (?, ?)", (seq, made))
        conn.execute("DELETE FROM payloads WHERE seq = ?", (seq,))
    drawn_anew(scene)
    found = caught(scene)
    assert f"Entry {made} (erase) was decided by nobody." in found["authority"]
    assert "alarm forged" in found


@pytest.mark.parametrize("action", ["grant", "key", "decision", "enroll", "bootstrap"])
@pytest.mark.parametrize("body", [b"", b"\xff\x00", b"7", b"[]", b"{", b"null"], ids=repr)
def test_bytes_that_are_no_payload_are_told_and_stop_nobody_from_looking(
    scene: Scene, action: str, body: bytes
) -> None:
    """Caught by the payloads; a desk opens all the same."""
    with opened(scene.path) as conn:
        (seq,) = conn.execute("SELECT max(seq) FROM log WHERE action = ?", (action,)).fetchone()
        conn.execute("UPDATE payloads SET body = ? WHERE seq = ?", (body, seq))
    scene.desk.close()
    found = caught(scene)
    assert "payloads" in found


def test_a_plan_that_was_signed_and_kept_back_is_told_when_its_row_had_moved(scene: Scene, tmp_path: Path) -> None:
    """Caught by judging what its author saw: somebody who got hold of the signed text appends it later, back-dated."""
    keep = {"set": {"status": "active"}, "before": {"status": "pending-cleanup"}}
    draft = Draft(Action.REVIEW, (scene.other,), {"verb": "keep", "reason": "other", "shown": "opened", **keep})
    kept = vouched(scene.desk, "keep", [scene.other], draft, signers=[signer(a_key(tmp_path, "owner"))])
    seen, at = head(scene.desk), scene.desk.now()
    signed(scene.desk, lambda: decide(scene.desk, "stale", scene.other))
    plan = slip_in(scene.desk, kept, at=at)[0].subjects[0]
    sentence = f"{scene.other} had moved since entry {seen}, which its author saw"
    assert fault(scene.desk, plan) == sentence
    assert findings(scene.desk, "authority") == [f"{plan} may not have been decided so: {sentence}."]
    assert "forged" in alarms(scene.desk)
