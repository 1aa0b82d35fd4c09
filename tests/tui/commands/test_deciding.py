"""Deciding commands: decide, plan, undo; what was not seen is not decided."""

from __future__ import annotations

import pytest

from tests.tui.cli import Done, run
from tests.tui.commands.conftest import seen

KEPT = "mem-2026-03-24-006"
STALE = "mem-2026-04-07-008"


def keep(one: str, *more: str) -> Done:
    return run("decide", "keep", one, "--reason", "confirmed-still-true", *more)


def status_of(one: str) -> str:
    status = run("show", one, "--json").json["status"]
    assert isinstance(status, str)
    return status


@pytest.mark.usefixtures("sample")
def test_a_decision_names_what_it_saw_and_prints_its_plan() -> None:
    done = keep(KEPT, "--seen", seen(KEPT))
    assert done.code == 0, done.err
    assert done.out.startswith("plan-")
    assert status_of(KEPT) == "active"
    assert run("show", done.out.strip(), "--json").json["what"] == "plan"


@pytest.mark.usefixtures("sample")
def test_without_a_digest_and_without_a_terminal_nothing_is_decided() -> None:
    done = keep(KEPT)
    assert done.code == 2
    assert "--seen" in done.err
    assert status_of(KEPT) == "pending-cleanup"


@pytest.mark.usefixtures("sample")
def test_what_moved_since_it_was_seen_is_refused() -> None:
    digest = seen(KEPT)
    assert keep(KEPT, "--seen", digest).code == 0
    again = run("decide", "stale", KEPT, "--reason", "no-longer-true", "--seen", digest, "--json")
    assert (again.code, again.error["kind"], again.error["ids"]) == (4, "moved", [KEPT])
    assert status_of(KEPT) == "active"


@pytest.mark.usefixtures("sample")
def test_each_id_wants_its_own_digest() -> None:
    assert run("decide", "keep", KEPT, STALE, "--reason", "other", "--seen", seen(KEPT)).code == 2
    both = run(
        *("decide", "keep", KEPT, STALE, "--reason", "confirmed-still-true", "--note", "asked the office"),
        *("--seen", seen(KEPT), "--seen", seen(STALE), "--json"),
    )
    assert both.code == 0, both.err
    assert both.json["decisions"] == 1
    assert {status_of(KEPT), status_of(STALE)} == {"active"}


@pytest.mark.usefixtures("sample")
def test_a_verb_that_does_not_fit_is_refused_with_its_reason() -> None:
    done = run("decide", "merge", KEPT, "--reason", "duplicate", "--text", "x", "--seen", seen(KEPT))
    assert done.code in (2, 4)
    assert run("decide", "nope", KEPT, "--reason", "other", "--seen", seen(KEPT)).code == 2


@pytest.mark.usefixtures("sample")
def test_a_drift_group_is_accepted_as_a_whole_with_its_one_digest() -> None:
    groups = run("list", "drift", "--groups", "--json").json["groups"]
    group = max((group for group in groups if group["suggestion"]), key=lambda group: group["count"])
    words = ("decide", "accept", "--group", group["key"], "--reason", "schema-repair")
    assert run(*words, "--seen", "0" * 64).code == 4
    done = run(*words, "--seen", group["seen"])
    assert done.code == 0, done.err
    left = [other["key"] for other in run("list", "drift", "--groups", "--json").json["groups"]]
    assert group["key"] not in left
    assert run(*words, "--seen", group["seen"]).code == 2


@pytest.mark.usefixtures("sample")
def test_a_plan_is_staged_shown_taken_back_and_applied() -> None:
    for one in (KEPT, STALE):
        done = run("plan", "stage", "keep", one, "--reason", "confirmed-still-true", "--seen", seen(one), "--json")
        assert done.code == 0, done.err
    plan = run("plan", "--json").json
    assert [staged["n"] for staged in plan["staged"]] == [1, 2]
    assert plan["ready"] is True
    assert status_of(KEPT) == "pending-cleanup"
    assert len(run("plan", "drop", "2", "--json").json["staged"]) == 1
    assert run("plan", "apply").code == 2
    applied = run("plan", "apply", "--yes", "--json")
    assert applied.code == 0, applied.err
    assert (status_of(KEPT), status_of(STALE)) == ("active", "pending-cleanup")
    assert run("plan", "--json").json["staged"] == []


@pytest.mark.usefixtures("sample")
def test_a_staged_decision_whose_target_moved_is_shown_and_decided_again() -> None:
    assert run("plan", "stage", "stale", KEPT, "--reason", "no-longer-true", "--seen", seen(KEPT)).code == 0
    assert keep(KEPT, "--seen", seen(KEPT)).code == 0
    assert run("plan", "--json").json["ready"] is False
    assert "moved" in run("plan").out
    assert run("plan", "apply", "--yes").code == 4
    assert run("plan", "again", "1").code == 0
    assert run("plan", "apply", "--yes").code == 0
    assert status_of(KEPT) == "stale"


@pytest.mark.usefixtures("sample")
def test_drop_all_empties_the_plan() -> None:
    for one in (KEPT, STALE):
        run("plan", "stage", "keep", one, "--reason", "other", "--seen", seen(one))
    assert run("plan", "drop", "--all", "--json").json["staged"] == []
    assert run("plan", "drop").code == 2


@pytest.mark.usefixtures("sample")
def test_undo_without_a_name_takes_the_last_plan_back_by_adding() -> None:
    plan = keep(KEPT, "--seen", seen(KEPT)).out.strip()
    head = run("status", "--json").json["head"]
    nobody = run("undo")
    assert (nobody.code, "Nobody is here to be asked" in nobody.err) == (2, True)
    assert run("status", "--json").json["head"] == head
    done = run("undo", "--yes", "--json")
    assert done.code == 0, done.err
    assert done.json["undoes"] == plan
    assert status_of(KEPT) == "pending-cleanup"
    assert run("status", "--json").json["head"] > head
    assert run("verify", "--replay").code == 0


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("queue", ["undistilled", "untriggered"])
def test_blocks_and_topics_can_be_put_off(queue: str) -> None:
    row = run("list", queue, "--json").json["rows"][0]
    done = run("decide", "defer", row["id"], "--until", "7d", "--reason", "later", "--seen", row["seen"])
    assert done.code == 0, done.err
    assert row["id"] not in [left["id"] for left in run("list", queue, "--json").json["rows"]]
