"""Whatever stands in the files, however often an import is cut off and the files change: it ends whole."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from store.database import Store
from tests.builders import a_store
from tests.governance.intake.memories import adds_up, head_of, put, segment_bytes, sound, take_in

_IDS = st.sampled_from(
    ["mem-2026-05-11-001", "mem-2026-05-11-002", "mem-2026-05-11-1000", "NOTE-1", "mem-2026-02-30-001"]
)
_WORDS = st.sampled_from(["The crane is slow.", "The tide was late.", "潮は遅い。", "sl\ufffdw", "[x] done", ""])
_LINES = st.one_of(
    st.builds(
        "- [2026-05-11] [{}] (knowledge) {} Source: archive/2026-05-11.md#{}.".format, _IDS, _WORDS, st.integers(1, 4)
    ),
    st.builds("- [2026-05-11] (state) {} Subject: crane. Source: seen.".format, _WORDS),
    st.builds(
        "- [2026-05-11] {}\n  - id: {}\n  - kind: state\n  - Status: superseded\n  - superseded_by: {}".format,
        _WORDS,
        _IDS,
        _IDS,
    ),
    st.builds("- {}".format, _WORDS),
    st.sampled_from(
        [
            "# Title",
            "## Pending Cleanup",
            "## Historical lessons",
            "",
            "---",
            "```",
            "<<<<<<< a",
            "=======",
            ">>>>>>> b",
        ]
    ),
    st.sampled_from(["\ufeff", "\r", "\x00", "<!--", "| a | b |", "> [!SUPERSEDED 2026-05-12]"]),
)
_FILES = st.dictionaries(
    st.sampled_from(
        [
            "memory.md",
            "index.md",
            "log.md",
            "topics/a.md",
            "topics/b.md",
            "archive/2026-05-11.md",
            "notes.md",
            "steering/x.md",
        ]
    ),
    st.lists(_LINES, max_size=8).map(lambda lines: "\n".join(lines).encode()) | st.binary(max_size=40),
    max_size=4,
)


class _CutOff(Exception):
    pass


def _import(store: Store, home: Path, batch: int, commits: int) -> None:
    left = commits

    def progress(_done: int, _total: int) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise _CutOff

    with contextlib.suppress(_CutOff):
        take_in(store, home, batch=batch, progress=progress)


@settings(max_examples=2500, deadline=None)
@given(st.lists(st.tuples(_FILES, st.integers(1, 6), st.integers(1, 4)), min_size=1, max_size=3))
def test_every_byte_is_kept_and_a_last_import_adds_nothing(rounds: list[tuple[dict[str, bytes], int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store, home = a_store(Path(folder)), Path(folder) / "m"
        home.mkdir()
        for files, batch, commits in rounds:
            put(home, dict(files))
            _import(store, home, batch, commits)
        dry = take_in(store, home, dry_run=True)
        report = take_in(store, home)
        assert adds_up(report)
        assert report.model_copy(update={"dry": True, "run": None}) == dry
        assert sound(store)
        for file in report.files:
            raw = (home / file.path).read_bytes()
            assert file.role is None or file.failed or not raw or raw in segment_bytes(store, file.path)
        head = head_of(store)
        again = take_in(store, home)
        assert (again.new, again.drift, again.blocks) == (0, 0, 0)
        assert head_of(store) == head
        store.close()
