"""Distillers that fail, hang, flood or vanish: nothing is taken, nothing is left running, and the reason is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from store.records.words import Place
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
    child = int(mark.read_text(encoding="utf-8"))
    for _ in range(100):
        if not _lives(child):
            break
        time.sleep(0.05)
    assert not _lives(child)


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


def test_the_example_puts_captures_under_topics() -> None:
    topics = [{"topic": "Pitfalls", "read_when": "backup fails"}]
    given = json.dumps({"captures": [{"id": "mem-2026-01-01-001", "text": "the backup failed"}], "topics": topics})
    example = ROOT / "docs" / "examples" / "distiller.py"
    said = subprocess.run(
        [sys.executable, str(example)], input=f"task\n{'-' * 72}\n{given}\n", capture_output=True, text=True, check=True
    ).stdout
    assert '"topic": "Pitfalls"' in said
    assert os.access(example, os.X_OK)
