"""The rows of one conflict as a list: any of them is marked, and what a verb does not speak of stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from governance.desk import Desk
from store.records.words import Queue, Shown, Status
from tests.governance.builders import an_item, decide, stage
from tests.tui.desks import desk_app, memory_store, opened, pane_of, press, screen_of, text_of
from tests.tui.disputed import conflict_at
from tests.tui.keyed import toast
from tui.panes.conflict_rows import ConflictRows
from tui.widgets.sides import Sides

pytestmark = pytest.mark.anyio
MANY = 100


@pytest.fixture
def board(tmp_path: Path) -> tuple[Path, tuple[str, ...]]:
    """Three rows of one subject, and a claim that contradicts the first of them."""
    path = memory_store(tmp_path, "# M\n")
    with opened(path) as desk:
        claim = an_item(desk, text="the board never opens", date="2026-08-09")
        rows = [
            an_item(desk, kind="state", subject="board:opens", text=text, date=f"2026-08-0{n}")
            for n, text in enumerate(("案内板は八時に開く", "案内板は九時に開く", "案内板は十時半に開く"), 1)
        ]
        decide(desk, "contradict", claim, rows[0])
    return path, (*rows, claim)


@pytest.fixture
def many(tmp_path: Path) -> tuple[Path, tuple[str, ...]]:
    """A hundred rows of one subject, the newest id with the oldest date."""
    path = memory_store(tmp_path, "# M\n")
    with opened(path) as desk:
        names = [
            an_item(
                desk, kind="state", subject="host:port", text=f"port {n}", date=f"2026-0{9 - n // 20}-{20 - n % 20:02d}"
            )
            for n in range(MANY)
        ]
    return path, tuple(reversed(names))


async def within(pilot: Pilot[Any], desk: Desk, name: str) -> None:
    """Into the list of the rows of a conflict."""
    await press(pilot, "3", *["j"] * conflict_at(desk, name), "enter")
    assert isinstance(pane_of(pilot).listing, ConflictRows)


async def test_enter_lists_the_rows_by_date_each_with_its_words_and_esc_goes_back(
    board: tuple[Path, tuple[str, ...]],
) -> None:
    path, names = board
    async with desk_app(path) as (pilot, desk):
        await press(pilot, "3")
        assert "Enter opens two, lists more" in text_of(pilot)
        await press(pilot, "0")
        await within(pilot, desk, names[0])
        assert tuple(pane_of(pilot).table.keys) == names
        rows = [row for row in text_of(pilot).split("\n") if "2026-08-0" in row]
        assert "案内板は八時に開く" in rows[0]
        assert "the board never opens" in rows[3]
        await press(pilot, "escape")
        assert not isinstance(pane_of(pilot).listing, ConflictRows)


async def test_two_marked_rows_are_told_apart_and_the_others_stay(board: tuple[Path, tuple[str, ...]]) -> None:
    path, names = board
    async with desk_app(path) as (pilot, desk):
        await within(pilot, desk, names[0])
        await press(pilot, "space", "space", "colon", *"not the same", "enter", "enter")
        assert desk.plan().staged[0].targets == names[:2]
        await press(pilot, "ctrl+s", "y")
        assert set(desk.side_keys([names[0]])) == set(names), "each still disagrees with the third"
        await press(pilot, "g")
        shown = " ".join(text_of(pilot).split())
        assert f"same subject as {names[2]}; both still stand" in shown
        assert "the two beside each other were told apart" in shown
        await press(pilot, "g", "space", "j", "space", "colon", *"not the same", "enter", "enter", "ctrl+s", "y")
        assert set(desk.side_keys([names[0]])) == {names[0], names[3]}
        assert set(desk.side_keys([names[1]])) == set(names[1:3])


async def test_the_row_at_the_cursor_is_current_among_its_subject_and_the_claim_stays(
    board: tuple[Path, tuple[str, ...]],
) -> None:
    path, names = board
    async with desk_app(path) as (pilot, desk):
        await within(pilot, desk, names[0])
        await press(pilot, "<", "tab", *desk.person.name, "enter")
        (staged,) = desk.plan().staged
        assert (staged.targets[0], set(staged.targets)) == (names[0], set(names[:3]))
        await press(pilot, "ctrl+s", "y")
        assert desk.item(names[2]).row.superseded_by == names[0]
        assert desk.side_keys([names[0]]) == (names[0], names[3])


def beside(pilot: Pilot[Any]) -> tuple[tuple[str, ...], str]:
    """The rows that stand beside each other, and the one with the sign."""
    card = screen_of(pilot).detail.card
    assert card is not None
    (sides,) = (section.body for section in card.sections if isinstance(section.body, Sides))
    return tuple(sides.sides[at].id for at in sides.shown), sides.sides[sides.at].id


@pytest.mark.parametrize(
    ("way", "asked", "then", "at"),
    [((), ">", ("j", "<"), 1), (("G",), "<", ("k", "<"), 2)],
    ids=["at the first row", "at the last row"],
)
async def test_the_key_of_the_other_side_decides_nothing_and_says_which_key_leads_there(
    many: tuple[Path, tuple[str, ...]], way: tuple[str, ...], asked: str, then: tuple[str, ...], at: int
) -> None:
    path, names = many
    async with desk_app(path) as (pilot, desk):
        await within(pilot, desk, names[0])
        await press(pilot, *way, asked)
        assert f"{asked} is the other one of the two: {then[0]} goes there." in toast(pilot)
        assert not desk.plan().staged
        await press(pilot, *then, "tab", *desk.person.name, "enter")
        assert desk.plan().staged[0].targets[0] == names[at if at == 1 else MANY - at]


async def test_each_of_two_rows_beside_each_other_bears_the_key_that_makes_it_current(
    board: tuple[Path, tuple[str, ...]],
) -> None:
    path, names = board
    async with desk_app(path) as (pilot, desk):
        await within(pilot, desk, names[0])
        heads = next(row for row in text_of(pilot).split("\n") if f"< 2026-08-01 {names[0]}" in row)
        assert f"> 2026-08-02 {names[1]}" in heads


@pytest.mark.parametrize("keys", [("space", "j", "j", "space"), ("V", "V", "G", "V", "V")], ids=["space", "V"])
async def test_two_marked_rows_stand_beside_each_other_wherever_the_cursor_is(
    board: tuple[Path, tuple[str, ...]], keys: tuple[str, ...]
) -> None:
    path, names = board
    async with desk_app(path) as (pilot, desk):
        await within(pilot, desk, names[0])
        await press(pilot, *keys)
        assert beside(pilot) == ((names[0], names[3]), names[3])
        await press(pilot, "k")
        assert beside(pilot) == ((names[0], names[3]), names[0])
        await press(pilot, "escape")
        assert beside(pilot) == ((names[2], names[3]), names[2]), "without marks those at the cursor again"
        await press(pilot, "g", *keys, "colon", *"not the same", "enter", "enter")
        (staged,) = desk.plan().staged
        assert (staged.targets, staged.shown) == ((names[0], names[3]), Shown.OPENED)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
async def test_of_two_marked_rows_the_key_of_either_side_makes_it_current_wherever_the_cursor_is(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    path = memory_store(tmp_path, "# M\n")
    with opened(path) as desk:
        first, second = (
            an_item(desk, kind="state", subject="board:opens", text=text, date=date)
            for text, date in (("at eight", "2026-08-01"), ("at nine", "2026-08-03"))
        )
        decide(desk, "contradict", an_item(desk, text="it never opens", date="2026-08-02"), first)
    async with desk_app(path, size=size) as (pilot, desk):
        await within(pilot, desk, first)
        await press(pilot, "space", "j", "space", "k", ">")
        assert pane_of(pilot).table.key == second
        if size == (80, 24):
            assert "Now it is in sight: > makes it current." in toast(pilot)
            await press(pilot, ">")
        await press(pilot, "tab", *desk.person.name, "enter")
        assert desk.plan().staged[0].targets == (second, first)


@pytest.mark.parametrize("marks", [(), ("space", "j", "j", "space"), ("V", "G", "V")], ids=["none", "two", "all"])
async def test_whatever_is_marked_all_rows_of_the_subject_give_way_and_the_dialog_says_how_many_and_which(
    tmp_path: Path, marks: tuple[str, ...]
) -> None:
    path = memory_store(tmp_path, "# M\n")
    with opened(path) as desk:
        names = [
            an_item(desk, kind="state", subject="host:port", text=f"port {n}", date=f"2026-08-{n:02d}")
            for n in range(1, 7)
        ]
        decide(desk, "contradict", names[0], an_item(desk, text="it has no port", date="2026-08-09"))
    async with desk_app(path, size=(120, 40)) as (pilot, desk):
        await within(pilot, desk, names[0])
        await press(pilot, *marks, "g", "<")
        shown = " ".join(text_of(pilot).split())
        assert "The first row named is current; the 5 others give way to it" in shown
        assert all(f"2026-08-{n:02d} port {n}" in shown for n in range(1, 5))
        await press(pilot, "tab", *desk.person.name, "enter")
        (staged,) = desk.plan().staged
        assert (staged.targets[0], sorted(staged.targets)) == (names[0], names)


async def test_in_the_card_h_and_l_go_between_two_marked_rows(board: tuple[Path, tuple[str, ...]]) -> None:
    path, names = board
    async with desk_app(path, size=(80, 24)) as (pilot, desk):
        await within(pilot, desk, names[0])
        await press(pilot, "space", "j", "j", "space", "enter", "h")
        assert beside(pilot) == ((names[0], names[3]), names[0])
        assert "the board never opens" not in text_of(pilot)
        await press(pilot, "l")
        assert "the board never opens" in text_of(pilot)


async def test_the_title_of_the_list_ends_long_words_and_then_counts_the_rows(tmp_path: Path) -> None:
    path = memory_store(tmp_path, "# M\n")
    with opened(path) as desk:
        names = [an_item(desk, text=f"{n} words that go on and on and on and on and on and on") for n in range(3)]
        for name in names[1:]:
            decide(desk, "contradict", name, names[0])
    async with desk_app(path) as (pilot, desk):
        await within(pilot, desk, names[0])
        title = text_of(pilot).split("\n")[1]
        assert "0 words that go on and on and on and on…  3 rows ─" in title


async def test_whatever_is_marked_the_row_at_the_cursor_is_the_current_one(
    board: tuple[Path, tuple[str, ...]],
) -> None:
    path, names = board
    async with desk_app(path) as (pilot, desk):
        await within(pilot, desk, names[0])
        await press(pilot, "space", "space", "colon", *"is current", "enter", "tab", *desk.person.name, "enter")
        assert desk.plan().staged[0].targets == (names[2], names[0], names[1])


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)], ids=["80x24", "120x40", "200x50"])
async def test_of_a_hundred_rows_any_is_reached_and_made_current(
    many: tuple[Path, tuple[str, ...]], size: tuple[int, int]
) -> None:
    path, names = many
    async with desk_app(path, size=size) as (pilot, desk):
        await within(pilot, desk, names[0])
        assert tuple(pane_of(pilot).table.keys) == names
        await press(pilot, "G")
        assert "port 0" in text_of(pilot)
        await press(pilot, "k", "k", "<")
        if size == (80, 24):
            assert "Now it is in sight" in toast(pilot)
            await press(pilot, "<")
        await press(pilot, "tab", *desk.person.name, "enter", "ctrl+s", "y")
        assert desk.item(names[97]).row.status is Status.ACTIVE
        assert {desk.item(name).row.superseded_by for name in (names[0], names[99])} == {names[97]}
        assert desk.queue_keys(Queue.CONFLICTS) == ()


async def test_the_card_of_a_hundred_rows_names_few_and_says_how_many_there_are(
    many: tuple[Path, tuple[str, ...]],
) -> None:
    path, names = many
    async with desk_app(path) as (pilot, _):
        await press(pilot, "3")
        shown = " ".join(text_of(pilot).split())
        assert "95 after" in shown
        assert names[50] not in shown


async def test_what_is_missing_stands_behind_what_the_row_says(board: tuple[Path, tuple[str, ...]]) -> None:
    path, names = board
    with opened(path) as desk:
        decide(desk, "evidence", names[0], missing="a look at the board")
    async with desk_app(path) as (pilot, desk):
        await within(pilot, desk, names[0])
        assert "board:opens  案内板は八… · missing: a look at t… │" in text_of(pilot)


async def test_what_was_settled_since_leaves_the_list_when_asked(board: tuple[Path, tuple[str, ...]]) -> None:
    path, names = board
    async with desk_app(path) as (pilot, desk):
        await within(pilot, desk, names[0])
        with opened(path) as elsewhere:
            decide(elsewhere, "stale", names[1], owner=elsewhere.person.name)
        await press(pilot, "r")
        assert names[1] not in pane_of(pilot).table.keys
        with opened(path) as elsewhere:
            decide(elsewhere, "stale", names[0], owner=elsewhere.person.name)
            decide(elsewhere, "stale", names[2], owner=elsewhere.person.name)
        await press(pilot, "r")
        assert "Nothing of this disagrees any more" in text_of(pilot)


async def test_the_sign_of_a_staged_verb_stands_apart_from_the_words_and_tells_verbs_without_keys_from_each_other(
    board: tuple[Path, tuple[str, ...]],
) -> None:
    path, names = board
    async with desk_app(path) as (pilot, desk):
        with opened(path) as elsewhere:
            stage(elsewhere, "apart", names[0], by=names[1])
            stage(elsewhere, "evidence", names[2], missing="a look at the board")
        await within(pilot, desk, names[0])
        screen_of(pilot).planning.take()
        await press(pilot, "r")
        rows = [row.split("│", 1)[1] for row in text_of(pilot).split("\n") if "2026-08-0" in row and "│" in row]
        assert (rows[0][:4], rows[1][:4], rows[2][:4]) == ("A  s", "   s", "n  s")


async def test_what_apart_asks_for_is_called_what_it_is(board: tuple[Path, tuple[str, ...]]) -> None:
    path, names = board
    async with desk_app(path) as (pilot, desk):
        await within(pilot, desk, names[0])
        await press(pilot, "colon", *"not the same", "enter")
        shown = " ".join(text_of(pilot).split())
        assert "the id of the one row it is told apart from" in shown
        assert "newer row" not in shown
