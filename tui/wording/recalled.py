"""An answer of recall in words: cautions stand before the words, and every record with its source and age."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tui.safe import safe
from tui.wording.hot_entry import quoted

if TYPE_CHECKING:
    from store.records.views.recall import Answer, Conflict, ConflictRow, Recalled, TopicLed
    from tui.wording.glyphs import Glyphs

Line = tuple[str, str, str]
"""(indent, style, text)."""
_SOURCES = {"found": "found", "missing": "lost", "not-archive": "outside the archive", "none": "none given"}


def answer_lines(answer: Answer, signs: Glyphs) -> Iterator[Line]:
    """The lines of an answer."""
    budget = answer.budget
    opened = f"{budget.payloads_opened} opened of at most {budget.payloads}"
    yield "", "dim", answer.note
    yield "", "bold", f"{answer.use_role} as of {answer.when}: {opened}"
    for caution in answer.cautions:
        yield "", "warn", f"! {caution}"
    for topic in answer.topics:
        yield "", "plain", _led(topic, signs)
    for group in answer.groups:
        yield "", "accent", group.type or "of no type"
        for one in group.results:
            yield from _recalled(one, signs)
    for conflict in answer.conflicts:
        yield from conflict_lines(conflict, signs)
    yield from _rest(answer, signs)


def _led(topic: TopicLed, signs: Glyphs) -> str:
    """A topic that led here: what of it stands in the question, how near it is kept, where it comes from."""
    by = "its title" if topic.trigger == topic.title else f"its trigger {quoted((topic.trigger,))}"
    comes = f"comes from {topic.source}" if topic.source else "its items alone"
    return f"led by {topic.id}  {topic.title} {signs.dot} {by} {signs.dot} {topic.near.layer.value} {signs.dot} {comes}"


def _rest(answer: Answer, signs: Glyphs) -> Iterator[Line]:
    """What was not opened, what was left out, and the archive of an audit."""
    if answer.archive:
        yield "", "accent", "in the archive: what was once written down, and no guidance"
    for raw in answer.archive:
        yield "  ", "bold", f"{raw.ref_id}  {raw.path or ''}".rstrip()
        yield "    ", "plain", _cut(raw.snippet, signs, cut=raw.cut)
    more = " or more" if answer.not_opened > len(answer.further) else ""
    if answer.further:
        yield "", "dim", f"not opened: {answer.not_opened:,}{more}; --payloads N opens more"
    for other in answer.further:
        kinds = f" {signs.dot} ".join(str(one) for one in (other.kind, other.type, other.status, other.standing) if one)
        yield "  ", "dim", f"{other.memory_id}  {kinds} {signs.dot} {other.date or signs.dash}"
    if answer.left_out:
        told = ", ".join(f"{count:,} {why}" for why, count in answer.left_out)
        yield "", "dim", f"matched, and not to be used for this: {told}"
    if answer.adapted == "partial":
        yield "", "dim", "partially adapted: no index leads to these records yet"
    if answer.audit is not None:
        yield "", "dim", f"this look is entry {answer.audit:,} of the log"


def _recalled(one: Recalled, signs: Glyphs) -> Iterator[Line]:
    age = f" ({one.age_days:,} d)" if one.age_days is not None else ""
    head = [one.kind or "no kind", one.status or "no status", one.standing, f"{one.date or signs.dash}{age}"]
    head += [one.epistemic_confidence or "no Confidence", *([one.subject] if one.subject else [])]
    yield "  ", "bold", f"{one.memory_id}  {f' {signs.dot} '.join(map(str, head))}"
    for caution in one.cautions:
        yield "    ", "warn", f"! {caution}"
    yield "    ", "plain", _cut(one.snippet, signs, cut=one.cut)
    for name, text in _doubts(one, signs):
        yield "    ", "dim", f"{name}  {text}"


def _doubts(one: Recalled, signs: Glyphs) -> Iterator[tuple[str, str]]:
    """What there is to doubt a record by, each with its name."""
    state = _SOURCES.get(one.source_state, one.source_state)
    yield "source", f"{one.source or signs.dash} ({state}, {one.source_tag})"
    yield "belief", f"{one.belief_status}; confidence {one.confidence.label}: {one.confidence.basis}"
    yield from one.typed
    for label, value in (
        ("applies", one.applies_when), ("not for", one.does_not_apply_when), ("scope", one.scope),
        ("project", one.project), ("lane", one.lane),
    ):  # fmt: skip
        if value:
            yield label, value
    for made in one.derived_from:
        yield made.relationship, f"{made.ref_id} ({made.type}, {made.inherited_boundary})"
    if one.superseded_by:
        yield "current", one.superseded_by
    score = f"; {one.score_method} {one.score}" if one.score is not None else ""
    yield "use", f"{one.permitted_use}; authority for action: {one.action_authority}{score}"


def conflict_lines(conflict: Conflict, signs: Glyphs) -> Iterator[Line]:
    """A conflict in the shape of the protocol (P§15.2.1): all rows visible and dated."""
    about = f"`subject: {safe(conflict.subject)}`" if conflict.subject else "what is claimed"
    yield "", "warn", f"Conflict on {about}:"
    for row in conflict.rows:
        yield "  ", "plain", _side(row, signs)
    yield "", "plain", conflict.sentence


def _side(row: ConflictRow, signs: Glyphs) -> str:
    mark = f"`Status: {row.status}`" if row.status != "active" else "`active`"
    if row.current:
        mark = f"currently {mark}"
    told = f"- [{row.date or signs.dash}] ({row.kind or signs.dash}) {row.value}"
    return f"{told} Source: {row.source or signs.dash}   {signs.back} {mark}  {row.memory_id}"


def _cut(text: str, signs: Glyphs, *, cut: bool) -> str:
    return f"{text} {signs.more}" if cut else text
