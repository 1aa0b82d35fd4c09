"""`memdesk links`: what one record is to others, as the link ledger says it (M)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tui.commands.call import WORDS, Call, Command, pass_call
from tui.commands.members import list_line
from tui.commands.past import at_seq_option, looking, stamp

if TYPE_CHECKING:
    from governance.looking import Looking

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

    ID is an item, a block, a segment or a place of the archive (archive/2026-05-11.md#3), a topic or a lane; what
    lies under a topic or in a lane is no edge, and is counted beside. `memdesk decide link` makes an edge; nothing is
    written into either record.
    """
    desk = looking(call, at_seq)
    edges = desk.links(one, deep)
    within = _within(desk, one)
    if call.json:
        from tui.commands.shapes import shape

        call.data(
            "links", {**stamp(at_seq), "id": one, "deep": deep, "links": [shape(edge) for edge in edges], **within}
        )
        return
    from tui.wording.organizing import edge_words

    named = deep > 1 or any(edge.id != one for edge in edges)
    for edge in edges:
        lead = "  " * (edge.deep - 1)
        call.out.row(
            [
                f"{lead}{edge.id}  " if named else "",
                (edge_words(edge.word), "dim"),
                "  ",
                (edge.other, "bold"),
                "  ",
            ],
            edge.text or "",
        )
    if within:
        from tui.wording.sentences import number

        lies = "lies" if within["items"] == 1 else "lie"
        told = f"{number(within['items'], 'item')} {lies} {'in' if one.startswith('lane-') else 'under'} it"
        call.out.line(f"{told}: `{within['list']}`." if within["items"] else f"{told}.")
    if not edges:
        call.talk("No edge of the ledger leads to it or from it.")


def _within(desk: Looking, one: str) -> dict[str, Any]:
    """Of a topic or a lane: how many items it has, and what lists them."""
    if one.startswith("top-"):
        return {"items": desk.topic_called(one).items, "list": list_line(desk, "topic", one)}
    if one.startswith("lane-"):
        return {"items": desk.lane_called(one).items, "list": list_line(desk, "lane", one)}
    return {}
