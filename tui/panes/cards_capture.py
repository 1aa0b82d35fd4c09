"""How a record came in: who wrote it, by which door, what admission found and took off, what it pinned and refutes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from governance.errors import Refusal
from store.records.views import ItemDetail
from store.records.words import Flag, Place, Relation, Review, SourceState
from tui.actions import BY_ID
from tui.widgets.card import Pair, Section
from tui.widgets.text import lines, parts_content, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.noticed import door_words, noticed_sentence, origin_words, sure_words, use_words, who_part
from tui.wording.strip import strip_parts
from tui.wording.times import clock_time

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views.details import Came

MOST = 3
"""Refuted records that are shown in full."""


def capture_sections(desk: Desk, item: ItemDetail, signs: Glyphs) -> list[Section]:
    """What a card of a captured item says beyond that of any other."""
    came = item.came
    waiting = item.row.place is not Place.STORE
    sections = [Section("what follows", _follows(item), cut=False)] if waiting else []
    if waiting or item.row.findings:
        sections.append(Section("what admission found", _found(item, signs)))
    if came is not None and came.stripped:
        rows = [stored(f"{name}: ", "dim") + stored(value) for name, value in came.stripped]
        rows.append(said("Kept as a finding, and it counts for nothing: no writer may set these.", "dim"))
        sections.append(Section("taken off", lines(*rows)))
    sections += _refuted(desk, item, signs)
    sections.append(Section("source", _source(item, signs)))
    if came is not None:
        sections.append(Section("who wrote it", _writer(desk, item, came, signs)))
    fields = _fields(item)
    if fields:
        sections.append(Section(f"{item.row.type or 'further'} fields", lines(*fields)))
    return sections


def _follows(item: ItemDetail) -> Content:
    archive, distil = (BY_ID[f"passes.{name}"].shown_key for name in ("archive", "distil"))
    review, place = item.row.review, item.row.place
    if review is Review.NEEDED:
        told = "It waits for you: the archive keeps it, the distillation pass leaves it out, and no agent reads it."
        return said(told, "warn") + said("\na lets it pass, e corrects it, `:` refuses it or holds it back.", "dim")
    if review is Review.HELD:
        return said("A person holds it back: no pass distils it. a lets it pass, `:` refuses it.", "warn")
    if review is Review.REFUSED:
        return said("A person refused it: it is kept, and goes nowhere.", "bad")
    if place is Place.INBOX:
        if review is Review.REVIEWED:
            return said(f"A person let it pass; the next archive pass takes it ({archive} archives now).", "good")
        return said(
            f"The next archive pass takes it as it is; nobody has to accept it ({archive} archives now).", "good"
        )
    if place is Place.ARCHIVED:
        return said(f"It is archived; the next distillation pass takes it up ({distil} distils now).", "good")
    return said("It stands in the item store.", "dim")


def _found(item: ItemDetail, signs: Glyphs) -> Content:
    if not item.row.findings:
        return said("Nothing.", "dim")
    waits = _waits() if item.row.review in (Review.NEEDED, Review.HELD) else frozenset()
    rows = []
    for flag in item.row.findings:
        held = flag in waits
        told = said(f"{signs.pending if held else signs.bullet} ", "warn" if held else "dim")
        told += said(f"{_sentence(noticed_sentence(f'finding:{flag}'))} ")
        told += said("Waits for you; the pass leaves it out." if held else "Noted; nothing waits for it.", "dim")
        rows.append(told)
    return lines(*rows)


def _waits() -> frozenset[Flag]:
    """The findings that send a capture to a person; loaded when one is shown."""
    from store.records.words import WAITS

    return WAITS


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _refuted(desk: Desk, item: ItemDetail, signs: Glyphs) -> list[Section]:
    sections = []
    for link in [one for one in item.linked if one.relation is Relation.REFUTES and one.outgoing][:MOST]:
        try:
            other = desk.item(link.id)
        except Refusal as refusal:
            sections.append(Section(f"refutes {link.id}", stored(refusal.sentence, "bad")))
            continue
        pair = Pair(
            said("this record", "head"),
            stored(item.text, lines=True),
            stored(other.row.id, "head"),
            parts_content(strip_parts(other.strip, signs)),
            stored(other.text, lines=True),
        )
        sections.append(Section("says that this is wrong", pair))
    return sections


def _source(item: ItemDetail, signs: Glyphs) -> Content:
    """The Source as written, and what it was pinned to when it came in."""
    written = item.words.source if item.words else None
    if not written:
        return said("It names none.", "warn")
    rows = [stored(written)]
    passage = item.source_passage
    if passage is not None:
        where = f"{passage.path or passage.segment} {signs.dot} entry {passage.seq:,} of the log"
        rows.append(said(f"{signs.found} pinned to ", "good") + stored(where, "dim"))
    elif item.row.source_state is SourceState.MISSING:
        rows.append(said(f"{signs.lost} it means a place in the archive, and there is none; o names another", "bad"))
    else:
        rows.append(said(f"{signs.elsewhere} no place of the archive: kept as its writer says", "dim"))
    return lines(*rows)


def _writer(desk: Desk, item: ItemDetail, came: Came, signs: Glyphs) -> Content:
    words = item.words
    rows = [
        parts_content([who_part(came.by, came.assurance, signs)]) + said(f"  {sure_words(came.assurance)}", "dim"),
        _pair("came by", f"{door_words(came.door)}, {clock_time(came.at, desk.zone, seconds=True)}"),
    ]
    pairs: list[tuple[str, str | None]] = [
        ("whose", origin_words(came.origin)),
        ("use", use_words(came.permitted_use)),
        ("project", words.project if words else None),
        ("topic", words.topic if words else None),
        ("task", item.row.task),
        ("client ref", came.client_ref),
        ("mended", f"from {came.mended_from}" if came.mended_from else None),
        (
            "dated",
            came.offset or (None if came.dated else "not by its writer: the day it came"),
        ),
        ("would be", words.proposed_confidence if words else None),
        ("file", item.origin),
    ]
    return lines(*rows, *(_pair(name, value) for name, value in pairs if value))


def _fields(item: ItemDetail) -> Sequence[Content]:
    words = item.words
    if words is None:
        return ()
    pairs = list(words.typed)
    if words.routing is not None:
        for name, value in words.routing:
            told = "; ".join(value) if isinstance(value, tuple) else value
            pairs += [(name.replace("_", " "), told)] if told else []
    return [_pair(name.replace("_", " "), value, 20) for name, value in pairs]


def _pair(name: str, value: str, width: int = 11) -> Content:
    return stored(f"{name:<{width}}", "dim") + stored(value)
