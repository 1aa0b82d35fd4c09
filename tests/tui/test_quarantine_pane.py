"""Quarantine on the screen: why something was refused, mending it, discarding it."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import TextArea

from store.records.words import Fault, Hold, Queue
from tests.tui.desks import (
    capture_as,
    captured_store,
    card_text,
    desk_app,
    memory_store,
    pane_of,
    press,
    screen_of,
    text_of,
)
from tui.dialogs.fields import blamed_fields
from tui.widgets.frame import KeyLine

pytestmark = pytest.mark.anyio
BARE = {"text": "The board on the north pier is wet.", "kind": "knowledge", "nonsense": 1}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store that refused one capture, which names no source."""
    path = memory_store(tmp_path, "# M\n")
    capture_as(path, "codex", BARE)
    return path


async def test_each_failing_field_is_named_with_who_sent_it(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "8")
        shown = card_text(pilot)
        assert "source It has no Source: say where it comes from." in shown
        assert "codex (only claimed)" in shown
        assert "The board on the north pier is wet." in shown


async def test_of_a_credential_only_rule_and_place_are_shown(tmp_path: Path) -> None:
    async with desk_app(captured_store(tmp_path)) as (pilot, desk):
        rows = desk.queue_rows(Queue.QUARANTINE, desk.queue_keys(Queue.QUARANTINE))
        at = next(n for n, row in enumerate(rows) if row.why[0].code == f"fault:{Fault.SECRET}")
        await press(pilot, "8")
        pane_of(pilot).table.move_to(at)
        await press(pilot, "enter")
        shown = text_of(pilot)
        assert "nothing of what was sent is kept" in " ".join(shown.split())
        assert "rule" in shown
        assert "n0rth" not in shown


async def test_resubmitting_begins_with_what_was_sent_and_blames_the_field(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        (target,) = desk.queue_keys(Queue.QUARANTINE)
        await press(pilot, "8", "colon", *"resubmit", "enter")
        dialog = pilot.app.screen
        area = dialog.query_one("#field-text TextArea", TextArea)
        assert area.text == BARE["text"]
        assert "It has no Source" in text_of(pilot)
        await press(pilot, "ctrl+s")
        assert desk.plan().staged == ()
        assert pilot.app.screen is dialog
        assert area.text == BARE["text"]
        dialog.query_one("#field-source Input").focus()
        await press(pilot, *"seen on the pier", "ctrl+s")
        assert [(s.verb, s.targets) for s in desk.plan().staged] == [("resubmit", (target,))]
        await press(pilot, "ctrl+s", "y")
        assert desk.show(target).hold is Hold.RESUBMITTED  # type: ignore[union-attr]
        (made,) = desk.queue_keys(Queue.INBOX)
        assert desk.item(made).text == BARE["text"]
        assert desk.item(made).strip.source == "seen on the pier"


async def test_discarding_says_what_it_ends_and_leaves_the_list(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        (target,) = desk.queue_keys(Queue.QUARANTINE)
        await press(pilot, "8", "colon", *"discard", "enter")
        assert "only by an erasure" in " ".join(text_of(pilot).split())
        await press(pilot, "enter", "ctrl+s", "y")
        assert desk.show(target).hold is Hold.DISCARDED  # type: ignore[union-attr]
        assert desk.queue_keys(Queue.QUARANTINE) == ()
        await press(pilot, "r")
        assert screen_of(pilot).place == "quarantine"
        assert "north pier" not in text_of(pilot)


def test_a_refusal_is_parted_by_the_fields_it_names() -> None:
    told = "quar-1 cannot be sent again so: source: It has none; say it; date: '1' is no date: write it so."
    assert list(blamed_fields(told, ("text", "source", "date"))) == [
        ("source", "It has none; say it"),
        ("date", "'1' is no date: write it so."),
    ]
    assert list(blamed_fields("It is gone.", ("text",))) == []


async def test_mending_begins_in_the_field_that_failed_and_says_what_a_source_is(store: Path) -> None:
    async with desk_app(store, size=(140, 40)) as (pilot, _):
        await press(pilot, "8", "colon", *"resubmit", "enter")
        dialog = pilot.app.screen
        assert dialog.focused is dialog.query_one("#field-source Input")
        assert "where it comes from: a file, a page, who said it" in text_of(pilot)


async def test_the_footer_offers_what_can_be_done_with_what_was_refused_and_the_help_names_it_first(
    store: Path,
) -> None:
    async with desk_app(store, size=(80, 24)) as (pilot, _):
        await press(pilot, "8")
        keys = screen_of(pilot).query_one(KeyLine)
        assert "source text" not in str(keys.render())
        assert ": verbs" in text_of(pilot)
    async with desk_app(store) as (pilot, _):
        await press(pilot, "8")
        await press(pilot, "question_mark")
        verbs = [line for line in text_of(pilot).splitlines() if "Verbs" in line]
        first = " ".join(verbs[:3])
        assert all(f" {name} " in first for name in ("discard", "resubmit")), verbs


async def test_the_menu_names_what_a_verb_does_and_cuts_nothing_that_is_typed_alike(store: Path) -> None:
    async with desk_app(store, size=(80, 24)) as (pilot, _):
        await press(pilot, "8", "colon")
        shown = text_of(pilot)
        assert "on the command line" not in shown
        assert "discard on th" not in shown
        assert "is a quarantine" not in shown
