"""Dialogs about the key keep every key to themselves, and Enter signs wherever the focus is, but on Cancel."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.errors import Refusal, RefusalKind
from store.records.words import Queue, Reason, Role, Status
from tests.tui.desks import desk_app, first, press, sample_store, screen_of, text_of, until
from tests.tui.keyed import PASSPHRASE, decided, enrolled, key_file, keyed_store, shows, signing, type_in, words
from tui.dialogs.confirm import ConfirmDialog
from tui.dialogs.held import RefusedDialog
from tui.dialogs.new_key import KeyDialog
from tui.dialogs.sign import SignDialog
from tui.widgets.choice import Choice
from tui.widgets.secret import SecretField

pytestmark = pytest.mark.anyio


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("TMUX", "STY", "ZELLIJ"):
        monkeypatch.delenv(name, raising=False)
    return keyed_store(tmp_path)


SIGN = ("2", "y", "enter", "ctrl+s")


async def test_enter_on_a_choice_signs_with_what_is_chosen(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target = first(desk, Queue.PENDING)
        await press(pilot, *SIGN)
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "tab", "2")
        assert isinstance(pilot.app.focused, Choice)
        await press(pilot, "enter")
        assert desk.item(target).row.status is Status.ACTIVE
        assert desk.hand.unlocked, "it was chosen to be remembered"


async def test_enter_on_cancel_signs_nothing(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, *SIGN)
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "tab", "tab", "enter")
        assert not shows(pilot, SignDialog)
        assert len(desk.plan().staged) == 1


async def test_what_ends_something_for_good_is_confirmed_by_no_enter(store: Path, tmp_path: Path) -> None:
    enrolled(store, "ines", Role.MAINTAINER, tmp_path)
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "W", "j", "colon")
        await type_in(pilot, "retire")
        await press(pilot, "enter", "enter")
        assert shows(pilot, SignDialog)
        await press(pilot, "tab")
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "tab", "enter")
        assert "^s signs" in text_of(pilot)
        assert not desk.principals()[1].retired


async def test_enter_on_the_choice_of_no_recovery_key_goes_on(tmp_path: Path) -> None:
    file = key_file(tmp_path, "mine")
    async with desk_app(sample_store(tmp_path)) as (pilot, _):
        await press(pilot, "W", "colon")
        await type_in(pilot, "adopt")
        await press(pilot, "enter", "shift+tab", "shift+tab", "2", "tab", "end", "ctrl+u")
        await type_in(pilot, str(file.path))
        await press(pilot, "tab")
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "shift+tab", "shift+tab", "enter")
        assert "recovery key" in words(pilot)
        await press(pilot, "shift+tab", "3", "enter")
        assert not shows(pilot, KeyDialog)
        assert shows(pilot, ConfirmDialog)


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_keys_that_would_leave_the_app_only_cancel_the_dialog(store: Path, key: str) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, *SIGN)
        await type_in(pilot, PASSPHRASE)
        await press(pilot, key)
        assert not shows(pilot, SignDialog)
        assert pilot.app.is_running
        assert pilot.app.screen is screen_of(pilot)
        assert len(desk.plan().staged) == 1


async def test_a_key_that_closes_while_one_looks_is_asked_for_in_the_same_place(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target = first(desk, Queue.PENDING)
        signing(desk)
        await press(pilot, *SIGN)
        assert shows(pilot, ConfirmDialog)
        desk.lock()
        await press(pilot, "y")
        assert shows(pilot, SignDialog)
        assert "locked" not in words(pilot).partition("Apply 1 decision")[2]
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "enter")
        assert pilot.app.screen is screen_of(pilot)
        assert desk.item(target).row.status is Status.ACTIVE


async def test_a_key_that_closed_and_is_not_given_changes_nothing(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        signing(desk)
        await press(pilot, *SIGN)
        desk.lock()
        await press(pilot, "y", "escape")
        assert pilot.app.screen is screen_of(pilot)
        assert len(desk.plan().staged) == 1


def _gone(folder: Path) -> None:
    (folder / "owner").rename(folder / "elsewhere")


def _open_to_all(folder: Path) -> None:
    (folder / "owner").chmod(0o644)


@pytest.mark.parametrize(
    ("harm", "told"), [(_gone, "The file of your key-0001 is gone"), (_open_to_all, "Others can read the key")]
)
async def test_where_the_key_cannot_be_asked_for_a_dialog_takes_what_is_typed_by_habit(
    store: Path, tmp_path: Path, harm: object, told: str
) -> None:
    assert callable(harm)
    harm(tmp_path)
    async with desk_app(store) as (pilot, desk):
        await press(pilot, *SIGN)
        assert shows(pilot, RefusedDialog)
        assert told in words(pilot)
        await type_in(pilot, "quick sly cat.:")
        await press(pilot, "enter", "ctrl+s", "ctrl+p")
        assert shows(pilot, RefusedDialog)
        await press(pilot, "escape")
        assert pilot.app.screen is screen_of(pilot)
        assert [staged.verb for staged in desk.plan().staged] == ["keep"]


async def test_an_alarm_that_stops_all_deciding_is_said_in_a_dialog(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_self: object) -> None:
        raise Refusal(RefusalKind.BROKEN, "The log was cut; nothing was decided.", "Ask who did it.")

    monkeypatch.setattr("governance.desk.Desk.refuse_rewritten", stop)
    async with desk_app(store) as (pilot, _):
        await press(pilot, *SIGN)
        assert shows(pilot, RefusedDialog)
        assert "The log was cut" in words(pilot)
        assert "Ask who did it." in words(pilot)


async def test_a_revoked_key_is_not_called_missing(store: Path, tmp_path: Path) -> None:
    second = key_file(tmp_path, "second")
    async with desk_app(store) as (pilot, desk):
        signing(desk).authorize.add_key("p-0001", second.public.line)
        signing(desk).authorize.revoke_key("key-0001", reason=Reason.KEY_LOST)
        await press(pilot, *SIGN)
        assert shows(pilot, RefusedDialog)
        assert f"Your key-0001 was revoked at entry {desk.overview().head:,}" in words(pilot)


async def test_the_passphrase_is_in_sight_on_a_very_low_screen(store: Path) -> None:
    async with desk_app(store, size=(80, 12)) as (pilot, _):
        await press(pilot, *SIGN)
        field = pilot.app.focused
        assert isinstance(field, SecretField)
        await until(pilot, "passphrase")
        inside = pilot.app.screen.query_one("#inside").region
        assert inside.contains_region(field.region)
        await type_in(pilot, "wrong")
        await press(pilot, "enter")
        await until(pilot, "not the passphrase")
        assert pilot.app.screen.query_one("#inside").region.contains_region(field.region)
        await pilot.resize_terminal(80, 11)
        await press(pilot, "x")
        assert "•" in text_of(pilot)


async def test_a_plan_for_two_people_promises_no_more_than_a_request(store: Path, tmp_path: Path) -> None:
    enrolled(store, "ines", Role.OWNER, tmp_path)
    async with desk_app(store) as (pilot, desk):
        signing(desk).authorize.set_policy({"two.keep": "yes"})
        await press(pilot, *SIGN)
        shown = words(pilot)
        assert "asks for a second signature; nothing happens before" in shown
        assert "enter sign and ask" in shown
        assert "All of it happens" not in shown
        await press(pilot, "escape", "j", "s", "enter", "u", "u", "s", "enter", "ctrl+s")
        assert "enter sign and apply" in words(pilot)
        assert "All of it happens, or nothing" in words(pilot)


async def test_undoing_what_two_people_must_decide_asks_too(store: Path, tmp_path: Path) -> None:
    enrolled(store, "ines", Role.OWNER, tmp_path)
    async with desk_app(store) as (pilot, desk):
        decided(signing(desk), "stale")
        signing(desk).authorize.set_policy({"two.undo": "yes"})
        await press(pilot, "U", "down", "enter")
        assert shows(pilot, SignDialog)
        assert "enter sign and ask" in words(pilot)
        assert "nothing happens before" in words(pilot)
        assert "Nothing is erased" not in words(pilot)
