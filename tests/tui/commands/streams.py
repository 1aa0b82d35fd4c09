"""A stream of captures, sent to a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from governance.desk import open_desk
from tests.tui.cli import ENTRY, Done, environment


def batch(store: Path, *lines: bytes, options: tuple[str, ...] = ()) -> Done:
    """Send lines to a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", ENTRY, "capture", "--batch", *options],
        cwd=store, env=environment(), input=b"".join(lines), capture_output=True, timeout=60,
    )  # fmt: skip
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def line(text: str, **more: object) -> bytes:
    return json.dumps({"text": text, "source": "s", "kind": "knowledge", **more}).encode() + b"\n"


@contextmanager
def streaming(store: Path, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A batch that stays open."""
    process = subprocess.Popen(
        [sys.executable, "-c", ENTRY, "capture", "--batch", *options],
        cwd=store, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    with process:
        try:
            yield process
        finally:
            process.kill()


def items(store: Path) -> list[str]:
    with open_desk(store / "memory" / "memory.db") as desk:
        return [desk.item(name).text for name in sorted(desk.item_keys())]
