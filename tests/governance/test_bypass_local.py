"""Notes beside the log, and the witness itself, in the hands of somebody who can write both."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from governance.committing import Asked
from governance.desk import Desk
from governance.errors import Refusal
from store.records.entry import Draft
from store.records.words import Action
from tests.governance.builders import decide, head, seen, stage
from tests.governance.bypassing import appended
from tests.governance.signed import a_signed_desk, alarms, an_item, findings, signed, sit_down


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A store in which one decision was signed."""
    with a_signed_desk(tmp_path) as made:
        signed(made, lambda: decide(made, "stale", an_item(made)))
        yield made


def noted(desk: Desk, name: str, value: object) -> None:
    """Change a note beside the log."""
    with closing(sqlite3.connect(desk.path, isolation_level=None)) as bare:
        bare.execute("INSERT OR REPLACE INTO local_meta VALUES (?, ?)", (name, value))


def a_forgery(desk: Desk, name: str) -> int:
    appended(desk, Draft(Action.REVIEW, (name,), {"verb": "stale", "set": {"status": "stale"}}))
    return head(desk)


def test_a_mark_that_says_all_was_verified_hides_nothing_from_a_whole_check_or_from_an_alarm(desk: Desk) -> None:
    """Caught by `verify` and by the alarm: neither goes by the mark."""
    seq = a_forgery(desk, an_item(desk))
    noted(desk, "verified_seq", head(desk))
    noted(desk, "verified_at", desk.now())
    sentence = f"Entry {seq} (review) was decided by nobody."
    assert sentence in findings(desk)
    assert alarms(desk) == ["forged"]
    with desk.store.reading() as conn:
        reached = conn.execute("SELECT hash FROM log WHERE seq = ?", (head(desk),)).fetchone()[0]
    noted(desk, "verify_reached", f"{head(desk)} {reached}")
    assert sentence in findings(desk, resume=True), "one that was interrupted had not come to these steps"


def test_an_open_desk_tells_of_what_comes_while_it_is_open(desk: Desk) -> None:
    """Caught by the alarm, without being opened anew."""
    assert alarms(desk) == []
    item = an_item(desk)
    assert alarms(desk) == []
    with sit_down(desk.path.parent, "mira", desk._clock) as other:
        a_forgery(other, item)
    assert alarms(desk) == ["forged"]
    assert alarms(desk) == ["forged"], "it does not fall silent"


def test_whoever_signs_is_shown_what_was_slipped_into_their_plan(desk: Desk) -> None:
    """Caught by the person: what is staged lies beside the log, and all of it is shown before the key is used."""
    mine, theirs = an_item(desk, text="mine"), an_item(desk, text="theirs")
    stage(desk, "stale", mine)
    shown = seen(desk, theirs)
    with closing(sqlite3.connect(desk.path, isolation_level=None)) as bare:
        body = json.loads(bare.execute("SELECT body FROM local_plan").fetchone()[0])
        body |= {"targets": [theirs], "seen": shown}
        bare.execute("INSERT INTO local_plan VALUES ('mira', 9, ?)", (json.dumps(body),))
    told: list[Asked] = []

    def ask(asked: Asked) -> None:
        told.append(asked)
        raise _No

    desk.ask = ask
    before = head(desk)
    with pytest.raises(_No):
        signed(desk, desk.apply)
    assert told[0].ids == (mine, theirs)
    assert {change.id for change in told[0].changes} == {mine, theirs}
    assert head(desk) == before


class _No(Exception):
    """The person said no."""


def test_what_is_slipped_in_while_a_person_looks_is_not_signed(desk: Desk) -> None:
    """Refused: the text was final before, and the plan is held against it under the lock."""
    mine, theirs = an_item(desk), an_item(desk)
    stage(desk, "stale", mine)
    shown = seen(desk, theirs)

    def ask(_: Asked) -> None:
        with closing(sqlite3.connect(desk.path, isolation_level=None)) as bare:
            body = json.loads(bare.execute("SELECT body FROM local_plan").fetchone()[0])
            body |= {"targets": [theirs], "seen": shown}
            bare.execute("UPDATE local_plan SET body = ?", (json.dumps(body),))

    desk.ask = ask
    with pytest.raises(Refusal, match="was changed meanwhile"):
        signed(desk, desk.apply)
    assert {desk.item(one).row.status for one in (mine, theirs)} == {"active"}


# the witness


