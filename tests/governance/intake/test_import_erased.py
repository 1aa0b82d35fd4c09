"""What was erased stays out when its file is taken in again, also where no id tells what it was."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from governance.errors import Refusal, RefusalKind
from store import log
from store.database import Store
from store.purge import purge
from store.records.views import ImportReport
from tests.builders import AT, DAY, MIRA, a_store
from tests.governance.intake.memories import adds_up, head_of, item, put, rows, sound, take_in, topic

WORDS = ("alder", "birch", "cedar", "damson", "elder", "fir")


def page(*words: str, head: str = "# Trees\n\n") -> str:
    return head + "".join(f"- the {word} is tall\n" for word in words)


def write(root: Path, *words: str, head: str = "# Trees\n\n") -> Path:
    return put(root, {"MEMORY.md": page(*words, head=head)})


def erase(store: Store, word: str, *, block: bool = True, body: bool = True) -> None:
    """Purge the item that says a word, the block it was read from, or both."""
    found = rows(store, "SELECT block, body FROM items i WHERE to_seq IS NULL AND block IN (SELECT seq FROM payloads)")
    with store.reading() as conn:
        at, made = next(row for row in found if word in str(log.payload(conn, row[0])).replace("\\x00", ""))
    seqs = [made] * body + [at] * block
    assert purge(store, seqs, at=AT, actor=MIRA, day=DAY).rewritten


def on_disk(store: Store, word: str) -> bool:
    return any(word.encode() in file.read_bytes() for file in store.path.parent.iterdir())


def standing(store: Store) -> set[str]:
    """The words of items that can be found."""
    found = rows(store, "SELECT token FROM words WHERE seq IN (SELECT body FROM items WHERE to_seq IS NULL)")
    return {row[0] for row in found} & {*WORDS, "grove"}


def refusals(report: ImportReport) -> list[int]:
    return [line for file in report.files for line, words in file.notes if "erased" in words]


def stays_out(store: Store, root: Path, word: str, *, refused: int = 1) -> ImportReport:
    """Take in, with not a byte of the word in the store's files, and again, with nothing to add."""
    foreseen = take_in(store, root, dry_run=True)
    report = take_in(store, root)
    assert not on_disk(store, word)
    assert report.refused == refused
    assert report.model_copy(update={"run": None}) == foreseen.model_copy(update={"dry": False})
    assert len(refusals(report)) >= refused
    assert adds_up(report)
    head = head_of(store)
    assert take_in(store, root).refused == refused
    assert head_of(store) == head
    assert sound(store)
    return report


@pytest.mark.parametrize("word", WORDS[:3])
def test_a_bullet_without_an_id_does_not_come_back_wherever_it_stood(store: Store, tmp_path: Path, word: str) -> None:
    home = write(tmp_path / "m", *WORDS[:3])
    take_in(store, home)
    erase(store, word)
    report = stays_out(store, home, word)
    assert (report.known, report.new, report.drift) == (2, 0, 0)
    assert refusals(report) == [3 + WORDS.index(word)]


def test_the_only_bullet_of_a_file_does_not_come_back(store: Store, tmp_path: Path) -> None:
    home = write(tmp_path / "m", "alder")
    take_in(store, home)
    erase(store, "alder")
    stays_out(store, home, "alder")


def test_a_file_that_was_erased_whole_does_not_come_back(store: Store, tmp_path: Path) -> None:
    home = write(tmp_path / "m", *WORDS)
    take_in(store, home)
    for word in WORDS:
        erase(store, word)
    report = stays_out(store, home, "alder", refused=len(WORDS))
    assert not any(on_disk(store, word) for word in WORDS)
    assert report.read == len(WORDS)


def test_an_item_that_was_erased_while_its_block_stands_does_not_come_back(store: Store, tmp_path: Path) -> None:
    home = write(tmp_path / "m", *WORDS[:3])
    take_in(store, home)
    erase(store, "birch", block=False)
    head = head_of(store)
    report = take_in(store, home)
    assert (report.refused, report.known) == (1, 2)
    assert refusals(report) == [4]
    assert head_of(store) == head
    write(tmp_path / "m", "fir", *WORDS[:3])
    assert take_in(store, home).refused == 1
    assert len(rows(store, "SELECT id FROM items WHERE to_seq IS NULL")) == 4


def test_an_item_with_an_id_whose_block_stands_adds_nothing_when_it_is_refused(store: Store, tmp_path: Path) -> None:
    home = put(tmp_path / "m", {"topics/notes.md": topic(item("The alder is tall."))})
    take_in(store, home)
    erase(store, "alder", block=False)
    head = head_of(store)
    assert take_in(store, home).refused == 1
    assert head_of(store) == head


def test_a_block_that_was_erased_while_its_item_stands_does_not_come_back(store: Store, tmp_path: Path) -> None:
    home = write(tmp_path / "m", *WORDS[:3])
    take_in(store, home)
    erase(store, "birch", body=False)
    stays_out(store, home, "birch")


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


