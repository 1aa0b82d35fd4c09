"""The field for a passphrase: what it takes, what it refuses, and that no copy stays in the memory of the desk."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import ClassVar

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.pilot import Pilot
from textual.widgets import Button

from tui.widgets.secret import FULL, PASTED, SecretField
from tui.widgets.typed import MOST, Typed


class Desk(App[None]):
    """A field among keys that mean something else."""

    BINDINGS: ClassVar[list[BindingType]] = [("y", "stray", "keep"), ("ctrl+u", "stray", "half a page")]

    def __init__(self) -> None:
        super().__init__()
        self.strays = 0
        self.said: list[SecretField.Refused | SecretField.Submitted] = []

    def compose(self) -> ComposeResult:
        yield SecretField("the passphrase of owner")
        yield Button("elsewhere")

    def action_stray(self) -> None:
        self.strays += 1

    def on_secret_field_refused(self, message: SecretField.Refused) -> None:
        self.said.append(message)

    def on_secret_field_submitted(self, message: SecretField.Submitted) -> None:
        self.said.append(message)


@asynccontextmanager
async def typing(*keys: str) -> AsyncIterator[tuple[Pilot[None], SecretField, Desk]]:
    """An app with the field in focus and some keys typed into it."""
    app = Desk()
    async with app.run_test() as pilot:
        await pilot.press(*keys)
        yield pilot, app.query_one(SecretField), app


def shown(field: SecretField) -> str:
    """What the field draws."""
    return field.render().plain


# --- the keys -------------------------------------------------------------------------------------------------------


@pytest.mark.anyio
async def test_what_is_typed_is_taken_once_and_by_bytes() -> None:
    async with typing("y", "é", "space", "東", "Q", "question_mark") as (_, field, app):
        taken = field.take()
        assert taken == "yé 東Q?".encode()
        assert isinstance(taken, bytearray)
        assert (len(field.take()), field.typed, app.strays) == (0, 0, 0)


@pytest.mark.anyio
async def test_a_dot_stands_for_each_character_and_no_letter_is_drawn() -> None:
    async with typing("x", "é", "東") as (_, field, app):
        assert shown(field).rstrip() == "•••"
        assert "東" not in app.export_screenshot()


@pytest.mark.anyio
async def test_more_dots_than_the_field_is_wide_do_not_wrap() -> None:
    async with typing() as (pilot, field, _):
        field.styles.width = 10
        await pilot.press(*("x" * 15))
        assert shown(field).rstrip() == "•" * (field.size.width - 1)
        assert len(field.take()) == 15


@pytest.mark.anyio
async def test_backspace_takes_a_character_back_and_not_a_byte() -> None:
    async with typing("a", "é", "東", "backspace") as (pilot, field, _):
        assert field.typed == 2
        await pilot.press("backspace", "b")
        assert field.take() == b"ab"
        await pilot.press("backspace", "backspace", "c")
        assert field.take() == b"c"


@pytest.mark.anyio
async def test_ctrl_u_begins_anew_and_reaches_nobody_else() -> None:
    async with typing("a", "b", "ctrl+u", "c") as (_, field, app):
        assert field.take() == b"c"
        assert app.strays == 0


@pytest.mark.anyio
async def test_enter_hands_over_without_carrying_the_secret() -> None:
    async with typing("h", "o", "r", "s", "e", "enter") as (pilot, field, app):
        await pilot.pause()
        (message,) = app.said
        assert isinstance(message, SecretField.Submitted)
        assert message.control is field
        assert "horse" not in repr(message) + repr(vars(field)) + repr(vars(message))
        assert field.take() == b"horse"


@pytest.mark.anyio
async def test_keys_that_are_no_characters_are_not_taken_and_go_on() -> None:
    async with typing("a", "left", "f1", "ctrl+k", "tab") as (_, field, app):
        assert field.take() == b"a"
        assert isinstance(app.focused, Button)


@pytest.mark.anyio
async def test_pasting_is_refused_in_words_and_keeps_what_was_typed() -> None:
    async with typing() as (pilot, field, app):
        app.post_message(events.Paste("pasted words"))
        await pilot.pause()
        assert shown(field).strip() == PASTED
        await pilot.press("a")
        app.post_message(events.Paste("pasted words"))
        await pilot.pause()
        assert [message.sentence for message in app.said if isinstance(message, SecretField.Refused)] == [PASTED] * 2
        assert field.take() == b"a"


@pytest.mark.anyio
async def test_a_field_that_is_full_says_so_and_loses_nothing() -> None:
    async with typing() as (pilot, field, app):
        for _ in range(MOST - 1):
            field._secret.add(b"x")
        await pilot.press("é")
        (message,) = app.said
        assert isinstance(message, SecretField.Refused)
        assert message.sentence == FULL
        assert field.take() == b"x" * (MOST - 1)


@pytest.mark.anyio
async def test_a_field_that_goes_away_is_wiped() -> None:
    async with typing("a", "b") as (_, field, _app):
        room = field._secret._room
        assert room[:2] == b"ab"
        await field.remove()
        assert room == bytes(MOST)


@pytest.mark.anyio
async def test_a_field_is_wiped_when_asked() -> None:
    async with typing("a", "b") as (_, field, _app):
        room = field._secret._room
        field.wipe()
        assert room == bytes(MOST)
        assert field.typed == 0


def test_what_was_taken_back_or_handed_over_stands_nowhere_any_more() -> None:
    typed = Typed()
    room = typed._room
    typed.add(b"abc")
    typed.back()
    assert room[:3] == b"ab\0"
    assert typed.take() == b"ab"
    assert room == bytes(MOST)
    assert typed._room is room
