"""The plan is a staging area: it outlives its desk, says what moved, and is applied whole or not at all."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from governance.authority.people import Person
from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from governance.plan import Choice, compile_plan
from store import local
from store.database import Store
from store.records.words import Assurance, Reason, Shown
from tests.clock import StillClock
from tests.governance.builders import (
    a_block,
    a_topic,
    an_item,
    beside,
    decide,
    head,
    item,
    micros,
    rows,
    seen,
    sound,
    stage,
    untouched,
)
from tests.governance.standings import PENDING


def pending(desk: Desk, text: str = "retries are safe") -> str:
    return an_item(desk, status=PENDING, text=text)


def test_staging_moves_nothing_and_shows_what_would(desk: Desk) -> None:
    name = pending(desk)
    before = head(desk), rows(desk)
    view = stage(desk, "stale", name, note=" why ")
    assert (head(desk), rows(desk)) == before
    staged = view.staged[0]
    assert (staged.n, staged.verb, staged.targets, staged.note) == (1, "stale", (name,), "why")
    assert (staged.shown, staged.staged_at, staged.moved, staged.refusal) == (Shown.LISTED, desk.now(), (), None)
    assert [(c.field, c.before, c.after) for c in staged.changes] == [("status", PENDING, "stale")]
    assert view.ready
    assert desk.overview().staged == 1


def test_applying_appends_one_decision_and_its_effects_and_empties_the_plan(desk: Desk) -> None:
    names = [pending(desk), pending(desk), pending(desk)]
    for verb, name in zip(("keep", "stale", "cool"), names, strict=True):
        stage(desk, verb, name)
    at = head(desk)
    applied = desk.apply()
    assert (applied.seq, applied.decisions, applied.entries, head(desk)) == (at + 1, 3, 4, at + 4)
    assert applied.ids == tuple(names)
    assert desk.plan().staged == ()
    assert [item(desk, name).row.status for name in names] == ["active", "stale", "active"]
    assert desk.plans()[0] == applied
    sound(desk)


def test_one_bad_decision_applies_none_and_drops_none(desk: Desk) -> None:
    good, bad, last = pending(desk), pending(desk), pending(desk)
    for name in (good, bad, last):
        stage(desk, "keep", name)
    decide(desk, "stale", bad)
    before = untouched(desk)
    with pytest.raises(Refusal) as refused:
        desk.apply()
    assert (refused.value.kind, refused.value.ids) == (RefusalKind.MOVED, (bad,))
    assert untouched(desk) == before
    view = desk.plan()
    assert [bool(s.moved) for s in view.staged] == [False, True, False]
    assert [(c.field, c.before, c.after) for c in view.staged[1].moved] == [("status", PENDING, "stale")]
    assert not view.ready


def test_a_moved_decision_is_decided_again_or_taken_back(desk: Desk) -> None:
    first, second = pending(desk), pending(desk)
    stage(desk, "keep", first)
    stage(desk, "keep", second)
    for name in (first, second):
        decide(desk, "stale", name)
    again = desk.restage(1).staged[0]
    assert (again.moved, again.shown, again.seen) == ((), Shown.PREVIEWED, tuple(seen(desk, first)))
    assert [s.n for s in desk.unstage(2).staged] == [1]
    desk.apply()
    assert [item(desk, name).row.status for name in (first, second)] == ["active", "stale"]


def test_a_decision_that_no_longer_fits_says_why_and_cannot_be_restaged(desk: Desk) -> None:
    name = pending(desk)
    stage(desk, "keep", name)
    decide(desk, "keep", name)
    staged = desk.plan().staged[0]
    assert staged.refusal == f"keep is refused. {name}: it is active already."
    assert staged.moved
    with pytest.raises(Refusal, match="it is active already"):
        desk.restage(1)
    assert desk.plan().staged[0] == staged


def test_a_part_of_the_plan_can_be_applied(desk: Desk) -> None:
    names = [pending(desk), pending(desk), pending(desk)]
    for name in names:
        stage(desk, "keep", name)
    desk.apply(only=[1, 3])
    assert [s.n for s in desk.plan().staged] == [2]
    for only in ([], [9], [2, 9]):
        with pytest.raises(Refusal) as refused:
            desk.apply(only=only)
        assert refused.value.kind is RefusalKind.NOT_FOUND
    assert [item(desk, name).row.status for name in names] == ["active", PENDING, "active"]


def test_an_empty_plan_is_neither_applied_nor_taken_back_from(desk: Desk) -> None:
    before = untouched(desk)
    for act in (desk.apply, desk.unstage):
        with pytest.raises(Refusal, match="The plan is empty"):
            act()
    with pytest.raises(Refusal, match="The plan has no decision 7"):
        desk.restage(7)
    assert untouched(desk) == before


def test_taking_back_takes_the_last_and_no_number_is_given_twice(desk: Desk) -> None:
    for _ in range(3):
        stage(desk, "keep", pending(desk))
    assert [s.n for s in desk.unstage().staged] == [1, 2]
    assert [s.n for s in desk.unstage(1).staged] == [2]
    assert [s.n for s in stage(desk, "keep", pending(desk)).staged] == [2, 4]
    with pytest.raises(Refusal, match="The plan has no decision 1"):
        desk.unstage(1)


def test_a_target_is_decided_once_in_a_plan(desk: Desk) -> None:
    name, other = pending(desk), pending(desk)
    stage(desk, "keep", name)
    with pytest.raises(Refusal, match=f"{name} is decided already in the plan \\(number 1, keep\\)"):
        stage(desk, "stale", other, name)
    body = desk.plan().staged[0]
    choice = Choice("stale", body.targets, Reason.OTHER, Shown.LISTED, body.seen, (2,))
    local.stage(desk.store, "mira", choice.to_json())  # two screens staged it at the same moment
    before = untouched(desk)
    with pytest.raises(Refusal, match=f"{name} is decided twice in this plan"):
        desk.apply()
    assert untouched(desk) == before


@pytest.mark.parametrize("what", ["item", "block", "topic"])
def test_a_digest_of_something_else_is_refused_and_nothing_is_changed(desk: Desk, what: str) -> None:
    builders: dict[str, Callable[[Desk], str]] = {"item": pending, "block": a_block, "topic": a_topic}
    name = builders[what](desk)
    right = seen(desk, name)[0]
    before = untouched(desk)
    for wrong, kind in (
        (["0" * 16], RefusalKind.MOVED),
        ([right.upper()], RefusalKind.MOVED),
        ([""], RefusalKind.MOVED),
        ([], RefusalKind.BAD_INPUT),
        ([right, right], RefusalKind.BAD_INPUT),
    ):
        for act in (desk.stage, desk.decide):
            with pytest.raises(Refusal) as refused:
                act("defer", [name], {}, reason=Reason.LATER, seen=wrong, shown=Shown.LISTED)
            assert refused.value.kind is kind
    assert untouched(desk) == before


@pytest.mark.parametrize("moved", [0, 1, 2])
def test_each_of_several_targets_is_held_to_what_was_seen_of_it(desk: Desk, moved: int) -> None:
    names = [pending(desk), pending(desk), pending(desk)]
    shown = seen(desk, *names)
    decide(desk, "defer", names[moved])  # it moved, and keeping it would still fit
    before = untouched(desk)
    with pytest.raises(Refusal) as refused:
        desk.decide("keep", names, {}, reason=Reason.OTHER, seen=shown, shown=Shown.LISTED)
    assert (refused.value.kind, refused.value.ids) == (RefusalKind.MOVED, (names[moved],))
    assert untouched(desk) == before


def test_what_moves_beside_an_item_moves_its_digest(desk: Desk) -> None:
    newer, against = an_item(desk, kind="state"), an_item(desk, text="retries are not safe")
    old = an_item(desk, kind="state", subject="x", status=PENDING, superseded_by=newer)
    doubted = an_item(desk, status=PENDING, links=[("contradicted-by", against)])
    for name, other in ((old, newer), (doubted, against)):
        stage(desk, "stale", name)
        decide(desk, "stale", other)
        moved = desk.plan().staged[-1].moved
        assert [(c.id, c.field) for c in moved] == [(name, "beside")]
        with pytest.raises(Refusal, match="changed since it was shown"):
            desk.apply()


def test_a_row_and_its_detail_show_one_digest(desk: Desk) -> None:
    an_item(desk, kind="state")
    names = [an_item(desk, kind="state"), pending(desk), an_item(desk, drift=["id-taken"])]
    assert [row.seen for row in desk.item_rows(names)] == seen(desk, *names)


def test_the_plan_is_the_same_for_every_desk_of_a_person_and_for_that_person_alone(desk: Desk) -> None:
    name, other = pending(desk), pending(desk)
    stage(desk, "keep", name)
    with beside(desk) as same, beside(desk, "ines") as ines:
        assert same.plan() == desk.plan()
        assert ines.plan().staged == ()
        stage(same, "stale", other)
        assert [s.n for s in desk.plan().staged] == [1, 2]
        same.apply()
        assert desk.plan().staged == ()
        with pytest.raises(Refusal, match="The plan is empty"):
            desk.apply()


def test_the_second_to_apply_gets_the_difference(desk: Desk) -> None:
    name = pending(desk)
    with beside(desk, "ines") as ines:
        stage(desk, "keep", name)
        stage(ines, "stale", name)
        ines.apply()
        with pytest.raises(Refusal) as refused:
            desk.apply()
        assert (refused.value.kind, refused.value.ids) == (RefusalKind.MOVED, (name,))
        moved = desk.plan().staged[0].moved
        assert [(c.field, c.before, c.after) for c in moved] == [("status", PENDING, "stale")]
        assert item(desk, name).history[-1].who == "ines"


def test_a_decision_taken_back_in_the_last_moment_is_not_applied(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    name = pending(desk)
    stage(desk, "keep", name)
    with beside(desk) as other:

        def slow(*args: object) -> object:
            other.unstage()
            return compile_plan(*args)  # type: ignore[arg-type]

        monkeypatch.setattr("governance.deciding.compile_plan", slow)
        with pytest.raises(Refusal, match="Decision 1 of the plan was changed meanwhile"):
            desk.apply()
    assert item(desk, name).row.status == PENDING


def test_a_capture_in_between_neither_moves_nor_delays_a_plan(desk: Desk) -> None:
    name = pending(desk)
    stage(desk, "keep", name)
    for n in range(5):
        an_item(desk, text=f"captured {n}")
    assert desk.plan().ready
    assert desk.apply().ids == (name,)


def test_a_staged_plan_outlives_a_process_that_was_killed(tmp_path: Path, desk: Desk) -> None:
    name = pending(desk)
    desk.close()
    script = (
        "import os, pathlib, sys\n"
        "from governance.authority.people import Person\n"
        "from governance.desk import Desk\n"
        "from store.database import Store\n"
        "from store.records.words import Assurance, Reason, Shown\n"
        "desk = Desk(Store(pathlib.Path(sys.argv[1])), lambda: 7, Person('mira', Assurance.OS_USER))\n"
        "seen = [desk.item(sys.argv[2]).seen]\n"
        "desk.stage('keep', [sys.argv[2]], {}, reason=Reason.OTHER, note='early', seen=seen, shown=Shown.OPENED)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(desk.path), name], cwd=Path(__file__).parents[2])
    assert done.returncode == -9
    with Desk(Store(tmp_path / "memory.db"), micros(StillClock()), Person("mira", Assurance.OS_USER)) as again:
        assert [(s.verb, s.note, s.moved) for s in again.plan().staged] == [("keep", "early", ())]
        again.apply()
        assert item(again, name).row.status == "active"
