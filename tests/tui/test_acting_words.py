"""What a person reads before and beside an act: a grant in words, what falls with a key, the policy, what to type."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from store.records.words import PrincipalKind, Queue, Role
from tests.tui.desks import desk_app, opened, pane_of, press, sample_store, screen_of, settle
from tests.tui.keyed import decided, enrolled, keyed_store, principal, shows, signing, toast, type_in, words
from tui.dialogs.act_menu import ActMenuDialog
from tui.dialogs.form import FormDialog
from tui.dialogs.reader import ReaderDialog
from tui.dialogs.sign import SignDialog
from tui.dialogs.undo import UndoDialog
from tui.widgets.card import Card

pytestmark = pytest.mark.anyio


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = keyed_store(tmp_path)
    enrolled(path, "ines", Role.MAINTAINER, tmp_path)
    return path


async def act(pilot: Pilot[Any], name: str) -> None:
    """Begin an act from the palette's action."""
    screen_of(pilot).acting.run(name)
    await settle(pilot)


async def fill(pilot: Pilot[Any], *texts: str) -> None:
    """Type into the fields, one after the other, and go on."""
    for text in texts:
        await type_in(pilot, text)
        await press(pilot, "tab")
    await press(pilot, "enter")


def asked(pilot: Pilot[Any]) -> str:
    """What the sign dialog says before the passphrase."""
    screen = pilot.app.screen
    assert isinstance(screen, SignDialog)
    return str(screen._told)


def card_of(pilot: Pilot[Any]) -> Card:
    card = screen_of(pilot).detail.card
    assert card is not None
    return card


async def test_a_grant_is_confirmed_in_the_sentence_that_its_card_shows_afterwards(store: Path) -> None:
    async with desk_app(store, size=(200, 50)) as (pilot, desk):
        await press(pilot, "W", "j")
        await act(pilot, "grant")
        await fill(pilot, "keep stale", "kind=state", "30d", "2")
        assert shows(pilot, SignDialog)
        told = (
            f"ines may use keep and stale on rows with the kind state, until 2026-10-01 09:00;"
            f" may be handed on twice; given by {desk.person.name}."
        )
        assert told in asked(pilot)
        await type_in(pilot, "one two three")
        await press(pilot, "escape")
        scope = desk.authorize.scope(["kind=state"])
        until = desk.now() + 30 * 86_400_000_000
        signing(desk).authorize.grant(principal(desk, "ines"), ["keep", "stale"], scope=scope, depth=2, expires=until)
        await press(pilot, "W", "W")
        assert str(card_of(pilot).sections[0].body) == told


async def test_a_grant_without_an_end_says_so_and_one_handed_on_names_its_parent(store: Path) -> None:
    async with desk_app(store, size=(200, 50)) as (pilot, desk):
        signing(desk).authorize.grant(principal(desk, "ines"), ["keep"], depth=1)
        await press(pilot, "W", "W", "W")
        await act(pilot, "hand-on")
        await type_in(pilot, "ines")
        await press(pilot, "enter")
        assert shows(pilot, SignDialog)
        shown = asked(pilot)
        assert f"ines may use keep on every row; given by {desk.person.name} out of grant-0001. It has no end." in shown


async def test_revoking_a_key_names_the_plans_that_fall_into_doubt(store: Path, tmp_path: Path) -> None:
    enrolled(store, "jon", Role.OWNER, tmp_path)
    with opened(store) as desk:
        first = decided(signing(desk))
        second = decided(signing(desk), n=1)
    async with desk_app(store, size=(200, 50)) as (pilot, _):
        await press(pilot, "W", "W")
        await act(pilot, "revoke-key")
        assert shows(pilot, FormDialog)
        assert "it is needed" not in words(pilot)
        await press(pilot, "tab")
        await type_in(pilot, str(second.seq))
        await press(pilot, "enter")
        assert f"1 plan falls into doubt, and is to undo or ratify: {second.plan}." in asked(pilot)
        assert first.plan not in asked(pilot)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("revoke", "no grant is in force"),
        ("hand-on", "no grant is in force"),
        ("revoke-token", "no token opens anything"),
        ("ratify", "no plan is in doubt"),
    ],
)
async def test_an_act_that_could_be_about_nothing_says_why_not(store: Path, name: str, why: str) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "W")
        await act(pilot, name)
        assert why in toast(pilot)
        assert not shows(pilot, FormDialog)
        await press(pilot, "colon")
        assert shows(pilot, ActMenuDialog)
        assert why in words(pilot)


