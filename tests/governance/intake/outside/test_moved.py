"""What moves while a distiller thinks: it is refused under the lock, and a killed pass is gone on with by the next."""

from __future__ import annotations

import os
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk, create_store, open_desk
from store.records.words import Action, Place, Review, Status
from tests.governance.intake.outside.scripts import READ, a_program, captured, that_says
from tests.store.processes import start

ROOT = Path(__file__).resolve().parents[4]
ONE, OTHER, OLD = "the crane of the quay is slow", "the crane of the quay is slow in wind", "the crane is quick"
DECIDED = """
sys.path.insert(0, {root!r})
from pathlib import Path
from governance.desk import open_desk
from store.purge import purge
from tests.governance.builders import decide
desk = open_desk(Path({path!r}))
name = captures.get({text!r}) or items[{text!r}]
if {verb!r} == "erase":
    purge(desk.store, [desk.item(name).row.created], at=desk.now(), actor="p-0001", day=20260601)
else:
    decide(desk, {verb!r}, name, **{more!r})
desk.close()
"""


def meanwhile(desk: Desk, folder: Path, verb: str, text: str, *operations: str, **more: Any) -> Any:
    """One pass whose distiller takes so long that somebody decides about an item before it answers."""
    moved = DECIDED.format(root=str(ROOT), path=str(desk.path), verb=verb, text=text, more=more)
    code = f"{READ}\n{moved}\nboth = items | captures\nprint(json.dumps({{'operations': [{', '.join(operations)}]}}))"
    return desk.intake.distill(distiller=a_program(folder, code))


FOLD = f"{{'op': 'distil', 'from': [both[{ONE!r}], both[{OTHER!r}]], 'text': 'the crane is slow'}}"
ADD = f"{{'op': 'add', 'capture': both[{ONE!r}]}}"


@pytest.mark.parametrize("verb", ["refuse", "hold", "erase"])
def test_a_capture_that_a_person_took_out_meanwhile_is_refused(desk: Desk, tmp_path: Path, verb: str) -> None:
    one, other = captured(desk, [ONE, OTHER])
    report = meanwhile(desk, tmp_path, verb, ONE, FOLD, ADD)
    assert [(refused.number, refused.operation) for refused in report.refused] == [(1, "distil"), (2, "add")]
    assert all(
        "moved since" in refused.sentence or "may be distilled" in refused.sentence for refused in report.refused
    )
    assert report.added == (other,)
    row = desk.item(one).row
    assert row.place is Place.ARCHIVED or row.review is Review.REFUSED
    assert not desk.verify(replay=True).findings


@pytest.mark.parametrize(
    "operation",
    [
        f"{{'op': 'cool', 'item': both[{OLD!r}]}}",
        f"{{'op': 'refute', 'capture': both[{ONE!r}], 'item': both[{OLD!r}]}}",
        f"{{'op': 'duplicate', 'items': [both[{ONE!r}], both[{OLD!r}]]}}",
    ],
)
def test_an_item_that_a_person_judged_meanwhile_is_left_as_it_was_judged(
    desk: Desk, tmp_path: Path, operation: str
) -> None:
    [old] = captured(desk, [OLD])
    desk.intake.distill()
    captured(desk, [ONE])
    report = meanwhile(desk, tmp_path, "stale", OLD, operation)
    assert [refused.number for refused in report.refused] == [1]
    assert (desk.item(old).row.status, desk.item(old).row.cooled) == (Status.STALE, False)
    assert len(report.added) == 1


def test_a_capture_that_became_state_meanwhile_is_not_folded(desk: Desk, tmp_path: Path) -> None:
    captured(desk, [ONE, OTHER])
    report = meanwhile(desk, tmp_path, "retag", ONE, FOLD, kind="state", subject="crane:speed")
    assert "Only knowledge" in report.refused[0].sentence
    assert len(report.added) == 2


PASS = """
import sys
from pathlib import Path
from governance.desk import open_desk
desk = open_desk(Path(sys.argv[1]))
desk.intake.distill(batch=5, distiller=sys.argv[2])
print("through", flush=True)
"""
TEXTS = [f"lesson {chr(97 + n // 26)}{chr(97 + n % 26)} of the quay" for n in range(60)]


def standing(path: Path) -> tuple[list[Any], list[Any]]:
    """The rows by content and what each was made of; the chain verifies and nothing was added twice."""
    with open_desk(path) as desk:
        assert not desk.verify(replay=True).findings
        adds = [row.subjects[0] for row in desk.log_rows(desk.log_keys()) if row.action is Action.ADD]
        assert len(adds) == len(set(adds))
        texts = {name: desk.item(name).text for name in desk.item_keys()}
        with desk.store.reading() as conn:
            links = conn.execute("SELECT src, dst FROM links WHERE relation = 'derived-from' AND to_seq IS NULL")
            made = sorted((texts[src], texts[dst]) for src, dst in links)
        rows = [desk.item(name).row for name in texts]
        return sorted((texts[row.id], row.place.value, row.cooled, str(row.status)) for row in rows), made


def test_killed_at_any_moment_and_run_again_nothing_is_lost_and_nothing_is_twice(tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.db"
    with create_store(fresh, zone="UTC", witnessed=False) as desk:
        captured(desk, TEXTS)
    pairs = [(TEXTS[n], TEXTS[n + 1]) for n in range(0, 40, 2)]
    folds = [{"op": "distil", "from": [f"${one}", f"${two}"], "text": f"both: {one}"} for one, two in pairs]
    command = that_says(tmp_path, *folds)
    straight = tmp_path / "straight.db"
    shutil.copy(fresh, straight)
    began = time.monotonic()
    process = start(PASS, straight, command)
    assert "through" in process.communicate(timeout=60)[0]
    spent = time.monotonic() - began
    expected = standing(straight)
    assert len(expected[1]) == 40
    died = 0
    for number in range(6):
        path = tmp_path / f"killed-{number}.db"
        shutil.copy(fresh, path)
        process = start(PASS, path, command)
        time.sleep(spent * (0.4 + 0.1 * number))
        process.send_signal(signal.SIGKILL)
        died += "through" not in process.communicate()[0]
        with open_desk(path) as desk:
            desk.intake.distill(distiller=command)
            assert desk.intake.distill().added == ()
        assert standing(path) == expected
    assert died >= 3


def test_killed_while_the_distiller_thinks_the_next_pass_begins_at_once(desk: Desk, tmp_path: Path) -> None:
    [one] = captured(desk, [ONE])
    mark = tmp_path / "thinks"
    code = f"import os, time; open({str(mark)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    process = start(PASS, desk.path, a_program(tmp_path, code))
    until = time.monotonic() + 30
    while not (mark.exists() and mark.read_text(encoding="utf-8")) and time.monotonic() < until:
        time.sleep(0.02)
    head = desk.pulse()
    process.send_signal(signal.SIGKILL)
    process.communicate()
    os.kill(int(mark.read_text(encoding="utf-8")), signal.SIGKILL)  # it outlives whoever asked it
    assert desk.pulse() == head
    assert desk.intake.distill().added == (one,)
