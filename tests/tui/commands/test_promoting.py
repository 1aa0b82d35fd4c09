"""`decide promote-type` from the command line: typed fields, evidence, what is told before, and how it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.cli import Done, run
from tests.tui.commands.conftest import seen

ONE, OTHER = "mem-2026-04-07-008", "mem-2026-03-24-006"
EVIDENCE = "archive/2026-04-07.md"
FIELDS = ("scope=workflow", "confidence=inferred", "valid_from=2026-05-01", "provenance=two cases", "provenance=a test")


def promote(*more: str, fields: tuple[str, ...] = FIELDS, evidence: str = EVIDENCE, kind: str = "semantic") -> Done:
    words = ("decide", "promote-type", ONE, "--type", kind, "--evidence", evidence, "--reason", "generalized")
    given = tuple(word for field in fields for word in ("--field", field))
    return run(*words, *given, "--seen", seen(ONE), *more)


@pytest.fixture(autouse=True)
def _fit(sample: Any) -> None:  # noqa: ARG001 - the store of the sample memory
    for one in (ONE, OTHER):
        if run("show", one, "--json").json["status"] != "active":
            assert run("decide", "keep", one, "--reason", "confirmed-still-true", "--seen", seen(one)).code == 0


def test_the_fields_of_a_type_are_given_as_often_as_there_are_some() -> None:
    old = run("show", ONE, "--json").json
    done = promote("--json")
    assert done.code == 0, done.err
    (made,) = done.json["ids"]
    new = run("show", made, "--json").json
    assert (new["row"]["type"], new["row"]["kind"], new["words"]["scope"]) == ("semantic", "knowledge", "workflow")
    assert dict(new["words"]["typed"])["provenance"] == "two cases; a test"
    links = {(link["relation"], link["id"]) for link in new["links"] if link["outgoing"]}
    rivals = {(link["relation"], link["id"]) for link in old["links"] if link["relation"] == "contradicted-by"}
    assert links == {("derived-from", ONE), *(("contradicts", other) for _, other in rivals)}
    assert run("show", ONE, "--json").json["row"] == old["row"]


def test_the_plan_tells_how_it_is_undone_and_undoing_takes_it_out_of_use() -> None:
    plan = promote().out.strip()
    made = run("show", plan, "--json").json["ids"][0]
    assert run("undo", plan, "--yes").code == 0
    assert run("show", made, "--json").json["current"] is False


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"fields": ()}, "valid_from: A semantic record cannot do without it"),
        ({"fields": (*FIELDS, "status=active")}, "is no field of a type"),
        ({"fields": (*FIELDS, "scope=global")}, "scope: It is named twice"),
        ({"evidence": "everybody knows"}, "everybody knows counts for nothing as evidence"),
        ({"kind": "procedural"}, "promoted to episodic, semantic, not to procedural"),
        ({"kind": "fact"}, "there is no type 'fact'"),
    ],
)
def test_what_keeps_it_from_being_promoted_is_said_and_changes_nothing(more: dict[str, Any], why: str) -> None:
    before = run("status", "--json").json["head"]
    done = promote("--json", **more)
    assert (done.code, done.error["kind"]) == (4, "rule")
    assert why in done.error["sentence"]
    assert run("status", "--json").json["head"] == before


def test_the_help_names_the_options_of_a_promotion() -> None:
    text = " ".join(run("decide", "--help").out.split())
    for word in ("promote-type", "--type", "--evidence", "--field NAME=VALUE"):
        assert word in text
