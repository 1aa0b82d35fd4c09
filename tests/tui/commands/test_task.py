"""`memdesk task`: tasks and the working records that are released with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.cli import run

HOSTILE = "\x1b]0;owned\x07[/]\u202e"


@pytest.fixture(autouse=True)
def _store(folder: Path) -> None:
    """A new store, with the test standing in its folder."""
    assert folder.exists()
    assert run("init", "--no-key", "--tz", "UTC").code == 0


def a_record(task: str, text: str) -> str:
    done = run("capture", text, "--source", "now", "--kind", "knowledge", "--type", "working", "--task", task)
    assert done.code == 0, done.err
    return done.out.strip()


def test_a_task_is_opened_filled_and_closed_and_its_records_are_released_and_stay() -> None:
    task = run("task", "open", "Retry the payment", "--project", "cedar").out.strip()
    assert task == "task-0001"
    record = run("capture", "x", "--source", "s", "--type", "working", "--task", task)
    assert (record.code, "another writer or project" in record.err) == (4, True), "it is of no project"
    task = run("task", "open", "Retry again").out.strip()
    names = {a_record(task, "The goal is a retry."), a_record(task, "Two were done.")}
    assert set(run("task", "show", task, "--json").json["working"]) == names
    closed = run("task", "close", task, "--outcome", "done", "--note", "as planned")
    assert (closed.code, set(closed.out.split())) == (0, names)
    assert "2 records" in closed.err
    shown = run("task", "show", task, "--json").json
    assert (shown["state"], shown["outcome"], set(shown["working"])) == ("closed", "done", names)
    assert "released" in run("task", "show", task).out
    assert run("capture", "Too late.", "--source", "s", "--type", "working", "--task", task).code == 4


def test_only_open_tasks_are_listed_unless_all_are_asked_for() -> None:
    first, second = run("task", "open", "one").out.strip(), run("task", "open").out.strip()
    assert run("task", "close", first).code == 0
    assert [one["id"] for one in run("task", "--json").json["tasks"]] == [second]
    assert [one["id"] for one in run("task", "list", "--all", "--json").json["tasks"]] == [second, first]
    assert first in run("task", "list", "--all").out


def test_the_same_request_opens_the_same_task() -> None:
    first, second = (run("task", "open", title, "--client-ref", "job-7") for title in ("a", "b"))
    assert first.out == second.out


def test_what_cannot_be_is_refused_by_name() -> None:
    task = run("task", "open").out.strip()
    assert run("task", "close", "task-0099").code == 2
    assert run("task", "close", task, "--outcome", "perfect").code == 2
    assert run("task", "show", "task-0099").code == 2
    assert run("task", "close", task).code == 0
    assert run("task", "close", task).code == 4
    assert run("task", "open", "x", "--read-only").code == 3


def test_a_title_does_not_act_on_the_terminal() -> None:
    task = run("task", "open", f"A {HOSTILE} title", "--project", HOSTILE).out.strip()
    told = run("task").out + run("task", "show", task).out
    assert not set(HOSTILE[:1] + "\x07\u202e") & set(told)
    assert run("task", "open", "x" * 5000).code == 2
