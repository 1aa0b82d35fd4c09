"""An import whose process is killed, between two commits or inside one, ends whole when it is begun again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from store.database import Store
from tests.builders import AT, a_store
from tests.governance.intake.memories import (
    SAMPLE,
    head_of,
    item,
    items,
    put,
    segment_bytes,
    sound,
    take_in,
    topic,
    whole,
)
from tests.governance.mortal import Mortal
from tests.soak import SOAK

FILES: dict[str, str | bytes] = {
    "archive/2026-05-11.md": "# Day\n\n- the crane is slow\n- the tide was late\n- the tide was late\n",
    "log.md": "# Log\n\n- [2026-05-12 06:00] autodream: archive/2026-05-11.md; added 2\n",
    "memory.md": "# Inbox\n\n- [2026-05-12] [mem-2026-05-12-001] (knowledge) The quay is wet. Source: seen.\n",
    "topics/notes.md": topic(item("The crane is slow."), item("The crane is old.")),
    "topics/more.md": topic(item("The tide was late.", None, Source="archive/2026-05-11.md#2")),
}


@pytest.fixture
def mortal() -> Iterator[Mortal]:
    made = Mortal()
    yield made
    made.close()


def told(store: Store, paths: list[str]) -> list[Any]:
    """Everything that was taken in, down to the words and the bytes."""
    words = {name: one["words"] | {"fact": one["text"]} for name, one in items(store).items()}
    return [whole(store), words, [segment_bytes(store, path) for path in paths], head_of(store)]


def statements(store: Store, home: Path, batch: int) -> list[str]:
    """What the writer does in an import that nobody disturbs."""
    found: list[str] = []
    store.writer().set_trace_callback(found.append)
    take_in(store, home, batch=batch)
    store.writer().set_trace_callback(None)
    return found


def points(done: list[str]) -> list[int]:
    """Statements at which to die: at the edges of every transaction and in the middle of it."""
    edges = [n for n, sql in enumerate(done, 1) if sql.startswith(("BEGIN", "COMMIT"))]
    inside = [(left + right) // 2 for left, right in pairwise(edges)]
    return sorted({*edges, *inside})


def test_killed_anywhere_it_ends_where_an_undisturbed_import_does(tmp_path: Path, mortal: Mortal) -> None:
    home, batch = (SAMPLE, 97) if SOAK else (put(tmp_path / "m", FILES), 7)
    paths = [str(file.relative_to(home)) for file in home.rglob("*.md")]
    fresh, straight = a_store(tmp_path, file="fresh.db"), tmp_path / "straight.db"
    fresh.close()
    shutil.copy(tmp_path / "fresh.db", straight)
    undisturbed = Store(straight)
    done = statements(undisturbed, home, batch)
    expected, report = told(undisturbed, paths), take_in(undisturbed, home)
    undisturbed.close()
    assert sum(sql.startswith("COMMIT") for sql in done) > 3
    chosen = points(done) if SOAK else points(done)[::2]
    assert len(chosen) > 4
    for number, dies in enumerate(chosen):
        path = tmp_path / f"killed-{number}.db"
        shutil.copy(tmp_path / "fresh.db", path)
        task = {"store": str(path), "at": AT, "who": "mira", "act": "import", "root": str(home), "batch": batch}
        mortal.begin(**task, dies=dies)
        assert mortal.end() == -9, done[dies - 1]
        mortal.begin(**task, dies=1 + dies // 3)
        assert mortal.end() in (0, -9)
        mortal.begin(**task, dies=0)
        assert mortal.end() == 0
        store = Store(path)
        assert told(store, paths) == expected, (dies, done[dies - 1])
        assert take_in(store, home) == report
        assert sound(store)
        store.close()
