"""Distillers that fail, hang, flood or vanish: nothing is taken, nothing is left running, and the reason is told."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from pathlib import Path

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from store import log
from store.records.words import Action, Place
from tests.governance.intake.outside.scripts import READ, a_program, captured

ROOT = Path(__file__).resolve().parents[4]
BAD = {
    "ends with an error": ("import sys; sys.exit('out of tokens')", "out of tokens"),
    "says nothing": ("pass", "that can be read"),
    "says garbage": ("print('I am sorry, I cannot do that {')", "that can be read"),
    "says half of it": ('print(\'{"operations": [{"op": "add", \')', "that can be read"),
    "names a field twice": ('print(\'{"operations": [], "operations": 1}\')', "that can be read"),
    "floods": ("while True: print('x' * 65536)", "more than 4 MB"),
    "floods its errors": ("import sys\nwhile True: sys.stderr.write('x' * 65536)", "more than 4 MB"),
    "nests without end": ("print('{\"operations\": ' + '[' * 100000)", "that can be read"),
    "says no text": ("import sys; sys.stdout.buffer.write(b'\\xff\\xfe\\x00{')", "that can be read"),
    "is killed": ("import os; os.kill(os.getpid(), 9)", "ended with -9"),
}


@pytest.mark.parametrize(("code", "why"), BAD.values(), ids=BAD)
def test_a_distiller_that_fails_is_told_of_and_changes_nothing(desk: Desk, tmp_path: Path, code: str, why: str) -> None:
    [known] = captured(desk, ["retries are safe"])
    with pytest.raises(Refusal) as refused:
        desk.intake.distill(distiller=a_program(tmp_path, code))
    assert why in refused.value.sentence
    assert desk.item(known).row.place is Place.ARCHIVED
    assert desk.intake.distill().added == (known,)


def test_one_that_hangs_is_ended_with_all_it_started(desk: Desk, tmp_path: Path) -> None:
    captured(desk, ["retries are safe"])
    mark = tmp_path / "child"
    code = f"""
import subprocess, time
child = subprocess.Popen(["sleep", "60"])
open({str(mark)!r}, "w").write(str(child.pid))
time.sleep(60)
"""
    began = time.monotonic()
    with pytest.raises(Refusal, match="did not answer within 2 s"):
        desk.intake.distill(distiller=a_program(tmp_path, code), seconds=2)
    assert time.monotonic() - began < 20
    gone(int(mark.read_text(encoding="utf-8")))


ESCAPED = """
import os, subprocess, sys, time
mark = {mark!r}
def noted(name):
    with open(mark + name, "w") as file:
        file.write(str(os.getpid()))
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        noted("grandchild")
        time.sleep(60)
    noted("child")
    {child}
while not all(os.path.exists(mark + name) and open(mark + name).read() for name in ("child", "grandchild")):
    time.sleep(0.01)
{end}
"""
ENDS = {
    "it hangs": ("time.sleep(60)", "time.sleep(60)"),
    "it hangs, and what lay between has gone": ("os._exit(0)", "time.sleep(60)"),
    "it answers": ("time.sleep(60)", "print('{\"operations\": []}')"),
    "it fails": ("time.sleep(60)", "sys.exit('no more')"),
}


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the processes of this system are not listed")
@pytest.mark.parametrize(("child", "end"), ENDS.values(), ids=ENDS)
def test_what_left_its_group_and_session_is_ended_too(desk: Desk, tmp_path: Path, child: str, end: str) -> None:
    captured(desk, ["retries are safe"])
    mark = str(tmp_path / "its-")
    command = a_program(tmp_path, ESCAPED.format(mark=mark, child=child, end=end))
    with contextlib.suppress(Refusal):
        desk.intake.distill(distiller=command, seconds=3)
    for name in ("child", "grandchild"):
        gone(int(Path(mark + name).read_text(encoding="utf-8")))


def test_ending_one_leaves_every_other_process_alone(desk: Desk, tmp_path: Path) -> None:
    captured(desk, ["retries are safe"])
    with subprocess.Popen(["sleep", "60"]) as ours, subprocess.Popen(["sleep", "60"], start_new_session=True) as other:
        with pytest.raises(Refusal, match="did not answer within 1 s"):
            desk.intake.distill(distiller=a_program(tmp_path, "import time; time.sleep(60)"), seconds=1)
        assert (ours.poll(), other.poll()) == (None, None)
        ours.kill()
        other.kill()


def gone(pid: int) -> None:
    """Wait for a process to be gone."""
    for _ in range(100):
        if not _lives(pid):
            break
        time.sleep(0.05)
    assert not _lives(pid)


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_one_that_reads_nothing_of_a_long_input_is_heard_all_the_same(desk: Desk, tmp_path: Path) -> None:
    captured(desk, [f"lesson {n}: {'long words ' * 60}" for n in range(200)])
    report = desk.intake.distill(distiller=a_program(tmp_path, "print('{\"operations\": []}')"))
    assert len(report.added) == 200


def test_talk_around_the_json_is_skipped_and_lines_are_taken_too(desk: Desk, tmp_path: Path) -> None:
    captured(desk, ["the pier is closed in winter"])
    talk = f"""{READ}
