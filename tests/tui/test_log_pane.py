"""The log as an auditor's tool: narrowing it, going on from an entry, following its end."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from governance.desk import Desk
from store.records.views import Applied, LogFilter
from store.records.words import Action, Queue, Reason, Shown
from tests.tui.cli import ENTRY, environment
from tests.tui.desks import NOW, desk_app, first, pane_of, press, sample_store, screen_of, settle, text_of, until
from tui.dialogs.log_filter import LogFilterDialog
from tui.panes import log_pane
from tui.panes.log import LogList

pytestmark = pytest.mark.anyio


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return sample_store(tmp_path)


def decided(desk: Desk, verb: str = "stale", note: str | None = None) -> tuple[str, Applied]:
    """Somebody decides on the first pending item."""
    target = first(desk, Queue.PENDING)
    seen = (desk.item(target).seen,)
    reason = Reason.NO_LONGER_TRUE
    return target, desk.decide(verb, [target], {}, reason=reason, note=note, seen=seen, shown=Shown.LISTED)


def shown(pilot: Pilot[Any]) -> list[int]:
    return list(pane_of(pilot).table.keys)


def head_line(pilot: Pilot[Any]) -> str:
    return text_of(pilot).splitlines()[1]


def dialog(pilot: Pilot[Any]) -> LogFilterDialog:
    screen = pilot.app.screen
    assert isinstance(screen, LogFilterDialog)
    return screen


async def typed(pilot: Pilot[Any], **fields: str) -> None:
    """Open the filter, type into its fields like a person, and press Enter."""
    await press(pilot, "F")
    for name in ("action", "actor", "subject", "since", "until", "text"):
        await pilot.press(*(("space" if c == " " else c) for c in fields.get(name, "")), "tab")
    await press(pilot, "enter")


async def test_every_field_of_the_filter_narrows_the_log_and_the_header_says_how_in_words(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target, _ = decided(desk, note="salt and vinegar")
        me = dict(desk.actors())["p-0001"]
        await press(pilot, "L")
        for fields, where, words in (
            ({"action": "review"}, LogFilter(action=Action.REVIEW), "review"),
            ({"actor": me}, LogFilter(actor=me), f"by {me}"),
            ({"subject": target}, LogFilter(subject=target), f"about {target}"),
            ({"since": "2026-09-01T09:00"}, LogFilter(since=NOW), "since 2026-09-01T09:00"),
            ({"until": "2026-09-01"}, LogFilter(until=NOW - 9 * 3_600_000_000), "until 2026-09-01"),
            ({"text": "salt and"}, LogFilter(text="salt and"), "/salt and"),
        ):
            await typed(pilot, **fields)
            assert shown(pilot) == list(desk.log_keys(where)), fields
            assert words in head_line(pilot)
            await press(pilot, "escape")
            assert shown(pilot) == list(desk.log_keys()), "Esc shows all"
            assert words not in head_line(pilot)


async def test_fields_narrow_together_and_one_esc_clears_all_of_them(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target, _ = decided(desk, note="salt and vinegar")
        await press(pilot, "L")
        await typed(pilot, action="review", subject=target, text="salt")
        assert shown(pilot) == [desk.overview().head]
        assert "review" in head_line(pilot)
        assert f"about {target}" in head_line(pilot)
        await press(pilot, "F")
        fields = {name: dialog(pilot)._field(name).value for name in ("action", "subject", "text", "since")}
        assert fields == {"action": "review", "subject": target, "text": "salt", "since": ""}
        await press(pilot, "escape", "escape")
        assert shown(pilot) == list(desk.log_keys())


async def test_what_makes_no_sense_is_said_beside_its_field_and_all_that_was_typed_stays(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "L")
        await typed(pilot, action="import", since="yesterday-ish", text="salt")
        field = dialog(pilot)._field("since")
        row = next(n for n, line in enumerate(text_of(pilot).splitlines()) if "yesterday-ish" in line)
        assert "is no moment; 2026-06-01" in text_of(pilot).splitlines()[row + 1]
        assert pilot.app.focused is field.input
        assert [dialog(pilot)._field(n).value for n in ("action", "since", "text")] == [
            "import",
            "yesterday-ish",
            "salt",
        ]
        field.input.value = "3d"
        dialog(pilot)._field("until").input.value = "2020-01-01"
        await press(pilot, "enter")
        assert "not after the moment since when" in " ".join(text_of(pilot).split())
        dialog(pilot)._field("until").input.value = ""
        dialog(pilot)._field("action").input.value = "zzz"
        await press(pilot, "enter")
        assert "none is called so: zzz" in text_of(pilot)
        dialog(pilot)._field("action").input.value = "run"
        await press(pilot, "enter")
        assert "several have these letters: run" in text_of(pilot)


async def test_an_action_is_picked_by_a_few_letters_or_with_the_arrows(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "L", "F", *"run-c")
        assert "run-closed" in text_of(pilot)
        await press(pilot, "enter")
        assert head_line(pilot).count("Log · import closed  1 ")
        await press(pilot, "escape", "F", *"run", "down", "down", "enter")
        assert head_line(pilot).count("Log · import closed  1 ")


async def test_from_an_entry_the_menu_leads_to_the_same_subject_actor_and_neighbours(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target, applied = decided(desk)
        came, went = desk.log_keys(LogFilter(subject=target))
        await press(pilot, "L", "end", "colon", *"about", "enter")
        assert shown(pilot) == [came, went]
        assert pane_of(pilot).table.key == went, "the cursor stays with its entry"
        await press(pilot, "escape", "colon", *"before", "enter")
        assert pane_of(pilot).table.key == came
        assert shown(pilot) == list(desk.log_keys())
        await press(pilot, "colon", *"after", "enter")
        assert pane_of(pilot).table.key == went
        await press(pilot, "colon", *"by", "enter")
        assert shown(pilot) == list(desk.log_keys(LogFilter(actor="p-0001")))
        assert applied.seq in shown(pilot)
        assert f"Log · by {dict(desk.actors())['p-0001']} " in head_line(pilot)


async def test_a_neighbour_that_the_filter_hides_is_gone_to_all_the_same(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target, _ = decided(desk)
        came = desk.log_keys(LogFilter(subject=target))[0]
        await press(pilot, "L", "end")
        await typed(pilot, action="review")
        await press(pilot, "colon", *"before", "enter")
        assert pane_of(pilot).table.key == came


async def test_an_entry_in_full_says_who_what_changed_and_what_stands_around_it(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target, applied = decided(desk, note="salt and vinegar")
        came = desk.log_keys(LogFilter(subject=target))[0]
        await press(pilot, "L", "end", "enter")
        card = screen_of(pilot).detail.card
        assert card is not None
        told = "\n".join(f"{s.heading}\n{s.body}" for s in card.sections)
        entry = desk.entry(applied.seq + 1)
        for wanted in (
            "status: pending-cleanup → stale",
            f"{entry.row.who} · p-0001 · @ os-user",
            entry.hash,
            applied.plan,
            entry.header,
            "salt and vinegar",
            f"before {came:,} import",
            "after  –",
        ):
            assert wanted in told, wanted


async def test_the_command_lines_of_an_entry_lead_to_the_same_list_entry_subject_and_moment(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target, applied = decided(desk)
        await press(pilot, "L", "end")
        await typed(pilot, action="review", since="2026-09-01")
        await press(pilot, "full_stop")
        told = " ".join(text_of(pilot).replace("│", " ").split())
        assert "memdesk log --action review --since 2026-09-01" in told
        assert f"memdesk show {applied.seq + 1}" in told
        assert f"memdesk log --subject {target}" in told
        assert f"memdesk list items --at-seq {applied.seq + 1}" in told


async def test_a_foreign_process_appends_and_the_cursor_goes_along_until_it_moves_up(store: Path) -> None:
    async with desk_app(store, live=True) as (pilot, desk):
        await press(pilot, "L", "end")
        assert "following" not in text_of(pilot)
        await press(pilot, "end")
        top = text_of(pilot).splitlines()
        assert "following" in top[0], "the header says so"
        assert "following · k stops" in top[1]
        head = desk.overview().head
        foreign(store, desk)
        await until(pilot, f"log {head + 2}")
        await wait_for(pilot, lambda: pane_of(pilot).table.key == head + 2)
        await press(pilot, "k")
        assert "following" not in text_of(pilot)
        stays = pane_of(pilot).table.key
        foreign(store, desk)
        await wait_for(pilot, lambda: shown(pilot)[-1] == head + 4)
        assert pane_of(pilot).table.key == stays == head + 1


async def test_a_narrowed_log_is_followed_too_and_grows_by_what_fits(store: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(log_pane, "HEAVY", 50)
    async with desk_app(store, live=True) as (pilot, desk):
        decided(desk)
        await press(pilot, "L")
        await typed(pilot, action="review")
        await press(pilot, "end", "end")
        before = shown(pilot)
        asked: list[int] = []
        between = LogList.between

        def watched(self: Any, text: str, after: int, head: int) -> Sequence[int]:
            asked.append(after)
            return between(self, text, after, head)

        monkeypatch.setattr(LogList, "between", watched)
        foreign(store, desk)
        await wait_for(pilot, lambda: len(shown(pilot)) == len(before) + 1)
        assert pane_of(pilot).table.key == desk.log_keys(LogFilter(action=Action.REVIEW))[-1]
        assert all(asked), "nothing is searched twice"


async def test_a_long_search_leaves_the_keys_alive_and_esc_wins_over_it(store: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(log_pane, "HEAVY", 50)
    gate = threading.Event()
    between = LogList.between

    def slow(self: Any, text: str, after: int, head: int) -> Sequence[int]:
        if self.narrowed:
            gate.wait(20)
        return between(self, text, after, head)

    monkeypatch.setattr(LogList, "between", slow)
    async with desk_app(store) as (pilot, desk):
        try:
            await press(pilot, "L", "g", "F", *"topic")
            await pilot.press("enter")
            await until(pilot, "looking through the log")
            await pilot.press("j", "j")
            await pilot.pause()
            assert pane_of(pilot).table.cursor == 2
            await pilot.press("escape")
            await pilot.pause()
        finally:
            gate.set()
        await settle(pilot)
        assert shown(pilot) == list(desk.log_keys())
        assert "looking" not in text_of(pilot)
        await typed(pilot, action="topic")
        assert shown(pilot) == list(desk.log_keys(LogFilter(action=Action.TOPIC)))


async def test_elsewhere_the_filter_of_the_log_says_where_it_works(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "2", "F")
        assert any("L goes there" in notice.message for notice in pilot.app._notifications)


def foreign(store: Path, desk: Desk) -> None:
    """A process of its own decides on the first pending item."""
    target = first(desk, Queue.PENDING)
    words = ("decide", "stale", target, "--seen", desk.item(target).seen, "--reason", "no-longer-true")
    command = [sys.executable, "-c", ENTRY, *words, "--store", str(store)]
    done = subprocess.run(command, cwd=store.parent, env=environment(), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


async def wait_for(pilot: Pilot[Any], happened: Any) -> None:
    """Wait until something is so."""
    for _ in range(250):
        if happened():
            return
        await pilot.pause(0.02)
    raise AssertionError("it never came to be")
