"""An import is a person's decision: its manifest is signed, and nothing else brings items in."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from governance.intake.run import import_memory
from store import log
from store.decided import text_of
from store.records.entry import Draft
from store.records.words import Action, Assurance
from tests.governance.audit.bundles import here
from tests.governance.builders import an_item as imported
from tests.governance.builders import head, untouched
from tests.governance.bypassing import appended
from tests.governance.intake.memories import item, put, topic
from tests.governance.signed import (
    a_key,
    a_maintainer,
    a_service,
    a_signed_desk,
    alarms,
    fault,
    findings,
    id_of,
    signed,
    sit_down,
)

ROOT = Path(__file__).parents[3]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with a_signed_desk(tmp_path) as made:
        yield made


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    many = "\n".join(item(f"fact {n}", f"mem-2026-05-11-{n:03}") for n in range(1, 30))
    return put(tmp_path / "notes", {"memory.md": f"# Memory\n\n{many}", "topics/x.md": topic(item("in a topic", None))})


def test_it_is_signed_before_anything_is_written_and_opens_the_run_as_its_only_effect(desk: Desk, memory: Path) -> None:
    before = untouched(desk)
    with pytest.raises(Refusal, match="key is locked"):
        desk.import_memory(memory)
    assert untouched(desk) == before
    assert desk.import_memory(memory, dry_run=True).new == 30
    assert untouched(desk) == before
    report = signed(desk, lambda: desk.import_memory(memory))
    plan = desk.plans()[0]
    view = desk.decision(plan.plan)
    assert (plan.verbs, view.assurance, view.fault) == (("import",), Assurance.SIGNED, None)
    with desk.store.reading() as conn:
        effects = text_of(log.payload(conn, view.seq))["effects"]
        opened = log.entry(conn, view.seq + 1)
        manifest = log.payload(conn, view.seq + 1)
    assert plan.entries == head(desk) - plan.seq + 1
    assert [one[1] for one in effects] == ["run-opened"]
    assert opened is not None
    assert opened.subjects == (report.run,)
    assert manifest
    assert len(manifest["files"]) == 2
    assert desk.verify(replay=True).ok


def test_what_was_decided_while_it_ran_is_not_counted_as_imported(
    desk: Desk, memory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("governance.importing.import_memory", partial(import_memory, batch=20))
    between: list[int] = []

    def interrupt(_: int, __: int) -> None:
        if not between:
            before = head(desk)
            with sit_down(tmp_path, desk.person.name, desk._clock) as beside:
                signed(beside, lambda: beside.authorize.set_policy({"two.keep": "yes"}), key=a_key(tmp_path, "owner"))
            between.append(head(desk) - before)

    signed(desk, lambda: desk.import_memory(memory, progress=interrupt))
    plan = next(plan for plan in desk.plans() if plan.verbs == ("import",))
    assert between[0] >= 2
    assert plan.entries == head(desk) - plan.seq + 1 - between[0]


def test_the_same_again_signs_nothing(desk: Desk, memory: Path) -> None:
    signed(desk, lambda: desk.import_memory(memory))
    at = head(desk)
    assert desk.import_memory(memory).new == 0
    assert head(desk) == at


def test_a_maintainer_needs_a_grant_for_it_and_a_service_gets_none(desk: Desk, memory: Path) -> None:
    with a_maintainer(desk, "ines", "keep") as ines:
        with pytest.raises(Refusal, match="No grant of yours covers import"):
            signed(ines, lambda: ines.import_memory(memory))
        signed(desk, lambda: desk.authorize.grant(id_of(ines), ["import"]))
        assert signed(ines, lambda: ines.import_memory(memory)).new == 30
    cron, _ = a_service(desk)
    with cron, pytest.raises(Refusal):
        cron.import_memory(put(memory.parent / "more", {"memory.md": item("more", "mem-2026-05-12-001")}))
    assert findings(desk) == []


KILLED = """
import os, pathlib, signal, sys
from governance.intake import run
from tests.governance.signed import a_key, signed, sit_down
run.BATCH, folder = 7, pathlib.Path(sys.argv[1])
import governance.importing
really = run.import_memory
governance.importing.import_memory = lambda *a, **k: really(*a, **{**k, "batch": 7})
desk = sit_down(folder)
def die(done, of):
    if done >= 14:
        os.kill(os.getpid(), signal.SIGKILL)
