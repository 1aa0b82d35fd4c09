"""Taking in a memory a second time: nothing twice, nothing lost, and what changed is seen."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from store.database import Store
from store.purge import purge
from store.records.entry import Draft
from store.records.words import Action
from tests.builders import AT, DAY, MIRA, a_draft, did
from tests.governance.intake.memories import (
    SAMPLE,
    adds_up,
    by_text,
    head_of,
    item,
    items,
    links,
    of,
    put,
    rows,
    segment_bytes,
    sound,
    take_in,
    topic,
)

ARCHIVE = "# Day\n\n## Morning\n\n- the crane is slow\n- the tide was late\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return put(
        tmp_path / "home",
        {
            "memory/archive/2026-05-11.md": ARCHIVE,
            "memory/topics/notes.md": topic(
                item("The crane is slow.", "mem-2026-05-11-001"),
                item("The tide was late.", "mem-2026-05-11-002", Source="archive/2026-05-11.md#2"),
            ),
            "memory/log.md": "# Log\n\n- [2026-05-11 21:00] archive: archive/2026-05-11.md; 2 blocks\n",
        },
    )


def test_a_second_import_adds_nothing(store: Store) -> None:
    first = take_in(store, SAMPLE)
    head = head_of(store)
    second = take_in(store, SAMPLE)
    assert head_of(store) == head
    assert second.run is None
    assert (second.read, second.known, second.new, second.drift) == (first.read, first.read, 0, 0)
    assert (second.blocks, second.segments, second.topics, second.links) == (0, 0, 0, 0)


def test_a_second_import_takes_no_write_lock(store: Store, home: Path) -> None:
    take_in(store, home)
    with store.locked():
        store.busy_seconds = 0.01
        assert take_in(store, home).new == 0


def test_the_same_folder_elsewhere_adds_only_the_places_it_was_read_from(
    store: Store, home: Path, tmp_path: Path
) -> None:
    take_in(store, home)
    before = head_of(store)
    copy = tmp_path / "elsewhere"
    shutil.copytree(home, copy)
    report = take_in(store, copy)
    assert (report.new, report.drift, report.known, report.blocks, report.run) == (0, 0, 2, 0, None)
    sql = "SELECT DISTINCT action FROM log WHERE seq > ?"
    assert rows(store, sql, before) == [("holder",)]
    assert sound(store)


def test_an_edited_line_waits_for_a_person_beside_the_old_one(store: Store, home: Path) -> None:
    take_in(store, home)
    file = home / "memory/topics/notes.md"
    file.write_text(file.read_text().replace("The crane is slow.", "The crane is slow in winter."))
    report = take_in(store, home)
    assert (report.new, report.drift, report.known) == (0, 1, 1)
    edited = by_text(store)["The crane is slow in winter."]
    assert edited["drift"] == "id-taken"
    assert edited["id"] == "mem-2026-05-11-003"
    assert edited["words"]["written_id"] == "mem-2026-05-11-001"
    assert by_text(store)["The crane is slow."]["id"] == "mem-2026-05-11-001"
    assert links(store, "same-id") == {("mem-2026-05-11-003", "mem-2026-05-11-001")}
    assert any("mem-2026-05-11-001" in words for _, words in of(report, "topics/notes.md").notes)
    head = head_of(store)
    assert take_in(store, home).known == 2
    assert head_of(store) == head
    assert sound(store)


def test_a_changed_status_word_is_not_swallowed(store: Store, home: Path) -> None:
    take_in(store, home)
    file = home / "memory/topics/notes.md"
    file.write_text(file.read_text().replace("Status: active", "Status: stale", 1))
    assert take_in(store, home).drift == 1


def test_a_note_that_moved_from_the_inbox_to_its_topic_is_known(store: Store, tmp_path: Path) -> None:
    line = "- [2026-05-11] [mem-2026-05-11-001] (knowledge) The crane is slow. Source: seen on the pier.\n"
    home = put(tmp_path / "m", {"memory.md": f"# Inbox\n\n{line}", "topics/.keep": ""})
    take_in(store, home)
    put(home, {"memory.md": "# Inbox\n", "archive/2026-05-11.md": f"# Day\n\n{line}"})
    put(home, {"topics/notes.md": topic(item("The crane is slow."))})
    report = take_in(store, home)
    assert (report.known, report.new, report.drift) == (1, 0, 0)


def test_only_blocks_that_changed_are_kept_again(store: Store, home: Path) -> None:
    take_in(store, home)
    file = home / "memory/archive/2026-05-11.md"
    file.write_text(ARCHIVE + "- a third note\n")
    report = take_in(store, home)
    assert of(report, "archive/2026-05-11.md").blocks == 3
    sql = "SELECT ordinal, same_as IS NOT NULL, entry FROM blocks WHERE segment = 'seg-2026-05-11-002' ORDER BY 1"
    assert rows(store, sql) == [(1, 1, 0), (2, 1, 0), (3, 0, 1)]
    assert segment_bytes(store, "archive/2026-05-11.md") == [ARCHIVE.encode(), file.read_bytes()]
    head = head_of(store)
    take_in(store, home)
    assert head_of(store) == head
    assert sound(store)


def test_a_file_cut_back_to_what_it_was_adds_nothing_for_ever(store: Store, home: Path) -> None:
    take_in(store, home)
    file = home / "memory/archive/2026-05-11.md"
    file.write_text("# Day\n\n## Morning\n\n- the crane is slow\n")
    take_in(store, home)
    head = head_of(store)
    take_in(store, home)
    file.write_text(ARCHIVE)
    take_in(store, home)
    assert head_of(store) == head
    assert sound(store)


def test_a_pass_that_the_log_tells_of_later_covers_the_day(store: Store, home: Path) -> None:
    take_in(store, home)
    log = home / "memory/log.md"
    log.write_text(log.read_text() + "- [2026-05-12 06:00] autodream: archive/2026-05-11.md; added 2\n")
    take_in(store, home)
    assert rows(store, "SELECT id, covered FROM segments WHERE role = 'archive-day' AND to_seq IS NULL") == [
        ("seg-2026-05-11-001", 1)
    ]
    head = head_of(store)
    take_in(store, home)
    assert head_of(store) == head


def test_the_same_line_twice_in_a_file_is_one_item(store: Store, tmp_path: Path) -> None:
    twice = item("The crane is slow.")
    home = put(tmp_path / "m", {"topics/notes.md": topic(twice, twice), "topics/more.md": topic(twice)})
    report = take_in(store, home)
    assert (report.new, report.drift, report.known) == (1, 0, 2)
    assert len(items(store)) == 1


def test_the_same_words_without_id_or_date_are_one_item(store: Store, tmp_path: Path) -> None:
    home = put(tmp_path / "m", {"NOTES.md": "# Notes\n\n- be brief\n- be kind\n- be brief\n"})
    report = take_in(store, home)
    assert (report.read, report.drift, report.known) == (3, 2, 1)
    assert sound(store)


def test_foreign_ids_become_aliases_and_an_edit_under_one_is_seen(store: Store, tmp_path: Path) -> None:
    home = put(tmp_path / "m", {"topics/notes.md": topic(item("Old words.", "ERR-20260511-001"))})
    take_in(store, home)
    assert items(store)["mem-2026-05-11-001"]["words"]["written_id"] == "ERR-20260511-001"
    put(home, {"topics/notes.md": topic(item("New words.", "ERR-20260511-001"))})
    assert take_in(store, home).drift == 1
    assert links(store, "same-id") == {("mem-2026-05-11-002", "mem-2026-05-11-001")}


def test_triggers_given_at_the_desk_outlive_the_file(store: Store, home: Path) -> None:
    take_in(store, home)
    payload = {"v": 1, "file": "topics/notes.md", "title": "Notes", "triggers": ["harbour", "crane"]}
    effect = {"layer": "warm", "triggered": True, "run": None}
    did(store, a_draft(Draft(Action.TOPIC, ("top-0001",), effect, payload)))
    head = head_of(store)
    take_in(store, home)
    assert head_of(store) == head
    file = home / "memory/topics/notes.md"
    file.write_text(file.read_text().replace("- harbour", "- port"))
    take_in(store, home)
    body = rows(store, "SELECT body FROM topics WHERE to_seq IS NULL")[0][0]
    with store.reading() as conn:
        from store import log

        assert (log.payload(conn, body) or {})["triggers"] == ["port", "crane"]
    head = head_of(store)
    take_in(store, home)
    assert head_of(store) == head


def test_words_that_were_erased_do_not_come_back(store: Store, home: Path) -> None:
    take_in(store, home)
    one = items(store)["mem-2026-05-11-001"]
    purge(store, [one["body"], one["block"]], at=AT, actor=MIRA, day=DAY)
    report = take_in(store, home)
    assert (report.refused, report.known) == (1, 1)
    assert adds_up(report)
    assert any("erased" in words for _, words in of(report, "topics/notes.md").notes)
    assert b"The crane is slow." not in store.path.read_bytes()
    head = head_of(store)
    assert take_in(store, home).refused == 1
    assert head_of(store) == head
    assert sound(store)


def test_two_memories_with_pages_of_one_name_do_not_fight_over_it(store: Store, tmp_path: Path) -> None:
    one = put(tmp_path / "one", {"topics/notes.md": topic(item("One."), title="One")})
    two = put(tmp_path / "two", {"topics/notes.md": topic(item("Two.", "mem-2026-05-11-002"), title="Two")})
    take_in(store, one)
    take_in(store, two)
    head = head_of(store)
    take_in(store, one)
    take_in(store, two)
    assert head_of(store) == head