def yesterday(desk: Desk, *, witness: bool) -> Path:
    """A copy of the store, and perhaps of its witness, as they are now."""
    desk.store.writer().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    folder = desk.path.with_name("yesterday")
    folder.mkdir()
    shutil.copy2(desk.path, folder / "memory.db")
    if witness:
        shutil.copytree(desk.homes.state, folder / "state")
    return folder


def put_back(desk: Desk, folder: Path) -> None:
    """Yesterday's store in place of today's, and yesterday's witness with it."""
    desk.close()
    for suffix in ("-wal", "-shm"):
        desk.path.with_name(desk.path.name + suffix).unlink(missing_ok=True)
    shutil.copy2(folder / "memory.db", desk.path)
    if (folder / "state").exists():
        shutil.rmtree(desk.homes.state)
        shutil.copytree(folder / "state", desk.homes.state)


def verdict(desk: Desk) -> tuple[set[str], list[str]]:
    """The steps that find something in a desk that is opened anew, and the alarms it raises."""
    with sit_down(desk.path.parent, "mira", desk._clock) as again:
        return {one.step for one in again.verify(replay=True).findings}, alarms(again)


def test_where_the_witness_is_put_back_too_only_a_copy_elsewhere_tells(desk: Desk, tmp_path: Path) -> None:
    """Caught by `verify`, through the copy: it knows more than the witness here."""
    copy = tmp_path / "elsewhere" / "witness.jsonl"
    copy.parent.mkdir()
    assert desk.witness_add(copy) is None
    folder = yesterday(desk, witness=True)
    signed(desk, lambda: decide(desk, "stale", an_item(desk)))
    put_back(desk, folder)
    steps, _ = verdict(desk)
    assert steps == {"witness"}
    with sit_down(tmp_path, "mira", desk._clock) as again:
        assert any(f"{copy} knows 1 more lines than the witness here" in one for one in findings(again))
        assert any("was put in its place" in one for one in findings(again))


def test_and_without_a_copy_elsewhere_nothing_tells(desk: Desk) -> None:
    """NOT caught. This is the limit: who can write the store and everything that knows of it can turn back time."""
    folder = yesterday(desk, witness=True)
    signed(desk, lambda: decide(desk, "stale", an_item(desk)))
    put_back(desk, folder)
    assert verdict(desk) == (set(), [])


def test_a_store_that_is_put_back_alone_is_told_by_its_own_witness(desk: Desk) -> None:
    """Caught by the witness."""
    folder = yesterday(desk, witness=False)
    signed(desk, lambda: decide(desk, "stale", an_item(desk)))
    put_back(desk, folder)
    assert verdict(desk) == ({"witness"}, ["rolled-back"])


def test_a_note_that_no_witness_is_kept_is_not_believed_where_there_is_one(desk: Desk) -> None:
    """Caught by the witness: the file counts, and no note beside the log."""
    folder = yesterday(desk, witness=False)
    signed(desk, lambda: decide(desk, "stale", an_item(desk)))
    put_back(desk, folder)
    noted(desk, "witness", "none")
    assert verdict(desk) == ({"witness"}, ["rolled-back"])


def test_a_witness_that_was_deleted_begins_anew_and_is_told_by_a_copy_elsewhere_alone(
    desk: Desk, tmp_path: Path
) -> None:
    """Caught by the list of copies, which lies elsewhere; where that is deleted too, somebody has to name the copy."""
    copy = tmp_path / "elsewhere.jsonl"
    desk.witness_add(copy)
    folder = yesterday(desk, witness=False)
    signed(desk, lambda: decide(desk, "stale", an_item(desk)))
    put_back(desk, folder)
    shutil.rmtree(desk.homes.state)
    assert verdict(desk) == ({"witness"}, ["rolled-back"])
    shutil.rmtree(desk.homes.config / "witness")
    assert verdict(desk) == (set(), []), "NOT caught: there is nothing left here that knows"
    with sit_down(tmp_path, "mira", desk._clock) as again:
        told = again.witness_add(copy)
    assert told is not None
    assert told.code == "rolled-back"


def test_a_witness_that_was_edited_is_told(desk: Desk) -> None:
    """Caught by the signature that stands in it, and by the pin."""
    path = next((desk.homes.state / "witness").glob("*.jsonl"))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines).replace('\\"stale\\"', '\\"keep\\"'))
    desk.close()
    assert verdict(desk)[0] == {"witness"}
    path.write_text("".join(lines[1:]))
    steps, told = verdict(desk)
    assert (steps, told) == ({"witness"}, ["unwitnessed"])
