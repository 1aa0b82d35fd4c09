"""What may be watched is chosen by a system user, and is neither ours nor a folder of which something else lives."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.words import Assurance
from tests.governance.builders import beside


@pytest.mark.parametrize("assurance", [Assurance.TOKEN, Assurance.CLAIMED])
def test_a_token_or_a_claimed_name_is_refused(desk: Desk, inbox: Path, assurance: Assurance) -> None:
    other = beside(desk, "codex", assurance)
    for act in (other.intake.watch_add, other.intake.watch_remove):
        with pytest.raises(Refusal) as refused:
            act(inbox)
        assert refused.value.kind is RefusalKind.NOT_ALLOWED
    assert [view.path for view in other.intake.watches()] == [str(inbox)]


def refused(desk: Desk, path: Path) -> str:
    before = desk.intake.watches()
    with pytest.raises(Refusal) as caught:
        desk.intake.watch_add(path)
    assert caught.value.kind in (RefusalKind.BAD_INPUT, RefusalKind.NOT_FOUND)
    assert desk.intake.watches() == before
    return caught.value.sentence


def test_what_is_ours_is_refused(desk: Desk, tmp_path: Path) -> None:
    ours = tmp_path / "memory.db.drop"
    ours.mkdir()
    assert "is the store itself" in refused(desk, desk.path)
    assert "our own drop folder" in refused(desk, ours)
    (ours / "x").mkdir()
    assert "our own drop folder" in refused(desk, ours / "x")
    (tmp_path / "link.md").symlink_to(desk.path)
    assert "is the store itself" in refused(desk, tmp_path / "link.md")


def test_a_folder_of_which_something_else_lives_is_refused(desk: Desk, tmp_path: Path) -> None:
    assert "holds more" in refused(desk, tmp_path)
    assert "holds more" in refused(desk, Path("/"))
    assert "holds more" in refused(desk, Path.home())
    (tmp_path / "agent").mkdir()
    (tmp_path / "agent" / "index.md").touch()
    assert "is a memory folder" in refused(desk, tmp_path / "agent")


def test_a_file_in_a_drop_folder_and_the_folder_of_a_file_are_refused(desk: Desk, inbox: Path, drop: Path) -> None:
    (drop / "a.md").touch()
    assert "lies in a drop folder" in refused(desk, drop / "a.md")
    (inbox.parent / "notes.md").touch()
    inbox.rename(inbox.parent / "other")
    assert "A file of" in refused(desk, inbox.parent)


def test_what_is_no_file_or_folder_to_write_to_is_refused(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "loop.md").symlink_to("loop.md")
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "notes.txt").touch()
    assert "symbolic links" in refused(desk, tmp_path / "loop.md")
    assert "neither a file nor a folder" in refused(desk, tmp_path / "pipe.md")
    assert "no Markdown file" in refused(desk, tmp_path / "notes.txt")
    assert "There is no" in refused(desk, tmp_path / "nowhere")
    assert "There is no" in refused(desk, tmp_path / "nowhere" / "memory.md")


def test_a_network_file_system_is_refused(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from store import files

    (tmp_path / "far").mkdir()
    monkeypatch.setattr(files, "_file_system", lambda _: "nfs4")
    assert "lies on a network file system" in refused(desk, tmp_path / "far")


def test_a_file_that_is_still_to_be_written_may_be_watched(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "agent").mkdir()
    path = tmp_path / "agent" / "memory.md"
    desk.intake.watch_add(path)
    desk.intake.scan(settle=0)
    path.write_text("- [2026-05-11] (knowledge) one. Source: me.\n")
    assert desk.intake.scan(settle=0).captured == 1


def test_a_link_is_watched_where_it_leads_and_a_place_only_once(desk: Desk, inbox: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(inbox.parent)
    assert desk.intake.watch_add(tmp_path / "link" / "memory.md").path == str(inbox)
    assert len(desk.intake.watches()) == 1
    desk.intake.watch_remove(tmp_path / "link" / "memory.md")
    assert desk.intake.watches() == ()
    with pytest.raises(Refusal, match="is not watched"):
        desk.intake.watch_remove(inbox)


def test_reading_alone_watches_and_reads_nothing(desk: Desk, inbox: Path) -> None:
    from store.database import Store

    reader = Desk(Store(desk.path, read_only=True), desk._clock, desk.person)
    for act in (lambda: reader.intake.watch_add(inbox), reader.intake.scan, reader.intake.blank_after_archive):
        with pytest.raises(Refusal) as caught:
            act()
        assert caught.value.kind is RefusalKind.READ_ONLY
    assert len(reader.intake.watches()) == 1
