"""An item in full: the strip, the words, why it is here, its neighbours, the archive, its history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from store.records.words import LaneState, Relation
from tui.commands.call import Call
from tui.commands.printer import Printer
from tui.commands.shapes import shape
from tui.wording.glyphs import Glyphs
from tui.wording.nearness import near_words
from tui.wording.noticed import actor_part
from tui.wording.organizing import STATES, edge_words, lane_words
from tui.wording.relied import relied_lines
from tui.wording.sentences import did_words, queue_label, reason_label, why_sentence
from tui.wording.strip import Part, strip_parts
from tui.wording.times import clock_time

if TYPE_CHECKING:
    from store.records.views import ItemDetail, Linked, Move, Passage


_TOLD = {
    "kind", "status", "confidence", "subject", "source", "topic", "superseded_by", "cooled", "drift", "deferred",
    "lane",
}  # fmt: skip
"""The fields whose changes a history tells; the rest is bookkeeping."""


_WORDED = {Relation.REFUTES, Relation.LIKE, Relation.AGAINST}
"""Links that nobody can judge without the words of the other record."""


def item_shape(item: ItemDetail) -> dict[str, Any]:
    """Everything of an item, as JSON."""
    own: dict[str, Any] = {
        "what": "item",
        "id": item.row.id,
        "kind": item.row.kind,
        "status": item.row.status,
        "passages": {"own": shape(item.own_passage), "source": shape(item.source_passage)},
        "links": shape(item.linked),
    }
    rest = shape(item)
    return own | {name: rest[name] for name in rest if name not in ("linked", "own_passage", "source_passage")}


def print_item(call: Call, item: ItemDetail, zone: str) -> None:
    """Write an item for people."""
    out = call.out
    out.line((item.row.id, "bold"), f"  {item.topic_title}" if item.topic_title else "")
    if item.lane:
        out.line(("lane ", "dim"), f"{item.lane.id}  {lane_words(item.lane, call.signs)}")
        if item.lane.state is not LaneState.ACTIVE:
            out.line("  ", (STATES[item.lane.state], "warn"))
    out.line(*strip_parts(item.strip, call.signs))
    out.block(item.text)
    for queue in item.queues:
        out.line(("waits in ", "dim"), queue_label(queue))
    if item.deferred_until:
        out.line(("put off until ", "dim"), item.deferred_until)
    print_reasons(out, call.signs, item)
    if item.suggestion:
        out.line(("suggested", "dim"))
        for field, value in item.suggestion:
            out.line(f"  {field}: {value}")
    for name, value in item.words.typed if item.words else ():
        out.line(("  " + name, "dim"), f": {value}")
    if item.near:
        out.line(("near ", "dim"), near_words(item.near))
    if item.came is not None:
        from tui.commands.show_sent import print_came

        print_came(call, item, item.came, zone)
    if item.source_passage:
        _passage(call, item.source_passage)
    elif item.own_passage:
        _passage(call, item.own_passage)
    if item.origin or item.aliases:
        out.line(("read from ", "dim"), item.origin or "", f"  as {', '.join(item.aliases)}" if item.aliases else "")
    if item.linked:
        out.line(("links", "dim"))
        for link in item.linked:
            _link(out, call.signs, link)
            if link.relation in _WORDED:
                out.block(link.text or "", indent="    ", style="dim")
    out.line(("who relied on it", "dim"))
    for told, _ in relied_lines(item.relied, zone):
        out.line(f"  {told}")
    out.line(("history", "dim"))
    for move in item.history:
        _move(call, move, zone)
    out.line(("seen ", "dim"), item.seen)


def print_reasons(out: Printer, signs: Glyphs, item: ItemDetail) -> None:
    """Write why an item waits, with the other items that are the reason."""
    if not item.why:
        return
    out.line(("why it is here", "dim"))
    beside = {link.id: link for link in item.linked}
    for why in item.why:
        out.line(f"  {why_sentence(why)}")
        for one in why.ids:
            if link := beside.get(one):
                _link(out, signs, link, indent="    ", relation=False)
                out.block(link.text or "", indent="      ")


def _link(out: Printer, signs: Glyphs, link: Linked, *, indent: str = "  ", relation: bool = True) -> None:
    name = f"{edge_words(link.word)} " if relation else ""
    strip: list[Part] = strip_parts(link.strip, signs, short=True) if link.strip else []
    out.line(indent, (name, "dim"), (link.id, "bold"), "  ", *strip)


def _passage(call: Call, passage: Passage) -> None:
    where = f"{passage.path}:{passage.line}" if passage.line is not None else passage.path or ""
    call.out.line(("in the archive", "dim"), f"  {passage.segment}/{passage.ordinal}  {where}")
    if passage.erased_by:
        call.out.line("  ", (f"{call.signs.erased} erased under {passage.erased_by}", "bad"))
        return
    if passage.before.strip():
        call.out.block(passage.before.strip("\n"), style="dim")
    call.out.block(passage.text.strip("\n"), indent=f"{call.signs.here} ")
    if passage.after.strip():
        call.out.block(passage.after.strip("\n"), style="dim")


def _move(call: Call, move: Move, zone: str) -> None:
    before, after = dict(move.before), dict(move.after)
    changed = [name for name in dict.fromkeys((*before, *after)) if before.get(name) != after.get(name)]
    dash, arrow = call.signs.dash, call.signs.arrow
    changes = ", ".join(
        f"{name} {before[name]} {arrow} {after.get(name, dash)}" if name in before else f"{name} {after[name]}"
        for name in changed
        if name in _TOLD and (name in before or after[name] not in ("", dash, "no"))
    )
    why = f"  {reason_label(move.reason)}" if move.reason else ""
    call.out.line(
        (f"{move.seq:>7}", "dim"),
        f"  {clock_time(move.at, zone)}  {actor_part(move.who, move.assurance, call.signs)[0]}  ",
        move.verb or did_words(move),
        f"  {changes}" if changes else "",
        why,
        f"  {move.plan}" if move.plan else "",
    )
    if move.note:
        call.out.line("         ", (move.note, "dim"))
