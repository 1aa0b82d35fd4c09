"""The front door is light: what a capture does not need is not loaded for it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.house.places import ROOT

HEAVY = ("textual", "watchfiles", "sqlite_utils", "cryptography", "rich", "ruamel", "mcp")
DOORS = ("tui.safe", "tui.sample", "tui.cli")


@pytest.mark.parametrize("door", DOORS)
def test_a_fresh_interpreter_loads_nothing_heavy_for(door: str) -> None:
    if not (ROOT / door.replace(".", "/")).with_suffix(".py").exists():
        pytest.skip(f"{door} is not written")
    ask = f"import sys, {door}; print(*sorted({{name.partition('.')[0] for name in sys.modules}} & {set(HEAVY)!r}))"
    done = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()) == (0, []), done.stderr