async def test_ending_a_grant_offers_no_reason_that_speaks_against_it(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        signing(desk).authorize.grant(principal(desk, "ines"), ["keep"])
        await press(pilot, "W", "W", "W")
        await act(pilot, "revoke")
        assert "[they left]" in words(pilot)
        assert "it is needed" not in words(pilot)


async def test_an_agent_that_is_connected_for_no_project_is_told_what_that_means(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "W")
        await act(pilot, "connect")
        await type_in(pilot, "codex")
        await press(pilot, "enter")
        assert shows(pilot, SignDialog)
        assert "for no project: nothing of any project is read with it" in words(pilot)


async def test_a_policy_card_names_both_values_and_prefers_none(store: Path) -> None:
    async with desk_app(store, size=(160, 50)) as (pilot, desk):
        signing(desk).authorize.set_policy({"two.stale": "yes"})
        await press(pilot, "W", "W", "W", "W")
        assert pane_of(pilot).table.key == "keep"
        told = {section.heading: str(section.body) for section in card_of(pilot).sections}
        assert "needs.keep=signed | needs.keep=os-user" in told["to change it"]
        assert "two.keep=yes | two.keep=no" in told["to change it"]
        assert told["policy last set"].startswith(f"By entry {desk.policy().seq}")
        assert "set by" not in told
        assert "the same on the command line" not in told
        shown = " ".join(words(pilot).replace("│", " ").split())
        assert "defer ⚿ signed one" in shown
        assert "not now: Put it off" in shown


async def test_a_plan_that_has_no_undo_says_what_is_done_instead(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        applied = decided(signing(desk))
        signing(desk).authorize.connect("codex", PrincipalKind.AGENT)
        await press(pilot, "U")
        assert shows(pilot, UndoDialog)
        assert "token 1: no undo; `revoke a token` ends it" in words(pilot)
        await press(pilot, "enter")
        assert shows(pilot, UndoDialog)
        await press(pilot, "down", "enter")
        assert f"Undo {applied.plan}" in words(pilot)


async def test_on_home_the_same_on_the_command_line_lists_the_queue(tmp_path: Path) -> None:
    async with desk_app(sample_store(tmp_path)) as (pilot, _):
        await press(pilot, "full_stop")
        assert shows(pilot, ReaderDialog)
        assert "memdesk list inbox" in words(pilot)
        assert "memdesk show" not in words(pilot)


async def test_a_filter_for_an_id_that_nobody_bears_says_so(tmp_path: Path) -> None:
    async with desk_app(sample_store(tmp_path)) as (pilot, _):
        await press(pilot, "L", "F", "tab", "tab")
        await type_in(pilot, "mem-1999-01-01-001")
        await press(pilot, "enter")
        assert "No entry is about mem-1999-01-01-001." in words(pilot)


async def test_an_entry_with_nothing_around_it_has_no_such_section_and_no_change_from_nothing_to_nothing(
    tmp_path: Path,
) -> None:
    async with desk_app(sample_store(tmp_path), size=(200, 50)) as (pilot, desk):
        target = desk.queue_keys(Queue.PENDING)[0]
        applied = decided(desk, "keep")
        assert target in applied.ids
        await press(pilot, "L", "g")
        assert "about the same" not in [section.heading for section in card_of(pilot).sections]
        await press(pilot, "G")
        sections = {section.heading: str(section.body) for section in card_of(pilot).sections}
        assert "about the same" in sections
        assert "– → –" not in "\n".join(sections.values())
