"""One row of the category index (M), out of a record and what stands beside it; pure, by the tables of `rules.meta`."""

from __future__ import annotations

from typing import Final

from governance.rules import meta
from governance.rules.layers import layer_of
from store.records.recall import BeliefStatus, MemoryLibrary, RecordType
from store.records.views.details import TopicView
from store.records.views.indexing import (
    BeliefTrace,
    Beside,
    Lifecycle,
    Link,
    MetaRow,
    SourceMonitoring,
)
from store.records.views.recall import Basis, DerivedFrom
from store.records.words import Kind, MemoryType, Relation, SegmentRole

LINK_POLICY: Final = "link_only_by_default"
"""A continuation is a new record and an edge; nothing is written into the old one unless people merge (M)."""
_PLACES: Final = frozenset({Relation.SOURCE, Relation.OF_SOURCE})
"""Edges to where a record comes from; they are modules and sources, no records."""
_MADE_OF: Final = {
    (Relation.DERIVED_FROM, True): "derived_from",
    (Relation.MERGED_INTO, False): "merged_from",
    (Relation.CORRECTED_BY, False): "corrects",
}
"""How a record came of another one, by the edge and by who bears it."""
_FIRST: Final = 160


def meta_row(beside: Beside, topic: TopicView | None, parents: dict[str, BeliefStatus]) -> MetaRow:
    """The row of a record; `parents` are the belief statuses of what it is made of."""
    row, words, routing = beside.row, beside.words, beside.words.routing if beside.words else None
    made_of = [(how, other) for rel, out, _, other in beside.edges if (how := _MADE_OF.get((rel, out)))]
    belief = meta.belief_status(row, words, beside.conflicted)
    graded = meta.confidence(row, words, beside.conflicted)
    stage, kept = meta.lifecycle_stage(row), meta.retention_policy(row, beside.role)
    successor = meta.successor_of(row, beside.edges)
    raised, lowered = (None if one is None else str(one) for one in (beside.raised, beside.lowered))
    return MetaRow(
        memory_id=row.id,
        memory_type=memory_type(beside),
        record_type=record_type(beside),
        lane=beside.lane_title or row.lane or "global",
        lane_state=beside.lane_state,
        scope=words.scope if words else None,
        category=category(beside, topic),
        status=meta.meta_status(row, successor),
        summary=" ".join(beside.text[: 4 * _FIRST].split())[:_FIRST],
        retrieval_terms=(*(routing.retrieval_terms if routing else ()), *(topic.triggers if topic else ())),
        domain_tags=routing.domain_tags if routing else (),
        content_language=routing.content_language if routing else None,
        semantic_anchors=anchors(beside),
        applies_when=routing.applies_when if routing else None,
        does_not_apply_when=routing.does_not_apply_when if routing else None,
        linked_modules=(*((topic.id,) if topic else ()), *beside.segments),
        linked_records=tuple(Link(word=w, id=other) for rel, _, w, other in beside.edges if rel not in _PLACES),
        source_tag=meta.source_tag(row, words, beside.came, bool(made_of), beside.role),
        belief_status=belief,
        confidence=Basis(label=graded.label, basis=graded.basis),
        lifecycle_stage=stage,
        retention_policy=kept,
        promotion_reason=raised,
        decay_reason=lowered,
        created_at=beside.created_at,
        updated_at=beside.updated_at,
        last_accessed_at=None,
        link_policy=LINK_POLICY,
        last_reviewed=beside.last_at,
        supersedes=meta.replaced_by(beside.edges),
        superseded_by=successor,
        derived_from=_derived(beside, made_of, parents),
        source_monitoring=_monitored(beside),
        lifecycle=Lifecycle(stage=stage, retention_policy=kept, promotion_reason=raised, decay_reason=lowered),
        belief_trace_summary=BeliefTrace(
            current_status=belief, decisions=beside.decisions, last=beside.last_verb, last_at=beside.last_at
        ),
        near=layer_of(row, words, topic, beside.role),
    )


# memory_type | when, the first that fits
#   static knowledge     it came out of a document or the conventions
#   conversation         working memory of a task
#   common error corpus  an error or its solution
#   project              it names a project
#   global archive       everything else
def memory_type(beside: Beside) -> MemoryLibrary:
    """The library that it belongs to."""
    if beside.role in meta.STATIC_ROLES:
        return MemoryLibrary.STATIC
    if beside.row.type is MemoryType.WORKING:
        return MemoryLibrary.CONVERSATION
    if any(rel is Relation.SOLVES for rel, *_ in beside.edges):
        return MemoryLibrary.ERRORS
    return MemoryLibrary.PROJECT if beside.words and beside.words.project else MemoryLibrary.GLOBAL


# record_type | when, the first that fits
#   solution point  it solves an error (it bears the edge)
#   error point     something solves it
#   rule            it came out of the conventions, or is a procedure
#   progress state  it is a state
#   capsule         everything else; archived files are source ledgers, and pages of documents static pages
def record_type(beside: Beside) -> RecordType:
    """What it is."""
    solves = {out for rel, out, *_ in beside.edges if rel is Relation.SOLVES}
    if solves:
        return RecordType.SOLUTION_POINT if True in solves else RecordType.ERROR_POINT
    if beside.role is SegmentRole.CONVENTIONS or beside.row.type is MemoryType.PROCEDURAL:
        return RecordType.RULE
    return RecordType.PROGRESS_STATE if beside.row.kind is Kind.STATE else RecordType.CAPSULE


# category | when, the first that fits
#   as its writer says, else the title of its topic, else *ERR points* or *SOL points*, else none
def category(beside: Beside, topic: TopicView | None) -> str | None:
    """The category that it stands in."""
    own = beside.words.routing.category if beside.words and beside.words.routing else None
    named = {RecordType.ERROR_POINT: "ERR points", RecordType.SOLUTION_POINT: "SOL points"}
    return own or (topic.title if topic else None) or named.get(record_type(beside))


def anchors(beside: Beside) -> tuple[str, ...]:
    """What it is about in few words: its subject, and the headings that it stood under."""
    if beside.words is None:
        return ()
    return tuple(dict.fromkeys(one for one in (beside.words.subject, *beside.words.headings) if one))


def _derived(
    beside: Beside, made_of: list[tuple[str, str]], parents: dict[str, BeliefStatus]
) -> tuple[DerivedFrom, ...]:
    """The records it is made of, then the archived passages that it cites."""
    found = [
        DerivedFrom(
            type="previous_capsule",
            ref_id=other,
            relationship=how,
            inherited_boundary=parents.get(other, BeliefStatus.SOURCE_PRIOR),
        )
        for how, other in made_of
    ]
    found += [meta.cited_from(other, beside.role) for rel, _, _, other in beside.edges if rel is Relation.SOURCE]
    return tuple(found)


def _monitored(beside: Beside) -> SourceMonitoring:
    came = beside.came
    return SourceMonitoring(
        source=beside.words.source if beside.words else None,
        found=beside.row.source_state.value,
        written_by=came.by if came else None,
        assurance=came.assurance.value if came and came.assurance else None,
        origin=came.origin.value if came and came.origin else None,
    )
