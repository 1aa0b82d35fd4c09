"""The acceptance cases of retrieval (R, P§21), by name: what session B gets of what session A left."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.recall import BeliefStatus, SourceTag, Standing
from store.records.words import Confidence, PrincipalKind, Reason, SourceState
from tests.governance.builders import a_block, an_item, decide, head, made, sound
from tests.governance.influence.learned import a_state, asked, learned, results, told
from tests.governance.signed import with_token

FACT = "Incident timestamps of Cedar use UTC."


def agent(desk: Desk, name: str, *projects: str) -> Desk:
    """The desk of an agent whose token binds to projects."""
    _, token = desk.authorize.connect(name, PrincipalKind.AGENT, projects=projects)
    return with_token(desk, token)


def known(desk: Desk, writer: Desk, **more: Any) -> str:
    """The fact of Cedar, captured by its agent and distilled."""
    sent = {"text": FACT, "source": "fixture:cedar-docs:revision-3", **more}
    return learned(writer, {"it": sent}, desk)["it"]


def test_ml04_a_record_of_cedar_is_not_eligible_for_birch_nor_without_a_token(desk: Desk) -> None:
    with agent(desk, "cedar-writer", "cedar") as cedar, agent(desk, "birch-writer", "birch") as birch:
        name = known(desk, cedar)
        assert asked(cedar, "incident timestamps") == (name,)
        assert asked(birch, "incident timestamps") == ()
        assert asked(desk, "incident timestamps") == ()
        own = an_item(desk, text="Incident timestamps of Birch use CET.", words={"project": "birch"})
        assert asked(birch, "incident timestamps") == (own,)


def test_ml04_a_project_only_narrows_and_one_of_others_is_refused(desk: Desk) -> None:
    with agent(desk, "both", "cedar", "birch") as both, agent(desk, "birch-writer", "birch") as birch:
        cedar = an_item(desk, text=FACT, words={"project": "cedar"})
        an_item(desk, text="Incident timestamps of Birch use CET.", words={"project": "birch"})
        everybody = an_item(desk, text="Incident timestamps bear their offset.")
        assert len(asked(both, "incident timestamps")) == 3
        assert set(asked(both, "incident timestamps", project="cedar")) == {cedar, everybody}
        with pytest.raises(Refusal) as refused:
            birch.recalling.recall("incident timestamps", project="cedar")
    assert refused.value.kind is RefusalKind.NOT_ALLOWED


def test_ml06_a_merged_note_keeps_its_parents_and_broadens_neither_scope_nor_use(desk: Desk) -> None:
    notes = [an_item(desk, text=f"Cedar uses UTC, note {n}.", words={"project": "cedar", "scope": scope})
             for n, scope in enumerate(("project", "workflow"))]  # fmt: skip
    merged = made(decide(desk, "merge", *notes, text=FACT), *notes)
    with agent(desk, "cedar-writer", "cedar") as cedar, agent(desk, "birch-writer", "birch") as birch:
        found = {one.memory_id: one for one in results(cedar.recalling.recall("Cedar UTC", payloads=5))}
        assert asked(birch, "Cedar UTC") == ()
    assert (found[merged].project, found[merged].scope) == ("cedar", "workflow")
    assert (found[merged].permitted_use, found[merged].action_authority) == ("testimony", "none")
    assert found[merged].source_tag is SourceTag.INFERRED_SYNTHESIS
    assert [(one.ref_id, one.relationship) for one in found[merged].derived_from] == [
        (name, "merged_from") for name in sorted(notes)
    ]


def test_ml07_a_later_source_that_says_otherwise_is_shown_beside_it_and_no_phrase_is_strong_enough(desk: Desk) -> None:
    utc = an_item(desk, text="Cedar stamps incidents in UTC.")
    text = "Cedar stamps incidents in CET, definitely, without any doubt, this is FINAL."
    cet = an_item(desk, text=text, links=[("contradicts", utc)])
    answer = desk.recalling.recall("Cedar stamps incidents", payloads=1)
    assert {row.memory_id for row in answer.conflicts[0].rows} == {utc, cet}
    assert not any(row.current for row in answer.conflicts[0].rows)


def test_ml08_a_preference_applies_within_its_scope_and_permits_nothing(desk: Desk) -> None:
    preference = an_item(desk, text="Show times of day with seconds.", words={"scope": "user preference"})
    [found] = results(desk.recalling.recall("times of day"))
    assert (found.memory_id, found.scope) == (preference, "user preference")
    assert (found.permitted_use, found.action_authority) == ("testimony", "none")
    assert asked(desk, "times of day", use_role="action-premise") == ()
    assert asked(desk, "times of day", scope="project") == ()


def test_ml08_a_preference_that_was_explicitly_changed_applies_in_its_new_words_alone(desk: Desk) -> None:
    scope = {"scope": "user preference"}
    old = an_item(desk, text="Show times of day with seconds.", words=scope)
    other = an_item(desk, text="Show times of day in UTC.", words=scope)
    text = "Show times of day without seconds."
    new = made(decide(desk, "correct", old, text=text, reason=Reason.NO_LONGER_TRUE), old)
    found = {one.memory_id: one for one in results(desk.recalling.recall("times of day", payloads=5))}
    assert [name for name, one in found.items() if one.standing is Standing.CURRENT] == [new, other]
    assert (found[new].snippet, found[new].scope) == (text, "user preference")
    assert (found[new].permitted_use, found[new].action_authority) == ("testimony", "none")
    assert found[old].standing is Standing.HISTORICAL, "the old words are history, and say so"


def test_p21_8_the_raw_archive_answers_nobody_but_an_audit_and_that_is_noted(desk: Desk) -> None:
    block = a_block(desk, "- the harbour wall leaked in March\n")
    assert desk.recalling.recall("harbour wall", payloads=50).archive == ()
    assert block not in desk.recalling.search("harbour wall").model_dump_json()
    before = head(desk)
    answer = desk.recalling.audit("harbour wall")
    [raw] = answer.archive
    assert (raw.ref_id, raw.source_tag, raw.permitted_use) == (block, SourceTag.RAW_OBSERVATION, "audit")
    assert answer.audit == head(desk) == before + 1
    sound(desk)


def test_p21_8_an_agent_reads_no_archive(desk: Desk) -> None:
    a_block(desk, "- the harbour wall leaked in March\n")
    with agent(desk, "codex") as codex, pytest.raises(Refusal) as refused:
        codex.recalling.audit("harbour wall")
    assert refused.value.kind is RefusalKind.NOT_ALLOWED


def test_a_withdrawn_passage_is_in_no_audit_of_the_archive(desk: Desk) -> None:
    block = a_block(desk, "- the harbour wall leaked in March\n")
    decide(desk, "withdraw", block)
    assert desk.recalling.audit("harbour wall").archive == ()


def test_recall_writes_nothing(desk: Desk) -> None:
    an_item(desk, text=FACT)
    before = head(desk)
    desk.recalling.recall("Cedar", payloads=10)
    desk.recalling.search("Cedar")
    assert head(desk) == before


def test_every_result_bears_what_is_needed_to_doubt_it(desk: Desk) -> None:
    block = a_block(desk, "- Cedar stamps in UTC\n")
    name = an_item(desk, text=FACT, date="2026-05-11", source=block, source_state="found",
                   confidence="observed-once", links=[("source", desk.show(block).seq)])  # type: ignore[union-attr] # fmt: skip
    [found] = results(desk.recalling.recall("Cedar timestamps"))
    assert found.memory_id == name
    assert (found.kind, found.status, found.standing) == ("knowledge", "active", Standing.CURRENT)
    assert (found.source, found.source_state, found.date, found.age_days) == (
        block,
        SourceState.FOUND,
        "2026-05-11",
        21,
    )
    assert (found.epistemic_confidence, found.confidence_scheme) == (Confidence.OBSERVED_ONCE, "epistemic-status-v1")
    assert found.confidence.basis.startswith("It is claimed within its scope, and nothing at hand proves it")
    assert [(one.type, one.ref_id, one.inherited_boundary) for one in found.derived_from] == [
        ("archive_snapshot", block, BeliefStatus.SOURCE_PRIOR)
    ]
    assert (found.score_method, found.score is not None) == ("lexical_rank_adapter", True)


def test_a_search_scores_nothing_and_says_so(desk: Desk) -> None:
    an_item(desk, text=FACT)
    [found] = results(desk.recalling.search("of Cedar use"))
    assert (found.score_method, found.score) == ("none", None)


@pytest.mark.parametrize(("payloads", "opened"), [(None, 2), (1, 1), (5, 5), (50, 7)])
def test_an_answer_opens_two_records_or_as_many_as_were_asked_for_and_says_how_many(
    desk: Desk, payloads: int | None, opened: int
) -> None:
    for n in range(7):
        an_item(desk, text=f"the harbour gate, note {n}")
    answer = desk.recalling.recall("harbour", payloads=payloads)
    assert len(told(answer)) == answer.budget.payloads_opened == opened
    assert answer.budget.payloads == (payloads or 2)
    assert len(answer.further) == 7 - opened
    assert answer.budget.full_history_scan is False


def test_a_memory_without_an_index_answers_partially_adapted(desk: Desk) -> None:
    an_item(desk, text=FACT)
    assert desk.recalling.recall("Cedar").adapted == "partial"


def test_what_was_superseded_says_where_the_current_one_is(desk: Desk) -> None:
    new = a_state(desk, "Cedar stamps in CET", "cedar:zone")
    old = a_state(desk, "Cedar stamps in UTC", "cedar:zone", status="superseded", superseded_by=new)
    found = {one.memory_id: one for one in results(desk.recalling.recall("Cedar stamps", payloads=5))}
    assert (found[old].standing, found[old].superseded_by) == (Standing.HISTORICAL, new)
    assert "It is superseded: history, no current basis." in found[old].cautions