signed(desk, lambda: desk.import_memory(folder / "notes", progress=die), key=a_key(folder, "owner"))
"""


def test_one_that_was_killed_is_gone_on_with_only_by_who_signs_what_lies_there_now(
    desk: Desk, memory: Path, tmp_path: Path
) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], cwd=ROOT, env=os.environ, check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(desk.plans()) == 1
    assert not desk.item_keys(), "what an open run added is not visible"
    assert findings(desk) == []
    cut = head(desk)
    put(memory, {"memory.md": "# Memory\n\n" + item("slipped in meanwhile", "mem-2026-05-12-001")})
    before = untouched(desk)
    with pytest.raises(Refusal, match="key is locked"):
        desk.import_memory(memory)
    assert untouched(desk) == before
    report = signed(desk, lambda: desk.import_memory(memory))
    assert report.resumed
    last, first = desk.plans()
    assert (last.verbs, first.verbs) == (("import",), ("import",))
    assert (last.entries, first.entries) == (head(desk) - last.seq + 1, cut - first.seq + 1)
    assert desk.item("mem-2026-05-12-001").row.run == report.run
    assert findings(desk) == []
    assert alarms(desk) == []
    assert [fault(desk, plan.plan) for plan in desk.plans()] == [None, None]
    assert desk.verify(replay=True).ok


def test_a_run_that_nobody_decided_and_an_item_outside_any_run_are_found(desk: Desk, memory: Path) -> None:
    run = signed(desk, lambda: desk.import_memory(memory)).run
    name = imported(desk)
    outside = head(desk)
    imported(desk, run=run)
    late = head(desk)
    appended(desk, Draft(Action.RUN_OPENED, ("run-2026-06-01-009",), {}, {"v": 1, "root": "/x", "files": []}))
    imported(desk, run="run-2026-06-01-009")
    found = findings(desk)
    assert run is not None
    assert f"Entry {outside} imports an item outside any import." in found
    assert f"Entry {late} imports an item outside any import." in found, "the run was closed before"
    assert "run-2026-06-01-009 was opened by nobody's decision." in found
    assert alarms(desk) == ["forged"]
    assert desk.item(name).row.id == name


def test_who_asks_for_it_without_a_name_here_is_refused(desk: Desk, memory: Path, tmp_path: Path) -> None:
    with sit_down(tmp_path, "mallory", desk._clock) as mallory, pytest.raises(Refusal, match="nobody this store knows"):
        signed(mallory, lambda: mallory.import_memory(memory), key=a_key(tmp_path, "owner"))


def test_lanes_that_a_memory_brings_along_go_with_the_signed_import_and_a_bundle_of_it_checks(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    front = "lane: Trial\nlane_state: frozen_readonly\n"
    memory = put(tmp_path / "notes", {"topics/x.md": topic(item("in a lane"), triggers=front)})
    signed(desk, lambda: desk.import_memory(memory))
    assert [(lane.title, lane.state.value, lane.items) for lane in desk.lanes()] == [("Trial", "frozen_readonly", 1)]
    assert desk.plans()[0].verbs == ("import",)
    assert desk.verify(replay=True).ok
    desk.evidence(tmp_path / "bundle")
    assert here(tmp_path / "bundle", capsys)[0] == 0


@pytest.mark.parametrize("state", ["active", "cleared"])
def test_a_lane_that_is_added_behind_an_import_is_found_by_verify_and_in_a_bundle(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str], state: str
) -> None:
    memory = put(tmp_path / "notes", {"topics/x.md": topic(item("in a lane"), triggers="lane: Trial\n")})
    report = signed(desk, lambda: desk.import_memory(memory))
    effect: dict[str, Any] = {"run": report.run, "before": {"state": "active"}, "set": {"state": state}}
    if state == "active":
        effect = {"state": state, "closed": False, "run": report.run}
    payload = {"v": 1, "title": "Forged"} if state == "active" else None
    appended(desk, Draft(Action.LANE, ("lane-0002" if state == "active" else "lane-0001",), effect, payload))
    assert any("(lane) was decided by nobody" in said for said in findings(desk))
    desk.evidence(tmp_path / "bundle")
    code, said = here(tmp_path / "bundle", capsys)
    assert (code, "(lane) was decided by nobody" in said) == (1, True)
