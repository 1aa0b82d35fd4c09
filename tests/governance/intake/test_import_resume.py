"""An import that was cut off is gone on with, and ends where an undisturbed one ends."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from governance.errors import Refusal, RefusalKind
from store.database import Store
from store.records.entry import Draft
from store.records.words import Action
from tests.builders import a_draft, a_store, did
from tests.governance.intake.memories import (
    SAMPLE,
    head_of,
    item,
    items,
    put,
    rows,
    segment_bytes,
    sound,
    take_in,
    topic,
    whole,
)


class CutOff(Exception):
    pass


def cut_off_after(commits: int) -> Any:
    left = commits

    def progress(done: int, total: int) -> None:
        nonlocal left
        assert 0 <= done <= total
        left -= 1
        if left == 0:
            raise CutOff

    return progress


def test_after_any_commit_the_next_import_ends_where_an_undisturbed_one_does(tmp_path: Path) -> None:
    straight = a_store(tmp_path, file="straight.db")
    report = take_in(straight, SAMPLE)
    expected = whole(straight)
    for commits in (1, 2, 4, 6, 8, 9):
        store = a_store(tmp_path, file=f"cut-{commits}.db")
        with pytest.raises(CutOff):
            take_in(store, SAMPLE, batch=61, progress=cut_off_after(commits))
        assert rows(store, "SELECT state FROM runs WHERE to_seq IS NULL") == [("open",)]
        again = take_in(store, SAMPLE, batch=97)
        assert again.resumed
        assert again.model_copy(update={"resumed": False}) == report
        assert whole(store) == expected
        assert sound(store)
        store.close()
    straight.close()


def test_cut_off_twice_it_still_ends_whole(tmp_path: Path) -> None:
    straight, store = a_store(tmp_path, file="a.db"), a_store(tmp_path, file="b.db")
    take_in(straight, SAMPLE)
    for commits in (3, 2):
        with pytest.raises(CutOff):
            take_in(store, SAMPLE, batch=100, progress=cut_off_after(commits))
    take_in(store, SAMPLE)
    assert whole(store) == whole(straight)


def test_a_run_that_only_lacked_its_end_is_closed(store: Store, tmp_path: Path) -> None:
    home = put(tmp_path / "m", {"topics/notes.md": topic(item("The crane is slow."))})
    total = head_of(a_store(tmp_path, file="probe.db")) + 6
    with pytest.raises(CutOff):
        take_in(store, home, batch=total - 1, progress=cut_off_after(1))
    report = take_in(store, home)
    assert (report.resumed, report.new, report.known) == (True, 1, 0)
    assert rows(store, "SELECT state, outcome FROM runs WHERE to_seq IS NULL") == [("closed", "complete")]
    assert len(items(store)) == 1


def test_a_segment_begun_is_finished_even_if_its_blocks_repeat(store: Store, tmp_path: Path) -> None:
    day = "# Day\n\n" + "- the same note\n" * 6 + "- another\n"
    home = put(tmp_path / "m", {"archive/2026-05-11.md": day, "topics/.keep": ""})
    with pytest.raises(CutOff):
        take_in(store, home, batch=5, progress=cut_off_after(1))
    take_in(store, home, batch=2)
    assert segment_bytes(store, "archive/2026-05-11.md") == [day.encode()]
    assert sound(store)


def test_a_file_that_changed_meanwhile_is_taken_in_as_it_is_now(store: Store, tmp_path: Path) -> None:
    home = put(tmp_path / "m", {"archive/2026-05-11.md": "# Day\n\n- one\n- two\n- three\n", "topics/.keep": ""})
    with pytest.raises(CutOff):
        take_in(store, home, batch=4, progress=cut_off_after(1))
    changed = b"# Day\n\n- one\n- deux\n- three\n"
    put(home, {"archive/2026-05-11.md": changed})
    take_in(store, home)
    assert changed in segment_bytes(store, "archive/2026-05-11.md")
    head = head_of(store)
    take_in(store, home)
    assert head_of(store) == head
    assert sound(store)


def test_another_root_does_not_go_on_with_a_run_but_is_told_of_it(store: Store, tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"topics/notes.md": topic(item("The crane is slow."))}
    one, two = put(tmp_path / "one", files), put(tmp_path / "two", files)
    with pytest.raises(CutOff):
        take_in(store, one, batch=6, progress=cut_off_after(1))
    report = take_in(store, two)
    assert not report.resumed
    assert report.known == 1
    (sentence,) = [words for file in report.files for _, words in file.notes]
    assert sentence.count(str(one)) == 2
    assert "nobody sees it yet" in sentence
    one.rename(tmp_path / "moved")
    one.symlink_to(tmp_path / "moved")
    assert take_in(store, one).resumed
    assert [row[0] for row in rows(store, "SELECT state FROM runs WHERE to_seq IS NULL")] == ["closed"]


def test_a_run_that_somebody_else_closed_is_not_gone_on_with(store: Store, tmp_path: Path) -> None:
    home = put(tmp_path / "m", {"topics/notes.md": topic(item("The crane is slow."))})

    def close(_done: int, _total: int) -> None:
        run = rows(store, "SELECT id FROM runs WHERE to_seq IS NULL")[0][0]
        did(store, a_draft(Draft(Action.RUN_CLOSED, (run,), {"outcome": "complete"}, {"v": 1, "counts": {}})))

    with pytest.raises(Refusal) as refused:
        take_in(store, home, batch=3, progress=close)
    assert refused.value.kind is RefusalKind.MOVED
    assert sound(store)


def test_two_imports_of_the_same_words_at_the_same_time_take_in_each_once(store: Store, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(SAMPLE, copy)
    left = [1]

    def meanwhile(_done: int, _total: int) -> None:
        if left.pop() if left else False:
            take_in(store, copy)

    take_in(store, SAMPLE, batch=470, progress=meanwhile)
    assert len(items(store)) == 145
    assert rows(store, "SELECT count(*) FROM items WHERE to_seq IS NULL AND drift = 'id-taken'") == [(1,)]
    assert rows(store, "SELECT state, count(*) FROM runs WHERE to_seq IS NULL GROUP BY 1") == [("closed", 2)]
    assert sound(store)
