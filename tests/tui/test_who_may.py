"""Who may, an entry's signatures, and a desk at which nothing can be decided: what is shown and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from governance.desk import Desk
from store.records.words import Action, PrincipalKind, Role
from tests.tui.desks import desk_app, opened, pane_of, press, sample_store, screen_of, settle, text_of
from tests.tui.keyed import (
    decided,
    enrolled,
    held,
    key_file,
    keyed_store,
    principal,
    shows,
    signing,
    sits,
    toast,
    words,
)
from tui.app import DeskApp
from tui.dialogs.reader import ReaderDialog
from tui.panes.cards_authority import authority_sections
from tui.panes.past_screen import PastScreen
from tui.settings import Settings
from tui.widgets.card import Card

pytestmark = pytest.mark.anyio


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = keyed_store(tmp_path)
    enrolled(path, "ines", Role.MAINTAINER, tmp_path)
    return path


def card(desk: Desk, pilot: Pilot[Any], seq: int) -> str:
    """What an entry's card says of authority."""
    listing = pane_of(pilot).listing
    return "\n".join(f"{s.heading}\n{s.body}" for s in authority_sections(listing, desk.entry(seq)))


def card_of(pilot: Pilot[Any]) -> Card:
    """What the detail panel shows."""
    card = screen_of(pilot).detail.card
    assert card is not None
    return card


