"""`make soak`: let the random walks go on for long; MEMDESK_SOAK tells them so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def walks() -> list[str]:
    """The files of tests that go on for longer when they may."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in files if "import SOAK" in path.read_text(encoding="utf-8")]


def main(arguments: list[str]) -> int:
    """Run every random walk in `tests/`, each as long as it likes."""
    command = [sys.executable, "-m", "pytest", "-q", *walks(), *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "MEMDESK_SOAK": "1"}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
