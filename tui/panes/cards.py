"""Cards of items: strip, words, why it is here, the passage, neighbours, history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from governance.errors import Refusal
from store.records.views import (
    BlockView,
    ItemDetail,
    LaneView,
    Move,
    Passage,
    QuarantineView,
    Row,
    SegmentView,
    TopicView,
)
from tui.panes.cards_archive import block_card, lane_card, segment_card, topic_card
from tui.widgets.card import Card, Pair, Section
from tui.widgets.text import lines, parts_content, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.nearness import near_words
from tui.wording.organizing import edge_words, lane_words
from tui.wording.sentences import did_words, drift_sentence, reason_label, why_sentence
from tui.wording.strip import strip_parts
from tui.wording.times import clock_time

if TYPE_CHECKING:
    from governance.desk import Desk

OPPOSED = frozenset({"contradicted-by", "successor-known", "same-subject", "same-text"})
"""Reasons that are about another item, which is then shown in full."""
NOBODY = "nobody known here"
"""Who did what is only claimed."""
MOST = 3
"""Other items shown in full."""

_BOOKKEEPING = frozenset({"block", "place", "run", "source_state"})
"""Fields that a history leaves out where an item begins; the card says them elsewhere."""
_NOTHING = frozenset({"", "no", "–"})


def card_of(desk: Desk, key: str, row: Row | None, signs: Glyphs) -> Card | None:
    """Whatever bears this id, in full; only what the row says when it cannot be read."""
    try:
        found = desk.show(key)
    except Refusal as refusal:
        return _bare_card(key, row, refusal, signs)
    if isinstance(found, ItemDetail):
        return item_card(desk, found, signs)
    if isinstance(found, BlockView):
        return block_card(desk, found, signs)
    if isinstance(found, SegmentView):
        return segment_card(desk, found, signs)
    if isinstance(found, TopicView):
        return topic_card(found, signs)
    if isinstance(found, LaneView):
        return lane_card(desk, found, signs)
    if isinstance(found, QuarantineView):
        from tui.panes.cards_quarantine import quarantine_card

        return quarantine_card(desk, found, signs)
    return _bare_card(key, row, None, signs)


def _bare_card(key: str, row: Row | None, refusal: Refusal | None, signs: Glyphs) -> Card:
    sections = []
    if refusal is not None:
        sections.append(Section("cannot be read", stored(refusal.sentence, "bad")))
    if row is not None:
        sections.append(Section("what it says", stored(row.text, lines=True)))
        why = [said(why_sentence(w)) for w in row.why]
        if why:
            sections.append(Section("why it is here", lines(*why)))
    top = parts_content(strip_parts(row.strip, signs)) if row and row.strip else stored(key)
    return Card(key, top, tuple(sections), row.seen if row else "", row.text if row else "")


def item_card(desk: Desk, item: ItemDetail, signs: Glyphs) -> Card:
    """An item with all that is needed to doubt it."""
    gone = f"The words were erased under {item.strip.erased_by}." if item.strip.erased_by else ""
    words = stored(item.text, lines=True) if item.words else said(gone or "no words", "bad")
    sections = [Section("what it says", words)]
    captured = item.row.review is not None
    if captured:  # what admission found is told with what follows from it
        item = item.model_copy(update={"why": tuple(why for why in item.why if not why.code.startswith("finding:"))})
    if item.why or item.strip.drift:
        sections.append(Section("why it is here", _why(item, signs), cut=False))
    if captured:
        from tui.panes.cards_capture import capture_sections

        sections += capture_sections(desk, item, signs)
    sections += _opposed(desk, item, words, signs)
    if item.suggestion:
        pairs = [stored(f"{name}: {value}", "accent") for name, value in item.suggestion]
        sections.append(Section("a accepts this", lines(*pairs)))
    if item.source_passage:
        sections.append(Section("in the archive", passage_content(item.source_passage, signs)))
    elif item.own_passage:
        heading = "in the archive" if captured else "where it was read"
        sections.append(Section(heading, passage_content(item.own_passage, signs)))
    about = _about(item, signs)
    if about:
        sections.append(Section("as it was written", about, aside=True))
    if item.near:
        sections.append(Section("how near it is kept", stored(near_words(item.near)), aside=True))
    if item.linked:
        sections.append(Section("neighbours", _linked(item), aside=True))
    history = lines(*(move_content(desk, move, signs) for move in reversed(item.history)))
    sections.append(Section("history", history, aside=True, cut=False))
    top = parts_content(strip_parts(item.strip, signs))
    if item.lane:
        top += said(f" {signs.dot} ", "dim") + said("lane ", "dim") + said(lane_words(item.lane, signs), "second")
    return Card(item.row.id, top, tuple(sections), item.seen, item.text)


def _why(item: ItemDetail, signs: Glyphs) -> Content:
    rows = [said(f"{signs.bullet} {why_sentence(why)}") for why in item.why]
    told = {why.code.partition(":")[2] for why in item.why}
    rows += [said(f"{signs.bullet} {drift_sentence(code)}") for code in item.strip.drift if code not in told]
    if item.deferred_until:
        rows.append(said(f"{signs.bullet} put off until {item.deferred_until}", "dim"))
    return lines(*rows)


def _opposed(desk: Desk, item: ItemDetail, words: Content, signs: Glyphs) -> list[Section]:
    ids = dict.fromkeys(i for why in item.why if why.code in OPPOSED for i in why.ids)
    sections = []
    for other_id in [i for i in ids if i != item.row.id][:MOST]:
        try:
            other = desk.item(other_id)
        except Refusal as refusal:
            sections.append(Section(other_id, stored(refusal.sentence, "bad")))
            continue
        pair = Pair(
            said("this row", "head"),
            words,
            stored(other_id, "head"),
            parts_content(strip_parts(other.strip, signs)),
            stored(other.text, lines=True),
        )
        sections.append(Section("beside what speaks against it", pair))
    return sections


def _about(item: ItemDetail, signs: Glyphs) -> Content | None:
    words = item.words
    pairs: list[tuple[str, str | None]] = [
        ("read from", item.origin),
        ("topic", item.topic_title),
        ("also known as", ", ".join(item.aliases) or None),
    ]
    if words is not None:
        pairs += [
            ("under", f" {signs.dot} ".join(words.headings) or None),
            ("scope", words.scope),
            ("inspired by", words.inspired_by),
            ("corroborated by", ", ".join(words.corroborating) or None),
            ("date nearby", words.date_hint),
            *words.typed,
            *words.as_written,
            *words.extra,
        ]
    rows = [stored(f"{name}: ", "dim") + stored(value) for name, value in pairs if value]
    return lines(*rows) if rows else None


def passage_content(passage: Passage, signs: Glyphs) -> Content:
    """A passage with its neighbours in the background."""
    if passage.erased_by:
        return stored(f"{signs.erased} erased under {passage.erased_by}", "bad")
    where = passage.path or passage.segment
    place = f"{where}:{passage.line}" if passage.line else f"{where} #{passage.ordinal}"
    rows = [stored(place, "dim")]
    if passage.sanitized:
        rows.append(said("a secret was taken out before it was archived", "warn"))
    if passage.before:
        rows.append(stored(passage.before.rstrip("\n"), "dim", lines=True))
    rows.append(stored(passage.text.rstrip("\n"), "strong", lines=True))
    if passage.after:
        rows.append(stored(passage.after.rstrip("\n"), "dim", lines=True))
    return lines(*rows)


def _linked(item: ItemDetail) -> Content:
    rows = []
    for link in item.linked:
        row = said(edge_words(link.word) + " ", "dim") + stored(link.id, "accent")
        if link.text:
            row += Content("  ") + stored(link.text[:200])
        rows.append(row)
    return lines(*rows)


def move_content(desk: Desk, move: Move, signs: Glyphs) -> Content:
    """One step of a history."""
    head = f"{clock_time(move.at, desk.zone)}  {move.verb or did_words(move)}"
    who = NOBODY if move.who == desk.store_id else move.who
    row = said(head) + said("  ") + stored(who, "accent")
    row += said(f" {signs.assurance(move.assurance)}", "dim")
    if move.reason:
        row += said(f" {signs.dot} {reason_label(move.reason)}")
    before = dict(move.before)
    for name, after in move.after:
        was = before.get(name)
        if was == after or (was in _NOTHING and after in _NOTHING):
            continue
        if not before and (name in _BOOKKEEPING or after in _NOTHING):
            continue
        text = f"{name} {was} {signs.arrow} {after}" if was else f"{name} {after}"
        row += said("\n    ") + stored(text, "dim")
    if move.note:
        row += said("\n    ") + stored(move.note)
    return row
