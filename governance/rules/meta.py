"""What the meta index says of a record and no column holds (M): derived by the rules printed here, by nothing else.

Each rule is a table that is read from above: the first line that fits decides. None of them says whether a record
is true. `belief_status` says how far verification got; the label of its Confidence says how strong the evidence for
that status is, and the basis says in words what that evidence is and what nobody looked at.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from governance.authority.cards import VERIFIED
from store.records.item import ItemRow, ItemWords
from store.records.recall import (
    BasisLabel,
    BeliefStatus,
    LifecycleStage,
    MetaStatus,
    RetentionPolicy,
    SourceTag,
)
from store.records.views.details import Came
from store.records.views.recall import DerivedFrom
from store.records.words import (
    KEPT_BACK,
    Confidence,
    Door,
    Flag,
    Kind,
    MemoryType,
    Origin,
    Place,
    Relation,
    Review,
    SegmentRole,
    SourceState,
    Status,
)

_UNPASSED: Final = frozenset({Review.SOURCE_CLAIM, Review.NEEDED, Review.HELD})
"""Reviews that say that no person let a capture pass."""
STATIC_ROLES: Final = frozenset({SegmentRole.DOCUMENT, SegmentRole.CONVENTIONS})
"""Archived files that are pages of static knowledge; topic pages are too, and route to what was distilled from them."""
_ADDRESS: Final = re.compile(r"\b(?:https?|ftp|doi):\S", re.IGNORECASE)
Edges = tuple[tuple[Relation, bool, str, str], ...]
"""Edges of a record: the relation, whether it bears the edge, the edge in the ledger's words, the other end."""
_OUTSIDE: Final = ("external_source", "source_prior")
_PREFERENCE: Final = "user preference"


class Graded(NamedTuple):
    """M's confidence: a label, and in words what it rests on."""

    label: BasisLabel
    basis: str


def typed_of(words: ItemWords | None, name: str) -> str | None:
    """One field that its type asks for, or None."""
    return dict(words.typed).get(name) if words else None


# belief_status | when, the first that fits
#   rejected         a person refused it, or judged it stale
#   conflicted       another row that stands disagrees, or its Status is pending-cleanup
#   source_prior     nobody looked at it, it is not distilled yet, it is a pointer to an outside source, or its words
#                    or a field of its schema are missing
#   local_validated  Confidence is confirmed, no finding is open, and evidence is at hand: its Source was found in the
#                    archive, it has corroborating refs, or (a procedure) its validation ended in verified success
#   bounded_claim    everything else
def belief_status(row: ItemRow, words: ItemWords | None, conflicted: bool) -> BeliefStatus:
    """How far verification got; `conflicted` says whether a row that stands disagrees."""
    if row.review is Review.REFUSED or row.status is Status.STALE:
        return BeliefStatus.REJECTED
    if conflicted or row.status is Status.PENDING:
        return BeliefStatus.CONFLICTED
    outside = any(typed_of(words, name) for name in _OUTSIDE)
    if words is None or row.drift or row.place is not Place.STORE or row.review in _UNPASSED or outside:
        return BeliefStatus.SOURCE_PRIOR
    if row.confidence is Confidence.CONFIRMED and _evidence(row, words) and Flag.SOURCE_LOST not in row.findings:
        return BeliefStatus.LOCAL_VALIDATED
    return BeliefStatus.BOUNDED_CLAIM


def _evidence(row: ItemRow, words: ItemWords) -> tuple[str, ...]:
    """What at hand bears a record, in words."""
    found = ["its Source was found in the archive"] if row.source_state is SourceState.FOUND else []
    if words.corroborating:
        found.append(f"{len(words.corroborating)} corroborating ref(s) are named")
    if row.type is MemoryType.PROCEDURAL and typed_of(words, "outcome") == VERIFIED:
        found.append("its validation ended in verified success")
    return tuple(found)


