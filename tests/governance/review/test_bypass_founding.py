"""Hands that try to say which row is current by another verb than `current`, on nothing but a reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.words import Status
from tests.builders import MIRA
from tests.governance.builders import a_block, an_item, decide, sound, stage, untouched
from tests.governance.review.disagreeing import claimed, groups, pair, state
from tests.governance.standings import PENDING
from tests.tui.cli import run

WAYS: dict[str, tuple[str, str]] = {
    "a live row that gives way": ("resolve", "state"),
    "a live row judged stale": ("stale", "state"),
    "a claim judged stale": ("stale", "claim"),
}
NOTHING: dict[str, dict[str, Any]] = {
    "nothing": {},
    "a note": {"note": "the newer one is right, I am sure"},
    "blanks": {"evidence": " ", "owner": " "},
    "somebody's word": {"evidence": "ines told me"},
    "somebody who owns nothing": {"owner": "ines"},
}


def scene(desk: Desk, sort: str) -> tuple[str, str]:
    return pair(desk) if sort == "state" else claimed(desk)


@pytest.mark.parametrize("grounds", NOTHING)
def test_no_row_gives_way_to_another_on(desk: Desk, grounds: str) -> None:
    old, new = pair(desk)
    before = untouched(desk)
    for act in (decide, stage):
        with pytest.raises(Refusal, match=r"a choice alone proves nothing|leads to nothing|owns nothing") as refused:
            act(desk, "resolve", old, **NOTHING[grounds])
        assert refused.value.kind is RefusalKind.RULE
    assert (untouched(desk), groups(desk)) == (before, [(old, new)])


@pytest.mark.parametrize("way", WAYS)
def test_evidence_or_an_owner_settles_it_and_the_entry_says_which(desk: Desk, way: str) -> None:
    verb, sort = WAYS[way]
    block = a_block(desk, "- it said so\n", path="archive/2026-08-27.md")
    seq = desk.show(block).seq  # type: ignore[union-attr]
    tries: tuple[tuple[dict[str, Any], Any, str], ...] = (
        ({"evidence": "archive/2026-08-27.md#1"}, seq, "Evidence: archive/2026-08-27.md#1"),
        ({"owner": "mira"}, MIRA, "By the authority of mira, whose value or policy it is"),
    )
    for args, ground, note in tries:
        old, new = scene(desk, sort)
        applied = decide(desk, verb, old, **args)
        assert groups(desk) == []
        assert f'"grounds":[{json.dumps(ground)}]' in desk.entry(applied.seq + 1).header
        assert desk.item(old).history[-1].note == note
        decide(desk, "withdraw", old)
        decide(desk, "withdraw", new)
    sound(desk)


@pytest.mark.parametrize("sort", ["state", "claim"])
def test_a_row_judged_stale_confirms_no_other_and_takes_grounds_that_lead_somewhere(desk: Desk, sort: str) -> None:
    old, new = scene(desk, sort)
    sure = desk.item(new).strip.confidence
    with pytest.raises(Refusal, match="leads to nothing"):
        decide(desk, "stale", old, evidence="ines told me")
    decide(desk, "stale", old)
    assert (groups(desk), desk.item(new).strip.confidence) == ([], sure)


OWN: dict[str, tuple[str, tuple[int, ...], dict[str, Any]]] = {
    "its own passage makes a row current": ("current", (0, 1), {}),
    "the passage of what gives way makes a row current": ("current", (1, 0), {}),
    "a row gives way to one by that one's own passage": ("resolve", (1,), {}),
    "a row gives way by its own passage": ("resolve", (0,), {}),
    "a row is judged stale by its own passage": ("stale", (0,), {}),
}


@pytest.mark.parametrize("named", ["archive/2026-08-27.md#1", "block"])
@pytest.mark.parametrize("linked", [True, False], ids=["linked", "named by its Source alone"])
@pytest.mark.parametrize("how", OWN)
def test_no_row_is_evidence_for_itself_so_that(desk: Desk, how: str, named: str, linked: bool) -> None:
    block = a_block(desk, "- it is 203.0.113.7\n", path="archive/2026-08-27.md")
    seq = desk.show(block).seq  # type: ignore[union-attr]
    other = a_block(desk, "- the router said 203.0.113.7\n", path="archive/2026-08-28.md")
    one = state(desk, source="archive/2026-08-27.md#1", source_state="found", links=[("source", seq)] if linked else [])
    rows = (one, state(desk, "198.51.100.20"))
    verb, which, args = OWN[how]
    names = [rows[at] for at in which]
    before = untouched(desk)
    evidence = block if named == "block" else named
    for act in (decide, stage):
        with pytest.raises(Refusal, match=f"is where {one} itself comes from") as refused:
            act(desk, verb, *names, evidence=evidence, **args)
        assert refused.value.kind is RefusalKind.RULE
    assert (untouched(desk), groups(desk)) == (before, [rows])
    decide(desk, verb, *names, evidence=other, **args)
    assert groups(desk) == []


def test_of_a_whole_day_only_what_is_not_the_rows_own_founds_a_decision(desk: Desk) -> None:
    day = "archive/2026-08-27.md"
    block = a_block(desk, "- it is 203.0.113.7\n", path=day)
    own = desk.show(block).seq  # type: ignore[union-attr]
    old, new = state(desk), state(desk, "198.51.100.20", links=[("source", own)])
    with pytest.raises(Refusal, match=f"is where {new} itself comes from"):
        decide(desk, "current", new, old, evidence=day)
    beside = a_block(desk, "- the router said so\n", path=day, segment=block.split("/", maxsplit=1)[0], ordinal=2)
    applied = decide(desk, "current", new, old, evidence=day)
    assert f'"grounds":[{desk.show(beside).seq}]' in desk.entry(applied.seq + 1).header  # type: ignore[union-attr]
    sound(desk)


def test_what_was_staged_before_the_rows_disagreed_is_refused_as_it_is_applied(desk: Desk) -> None:
    old = state(desk, status=PENDING)
    new = state(desk, "198.51.100.20")
    stage(desk, "resolve", old)
    claim = an_item(desk, text="that is not so", links=[("contradicts", old)])
    assert not desk.plan().ready
    before = untouched(desk)
    with pytest.raises(Refusal):
        desk.apply()
    assert untouched(desk) == before
    assert groups(desk) == [(old, claim)]
    assert desk.item(new).row.status is Status.ACTIVE


def test_told_apart_first_a_live_row_gives_way_on_grounds_all_the_same(desk: Desk) -> None:
    old, new = pair(desk)
    decide(desk, "apart", old)
    with pytest.raises(Refusal, match=r"what makes .* current is not said"):
        decide(desk, "resolve", old, by=new)


def test_what_disagrees_with_nothing_asks_for_none_and_takes_no_field(desk: Desk) -> None:
    alone = an_item(desk)
    waits = state(desk, status=PENDING, superseded_by=state(desk))
    of_old, _ = pair(desk, "gate:port")
    fields = {
        (verb, name): next(one.fields for one in desk.offers([name]) if one.name == verb)
        for verb, name in (("stale", alone), ("resolve", waits), ("stale", of_old), ("resolve", of_old))
    }
    assert list(fields.values()) == [(), ("by",), ("evidence", "owner"), ("evidence", "owner", "by")]
    decide(desk, "stale", alone)
    decide(desk, "resolve", waits)
    assert [desk.item(name).row.status for name in (alone, waits)] == [Status.STALE, Status.SUPERSEDED]


def test_the_command_line_settles_nothing_on_a_reason_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMDESK_STORE", str(desk.path))
    monkeypatch.setenv("XDG_STATE_HOME", str(desk.path.parent / "state"))
    old, _ = pair(desk)
    before = untouched(desk)
    for words in (("decide", "resolve"), ("plan", "stage", "resolve")):
        done = run(
            *words,
            old,
            "--reason",
            "newer-value",
            "--seen",
            desk.item(old).seen,
        )
        assert (done.code, done.out) == (4, "")
        assert "a choice alone proves nothing" in done.err
        assert "or name the owner whose value or policy it is" in done.err
    assert untouched(desk) == before
