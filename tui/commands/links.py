"""`memdesk links`: what one record is to others, as the link ledger says it (M)."""

from __future__ import annotations

import click

from tui.commands.call import WORDS, Call, Command, pass_call
from tui.commands.past import at_seq_option, looking, stamp

DEEPEST = 20
"""Steps that a walk may go."""


@click.command("links", cls=Command, short_help="Show what a record is to others, in both directions.")
@click.argument("one", type=WORDS, metavar="ID")
@click.option("--deep", type=click.IntRange(min=1, max=DEEPEST), default=1, metavar="N", help="Follow them N steps.")
@at_seq_option
@pass_call
def command(call: Call, one: str, deep: int, at_seq: int | None) -> None:
    """Show every edge of a record, whichever end bears it: what it continues, references, solves, supersedes, corrects,
    contradicts, was merged into, derived from or archived as, and the same from the other end.

    ID is an item, a block of the archive or a topic. `memdesk decide link` makes an edge; nothing is written into
    either record.
    """
    desk = looking(call, at_seq)
    edges = desk.links(one, deep)
    if call.json:
        from tui.commands.shapes import shape

        call.data("links", {**stamp(at_seq), "id": one, "deep": deep, "links": [shape(edge) for edge in edges]})
        return
    from tui.wording.organizing import edge_words

    for edge in edges:
        lead = "  " * (edge.deep - 1)
        call.out.row(
            [
                f"{lead}{edge.id}  " if deep > 1 else "",
                (edge_words(edge.word), "dim"),
                "  ",
                (edge.other, "bold"),
                "  ",
            ],
            edge.text or "",
        )
    if not edges:
        call.talk("It is linked to nothing.")
