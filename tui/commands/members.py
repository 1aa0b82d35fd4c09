"""What lies in a lane or under a topic: how much, the first of it, and the command that lists the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from store.records.views import ItemFilter
from tui.commands.call import Call
from tui.wording.sentences import number

if TYPE_CHECKING:
    from governance.looking import Looking

FIRST = 10
"""Items that are named."""


def members(desk: Looking, what: str, name: str) -> dict[str, Any]:
    """The newest items of a lane or topic, and how the rest is listed; `what` is lane or topic."""
    where = ItemFilter(lane=name) if what == "lane" else ItemFilter(topic=name)
    rows = desk.item_rows(desk.item_keys(where)[:FIRST])
    return {"first": [{"id": row.id, "text": row.text} for row in rows], "list": list_line(desk, what, name)}


def list_line(desk: Looking, what: str, name: str) -> str:
    """The command that lists every item of a lane or topic."""
    at = "" if desk.at_seq is None else f" --at-seq {desk.at_seq}"
    return f"memdesk list items --{what} {name}{at}"


def print_members(call: Call, desk: Looking, what: str, name: str, count: int) -> None:
    """Write how many items it has and the newest of them, a line each."""
    found = members(desk, what, name)
    call.out.line(number(count, "item"))
    for row in found["first"]:
        call.out.row([("  " + row["id"], "bold"), "  "], row["text"])
    if count > len(found["first"]):
        call.out.line((f"  and {count - len(found['first']):,} more: {found['list']}", "dim"))
