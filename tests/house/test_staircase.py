"""No room knows the one above it, and no module stands outside the plan."""

from __future__ import annotations

import subprocess
import sys

from tests.house.places import ROOT

LINT = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"


def test_every_import_contract_is_kept() -> None:
    done = subprocess.run([sys.executable, "-c", LINT], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ", 0 broken" in done.stdout
