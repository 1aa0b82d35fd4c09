"""`memdesk lane`: courses of records that are read, frozen or set aside as one (M)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from store.records.words import Reason
from tui.commands.call import WORDS, Call, Group, pass_call
from tui.commands.ordering import put, put_options
from tui.commands.past import at_seq_option, looking, stamp

if TYPE_CHECKING:
    from governance.looking import Looking
    from store.records.views import LaneView


@click.group("lane", cls=Group, invoke_without_command=True, short_help="Lanes: make, fill, freeze, thaw, clear.")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Make lanes, move items into them, freeze, thaw and clear them. Nothing of it deletes, or says what is true.

    A frozen lane is kept as it is: nothing is written to what lies in it, but withdrawing, reinstating and erasing
    reach it. A cleared one is set aside: the same, but that items can be moved out. Recall reads neither. Of a closed
    lane an agent's token is told what a grant lets it read, by every command: `memdesk grant add WHO recall
    --scope lane=LANE`. A store without keys has no grants: no agent reads a closed lane there, and people read it only
    in an audit (`memdesk recall --audit`). Whoever reads the store's own file, or drops the token, reads all of it.
    """
    if ctx.invoked_subcommand is None:
        call = ctx.ensure_object(Call)
        print_lanes(call, call.desk())


@command.command("create")
@click.argument("title", type=WORDS, metavar="TITLE")
@click.argument("ids", type=WORDS, nargs=-1, metavar="[ID...]")
@click.option("--project", type=WORDS, metavar="P", help="Take only what is of this project.")
@click.option("--purpose", type=WORDS, metavar="TEXT", help="What it is for.")
@click.option(
    "--closed",
    is_flag=True,
    help="Only those read it whom a grant lets; without keys there is none, and no agent does.",
)
@put_options(Reason.ORGANIZED)
@pass_call
def create(
    call: Call, /, title: str, ids: tuple[str, ...], project: str | None, purpose: str | None, closed: bool, **told: Any
) -> int:
    """Make a lane, empty or of these items; the title is its own within the project."""
    access = "closed" if closed else None
    return put(call, "lane-create", "new-lane", ids, told, title=title, project=project, purpose=purpose, access=access)


@command.command("list")
@at_seq_option
@pass_call
def list_all(call: Call, at_seq: int | None) -> None:
    """List every lane."""
    print_lanes(call, looking(call, at_seq))


@command.command("show")
@click.argument("lane", type=WORDS, metavar="LANE")
@at_seq_option
@pass_call
def show(call: Call, lane: str, at_seq: int | None) -> None:
    """Show a lane, by id or title."""
    desk = looking(call, at_seq)
    print_lane(call, desk, desk.lane_called(lane))


@command.command("move")
@click.argument("ids", type=WORDS, nargs=-1, required=True, metavar="ID...")
@click.option("--lane", type=WORDS, required=True, metavar="LANE|none", help="Where to, by id or title.")
@put_options(Reason.ORGANIZED)
@pass_call
def move(call: Call, /, ids: tuple[str, ...], lane: str, **told: Any) -> int:
    """Move items into a lane, or (none) out of every lane."""
    return put(call, "lane-move", "lane", ids, told, lane=lane)


@command.command("freeze")
@click.argument("lane", type=WORDS, metavar="LANE")
@put_options(Reason.EXPERIMENT)
@pass_call
def freeze(call: Call, /, lane: str, **told: Any) -> int:
    """Keep a lane as it is; withdrawing, reinstating and erasing still reach it."""
    return put(call, "lane-freeze", "freeze", (call.desk().lane_called(lane).id,), told)


@command.command("thaw")
@click.argument("lane", type=WORDS, metavar="LANE")
@put_options(Reason.USABLE_AGAIN)
@pass_call
def thaw(call: Call, /, lane: str, **told: Any) -> int:
    """Take a frozen or cleared lane into use again."""
    return put(call, "lane-thaw", "thaw", (call.desk().lane_called(lane).id,), told)


@command.command("clear")
@click.argument("lane", type=WORDS, metavar="LANE")
@put_options(Reason.ABANDONED)
@pass_call
def clear(call: Call, /, lane: str, **told: Any) -> int:
    """Set a lane aside: nothing of it is recalled, and nothing of it is deleted."""
    return put(call, "lane-clear", "clear", (call.desk().lane_called(lane).id,), told)


def print_lanes(call: Call, desk: Looking, text: str = "", limit: int | None = None) -> None:
    """Write every lane, or as many as asked for of those that have these words."""
    wanted = text.casefold()
    every = [
        lane
        for lane in desk.lanes()
        if wanted in f"{lane.id}\n{lane.title}\n{lane.purpose or ''}\n{lane.project or ''}".casefold()
    ]
    found = every[: limit or None]
    if call.json:
        from tui.commands.shapes import shape

        rows = [shape(lane) for lane in found]
        call.data("list", {**stamp(desk.at_seq), "queue": "lanes", "total": len(every), "rows": rows})
        return
    from tui.wording.organizing import access_words
    from tui.wording.sentences import number
    from tui.wording.strip import lane_part

    for lane in found:
        pieces: list[str | tuple[str, str]] = [
            (lane.id, "bold"),
            "  ",
            lane_part(lane.state, call.signs),
            f"  {number(lane.items, 'item'):>10}  ",
        ]
        of = f"  {lane.project}" if lane.project else ""
        call.out.row(pieces, f"{lane.title}  ({access_words(lane, keyless=desk.keyless)}){of}")
    if not found:
        call.talk("No lane yet: `memdesk lane create TITLE` makes one.")


def print_lane(call: Call, desk: Looking, lane: LaneView) -> None:
    """Write one lane in full."""
    from tui.commands.members import members, print_members

    if call.json:
        from tui.commands.shapes import shape

        call.data("show", {**stamp(desk.at_seq), "what": "lane", **shape(lane), **members(desk, "lane", lane.id)})
        return
    from tui.wording.organizing import STATES, access_words
    from tui.wording.strip import lane_part

    call.out.line((lane.id, "bold"), "  ", lane_part(lane.state, call.signs), f"  {lane.title}")
    call.out.line(STATES[lane.state])
    call.out.line(access_words(lane, keyless=desk.keyless))
    if lane.project:
        call.out.line(("project ", "dim"), lane.project)
    if lane.purpose:
        call.out.line(("purpose ", "dim"), lane.purpose)
    print_members(call, desk, "lane", lane.id, lane.items)
    call.out.line(("seen ", "dim"), lane.seen)
