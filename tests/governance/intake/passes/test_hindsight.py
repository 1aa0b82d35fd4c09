"""What a pass did, looked at afterwards: no plan of a person's, part of a past that can be gone back to."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.words import Action, Place, Status
from tests.governance.builders import a_desk, head
from tests.governance.intake.passes.passing import both, port, row, send, sound, standing

OF_PASSES = (Action.ARCHIVE, Action.ADD, Action.SUPERSEDE, Action.PENDING_CLEANUP, Action.SUGGEST, Action.AUTODREAM)


def scene(desk: Desk) -> tuple[str, str]:
    """State that gives way, knowledge that is doubted, and two texts that are nearly the same; (old, new) state."""
    old, new = port(desk, "the port is 80", "2026-05-01"), port(desk, "the port is 81", "2026-05-02")
    safe = send(desk, "retries are safe after a timeout")
    send(desk, "retries are not safe after a timeout")
    send(desk, "the write had happened by then", refutes=[send(desk, "a timeout means that nothing was written")])
    assert safe
    return old, new


def test_a_pass_is_no_plan_and_cannot_be_undone_as_one(desk: Desk) -> None:
    scene(desk)
    report = both(desk)
    entries = [entry for entry in desk.log_rows(desk.log_keys()) if entry.action in OF_PASSES]
    assert {entry.action for entry in entries} == set(OF_PASSES)
    assert desk.plans() == ()
    before = head(desk)
    for name in {report.run, *(name for entry in entries for name in entry.subjects)}:
        with pytest.raises(Refusal) as refused:
            desk.undo(name)
        assert refused.value.kind is RefusalKind.NOT_FOUND
    assert head(desk) == before


def test_the_store_as_it_was_before_a_pass_shows_what_it_moved_where_it_was(desk: Desk) -> None:
    old, new = scene(desk)
    came = head(desk)
    desk.intake.archive()
    archived = head(desk)
    desk.intake.distill()
    assert (row(desk, old).status, row(desk, new).place) == (Status.SUPERSEDED, Place.STORE)
    for seq, place in ((came, Place.INBOX), (archived, Place.ARCHIVED)):
        past = desk.at(seq)
        rows = [past.item(name).row for name in past.item_keys()]
        assert {(one.place, one.status) for one in rows} == {(place, Status.ACTIVE)}
        assert past.item(old).row.superseded_by is None
    assert desk.at(came).segments() == ()
    assert sound(desk)


@pytest.mark.parametrize("seed", range(6))
def test_cancelled_anywhere_and_gone_on_with_the_rows_are_those_of_one_pass(tmp_path: Path, seed: int) -> None:
    lot = random.Random(seed)

    def filled(name: str) -> Desk:
        desk = a_desk(tmp_path, file=name)
        scene(desk)
        for n in range(12):
            port(desk, f"the port was {n}", f"2026-05-{1 + n * 5 % 9:02d}")
            send(desk, f"thing number {n} of the quay is heavy in the {'morning' if n % 2 else 'evening'}")
        return desk

    with filled("straight.db") as straight, filled("cut.db") as cut:
        both(straight)
        cut.intake.archive()
        for _ in range(12):
            asked = lot.randint(0, 9)
            left = iter(range(asked))
            report = cut.intake.distill(batch=lot.randint(1, 5), cancelled=lambda left=left: next(left, None) is None)  # type: ignore[misc]
            assert report.cancelled
        cut.intake.distill()
        assert standing(cut) == standing(straight)
        assert pairs(cut) == pairs(straight)
        assert sound(cut)


def pairs(desk: Desk) -> list[str]:
    """The suggestions that stand."""
    with desk.store.reading() as conn:
        sql = "SELECT src || ' ' || relation || ' ' || dst FROM links WHERE relation LIKE 'possible-%' ORDER BY 1"
        return [found for (found,) in conn.execute(sql)]
