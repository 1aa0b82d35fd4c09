"""What each verb records: the row before and after, and who decided it, how, why and having seen what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from store.records.words import Action, Assurance, Reason, Shown
from tests.builders import an_archive_block
from tests.governance.builders import a_topic, an_item, decide, did, links_of, rows, seen, sound
from tests.governance.standings import PENDING, STANDINGS, args_of

COLUMNS = (
    "id", "day", "n", "place", "kind", "status", "confidence", "source_state", "superseded_by", "cooled",
    "topic", "run", "body", "block", "drift", "deferred", "deferred_at", "created", "type", "task", "released",
    "review", "findings", "lane", "withdrawn",
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    verb: str
    where: str
    becomes: dict[str, Any]
    action: Action = Action.REVIEW
    args: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.verb} a {self.where}"


CASES = (
    Case("keep", "pending", {"status": "active"}),
    Case("keep", "stale", {"status": "active"}),
    Case("keep", "pending and cooled", {"status": "active"}),
    Case("keep", "a pending state with a successor", {"status": "active", "superseded_by": None}),
    Case("stale", "active", {"status": "stale"}),
    Case("stale", "pending", {"status": "stale"}),
    Case("stale", "a lone state", {"status": "stale"}),
    Case("cool", "active", {"cooled": 1}, Action.COOL),
    Case("cool", "pending", {"cooled": 1, "status": "active"}, Action.COOL),
    Case("cool", "stale", {"cooled": 1}, Action.COOL),
    Case("retag", "active", {"kind": "state", "body": "moved"}, args={"kind": "state", "subject": "a:b"}),
    Case("retag", "a lone state", {"kind": "knowledge"}, args={"kind": "knowledge"}),
    Case("retag", "drifting", {"kind": "knowledge", "drift": "", "status": "active"}, args={"kind": "knowledge"}),
    Case("source", "active", {"source_state": "missing", "body": "moved"}, args={"source": "archive/x.md#1"}),
    Case("source", "a lone state", {"body": "moved"}, args={"source": "told by ines"}),
    Case("resolve", "a state with a rival", {"status": "superseded", "superseded_by": "rival"}, Action.SUPERSEDE),
    Case("accept", "drifting", {"kind": "knowledge", "status": "active", "drift": ""}),
    Case("correct", "active", {"status": "stale", "cooled": 1}),
    Case("correct", "a lone state", {"status": "superseded", "superseded_by": "made"}, Action.SUPERSEDE),
    Case("defer", "pending", {"deferred": "7d", "deferred_at": "now"}),
    Case("defer", "active", {"deferred": "90d", "deferred_at": "now"}, args={"until": "90d"}),
    Case("hold", "a flagged capture", {"review": "held"}),
    Case("refuse", "a flagged capture", {"review": "refused"}),
    Case("accept", "a flagged capture", {"review": "reviewed"}),
    Case("lane", "active", {"lane": "lane-0001"}),
    Case("new-lane", "active", {"lane": "lane-0001"}),
    Case("new-topic", "active", {"topic": "top-0001"}),
    Case("split-topic", "an item of a topic", {"topic": "top-0002"}),
)


def row_of(desk: Desk, name: str) -> dict[str, Any]:
    return next(dict(zip(COLUMNS, r, strict=True)) for r in rows(desk, "items")["items"] if r[0] == name)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_decision_moves_exactly_these_columns(desk: Desk, case: Case) -> None:
    name = STANDINGS[case.where](desk)
    before, stood = row_of(desk, name), {r[0] for r in rows(desk, "items")["items"]}
    rivals = stood - {name}
    shown = seen(desk, name)
    args = case.args or args_of(desk, case.verb)
    said = "because of <b>that</b>"
    told = f"{said}\nBy the authority of mira, whose value or policy it is" if "owner" in args else said
    applied = decide(desk, case.verb, name, reason=Reason.OTHER, note=said, **args)
    after = row_of(desk, name)
    made = {r[0] for r in rows(desk, "items")["items"]} - stood
    words: dict[str, Callable[[], Any]] = {"rival": rivals.pop, "made": made.pop, "now": desk.now}
    expected = {
        column: words[value]() if value in words else after["body"] if value == "moved" else value
        for column, value in case.becomes.items()
    }
    assert {column: after[column] for column in COLUMNS if after[column] != before[column]} == {
        column: value for column, value in expected.items() if before[column] != value
    }
    move = desk.item(name).history[-1]
    assert (move.action, move.verb, move.reason) == (case.action, case.verb, Reason.OTHER)
    assert (move.who, move.assurance, move.actor) == ("mira", Assurance.OS_USER, "p-0001")
    assert (move.note, move.shown, move.plan) == (told, Shown.OPENED, applied.plan)
    assert {column for column, _ in move.before} == {column for column, _ in move.after}
    was = {column: "–" if before[column] is None else str(before[column]) for column, _ in move.before}
    yes_no = {"0": "no", "1": "yes"}
    assert dict(move.before) == {c: yes_no[v] if c == "cooled" else v for c, v in was.items()}
    assert seen(desk, name) != shown, "the digest of what was shown stayed"
    sound(desk)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_decision_about_status_touches_confidence(desk: Desk, case: Case) -> None:
    name = STANDINGS[case.where](desk)
    decide(desk, case.verb, name, **(case.args or args_of(desk, case.verb)))
    assert row_of(desk, name)["confidence"] == "observed-once"


def test_keeping_an_item_ends_the_link_to_the_successor_it_was_noted_with(desk: Desk) -> None:
    name = STANDINGS["a pending state with a successor"](desk)
    assert {relation for relation, _ in links_of(desk, name)} == {"superseded-by"}
    decide(desk, "keep", name)
    assert links_of(desk, name) == set()
    assert desk.item(name).linked == ()


def test_resolving_links_the_old_row_to_the_new_and_to_that_alone(desk: Desk) -> None:
    noted = an_item(desk, kind="state", text="noted")
    named = an_item(desk, kind="state", text="named")
    old = an_item(desk, kind="state", status=PENDING, superseded_by=noted)
    decide(desk, "resolve", old, by=named, owner="mira")
    assert links_of(desk, old) == {("superseded-by", named)}
    assert desk.item(old).row.superseded_by == named


def test_a_source_that_is_found_is_linked_and_the_old_one_let_go(desk: Desk) -> None:
    first, second = archived(desk, 1), archived(desk, 2)
    name = an_item(desk, source_state="found", links=[("source", first)])
    decide(desk, "source", name, source="archive/2026-05-02.md#1")
    found = desk.item(name)
    assert links_of(desk, name) == {("source", str(second))}
    assert (found.row.source_state, found.strip.source) == ("found", "archive/2026-05-02.md#1")
    assert found.source_passage
    assert found.source_passage.seq == second


def archived(desk: Desk, day: int) -> int:
    path = f"archive/2026-05-0{day}.md"
    return did(desk, an_archive_block(f"passage {day}\n", path=path, day=20260500 + day))[0].seq


def test_a_topic_takes_triggers_and_keeps_what_it_was(desk: Desk) -> None:
    topic = a_topic(desk)
    decide(desk, "trigger", topic, triggers="outage; a page is down\n  ; ", note="the first note")
    found = next(t for t in desk.topics() if t.id == topic)
    assert (found.triggers, found.title, found.layer) == (("outage", "a page is down"), "Incidents", "warm")
    decide(desk, "trigger", topic, triggers="outage")
    assert "the first note" not in (desk.entry(desk.pulse()[1]).payload or "")


def test_a_trigger_of_blanks_alone_is_refused(desk: Desk) -> None:
    with pytest.raises(Refusal, match="a trigger needs words"):
        decide(desk, "trigger", a_topic(desk), triggers=" ; \n;")
