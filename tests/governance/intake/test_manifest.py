"""Which files of a place are taken for a memory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from governance.errors import Refusal, RefusalKind
from governance.intake.manifest import manifest_of
from store.database import Store
from tests.governance.intake.memories import item, items, of, put, sound, take_in, topic

REFERENCE: dict[str, str | bytes] = {
    "memory.md": "# Inbox\n",
    "index.md": "# Index\n",
    "conventions.md": "# Conventions\n",
    "log.md": "# Log\n",
    "topics/notes.md": "# Notes\n",
    "archive/2026-05-11.md": "# Day\n",
}
ROLES = {
    "archive/2026-05-11.md": "archive-day",
    "conventions.md": "conventions",
    "log.md": "log",
    "topics/notes.md": "topic",
    "memory.md": "inbox",
    "index.md": "index",
}


def roles(place: Path) -> dict[str, str]:
    return {found.path: found.role for found in manifest_of(place).files}


def test_a_home_and_its_memory_folder_give_the_same_files(tmp_path: Path) -> None:
    put(tmp_path / "home/memory", REFERENCE)
    put(tmp_path / "home", {"AGENTS.md": "x", "notes.md": "x", "memory/README.md": "x"})
    home, memory = manifest_of(tmp_path / "home"), manifest_of(tmp_path / "home/memory")
    assert roles(tmp_path / "home") == ROLES == roles(tmp_path / "home/memory")
    assert home.root == memory.root
    assert [path for path, _ in home.skipped] == ["../AGENTS.md", "../notes.md", "README.md"]


def test_what_may_be_cited_comes_before_what_cites(tmp_path: Path) -> None:
    put(tmp_path, REFERENCE)
    assert list(roles(tmp_path)) == list(ROLES)


def test_a_memory_of_one_inbox_is_one(tmp_path: Path) -> None:
    put(tmp_path, {"memory.md": "# Inbox\n"})
    assert roles(tmp_path) == {"memory.md": "inbox"}


def test_any_folder_of_markdown_is_read_as_documents(tmp_path: Path) -> None:
    put(tmp_path, {"MEMORY.md": "x", "memory/2026-05-11.md": "x", "deep/er/notes.markdown": "x", "a.txt": "x"})
    put(tmp_path, {".git/x.md": "x", "node_modules/y.md": "x"})
    assert roles(tmp_path) == {
        "MEMORY.md": "document",
        "deep/er/notes.markdown": "document",
        "memory/2026-05-11.md": "document",
    }


def test_instructions_are_passed_over_unless_they_are_asked_for(tmp_path: Path) -> None:
    put(tmp_path, {"CLAUDE.md": "- be brief\n", "GEMINI.md": "x", "notes.md": "x"})
    assert roles(tmp_path) == {"notes.md": "document"}
    assert roles(tmp_path / "CLAUDE.md") == {"CLAUDE.md": "document"}


def test_a_single_file_keeps_its_place_in_its_memory(tmp_path: Path) -> None:
    put(tmp_path, REFERENCE)
    assert roles(tmp_path / "topics/notes.md") == {"topics/notes.md": "topic"}
    assert roles(tmp_path / "archive/2026-05-11.md") == {"archive/2026-05-11.md": "archive-day"}
    assert roles(tmp_path / "memory.md") == {"memory.md": "inbox"}


def test_what_is_no_markdown_or_not_there_is_refused(tmp_path: Path) -> None:
    put(tmp_path, {"memory.db": b"SQLite", "notes.json": "{}"})
    for name, kind in (
        ("memory.db", RefusalKind.BAD_INPUT),
        ("notes.json", RefusalKind.BAD_INPUT),
        ("nowhere.md", RefusalKind.NOT_FOUND),
    ):
        with pytest.raises(Refusal) as refused:
            manifest_of(tmp_path / name)
        assert refused.value.kind is kind


def test_parts_that_are_links_are_followed(tmp_path: Path) -> None:
    put(tmp_path / "real", REFERENCE)
    linked = tmp_path / "steering"
    linked.mkdir()
    for name in ("conventions.md", "index.md", "archive", "topics"):
        (linked / name).symlink_to(tmp_path / "real" / name)
    assert roles(linked) == {path: role for path, role in ROLES.items() if path not in ("memory.md", "log.md")}


def test_a_file_that_can_be_reached_twice_is_read_once_under_its_best_name(tmp_path: Path) -> None:
    put(tmp_path, REFERENCE)
    (tmp_path / "all").symlink_to(tmp_path / "topics")
    (tmp_path / "again.md").symlink_to(tmp_path / "topics/notes.md")
    (tmp_path / "topics/loop").symlink_to(tmp_path)
    assert roles(tmp_path) == ROLES


def test_a_link_must_not_pass_something_else_off_as_markdown(tmp_path: Path) -> None:
    put(tmp_path, {"elsewhere/id_key": "private", "m/notes.md": "x"})
    (tmp_path / "m/key.md").symlink_to(tmp_path / "elsewhere/id_key")
    (tmp_path / "m/device.md").symlink_to("/dev/null")
    manifest = manifest_of(tmp_path / "m")
    assert [found.path for found in manifest.files] == ["notes.md"]
    assert [path for path, _ in manifest.skipped] == ["device.md", "key.md"]
    assert all("no Markdown file" in why for _, why in manifest.skipped)
    assert manifest.failed == ()


def test_a_link_that_is_named_itself_gives_the_file_it_leads_to_if_that_is_markdown(tmp_path: Path) -> None:
    put(tmp_path, {"elsewhere/id_key": "private", "elsewhere/notes.md": "x"})
    for link, target in (("key.md", "id_key"), ("mine.md", "notes.md"), ("plain", "notes.md")):
        (tmp_path / link).symlink_to(tmp_path / "elsewhere" / target)
    assert roles(tmp_path / "mine.md") == {"mine.md": "document"}
    assert roles(tmp_path / "plain") == {"notes.md": "document"}
    with pytest.raises(Refusal) as refused:
        manifest_of(tmp_path / "key.md")
    assert refused.value.kind is RefusalKind.BAD_INPUT
    assert refused.value.sentence.endswith("id_key, which is no Markdown file.")


def test_what_was_skipped_is_told_with_its_reason(store: Store, tmp_path: Path) -> None:
    put(tmp_path, {"elsewhere/id_key": "private", "m/notes.md": "- the crane is slow\n"})
    (tmp_path / "m/key.md").symlink_to(tmp_path / "elsewhere/id_key")
    report = take_in(store, tmp_path / "m")
    assert (report.read, report.partial) == (1, False)
    (note,) = of(report, "key.md").notes
    assert "link" in note[1]
    assert b"private" not in store.path.read_bytes()


def test_a_link_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    put(tmp_path, {"notes.md": "x"})
    (tmp_path / "gone.md").symlink_to(tmp_path / "not-there.md")
    (tmp_path / ".#notes.md").symlink_to("somebody@host:1")
    (tmp_path / "lost.md").symlink_to(tmp_path / "not-there")
    assert [path for path, _ in manifest_of(tmp_path).failed] == ["gone.md", "lost.md"]


def test_a_part_that_is_a_link_which_leads_nowhere_is_told(tmp_path: Path) -> None:
    put(tmp_path, {"memory.md": "- A line.\n"})
    for name in ("archive", "topics"):
        (tmp_path / name).symlink_to(tmp_path / "gone")
    assert [path for path, _ in manifest_of(tmp_path).failed] == ["archive", "topics"]


def test_a_folder_that_cannot_be_listed_holds_up_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, {"notes.md": "x", "locked/a.md": "x"})
    scandir = os.scandir

    def refusing(path: str) -> Any:
        if path.endswith("locked"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    manifest = manifest_of(tmp_path)
    assert [found.path for found in manifest.files] == ["notes.md"]
    assert manifest.failed == (("locked", "It cannot be read (Permission denied)."),)


def test_a_layout_of_links_is_taken_in_whole(store: Store, tmp_path: Path) -> None:
    put(
        tmp_path / "real",
        {
            "archive/2026-05-11.md": "# Day\n\n- the crane is slow\n",
            "topics/notes.md": topic(item("The crane is slow.")),
        },
    )
    linked = put(tmp_path / "agent", {"memory.md": "# Inbox\n"})
    for name in ("archive", "topics"):
        (linked / name).symlink_to(tmp_path / "real" / name)
    assert take_in(store, linked).new == 1
    assert items(store)["mem-2026-05-11-001"]["source_state"] == "found"
    assert sound(store)


def test_a_single_file_finds_its_sources_in_what_was_read_before(store: Store, tmp_path: Path) -> None:
    put(tmp_path / "m", {"archive/2026-05-11.md": "# Day\n\n- the crane is slow\n", "topics/notes.md": topic()})
    take_in(store, tmp_path / "m")
    put(tmp_path / "m", {"topics/notes.md": topic(item("The crane is slow."))})
    take_in(store, tmp_path / "m/topics/notes.md")
    assert items(store)["mem-2026-05-11-001"]["source_state"] == "found"
    put(tmp_path / "other", {"topics/notes.md": topic(item("The tide was late.", "mem-2026-05-11-002"))})
    take_in(store, tmp_path / "other/topics/notes.md")
    assert items(store)["mem-2026-05-11-002"]["source_state"] == "missing"
