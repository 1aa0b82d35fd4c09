"""Keys pressed on the sample memory, and what stands in the store afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.desk import Desk, open_desk
from store.records.views import ItemFilter
from store.records.words import Queue, Reason, Shown, Status
from tests.tui.desks import desk_app, first, opened, pane_of, press, sample_store, screen_of, settle, text_of, until
from tui.app import DeskApp
from tui.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return sample_store(tmp_path)


def pending(desk: Desk) -> str:
    return first(desk, Queue.PENDING)


async def test_a_verb_key_and_enter_stage_a_decision_and_change_nothing(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target = pending(desk)
        await press(pilot, "2")
        await press(pilot, "y")
        assert desk.plan().staged == ()
        await press(pilot, "enter")
        staged = desk.plan().staged
        assert [(s.verb, s.targets) for s in staged] == [("keep", (target,))]
        assert staged[0].shown is Shown.OPENED
        assert staged[0].seen == (desk.item(target).seen,)
        assert desk.item(target).row.status is Status.PENDING


async def test_applying_takes_two_different_keys_and_enter_cancels(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target = pending(desk)
        await press(pilot, "2")
        await press(pilot, "y", "enter", "ctrl+s", "enter")
        assert len(desk.plan().staged) == 1
        await press(pilot, "ctrl+s", "ctrl+s")
        assert len(desk.plan().staged) == 1
        await press(pilot, "y")
        assert desk.plan().staged == ()
        assert desk.item(target).row.status is Status.ACTIVE
        move = desk.item(target).history[-1]
        assert (move.verb, move.reason, move.shown) == ("keep", Reason.CONFIRMED_STILL_TRUE, Shown.OPENED)


async def test_the_confirmation_says_that_nobody_signs(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "2", "y", "enter", "ctrl+s")
        shown = " ".join(text_of(pilot).split())
        assert "keyless" in shown
        assert "no signature" in shown


async def test_undo_restores_by_adding(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target = pending(desk)
        await press(pilot, "2", "y", "enter", "ctrl+s", "y")
        head = desk.overview().head
        await press(pilot, "U", "enter", "y")
        assert desk.item(target).row.status is Status.PENDING
        assert desk.overview().head > head


async def test_marks_make_one_decision_about_all_marked_rows(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        wanted = desk.queue_keys(Queue.PENDING)[:3]
        await press(pilot, "2", "V", "j", "j", "V", "c", "enter")
        staged = desk.plan().staged
        assert [(s.verb, s.targets, s.shown) for s in staged] == [("cool", wanted, Shown.LISTED)]


async def test_star_marks_all_rows_and_again_none(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "2", "*")
        assert len(pane_of(pilot).table.marks) == len(desk.queue_keys(Queue.PENDING))
        await press(pilot, "*")
        assert len(pane_of(pilot).table.marks) == 0


async def test_a_drift_group_is_accepted_in_one_decision(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        group = desk.groups()[0]
        await press(pilot, "9", "a", "enter")
        assert desk.plan().staged[0].targets == group.ids
        await press(pilot, "ctrl+s", "y")
        assert all(not desk.item(i).row.drift for i in group.ids)


async def test_u_takes_back_the_last_and_in_the_plan_the_one_at_the_cursor(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "2", "y", "enter", "s", "enter", "u")
        assert [s.verb for s in desk.plan().staged] == ["keep"]
        await press(pilot, "s", "enter", "P", "g", "u")
        assert [s.verb for s in desk.plan().staged] == ["stale"]


async def test_what_moved_is_refused_shown_and_decided_again(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target = pending(desk)
        await press(pilot, "2", "y", "enter")
        with opened(store) as other:
            seen = (other.item(target).seen,)
            other.decide("stale", [target], {}, reason=Reason.NO_LONGER_TRUE, note=None, seen=seen, shown=Shown.LISTED)
        await press(pilot, "P")
        assert desk.plan().staged[0].moved
        assert "changed since shown" in text_of(pilot)
        await press(pilot, "ctrl+s")
        assert desk.item(target).row.status is Status.STALE
        await press(pilot, "enter")
        assert not desk.plan().staged[0].moved


async def test_typed_text_stays_when_a_decision_is_refused(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "2", "t")
        await press(pilot, *"zzz")
        dialog = pilot.app.screen
        assert type(dialog).__name__ == "DecideDialog"
        await press(pilot, "escape")
        assert desk.plan().staged == ()


async def test_the_filter_is_literal_and_esc_shows_all_again(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        everything = len(desk.item_keys(ItemFilter()))
        await press(pilot, "I", "slash", *"[x]%_", "enter")
        assert len(pane_of(pilot).table.keys) == len(desk.item_keys(ItemFilter(text="[x]%_")))
        assert "/[x]%_" in text_of(pilot)
        await press(pilot, "escape")
        assert len(pane_of(pilot).table.keys) == everything


async def test_a_place_key_pressed_again_goes_to_the_next_tab(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "2", "2")
        assert tuple(pane_of(pilot).table.keys) == desk.queue_keys(Queue.STALE)
        await press(pilot, "2")
        assert tuple(pane_of(pilot).table.keys) == desk.queue_keys(Queue.ADDITIVE)


async def test_enter_on_home_goes_to_the_queue_and_esc_comes_back(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "j", "j", "enter")
        assert screen_of(pilot).place == "drift"
        await press(pilot, "escape")
        assert screen_of(pilot).place == "home"


async def test_a_change_elsewhere_marks_rows_and_moves_nothing_under_the_hand(store: Path) -> None:
    async with desk_app(store, live=True) as (pilot, desk):
        rows = desk.queue_keys(Queue.PENDING)
        await press(pilot, "2", "j")
        table = pane_of(pilot).table
        assert table.key == rows[1]
        with opened(store) as other:
            other.decide(
                "keep",
                [rows[0]],
                {},
                reason=Reason.CONFIRMED_STILL_TRUE,
                note=None,
                seen=(other.item(rows[0]).seen,),
                shown=Shown.LISTED,
            )
        for _ in range(30):
            await pilot.pause(0.1)
            if rows[0] in table.marks.changed:
                break
        assert table.marks.changed == {rows[0]}
        assert table.key == rows[1]
        assert tuple(table.keys) == rows
        await press(pilot, "r")
        assert tuple(table.keys) == rows[1:]
        assert table.key == rows[1]


async def test_at_eighty_columns_the_detail_opens_with_enter_and_closes_with_esc(store: Path) -> None:
    async with desk_app(store, size=(80, 24)) as (pilot, _):
        await press(pilot, "2")
        assert not screen_of(pilot).detail.display
        await press(pilot, "enter")
        assert screen_of(pilot).detail.display
        assert "why it is here" in text_of(pilot)
        await press(pilot, "escape")
        assert not screen_of(pilot).detail.display


async def test_the_log_jumps_follows_and_opens(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "L", "end")
        table = pane_of(pilot).table
        assert table.key == desk.overview().head
        await press(pilot, "end")
        assert table.following
        await press(pilot, "k", "enter")
        assert not pane_of(pilot).table.following
        assert f"entry {desk.overview().head - 1}" in text_of(pilot)


async def test_the_key_help_filters_while_typing_and_enter_does_it(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "question_mark", *"every entry", "enter")
        assert screen_of(pilot).place == "log"


async def test_the_menu_says_why_a_verb_does_not_fit(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "2", "colon", *"merge", "enter")
        assert "at least two" in text_of(pilot)
        assert desk.plan().staged == ()


async def test_the_same_act_is_told_as_a_command_line(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target = pending(desk)
        await press(pilot, "2", "y", "enter", "full_stop")
        assert f"memdesk decide keep {target}" in " ".join(text_of(pilot).split())


async def test_the_editor_writes_the_corrected_words(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.dialogs.editor.edit", lambda _app, _words: ("Quite other words.", ""))
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "2", "E", "ctrl+s")
        assert dict(desk.plan().staged[0].args)["text"] == "Quite other words."


async def test_copying_takes_the_words_made_harmless(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "2", "Y")
        assert pilot.app.clipboard == desk.item(pending(desk)).text


async def test_a_read_only_desk_refuses_in_words(store: Path) -> None:
    with open_desk(store, read_only=True) as desk:
        app = DeskApp(store, Settings(), opener=lambda _: desk, live=False)
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(pilot)
            await press(pilot, "2", "y", "enter")
            assert desk.plan().staged == ()
            assert any("opened for reading" in notice.message for notice in app._notifications)


async def test_the_staged_plan_is_still_there_for_the_next_desk(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "2", "y", "enter", "q")
    with opened(store) as desk:
        assert len(desk.plan().staged) == 1


async def test_a_row_that_moved_on_the_screen_is_not_decided_unseen(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "2", "j")
        target = desk.queue_keys(Queue.PENDING)[1]
        with opened(store) as other:
            seen = (other.item(target).seen,)
            other.decide("stale", [target], {}, reason=Reason.NO_LONGER_TRUE, note=None, seen=seen, shown=Shown.LISTED)
        await press(pilot, "y", "enter")
        assert desk.plan().staged == ()
        assert "changed since it was shown" in text_of(pilot)
        await press(pilot, "escape", "r", "y", "enter")
        assert [s.targets for s in desk.plan().staged] == [(desk.queue_keys(Queue.PENDING)[1],)]


async def test_checking_the_log_is_told_in_the_header(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        assert "✓" not in text_of(pilot).splitlines()[0]
        await pilot.app.run_action("screen.verify")
        await until(pilot, f"log {desk.overview().head} ✓")
        assert desk.overview().verified_seq == desk.overview().head
        assert "✓" in text_of(pilot).splitlines()[0]


async def test_jump_letters_go_to_what_they_stand_on(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "2", "ctrl+o", "q")
        assert screen_of(pilot).place == "topics"


async def test_a_key_of_the_settings_file_replaces_the_usual_one(store: Path) -> None:
    async with desk_app(store, keymap={"verb.keep": "K"}) as (pilot, desk):
        await press(pilot, "2", "y")
        assert screen_of(pilot).is_current
        assert "K keep" in text_of(pilot)
        await press(pilot, "K", "enter")
        assert [s.verb for s in desk.plan().staged] == ["keep"]


async def test_the_palette_offers_what_the_keys_do(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "ctrl+p", *"every entry", "enter")
        assert screen_of(pilot).place == "log"


async def test_an_empty_plan_names_where_a_key_stages_something(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "P")
        assert "3 Conflicts" in " ".join(pane_of(pilot).table.empty.plain.split())
