"""An answer of recall in words: cautions stand before the words, and every record with its source and age."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tui.safe import safe
from tui.wording.hot_entry import quoted
from tui.wording.sentences import number

if TYPE_CHECKING:
    from store.records.views.recall import (
        Answer,
        Beyond,
        Budget,
        Conflict,
        ConflictRow,
        Further,
        Recalled,
        TopicLed,
    )
    from tui.wording.glyphs import Glyphs

Line = tuple[str, str, str]
"""(indent, style, text)."""
_SOURCES = {"found": "found", "missing": "lost", "not-archive": "outside the archive", "none": "none given"}


def answer_lines(answer: Answer, signs: Glyphs, raising: Mapping[str, str]) -> Iterator[Line]:
    """The lines of an answer; `raising` says what raises each part of the budget where it is asked for."""
    yield "", "dim", answer.note
    yield "", "bold", f"{answer.use_role} as of {answer.when}: {_read(answer.budget)}"
    for caution in answer.cautions:
        yield "", "warn", f"! {caution}"
    for topic in answer.topics:
        yield "", "plain", _led(topic, signs)
    for group in answer.groups:
        yield "", "accent", group.type or "of no type"
        for one in group.results:
            yield from _recalled(one, signs)
    for conflict in answer.conflicts:
        yield from conflict_lines(conflict, signs, raising)
    yield from _rest(answer, signs, raising)


def _read(budget: Budget) -> str:
    """How much was read for an answer, of how much might have been (M)."""
    lists = number(budget.category_indexes_read, "list")
    most = "everything that matches" if budget.full_history_scan else f"at most {budget.category_indexes:,}"
    weighed = f"{budget.rows_weighed:,} weighed in {lists} ({most})"
    return f"{budget.payloads_opened} opened of at most {budget.payloads}, out of {weighed}"


def _led(topic: TopicLed, signs: Glyphs) -> str:
    """A topic that led here: what of it stands in the question, how near it is kept, where it comes from."""
    by = "its title" if topic.trigger == topic.title else f"its trigger {quoted((topic.trigger,))}"
    comes = f"comes from {topic.source}" if topic.source else "its items alone"
    return f"led by {topic.id}  {topic.title} {signs.dot} {by} {signs.dot} {topic.near.layer.value} {signs.dot} {comes}"


def _rest(answer: Answer, signs: Glyphs, raising: Mapping[str, str]) -> Iterator[Line]:
    """What was not opened or not weighed, what was left out, and the archive of an audit."""
    if answer.archive:
        yield "", "accent", "in the archive: what was once written down, and no guidance"
    for raw in answer.archive:
        yield "  ", "bold", f"{raw.ref_id}  {raw.path or ''}".rstrip()
        yield "    ", "plain", _cut(raw.snippet, signs, cut=raw.cut)
    if answer.archive_more:
        yield "", "dim", f"more of the archive bears these words; {raising['payloads']} shows more"
    named = f", of which {len(answer.further)} are named" if answer.not_opened > len(answer.further) else ""
    if answer.not_opened:
        yield "", "dim", f"not opened: {answer.not_opened:,}{named}; {raising['payloads']} opens more"
    if not answer.budget.all_weighed:
        way = raising.get("full_history_scan")
        told = f"{way} weighs all of it" if way else "further words narrow it"
        yield "", "dim", f"more fits than was weighed; {told}"
    for other in answer.further:
        kinds = f" {signs.dot} ".join(
            str(one) for one in (other.kind, other.type, other.status, _lane(other), other.standing) if one
        )
        yield "  ", "dim", f"{other.memory_id}  {kinds} {signs.dot} {other.date or signs.dash}"
    if answer.left_out:
        told = ", ".join(f"{count:,} {why}" for why, count in answer.left_out)
        yield "", "dim", f"matched, and not to be used for this: {told}"
    if answer.beyond:
        told = ", ".join(map(_beyond, answer.beyond))
        way = f"; {raising['audit']} reads it, on the record" if "audit" in raising else ""
        yield "", "dim", f"not read, whatever is asked: {told}{way}"
    if answer.adapted == "partial":
        yield "", "dim", "partially adapted: no index leads to these records yet"
    if answer.audit is not None:
        yield "", "dim", f"this look is entry {answer.audit:,} of the log"


def _beyond(one: Beyond) -> str:
    """How many records of a project or lane were not read."""
    count = f"{one.records:,}{' or more' if one.more else ''}"
    if one.why == "other":
        return f"{count} of {f'the project {one.project}' if one.project else 'other projects'}"
    return f"{count} of {f'the {one.why} lane {one.lane}' if one.lane else f'lanes that are {one.why}'}"


def _lane(one: Recalled | Further | ConflictRow) -> str:
    """That a record lies in a lane of which recall uses nothing; empty where it does not."""
    return f"in a {one.lane_state.said} lane" if one.lane_state else ""


def _recalled(one: Recalled, signs: Glyphs) -> Iterator[Line]:
    age = f" ({one.age_days:,} d)" if one.age_days is not None else ""
    head = [one.kind or "no kind", one.status or "no status", *([_lane(one)] if one.lane_state else [])]
    head += [one.standing, f"{one.date or signs.dash}{age}"]
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
    made: dict[tuple[str, str], list[str]] = {}
    for origin in one.derived_from:
        made.setdefault((origin.relationship, f"{origin.type}, {origin.inherited_boundary}"), []).append(origin.ref_id)
    for (relation, what), names in made.items():
        yield relation, f"{', '.join(names)} ({what})"
    if one.superseded_by:
        yield "current", one.superseded_by
    score = f"; {one.score_method} {one.score}" if one.score is not None else ""
    yield "use", f"{one.permitted_use}; authority for action: {one.action_authority}{score}"


def conflict_lines(conflict: Conflict, signs: Glyphs, raising: Mapping[str, str]) -> Iterator[Line]:
    """A conflict in the shape of the protocol (P§15.2.1): its rows dated, and how the others are seen."""
    about = f"`subject: {safe(conflict.subject)}`" if conflict.subject else "what is claimed"
    yield "", "warn", f"Conflict on {about}:"
    for row in conflict.rows:
        yield "  ", "plain", _side(row, signs)
    if conflict.more:
        way = f"{raising['payloads']} tells every row that it opens"
        if "conflict" in raising and conflict.code != "superseded":
            way = f"`{raising['conflict']} {conflict.rows[-1].memory_id}` shows all of them"
        yield "  ", "warn", f"and {number(conflict.more, 'more row')} of it, not told here: {way}"
    yield "", "plain", conflict.sentence


def _side(row: ConflictRow, signs: Glyphs) -> str:
    mark = f"`Status: {row.status}`" if row.status != "active" else "`active`"
    if row.current:
        mark = f"currently {mark}"
    if row.lane_state:
        mark = f"{mark} {_lane(row)}"
    told = f"- [{row.date or signs.dash}] ({row.kind or signs.dash}) {_cut(row.value, signs, cut=row.cut)}"
    return f"{told} Source: {row.source or signs.dash}   {signs.back} {mark}  {row.memory_id}"


def _cut(text: str, signs: Glyphs, *, cut: bool) -> str:
    return f"{text} {signs.more}" if cut else text
