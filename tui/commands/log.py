"""`memdesk log`: what happened, entry by entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from store.records.words import Action
from tui.commands.call import MOST, WORDS, Call, Command, pass_call
from tui.commands.moments import moment
from tui.commands.past import at_seq_option, looking, stamp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from governance.looking import Looking
    from store.records.views import LogRow

USUAL = 100
PAGE = 500
WHO = 16
"""Cells in which an actor is named; a longer name is cut, so that the columns stay where they are."""


@click.command("log", cls=Command, short_help="Show what happened, entry by entry.")
@click.option("--action", type=click.Choice([action.value for action in Action]), metavar="ACTION", help="Only these.")
@click.option("--actor", type=WORDS, metavar="WHO", help="Only what this principal did: a name, or an id (p-0001).")
@click.option("--subject", type=WORDS, metavar="ID", help="Only entries about this.")
@click.option("--since", type=WORDS, metavar="MOMENT", help="From then on: 2026-06-01, 2026-06-01T09:30, 3d.")
@click.option("--until", type=WORDS, metavar="MOMENT", help="Up to then.")
@click.option("--text", type=WORDS, default="", help="Only entries with these words.")
@click.option(
    "--limit",
    type=click.IntRange(min=0, max=MOST),
    metavar="N",
    help=f"At most so many; 0 is all (usual: {USUAL}, all in JSON).",
)
@click.option("--reverse", is_flag=True, help="The newest first.")
@click.option("--follow", "-f", is_flag=True, help="Then new entries as they come; ctrl-C ends it (exit code 0).")
@at_seq_option
@pass_call
def command(
    call: Call,
    action: str | None,
    actor: str | None,
    subject: str | None,
    since: str | None,
    until: str | None,
    text: str,
    limit: int | None,
    reverse: bool,
    follow: bool,
    at_seq: int | None,
) -> None:
    """Show the log: the last entries, the newest at the bottom; --json gives one object a line.

    With --follow it goes on until ctrl-C, until nobody reads any more, or until the moment of --until.
    """
    from store.records.views import LogFilter

    if follow and (reverse or at_seq is not None):
        raise click.UsageError("--follow waits for what comes; it goes with neither --reverse nor --at-seq.")
    desk = looking(call, at_seq)
    zone, now = desk.zone, desk.now()
    where = LogFilter(
        action=Action(action) if action else None,
        actor=actor,
        subject=subject,
        since=moment(since, now=now, zone=zone) if since else None,
        until=moment(until, now=now, zone=zone) if until else None,
        text=text,
    )
    if follow:
        from tui.commands.following import follow_log

        follow_log(call, desk, where, limit)
        return
    print_last(call, desk, desk.log_keys(where), limit, reverse=reverse)


def print_last(call: Call, desk: Looking, found: Sequence[int], limit: int | None, *, reverse: bool = False) -> None:
    """Write the last of these entries, and say honestly how many there are."""
    most = len(found) if limit == 0 or (limit is None and call.json) else min(len(found), limit or USUAL)
    seqs = found[len(found) - most :]
    print_entries(call, desk, seqs[::-1] if reverse else seqs)
    if call.out.gone:
        return
    if most < len(found):
        last = "The last one" if most == 1 else f"The last {most:,}"
        call.talk(f"{last} of {len(found):,} entries; --limit 0 shows all.")
    elif not found:
        call.talk("No such entry.")


def print_entries(call: Call, desk: Looking, seqs: Sequence[int]) -> None:
    """Write entries page by page, as long as somebody reads."""
    for at in range(0, len(seqs), PAGE):
        for row in desk.log_rows(seqs[at : at + PAGE]):
            _print(call, desk, row)
        if call.out.gone:
            return


def _print(call: Call, desk: Looking, row: LogRow) -> None:
    if call.json:
        from tui.commands.shapes import shape

        call.data("log", stamp(desk.at_seq) | shape(row))
        return
    from tui.safe import fit
    from tui.wording.noticed import actor_part
    from tui.wording.sentences import did_words
    from tui.wording.times import clock_time

    who = fit(actor_part(row.who, row.assurance, call.signs)[0], WHO)
    subjects = ", ".join(row.about[:3]) + (f" +{len(row.about) - 3}" if len(row.about) > 3 else "")
    words = f"erased under {row.erased_by}" if row.erased_by else row.words
    if row.withdrawn:
        words = f"{call.signs.withdrawn} withdrawn"
    call.out.row(
        [
            (f"{row.seq:>7}", "dim"),
            f"  {clock_time(row.at, desk.zone, seconds=True)}  ",
            (f"{who}  ", "accent"),
            f"{did_words(row):<18}  {subjects:<20}  ",
        ],
        words,
    )
