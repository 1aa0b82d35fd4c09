"""A memory of ten thousand items is taken in while one waits."""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path

import pytest

from store.database import Store
from tests.governance.intake.memories import head_of, item, put, take_in, topic

FILES, EACH = 20, 500
SECONDS = 15.0
UNHURRIED = 0.25
"""What the yardstick takes on a machine that does nothing else."""


def yardstick() -> float:
    """How long a fixed piece of work takes just now; a busy machine is given more time."""
    begun = time.process_time()
    for n in range(60_000):
        json.loads(json.dumps({"n": n, "words": "the crane lifts salt", "hash": hashlib.sha256(b"%d" % n).hexdigest()}))
    return time.process_time() - begun


@pytest.mark.slow
def test_ten_thousand_items_come_in_within_fifteen_seconds_of_work(store: Store, tmp_path: Path) -> None:
    for file in range(FILES):
        day = f"2026-05-{file + 1:02d}"
        notes = [
            item(
                f"The {file}th crane lifts {n} tons of salt over the old quay before the tide turns.",
                f"mem-{day}-{n:03d}",
                date=day,
                Source=f"archive/{day}.md#{n}",
            )
            for n in range(1, EACH + 1)
        ]
        lines = "".join(f"- the crane lifted {n} tons\n" for n in range(1, EACH + 1))
        put(tmp_path / "m", {f"topics/{file}.md": topic(*notes), f"archive/{day}.md": f"# Day\n\n{lines}"})
    told: list[tuple[int, int]] = []
    slow = yardstick()
    begun = time.process_time()
    report = take_in(store, tmp_path / "m", progress=lambda done, total: told.append((done, total)))
    spent = time.process_time() - begun
    assert spent < SECONDS * max(1.0, slow / UNHURRIED, yardstick() / UNHURRIED)
    assert (report.new, report.links) == (FILES * EACH, FILES * EACH)
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]
    assert len(told) > 10
    head = head_of(store)
    assert take_in(store, tmp_path / "m").known == FILES * EACH
    assert head_of(store) == head
