"""Acts about who may decide: what each asks for, says, and does; one form for each."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.content import Content

from store.records.words import Reason
from tui.dialogs.form import Ask, Values, Wrong
from tui.safe import safe
from tui.wording.moments import NoMoment, read_moment
from tui.wording.sentences import reason_label

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Applied

_SPAN = re.compile(r"[0-9]+[a-z]+", re.ASCII)
WHEN = "30d (from now), 2w, 2027-01-31 or 2027-01-31T09:30"
NOTE = Ask("note", "Why, in your own words.")


class Ready(NamedTuple):
    """An act with all it needs."""

    perform: Callable[[], Applied]
    told: str
    """What it did, in a sentence."""
    command: tuple[str, ...]
    """The same on the command line, without the program's name."""
    shown: list[str]
    """The token that is to be shown once, after it was performed."""
    title: str = ""
    """The act with its object, where the form could not know it."""
    words: Callable[[], str] = str
    """What there is to know of it before it is signed, in sentences; asked for when it is shown."""


class Form(NamedTuple):
    """What an act asks for."""

    title: str
    about: Content
    """What it is about, what will change and what will not."""
    asks: tuple[Ask, ...]
    ready: Callable[[Values], Ready]
    """The act with these values; a Wrong where one makes no sense."""
    label: str
    """The verb of the confirming key."""
    grave: bool = False


def act(perform: Callable[[], Applied], told: str, *command: str) -> Ready:
    """An act that shows no token."""
    return Ready(perform, told, command, [])


def giving(make: Callable[[], tuple[Applied, str]], told: str, *command: str) -> Ready:
    """An act that makes a token."""
    shown: list[str] = []

    def perform() -> Applied:
        applied, token = make()
        shown[:] = [token]
        return applied

    return Ready(perform, told, command, shown)


def command_line(words: Sequence[str]) -> str:
    """A command line, quoted for a shell."""
    return safe(shlex.join(["memdesk", *words]))


def moment_ahead(values: Values, desk: Desk, name: str = "until") -> int | None:
    """A moment to come, or None where nothing was given."""
    text = values[name]
    if not text:
        return None
    try:
        at = read_moment(text, now=desk.now(), zone=desk.zone)
    except NoMoment:
        raise Wrong(name, f"{text!r} is no moment to come: {WHEN}.") from None
    if _SPAN.fullmatch(text):
        at = 2 * desk.now() - at
    if at <= desk.now():
        raise Wrong(name, "That is past already.")
    return at


def path_in(text: str, field: str) -> Path:
    """A path as it is typed."""
    try:
        path = Path(text).expanduser()
        path.is_file()
    except (OSError, RuntimeError, ValueError):
        raise Wrong(field, f"{text!r} is no path.") from None
    return path


def number_in(values: Values, name: str) -> int | None:
    """A whole number, or None where nothing was given."""
    text = values[name]
    if text and not (text.isascii() and text.isdigit()):
        raise Wrong(name, f"{text!r} is no whole number.")
    return int(text) if text else None


def words_in(values: Values, name: str) -> list[str]:
    """Words parted by commas or blanks."""
    return values[name].replace(",", " ").split()


def option(name: str, value: str | int | None) -> tuple[str, ...]:
    """An option of a command line, where there is a value."""
    return (f"--{name}", str(value)) if value not in (None, "") else ()


def noted(values: Values) -> str | None:
    """The note, or nothing."""
    return values["note"] or None


def reasons(*which: Reason) -> tuple[tuple[str, str], ...]:
    """Reasons to choose from, the most likely first."""
    return tuple((reason.value, reason_label(reason)) for reason in which)


def people(desk: Desk, fits: Callable[[Any], bool]) -> tuple[tuple[str, str], ...]:
    """Principals to choose from: (id, name and id)."""
    return tuple((one.id, safe(f"{one.name} ({one.id})")) for one in desk.principals() if not one.retired and fits(one))


def name_of(desk: Desk, principal: str) -> str:
    """Somebody's name."""
    return next((one.name for one in desk.principals() if one.id == principal), principal)
