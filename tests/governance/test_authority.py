"""Who decides: the system user the process runs as, never a name that was given, and each under an id."""

from __future__ import annotations

import json
import os
import pwd
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from governance.desk import Desk, create_store, open_desk
from governance.errors import Refusal, RefusalKind
from store import log
from store.purge import purge
from store.records.views import LogFilter
from store.records.words import Action, Assurance, Reason, Shown
from tests.builders import DAY, MIRA
from tests.clock import StillClock
from tests.governance.builders import a_block, an_item, beside, decide, head, item, micros, seen, stage, untouched
from tests.governance.standings import PENDING

ROOT = Path(__file__).parents[2]


def test_a_claimed_name_decides_nothing_and_changes_no_plan(desk: Desk, tmp_path: Path) -> None:
    name, other = an_item(desk, status=PENDING), an_item(desk, status=PENDING)
    plan = decide(desk, "stale", other).plan
    stage(desk, "keep", name)
    shown = seen(desk, name)
    memory = tmp_path / "notes"
    memory.mkdir()
    (memory / "memory.md").write_text("- [2026-05-11] [mem-2026-05-11-001] (knowledge) words\n")
    before = untouched(desk)
    with beside(desk, "mira", Assurance.CLAIMED) as claimed:
        said = {"reason": Reason.OTHER, "seen": shown, "shown": Shown.LISTED}
        acts: dict[str, Callable[[], object]] = {
            "stage": lambda: claimed.stage("keep", [name], {}, **said),  # type: ignore[arg-type]
            "decide": lambda: claimed.decide("keep", [name], {}, **said),  # type: ignore[arg-type]
            "apply": claimed.apply,
            "undo": lambda: claimed.undo(plan),
            "unstage": claimed.unstage,
            "restage": lambda: claimed.restage(1),
            "import": lambda: claimed.import_memory(memory),
        }
        for what, act in acts.items():
            with pytest.raises(Refusal) as refused:
                act()
            assert (what, refused.value.kind) == (what, RefusalKind.NOT_ALLOWED)
            assert "'mira' is only a name that was given" in refused.value.sentence
        assert claimed.item(name).row.status == PENDING
        assert claimed.overview().assurance == Assurance.CLAIMED
        assert claimed.undo_preview(plan)
    assert untouched(desk) == before


def test_a_newcomer_is_enrolled_by_their_first_decision_under_an_id_of_their_own(desk: Desk) -> None:
    name = an_item(desk, status=PENDING)
    with beside(desk, "ines") as ines:
        assert ines.overview().principal == "new here"
        stage(ines, "keep", name)
        assert ines.overview().principal == "new here"
        at = head(desk)
        applied = ines.apply()
        assert (applied.seq, applied.who, ines.overview().principal) == (at + 2, "ines", "p-0002")
        rows = desk.log_rows(range(at + 1, head(desk) + 1))
        assert [(r.action, r.actor, r.who) for r in rows] == [
            (Action.ENROLL, "p-0002", "ines"),
            (Action.DECISION, "p-0002", "ines"),
            (Action.REVIEW, "p-0002", "ines"),
        ]
        decide(ines, "stale", name)
    assert len(desk.log_keys(LogFilter(action=Action.ENROLL))) == 1
    with beside(desk, "ines") as again:
        assert decide(again, "keep", name).who == "ines"
    assert len(desk.log_keys(LogFilter(actor="ines"))) == 7
    assert item(desk, name).history[-1].actor == "p-0002"


def test_a_refused_decision_enrolls_nobody(desk: Desk) -> None:
    name = an_item(desk)
    before = untouched(desk)
    with beside(desk, "ines") as ines, pytest.raises(Refusal):
        decide(ines, "keep", name)
    assert untouched(desk) == before


def test_two_newcomers_of_almost_one_name_are_two_people(desk: Desk) -> None:
    for name in ("Ines", "ines", "ines ", "ｉnes"):
        with beside(desk, name) as other:
            decide(other, "defer", an_item(desk))
    assert len(desk.log_keys(LogFilter(action=Action.ENROLL))) == 4


