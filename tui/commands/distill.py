"""`memdesk distill`: what is archived becomes items, by the rules of state and knowledge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from governance.errors import Refusal, RefusalKind
from tui.commands.call import MOST, WORDS, Call, Command, pass_call
from tui.commands.passes import ended, listed, stopping
from tui.commands.signing import writing

if TYPE_CHECKING:
    from store.records.views import PassReport, Superseded


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
        call.data("distill", _shape(report))
    else:
        _print(call, report)
    return ended(call, report)


def _shape(report: PassReport) -> dict[str, Any]:
    from tui.commands.shapes import shape

    found = dict(shape(report))
    for name in ("archived", "files"):
        del found[name]
    found["distilled"] = [{"id": name, "from": list(members)} for name, members in report.distilled]
    return found


def _print(call: Call, report: PassReport) -> None:
    if report.action == "autodream-skip":
        call.out.line("There was nothing to distil: nothing new is in the archive.")
        return
    from tui.wording.noticed import likeness_words
    from tui.wording.passes import pass_title

    call.out.line((pass_title(report), "bold"))
    listed(call, "added", report.added)
    listed(call, "made", [f"{name} of {', '.join(members)}" for name, members in report.distilled])
    if report.superseded:
        call.out.line(("superseded: ", "bold"), f"{len(report.superseded):,}")
        for one in report.superseded:
            _superseded(call, one)
    listed(call, "marked pending", report.pending)
    listed(call, "resolved", report.resolved)
    pairs = (f"{one.id} {one.other}  {likeness_words(one.relation, one.score)}" for one in report.suggested)
    listed(call, "suggested", list(pairs))
    listed(call, "cooled", report.cooled)
    listed(call, "distilled to the end", report.segments)
    listed(call, "refused", [f"{one.number}. {one.operation}: {one.sentence}" for one in report.refused])
    for note in report.notes:
        call.out.line("  ", note)
    if not report.cancelled:
        call.out.line(("index: ", "bold"), f"{report.index_lines:,} lines")


def _superseded(call: Call, one: Superseded) -> None:
    """The subject, the value that gave way and the one it gave way to, each with its date."""
    call.out.line("  ", (one.subject, "bold"))
    dash, arrow = call.signs.dash, call.signs.arrow
    for lead, date, name, value in (
        (" " * len(arrow), one.date, one.id, one.value),
        (arrow, one.successor_date, one.successor, one.successor_value),
    ):
        call.out.row(("    ", f"{lead} ", (f"{date or dash}  {name}  ", "dim")), value)
