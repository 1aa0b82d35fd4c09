"""Other processes: programs that write to a store, and ones that are killed while they do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    """Run a piece of Python in a process of its own, at the root of the house."""
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(process: subprocess.Popen[str], timeout: float = 60) -> str:
    """What a process said before it ended well."""
    out, err = process.communicate(timeout=timeout)
    assert process.returncode == 0, err
    return out
