"""What the meta index derives: each rule is its printed table, and none of them says whether a record is true (M)."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

from governance.rules import meta
from store.records.item import ItemRow, ItemWords
from store.records.recall import BasisLabel, BeliefStatus, LifecycleStage, MetaStatus, RetentionPolicy, SourceTag
from store.records.views.details import Came
from store.records.words import (
    Confidence,
    Door,
    Kind,
    Origin,
    Place,
    Relation,
    Review,
    SegmentRole,
    SourceState,
    Status,
)


def row(**given: Any) -> ItemRow:
    """An item that stands in the store, observed once, with a Source in the archive."""
    plain: dict[str, Any] = {
        "id": "mem-2026-06-01-001", "from_seq": 2, "to_seq": None, "entry_seq": 2, "place": "store",
        "kind": "knowledge", "status": "active", "confidence": "observed-once", "source_state": "found",
        "superseded_by": None, "cooled": False, "topic": None, "run": None, "body": 2, "block": None, "drift": (),
        "deferred": None, "deferred_at": None, "created": 2,
    }  # fmt: skip
    return ItemRow.model_validate(plain | given)


def words(**given: Any) -> ItemWords:
    """Its words."""
    return ItemWords.model_validate({"fact": "retries are safe", "source": "archive/2026-06-01.md#1"} | given)


def came(**given: Any) -> Came:
    """How it came in by a door."""
    plain: dict[str, Any] = {"at": 1, "by": "codex", "assurance": "token", "door": "command", "origin": "agent"}
    return Came.model_validate({"permitted_use": "testimony"} | plain | given)


SURE = {"confidence": "confirmed"}
BELIEFS: dict[str, tuple[ItemRow, ItemWords | None, bool, BeliefStatus]] = {
    "refused": (row(review="refused"), words(), True, BeliefStatus.REJECTED),
    "stale, and disagreed with": (row(status="stale"), words(), True, BeliefStatus.REJECTED),
    "disagreed with, though confirmed": (row(**SURE), words(), True, BeliefStatus.CONFLICTED),
    "pending": (row(status="pending-cleanup", **SURE), words(), False, BeliefStatus.CONFLICTED),
    "erased": (row(**SURE), None, False, BeliefStatus.SOURCE_PRIOR),
    "drifting": (row(drift=("source-missing",), **SURE), words(), False, BeliefStatus.SOURCE_PRIOR),
    "not distilled": (row(place="inbox"), words(), False, BeliefStatus.SOURCE_PRIOR),
    "looked at by nobody": (row(review="source-claim"), words(), False, BeliefStatus.SOURCE_PRIOR),
    "held": (row(review="held", **SURE), words(), False, BeliefStatus.SOURCE_PRIOR),
    "a pointer to an authority outside": (
        row(**SURE), words(typed=(("external_source", "the spec"),)), False, BeliefStatus.SOURCE_PRIOR,
    ),
    "confirmed, its Source found": (row(**SURE), words(), False, BeliefStatus.LOCAL_VALIDATED),
    "confirmed, let pass, corroborated": (
        row(source_state="not-archive", review="reviewed", **SURE),
        words(corroborating=("archive/b.md",)), False, BeliefStatus.LOCAL_VALIDATED,
    ),
    "confirmed, and nothing shows it": (
        row(source_state="not-archive", **SURE), words(), False, BeliefStatus.BOUNDED_CLAIM,
    ),
    "confirmed, its Source lost": (
        row(findings=("source-lost",), **SURE), words(), False, BeliefStatus.BOUNDED_CLAIM,
    ),
    "a procedure whose validation succeeded": (
        row(type="procedural", source_state="none", **SURE),
        words(typed=(("outcome", "verified-success"),)), False, BeliefStatus.LOCAL_VALIDATED,
    ),
    "an episode that succeeded": (
        row(type="episodic", source_state="none", **SURE),
        words(typed=(("outcome", "verified-success"),)), False, BeliefStatus.BOUNDED_CLAIM,
    ),
    "observed once": (row(), words(), False, BeliefStatus.BOUNDED_CLAIM),
    "superseded": (row(kind="state", status="superseded"), words(), False, BeliefStatus.BOUNDED_CLAIM),
}  # fmt: skip


@pytest.mark.parametrize("what", BELIEFS)
def test_how_far_verification_got(what: str) -> None:
    found, told, conflicted, expected = BELIEFS[what]
    assert meta.belief_status(found, told, conflicted) is expected


LABELS: dict[str, tuple[ItemRow, ItemWords | None, bool, BasisLabel]] = {
    "erased": (row(), None, False, BasisLabel.UNKNOWN),
    "rejected": (row(status="stale"), words(), False, BasisLabel.HIGH),
    "drifting": (row(drift=("kind-missing",), **SURE), words(), False, BasisLabel.UNKNOWN),
    "nothing said, nothing shown": (row(confidence=None, source_state="none"), words(), False, BasisLabel.UNKNOWN),
    "unknown, nothing shown": (row(confidence="unknown", source_state="none"), words(), True, BasisLabel.UNKNOWN),
    "validated twice": (row(**SURE), words(corroborating=("x",)), False, BasisLabel.HIGH),
    "validated once": (row(**SURE), words(), False, BasisLabel.MEDIUM),
    "conflicted": (row(), words(), True, BasisLabel.MEDIUM),
    "confirmed, nothing shown": (row(source_state="none", **SURE), words(), False, BasisLabel.MEDIUM),
    "observed once, its Source found": (row(), words(), False, BasisLabel.MEDIUM),
    "observed once, nothing shown": (row(source_state="missing"), words(), False, BasisLabel.LOW),
    "inferred": (row(confidence="inferred"), words(), False, BasisLabel.LOW),
    "looked at by nobody": (row(review="source-claim"), words(), False, BasisLabel.LOW),
}


@pytest.mark.parametrize("what", LABELS)
def test_how_strong_the_evidence_is_for_that(what: str) -> None:
    found, told, conflicted, expected = LABELS[what]
    label, basis = meta.confidence(found, told, conflicted)
    assert label is expected
    assert basis.endswith(".")
    assert not set(basis) & set("%\n")
    assert not re.search(r"\d", basis.replace("1 corroborating", ""))


def test_the_basis_says_what_was_looked_at_and_what_was_not() -> None:
    _, basis = meta.confidence(row(**SURE), words(corroborating=("a", "b")), False)
    for piece in (
        "confirmed",
        "its Source was found in the archive",
        "2 corroborating ref(s)",
        "Nothing was checked live",
    ):
        assert piece in basis
    assert "no evidence for it is at hand" in meta.confidence(row(source_state="none"), words(), False).basis


def test_neither_the_status_nor_the_label_follows_from_the_other_alone() -> None:
    """A belief status is no score of truth, and the label is no likelihood."""
    pairs = {
        (meta.belief_status(found, told, odd), meta.confidence(found, told, odd).label)
        for found, told, odd, _ in (*BELIEFS.values(), *LABELS.values())
    }
    by_status = {status: {label for s, label in pairs if s is status} for status, _ in pairs}
    assert len(by_status[BeliefStatus.BOUNDED_CLAIM]) > 1
    assert by_status[BeliefStatus.REJECTED] == {BasisLabel.HIGH}


TAGS: dict[str, tuple[SourceTag, dict[str, Any]]] = {
    "made of others": (SourceTag.INFERRED_SYNTHESIS, {"derived": True}),
    "inferred": (SourceTag.INFERRED_SYNTHESIS, {"row": row(confidence="inferred")}),
    "of an outside authority": (SourceTag.EXTERNAL_SOURCE, {"words": words(typed=(("source_prior", "high"),))}),
    "of an address": (SourceTag.EXTERNAL_SOURCE, {"words": words(source="seen at https://example.org/spec")}),
    "out of the conventions": (SourceTag.STATIC_KNOWLEDGE, {"role": SegmentRole.CONVENTIONS}),
    "out of a document": (SourceTag.STATIC_KNOWLEDGE, {"came": came(origin="document")}),
    "typed by a person": (SourceTag.USER_CLAIM, {"came": came(origin="person")}),
    "typed at the desk": (SourceTag.USER_CLAIM, {"came": came(door="desk", origin=None)}),
    "a preference somebody told": (
        SourceTag.USER_CLAIM,
        {"row": row(source_state="not-archive"), "words": words(scope="user preference", source="told by ines")},
    ),
    "in the inbox": (SourceTag.RAW_OBSERVATION, {"row": row(place="inbox")}),
    "archived and not distilled": (SourceTag.RAW_OBSERVATION, {"row": row(place="archived")}),
    "distilled": (SourceTag.MEMORY_CAPSULE, {"came": came()}),
    "imported": (SourceTag.MEMORY_CAPSULE, {"role": SegmentRole.TOPIC}),
}


@pytest.mark.parametrize("what", TAGS)
def test_what_sort_of_source_it_has(what: str) -> None:
    expected, given = TAGS[what]
    plain: dict[str, Any] = {"row": row(), "words": words(), "came": None, "derived": False}
    assert meta.source_tag(**(plain | given)) is expected


@pytest.mark.parametrize(
    ("given", "stage"),
    [
        ({"released": True, "type": "working"}, LifecycleStage.ARCHIVE),
        ({"cooled": True}, LifecycleStage.ARCHIVE),
        ({"status": "superseded"}, LifecycleStage.ARCHIVE),
        ({"status": "stale"}, LifecycleStage.ARCHIVE),
        ({"type": "working", "place": "inbox"}, LifecycleStage.WORKING_MEMORY),
        ({"place": "archived"}, LifecycleStage.RAW_OBSERVATION),
        ({}, LifecycleStage.CAPSULE),
        ({"status": "pending-cleanup"}, LifecycleStage.CAPSULE),
    ],
)
def test_where_it_stands_on_its_way(given: dict[str, Any], stage: LifecycleStage) -> None:
    assert meta.lifecycle_stage(row(**given)) is stage


@pytest.mark.parametrize(
    ("given", "role", "policy"),
    [
        ({"status": "pending-cleanup"}, SegmentRole.CONVENTIONS, RetentionPolicy.UNTIL_RESOLVED),
        ({"drift": ("kind-missing",)}, None, RetentionPolicy.UNTIL_RESOLVED),
        ({"review": "held"}, None, RetentionPolicy.UNTIL_RESOLVED),
        ({}, SegmentRole.CONVENTIONS, RetentionPolicy.USER_PINNED),
        ({"kind": "state"}, None, RetentionPolicy.UNTIL_SUPERSEDED),
        ({"kind": "state", "status": "superseded"}, None, RetentionPolicy.PRESERVE),
        ({}, None, RetentionPolicy.PRESERVE),
    ],
)
def test_how_long_it_is_meant_to_stay(given: dict[str, Any], role: SegmentRole | None, policy: RetentionPolicy) -> None:
    assert meta.retention_policy(row(**given), role) is policy


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"status": "superseded"}, MetaStatus.SUPERSEDED),
        ({"status": "stale"}, MetaStatus.DEPRECATED),
        ({"status": "pending-cleanup"}, MetaStatus.BLOCKED),
        ({"drift": ("kind-missing",)}, MetaStatus.BLOCKED),
        ({"review": "needs-review", "place": "inbox"}, MetaStatus.BLOCKED),
        ({"review": "refused"}, MetaStatus.BLOCKED),
        ({"place": "inbox"}, MetaStatus.DRAFT),
        ({}, MetaStatus.ACTIVE),
    ],
)
def test_its_status_in_the_words_of_the_meta_index(given: dict[str, Any], status: MetaStatus) -> None:
    assert meta.meta_status(row(**given)) is status


@pytest.mark.parametrize("relation", ["superseded-by", "merged-into", "corrected-by"])
def test_what_leads_to_another_record_is_superseded_whatever_its_status_and_the_other_takes_its_place(
    relation: str,
) -> None:
    for status in ("active", "stale", "pending-cleanup"):
        there = meta.successor_of(row(status=status), ((Relation(relation), True, "leads to", "mem-2026-06-02-001"),))
        assert there == "mem-2026-06-02-001"
        assert meta.meta_status(row(status=status), there) is MetaStatus.SUPERSEDED
    back = ((Relation(relation), False, "replaces", "mem-2026-05-31-001"),)
    assert (meta.successor_of(row(), back), meta.replaced_by(back)) == (None, ("mem-2026-05-31-001",))
    other = ((Relation.REFERENCES, True, "references", "mem-2026-05-31-001"),)
    assert (meta.successor_of(row(), other), meta.replaced_by(other)) == (None, ())


def test_every_standing_has_an_answer_of_every_rule() -> None:
    """Every combination of what a row may say: no rule fails, and every word is of its closed set."""
    every = itertools.product(
        (None, *Status), (None, *Confidence), SourceState, Place, (None, *Review), (None, *Kind), (False, True)
    )
    for status, level, state, place, review, kind, odd in every:
        one = row(status=status, confidence=level, source_state=state, place=place, review=review, kind=kind)
        assert meta.belief_status(one, words(), odd) in BeliefStatus
        assert meta.confidence(one, words(), odd).label in BasisLabel
        assert meta.source_tag(one, words(), None, odd) in SourceTag
        assert meta.lifecycle_stage(one) in LifecycleStage
        assert meta.retention_policy(one) in RetentionPolicy
        assert meta.meta_status(one) in MetaStatus


def test_withdrawal_is_no_belief() -> None:
    """Withdrawal, Status and Confidence never stand for one another."""
    for given in ({}, SURE, {"status": "pending-cleanup"}, {"place": "inbox"}):
        plain, out = row(**given), row(**given, withdrawn=True)
        assert meta.belief_status(plain, words(), False) is meta.belief_status(out, words(), False)
        assert meta.confidence(plain, words(), False) == meta.confidence(out, words(), False)


def test_the_doors_of_people_are_the_only_user_claims_of_captures() -> None:
    claims = {
        (door, origin)
        for door, origin in itertools.product(Door, Origin)
        if meta.source_tag(row(), words(), came(door=door, origin=origin), False) is SourceTag.USER_CLAIM
    }
    assert {door for door, origin in claims if origin is Origin.AGENT} == {Door.DESK}
    assert {origin for door, origin in claims if door is not Door.DESK} == {Origin.PERSON}
