"""Hands that try to settle a conflict without the right, without grounds, or further than they decided."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from governance.authority.effects import DOES, effects_fault
from governance.authority.judge import Act
from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.entry import Draft
from store.records.words import Action, PrincipalKind, Relation, Status, VerbName
from tests.governance.builders import decide, head, rows, untouched
from tests.governance.bypassing import appended
from tests.governance.intake.passes.passing import both, send
from tests.governance.review.disagreeing import groups
from tests.governance.rules.shapes import noise
from tests.governance.signed import (
    a_key,
    a_maintainer,
    a_service,
    a_signed_desk,
    fault,
    findings,
    forge,
    signed,
    signer,
    with_token,
)

VERBS = ("current", "both", "evidence", "contradict")
ARGS: dict[str, dict[str, Any]] = {
    "current": {"owner": "mira"},
    "both": {"subject": "host:old-ip"},
    "evidence": {"missing": "a look at the router"},
}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A store with keys, in which a pass left two rows of one subject as they were."""
    with a_signed_desk(tmp_path) as made:
        told = {"kind": "state", "date": "2026-05-30"}
        for text in ("203.0.113.7", "198.51.100.20"):
            send(made, text, subject="host:public-ip", **told)
        for text in ("port 80", "port 81"):
            send(made, text, subject="gate:port", **told)
        both(made)
        assert len(groups(made)) == 2
        yield made


def pairs(desk: Desk) -> tuple[tuple[str, ...], tuple[str, ...]]:
    one, other = groups(desk)
    return one, other


@pytest.mark.parametrize("verb", VERBS)
def test_no_agent_and_no_service_settles_anything(desk: Desk, verb: str) -> None:
    (one, other), _ = pairs(desk)
    _, token = signed(desk, lambda: desk.authorize.connect("codex", PrincipalKind.AGENT))
    agent, (service, _) = with_token(desk, token), a_service(desk)
    before = untouched(desk)
    for whose in (agent, service):
        names = (one, other) if verb in ("current", "contradict") else (one,)
        with pytest.raises(Refusal) as refused:
            decide(whose, verb, *names, **ARGS.get(verb, {}))
        assert refused.value.kind is RefusalKind.NOT_ALLOWED
        whose.close()
    assert untouched(desk) == before


def test_whom_a_grant_lets_settles_what_it_covers_and_nothing_else(desk: Desk) -> None:
    (one, other), (far, off) = pairs(desk)
    ines = a_maintainer(desk, "ines", *VERBS, "apart", terms=["subject=host:*"])
    with pytest.raises(Refusal, match="No grant of yours covers current") as refused:
        signed(ines, lambda: decide(ines, "current", far, off, owner="mira"))
    assert refused.value.kind is RefusalKind.NOT_ALLOWED
    applied = signed(ines, lambda: decide(ines, "current", other, one, owner="mira"))
    assert (fault(desk, applied.plan), desk.item(one).row.status) == (None, Status.SUPERSEDED)
    assert groups(desk) == [(far, off)]
    ines.close()


def test_a_row_is_not_re_keyed_out_of_the_subjects_of_a_grant(desk: Desk) -> None:
    (one, _), _ = pairs(desk)
    ines = a_maintainer(desk, "ines", "both", terms=["subject=host:*"])
    before = rows(desk)
    with pytest.raises(Refusal, match="does not reach the subject of what it would make"):
        signed(ines, lambda: decide(ines, "both", one, subject="policy:payments"))
    assert rows(desk) == before
    applied = signed(ines, lambda: decide(ines, "both", one, subject="host:old-ip"))
    assert fault(desk, applied.plan) is None
    ines.close()


MINE, OTHER, THIRD = (f"mem-2026-06-01-00{n}" for n in (1, 2, 3))
TWO = {"verb": "current", "targets": [MINE, OTHER]}


def act(action: Action, verb: str, name: str, **effect: Any) -> Act:
    return Act(action, (name,), {"verb": verb, "reason": "other", "shown": "listed", **effect}, None)


