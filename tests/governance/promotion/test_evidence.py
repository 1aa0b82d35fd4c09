"""Evidence is something here that can be looked at: what is withdrawn, erased or a guess counts for nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from store.purge import purge
from tests.builders import DAY, MIRA
from tests.governance.builders import a_block, an_item, decide, item, links_of, passage, sound
from tests.governance.promotion.records import an_episode, given, promote


def test_records_blocks_and_anchors_of_the_archive_are_evidence_and_are_linked(desk: Desk) -> None:
    other, block = an_item(desk, text="the suite passed"), a_block(desk)
    anchored = passage(desk, "- read back twice\n", path="archive/2026-05-30.md")
    _, new = promote(desk, "semantic", an_episode(desk), evidence=f"{other}; {block}\narchive/2026-05-30.md#1")
    kept = item(desk, new).words
    assert kept
    assert kept.corroborating == (other, block, "archive/2026-05-30.md#1")
    assert {("references", other), ("source", str(anchored.seq))} <= links_of(desk, new)
    sound(desk)


def _erased_item(desk: Desk) -> str:
    name = an_item(desk, text="this leaves")
    purge(desk.store, [item(desk, name).row.body], at=desk.now(), actor=MIRA, day=DAY)
    return name


def _erased_block(desk: Desk) -> str:
    name = a_block(desk, "- these leave\n")
    purge(desk.store, [desk.passage(name).seq], at=desk.now(), actor=MIRA, day=DAY)
    return name


def _withdrawn(desk: Desk, name: str) -> str:
    decide(desk, "withdraw", name)
    return name


NOTHING: dict[str, tuple[Callable[[Desk], str], str]] = {
    "an erased record": (_erased_item, "its words were erased"),
    "an erased block": (_erased_block, "no record and no passage of it can be looked at"),
    "a withdrawn record": (
        lambda desk: _withdrawn(desk, an_item(desk)),
        "no record and no passage of it can be looked at",
    ),
    "a withdrawn block": (
        lambda desk: _withdrawn(desk, a_block(desk)),
        "no record and no passage of it can be looked at",
    ),
    "a hypothesis by its id": (lambda _: "hyp-2026-05-30-004", "no record and no passage of it can be looked at"),
    "a working note": (lambda desk: an_item(desk, type="working"), "it is a hypothesis"),
    "a guess": (lambda desk: an_item(desk, findings=["speculation"]), "it is a hypothesis"),
    "a pending record": (lambda desk: an_item(desk, status="pending-cleanup"), "it is in doubt itself"),
    "a stale record": (lambda desk: an_item(desk, status="stale"), "it is in doubt itself"),
    "a capture that waits": (lambda desk: an_item(desk, review="needs-review"), "it is in doubt itself"),
    "a drifting record": (lambda desk: an_item(desk, drift=["source-missing"]), "it is in doubt itself"),
    "words": (lambda _: "everybody knows that", "no record and no passage of it can be looked at"),
    "an address": (lambda _: "https://example.org/spec", "no record and no passage of it can be looked at"),
    "an anchor of nothing": (lambda _: "archive/2026-05-30.md#9", "no record and no passage of it can be looked at"),
}


@pytest.mark.parametrize("what", NOTHING)
def test_it_counts_for_nothing_also_beside_something_that_counts(desk: Desk, what: str) -> None:
    build, why = NOTHING[what]
    name, good, bad = an_episode(desk), a_block(desk, "- this stands\n"), build(desk)
    for evidence in (bad, f"{good}; {bad}"):
        with pytest.raises(Refusal, match="counts for nothing as evidence") as said:
            desk.preview("promote-type", [name], given(desk, "semantic", evidence=evidence))
        assert why in said.value.sentence
        assert bad in said.value.sentence


def test_what_is_promoted_is_no_evidence_for_itself(desk: Desk) -> None:
    names = [an_episode(desk), an_episode(desk, text="another")]
    with pytest.raises(Refusal, match=f"{names[1]} counts for nothing as evidence: it is what is to be promoted"):
        desk.preview("promote-type", names, given(desk, "semantic", evidence=names[1], text="both"))


@pytest.mark.parametrize("evidence", ["", "  ", " ; \n;"])
def test_without_any_evidence_nothing_is_promoted(desk: Desk, evidence: str) -> None:
    arguments = given(desk, "semantic") | {"evidence": evidence}
    with pytest.raises(Refusal, match="needs evidence"):
        desk.preview("promote-type", [an_episode(desk)], arguments)


@pytest.mark.parametrize("outcome", ["duplicate-charge", "unknown", None])
def test_a_failed_episode_bears_a_claim_and_no_procedure(desk: Desk, outcome: str | None) -> None:
    failed = an_episode(desk, outcome, text="retried without a key")
    with pytest.raises(Refusal, match="no procedure rests on that"):
        desk.preview("promote-type", [an_episode(desk)], given(desk, "procedural", evidence=failed))
    _, claim = promote(desk, "semantic", an_episode(desk), evidence=failed)
    assert ("references", failed) in links_of(desk, claim)
