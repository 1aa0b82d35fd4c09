"""Hands that try to make an older value the current one by writing its words right: a correction is no newer fact."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.words import Reason
from tests.governance.builders import a_desk, decide, item, made, sound, stage, untouched
from tests.governance.influence.learned import results, typed
from tests.governance.standings import PENDING
from tests.tui.cli import run
from tests.tui.commands.conftest import seen

CLAIM = {"provenance": "spec", "valid_from": "2026-01-01"}
WORDS = "the port is 80, as the spec says"


def port(desk: Desk, text: str, date: str | None, **more: Any) -> str:
    """A value of one subject that bears an action."""
    return typed(desk, "semantic", text, CLAIM, kind="state", date=date, confidence="confirmed", **more)


def current(desk: Desk, role: str = "action-premise") -> tuple[str, ...]:
    """What answers as a premise, by its id."""
    return tuple(one.memory_id for one in results(desk.recalling.recall("port", payloads=5, use_role=role)))


def picked(desk: Desk) -> list[str]:
    """Which row of each conflict of ports stands for the answer."""
    conflicts = desk.recalling.recall("port", payloads=5).conflicts
    return [row.memory_id for one in conflicts if one.code == "subject" for row in one.rows if row.current]


@pytest.mark.parametrize("reason", [Reason.WRONG_WORDS, Reason.NO_LONGER_TRUE, Reason.OTHER])
@pytest.mark.parametrize("date", ["2026-05-01", None], ids=str)
def test_an_older_value_that_is_written_right_is_current_no_more_than_before(
    desk: Desk, reason: Reason, date: str | None
) -> None:
    old, new = port(desk, "the prot is 80", date), port(desk, "the port is 81", "2026-05-20")
    assert current(desk) == (new,)
    applied = decide(desk, "correct", old, text=WORDS, reason=reason)
    right = made(applied, old)
    assert item(desk, right).strip.date == date
    assert (current(desk), current(desk, "constraint"), picked(desk)) == ((new,), (new,), [new])
    sound(desk)


def test_an_older_value_that_was_written_right_again_and_again_is_not_current(desk: Desk) -> None:
    name, new = port(desk, "the prot is 80", "2026-05-01"), port(desk, "the port is 81", "2026-05-20")
    for n in range(3):
        name = made(decide(desk, "correct", name, text=f"{WORDS}, {n}"), name)
    assert (item(desk, name).strip.date, current(desk)) == ("2026-05-01", (new,))


def test_a_newer_value_that_is_written_right_stays_current(desk: Desk) -> None:
    port(desk, "the port is 81", "2026-05-01")
    new = port(desk, "the prot is 80", "2026-05-20")
    right = made(decide(desk, "correct", new, text=WORDS), new)
    assert (current(desk), picked(desk)) == ((right,), [right])


def test_another_source_alone_makes_no_value_newer(desk: Desk) -> None:
    old, new = port(desk, "the port is 80", "2026-05-01"), port(desk, "the port is 81", "2026-05-20")
    right = made(decide(desk, "correct", old, source="the spec, page 4"), old)
    assert (item(desk, right).strip.date, current(desk)) == ("2026-05-01", (new,))


def test_the_undo_of_a_correction_changes_no_more_which_value_is_current(desk: Desk) -> None:
    old, new = port(desk, "the prot is 80", "2026-05-01"), port(desk, "the port is 81", "2026-05-20")
    for name, stands in ((old, False), (new, True)):
        applied = decide(desk, "correct", name, text=f"{WORDS} of {name}")
        right = made(applied, name)
        assert current(desk) == ((right,) if stands else (new,))
        undone = desk.undo(applied.plan)
        assert current(desk) == (new,)
        desk.undo(undone.plan)
        assert current(desk) == ((right,) if stands else (new,))
    sound(desk)


def test_on_the_command_line_no_correction_makes_an_older_value_current(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_desk(tmp_path, who=getpass.getuser()) as desk:
        old, new = port(desk, "the prot is 80", "2026-05-01"), port(desk, "the port is 81", "2026-05-20")
    monkeypatch.setenv("MEMDESK_STORE", str(tmp_path / "memory.db"))
    asking = ("recall", "port", "--use-role", "action-premise", "--json")
    before = run(*asking).json
    words = ("decide", "correct", old, "--reason", "wrong-words", "--text", WORDS)
    done = run(*words, "--json", "--seen", seen(old))
    assert done.code == 0, done.err
    after = run(*asking).json
    ids = [[one["memory_id"] for group in told["groups"] for one in group["results"]] for told in (before, after)]
    assert ids == [[new], [new]]
    assert run("undo", "--yes").code == 0
    assert [one["memory_id"] for group in run(*asking).json["groups"] for one in group["results"]] == [new]


# of one date, where the row that came last stands for the answer


@pytest.mark.parametrize("date", ["2026-05-20", None], ids=str)
def test_of_two_values_of_one_date_the_first_does_not_come_last_by_being_written_right(
    desk: Desk, date: str | None
) -> None:
    first, last = port(desk, "the prot is 80", date), port(desk, "the port is 81", date)
    assert current(desk) == (last,)
    before = untouched(desk)
    more: Any
    for more in ({"text": WORDS}, {"source": "the spec, page 4"}):
        with pytest.raises(Refusal, match=f"{last} bears its date and came after it") as refused:
            decide(desk, "correct", first, **more)
        assert (refused.value.kind, refused.value.ids) == (RefusalKind.RULE, (first,))
    assert (untouched(desk), current(desk)) == (before, (last,))
    right = made(decide(desk, "correct", last, text=WORDS), last)
    assert current(desk) == (right,)
    sound(desk)


def test_values_of_one_date_that_are_written_right_in_one_act_keep_their_order(desk: Desk) -> None:
    first, last = port(desk, "the prot is 80", "2026-05-20"), port(desk, "the prot is 81", "2026-05-20")
    before = untouched(desk)
    with pytest.raises(Refusal, match="came after it"):
        decide(desk, "correct", last, first, text=WORDS)
    assert untouched(desk) == before
    applied = decide(desk, "correct", first, last, text=WORDS)
    [made_first, made_last] = [name for name in applied.ids if name not in (first, last)]
    assert (current(desk), made_first < made_last) == ((made_last,), True)


@pytest.mark.parametrize("status", [PENDING, "stale"])
def test_what_stands_no_more_does_not_come_back_as_the_last_of_its_date(desk: Desk, status: str) -> None:
    first = port(desk, "the prot is 80", "2026-05-20", status=status)
    last = port(desk, "the port is 81", "2026-05-20")
    with pytest.raises(Refusal, match="came after it"):
        decide(desk, "correct", first, text=WORDS)
    assert current(desk) == (last,)


def test_no_value_comes_last_of_its_date_under_a_subject_that_another_row_has(desk: Desk) -> None:
    first = port(desk, "the port is 80", "2026-05-20", subject="gateway:prot")
    last = port(desk, "the port is 81", "2026-05-20", subject="gateway:port")
    with pytest.raises(Refusal, match="came after it"):
        decide(desk, "correct", first, subject="gateway:port")
    assert set(current(desk)) == {first, last}


@pytest.mark.parametrize(
    "other",
    [
        {"words": {"project": "cedar"}},
        {"words": {"scope": "elsewhere"}},
        {"date": "2026-05-21"},
        {"date": "2026-05-01"},
        {"status": "stale"},
    ],
    ids=["another project", "another scope", "a later date", "an earlier date", "a row that was judged stale"],
)
def test_a_value_that_came_later_hinders_no_correction_where_it_is_no_tie(desk: Desk, other: dict[str, Any]) -> None:
    first = port(desk, "the prot is 80", "2026-05-20")
    port(desk, "the port is 81", **{"date": "2026-05-20"} | other)
    assert item(desk, made(decide(desk, "correct", first, text=WORDS), first)).strip.date == "2026-05-20"


def test_a_value_in_doubt_that_came_later_of_its_date_is_not_overtaken_either(desk: Desk) -> None:
    first = port(desk, "the prot is 80", "2026-05-20")
    last = port(desk, "the port is 81", "2026-05-20", status=PENDING)
    with pytest.raises(Refusal, match=f"{last} bears its date and came after it"):
        decide(desk, "correct", first, text=WORDS)


def test_a_correction_that_was_staged_before_another_value_of_its_date_came_is_not_applied(desk: Desk) -> None:
    first = port(desk, "the prot is 80", "2026-05-20")
    stage(desk, "correct", first, text=WORDS)
    last = port(desk, "the port is 81", "2026-05-20")
    with pytest.raises(Refusal):
        desk.apply()
    with pytest.raises(Refusal, match="came after it"):
        desk.restage(1)
    assert current(desk) == (last,)


def test_once_one_of_them_is_current_on_grounds_its_words_are_written_right(desk: Desk) -> None:
    first, last = port(desk, "the prot is 80", "2026-05-20"), port(desk, "the port is 81", "2026-05-20")
    decide(desk, "current", first, last, owner="mira")
    right = made(decide(desk, "correct", first, text=WORDS), first)
    assert current(desk) == (right,)


def test_a_record_whose_date_is_missing_still_lacks_it_once_its_words_are_right(desk: Desk) -> None:
    old = port(desk, "the prot is 80", None, drift=["kind-unknown", "date-missing"])
    new = port(desk, "the port is 81", "2026-05-20")
    right = made(decide(desk, "correct", old, text=WORDS), old)
    assert (item(desk, right).row.drift, item(desk, right).strip.date) == (("date-missing",), None)
    assert current(desk) == (new,)
    assert dict(item(desk, right).suggestion)["date"] == old[4:14]
    sound(desk)
