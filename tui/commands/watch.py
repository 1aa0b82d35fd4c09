"""`memdesk watch`: files and folders into which agents write, and the reading of them."""

from __future__ import annotations

from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tui.commands.call import PATH, Call, Group, pass_call
from tui.commands.signing import writing
from tui.notices import DONE, PARTLY
from tui.wording.file_forms import FORMS

if TYPE_CHECKING:
    from store.records.views import ScanPlace, ScanReport, WatchView

_NOTHING = "Nothing is watched. `memdesk watch add PATH` watches a memory.md or a drop folder."


@click.group("watch", cls=Group, invoke_without_command=True, short_help="Watch files and folders that agents write.")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Watch files into which agents write, such as a memory.md, and folders into which they drop captures.

    Each record of a file is taken once, however often the file is written anew. Files of a drop folder (.md, .json,
    .jsonl) are removed once they are taken; one that was not wholly taken goes into its folder refused/.
    """
    if ctx.invoked_subcommand is None:
        print_watches(ctx.ensure_object(Call))


@command.command("add")
@click.argument("paths", type=PATH, nargs=-1, required=True, metavar="PATH...")
@pass_call
def add(call: Call, paths: tuple[Path, ...]) -> None:
    """Watch files (.md) and drop folders from now on.

    Only a system user may: neither a token nor a claimed name. A record begins with a dash, in any of these forms:
    """
    desk = writing(call)
    _print(call, "watch-add", tuple(desk.intake.watch_add(path) for path in paths))
    call.talk("`memdesk watch run` reads whatever comes; each archive pass reads it too.")


_JSON = "In a drop folder it may also be JSON, with the fields of `memdesk capture --batch`: .json or .jsonl."
add.help = "\n\n".join((cleandoc(add.help or ""), "\n".join(("\b", *FORMS)), _JSON))


@command.command("list")
@pass_call
def list_all(call: Call) -> None:
    """List what is watched, how much was taken of it, and what is wrong with it."""
    print_watches(call)


@command.command("remove")
@click.argument("paths", type=PATH, nargs=-1, required=True, metavar="PATH...")
@pass_call
def remove(call: Call, paths: tuple[Path, ...]) -> None:
    """Watch these no more; the files stay as they are."""
    desk = writing(call)
    found = tuple(desk.intake.watch_remove(path) for path in paths)
    if call.json:
        _print(call, "watch-remove", found)
    for one in found:
        call.talk(f"{one.path} is watched no more.")


@command.command("once")
@pass_call
def once(call: Call) -> int:
    """Read everything that is watched once, and what was spooled.

    Exit 6 where something was refused or could not be read.
    """
    report = writing(call).intake.scan()
    if call.json:
        call.data("watch-once", _shape(report))
    else:
        for place in report.places:
            _line(call, place)
        call.talk(_sum(report))
    return PARTLY if any(place.sentences for place in report.places) else DONE


@command.command("run")
@pass_call
def run(call: Call) -> None:
    """Read whatever agents write, as they write it, until interrupted.

    A line is written for each place to which something came.
    """
    import threading

    desk, stop = writing(call), threading.Event()
    call.talk(f"Watching {len(desk.intake.watches()):,} places; ctrl-C ends it.")

    def told(report: ScanReport) -> None:
        if call.json:
            call.data("watch-run", _shape(report))
        else:
            for place in report.places:
                if place.captured or place.known or place.refused or place.sentences:
                    _line(call, place)
        call.out.end()
        if call.out.gone:
            stop.set()

    desk.intake.watch(stop, told)


def print_watches(call: Call) -> None:
    """Write every place that is watched, one a line."""
    found = call.desk().intake.watches()
    _print(call, "watch-list", found)
    if not found:
        call.talk(_NOTHING)


def _print(call: Call, name: str, found: tuple[WatchView, ...]) -> None:
    if call.json:
        from tui.commands.shapes import iso, shape

        moments = ({"last_at": None if one.last_at is None else iso(one.last_at)} for one in found)
        call.data(name, {"watches": [{**shape(one), **at} for one, at in zip(found, moments, strict=True)]})
        return
    for one in found:
        told = f"  {one.kind}, {one.taken:,} taken, {one.refused:,} refused"
        trouble = f"  {one.trouble}" if one.trouble else ""
        call.out.line((one.path, "bold"), (told, "dim"), (trouble, "bad"))


def _line(call: Call, place: ScanPlace) -> None:
    """One place, and below it what was wrong with what stood there."""
    call.out.line((place.path, "bold"), f"  {_counts(place)}")
    for sentence in place.sentences:
        call.out.line("  ", (sentence, "bad"))


def _counts(found: ScanPlace | ScanReport) -> str:
    counted = (
        (found.captured, "captured"),
        (found.known, "known already"),
        (found.refused, "refused"),
        (found.waiting, "waiting until written to the end"),
    )
    return ", ".join(f"{count:,} {word}" for count, word in counted if count) or "nothing new"


def _sum(report: ScanReport) -> str:
    places = len(report.places)
    return f"{places:,} {'place' if places == 1 else 'places'} read: {_counts(report)}." if places else _NOTHING


def _shape(report: ScanReport) -> dict[str, Any]:
    from tui.commands.shapes import shape

    return dict(shape(report))
