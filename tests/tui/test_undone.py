"""What an undo undid is said in words: which verbs, on how many and on which."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from store.records.views import Applied, Done
from tests.governance.builders import a_desk, an_item, decide, stage
from tests.governance.standings import PENDING
from tests.tui.desks import desk_app, press, told, until
from tui.wording.undone import undone_sentence

NAMES = tuple(f"mem-2026-06-01-00{n}" for n in range(1, 6))


def plan(*done: Done, **more: Any) -> Applied:
    return Applied(plan="plan-2026-06-01-001", seq=10, decisions=len(done), entries=3, ids=NAMES, done=done, **more)


@pytest.mark.parametrize(
    ("done", "said"),
    [
        ((Done(verb="stale", ids=NAMES[:1]),), "stale 1 on mem-2026-06-01-001 (plan-2026-06-01-001)"),
        (
            (Done(verb="defer", ids=NAMES), Done(verb="keep", ids=NAMES[:1])),
            f"not now 5 on {', '.join(NAMES[:3])} and 2 more, keep 1 on {NAMES[0]} (plan-2026-06-01-001)",
        ),
        ((Done(verb="new-lane", ids=()),), "new lane 1 on mem-2026-06-01-001, mem-2026-06-01-002"),
        ((Done(verb="withdraw", ids=("new:1",)), Done(verb="keep", ids=NAMES[:1])), "withdraw 1, keep 1 on mem-2026"),
    ],
)
def test_the_sentence_names_each_verb_with_how_many_and_the_first_of_them(done: tuple[Done, ...], said: str) -> None:
    assert undone_sentence(plan(*done), plan()).startswith(f"Undone: {said}")


def test_an_undo_that_is_undone_is_told_as_one() -> None:
    told = undone_sentence(plan(Done(verb="undo", ids=NAMES[:1]), undoes="plan-2026-06-01-000"), plan())
    assert "which undid plan-2026-06-01-000" in told
    assert told.endswith("3 entries added; the log is at 12.")


@pytest.mark.anyio
async def test_the_screen_says_what_it_undid(tmp_path: Path) -> None:
    with a_desk(tmp_path) as desk:
        names = [an_item(desk, text=f"fact {n}", status=PENDING) for n in range(2)]
        for name in names:
            stage(desk, "keep", name)
        applied = desk.apply()
        assert [(one.verb, one.ids) for one in applied.done] == [("keep", (name,)) for name in names]
        assert applied.each == ("keep", "keep")
        other = decide(desk, "stale", names[0])
        desk.undo(other.plan)
    async with desk_app(tmp_path / "memory.db") as (pilot, desk):
        await press(pilot, "U")
        await until(pilot, "keep 2")
        await press(pilot, *"keep", "enter")
        await press(pilot, "y")
        assert desk.plans(1)[0].undoes == applied.plan
        assert f"Undone: keep 2 on {names[0]}, {names[1]} ({applied.plan})" in told(pilot)
