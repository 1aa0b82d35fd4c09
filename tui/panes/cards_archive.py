"""Cards of the archive and the index: a block, a segment, a topic, a lane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from governance.errors import Refusal
from store.records.views import BlockView, LaneView, SegmentView, TopicView
from tui.widgets.card import Card, Section
from tui.widgets.text import lines, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.nearness import near_words
from tui.wording.organizing import STATES, access_words
from tui.wording.strip import lane_part
from tui.wording.times import clock_time

if TYPE_CHECKING:
    from governance.desk import Desk


def block_card(desk: Desk, block: BlockView, signs: Glyphs) -> Card:
    """One archived block with its neighbours and what cites it."""
    if block.erased_by:
        words = stored(f"{signs.erased} erased under {block.erased_by}", "bad")
    else:
        words = stored(block.text, lines=True)
    sections = [Section("what was archived", words)]
    if block.sanitized:
        note = said("A secret was taken out before it was archived.", "warn")
        sections.append(Section("left out", note))
    if block.cited_by:
        cited = lines(*(stored(i, "accent") for i in block.cited_by))
        sections.append(Section("distilled into" if block.distilled else "waits for a pass", cited))
    elif block.entry and not block.distilled:
        note = said("Nothing was distilled from it: a makes it an item, f says there is nothing.")
        sections.append(Section("why it is here", note))
    try:
        passage = desk.passage(block.id)
    except Refusal:
        passage = None
    if passage and (passage.before or passage.after):
        around = lines(
            stored(passage.before.rstrip("\n"), "dim", lines=True),
            stored(passage.text.rstrip("\n"), "strong", lines=True),
            stored(passage.after.rstrip("\n"), "dim", lines=True),
        )
        sections.append(Section("around it", around))
    number = f" #{block.number}" if block.number is not None else ""
    line = f" {signs.dot} line {block.line}" if block.line else ""
    state = f" {signs.dot} {'distilled' if block.distilled else 'not distilled'}"
    top = stored(f"{block.id}{number}{line}") + said(state if block.entry else "", "dim")
    return Card(block.id, top, tuple(sections), block.seen, block.text)


def segment_card(desk: Desk, segment: SegmentView, signs: Glyphs) -> Card:
    """One archived file or day."""
    top = stored(segment.path or segment.id, "strong")
    facts = [
        ("what it was", segment.role.value),
        ("archived", clock_time(segment.at, desk.zone)),
        ("blocks", f"{segment.blocks:,}"),
        ("entries in them", f"{segment.entries:,}"),
        ("not distilled", f"{segment.undistilled:,}"),
        ("import", segment.run or signs.dash),
    ]
    rows = [said(f"{name:<16}", "dim") + stored(value) for name, value in facts]
    sections = [Section("this segment", lines(*rows))]
    if segment.sanitized:
        note = said("Secrets were taken out before it was archived.", "warn")
        sections.append(Section("left out", note))
    sections.append(Section("next", said("Enter lists its blocks.", "dim")))
    return Card(segment.id, top, tuple(sections), "", segment.path or segment.id)


def topic_card(topic: TopicView, signs: Glyphs) -> Card:
    """One topic page of the index."""
    triggers: Content = lines(*(stored(f"{signs.bullet} {t}") for t in topic.triggers))
    if not topic.triggers:
        triggers = said("None: the index leads nobody to this page. `:` then trigger names one.", "warn")
    facts = [
        ("page", topic.file or signs.dash),
        ("near", near_words(topic.near) if topic.near else topic.layer or signs.dash),
        ("items", f"{topic.items:,}"),
    ]
    rows = [said(f"{name:<8}", "dim") + stored(value) for name, value in facts]
    ways = Section("next", said("Enter lists its items.", "dim"))
    sections = (Section("triggers", triggers), Section("this topic", lines(*rows)), ways)
    return Card(topic.id, stored(topic.title, "strong"), sections, topic.seen, topic.title)


def lane_card(desk: Desk, lane: LaneView, signs: Glyphs) -> Card:
    """One lane: how it stands, who reads it, what it is for."""
    glyph, style = lane_part(lane.state, signs)
    top = said(glyph, style) + said("  ") + stored(lane.title, "strong")
    facts = [
        ("access", access_words(lane, keyless=desk.keyless)),
        ("project", lane.project or "every one"),
        ("items", f"{lane.items:,}"),
        ("made", clock_time(lane.at, desk.zone)),
    ]
    rows = [said(f"{name:<8}", "dim") + stored(value) for name, value in facts]
    sections = [Section("how it stands", said(STATES[lane.state])), Section("this lane", lines(*rows))]
    if lane.purpose:
        sections.insert(1, Section("what it is for", stored(lane.purpose)))
    if lane.closed:
        note = said("Nobody recalls anything of it without a grant for recall with this lane in its scope.")
        sections.append(Section("closed", note))
    sections.append(Section("next", said("Enter lists its items.", "dim")))
    return Card(lane.id, top, tuple(sections), lane.seen, lane.title)