def test_an_edit_of_an_item_that_stands_is_not_taken_for_what_was_erased_beside_it(
    store: Store, tmp_path: Path
) -> None:
    kept = item("The cedar is tall.")
    home = put(tmp_path / "m", {"MEMORY.md": page("birch", head="") + kept})
    take_in(store, home)
    erase(store, "birch")
    put(home, {"MEMORY.md": kept.replace("Status: active", "Status: stale")})
    report = take_in(store, home)
    assert (report.refused, report.drift) == (0, 1)


def test_an_item_that_bore_the_id_of_another_does_not_come_back(store: Store, tmp_path: Path) -> None:
    both = item("The alder is tall.") + item("The birch is tall.")
    home = put(tmp_path / "m", {"topics/notes.md": topic(both)})
    take_in(store, home)
    erase(store, "birch")
    stays_out(store, home, "birch")


def test_headings_that_were_erased_come_back_neither_as_words_nor_as_anchors(store: Store, tmp_path: Path) -> None:
    text = page("alder") + "\n## Grove\n\n" + page("birch", "cedar", head="")
    home = put(tmp_path / "m", {"MEMORY.md": text})
    take_in(store, home)
    for name in ("birch", "cedar"):
        erase(store, name)
    put(home, {"MEMORY.md": text + page("damson", head="")})
    report = stays_out(store, home, "birch", refused=2)
    assert report.drift == 1
    assert not on_disk(store, "Grove")
    assert not on_disk(store, "grove")


def test_a_day_of_the_archive_keeps_what_was_erased_out_and_says_where(store: Store, tmp_path: Path) -> None:
    home = put(tmp_path / "m", {"archive/2026-05-11.md": page("alder", "birch", "cedar"), "topics/.keep": ""})
    take_in(store, home)
    (seq,) = rows(store, "SELECT seq FROM blocks WHERE ordinal = 2 AND to_seq IS NULL")[0]
    purge(store, [seq], at=AT, actor=MIRA, day=DAY)
    put(home, {"archive/2026-05-11.md": page("alder", "birch", "cedar", "damson")})
    report = take_in(store, home)
    assert not on_disk(store, "birch")
    assert refusals(report) == [4]
    assert adds_up(report)
    sql = "SELECT entry, sanitized FROM blocks WHERE segment = 'seg-2026-05-11-002' ORDER BY ordinal"
    assert rows(store, sql) == [(0, 0), (0, 1), (0, 0), (1, 0)]
    head = head_of(store)
    take_in(store, home)
    assert head_of(store) == head
    assert sound(store)


def test_the_title_of_a_page_whose_head_was_erased_does_not_come_back(store: Store, tmp_path: Path) -> None:
    home = put(tmp_path / "m", {"topics/notes.md": topic(item("The alder is tall."), title="Grove")})
    take_in(store, home)
    seqs = [row[0] for row in rows(store, "SELECT seq FROM blocks WHERE ordinal = 1")]
    seqs += [row[0] for row in rows(store, "SELECT body FROM topics")]
    erase(store, "alder")
    purge(store, seqs, at=AT, actor=MIRA, day=DAY)
    report = stays_out(store, home, "Grove")
    assert refusals(report) == [1, 12]


def test_words_in_wide_characters_stay_out_too(store: Store, tmp_path: Path) -> None:
    home = put(tmp_path / "m", {"MEMORY.md": page("alder", "birch", "cedar").encode("utf-16")})
    take_in(store, home)
    erase(store, "birch")
    report = take_in(store, home)
    assert report.refused == 1
    for codec in ("utf-8", "utf-16-le", "utf-16-be"):
        assert not any("birch".encode(codec) in file.read_bytes() for file in store.path.parent.iterdir())
    head = head_of(store)
    take_in(store, home)
    assert head_of(store) == head


def test_an_import_does_not_go_on_over_an_erasure(store: Store, tmp_path: Path) -> None:
    home = write(tmp_path / "m", "alder", "birch", "cedar")
    take_in(store, home)
    write(tmp_path / "m", "alder", "birch", "cedar", "damson", "elder")

    def meanwhile(_done: int, _total: int) -> None:
        erase(store, "birch")

    with pytest.raises(Refusal) as refused:
        take_in(store, home, batch=2, progress=meanwhile)
    assert refused.value.kind is RefusalKind.MOVED
    stays_out(store, home, "birch")
    assert {"damson", "elder"} <= standing(store)


def test_an_import_that_was_cut_off_goes_on_without_what_was_erased_since(store: Store, tmp_path: Path) -> None:
    home = write(tmp_path / "m", *WORDS)

    def cut(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        take_in(store, home, batch=5, progress=cut)
    (seq,) = rows(store, "SELECT seq FROM blocks WHERE ordinal = 2 AND to_seq IS NULL")[0]
    purge(store, [seq], at=AT, actor=MIRA, day=DAY)
    assert not on_disk(store, "birch")
    report = stays_out(store, home, "birch")
    assert report.drift == len(WORDS) - 1


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
