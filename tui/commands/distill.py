"""`memdesk distill`: what is archived becomes items, by the rules of state and knowledge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from governance.errors import Refusal, RefusalKind
from tui.commands.call import MOST, WORDS, Call, Command, pass_call
from tui.commands.passes import ended, pass_shape, print_pass, stopping
from tui.commands.signing import writing

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import PassReport


@click.command("distill", cls=Command, short_help="Make items of what is archived.")
@click.option(
    "--with", "distiller", type=WORDS, metavar="COMMAND", help="A program that proposes first; see docs/distillers.md."
)
@click.option(
    "--timeout", type=click.IntRange(1, 86_400), default=600, metavar="SECONDS", help="How long it may take; else 600."
)
@click.option(
    "--batch", type=click.IntRange(1, MOST), default=500, metavar="N", help="Captures in one commit; else 500."
)
@pass_call
def command(call: Call, distiller: str | None, timeout: int, batch: int) -> int:
    """Take archived captures into the store: newer state supersedes older, knowledge is added, doubts are marked.

    State gives way only to state of exactly the same subject, project, scope and type, of a later date. Likenesses and
    contradictions are only suggested. Captures that wait for a person stay out. One pass runs at a time; Ctrl-C stops
    between two batches: what is distilled stays, and the next pass goes on.
    """
    desk = writing(call)
    with stopping(call) as stopped:
        try:
            report = desk.intake.distill(
                progress=call.progress("Distilling"),
                cancelled=stopped,
                batch=batch,
                distiller=distiller,
                seconds=timeout,
            )
        except Refusal as refusal:
            if distiller is not None and stopped() and refusal.kind is RefusalKind.BUSY:
                raise KeyboardInterrupt from refusal
            raise
    if call.json:
        call.data("distill", pass_shape(report))
    else:
        _print(call, desk, report)
    return ended(call, report)


def _print(call: Call, desk: Desk, report: PassReport) -> None:
    from tui.wording.passes import pass_sentence, pass_title
    from tui.wording.sentences import number

    if report.action == "autodream-skip":
        call.out.line(pass_sentence(report))
        return
    call.out.line((pass_title(report), "bold"))
    print_pass(call, desk, report)
    if not report.cancelled:
        call.out.line(("index: ", "bold"), number(report.index_lines, "line"))
