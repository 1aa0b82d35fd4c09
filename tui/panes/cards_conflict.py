"""The card of a conflict: all rows that disagree side by side, each with all that is needed to doubt it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.content import Content

from store.records.views import Row
from store.records.words import Relation
from tui.panes.cards import move_content, passage_content
from tui.widgets.card import Card, Section, flowed
from tui.widgets.sides import Body, Side, Sides
from tui.widgets.text import lines, parts_content, said, stored
from tui.wording.differing import Spans, differing
from tui.wording.glyphs import Glyphs
from tui.wording.relied import relied_lines
from tui.wording.sentences import CONFLICT, number, why_sentence
from tui.wording.strip import lane_mark, strip_parts

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import ItemDetail

COLUMN = 38
"""Cells for which a strip is broken between its parts."""


def conflict_card(
    desk: Desk, row: Row, sides: Sides, items: Mapping[str, ItemDetail], signs: Glyphs, *, listed: bool = False
) -> Card:
    """The conflict of a row; `items` has at least what is looked at. `listed`: its rows stand in the list already."""
    marks = _marks(sides, items)
    filled = tuple(
        _side(desk, side, items[side.id], marks.get(side.id, ()), signs) if side.id in items else side
        for side in sides.sides
    )
    shown = [items[filled[at].id] for at in sides.shown if filled[at].id in items]
    here = items.get(filled[sides.at].id) if filled else None
    count = len((row.group or row.id).split())
    top = said("Conflict on ", "head") + _subject(shown, signs)
    top += said(f" {signs.dot} ", "dim") + said(number(count, "row"))
    top += said(f" {signs.dot} ", "dim") + said(f"since {desk.day_of(row.since)}")
    told = here.why if here is not None else row.why
    why = [said(why_sentence(why)) for why in told if why.code in CONFLICT]
    if any(
        link.relation is Relation.APART and link.id in {one.row.id for one in shown}
        for link in (here.linked if here else ())
    ):
        why.append(said("the two beside each other were told apart", "dim"))
    sections = [
        Section("", lines(*why), cut=False),
        Section("side by side", sides._replace(sides=filled), cut=False),
        Section("what settles it", _ways(here, shown, 0 if listed or count < 3 else count, signs), cut=False),
    ]
    return Card(
        here.row.id if here else row.id,
        top,
        tuple(sections),
        row.seen,
        here.text if here else row.text,
        tuple((one.row.id, one.seen) for one in items.values()),
    )


def _subject(shown: list[ItemDetail], signs: Glyphs) -> Content:
    """What it is about: the subject that all have, or in how many ways it is spelled."""
    subjects = list(dict.fromkeys(one.strip.subject for one in shown if one.strip.subject))
    if not subjects:
        return said("what they say", "accent")
    found = said("subject ", "head") + stored(subjects[0], "accent")
    for other in subjects[1:]:
        found += said(f" {signs.changed} ", "warn") + stored(other, "accent")
    return found


def _marks(sides: Sides, items: Mapping[str, ItemDetail]) -> dict[str, Spans]:
    """Where the words of the two that are looked at differ."""
    names = [sides.sides[at].id for at in sides.shown]
    if len(names) < 2 or any(name not in items for name in names):
        return {}
    texts = [stored(items[name].text, lines=True).plain for name in names]
    return dict(zip(names, differing(*texts), strict=True))


def _side(desk: Desk, side: Side, item: ItemDetail, marks: Spans, signs: Glyphs) -> Side:
    words = stored(item.text, lines=True) if item.words else said("The words were erased.", "bad")
    strip = lines(*_held_up(item, signs), flowed(parts_content(strip_parts(item.strip, signs)), COLUMN, signs))
    passage = item.source_passage or item.own_passage
    alone = passage.model_copy(update={"before": "", "after": ""}) if passage else None  # v shows what is around it
    captured = passage_content(alone, signs) if alone else said("nothing in the archive", "warn")
    told = [said(why_sentence(why)) for why in item.why if why.code not in CONFLICT or why.code == "needs-evidence"]
    history = lines(*(move_content(desk, move, signs) for move in reversed(item.history)))
    return side._replace(
        bodies=(
            Body("", words, marks),
            Body("", strip),
            Body("captured as", captured),
            Body("what else speaks against it", lines(*told) if told else said("nothing", "dim")),
            Body("who relied on it", _relied(item, desk.zone)),
            Body("history", history),
        )
    )


def _held_up(item: ItemDetail, signs: Glyphs) -> list[Content]:
    """That it is put off, and that it is not recalled where it lies in a lane that is shut."""
    mark = lane_mark(item.strip, signs)
    found = [said(*mark) + said(" and not recalled", "dim")] if mark else []
    return [*found, *([said(f"not before {item.deferred_until}", "warn")] if item.deferred_until else [])]


def _relied(item: ItemDetail, zone: str) -> Content:
    """Who took it up, as far as the log knows."""
    return lines(*(said(told, "plain" if named else "dim") for told, named in relied_lines(item.relied, zone)))


def _ways(here: ItemDetail | None, shown: list[ItemDetail], count: int, signs: Glyphs) -> Content:
    """Which keys settle it, and on what, as far as the row with the sign goes."""
    codes = {why.code for why in here.why} if here else set()
    dot = said(f" {signs.dot} ", "dim")
    if "same-subject" in codes:
        first = said("< left is current", "accent") + dot + said("> right is current", "accent")
        first += dot + said("b both hold: re-key the one with the sign", "accent")
        rest = said("A fact takes evidence from the archive, a value or policy the owner whose it is.", "dim")
    elif any(one.strip.kind == "state" for one in shown):
        first = said("t gives both the same subject, where they are the same", "accent") + dot
        first += said("`:` not the same", "accent")
        rest = said("Only equal subjects give way to each other; the spelling decides nothing by itself.", "dim")
    else:
        first = said("m merges them", "accent") + dot + said("s one is stale", "accent")
        first += dot + said("`:` not the same", "accent")
        rest = said("Of knowledge none is picked: both stand until somebody settles it.", "dim")
    shut = list(dict.fromkeys(one.strip.lane for one in shown if one.strip.lane and lane_mark(one.strip, signs)))
    if shut:
        rest = lines(
            rest, said(f"Thaw {', '.join(shut)} first, to decide on what lies there: T has the lanes.", "warn")
        )
    last = said("n needs evidence: it stays, with what is missing", "accent") + dot + said("z later", "accent")
    if not count:
        return lines(first, last, rest)
    some = f"Enter lists all {count:,}: space marks, and a verb speaks of the marked rows alone; the others stay."
    return lines(first, last, said(some, "accent"), rest)
