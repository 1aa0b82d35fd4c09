"""Nobody gets round a promotion: not an agent, not a service, not other code, not the file itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from governance.authority.effects import effects_fault
from governance.authority.judge import Act
from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.entry import Draft
from store.records.words import Action, PrincipalKind, Reason, Shown
from tests.governance import signed
from tests.governance.audit.bundles import here
from tests.governance.builders import decide, seen, untouched
from tests.governance.bypassing import appended
from tests.governance.promotion.records import OK, an_episode, given
from tests.governance.signed import DAYS, a_maintainer, a_service, a_signed_desk, fault, forge, grant, with_token

MINE, OTHER = "mem-2026-06-01-001", "mem-2026-06-01-002"


def promotion(**item: Any) -> Draft:
    """A procedure as other code would append it."""
    row = {"place": "store", "kind": "knowledge", "status": "active", "type": "procedural", "source_state": "none"}
    effect = {"verb": "promote-type", "reason": "generalized", "shown": "listed", "item": row | item}
    effect["links"] = [["derived-from", MINE]]
    words = {"v": 1, "fact": "retry", "typed": [["outcome", OK]]}
    return Draft(Action.PROMOTE_TYPE, ("mem-2026-03-01-001",), effect, {"v": 1, "words": words})


def test_an_agent_with_a_token_promotes_nothing(tmp_path: Path) -> None:
    with a_signed_desk(tmp_path) as desk:
        name, arguments = an_episode(desk), given(desk, "semantic")
        _, token = signed.signed(desk, lambda: desk.authorize.connect("codex", PrincipalKind.AGENT, projects=()))
        before = untouched(desk)
        with with_token(desk, token) as agent, pytest.raises(Refusal) as said:
            decide(agent, "promote-type", name, **arguments)
        assert said.value.kind is RefusalKind.NOT_ALLOWED
        assert untouched(desk) == before


def test_no_constitutional_grant_covers_a_promotion(tmp_path: Path) -> None:
    with a_signed_desk(tmp_path) as desk:
        cron, who = a_service(desk)
        with pytest.raises(Refusal, match="promote-type"):
            grant(desk, who, "promote-type", constitutional=True, count=5, expires=desk.now() + 30 * DAYS)
        name = an_episode(desk)
        with cron, pytest.raises(Refusal) as said:
            decide(cron, "promote-type", name, **given(desk, "semantic"))
        assert said.value.kind is RefusalKind.NOT_ALLOWED


def test_a_maintainer_promotes_only_with_a_grant_for_it_and_within_its_project(tmp_path: Path) -> None:
    with a_signed_desk(tmp_path) as desk:
        mine, other = (an_episode(desk, words={"project": one}) for one in ("cedar", "birch"))
        arguments = given(desk, "semantic")
        with a_maintainer(desk, "ines", "keep") as ines, pytest.raises(Refusal, match="promote-type"):
            signed.signed(ines, lambda: decide(ines, "promote-type", mine, **arguments))
        with a_maintainer(desk, "jo", "promote-type", terms=["project=cedar"]) as jo:
            plan = signed.signed(jo, lambda: decide(jo, "promote-type", mine, **arguments)).plan
            with pytest.raises(Refusal):
                signed.signed(jo, lambda: decide(jo, "promote-type", other, **arguments))
        assert fault(desk, plan) is None


@pytest.mark.parametrize("plan", [(), ("plan-2026-06-01-001",)], ids=["of no plan", "of a plan that never was"])
@pytest.mark.parametrize("bare", [False, True], ids=["with its verb", "without a verb"])
def test_a_promotion_that_nobody_decided_is_found(tmp_path: Path, plan: tuple[str, ...], bare: bool) -> None:
    with a_signed_desk(tmp_path, keyless=True) as desk:
        an_episode(desk)
        draft = promotion()
        effect = {name: value for name, value in draft.effect.items() if name != "verb" or not bare}
        appended(desk, draft._replace(effect=effect, refs=plan))
        assert not desk.verify().ok


FORGED: dict[str, tuple[Draft, str]] = {
    "an item of no type": (promotion(type=None), "a promotion makes knowledge of a type"),
    "working memory": (promotion(type="working"), "a promotion makes knowledge of a type"),
    "a state": (promotion(kind="state"), "a promotion makes knowledge of a type"),
    "something in the inbox": (promotion(place="inbox"), "a promotion makes knowledge of a type"),
    "a superseded item": (promotion(status="superseded"), "promote-type makes nothing superseded"),
    "out of nothing": (promotion()._replace(effect=promotion().effect | {"links": []}), "what its decision is about"),
    "out of another row": (
        promotion()._replace(effect=promotion().effect | {"links": [["derived-from", OTHER]]}),
        "what its decision is about",
    ),
    "and a merge": (
        promotion()._replace(effect=promotion().effect | {"links": [["derived-from", MINE], ["merged-into", OTHER]]}),
        "links nothing as merged-into",
    ),
    "a procedure of a failure": (
        promotion()._replace(payload={"v": 1, "words": {"fact": "x", "typed": [["outcome", "duplicate-charge"]]}}),
        "comes of nothing but verified-success",
    ),
    "a procedure of no outcome": (
        promotion()._replace(payload={"v": 1, "words": {"fact": "x"}}),
        "comes of nothing but verified-success",
    ),
    "and a change of the old row": (
        Draft(Action.REVIEW, (MINE,), {"verb": "promote-type", "set": {"type": "procedural"}}),
        "promote-type does no review",
    ),
}


@pytest.mark.parametrize("what", FORGED)
def test_an_effect_that_is_no_promotion_of_what_was_decided_is_refused_by_the_judge(what: str) -> None:
    draft, why = FORGED[what]
    act = Act(draft.action, draft.subjects, draft.effect, draft.payload)
    said = effects_fault([{"verb": "promote-type", "targets": [MINE]}], [act])
    assert said
    assert why in said


def test_a_whole_promotion_is_what_its_verb_does() -> None:
    draft = promotion()
    act = Act(draft.action, draft.subjects, draft.effect, draft.payload)
    assert effects_fault([{"verb": "promote-type", "targets": [MINE]}], [act]) is None


def test_the_same_is_found_by_verify_where_other_code_appended_it_as_decided(tmp_path: Path) -> None:
    with a_signed_desk(tmp_path, keyless=True) as desk:
        assert an_episode(desk, "duplicate-charge") == MINE
        good, bad = promotion(), promotion()._replace(payload={"v": 1, "words": {"v": 1, "fact": "retry at once"}})
        plans = [forge(desk, "promote-type", [MINE], one._replace(subjects=("new:1",))) for one in (good, bad)]
        assert fault(desk, plans[0]) is None
        assert "comes of nothing but verified-success" in str(fault(desk, plans[1]))


def test_once_its_words_are_erased_its_header_is_all_that_is_asked() -> None:
    act = Act(Action.PROMOTE_TYPE, ("new:1",), promotion().effect, None)
    assert effects_fault([{"verb": "promote-type", "targets": [MINE]}], [act]) is None


def test_the_program_of_a_bundle_tells_what_nobody_decided_and_passes_what_a_person_signed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with a_signed_desk(tmp_path) as desk:
        name = signed.an_item(desk)
        arguments = given(desk, "semantic", evidence=signed.an_item(desk))
        signed.signed(desk, lambda: decide(desk, "promote-type", name, **arguments))
        desk.evidence(tmp_path / "sound")
        draft = promotion()
        bare = {key: value for key, value in draft.effect.items() if key != "verb"}
        (entry,) = appended(desk, draft._replace(effect=bare))
        desk.evidence(tmp_path / "bundle")
    assert here(tmp_path / "sound", capsys)[0] == 0
    code, said = here(tmp_path / "bundle", capsys)
    assert (code, f"Entry {entry.seq} (promote-type) was decided by nobody." in said) == (1, True), said


def test_a_decision_on_what_moved_since_is_refused(desk: Desk) -> None:
    name, arguments = an_episode(desk), given(desk, "semantic")
    old = seen(desk, name)
    decide(desk, "defer", name)
    with pytest.raises(Refusal) as said:
        desk.decide("promote-type", [name], arguments, reason=Reason.GENERALIZED, seen=old, shown=Shown.LISTED)
    assert said.value.kind is RefusalKind.MOVED
