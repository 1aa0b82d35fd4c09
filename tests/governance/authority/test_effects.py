"""What is signed is what happens: an effect is of a verb and a row that were decided, and no more than that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from governance.authority.effects import DOES, OF_AUTHORITY, effects_fault
from governance.authority.judge import Act
from governance.desk import Desk
from governance.errors import Refusal
from store import log
from store.decided import text_of
from store.records.entry import Draft
from store.records.words import AUTHORITY_VERBS, READING, Action, VerbName
from tests.governance.authority.cases import grant_act, key_act
from tests.governance.builders import decide
from tests.governance.signed import (
    a_key,
    a_maintainer,
    a_signed_desk,
    an_item,
    fault,
    findings,
    forge,
    signed,
    signer,
    soft,
)
from tests.governance.standings import REFUSED, STANDINGS, args_of, comes_back, lots, more_of

MINE, OTHER = "mem-2026-06-01-001", "mem-2026-06-01-002"


def test_every_verb_has_its_effects_and_none_has_two_lists() -> None:
    assert set(DOES) | set(OF_AUTHORITY) | READING | {VerbName.IMPORT} == set(VerbName)
    assert set(OF_AUTHORITY) == AUTHORITY_VERBS


@pytest.mark.parametrize("verb", REFUSED)
def test_whatever_a_verb_does_where_it_fits_and_its_undo_are_effects_of_it(tmp_path: Path, verb: str) -> None:
    with a_signed_desk(tmp_path, keyless=True) as desk:
        fitting = [STANDINGS[where](desk) for where in STANDINGS if comes_back(verb, where)]
        fitting += more_of(desk, verb, fitting)
        for names in lots(verb, fitting):
            plan = decide(desk, verb, *names, note="a note", **args_of(desk, verb)).plan
            undone = desk.undo(desk.undo(plan).plan).plan
            assert (fault(desk, plan), fault(desk, undone)) == (None, None)


def review(verb: str, name: str = MINE, **effect: Any) -> Act:
    return Act(Action.REVIEW, (name,), {"verb": verb, "reason": "other", "shown": "listed", **effect}, None)


KEEP = {"verb": "keep", "targets": [MINE]}
CONTROL = {"scope": {"source_or_run_refs": ["new:1"]}, "action": "withdraw", "supersedes": None}
SOURCED = {"verb": "withdraw", "targets": ["new:1"]}


def named(made: str, **effect: Any) -> Act:
    told = {"verb": "withdraw", "reason": "other", "shown": "listed", **effect}
    return Act(Action.SOURCE, (made, MINE), told, {"v": 1, "name": "the old wiki"})


def test_a_source_gets_its_id_from_a_withdrawal_that_is_about_it_and_does_nothing_else() -> None:
    effects = [[1, "source", ["new:1", MINE], {}, None], [2, "withdraw", ["new:2", "new:1"], {}, None]]
    told = {"verb": "withdraw", "reason": "other", "shown": "listed", "state": "decided"}
    control = {**CONTROL, "scope": {"source_or_run_refs": ["src-0001"]}}
    done = Act(Action.WITHDRAW, ("memwd-2026-06-01-001", "src-0001"), {**told, "control": control}, None)
    acts = [named("src-0001"), done]
    assert effects_fault([SOURCED], acts, effects) is None
    assert "none of its decisions is about" in str(effects_fault([SOURCED], [named("src-0002"), done], []))
    assert "none of its decisions is about" in str(effects_fault([{**SOURCED, "targets": [MINE]}], acts, effects))
    wider = [named("src-0001", set={"status": "stale"}), done]
    assert "does not touch set" in str(effects_fault([SOURCED], wider, effects))


ROWS: dict[str, tuple[list[dict[str, Any]], Act, str]] = {
    "another row": ([KEEP], review("keep", OTHER, set={"status": "active"}), "none of its decisions is about"),
    "a row of another decision": (
        [KEEP, {"verb": "stale", "targets": [OTHER]}],
        review("keep", OTHER, set={"status": "active"}),
        "none of its decisions is about",
    ),
    "another verb": ([KEEP], review("stale", set={"status": "stale"}), "none of its decisions is about"),
    "no verb": ([KEEP], Act(Action.REVIEW, (MINE,), {"set": {"status": "stale"}}, None), "none of its decisions"),
    "another status": ([KEEP], review("keep", set={"status": "stale"}), "keep makes nothing stale"),
    "another column": ([KEEP], review("keep", set={"kind": "state"}), "keep does not touch kind"),
    "other words": ([KEEP], review("keep", words=True), "keep does not touch words"),
    "a version of before": ([KEEP], review("keep", restore=3), "keep does not touch restore"),
    "an action it does not do": ([KEEP], Act(Action.COOL, (MINE,), {"verb": "keep"}, None), "keep does no cool"),
    "a payload that leaves": ([KEEP], Act(Action.ERASE, (MINE,), {"verb": "keep"}, None), "keep does no erase"),
    "a status at birth": (
        [{"verb": "merge", "targets": [MINE, OTHER]}],
        Act(Action.MERGE, ("new:1",), {"verb": "merge", "item": {"status": "stale"}}, None),
        "merge makes nothing stale",
    ),
    "a grant": ([KEEP], Act(Action.GRANT, ("new:1", "p-0002"), {"verb": "keep"}, {}), "keep does no grant"),
    "a grant under its own verb": ([KEEP], grant_act("p-0002", "stale"), "none of its decisions is about"),
    "a block of another segment": (
        [{"verb": "resolve", "targets": ["seg-2026-06-01-001/1"]}],
        Act(Action.AUTODREAM_SKIP, ("seg-2026-06-01-002",), {"verb": "resolve", "set": {"skipped": True}}, None),
        "none of its decisions is about",
    ),
    "something else than a run": (
        [{"verb": "import", "targets": ["new:1"]}],
        Act(Action.IMPORT, ("new:1",), {"verb": "import"}, {}),
        "import does no import",
    ),
}
ACTS: dict[str, tuple[str, Act, str]] = {
    "a policy as a retirement": (
        "retire",
        Act(Action.POLICY, ("store-1",), {"verb": "retire"}, {}),
        "retire does no policy",
    ),
    "a key as a grant": ("grant", key_act("grant", "p-0001", soft(9)), "grant does no key"),
    "a key of somebody else as an enrolment": (
        "enroll",
        key_act("enroll", "p-0001", soft(9)),
        "enrolling adds no key to anybody else",
    ),
    "a person as a token": (
        "token",
        Act(Action.ENROLL, ("new:1",), {"verb": "token", "kind": "human", "role": "owner"}, {}),
        "a token enrolls no person",
    ),
    "a rotation as an addition": ("add-key", key_act("add-key", "p-0001", soft(9), replaces="key-1"), "replaces a key"),
    "an addition as a rotation": ("rotate-key", key_act("rotate-key", "p-0001", soft(9)), "replaces no key"),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_decision_about_rows_does_not_hold_with_the_effect_of(name: str) -> None:
    decisions, act, said = ROWS[name]
    assert said in (effects_fault(decisions, [act]) or "it holds")


@pytest.mark.parametrize("name", ACTS)
def test_an_act_about_who_may_decide_does_not_hold_with(name: str) -> None:
    verb, act, said = ACTS[name]
    assert said in (effects_fault([{"verb": verb, "targets": []}], [act]) or "it holds")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A maintainer who may keep one item."""
    with a_signed_desk(tmp_path) as made:
        an_item(made, status="pending-cleanup")
        an_item(made)
        a_maintainer(made, "ines", "keep", terms=[f"item={MINE}"]).close()
        yield made


