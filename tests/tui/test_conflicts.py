"""Conflicts on the screen: both rows in sight, which verbs take, and what settles them."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.records.words import Queue, Relation, Shown, Status
from tests.governance.builders import an_item, decide
from tests.tui.desks import desk_app, memory_store, opened, pane_of, press, screen_of, text_of
from tests.tui.disputed import EVIDENCE, HOSTILE, NEW, OLD, disputed_store, go_to, told
from tests.tui.keyed import toast

pytestmark = pytest.mark.anyio
SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40), (180, 50)], ids=["80x24", "120x40", "180x50"])


@pytest.fixture
def store(tmp_path: Path) -> tuple[Path, dict[str, tuple[str, ...]]]:
    """Rows that disagree."""
    return disputed_store(tmp_path)


@SIZES
async def test_the_left_row_is_made_current_on_evidence_and_the_other_gives_way(
    store: tuple[Path, dict[str, tuple[str, ...]]], size: tuple[int, int]
) -> None:
    async with desk_app(store[0], size=size) as (pilot, desk):
        await go_to(pilot, desk, OLD)
        await press(pilot, "enter", "<", *EVIDENCE, "enter")
        (staged,) = desk.plan().staged
        assert (staged.verb, staged.targets, dict(staged.args)) == ("current", (OLD, NEW), {"evidence": EVIDENCE})
        await press(pilot, "ctrl+s", "y")
        assert (desk.item(OLD).row.status, desk.item(NEW).row.status) == (Status.ACTIVE, Status.SUPERSEDED)
        assert desk.item(NEW).row.superseded_by == OLD
        assert OLD not in desk.queue_keys(Queue.CONFLICTS)


@SIZES
async def test_the_right_row_is_made_current_by_the_word_of_its_owner(
    store: tuple[Path, dict[str, tuple[str, ...]]], size: tuple[int, int]
) -> None:
    async with desk_app(store[0], size=size) as (pilot, desk):
        await go_to(pilot, desk, OLD)
        await press(pilot, "enter", ">")
        if size == (80, 24):
            assert "Now it is in sight: > makes it current." in toast(pilot)
            assert "198.51.100.61" in text_of(pilot)
            assert not desk.plan().staged
            await press(pilot, ">")
        await press(pilot, "tab", *desk.person.name, "enter")
        (staged,) = desk.plan().staged
        assert staged.targets == (NEW, OLD)
        if size != (80, 24):
            assert staged.shown is Shown.OPENED, "both stood in full"
        await press(pilot, "ctrl+s", "y")
        assert desk.item(OLD).row.superseded_by == NEW
        (*_, last) = desk.item(NEW).history
        assert last.note == f"By the authority of {desk.person.name}, whose value or policy it is"


async def test_without_grounds_nothing_is_staged_and_the_words_typed_stay(
    store: tuple[Path, dict[str, tuple[str, ...]]],
) -> None:
    async with desk_app(store[0]) as (pilot, desk):
        await go_to(pilot, desk, OLD)
        await press(pilot, "<", "enter")
        assert "2026-03-24 gullmail hands outgoing mail to the relay at 198.51.100.45." in told(pilot)
        assert "The first row named is current" in told(pilot)
        assert "a choice alone proves nothing" in told(pilot)
        await press(pilot, *"nowhere", "enter")
        assert "leads to nothing in the archive" in told(pilot)
        assert desk.plan().staged == ()
        assert "nowhere" in told(pilot)


@SIZES
async def test_both_rows_are_seen_with_what_differs_as_columns_or_one_at_a_time(
    store: tuple[Path, dict[str, tuple[str, ...]]], size: tuple[int, int]
) -> None:
    async with desk_app(store[0], size=size) as (pilot, desk):
        await go_to(pilot, desk, OLD)
        await press(pilot, "enter")
        rows = text_of(pilot).split("\n")
        one = next(n for n, row in enumerate(rows) if "198.51.100.45" in row)
        assert "^^^^^^^^^^^^^" in rows[one + 1]
        both = "198.51.100.61" in rows[one]
        assert both == (size != (80, 24))
        if not both:
            await press(pilot, "l")
            assert "198.51.100.61" in text_of(pilot)
            assert "198.51.100.45" not in text_of(pilot)
            await press(pilot, "h")
            assert "198.51.100.45" in text_of(pilot)


async def test_h_and_l_go_from_row_to_row_and_verbs_take_the_one_with_the_sign(
    store: tuple[Path, dict[str, tuple[str, ...]]],
) -> None:
    path, ids = store
    async with desk_app(path) as (pilot, desk):
        await go_to(pilot, desk, ids["board"][0])
        await press(pilot, "tab", "l", "l")
        pane = pane_of(pilot)
        assert pane.listing.targets(pane.table.key, pane.table.row) == (ids["board"][2],)
        assert "▸ > 2026-08-03" in told(pilot)
        await press(pilot, "s", "enter")
        assert desk.plan().staged[0].targets == (ids["board"][2],)


async def test_of_three_rows_the_one_on_the_right_is_current_and_both_others_give_way(
    store: tuple[Path, dict[str, tuple[str, ...]]],
) -> None:
    path, ids = store
    first, second, third = ids["board"]
    async with desk_app(path, size=(180, 50)) as (pilot, desk):
        await go_to(pilot, desk, first)
        await press(pilot, "tab", "l", "l", ">", "tab", *desk.person.name, "enter", "ctrl+s", "y")
        assert [desk.item(name).row.superseded_by for name in ids["board"]] == [third, third, None]
        assert second in {one.id for one in desk.item(third).linked}


@SIZES
async def test_both_hold_re_keys_the_row_with_the_sign(
    store: tuple[Path, dict[str, tuple[str, ...]]], size: tuple[int, int]
) -> None:
    async with desk_app(store[0], size=size) as (pilot, desk):
        await go_to(pilot, desk, OLD)
        await press(pilot, "enter", "b", *"gullmail:old-relay", "enter", "ctrl+s", "y")
        assert desk.item(OLD).row.status is Status.STALE
        (fresh,) = (one.id for one in desk.item(OLD).linked if one.relation is Relation.CORRECTED_BY)
        assert desk.item(fresh).strip.subject == "gullmail:old-relay"
        assert OLD not in desk.queue_keys(Queue.CONFLICTS)
        assert desk.item(NEW).row.status is Status.ACTIVE


async def test_needs_evidence_keeps_it_with_what_is_missing_in_the_list(
    store: tuple[Path, dict[str, tuple[str, ...]]],
) -> None:
    async with desk_app(store[0], size=(180, 50)) as (pilot, desk):
        await go_to(pilot, desk, OLD)
        await press(pilot, "n", *"the run book", "enter", "ctrl+s", "y")
        assert OLD in desk.queue_keys(Queue.CONFLICTS)
        await press(pilot, "0", "3", "r", "g")
        assert "gullmail:relay-host gu… · missing: the run book" in told(pilot)


async def test_knowledge_is_merged_and_none_is_picked(store: tuple[Path, dict[str, tuple[str, ...]]]) -> None:
    path, ids = store
    async with desk_app(path) as (pilot, desk):
        await go_to(pilot, desk, ids["sly"][0])
        footer = text_of(pilot).strip().split("\n")[-1]
        assert ("left is current" in footer, "m merge" in footer) == (False, True)
        await press(pilot, "<")
        assert "only state has a current row" in toast(pilot)
        await press(pilot, "m", "ctrl+s")
        assert "would pick the newest of them silently" in text_of(pilot)
        assert not desk.plan().staged
        await press(pilot, *"either", "ctrl+s")
        assert "Plan 1 staged: merge 2 " in told(pilot), "what the bar counts"
        await press(pilot, "ctrl+s", "y")
        assert "Applied: merge 2." in toast(pilot), "is what is told when it was applied"
        assert {desk.item(name).row.cooled for name in ids["sly"]} == {True}
        assert ids["sly"][0] not in desk.queue_keys(Queue.CONFLICTS)


async def test_z_puts_the_whole_conflict_off(store: tuple[Path, dict[str, tuple[str, ...]]]) -> None:
    async with desk_app(store[0]) as (pilot, desk):
        await go_to(pilot, desk, OLD)
        await press(pilot, "z", "enter")
        assert set(desk.plan().staged[0].targets) == {OLD, NEW}
        await press(pilot, "ctrl+s", "y")
        assert OLD not in desk.queue_keys(Queue.CONFLICTS)


async def test_the_menu_tells_two_spellings_apart(store: tuple[Path, dict[str, tuple[str, ...]]]) -> None:
    path, ids = store
    async with desk_app(path) as (pilot, desk):
        await go_to(pilot, desk, ids["alike"][0])
        assert "spelled otherwise" in told(pilot)
        assert "Local:Default-Model ≠ local：default-model" in text_of(pilot)
        await press(pilot, "colon", *"not the same", "enter", "enter", "ctrl+s", "y")
        assert ids["alike"][0] not in desk.queue_keys(Queue.CONFLICTS)


@SIZES
async def test_hostile_words_are_shown_and_drive_nothing(
    store: tuple[Path, dict[str, tuple[str, ...]]], size: tuple[int, int]
) -> None:
    path, ids = store
    async with desk_app(path, size=size) as (pilot, desk):
        await go_to(pilot, desk, ids["sly"][0])
        await press(pilot, "enter")
        shown = text_of(pilot)
        assert "[bold red]x[/]" in shown
        assert not set(shown) & {"\x1b", "\x07", "\u202e"}
        assert desk.item(ids["sly"][0]).text.startswith(HOSTILE), "the store keeps every sign"


async def test_nothing_moves_under_the_hand_when_another_decides(
    store: tuple[Path, dict[str, tuple[str, ...]]],
) -> None:
    path, ids = store
    async with desk_app(path) as (pilot, desk):
        await go_to(pilot, desk, ids["board"][0])
        await press(pilot, "tab", "l")
        before = pane_of(pilot).table.keys
        with opened(path) as elsewhere:
            decide(elsewhere, "stale", ids["board"][2], owner=elsewhere.person.name)
            decide(elsewhere, "current", NEW, OLD, owner=elsewhere.person.name)
        screen_of(pilot).alive.count()
        pane_of(pilot).load(quietly=True)
        await pilot.pause(0.2)
        pane = pane_of(pilot)
        assert tuple(pane.table.keys)[: len(before)] == tuple(before), "what left is marked, and stays until r"
        assert pane.listing.targets(pane.table.key, pane.table.row) == (ids["board"][1],)
        await press(pilot, "escape", "r")
        assert OLD not in pane.table.keys


async def test_what_another_settled_stands_as_the_item_it_is_until_r(
    store: tuple[Path, dict[str, tuple[str, ...]]],
) -> None:
    async with desk_app(store[0]) as (pilot, desk):
        await go_to(pilot, desk, OLD)
        with opened(store[0]) as elsewhere:
            decide(elsewhere, "stale", OLD, owner=elsewhere.person.name)
        pane = pane_of(pilot)
        pane.load(quietly=True)
        await pilot.pause(0.2)
        assert (pane.table.key, OLD in pane.table.marks.changed) == (OLD, True)
        await press(pilot, "<")
        assert desk.plan().staged == ()
        await press(pilot, "r")
        assert OLD not in pane.table.keys


async def test_what_moved_since_it_was_shown_is_not_decided(store: tuple[Path, dict[str, tuple[str, ...]]]) -> None:
    async with desk_app(store[0]) as (pilot, desk):
        await go_to(pilot, desk, OLD)
        await press(pilot, "<", "tab", *desk.person.name)
        with opened(store[0]) as elsewhere:
            decide(elsewhere, "source", NEW, source="told by ilse")
        await press(pilot, "enter")
        assert desk.plan().staged == ()
        assert "changed since" in told(pilot)


async def test_v_shows_the_passage_of_the_row_with_the_sign(store: tuple[Path, dict[str, tuple[str, ...]]]) -> None:
    async with desk_app(store[0]) as (pilot, desk):
        await go_to(pilot, desk, OLD)
        await press(pilot, "enter", "l", "v")
        assert "Second relay" in told(pilot)


async def test_the_keys_of_conflicts_say_where_they_belong(tmp_path: Path) -> None:
    async with desk_app(memory_store(tmp_path, "# M\n")) as (pilot, _):
        await press(pilot, "<")
        assert "3 shows them" in toast(pilot)
        await press(pilot, "3")
        assert "Nothing disagrees" in told(pilot)
        await press(pilot, ">")
        assert "There is no row here to decide on" in toast(pilot)


async def test_home_counts_the_conflicts_and_leads_there(store: tuple[Path, dict[str, tuple[str, ...]]]) -> None:
    async with desk_app(store[0], size=(180, 50)) as (pilot, desk):
        at = list(Queue).index(Queue.CONFLICTS)
        await press(pilot, *["j"] * at)
        count = len(desk.queue_keys(Queue.CONFLICTS))
        assert f"{count} waiting: rows that disagree" in told(pilot)
        await press(pilot, "enter")
        assert screen_of(pilot).place == "conflicts"


async def test_in_the_past_they_stand_as_they_stood_and_no_verb_works(tmp_path: Path) -> None:
    path = memory_store(tmp_path, "# M\n")
    with opened(path) as desk:
        names = [an_item(desk, kind="state", subject="a:b", text=text) for text in ("one", "two")]
        then = desk.pulse()[1]
        decide(desk, "stale", names[0], owner=desk.person.name)
        assert desk.queue_keys(Queue.CONFLICTS) == ()
        assert desk.at(then).queue_keys(Queue.CONFLICTS) == (names[0],)