def test_who_imports_for_the_first_time_is_enrolled_and_the_dry_run_enrolls_nobody(desk: Desk, tmp_path: Path) -> None:
    memory = tmp_path / "notes"
    memory.mkdir()
    (memory / "memory.md").write_text(
        "# Memory\n\n- [2026-05-11] words of ours\n  - kind: knowledge\n  - Source: seen\n"
    )
    at = head(desk)
    with beside(desk, "ines", Assurance.CLAIMED) as claimed:
        claimed.import_memory(memory, dry_run=True)
    assert head(desk) == at
    with beside(desk, "ines") as ines:
        ines.import_memory(memory)
    actors = {row.actor for row in desk.log_rows(range(at + 1, head(desk) + 1))}
    assert actors == {"p-0002"}


def test_a_person_whose_name_was_erased_is_their_id_and_a_stranger_afterwards(desk: Desk) -> None:
    name = an_item(desk, status=PENDING)
    with beside(desk, "ines") as ines:
        at = head(desk) + 1
        decide(ines, "stale", name)
        purge(desk.store, [at], at=desk.now(), actor=MIRA, day=DAY)
        assert item(desk, name).history[-1].who == "p-0002"
        decide(ines, "keep", name)
    assert item(desk, name).history[-1].actor == "p-0003"


def test_the_person_is_the_one_the_process_runs_as_and_not_what_the_environment_says(tmp_path: Path) -> None:
    with create_store(tmp_path / "memory.db", clock=micros(StillClock()), zone="UTC") as desk:
        name = an_item(desk, status=PENDING)
    script = (
        "import json, pathlib, sys\n"
        "from governance.desk import open_desk\n"
        "from store.records.words import Reason, Shown\n"
        "desk = open_desk(pathlib.Path(sys.argv[1]))\n"
        "seen = [desk.item(sys.argv[2]).seen]\n"
        "applied = desk.decide('keep', [sys.argv[2]], {}, reason=Reason.OTHER, seen=seen, shown=Shown.OPENED)\n"
        "print(json.dumps([applied.who, desk.overview().who, desk.overview().assurance]))\n"
    )
    mallory = dict.fromkeys(("USER", "LOGNAME", "LNAME", "USERNAME", "SUDO_USER", "HOME"), "mallory")
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "memory.db"), name],
        cwd=ROOT,
        env=os.environ | mallory,
        capture_output=True,
        check=True,
    )
    me = pwd.getpwuid(os.getuid()).pw_name
    assert json.loads(done.stdout) == [me, me, "os-user"]
    with open_desk(tmp_path / "memory.db") as again, again.store.reading() as conn:
        assert {log.payload(conn, seq)["name"] for seq in again.log_keys(LogFilter(action=Action.BOOTSTRAP))} == {me}  # type: ignore[index]
        assert list(again.log_keys(LogFilter(action=Action.ENROLL))) == []


def test_a_read_only_desk_decides_nothing(desk: Desk) -> None:
    name, block = an_item(desk, status=PENDING), a_block(desk)
    shown = seen(desk, name)
    stage(desk, "defer", block)
    desk.close()
    before = desk.path.read_bytes()
    with open_desk(desk.path, clock=micros(StillClock()), read_only=True) as reading:
        acts: tuple[Callable[[], object], ...] = (
            lambda: reading.decide("keep", [name], {}, reason=Reason.OTHER, seen=shown, shown=Shown.LISTED),
            lambda: reading.stage("keep", [name], {}, reason=Reason.OTHER, seen=shown, shown=Shown.LISTED),
            reading.unstage,
            lambda: reading.undo("plan-2026-06-01-001"),
        )
        for act in acts:
            with pytest.raises(Refusal) as refused:
                act()
            assert refused.value.kind in (RefusalKind.READ_ONLY, RefusalKind.NOT_FOUND)
        reading.mark_seen()
        assert reading.verify(replay=True).ok
    assert desk.path.read_bytes() == before
