"""`memdesk list`: the rows of a queue, or of everything of one sort."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from tui.commands.call import MOST, WORDS, Call, Command, pass_call
from tui.commands.past import at_seq_option, looking, stamp

if TYPE_CHECKING:
    from governance.looking import Looking
    from store.records.views import Hit, Row

QUEUES = (
    "inbox", "pending", "drift", "stale", "additive", "undistilled", "untriggered", "suggested", "conflicts",
    "quarantine",
)  # fmt: skip
OF_WRITERS = ("inbox", "suggested", "quarantine")
"""Queues of what writers sent: who it was stands in their rows."""
LIBRARY = ("items", "topics", "lanes", "index", "archive", "runs", "plans", "withdrawals")
USUAL = 100
"""How many rows are shown where nobody said how many."""
PAGE = 500


@click.command("list", cls=Command, short_help="List what waits, or everything of one sort.")
@click.argument("queue", type=click.Choice([*QUEUES, *LIBRARY]), metavar="QUEUE")
@click.option("--filter", "--text", "text", type=WORDS, default="", metavar="TEXT", help="Only rows with these words.")
@click.option(
    "--limit",
    type=click.IntRange(min=0, max=MOST),
    metavar="N",
    help=f"At most so many; 0 is all (usual: {USUAL}, all in JSON).",
)
@click.option("--groups", is_flag=True, help="With drift: rows with the same defects as one group.")
@click.option("--lane", type=WORDS, metavar="LANE", help="With items: only those of this lane, by id or title.")
@click.option("--topic", type=WORDS, metavar="TOPIC", help="With items: only those under this topic, by id or title.")
@at_seq_option
@pass_call
def command(
    call: Call,
    queue: str,
    text: str,
    limit: int | None,
    groups: bool,
    lane: str | None,
    topic: str | None,
    at_seq: int | None,
) -> None:
    """List what waits, most urgent first, or everything of one sort, newest first.

    \b
    Queues:     inbox pending drift stale additive undistilled untriggered suggested conflicts quarantine
    The rest:   items topics lanes index archive runs plans withdrawals

    An agent's token lists items, topics and index as far as recall would tell it, what was refused in its projects, and
    nothing else.
    """
    from tui.commands import listing

    if groups:
        if queue != "drift":
            raise click.UsageError("--groups goes with `list drift`.")
        return listing.drift_groups(call, looking(call, at_seq), text, limit)
    desk = looking(call, at_seq)
    if (lane is not None or topic is not None) and queue != "items":
        raise click.UsageError("--lane and --topic go with `list items`.")
    if lane is not None or topic is not None:
        desk.refuse_partial()
    if desk.partial and queue in ("items", "index"):
        from tui.commands import testimony

        return (
            testimony.list_index(call, call.desk())
            if queue == "index"
            else testimony.list_items(call, call.desk(), text, limit)
        )
    if queue == "items":
        return _items(call, desk, text, limit, lane, topic)
    if queue == "withdrawals":
        from tui.commands.withdrawals import list_withdrawals

        return list_withdrawals(call, desk, text, limit)
    if queue == "lanes":
        from tui.commands.lane import print_lanes

        return print_lanes(call, desk, text, limit)
    if queue == "index":
        from tui.commands.index_list import list_index

        return list_index(call, desk, text, limit)
    if queue in ("topics", "archive", "runs", "plans"):
        return listing.library(call, desk, queue, text, limit)
    from store.records.words import Queue

    asked = Queue(queue)
    keys = desk.queue_keys(asked, text)
    head = {**stamp(at_seq), "queue": queue, "total": len(keys)}
    print_rows(call, "list", keys, lambda part: desk.queue_rows(asked, part), limit, desk.now(), head)
    return None


def _items(call: Call, desk: Looking, text: str, limit: int | None, lane: str | None, topic: str | None) -> None:
    """List items, newest first; those of a lane and under a topic where these are named."""
    from store.records.views import ItemFilter

    named = {} if lane is None else {"lane": desk.lane_called(lane).id}
    named |= {} if topic is None else {"topic": desk.topic_called(topic).id}
    keys = desk.item_keys(ItemFilter(text=text, lane=named.get("lane"), topic=named.get("topic")))
    head = {**stamp(desk.at_seq), "queue": "items", **named, "total": len(keys)}
    print_rows(call, "list", keys, desk.item_rows, limit, desk.now(), head)


def print_rows(
    call: Call,
    name: str,
    keys: Sequence[str],
    rows: Callable[[Sequence[str]], tuple[Row, ...]],
    limit: int | None,
    now: int,
    head: dict[str, Any],
) -> None:
    """Write the rows of some keys page by page, and say honestly how many there are."""
    most = len(keys) if limit == 0 or (limit is None and call.json) else min(len(keys), limit or USUAL)
    shown = (row for at in range(0, most, PAGE) for row in rows(keys[at : min(most, at + PAGE)]))
    if call.json:
        from tui.commands.shapes import row_shape

        shape = _sent_shape if head.get("queue") in OF_WRITERS else _hit_shape if name == "search" else row_shape
        call.data(name, {**head, "rows": [shape(row) for row in shown]})
        return
    while page := list(islice(shown, PAGE)):
        print_page(call, page, now, begun=head.get("queue") == "conflicts")
        if call.out.gone:
            return
    if most < len(keys):
        call.talk(f"{most:,} of {len(keys):,} rows; --limit 0 shows all.")
    elif not keys:
        call.talk("Nothing here.")


def _sent_shape(row: Row) -> dict[str, Any]:
    """A row of what writers sent: also who it was, by which door, what admission noticed."""
    from tui.commands.shapes import row_shape

    return {
        **row_shape(row),
        "who": row.who,
        "assurance": row.assurance,
        "door": row.door,
        "findings": list(row.findings),
    }


def _hit_shape(row: Row) -> dict[str, Any]:
    """A row of a search: also where its words stand, and the words around the first of them."""
    from tui.commands.shapes import row_shape, shape

    told = {name: shape(getattr(row, name)) for name in ("found", "excerpt", "marks")}
    return {**row_shape(row), **told}


def _said(row: Hit, dot: str) -> str:
    """The words of a hit; where something else of it was found, that before them."""
    from store.records.found import Found

    first = row.found[:1]
    if first in ((), (Found.ID,)):
        return row.text
    return row.excerpt if first == (Found.WORDS,) else f"{row.excerpt} {dot} {row.text}"


def print_page(call: Call, page: Sequence[Row], now: int, *, begun: bool = False) -> None:
    """Write rows under each other: id, age, status and kind, where what is looked for stands, why, who, the words.

    `begun`: how old a row is says since when it is here, not the date that it bears.
    """
    from store.records.views import Hit
    from tui.safe import fit
    from tui.wording.found import found_words
    from tui.wording.noticed import who_part
    from tui.wording.sentences import CONFLICT, why_sentence, why_short
    from tui.wording.strip import kind_part, lane_mark, status_part
    from tui.wording.times import age, ago_at

    reasons = [", ".join(dict.fromkeys(why_short(why) for why in row.why)) for row in page]
    id_width, why_width = max(len(row.id) for row in page), min(28, max(map(len, reasons)))
    writers = [who_part(row.who, row.assurance, call.signs) if row.who else ("", "dim") for row in page]
    who_width = min(20, max(len(who) for who, _ in writers))
    places = [f"in {found_words(row.found)}" if isinstance(row, Hit) and row.found else "" for row in page]
    place_width = max(map(len, places))
    days = [row.strip.age_days if row.strip and not begun else None for row in page]
    zone = call.desk().zone
    ages = [ago_at(now, row.since, zone) if old is None else age(old) for row, old in zip(page, days, strict=True)]
    age_width = max(6, *map(len, ages))
    lanes = [lane_mark(row.strip, call.signs) if row.strip else None for row in page]
    lane_width = max(len(lane[0]) if lane else 0 for lane in lanes)
    told = zip(page, ages, lanes, places, reasons, writers, strict=True)
    for row, old, lane, place, reason, (who, style) in told:
        pieces: list[str | tuple[str, str]] = [(row.id.ljust(id_width), "bold"), f"  {old:>{age_width}}  "]
        if row.strip:
            kind, kind_style = kind_part(row.strip.kind, call.signs, short=True)
            status, status_style = status_part(row.strip.status, call.signs, row.strip.review)
            pieces += [(f"{status:<12}  ", status_style), (f"{kind:<9}  ", kind_style)]
        if lane_width:
            mark, mark_style = lane or ("", "dim")
            pieces.append((f"{mark:<{lane_width}}  ", mark_style))
        if place_width:
            pieces.append((f"{place:<{place_width}}  ", "dim"))
        if why_width:
            pieces.append((f"{fit(reason, why_width)}  ", "dim"))
        if who_width:
            pieces.append((f"{fit(who, who_width)}  ", style))
        call.out.row(pieces, _said(row, call.signs.dot) if isinstance(row, Hit) else row.text)
        for why in row.why if isinstance(row, Hit) else ():
            if why.code in CONFLICT:
                call.out.line("    ", (why_sentence(why), "warn"))