print("Sure! {{here}} you go:")
print("```json")
for one in captures.values():
    print(json.dumps({{"op": "add", "capture": one}}))
print("```")
"""
    report = desk.intake.distill(distiller=a_program(tmp_path, talk))
    assert not report.refused
    assert len(report.added) == 1


def test_it_sees_no_token_and_no_agent_that_signs(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    captured(desk, ["retries are safe"])
    for name in ("MEMDESK_TOKEN", "SSH_AUTH_SOCK", "MEMDESK_STORE"):
        monkeypatch.setenv(name, "mdt_x")
    seen = tmp_path / "env"
    code = f"""
import os
open({str(seen)!r}, "w").write(repr(dict(os.environ)) + os.getcwd())
print('{{"operations": []}}')
"""
    desk.intake.distill(distiller=a_program(tmp_path, code))
    told = seen.read_text(encoding="utf-8")
    assert "mdt_x" not in told
    assert str(tmp_path) not in told.rsplit("}", 1)[1]


def test_a_command_that_is_not_there_is_refused(desk: Desk) -> None:
    captured(desk, ["retries are safe"])
    with pytest.raises(Refusal, match="cannot be run"):
        desk.intake.distill(distiller="/nowhere/distiller --key secret")


def test_others_write_while_it_thinks(desk: Desk, tmp_path: Path) -> None:
    captured(desk, ["retries are safe"])
    other = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
from governance.desk import open_desk
with open_desk(Path({str(desk.path)!r})) as desk:
    print(desk.intake.capture({{"text": "meanwhile", "source": "x"}}).came)
"""
    inner = a_program(tmp_path, other, "other")
    code = f"""
import subprocess
assert b"captured" in subprocess.check_output({inner!r}, shell=True)
print('{{"operations": []}}')
"""
    assert len(desk.intake.distill(distiller=a_program(tmp_path, code)).added) == 1


def test_one_that_leaves_something_running_is_not_waited_for(desk: Desk, tmp_path: Path) -> None:
    captured(desk, ["retries are safe"])
    mark = tmp_path / "child"
    code = f"""
import subprocess
child = subprocess.Popen(["sleep", "60"])
open({str(mark)!r}, "w").write(str(child.pid))
print('{{"operations": [{{"op": "delete"}}]}}')
"""
    began = time.monotonic()
    report = desk.intake.distill(distiller=a_program(tmp_path, code), seconds=50)
    assert time.monotonic() - began < 20
    assert [one.operation for one in report.refused] == ["delete"], "all it said was heard"
    gone(int(mark.read_text(encoding="utf-8")))


@pytest.mark.parametrize("stop", ["time", "a person"])
def test_one_that_says_no_more_and_does_not_end_is_ended(desk: Desk, tmp_path: Path, stop: str) -> None:
    [known] = captured(desk, ["retries are safe"])
    code = """
import os, sys, time
print('{"operations": []}', flush=True)
for n in (0, 1, 2):
    os.close(n)
time.sleep(60)
"""
    began = time.monotonic()
    why = "did not answer within 2 s" if stop == "time" else "was cancelled"
    with pytest.raises(Refusal, match=why):
        desk.intake.distill(
            distiller=a_program(tmp_path, code),
            seconds=2 if stop == "time" else 50,
            cancelled=lambda: stop != "time" and time.monotonic() - began > 1,
        )
    assert time.monotonic() - began < 20
    assert desk.item(known).row.place is Place.ARCHIVED


def test_arguments_and_settings_of_a_command_are_kept_nowhere(desk: Desk, tmp_path: Path) -> None:
    captured(desk, ["retries are safe"])
    with pytest.raises(Refusal) as refused:
        desk.intake.distill(distiller="KEY=hunter2-hunter2 claude -p")
    assert "hunter2" not in str(refused.value) + refused.value.hint
    assert not [row for row in desk.log_rows(desk.log_keys()) if row.action is Action.HOLDER]
    command = a_program(tmp_path, "print('{\"operations\": []}')") + " --key hunter2-hunter2"
    assert desk.intake.distill(distiller=command).added
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("memory.db*"))
    assert b"hunter2" not in kept
    with desk.store.reading() as conn:
        summary = conn.execute("SELECT max(seq) FROM log WHERE action = 'autodream'").fetchone()[0]
        told = log.payload(conn, summary)
    assert told is not None
    assert told["distiller"] == Path(sys.executable).name


def test_a_folder_that_cannot_be_cleared_away_stops_nothing(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    captured(desk, ["retries are safe"])
    code = """
import os
here = os.getcwd()
os.rmdir(here)
open(here, "w").close()
print('{"operations": []}')
"""
    assert len(desk.intake.distill(distiller=a_program(tmp_path, code)).added) == 1


def test_more_captures_than_one_distiller_is_given_are_told_of(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("governance.intake.outside.prompt.MOST", 2)
    captured(desk, [f"lesson {n}" for n in "abc"])
    report = desk.intake.distill(distiller=a_program(tmp_path, "print('{\"operations\": []}')"))
    assert len(report.added) == 3
    assert report.notes == ("2 captures were given to the distiller; 1 more were not.",)
