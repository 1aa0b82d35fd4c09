"""A status is light enough for a shell prompt; how long it takes is measured by the benches."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.tui.cli import ENTRY, environment

HEAVY = ("textual", "rich", "watchfiles", "sqlite_utils", "cryptography", "markdown_it", "ruamel", "yaml")


def test_a_status_loads_nothing_heavy(reading: Path) -> None:
    ask = f"import atexit, sys; atexit.register(lambda: print(sorted(set({HEAVY!r}) & set(sys.modules)))); {ENTRY}"
    done = subprocess.run(
        [sys.executable, "-c", ask, "status"], cwd=reading, env=environment(), capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