async def test_a_person_is_shown_with_what_they_may_do_in_words(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        scope = desk.authorize.scope(["kind=state"])
        signing(desk).authorize.grant(principal(desk, "ines"), ["keep", "stale"], scope=scope, depth=1)
        await press(pilot, "W", "j")
        shown = words(pilot)
        assert "ines · maintainer" in shown
        assert "may keep and stale on rows with the" in shown
        body = str(card_of(pilot).sections[1].body)
        assert body.endswith("given by root (grant-0001), may be handed on once".replace("root", desk.person.name))


async def test_every_tab_lists_what_the_desk_knows(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        signing(desk).authorize.connect("codex", PrincipalKind.AGENT, projects=["cedar"])
        await press(pilot, "W")
        wanted = [
            [one.id for one in desk.principals()],
            [one.id for one in desk.keys()],  # noqa: SIM118 - no dictionary
            [],
            None,
            [one.id for one in desk.tokens()],
        ]
        for keys in wanted:
            if keys is not None:
                assert list(pane_of(pilot).table.keys) == keys
            else:
                assert set(dict(desk.policy().needs)) <= set(pane_of(pilot).table.keys)
            await press(pilot, "W")


async def test_who_may_at_an_entry_shows_what_was_true_then_and_refuses_every_act(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        seq = next(s for s in desk.log_keys() if desk.entry(s).row.action is Action.KEY)
        await press(pilot, "L", "g")
        pane_of(pilot).table.move_to(seq - 1)
        await press(pilot, "at")
        await press(pilot, "W")
        assert shows(pilot, PastScreen)
        screen = pilot.app.screen
        assert isinstance(screen, PastScreen)
        pane = screen.pane
        assert pane is not None
        assert list(pane.table.keys) == ["p-0001"]
        await press(pilot, "colon")
        assert shows(pilot, PastScreen)
        assert "in the past" in toast(pilot)


async def test_the_command_line_for_a_tab_is_shown(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "W", "W", "full_stop")
        assert shows(pilot, ReaderDialog)
        assert "memdesk key list" in text_of(pilot)


async def test_a_decision_says_who_signed_it_and_what_was_on_their_screen(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        applied = decided(signing(desk))
        await press(pilot, "L")
        told = card(desk, pilot, applied.seq)
        key = desk.keys()[0]
        decision = desk.decision(applied.plan)
        for part in (
            desk.person.name,
            "key-0001",
            key.fingerprint,
            "holds",
            "opened in full",
            decision.targets[0].target,
        ):
            assert part in told
        assert decision.targets[0].seen[:12] in told
        assert f"the log up to entry {decision.head:,}" in told
        effect = card(desk, pilot, applied.seq + 1)
        assert "holds" in effect
        assert applied.plan in effect


async def test_a_decision_under_a_grant_says_which(store: Path) -> None:
    with opened(store) as desk:
        signing(desk).authorize.grant(principal(desk, "ines"), ["stale"])
    with sits(store, "ines") as ines:
        applied = decided(signing(ines))
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "L")
        told = card(desk, pilot, applied.seq)
        assert "grant-0001  ines may use stale on every row" in told


async def test_a_decision_that_does_not_hold_says_so_loudly(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with desk_app(store) as (pilot, desk):
        applied = decided(signing(desk))
        good = desk.decision(applied.plan)
        bad = good.model_copy(update={"fault": "p-0001 did not sign it"})
        monkeypatch.setattr(Desk, "decision", lambda _self, _name: bad)
        await press(pilot, "L")
        told = card(desk, pilot, applied.seq)
        assert told.startswith("DOES NOT HOLD\n✗ does not hold: p-0001 did not sign it")
        assert "its author could decide so" not in told


async def test_a_decision_of_a_distrusted_key_says_so_loudly_until_it_is_ratified(store: Path, tmp_path: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        second = key_file(tmp_path, "second")
        signing(desk).authorize.add_key("p-0001", second.public.line)
        applied = decided(signing(desk))
        held(desk, second).authorize.revoke_key("key-0001", since=applied.seq)
        await press(pilot, "L")
        told = f"✗ signed with key-0001, which is distrusted since entry {applied.seq:,}"
        for seq in (applied.seq, applied.seq + 1):
            assert f"{told}; neither ratified nor undone" in card(desk, pilot, seq)
        whole = card(desk, pilot, applied.seq)
        assert whole.startswith("DISTRUSTED\n")
        assert "its author could decide so" not in whole
        held(desk, second).authorize.ratify(applied.plan)
        for seq in (applied.seq, applied.seq + 1):
            assert f"{told}\n✓ ratified since: an owner confirmed it" in card(desk, pilot, seq)


async def test_a_keyless_decision_says_that_no_signature_proves_it(tmp_path: Path) -> None:
    async with desk_app(sample_store(tmp_path)) as (pilot, desk):
        applied = decided(desk)
        await press(pilot, "L")
        assert "no signature proves it" in card(desk, pilot, applied.seq)


async def test_at_an_auditors_desk_every_key_that_changes_something_says_why_it_is_off(
    store: Path, tmp_path: Path
) -> None:
    enrolled(store, "olga", Role.AUDITOR, tmp_path)
    with sits(store, "olga") as desk:
        app = DeskApp(store, Settings(), opener=lambda _: desk, live=False)
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(pilot)
            assert "olga · auditor · reads only" in text_of(pilot).splitlines()[0]
            head = desk.overview().head
            await press(pilot, "2")
            for key in ("y", "s", "c", "e", "o", "ctrl+s", "U", "u"):
                app.clear_notifications()
                await press(pilot, key)
                assert "An auditor reads everything and changes nothing" in toast(pilot), key
            await press(pilot, "W", "colon")
            assert "An auditor reads everything" in toast(pilot)
            assert desk.overview().head == head


async def test_a_desk_that_was_opened_for_reading_says_so(store: Path) -> None:
    from governance.desk import open_desk
    from tests.tui.desks import still

    with open_desk(store, clock=still, read_only=True) as desk:
        app = DeskApp(store, Settings(), opener=lambda _: desk, live=False)
        async with app.run_test(size=(120, 40)) as pilot:
            await settle(pilot)
            assert "read-only" in text_of(pilot).splitlines()[0]
            await press(pilot, "2", "y")
            assert "opened for reading only" in toast(pilot)
            assert screen_of(pilot).planning.staged == ()
