"""Checking: verify says what is wrong and where, and an auditor gets the same answer without memdesk."""

from __future__ import annotations

import hashlib
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.places import ROOT
from tests.tui.cli import Done, run

README = (ROOT / "README.md").read_text(encoding="utf-8")
CUT = "UPDATE log SET hash = replace(hash, substr(hash, 1, 1), 'x') WHERE seq = 17"
REWORDED = "UPDATE payloads SET body = CAST(replace(CAST(body AS TEXT), 'a', 'e') AS BLOB) WHERE seq = 17"


def tamper(folder: Path, statement: str) -> None:
    """Change the file behind memdesk's back, guards and all."""
    base = sqlite3.connect(folder / "memory" / "memory.db")
    guards = base.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        base.execute(f'DROP TRIGGER "{name}"')
    base.execute(statement)
    for _, sql in guards:
        base.execute(sql)
    base.commit()
    base.close()


def check_as_the_readme_says(folder: Path) -> Done:
    script = re.search(r"```python\n(import hashlib.*?)```", README, re.DOTALL)
    assert script
    done = subprocess.run(
        [sys.executable, "-I", "-c", script[1], str(folder / "memory" / "memory.db")], capture_output=True, text=True
    )
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.mark.usefixtures("reading")
def test_verify_prints_its_numbered_steps() -> None:
    done = run("verify", "--replay")
    assert done.code == 0
    numbers = [line.split()[0] for line in done.out.splitlines()]
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
    assert len(numbers) >= 7


@pytest.mark.parametrize("statement", [CUT, REWORDED], ids=["a hash was changed", "a payload was changed"])
def test_verify_names_the_first_broken_entry_and_exits_1_when(statement: str, sample: Path) -> None:
    tamper(sample, statement)
    done = run("verify", "--json")
    assert (done.code, done.json["ok"]) == (1, False)
    assert min(found["seq"] for found in done.json["findings"] if found["seq"]) == 17
    said = run("verify")
    assert "entry 17" in said.out
    assert "The first broken entry is 17." in said.err


def test_the_check_of_the_readme_counts_every_entry(reading: Path) -> None:
    done = check_as_the_readme_says(reading)
    assert done.code == 0, done.err
    assert done.out.startswith(f"{run('status', '--json').json['head']} entries")


@pytest.mark.parametrize("statement", [CUT, REWORDED], ids=["a hash was changed", "a payload was changed"])
def test_the_check_of_the_readme_finds_that(statement: str, sample: Path) -> None:
    tamper(sample, statement)
    done = check_as_the_readme_says(sample)
    assert done.code == 1
    assert done.err.splitlines()[-1].endswith(" 17")


@pytest.mark.usefixtures("reading")
def test_the_hash_of_one_entry_is_what_sha256_gives() -> None:
    shown = run("show", "7", "--json").json
    assert hashlib.sha256(f"memdesk/log/1\n{shown['header']}\n".encode()).hexdigest() == shown["hash"]
    assert f"hash {shown['hash']}" in run("show", "7").out


@pytest.mark.usefixtures("sample")
def test_the_commands_of_the_tour_do_what_it_says() -> None:
    tour = re.findall(r"^\$ memdesk ([^\n]+)", README, re.MULTILINE)
    for line in tour:
        if not line.startswith(("demo", "decide", "withdraw")):
            assert run(*line.split()).code == 0, line
    demo = run("demo", "--no-open", "--json").json
    counts = run("status", "--store", demo["store"]).out.partition("  oldest")[0]
    shutil.rmtree(demo["folder"])
    assert counts in README
