"""`memdesk capture`: a writer sends what it learned, one conclusion or a stream of them."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from tui.commands.call import WORDS, Call, Command, pass_call
from tui.notices import DONE, REFUSED
from tui.wording.captures import CARD_FIELDS, FIELDS, told

if TYPE_CHECKING:
    from collections.abc import Callable

    from store.records.views import CaptureReceipt

MOST_READ = 1_000_000
"""Bytes that are read of a text on stdin; more is too much in any case."""
EXPLAINED = (
    'Say what was learned, and where from: memdesk capture "Retries are safe." --source "incident 17". '
    "`-` reads the text from stdin, and --batch reads one JSON object a line."
)


def field_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """An option for each field of a capture."""
    for field in reversed(FIELDS):
        name = f"--{field.option or field.name}"
        option = click.option(
            name, f"field_{field.name}", type=WORDS, multiple=field.many, metavar=field.metavar, help=field.help
        )
        function = option(function)
    return function


@click.command("capture", cls=Command, short_help="Take in what an agent or a person learned.")
@click.argument("text", type=WORDS, required=False, metavar="TEXT")
@field_options
@click.option(
    "--field",
    "cards",
    type=WORDS,
    multiple=True,
    metavar="NAME=VALUE",
    help=f"A field that its type asks for: {', '.join(CARD_FIELDS)}.",
)
@click.option("--batch", is_flag=True, help="Read one JSON object a line from stdin; answer each with a line.")
@pass_call
def command(call: Call, /, text: str | None, cards: tuple[str, ...], batch: bool, **options: Any) -> int:
    """Take in one conclusion; its id is printed. TEXT `-` reads it from stdin.

    Nothing that is captured is believed for that: it says what its source says until it is distilled or reviewed.
    What is refused is kept apart with the reason, except a credential, of which nothing is kept.
    """  # fmt: skip
    given = {name.removeprefix("field_"): value for name, value in options.items() if value}
    if batch:
        if text is not None or given or cards:
            raise click.UsageError("with --batch each line says its own text and fields: give nothing else.")
        from tui.commands.batch import run_batch

        _refuse_reading(call)
        return run_batch(call, call.desk(), _stdin())
    if text is None:
        raise click.UsageError(f"there is no text. {EXPLAINED}")
    given.update(_card_fields(cards))
    _refuse_reading(call)
    if text == "-":
        text = _read_text(_stdin())
    return print_receipt(call, call.desk().intake.capture({"text": text, **given}), given.get("type", ""))


def print_receipt(call: Call, receipt: CaptureReceipt, kind: str = "") -> int:
    """Write the id alone on stdout, and what is to be said about it on stderr; `kind` is the type that was given."""
    if call.json:
        from tui.commands.shapes import shape

        call.data("capture", shape(receipt))
    elif receipt.id is not None and receipt.came != "refused":
        call.out.line(receipt.id)
    for line in told(receipt):
        if line:
            call.talk(line)
    if any(field in CARD_FIELDS for field, _ in receipt.faults):
        call.talk(_how_given(kind.strip().casefold()))
    return REFUSED if receipt.came == "refused" else DONE


def _how_given(kind: str) -> str:
    """How what a type asks for is given, with the fields that a record of it may bear."""
    said = "What a type asks for is given with --field NAME=VALUE"
    names = [name for name, words in CARD_FIELDS.items() if kind in words.partition(":")[0].split(", ")]
    return f"{said}; {kind}: {', '.join(names)}." if names else f"{said}; see --help."


def _card_fields(cards: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in cards:
        name, sign, value = one.partition("=")
        if not sign or not name.strip():
            raise click.UsageError(f"--field takes NAME=VALUE, and not {one!r}.")
        if name in found or any(name == field.name for field in FIELDS):
            raise click.UsageError(f"--field {name!r}: it was given before, or has an option of its own.")
        found[name] = value
    return found


def _refuse_reading(call: Call) -> None:
    if call.read_only:
        from tui.commands.signing import refuse_reading

        refuse_reading(call)


def _stdin() -> int:
    """The descriptor of stdin."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        raise click.UsageError("there is no stdin to read from.") from None


def _read_text(source: int) -> str:
    """The text on stdin, as far as a capture could have room for it; what spells no character is told apart."""
    parts: list[bytes] = []
    left = MOST_READ
    while left > 0 and (part := os.read(source, min(left, 65_536))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts).decode("utf-8", "surrogateescape")
