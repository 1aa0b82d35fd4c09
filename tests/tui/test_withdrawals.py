"""Withdrawing and reinstating on the screen: keys pressed, and what stands in the desk and the log afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button

from governance.desk import open_desk
from store.records.views import LogFilter
from store.records.words import Action, ControlAction, ControlState, Queue, Reason, Shown
from tests.tui.desks import (
    card_text,
    desk_app,
    memory_store,
    opened,
    pane_of,
    press,
    sample_store,
    settle,
    still,
    text_of,
)
from tests.tui.keyed import shows, toast, words
from tests.tui.withdrawn import CJK, HOSTILE, SECRET_WORDS, decided, fork, hidden, propose, three_items
from tui.app import DeskApp
from tui.dialogs.influence import InfluenceDialog
from tui.dialogs.scope import ScopeDialog
from tui.settings import Settings

pytestmark = pytest.mark.anyio
FOLDER = "# M\n\n- [2026-06-01] [mem-2026-06-01-001] (knowledge) Gulls like chips. Source: archive/2026-06-01.md#1\n"


@pytest.fixture
def three(tmp_path: Path) -> tuple[Path, tuple[str, ...]]:
    return three_items(tmp_path)


async def on_item(pilot: Pilot[Any], item: str) -> None:
    """Put the cursor on an item."""
    await press(pilot, "I")
    table = pane_of(pilot).table
    table.move_to(list(table.keys).index(item))
    await settle(pilot)


async def test_w_names_the_item_shows_what_follows_and_stages_it(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (item, *_) = three
    async with desk_app(path) as (pilot, desk):
        await on_item(pilot, item)
        await press(pilot, "w")
        assert shows(pilot, ScopeDialog)
        await press(pilot, "enter")
        assert shows(pilot, InfluenceDialog)
        shown = words(pilot)
        places = [
            shown.index(one) for one in ("Scope", "Will be excluded", "Will not be reached", "Open tasks", "reason")
        ]
        assert places == sorted(places), "the scope stands first, the reason last"
        assert "Status and Confidence stay as they are" in shown
        assert "Promoted rules, exports, backups" in shown
        assert isinstance(pilot.app.screen.focused, Button)
        await press(pilot, "ctrl+s")
        assert [(s.verb, s.targets) for s in desk.plan().staged] == [("withdraw", (item,))]
        assert not hidden(desk, item), "staged is not withdrawn"
        await press(pilot, "ctrl+s")
        assert "excludes 1 item" in words(pilot)
        await press(pilot, "y")
        assert hidden(desk, item)
        assert SECRET_WORDS not in text_of(pilot)


@pytest.mark.parametrize("key", ["enter", "escape"])
async def test_cancel_has_the_focus_and_nothing_is_staged(three: tuple[Path, tuple[str, ...]], key: str) -> None:
    path, (item, *_) = three
    async with desk_app(path) as (pilot, desk):
        await on_item(pilot, item)
        await press(pilot, "w", "enter", key)
        assert not shows(pilot, InfluenceDialog)
        assert desk.plan().staged == ()


async def test_a_note_that_was_typed_is_not_thrown_away_by_the_first_key(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (item, *_) = three
    async with desk_app(path) as (pilot, desk):
        await on_item(pilot, item)
        await press(pilot, "w", "enter")
        pilot.app.screen.query_one("#field-note Input").focus()
        await press(pilot, *"why", "enter", "escape")
        assert shows(pilot, InfluenceDialog)
        await press(pilot, "ctrl+s")
        assert desk.plan().staged[0].note == "why"


async def test_the_source_of_an_item_is_withdrawn_with_every_item_of_it(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (_, item, other) = three
    async with desk_app(path) as (pilot, desk):
        await on_item(pilot, item)
        await press(pilot, "w", "down")
        assert CJK in text_of(pilot)
        await press(pilot, "enter", "ctrl+s", "ctrl+s", "y")
        (scope,) = desk.forgetting.called(desk.forgetting.scopes())
        assert scope.source_or_run_refs == ("src-0001",)
        assert dict(scope.names)["src-0001"] == CJK
        assert (hidden(desk, item), hidden(desk, other)) == (True, False)


async def test_a_hostile_source_drives_nothing_and_is_shown_as_it_is(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (*_, item) = three
    async with desk_app(path) as (pilot, desk):
        await on_item(pilot, item)
        await press(pilot, "w", "down")
        assert "[bold red]x[/]" in text_of(pilot)
        await press(pilot, "enter", "ctrl+s", "ctrl+s", "y", "5")
        shown = text_of(pilot) + card_text(pilot)
        assert "[bold red]x[/]" in shown
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        assert dict(desk.forgetting.called(desk.forgetting.scopes())[0].names)["src-0001"] == HOSTILE


async def test_the_wrong_folder_is_withdrawn_from_its_entry_in_the_log(tmp_path: Path) -> None:
    async with desk_app(memory_store(tmp_path, FOLDER)) as (pilot, desk):
        seq = desk.log_keys(LogFilter(action=Action.RUN_OPENED))[0]
        run = desk.entry(seq).row.subjects[0]
        await press(pilot, "L")
        pane_of(pilot).table.move_to(list(pane_of(pilot).table.keys).index(seq))
        await settle(pilot)
        await press(pilot, "w")
        shown = words(pilot)
        assert f"withdraw {run}" in shown
        assert "segment of the archive" in shown
        assert "Files that agents may still read the words in" in shown
        await press(pilot, "ctrl+s", "ctrl+s", "y")
        assert desk.item_keys() == ()
        assert desk.segments() == ()
        assert desk.forgetting.called(desk.forgetting.scopes())[0].source_or_run_refs == (run,)


async def test_a_block_offers_its_segment_and_its_import(tmp_path: Path) -> None:
    async with desk_app(sample_store(tmp_path)) as (pilot, desk):
        await press(pilot, "A", "A")
        block = str(pane_of(pilot).table.key)
        await press(pilot, "w")
        shown = words(pilot)
        assert "this block" in shown
        assert "its segment" in shown
        assert "its import" in shown
        await press(pilot, "down", "enter", "ctrl+s")
        assert desk.plan().staged[0].targets == (block.split("/", maxsplit=1)[0],)


async def test_marked_rows_are_one_scope_their_union(three: tuple[Path, tuple[str, ...]]) -> None:
    path, items = three
    async with desk_app(path) as (pilot, desk):
        await press(pilot, "I", "asterisk", "w", "ctrl+s", "ctrl+s", "y")
        (scope,) = desk.forgetting.called(desk.forgetting.scopes())
        assert scope.memory_item_ids == tuple(sorted(items))


async def test_i_previews_the_standing_and_gives_the_scope_back(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (item, *_) = three
    with opened(path) as desk:
        before = desk.item(item).strip
        decided(desk, "withdraw", item)
    async with desk_app(path) as (pilot, desk):
        await press(pilot, "5", "i")
        shown = words(pilot)
        assert "Will be eligible again, with this standing" in shown
        assert "1 item: active, no confidence given" in shown
        await press(pilot, "ctrl+s", "ctrl+s", "y")
        assert desk.item(item).strip == before
        assert "eligible" in text_of(pilot)


async def test_undoing_a_withdrawal_is_its_reinstatement(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (item, *_) = three
    with opened(path) as desk:
        decided(desk, "withdraw", item)
    async with desk_app(path) as (pilot, desk):
        await press(pilot, "U", "enter", "y")
        (scope,) = desk.forgetting.called(desk.forgetting.scopes())
        assert [event.action for event in scope.events] == [ControlAction.WITHDRAW, ControlAction.REINSTATE]
        assert desk.item(item).text == SECRET_WORDS


async def test_i_on_what_is_not_in_effect_says_so(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (item, *_) = three
    with opened(path) as desk:
        decided(desk, "reinstate", decided(desk, "withdraw", item))
    async with desk_app(path) as (pilot, _):
        await press(pilot, "5", "i")
        assert "Not in effect" in toast(pilot)
        await press(pilot, "I", "i")
        assert "5 shows it" in toast(pilot)


async def test_whoever_may_not_decide_proposes_and_is_told(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (item, *_) = three
    with open_desk(path, clock=still, claimed="jon") as desk:
        app = DeskApp(path, Settings(), opener=lambda _: desk, live=False)
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(pilot)
            await on_item(pilot, item)
            await press(pilot, "w", "enter")
            assert "this becomes a proposal" in words(pilot)
            await press(pilot, "ctrl+s")
            assert "waits for an owner" in toast(pilot)
        (scope,) = desk.forgetting.called(desk.forgetting.scopes())
        assert [(one.state, one.who) for one in scope.events] == [(ControlState.PROPOSED, "jon")]
        assert not scope.excluded
        assert not hidden(desk, item)


async def test_an_owner_follows_a_proposal_or_declines_it(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (item, other, _) = three
    propose(path, item, "codex")
    propose(path, other, "codex")
    async with desk_app(path) as (pilot, desk):
        waiting = desk.queue_keys(Queue.WITHDRAWALS)
        assert len(waiting) == 2
        await press(pilot, "0")
        assert "Withdrawals" in text_of(pilot)
        await press(pilot, "5")
        assert "asks for a withdrawal" in card_text(pilot)
        pane_of(pilot).table.move_to(pane_of(pilot).table.keys.index(waiting[0]))
        await press(pilot, "w", "ctrl+s")
        pane_of(pilot).table.move_to(pane_of(pilot).table.keys.index(waiting[1]))
        await settle(pilot)
        await press(pilot, "colon", *"decline", "enter", "enter", "ctrl+s", "y")
        scopes = {one.memory_item_ids: one for one in desk.forgetting.called(desk.forgetting.scopes())}
        assert [one.state for one in scopes[(item,)].events] == [ControlState.FOLLOWED, ControlState.DECIDED]
        assert [one.state for one in scopes[(other,)].events] == [ControlState.DECLINED]
        assert (hidden(desk, item), hidden(desk, other)) == (True, False)
        assert desk.queue_keys(Queue.WITHDRAWALS) == ()


@pytest.mark.parametrize(("picks", "out"), [((), True), (("right",), False)], ids=["withdraw", "reinstate"])
async def test_a_broken_chain_is_red_in_words_and_reconciled_from_the_menu(
    tmp_path: Path, picks: tuple[str, ...], out: bool
) -> None:
    path, (item, *_) = three_items(tmp_path)
    with opened(path) as desk:
        base = fork(desk, item)
    async with desk_app(path) as (pilot, desk):
        await press(pilot, "5")
        assert f"two events follow {base}; excluded until reconciled" in card_text(pilot)
        assert f"two events follow {base[:12]}" in words(pilot)
        await press(pilot, "colon", *"reconcile", "enter")
        pilot.app.screen.query_one("#field-by Choice").focus()
        await press(pilot, *picks, "enter", "ctrl+s", "y")
        (scope,) = desk.forgetting.called(desk.forgetting.scopes())
        assert (scope.fault, scope.excluded) == (None, out)
        assert scope.last.settles
        assert hidden(desk, item) is out


async def test_an_item_merged_into_something_withdrawn_is_split_off(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (item, other, _) = three
    with opened(path) as desk:
        seen = [desk.forgetting.seen(one) for one in (item, other)]
        args = {"text": "Both."}
        desk.decide("merge", [item, other], args, reason=Reason.DUPLICATE, seen=seen, shown=Shown.LISTED)
        decided(desk, "withdraw", other)
    async with desk_app(path) as (pilot, desk):
        await on_item(pilot, item)
        await press(pilot, "colon", *"split", "enter", "enter", "ctrl+s", "y")
        assert desk.plans()[0].verbs == ("split",)
        assert not hidden(desk, item)