SLY: dict[str, Draft] = {
    "judges the row stale": Draft(Action.REVIEW, (MINE,), {"set": {"status": "stale"}}),
    "keeps another row": Draft(Action.REVIEW, (OTHER,), {"set": {"status": "active"}}),
    "gives itself a grant": Draft(
        Action.GRANT,
        ("new:1", "p-0002"),
        {"grantee": "p-0002", "verbs": ["stale"], "parent": None, "constitutional": False},
        {"v": 1, "scope": [], "expires": None, "depth": 3, "count": None},
    ),
    "changes the policy": Draft(Action.POLICY, ("store-" + "0" * 32,), {}, {"v": 1, "policy": {"two": []}}),
    "retires the owner": Draft(Action.RETIRE, ("p-0001",), {}),
}


@pytest.mark.parametrize("name", SLY)
def test_a_maintainer_who_signs_a_keep_that(desk: Desk, name: str) -> None:
    """The signature is good, the grant is good, and the plan is none."""
    ines = signer(a_key(desk.path.parent, "ines"))
    plan = forge(desk, "keep", [MINE], SLY[name], who="p-0002", signers=[ines], grants=["grant-0001"])
    assert fault(desk, plan)
    assert [one for one in findings(desk) if plan in one]
    assert [alarm.code for alarm in desk.alarms()] == ["forged"]
    assert (len(desk.grants()), desk.policy().seq) == (1, None)
    assert not desk.principals()[0].retired


def test_a_decision_about_who_may_decide_has_no_undo_and_says_so(desk: Desk) -> None:
    for plan in desk.plans():
        with pytest.raises(Refusal, match=r"has no undo") as refused:
            signed(desk, lambda plan=plan: desk.undo(plan.plan))  # type: ignore[misc]
        assert "A grant or a token is revoked, a person retired" in (refused.value.hint or "")


def test_the_text_names_every_effect_with_the_commitment_of_its_words(desk: Desk) -> None:
    seq = desk.decision(desk.plans()[0].plan).seq
    with desk.store.reading() as conn:
        text = text_of(log.payload(conn, seq))
        effect = log.entry(conn, seq + 1)
    assert effect is not None
    assert [one[4] for one in text["effects"]] == [effect.commitment]
