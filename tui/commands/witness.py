"""`memdesk witness`: what is kept outside the store, so that a rewritten history does not pass."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tui.commands.call import WORDS, Call, Group, pass_call
from tui.commands.signing import acting, finish, note_option, unlock, writing, yes_option
from tui.notices import DONE, FOUND, PARTLY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from store.records.views import Alarm
    from store.records.views.witness import DestinationView, WitnessView

_NOWHERE = (
    "It is sent nowhere. `memdesk witness add PATH` sends each line to a disk or machine out of reach of this one."
)


@click.group("witness", cls=Group, invoke_without_command=True, short_help="Show, send and check the witness.")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show where the witness of this store is kept, what it saw last, and where it is sent.

    It is one file outside the store, with a line for every plan: a history that was rewritten, cut off or put back to
    an older copy is told by it. Send it where nobody who can write this store can reach it.
    """
    if ctx.invoked_subcommand is None:
        call = ctx.ensure_object(Call)
        print_witness(call, call.desk().witness_view())


@command.command("add")
@click.argument("words", type=WORDS, nargs=-1, required=True, metavar="PATH|[--] COMMAND...")
@click.option("--command", "program", is_flag=True, help="It is a program with its arguments, not a path.")
@pass_call
def add(call: Call, words: tuple[str, ...], program: bool) -> int:
    """Send every line to a file, to a folder that gets a file of this store, or to a program.

    A program is run once for each line, without a shell: it finds the line on its standard input, has ten seconds,
    and has taken it when it ends with 0. Put -- in front of one whose arguments begin with a dash.
    """
    if not program and (len(words) > 1 or not words[0]):
        raise click.UsageError("Name one path, or a program with --command.")
    desk = writing(call)
    before = desk.witness_view()
    alarm = desk.witness_add(command=words) if program else desk.witness_add(path=Path(words[0]))
    after = desk.witness_view()
    more, places = after.lines - before.lines, after.destinations
    added = places[-1] if len(places) > len(before.destinations) else _called(places, words[0])
    if call.json:
        from tui.commands.shapes import shape

        call.data("witness-add", {**shape(added), "more": more, "alarm": _alarm(alarm)})
        return _code(alarm)
    from tui.wording.sentences import number

    call.out.line(_place(added))
    if more:
        call.talk(f"The witness here has {number(more, 'line')} more than before.")
    verb = "stands" if added.delivered == 1 else "stand"
    return _told(call, alarm, f"{number(added.delivered, 'line')} {verb} there; every further one is sent.")


@command.command("remove")
@click.argument("n", type=click.IntRange(min=1), metavar="N")
@pass_call
def remove(call: Call, n: int) -> None:
    """Send nothing to destination N any more; what it has stays there."""
    desk = writing(call)
    before = desk.witness_view().destinations
    desk.witness_remove(n)
    if call.json:
        from tui.commands.shapes import shape

        call.data("witness-remove", shape(before[n - 1]))
        return
    call.talk(f"The witness is no longer sent to {_place(before[n - 1])}.")


@command.command("check")
@pass_call
def check(call: Call) -> int:
    """Hold the whole witness, and every copy that can be read, against the log; exit 1 where they disagree."""
    checked = call.desk().witness_check()
    findings, notes, heads = checked.findings, checked.notes, checked.heads
    if call.json:
        from tui.commands.shapes import shape

        told = {"ok": not findings, "findings": [shape(one) for one in findings], "notes": notes, "heads": heads}
        call.data("witness-check", told)
        return FOUND if findings else DONE
    for finding in findings:
        where = "" if finding.seq is None else f"entry {finding.seq}: "
        call.out.line((f"{finding.step}: ", "bad"), f"{where}{finding.sentence}")
    for note in notes:
        call.talk(note)
    call.talk(_ending(heads, found=bool(findings)))
    return FOUND if findings else DONE


def _ending(heads: int, *, found: bool) -> str:
    """What was looked at, and no more than that."""
    if not heads:
        return "The log was held against nothing."
    if found:
        return f"Something is wrong; {heads:,} heads were held against the log."
    return f"The log has every head that was held against it, {heads:,} of them."


@command.command("sign")
@pass_call
def sign(call: Call) -> int:
    """Sign the present head of the log by itself, and note that in the witness; prints the three lines signed."""
    desk = writing(call)
    unlock(call, desk)
    text, alarm = desk.witness_sign()
    store, seq, hashed, _ = text.split("\n")
    if call.json:
        call.data("witness-sign", {"store": store, "seq": int(seq), "hash": hashed, "alarm": _alarm(alarm)})
        return _code(alarm)
    for line in (store, seq, hashed):
        call.out.line(line)
    return _told(call, alarm, f"Entry {int(seq):,} is signed, and with it all that came before.")


@command.command("succeed")
@note_option
@yes_option
@pass_call
def succeed(call: Call, note: str | None, yes: bool) -> int:
    """Give up what the witness saw and this log does not have, after a backup was restored; an owner signs it.

    The ids that were given out there are not given out again.
    """
    desk = acting(call, writing(call), "Give these heads up?", yes=yes)
    return finish(call, "witness-succeed", desk.succeed(note=note), "The log goes on from here.")


def print_witness(call: Call, seen: WitnessView) -> None:
    """Write what the witness is and where it goes."""
    if call.json:
        from tui.commands.shapes import shape

        call.data("witness", shape(seen))
        return
    rows = [("kept in", seen.file), ("store", seen.store)]
    if seen.lines:
        rows += [
            ("pin", seen.pinned or "unreadable: it was edited"),
            ("last head", f"entry {seen.seq:,}  {seen.hash}" if seen.seq else "none"),
            ("lines", f"{seen.lines:,}"),
        ]
    from tui.wording.sentences import number

    for name, value in rows:
        call.out.line((f"{name:<10}", "dim"), value)
    for one in seen.destinations:
        waits = f", {one.waiting:,} not sent yet" if one.waiting else ""
        trouble = f"  {one.problem}" if one.problem else ""
        call.out.line(
            (f"{one.number:<10}", "dim"),
            _place(one),
            (f"  {number(one.delivered, 'line')} sent{waits}", "dim"),
            (trouble, "bad"),
        )
    if not seen.lines:
        call.talk("No witness of this store is kept here yet.")
    if seen.torn:
        call.talk(f"Its last line was cut off ({seen.torn:,} bytes); the next one is written over it.")
    if not seen.destinations:
        call.talk(_NOWHERE)


def _place(one: DestinationView) -> str:
    return one.path if one.path is not None else " ".join(one.command)


def _called(places: Sequence[DestinationView], path: str) -> DestinationView:
    """The destination that a path named, which is one already."""
    places = [one for one in places if one.path is not None]
    return next((one for one in places if Path(str(one.path)).name == Path(path).name), places[-1])


def _told(call: Call, alarm: Alarm | None, words: str) -> int:
    """Say how it ended: done, or partly where the witness could not be sent."""
    call.talk(words if alarm is None else f"{alarm.sentence} {alarm.hint}")
    return _code(alarm)


def _code(alarm: Alarm | None) -> int:
    """Done; partly where something was not sent or written; found where the log is not what the witness saw."""
    if alarm is None:
        return DONE
    return PARTLY if alarm.code in ("unsent", "unwitnessed") else FOUND


def _alarm(alarm: Alarm | None) -> object:
    from tui.commands.shapes import shape

    return None if alarm is None else shape(alarm)