_OPEN: Final = "Nothing was checked live for this answer."
_ERASED: Final = Graded(BasisLabel.UNKNOWN, "Its words were erased, so that nothing about it can be inspected.")
_WHY: Final = {
    BeliefStatus.REJECTED: "A person refused it, or found that it holds no more",
    BeliefStatus.CONFLICTED: "Another record that stands disagrees, or a pass saw it refuted; nobody settled it",
    BeliefStatus.SOURCE_PRIOR: "It says what its source says, and nobody here verified that",
    BeliefStatus.LOCAL_VALIDATED: "It is confirmed within its scope, with evidence at hand",
    BeliefStatus.BOUNDED_CLAIM: "It is claimed within its scope, and nothing at hand proves it",
}
_SAID: Final = {
    Confidence.CONFIRMED: "its Confidence is confirmed",
    Confidence.OBSERVED_ONCE: "it was observed once",
    Confidence.INFERRED: "it was inferred, not observed",
    Confidence.UNKNOWN: "its Confidence is unknown",
    None: "no Confidence was given",
}


# confidence label | when, the first that fits
#   unknown  its words were erased or a field of its schema is missing; or Confidence is unknown or absent and nothing
#            at hand bears it
#   high     rejected; or local_validated by two kinds of evidence
#   medium   local_validated; conflicted; or a bounded claim that was confirmed, or observed once with evidence at hand
#   low      everything else: inferred, of a source that nobody looked at, or without evidence at hand
def confidence(row: ItemRow, words: ItemWords | None, conflicted: bool) -> Graded:
    """How strong the evidence is for the belief status it has, and what that evidence is; no likelihood of truth."""
    if words is None:
        return _ERASED
    belief, evidence = belief_status(row, words, conflicted), _evidence(row, words)
    told = [_SAID[row.confidence], *(evidence or ("no evidence for it is at hand",))]
    if row.drift:
        told.append(f"its schema is not whole ({', '.join(row.drift)})")
    basis = f"{_WHY[belief]}: {'; '.join(told)}. {_OPEN}"
    return Graded(_label(row, belief, len(evidence)), basis)


def _label(row: ItemRow, belief: BeliefStatus, evidence: int) -> BasisLabel:
    if belief is BeliefStatus.REJECTED:
        return BasisLabel.HIGH
    if row.drift or (row.confidence in (None, Confidence.UNKNOWN) and not evidence):
        return BasisLabel.UNKNOWN
    if belief is BeliefStatus.LOCAL_VALIDATED:
        return BasisLabel.HIGH if evidence > 1 else BasisLabel.MEDIUM
    if belief is BeliefStatus.CONFLICTED:
        return BasisLabel.MEDIUM
    direct = row.confidence is Confidence.CONFIRMED or (row.confidence is Confidence.OBSERVED_ONCE and evidence)
    return BasisLabel.MEDIUM if belief is BeliefStatus.BOUNDED_CLAIM and direct else BasisLabel.LOW


# source_tag | when, the first that fits
#   inferred_synthesis  it was derived from other records (merged, distilled by a program, promoted), or its Confidence
#                       is inferred
#   external_source     a field names an outside source, or its Source is an address
#   static_knowledge    it came out of a document or the conventions
#   user_claim          a person wrote it at the desk or the command line, or its scope is a user preference whose
#                       Source is no place in the archive
#   raw_observation     it is not distilled yet
#   memory_capsule      everything else
def source_tag(
    row: ItemRow, words: ItemWords | None, came: Came | None, derived: bool, role: SegmentRole | None = None
) -> SourceTag:
    """What sort of source it has; `derived` says whether it was made of other records, `role` of what file it came."""
    if derived or row.confidence is Confidence.INFERRED:
        return SourceTag.INFERRED_SYNTHESIS
    source = (words.source or "") if words else ""
    if any(typed_of(words, name) for name in _OUTSIDE) or _ADDRESS.search(source):
        return SourceTag.EXTERNAL_SOURCE
    if role in STATIC_ROLES or (came is not None and came.origin is Origin.DOCUMENT):
        return SourceTag.STATIC_KNOWLEDGE
    preferred = words is not None and words.scope == _PREFERENCE and row.source_state is SourceState.NOT_ARCHIVE
    if preferred or (came is not None and (came.origin is Origin.PERSON or came.door is Door.DESK)):
        return SourceTag.USER_CLAIM
    return SourceTag.MEMORY_CAPSULE if row.place is Place.STORE else SourceTag.RAW_OBSERVATION


