"""What is withdrawn on the screen: in the audit view, in every pane, signed, in the past, without symbols."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.records.views import LogFilter
from store.records.words import Action, ControlState, Role
from tests.tui.desks import (
    card_text,
    desk_app,
    memory_store,
    opened,
    pane_of,
    press,
    screen_of,
    settle,
    text_of,
)
from tests.tui.keyed import PASSPHRASE, enrolled, keyed_store, shows, sits, type_in, words
from tests.tui.test_withdrawals import on_item
from tests.tui.withdrawn import SECRET_WORDS, decided, hidden, propose, three_items, withdrawn_store
from tui.app import DeskApp
from tui.dialogs.sign import SignDialog
from tui.panes.cards_entry import entry_card
from tui.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture
def three(tmp_path: Path) -> tuple[Path, tuple[str, ...]]:
    return three_items(tmp_path)


async def test_the_audit_view_shows_the_words_marks_them_and_is_recorded(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (item, *_) = three
    with opened(path) as desk:
        event = decided(desk, "withdraw", item)
    async with desk_app(path) as (pilot, desk):
        await press(pilot, "5", "v", "enter")
        shown = words(pilot)
        assert SECRET_WORDS in shown
        assert f"⊘ withdrawn by {event}" in shown
        last = desk.log_rows(desk.log_keys(LogFilter(action=Action.AUDIT)))[-1]
        assert last.subjects == (item,)


async def test_no_pane_and_no_line_of_the_log_shows_the_words(three: tuple[Path, tuple[str, ...]]) -> None:
    path, (item, *_) = three
    with opened(path) as desk:
        decided(desk, "withdraw", item)
    async with desk_app(path) as (pilot, desk):
        for key in ("0", "1", "2", "5", "8", "9", "I", "A", "T", "P"):
            await press(pilot, key)
            assert "north pier" not in text_of(pilot) + (card_text(pilot) if screen_of(pilot).detail.card else ""), key
        await press(pilot, "L")
        table = pane_of(pilot).table
        for at, seq in enumerate(table.keys):
            if item in desk.entry(seq).row.subjects and desk.entry(seq).row.withdrawn:
                table.move_to(at)
                await press(pilot, "enter")
                assert "⊘ withdrawn" in text_of(pilot)
                assert "north pier" not in text_of(pilot)
                await press(pilot, "escape")


async def test_a_withdrawal_is_signed_with_the_reach_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TMUX", "STY", "ZELLIJ"):
        monkeypatch.delenv(name, raising=False)
    path = keyed_store(tmp_path)
    async with desk_app(path) as (pilot, desk):
        await press(pilot, "I")
        item = str(pane_of(pilot).table.key)
        await press(pilot, "w", "enter", "ctrl+s", "ctrl+s")
        assert shows(pilot, SignDialog)
        assert "excludes 1 item" in words(pilot)
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "enter")
        await press(pilot, "5")
        assert hidden(desk, item)
        table = pane_of(pilot).table
        table.move_to(table.keys.index(desk.forgetting.excluders([item])[item][0]))
        await settle(pilot)
        assert "⚿" in card_text(pilot)
        assert "holds" in card_text(pilot)


async def test_a_maintainer_without_a_grant_proposes(tmp_path: Path) -> None:
    path = keyed_store(tmp_path)
    enrolled(path, "ines", Role.MAINTAINER, tmp_path)
    with sits(path, "ines") as desk:
        app = DeskApp(path, Settings(), opener=lambda _: desk, live=False)
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(pilot)
            await press(pilot, "I", "w", "enter", "ctrl+s")
        assert desk.plan().staged == ()
        mine = [event for one in desk.forgetting.called(desk.forgetting.scopes()) for event in one.events]
        assert [one.state for one in mine if one.who == "ines"] == [ControlState.PROPOSED]


async def test_at_an_earlier_entry_the_pane_looks_and_decides_nothing(tmp_path: Path) -> None:
    async with desk_app(withdrawn_store(tmp_path)) as (pilot, desk):
        seq = desk.log_keys(LogFilter(action=Action.WITHDRAW))[0]
        await press(pilot, "L")
        pane_of(pilot).table.move_to(list(pane_of(pilot).table.keys).index(seq))
        await press(pilot, "at", "5")
        assert "AT SEQ" in text_of(pilot)
        assert "memwd-" in text_of(pilot)
        await press(pilot, "i", "v")
        assert desk.plan().staged == ()


async def test_without_symbols_the_pane_is_ascii(tmp_path: Path) -> None:
    path = memory_store(tmp_path, "# M\n")
    with opened(path) as desk:
        made = desk.intake.capture({"text": "Gulls like chips.", "kind": "knowledge", "source": "seen"})
        decided(desk, "reinstate", decided(desk, "withdraw", str(made.id)))
    async with desk_app(path, ascii=True) as (pilot, _):
        await press(pilot, "5")
        rows = text_of(pilot).splitlines()
        assert all(row.strip("─│╭╮╰╯┌┐└┘ ").isascii() for row in rows if "memwd-" in row)


async def test_the_cards_say_that_somebody_asks_for_a_withdrawal_until_it_is_one(tmp_path: Path) -> None:
    path, (_, item, _) = three_items(tmp_path)
    propose(path, item, "jon")
    async with desk_app(path) as (pilot, desk):
        await on_item(pilot, item)
        told = card_text(pilot)
        assert ("asks: withdraw" in told, "withdrawn" in told) == (True, False)
        asked = desk.log_keys(LogFilter(action=Action.WITHDRAW))[0]
        before = desk.entry(max(seq for seq in desk.log_keys(LogFilter(subject=item)) if seq < asked))
        told = " ".join(str(section.body) for section in entry_card(pane_of(pilot).listing, before).sections)
        assert f"{asked:,} asks: withdraw" in told