BEYOND: dict[str, tuple[dict[str, Any], Act, str]] = {
    "a row that gives way on no grounds": (
        TWO,
        act(Action.SUPERSEDE, "current", OTHER, set={"status": "superseded", "superseded_by": MINE}),
        "on no evidence, and by nobody's authority",
    ),
    "a row that is current on no grounds": (
        TWO,
        act(Action.REVIEW, "current", MINE, set={}, grounds=[]),
        "no evidence",
    ),
    "a row that gives way to one that was not decided": (
        TWO,
        act(Action.SUPERSEDE, "current", OTHER, set={"status": "superseded", "superseded_by": THIRD}, grounds=[7]),
        "which none of its decisions is about",
    ),
    "a row that was not decided gives way": (
        TWO,
        act(Action.SUPERSEDE, "current", THIRD, set={"status": "superseded", "superseded_by": MINE}, grounds=[7]),
        "none of its decisions is about",
    ),
    "a confidence that a choice gives": (
        TWO,
        act(Action.REVIEW, "current", MINE, set={"confidence": "confirmed"}, grounds=["p-0001"]),
        "current does not touch confidence",
    ),
    "words written into the old row": (
        {"verb": "both", "targets": [MINE]},
        act(Action.REVIEW, "both", MINE, set={"status": "stale"}, words=True),
        "both does not touch words",
    ),
    "a conflict that is put out of sight as evidence is asked for": (
        {"verb": "evidence", "targets": [MINE]},
        act(Action.REVIEW, "evidence", MINE, set={"deferred": "90d"}),
        "evidence does not touch deferred",
    ),
    "a mark on a row that was not decided": (
        {"verb": "contradict", "targets": [MINE, OTHER]},
        act(Action.LINK, "contradict", MINE, links=[["contradicts", THIRD]]),
        "which none of its decisions is about",
    ),
    "a re-keyed item that says it was confirmed by another": (
        {"verb": "both", "targets": [MINE]},
        act(Action.MANUAL_CORRECTION, "both", THIRD, item={"status": "active"}, links=[["corroborates", OTHER]]),
        "both begins no such edge",
    ),
    "a folded item that lets a row give way": (
        {"verb": "merge", "targets": [MINE, OTHER]},
        act(Action.MERGE, "merge", THIRD, item={"status": "active"}, links=[["superseded-by", OTHER]]),
        "merge begins no such edge",
    ),
    "a mark that is another link": (
        {"verb": "contradict", "targets": [MINE, OTHER]},
        act(Action.LINK, "contradict", MINE, links=[["superseded-by", OTHER]]),
        "contradict begins no such edge",
    ),
}


@pytest.mark.parametrize("name", BEYOND)
def test_no_decision_covers(name: str) -> None:
    decision, effect, why = BEYOND[name]
    assert why in (effects_fault([decision], [effect]) or "it holds")


def test_none_of_the_verbs_touches_confidence() -> None:
    for verb in VERBS:
        for does in DOES[VerbName(verb)].values():
            assert "confidence" not in does.columns


def test_a_maintainer_who_signs_by_hand_that_a_row_is_current_on_nothing_is_found(desk: Desk) -> None:
    (one, other), _ = pairs(desk)
    a_maintainer(desk, "ines", "current").close()
    gives_way = Draft(Action.SUPERSEDE, (one,), {"set": {"status": "superseded", "superseded_by": other}})
    ines = signer(a_key(desk.path.parent, "ines"))
    plan = forge(desk, "current", [other, one], gives_way, who="p-0002", signers=[ines], grants=["grant-0001"])
    assert "no evidence" in (fault(desk, plan) or "")
    assert [said for said in findings(desk) if plan in said]


@pytest.mark.parametrize("verb", [None, "contradict"])
def test_a_mark_that_nobody_decided_is_found(desk: Desk, verb: str | None) -> None:
    (one, other), _ = pairs(desk)
    effect = {"links": [[Relation.CONTRADICTS.value, other]]} | ({"verb": verb} if verb else {})
    appended(desk, Draft(Action.LINK, (one,), effect))
    assert [said for said in findings(desk) if f"Entry {head(desk)} " in said]


def test_a_credential_in_what_is_missing_never_reaches_the_store(desk: Desk) -> None:
    (one, _), _ = pairs(desk)
    before = untouched(desk)
    with pytest.raises(Refusal, match=r"credential|What is to be written"):
        signed(desk, lambda: decide(desk, "evidence", one, missing=f"the token ghp_{noise(36)}"))
    assert untouched(desk) == before
