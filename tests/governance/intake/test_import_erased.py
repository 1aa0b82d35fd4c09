"""What was erased stays out when its file is taken in again, also where no id tells what it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.errors import Refusal, RefusalKind
from store.database import Store
from store.purge import purge
from tests.builders import AT, DAY, MIRA
from tests.governance.intake.erasing import WORDS, erase, on_disk, page, refusals, standing, stays_out, write
from tests.governance.intake.memories import adds_up, head_of, item, put, rows, sound, take_in, topic


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
