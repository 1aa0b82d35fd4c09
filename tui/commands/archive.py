"""`memdesk archive`: what came in is preserved word for word, before anything is made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui.commands.call import Call, Command, pass_call
from tui.commands.passes import ended, stopping
from tui.commands.signing import writing

if TYPE_CHECKING:
    from store.records.views import PassReport


@click.command("archive", cls=Command, short_help="Preserve what came in, word for word.")
@pass_call
def command(call: Call) -> int:
    """Put every capture of the inbox into the archive of the user day, word for word.

    What is watched is read first; a watched memory.md is written blank afterwards if all that stood in it is preserved
    and nobody wrote since. Ctrl-C stops between two batches: what is archived stays, and the next pass goes on.
    """
    desk = writing(call)
    with stopping(call) as stopped:
        report = desk.intake.archive(progress=call.progress("Archiving"), cancelled=stopped)
    if call.json:
        from tui.commands.shapes import shape

        call.data(
            "archive",
            {
                "action": report.action,
                "run": report.run,
                "archived": report.archived,
                "segments": list(report.segments),
                "waiting": report.waiting,
                "left": shape(report)["left"],
                "files": [{"path": path, "became": became} for path, became in report.files],
                "cancelled": report.cancelled,
            },
        )
    else:
        _print(call, report)
    return ended(call, report)


def _print(call: Call, report: PassReport) -> None:
    from tui.wording.passes import pass_sentence
    from tui.wording.sentences import number

    if report.archived:
        call.out.line((number(report.archived, "capture"), "bold"), " archived in ", ", ".join(report.segments))
    elif not report.cancelled:
        call.out.line(pass_sentence(report))
    for path, became in report.files:
        call.out.line("  ", path, f"  {became}")
    if report.archived and not report.cancelled:
        call.talk("`memdesk distill` takes what is archived into the store.")
