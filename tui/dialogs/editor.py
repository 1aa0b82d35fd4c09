"""Words written in the person's own editor, while the desk steps aside."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from textual.app import App, SuspendNotSupported


def edit(app: App[object], words: str) -> tuple[str | None, str]:
    """What the words became (None: left as they were), and what went wrong."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with tempfile.TemporaryDirectory(prefix="memdesk-") as folder:
        page = Path(folder) / "words.txt"
        page.write_text(words, encoding="utf-8")
        try:
            with app.suspend():
                done = subprocess.run([*shlex.split(command), str(page)], check=False)  # noqa: S603 - the person's own editor
        except SuspendNotSupported:
            return None, "This terminal cannot step aside for an editor."
        except (OSError, ValueError) as error:
            return None, f"The editor {command!r} could not be started: {error}."
        if done.returncode != 0:
            return None, f"The editor ended with {done.returncode}; the words are as they were."
        after = page.read_text(encoding="utf-8", errors="replace")
    if after.endswith("\n") and not words.endswith("\n"):
        after = after[:-1]
    return (after, "") if after != words else (None, "")
