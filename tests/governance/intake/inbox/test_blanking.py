"""A file is rewritten blank once all of it was taken, and nobody who writes to it at that moment loses a word."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk
from governance.intake.inbox import blanking, files, scanning, taking_in
from store.watches import Watch, watches
from tests.governance.builders import sound
from tests.governance.intake.inbox.inboxes import append, line, once_each, quarantined, replace, secret, texts

BLANK = "# 2026-06-01\n"


def taken_and_blanked(desk: Desk) -> dict[str, str]:
    """What became of each file, by its name, when it was read and rewritten as an archive pass does it."""
    desk.intake.scan(settle=0)
    return {Path(path).name: became for path, became in desk.intake.blank_after_archive()}


def beside(inbox: Path) -> list[str]:
    return sorted(one.name for one in inbox.parent.iterdir() if one != inbox)


def test_a_file_that_was_wholly_taken_is_rewritten_with_its_date_header(desk: Desk, inbox: Path) -> None:
    append(inbox, line("one") + "- loose words\n")
    inbox.chmod(0o664)
    assert taken_and_blanked(desk) == {"memory.md": "It was rewritten blank."}
    assert (inbox.read_text(), inbox.stat().st_mode & 0o777, beside(inbox)) == (BLANK, 0o664, [])
    assert taken_and_blanked(desk) == {}, "nothing stands in it"
    append(inbox, line("two") + "- loose words\n")
    assert taken_and_blanked(desk) == {"memory.md": "It was rewritten blank."}
    assert (texts(desk), len(quarantined(desk))) == (["one.", "two."], 1)
    with desk.store.reading() as conn:
        assert [(one.kind, one.generation) for one in watches(conn)] == [("file", 3)]


def test_byte_order_marks_frontmatter_and_line_ends_stay(desk: Desk, inbox: Path) -> None:
    inbox.write_bytes(b"\xef\xbb\xbf---\r\ntitle: x\r\n---\r\n" + line("one").replace("\n", "\r\n").encode())
    taken_and_blanked(desk)
    assert inbox.read_bytes() == b"\xef\xbb\xbf---\r\ntitle: x\r\n---\r\n# 2026-06-01\r\n"
    inbox.write_bytes(line("two").encode("utf-16"))
    taken_and_blanked(desk)
    assert inbox.read_bytes() == BLANK.encode("utf-16")
    append(inbox, "")
    assert texts(desk) == ["one.", "two."]


def test_a_file_with_a_credential_is_left_and_told_until_it_is_taken_out(desk: Desk, inbox: Path) -> None:
    append(inbox, line("one") + line(f"the token is {secret()}"))
    before = inbox.read_bytes()
    told = taken_and_blanked(desk)["memory.md"]
    assert "line 3 was refused and not kept" in told
    assert inbox.read_bytes() == before
    replace(inbox, line("one"))
    assert taken_and_blanked(desk) == {"memory.md": "It was rewritten blank."}


def test_a_record_too_long_to_be_kept_whole_is_left(desk: Desk, inbox: Path) -> None:
    append(inbox, line("word " * 10_000))
    assert "line 2 was refused" in taken_and_blanked(desk)["memory.md"]


def test_a_file_that_was_written_to_since_is_left(desk: Desk, inbox: Path) -> None:
    append(inbox, line("one"))
    desk.intake.scan(settle=0)
    append(inbox, line("two"))
    (told,) = desk.intake.blank_after_archive()
    assert "somebody wrote to it meanwhile" in told[1]
    assert inbox.read_text() == BLANK + line("one") + line("two")
    append(inbox, "- half a li")
    assert "wrote to it meanwhile" in taken_and_blanked(desk)["memory.md"]


def test_what_is_written_through_an_inode_that_was_open_is_taken(desk: Desk, inbox: Path) -> None:
    append(inbox, line("one"))
    with inbox.open("a", encoding="utf-8") as held:
        assert "still has it open" in taken_and_blanked(desk)["memory.md"]
        assert inbox.read_text() == BLANK
        for words in ("two", "three"):
            held.write(line(words))
            held.flush()
            assert desk.intake.scan(settle=0).captured == 1
            assert len(beside(inbox)) == 1
        append(inbox, line("four"))
        held.write(line("five").rstrip("\n"))
    assert desk.intake.scan(settle=0).captured == 2, "nobody can end that line any more"
    assert texts(desk) == ["five.", "four.", "one.", "three.", "two."]
    assert beside(inbox) == []
    with desk.store.reading() as conn:
        assert [one.kind for one in watches(conn)] == ["file"]


def test_a_former_content_that_grew_since_it_was_read_is_not_removed(
    desk: Desk, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = taking_in.take_in

    def late(intake: Any, place: Watch, *more: Any) -> None:
        really(intake, place, *more)
        if place.kind == "old":
            monkeypatch.setattr(scanning, "take_in", really)
            append(Path(place.path), line("late"))

    append(inbox, line("one"))
    desk.intake.scan(settle=0)
    monkeypatch.setattr(scanning, "take_in", late)
    desk.intake.blank_after_archive()
    assert len(beside(inbox)) == 1
    desk.intake.scan(settle=0)
    assert (texts(desk), beside(inbox)) == (["late.", "one."], [])


@pytest.mark.parametrize("exchanges", [True, False], ids=["in one step", "where the system has none"])
def test_what_is_written_between_the_look_and_the_rename_is_taken(
    desk: Desk, inbox: Path, monkeypatch: pytest.MonkeyPatch, exchanges: bool
) -> None:
    really, swap = files.exchange, blanking._swap

    def late(former: str, path: str) -> bool:
        append(inbox, line("in the last moment"))
        return swap(former, path)

    monkeypatch.setattr(blanking, "_swap", late)
    monkeypatch.setattr(files, "exchange", really if exchanges else lambda *_: False)
    append(inbox, line("one"))
    assert taken_and_blanked(desk) == {
        "memory.md": "It was rewritten blank. 1 came to it in that moment, and was taken."
    }
    assert texts(desk) == ["in the last moment.", "one."]
    assert (inbox.read_text(), beside(inbox)) == (BLANK, [])


@pytest.mark.parametrize("exchanges", [True, False], ids=["in one step", "where the system has none"])
def test_a_file_that_takes_its_place_in_the_last_moment_is_not_lost(
    desk: Desk, inbox: Path, monkeypatch: pytest.MonkeyPatch, exchanges: bool
) -> None:
    really, swap = files.exchange, blanking._swap

    def late(former: str, path: str) -> bool:
        replace(inbox, line("another one"))
        return swap(former, path)

    monkeypatch.setattr(blanking, "_swap", late)
    monkeypatch.setattr(files, "exchange", really if exchanges else lambda *_: False)
    append(inbox, line("one"))
    taken_and_blanked(desk)
    desk.intake.scan(settle=0)
    assert texts(desk) == ["another one.", "one."]


def test_a_link_that_takes_its_place_is_put_back(
    desk: Desk, inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere.md").write_text(line("private"))
    swap = blanking._swap

    def late(former: str, path: str) -> bool:
        inbox.unlink()
        inbox.symlink_to(tmp_path / "elsewhere.md")
        return swap(former, path)

    monkeypatch.setattr(blanking, "_swap", late)
    append(inbox, line("one"))
    assert "left as it is" in taken_and_blanked(desk)["memory.md"]
    assert inbox.is_symlink()
    desk.intake.scan(settle=0)
    assert texts(desk) == ["one."]
    assert "link" in str(desk.intake.watches()[0].trouble)


def test_a_folder_that_cannot_be_written_leaves_the_file_and_says_so(
    desk: Desk, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    append(inbox, line("one"))
    monkeypatch.setattr(files, "write_new", refuses)
    assert "could not be rewritten (Permission denied)" in taken_and_blanked(desk)["memory.md"]
    assert inbox.read_text() == BLANK + line("one")


def test_a_process_that_dies_before_the_rename_leaves_everything_to_the_next(
    desk: Desk, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(*_: object) -> bool:
        raise KeyboardInterrupt

    append(inbox, line("one"))
    with monkeypatch.context() as patch:
        patch.setattr(blanking, "_change_places", dies)
        with pytest.raises(KeyboardInterrupt):
            taken_and_blanked(desk)
    assert inbox.read_text() == BLANK + line("one")
    assert taken_and_blanked(desk) == {"memory.md": "It was rewritten blank."}
    assert (texts(desk), beside(inbox)) == (["one."], [])
    sound(desk)


def test_agents_append_all_the_time_while_it_is_blanked_again_and_again(desk: Desk, inbox: Path) -> None:
    def agent(name: str) -> None:
        for n in range(150):
            append(inbox, line(f"agent {name} {n}"))

    agents = [threading.Thread(target=agent, args=(name,)) for name in "ab"]
    for one in agents:
        one.start()
    blanked = 0
    while any(one.is_alive() for one in agents):
        blanked += "It was rewritten" in taken_and_blanked(desk).get("memory.md", "")
    for one in agents:
        one.join()
    for _ in range(3):
        blanked += "It was rewritten" in taken_and_blanked(desk).get("memory.md", "")
    assert blanked
    assert texts(desk) == sorted(f"agent {name} {n}." for name in "ab" for n in range(150))
    once_each(desk)
    assert (inbox.read_text(), beside(inbox)) == (BLANK, [])
    sound(desk)


def test_the_lease_that_asks_for_writers_sees_one_in_another_thread(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("x")
    assert files.is_written(str(path)) is False
    with path.open("a"):
        assert files.is_written(str(path)) is True
    assert files.is_written(str(path)) is False
