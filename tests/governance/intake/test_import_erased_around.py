"""What was erased is known by its place in a file that went on, and what else may stand there has a way in."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from store.database import Store
from tests.builders import a_store
from tests.governance.intake.erasing import WORDS, erase, on_disk, page, standing, stays_out, write
from tests.governance.intake.memories import put, rows, sound, take_in


@pytest.mark.parametrize(
    ("now", "new", "refused"),
    [
        (("alder", "birch", "cedar", "damson"), 1, 1),
        (("damson", "alder", "birch", "cedar"), 1, 1),
        (("damson", "alder", "birch", "cedar", "elder"), 2, 1),
        (("alder", "birch", "cedar", "damson", "elder", "fir"), 3, 1),
        (("birch", "cedar"), 0, 1),
        (("alder", "birch"), 0, 1),
        (("birch",), 0, 1),
        (("birch", "damson"), 0, 2),
    ],
)
def test_it_does_not_come_back_when_the_file_went_on_around_it(
    store: Store, tmp_path: Path, now: Sequence[str], new: int, refused: int
) -> None:
    home = write(tmp_path / "m", "alder", "birch", "cedar", head="")
    take_in(store, home)
    erase(store, "birch")
    write(tmp_path / "m", *now, head="")
    assert stays_out(store, home, "birch", refused=refused).drift == new
    write(tmp_path / "m", *now, "grove", head="")
    assert stays_out(store, home, "birch", refused=refused).drift == 1


def test_lines_added_behind_an_erased_last_line_come_in_and_before_an_erased_first_line_too(
    store: Store, tmp_path: Path
) -> None:
    home = write(tmp_path / "m", "alder", "birch", "cedar", head="")
    take_in(store, home)
    erase(store, "alder")
    erase(store, "cedar")
    write(tmp_path / "m", "damson", "alder", "birch", "cedar", "elder", head="")
    report = stays_out(store, home, "alder", refused=2)
    assert not on_disk(store, "cedar")
    assert report.drift == 2
    assert {"damson", "elder", "birch"} <= standing(store)


def test_between_neighbours_that_stayed_everything_that_may_be_it_is_refused(store: Store, tmp_path: Path) -> None:
    home = write(tmp_path / "m", "alder", "birch", "cedar")
    take_in(store, home)
    erase(store, "birch")
    write(tmp_path / "m", "alder", "damson", "birch", "cedar")
    stays_out(store, home, "birch", refused=2)
    write(tmp_path / "m", "alder", "birch", "elder", "cedar")
    stays_out(store, home, "birch", refused=2)


def test_new_words_in_its_place_come_in_under_an_id_of_their_own(store: Store, tmp_path: Path) -> None:
    home = write(tmp_path / "m", "alder", "birch", "cedar")
    take_in(store, home)
    erase(store, "birch")
    new = "- [2026-05-20] [mem-2026-05-20-001] (knowledge) The grove is new. Source: seen.\n"
    put(home, {"MEMORY.md": page("alder") + new + page("cedar", head="")})
    report = take_in(store, home)
    assert (report.new, report.refused) == (1, 0)
    assert rows(store, "SELECT 1 FROM items WHERE id = 'mem-2026-05-20-001'")
    assert "grove" in standing(store)


def test_new_words_come_in_elsewhere_in_the_file_once_the_erased_line_is_gone(store: Store, tmp_path: Path) -> None:
    home = write(tmp_path / "m", "alder", "birch", "cedar")
    take_in(store, home)
    erase(store, "birch")
    write(tmp_path / "m", "alder", "cedar", "grove")
    assert take_in(store, home).drift == 1
    write(tmp_path / "m", "alder", "damson", "cedar", "grove")
    assert take_in(store, home).drift == 1
    assert {"damson", "grove"} <= standing(store)


def test_a_file_brought_back_from_before_the_erasure_brings_nothing_back(store: Store, tmp_path: Path) -> None:
    home = write(tmp_path / "m", "alder", "birch", "cedar")
    take_in(store, home)
    erase(store, "birch")
    write(tmp_path / "m", "alder", "cedar")
    assert take_in(store, home).refused == 0
    write(tmp_path / "m", "alder", "birch", "cedar")
    stays_out(store, home, "birch")


def test_a_copy_of_the_folder_brings_nothing_back(store: Store, tmp_path: Path) -> None:
    home = write(tmp_path / "m", "alder", "birch", "cedar")
    take_in(store, home)
    erase(store, "birch")
    shutil.copytree(home, tmp_path / "copy")
    stays_out(store, tmp_path / "copy", "birch")
    write(tmp_path / "copy", "alder", "birch", "cedar", "damson")
    stays_out(store, tmp_path / "copy", "birch")


def test_the_same_words_in_another_file_are_known_only_beside_the_place_they_were_erased_from(
    store: Store, tmp_path: Path
) -> None:
    home = write(tmp_path / "m", "alder", "birch", "cedar")
    take_in(store, home)
    erase(store, "birch")
    put(home, {"other.md": page("birch")})
    assert take_in(store, home, dry_run=True).refused == 2
    report = take_in(store, home / "other.md")
    assert (report.refused, report.drift) == (0, 1)
    assert "birch" in standing(store)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(["stands", "erased", "block erased"])), min_size=1),
    st.integers(0, 2),
    st.integers(0, 2),
)
def test_any_subset_that_is_erased_stays_out_whatever_is_written_around_it(
    tmp_path_factory: pytest.TempPathFactory, lines: list[tuple[str, str]], before: int, behind: int
) -> None:
    there = dict(lines)
    gone = [word for word, fate in there.items() if fate != "stands"]
    folder = put(tmp_path_factory.mktemp("any"), {"desk/.keep": ""})
    store = a_store(folder / "desk")
    home = write(folder / "m", *there, head="")
    take_in(store, home)
    for word in gone:
        erase(store, word, body=there[word] == "erased")
    if len(gone) == len(there):
        before = 0
    for new in (0, 1, 2):
        first = [f"early-{n}" for n in range(before * new, 0, -1)]
        write(folder / "m", *first, *there, *(f"late-{n}" for n in range(behind * new)), head="")
        report = take_in(store, home)
        assert (report.refused, report.drift) == (len(gone), (before + behind) * bool(new))
        assert not any(on_disk(store, word) for word in gone)
    assert sound(store)
    store.close()