_REDIRECTS: Final = (Relation.SUPERSEDED_BY, Relation.MERGED_INTO, Relation.CORRECTED_BY)
"""Edges by which a record leads to the one that took its place."""


def successor_of(row: ItemRow, edges: Edges) -> str | None:
    """The record that took its place: it was superseded by it, merged into it or corrected by it."""
    return row.superseded_by or next((o for rel, out, _, o in edges if out and rel in _REDIRECTS), None)


def replaced_by(edges: Edges) -> tuple[str, ...]:
    """The records whose place it took: the reverse of `successor_of`, of one that was merged or corrected too."""
    return tuple(dict.fromkeys(o for rel, out, _, o in edges if not out and rel in _REDIRECTS))


# type of derived_from, of what is cited | when, the first that fits
#   static_knowledge_page  it is a passage of a document or the conventions
#   archive_snapshot       everything else
def cited_from(ref: str, role: SegmentRole | None) -> DerivedFrom:
    """An archived passage that a record cites; `role` is the sort of file that it stands in."""
    return DerivedFrom(
        type="static_knowledge_page" if role in STATIC_ROLES else "archive_snapshot",
        ref_id=ref,
        relationship="cited_from",
        inherited_boundary=BeliefStatus.SOURCE_PRIOR,
    )


# lifecycle_stage | when, the first that fits
#   archive          released with its task, cooled, superseded or stale
#   working_memory   working memory of an open task
#   raw_observation  not distilled yet
#   capsule          everything else
def lifecycle_stage(row: ItemRow) -> LifecycleStage:
    """Where it stands on its way; it says how it is kept and found, and nothing about truth."""
    if row.released or row.cooled or row.status in (Status.SUPERSEDED, Status.STALE):
        return LifecycleStage.ARCHIVE
    if row.type is MemoryType.WORKING:
        return LifecycleStage.WORKING_MEMORY
    return LifecycleStage.CAPSULE if row.place is Place.STORE else LifecycleStage.RAW_OBSERVATION


# retention_policy | when, the first that fits
#   until_resolved    pending-cleanup, drifting, held, or waiting for a person
#   user_pinned       it came out of the conventions
#   until_superseded  a state that is active
#   preserve          everything else; nothing is ever deleted but by an authorized erasure
def retention_policy(row: ItemRow, role: SegmentRole | None = None) -> RetentionPolicy:
    """How long it is meant to stay in use."""
    if row.drift or row.status is Status.PENDING or row.review in (Review.NEEDED, Review.HELD):
        return RetentionPolicy.UNTIL_RESOLVED
    if role is SegmentRole.CONVENTIONS:
        return RetentionPolicy.USER_PINNED
    current = row.kind is Kind.STATE and row.status is Status.ACTIVE
    return RetentionPolicy.UNTIL_SUPERSEDED if current else RetentionPolicy.PRESERVE


# status of the meta index | when, the first that fits
#   superseded  Status is superseded, or it was merged into another record or corrected by one
#   deprecated  Status is stale
#   blocked     pending-cleanup, drifting, held or refused, or waiting for a person
#   draft       not distilled yet
#   active      everything else
def meta_status(row: ItemRow, successor: str | None = None) -> MetaStatus:
    """Its status in M's words, beside the protocol's Status; `successor` is the record that it leads to."""
    if row.status is Status.SUPERSEDED or successor is not None:
        return MetaStatus.SUPERSEDED
    if row.status is Status.STALE:
        return MetaStatus.DEPRECATED
    if row.drift or row.status is Status.PENDING or row.review in KEPT_BACK:
        return MetaStatus.BLOCKED
    return MetaStatus.ACTIVE if row.place is Place.STORE else MetaStatus.DRAFT
