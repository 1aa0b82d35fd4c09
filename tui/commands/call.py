"""One run of the command line, and the options that every command takes, before and after its name."""

from __future__ import annotations

import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tui.commands.places import find_store
from tui.commands.printer import Printer

if TYPE_CHECKING:
    from collections.abc import Callable

    from governance.desk import Desk
    from tui.wording.glyphs import Glyphs

EVERYWHERE = "--store PATH, --as NAME, --json, --read-only, --ascii, --passphrase-fd N (memdesk --help)."


class Words(click.ParamType[str]):
    """Text that can be kept: bytes of the command line that are no UTF-8 are refused here."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Answer the text itself."""
        text = str(value)
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail(f"{text!r} is not valid UTF-8: write it in UTF-8.", param, ctx)
        return text


class Name(Words):
    """Who somebody claims to be; nobody is nameless."""

    name = "name"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Answer the name, which is never blank."""
        text = super().convert(value, param, ctx)
        if not text.strip():
            self.fail("an empty name names nobody.", param, ctx)
        return text


class FilePath(click.ParamType[Path]):
    """A path; an empty one is refused, since it would mean this folder."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Answer it as a path."""
        if not value:
            self.fail("an empty path names nothing.", param, ctx)
        return Path(value)


WORDS = Words()
PATH = FilePath()
NAME = Name()
MOST = 1_000_000_000
"""The largest limit that can be asked for."""


class Call:
    """What a command has in hand."""

    def __init__(self) -> None:
        self.store: Path | None = None
        """As named by --store."""
        self.claimed: str | None = None
        """As named by --as."""
        self.json = False
        self.read_only = False
        self.ascii = False
        self.passphrase_fd: int | None = None
        """As named by --passphrase-fd."""

    def take(self, params: dict[str, Any]) -> None:
        """Take the global options out of what was parsed; what stands nearer to the end wins."""
        for name in ("store", "claimed", "json", "read_only", "ascii", "passphrase_fd"):
            value = params.pop(f"global_{name}", None)
            if value:
                setattr(self, name, value)

    @cached_property
    def out(self) -> Printer:
        """Where data goes."""
        return Printer(sys.stdout, ascii=self.ascii)

    @cached_property
    def err(self) -> Printer:
        """Where talk goes."""
        return Printer(sys.stderr, ascii=self.ascii)

    @cached_property
    def signs(self) -> Glyphs:
        """The glyphs that stdout can carry."""
        from tui.wording.glyphs import glyphs

        return glyphs(self.ascii or not self.out.symbols)

    def talk(self, text: str) -> None:
        """Say something to the person; whoever wants JSON is not talked to."""
        if not self.json:
            self.err.words(text)

    def data(self, command: str, shape: dict[str, Any]) -> None:
        """Write one JSON object of a command."""
        self.out.json({"schema": f"memdesk/{command}/1", **shape})

    def desk(self) -> Desk:
        """The desk, opened once and for as long as the command runs."""
        return self._opened

    @cached_property
    def _opened(self) -> Desk:
        from governance.desk import open_desk

        desk = open_desk(find_store(self.store), claimed=self.claimed, read_only=self.read_only, told=self.talk)
        click.get_current_context().call_on_close(desk.close)
        if alarm := desk.against_witness():
            self.talk(f"! {alarm.sentence} {alarm.hint}".rstrip())
        return desk

    def progress(self, what: str) -> Callable[[int, int], None]:
        """Count aloud on a terminal."""

        def count(done: int, of: int) -> None:
            if not self.json:
                self.err.same_line("" if done >= of else f"{what} {done:,} of {of:,}")

        return count

    def settle(self) -> None:
        """Clear the line that was counted on."""
        if not self.json:
            self.err.same_line("")


def global_options() -> list[click.Option]:
    """The options of every command."""
    return [
        click.Option(
            ["--store", "global_store"],
            type=PATH,
            help="The store; else $MEMDESK_STORE, else the nearest memory/memory.db upwards from here.",
        ),
        click.Option(["--as", "global_claimed"], type=NAME, metavar="NAME", help="Claim to be somebody."),
        click.Option(["--json", "global_json"], is_flag=True, help="Data as JSON, errors too."),
        click.Option(["--read-only", "global_read_only"], is_flag=True, help="Write nothing at all."),
        click.Option(["--ascii", "global_ascii"], is_flag=True, help="No symbols beyond ASCII."),
        click.Option(
            ["--passphrase-fd", "global_passphrase_fd"],
            type=click.IntRange(min=3),
            metavar="N",
            help="Read the passphrase of a key from this file descriptor, one line.",
        ),
    ]


class Command(click.Command):
    """A command that takes the global options too."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        adopt(self)

    def invoke(self, ctx: click.Context) -> Any:
        """Run it with the call in hand."""
        ctx.ensure_object(Call).take(ctx.params)
        return super().invoke(ctx)


class Group(click.Group):
    """A command with commands of its own."""

    command_class = Command

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        adopt(self)

    def invoke(self, ctx: click.Context) -> Any:
        """Run it with the call in hand."""
        ctx.ensure_object(Call).take(ctx.params)
        return super().invoke(ctx)


def adopt(command: click.Command) -> None:
    """Give a command the global options without repeating them in its help."""
    command.context_settings.setdefault("help_option_names", ["-h", "--help"])
    command.epilog = f"Everywhere: {EVERYWHERE}"
    for option in global_options():
        option.hidden = True
        command.params.append(option)


pass_call = click.make_pass_decorator(Call)
