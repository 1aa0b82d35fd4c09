"""The sign dialog: a plan is applied with one signature, and whatever goes wrong leaves everything as it is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from textual.content import Content

from governance.desk import Desk
from governance.errors import Refusal
from store.records.views import Change, Staged
from store.records.words import Assurance, Queue, Reason, Role, Shown, Status
from tests.keys import sk_pair
from tests.tui.desks import desk_app, first, opened, press, sample_store, screen_of, text_of
from tests.tui.keyed import PASSPHRASE, enrolled, keyed_store, shows, signing, toast, type_in, words
from tui.app import DeskApp
from tui.dialogs.confirm import ConfirmDialog
from tui.dialogs.held import RefusedDialog
from tui.dialogs.sign import SignDialog
from tui.panes.plan import staged_card
from tui.widgets.first_words import staged_words
from tui.widgets.secret import SecretField
from tui.wording.glyphs import UNICODE

pytestmark = pytest.mark.anyio


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("TMUX", "STY", "ZELLIJ"):
        monkeypatch.delenv(name, raising=False)
    return keyed_store(tmp_path)


def last(desk: Desk) -> str:
    return desk.plans()[0].plan


async def test_applying_asks_for_the_key_once_and_the_log_bears_a_signature_that_holds(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        target = first(desk, Queue.PENDING)
        await press(pilot, "2", "y", "enter", "ctrl+s")
        assert shows(pilot, SignDialog)
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "enter")
        assert not shows(pilot, SignDialog)
        assert desk.item(target).row.status is Status.ACTIVE
        decision = desk.decision(last(desk))
        assert decision.assurance is Assurance.SIGNED
        assert [(s.who, s.key, s.fault) for s in decision.signatures] == [(desk.person.name, "key-0001", None)]
        assert decision.fault is None
        assert not desk.hand.unlocked
        assert desk.plan().staged == ()
        assert "key locked" in text_of(pilot).splitlines()[0]


async def test_the_dialog_says_who_signs_what_with_which_key_and_how_much(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        key = desk.keys()[0]
        await press(pilot, "2", "y", "enter", "ctrl+s")
        shown = words(pilot)
        for told in (f"{desk.person.name} · owner", key.id, key.fingerprint, "owner", "1 decision"):
            assert told in shown
        assert f"the log up to entry {desk.overview().head:,}" in shown


async def test_a_wrong_passphrase_is_said_beside_the_field_and_nothing_happens(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        head = desk.overview().head
        await press(pilot, "2", "y", "enter", "ctrl+s")
        await type_in(pilot, "wrong")
        await press(pilot, "enter")
        assert shows(pilot, SignDialog)
        assert "That is not the passphrase" in text_of(pilot)
        assert isinstance(pilot.app.focused, SecretField)
        assert desk.overview().head == head
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "enter")
        assert desk.overview().head > head


async def test_enter_alone_asks_for_the_passphrase(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "2", "y", "enter", "ctrl+s", "enter")
        assert "Type the passphrase" in text_of(pilot)
        assert len(desk.plan().staged) == 1


async def test_esc_leaves_the_plan_the_log_and_the_key_as_they_are(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        head = desk.overview().head
        await press(pilot, "2", "y", "enter", "ctrl+s")
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "escape")
        assert (desk.overview().head, len(desk.plan().staged), desk.hand.unlocked) == (head, 1, False)


async def test_undoing_is_signed_too(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "2", "y", "enter", "ctrl+s")
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "enter")
        await press(pilot, "U", "enter")
        assert shows(pilot, SignDialog)
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "enter")
        assert desk.plans()[0].undoes == desk.plans()[1].plan
        assert [s.fault for s in desk.decision(last(desk)).signatures] == [None]


async def test_a_key_that_is_remembered_is_not_asked_for_again_until_it_is_locked(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "2", "y", "enter", "j", "c", "enter", "ctrl+s")
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "tab", "2")
        await press(pilot, "shift+tab", "enter")
        assert "key open until 09:05" in text_of(pilot).splitlines()[0]
        await press(pilot, "g", "s", "enter", "ctrl+s")
        assert shows(pilot, ConfirmDialog)
        await press(pilot, "y")
        assert [s.fault for s in desk.decision(last(desk)).signatures] == [None]
        screen_of(pilot).action_lock()
        await press(pilot, "j", "s", "enter", "ctrl+s")
        assert shows(pilot, SignDialog)


async def test_a_key_whose_time_is_over_is_put_away(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        screen = screen_of(pilot)
        signing(desk)
        screen.signing.until = desk.now() - 1
        await press(pilot, "2", "y", "enter", "ctrl+s")
        assert shows(pilot, SignDialog)
        assert not desk.hand.unlocked


async def test_a_long_plan_is_cut_and_a_key_shows_the_rest(store: Path) -> None:
    async with desk_app(store, size=(80, 24)) as (pilot, _):
        await press(pilot, "2")
        for _each in range(4):
            await press(pilot, "s", "enter")
        await press(pilot, "ctrl+s")
        assert "pgdn more" in text_of(pilot)
        assert "All of it happens" not in text_of(pilot)
        await press(pilot, *["pagedown"] * 9)
        assert "All of it happens" in text_of(pilot)
        assert "passphrase" in text_of(pilot)


async def test_in_a_multiplexer_nothing_is_remembered(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMUX", "/tmp/tmux-0/default,1,0")
    async with desk_app(store) as (pilot, _):
        await press(pilot, "2", "y", "enter", "ctrl+s")
        assert "for 5 min" not in text_of(pilot)


async def test_without_a_key_here_it_says_what_to_do_and_the_plan_stays(store: Path, tmp_path: Path) -> None:
    (tmp_path / "owner").rename(tmp_path / "elsewhere")
    async with desk_app(store) as (pilot, desk):
        assert "no key here" in text_of(pilot).splitlines()[0]
        await press(pilot, "2", "y", "enter", "ctrl+s")
        assert shows(pilot, RefusedDialog)
        assert "memdesk key use PATH" in words(pilot)
        await press(pilot, "escape")
        assert len(desk.plan().staged) == 1


async def test_where_the_policy_asks_for_no_signature_there_is_no_sign_dialog(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        signing(desk).authorize.set_policy({"needs.keep": "os-user"})
        await press(pilot, "2", "y", "enter", "ctrl+s")
        assert shows(pilot, ConfirmDialog)
        await press(pilot, "y")
        assert desk.decision(last(desk)).assurance is Assurance.OS_USER


async def test_what_two_people_must_sign_is_kept_as_a_request(store: Path, tmp_path: Path) -> None:
    enrolled(store, "ines", Role.OWNER, tmp_path)
    async with desk_app(store) as (pilot, desk):
        signing(desk).authorize.set_policy({"two.keep": "yes"})
        await press(pilot, "2", "y", "enter", "ctrl+s")
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "enter")
        assert "Kept as request 1" in toast(pilot)
        assert [one.mine for one in desk.requests()] == [True]


async def test_a_key_that_asks_by_itself_signs_while_the_desk_steps_aside(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    touch = sk_pair(tmp_path)
    with opened(store) as desk:
        signing(desk).authorize.add_key("p-0001", touch.file.public.line)
        desk.use_key(touch.file.path)
    (tmp_path / "owner").rename(tmp_path / "elsewhere")
    monkeypatch.setenv("PATH", f"{touch.keygen(tmp_path / 'bin')}:{os.environ['PATH']}")
    aside: list[str] = []

    @contextmanager
    def suspend(app: DeskApp) -> Iterator[None]:
        aside.append(app.screen.__class__.__name__)
        yield

    monkeypatch.setattr(DeskApp, "suspend", suspend)
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "2", "y", "enter", "ctrl+s")
        assert "in hardware" in text_of(pilot)
        assert not pilot.app.screen.query(SecretField)
        await press(pilot, "ctrl+s")
        assert aside == [], "the key that opened it does not confirm it"
        await press(pilot, "y")
        assert aside == ["SignDialog"]
        assert [(s.key, s.fault) for s in desk.decision(last(desk)).signatures] == [("key-0002", None)]


async def test_keys_that_are_typed_ahead_go_into_the_dialog_and_not_to_the_list(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "2", "y", "enter", "ctrl+s", "y", "s", "c")
        assert pilot.app.screen.query_one(SecretField).typed == 3
        assert len(desk.plan().staged) == 1


async def test_a_running_agent_that_holds_the_key_is_said(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("governance.authority.keys.keyfile.in_agent", lambda _public: True)
    async with desk_app(store) as (pilot, _):
        await press(pilot, "2", "y", "enter", "ctrl+s")
        assert "This key is in your ssh-agent" in words(pilot)


async def test_a_keyless_store_is_said_in_the_header_and_asks_for_no_key(tmp_path: Path) -> None:
    async with desk_app(sample_store(tmp_path)) as (pilot, _):
        assert "owner · keyless (os-user)" in text_of(pilot).splitlines()[0]
        await press(pilot, "2", "y", "enter", "ctrl+s")
        assert shows(pilot, ConfirmDialog)


async def test_the_dialog_shows_the_words_and_the_reason_of_each_decision_numbered_from_one(store: Path) -> None:
    async with desk_app(store, size=(120, 50)) as (pilot, desk):
        await press(pilot, "2", "y", "enter", "y", "enter", "u", "y", "enter", "ctrl+s")
        assert [staged.n for staged in desk.plan().staged] == [1, 3], "numbers of the plan have gaps"
        told = words(pilot)
        for n, name in enumerate([staged.targets[0] for staged in desk.plan().staged], 1):
            assert f"{n} keep {name}" in told
            assert first_words(desk, name) in told
        assert told.count("because confirmed: still true") == 2


async def test_a_long_plan_can_be_read_to_its_last_decision_on_a_small_screen(store: Path) -> None:
    with opened(store) as desk:
        for name in desk.item_keys():
            if len(desk.plan().staged) < 14:
                with suppress(Refusal):
                    seen, reason = [desk.item(name).seen], Reason.NO_LONGER_TRUE
                    desk.stage("stale", [name], reason=reason, seen=seen, shown=Shown.OPENED)
    async with desk_app(store, size=(80, 24)) as (pilot, desk):
        await press(pilot, "2", "ctrl+s")
        last_one = desk.plan().staged[-1].targets[0]
        assert f"14 stale {last_one}" not in words(pilot)
        await press(pilot, *["pagedown"] * 20)
        assert f"14 stale {last_one}" in words(pilot)
        assert first_words(desk, last_one) in words(pilot).replace(" │ │ ", " ")


async def test_resolving_names_the_row_that_wins_with_its_words(store: Path) -> None:
    async with desk_app(store, size=(160, 50)) as (pilot, desk):
        loser, winner = desk.queue_keys(Queue.PENDING)[:2]
        staged = desk.plan().model_copy(update={"staged": (resolved(loser, winner),)})
        screen = screen_of(pilot)
        shown = screen.planning._confirmation(staged, [7]).plain
        assert first_words(desk, winner) in shown
        assert "1  resolve" in shown
        card = staged_card(staged.staged[0], staged_words(desk, staged.staged), UNICODE)
        told = next(section.body for section in card.sections if section.heading == "what it says")
        assert isinstance(told, Content)
        assert first_words(desk, loser) in told.plain
        assert first_words(desk, winner) in told.plain


def first_words(desk: Desk, name: str) -> str:
    """So much of a row that no line is broken in it."""
    return " ".join(desk.item(name).text.split())[:36].rpartition(" ")[0]


def resolved(loser: str, winner: str) -> Staged:
    """A staged decision that one row gives way to another."""
    change = Change(id=loser, field="superseded_by", before=None, after=winner)
    return Staged(
        n=7, verb="resolve", targets=(loser,), args=(("by", winner),), reason=Reason.NEWER_VALUE, note=None,
        seen=("",), shown=Shown.OPENED, staged_at=0, changes=(change,),
    )  # fmt: skip
