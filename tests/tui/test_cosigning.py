"""Plans that wait for a second signature: on Home, in their dialog, and what becomes of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.records.views import Alarm
from store.records.words import Queue, Reason, Role, Shown, Status
from tests.tui.desks import desk_app, opened, pane_of, press, screen_of, settle, text_of
from tests.tui.disputed import NEW, OLD
from tests.tui.keyed import PASSPHRASE, decided, enrolled, keyed_store, shows, signing, sits, toast, type_in, words
from tui.dialogs.reader import ReaderDialog
from tui.dialogs.request import RequestDialog
from tui.dialogs.sign import SignDialog

pytestmark = pytest.mark.anyio
LESSON = "mem-2026-03-24-006"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("TMUX", "STY", "ZELLIJ"):
        monkeypatch.delenv(name, raising=False)
    path = keyed_store(tmp_path)
    enrolled(path, "ines", Role.OWNER, tmp_path)
    with opened(path) as desk:
        signing(desk).authorize.set_policy({"two.stale": "yes"})
    return path


def asked(store: Path) -> str:
    """Ines asks for a second signature; the row it is about."""
    with sits(store, "ines") as ines:
        target = ines.queue_keys(Queue.PENDING)[0]
        decided(signing(ines), "stale", note="the host moved")
    return target


async def test_home_shows_who_asks_for_what_above_the_queues(store: Path) -> None:
    asked(store)
    async with desk_app(store) as (pilot, _):
        assert pane_of(pilot).table.keys[0] == 1
        assert "▲ to sign" in text_of(pilot)
        assert "asked by ines: stale 1 row" in text_of(pilot)
    async with desk_app(store, size=(260, 40), density="compact") as (pilot, _):
        assert "1 plan waits for your signature" in text_of(pilot)


async def test_a_request_is_looked_at_signed_and_applied_with_two_signatures(store: Path) -> None:
    target = asked(store)
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "enter")
        assert shows(pilot, RequestDialog)
        shown = words(pilot)
        for told in (target, "pending-cleanup → stale", "the host moved", "no longer true", "asked by ines"):
            assert told in shown
        await press(pilot, "y")
        assert shows(pilot, SignDialog)
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "enter")
        assert desk.item(target).row.status is Status.STALE
        decision = desk.decision(desk.plans()[0].plan)
        assert [(s.who, s.fault) for s in decision.signatures] == [("ines", None), (desk.person.name, None)]
        assert decision.fault is None
        assert desk.requests() == ()
        assert pane_of(pilot).table.keys[0] is Queue.INBOX


async def test_the_second_signer_sees_what_the_rows_say_and_can_open_one_in_full(store: Path) -> None:
    target = asked(store)
    async with desk_app(store) as (pilot, desk):
        item = desk.item(target)
        begin = " ".join(item.text.split())[:40].rpartition(" ")[0]
        await press(pilot, "enter")
        shown = words(pilot)
        for told in (begin, item.strip.kind or "", item.strip.date or "", item.strip.source or ""):
            assert told
            assert told in shown
        await press(pilot, "v")
        assert shows(pilot, ReaderDialog)
        assert begin in words(pilot)
        await press(pilot, "escape")
        assert shows(pilot, RequestDialog)
        await press(pilot, "y")
        assert shows(pilot, SignDialog)
        assert begin in words(pilot)


async def test_of_several_rows_the_one_to_read_is_picked(store: Path) -> None:
    with sits(store, "ines") as ines:
        signing(ines)
        ids = ines.queue_keys(Queue.PENDING)[:2]
        seen = [ines.item(name).seen for name in ids]
        ines.decide("stale", ids, {}, reason=Reason.NO_LONGER_TRUE, seen=seen, shown=Shown.OPENED)
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "enter", "v", "down", "enter")
        assert shows(pilot, ReaderDialog)
        assert " ".join(desk.item(ids[1]).text.split())[:30] in words(pilot)


async def test_the_second_signer_sees_the_cautions_of_the_first(store: Path) -> None:
    with opened(store) as desk:
        signing(desk).authorize.set_policy({"two.current": "yes"})
    with sits(store, "ines") as ines:
        signing(ines)
        seen = {name: ines.item(name).seen for name in (OLD, NEW, LESSON)}
        ines.decide("contradict", [LESSON, NEW], {}, reason=Reason.IN_CONFLICT, seen=[seen[LESSON], seen[NEW]],
                    shown=Shown.OPENED)  # fmt: skip
        signing(ines)
        seen = {name: ines.item(name).seen for name in (OLD, NEW)}
        ines.decide("current", [NEW, OLD], {"owner": "ines"}, reason=Reason.CURRENT_VALUE, seen=[seen[NEW], seen[OLD]],
                    shown=Shown.OPENED)  # fmt: skip
    async with desk_app(store) as (pilot, _):
        await press(pilot, "enter")
        assert f"mind: {NEW} disagrees with {LESSON}, and stays in conflict" in words(pilot)
        await press(pilot, "y")
        assert shows(pilot, SignDialog)
        assert f"mind: {NEW} disagrees with {LESSON}" in words(pilot)


async def test_enter_in_the_dialog_of_a_request_changes_nothing(store: Path) -> None:
    asked(store)
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "enter")
        await press(pilot, "enter")
        assert not shows(pilot, RequestDialog)
        assert len(desk.requests()) == 1


async def test_a_request_is_declined_with_a_second_key(store: Path) -> None:
    target = asked(store)
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "enter", "d", "d")
        assert len(desk.requests()) == 1
        await press(pilot, "y")
        assert desk.requests() == ()
        assert desk.item(target).row.status is Status.PENDING


async def test_ones_own_request_waits_and_cannot_be_signed_by_oneself(store: Path) -> None:
    with opened(store) as desk:
        decided(signing(desk), "stale")
    async with desk_app(store) as (pilot, desk):
        assert "your plan waits for a second" in words(pilot)
        await press(pilot, "enter", "y")
        assert shows(pilot, RequestDialog)
        assert "you asked for it yourself" in words(pilot)
        assert len(desk.requests()) == 1


async def test_requests_can_be_reached_from_anywhere(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        screen_of(pilot).action_requests()
        await settle(pilot)
        assert "No plan waits" in toast(pilot)
    asked(store)
    async with desk_app(store) as (pilot, _):
        await press(pilot, "2")
        screen_of(pilot).action_requests()
        await settle(pilot)
        assert shows(pilot, RequestDialog)


async def test_an_alarm_is_said_in_words_with_what_to_do(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alarms = [Alarm(code="cut", sentence="The log was cut.", hint="Ask who did it.", seq=7)]
    alarms += [Alarm(code="unsent", sentence=f"Witness {n} hears nothing.", hint="", seq=None) for n in (1, 2)]
    monkeypatch.setattr("governance.desk.Desk.alarms", lambda _self: tuple(alarms), raising=False)
    async with desk_app(store, size=(160, 40)) as (pilot, _):
        shown = words(pilot)
        assert "! The log was cut. Ask who did it. ! Witness 1 hears nothing." in shown
        assert "1 more: ^p alarms" in shown
        screen_of(pilot).action_alarms()
        await settle(pilot)
        assert shows(pilot, ReaderDialog)
        assert "Witness 2 hears nothing." in text_of(pilot)
        assert "cut (entry 7)" in text_of(pilot)
