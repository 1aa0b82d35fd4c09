"""A drop folder: whatever is dropped is read once when it is whole, and goes; nothing that lies there does harm."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import pytest

from governance.desk import Desk
from governance.intake.inbox import files
from store.records.words import Door
from tests.governance.builders import sound
from tests.governance.intake.inbox.inboxes import captured, line, quarantined, secret, settled, texts


def one(words: str, **more: object) -> str:
    return json.dumps({"text": words, "source": "seen by codex", "kind": "knowledge", **more})


def left(drop: Path) -> list[str]:
    return sorted(str(path.relative_to(drop)) for path in drop.rglob("*"))


FORMS = {
    "one capture": ("a.json", one("one")),
    "a list": ("a.json", f"[{one('one')},\n{one('two')}]"),
    "one on each line": ("a.jsonl", f"{one('one')}\n\n{one('two')}"),
    "one on each line, named .json (B20)": ("a.json", f"{one('one')}\n{one('two')}\n"),
    "Markdown": ("a.md", "# Notes\n\n" + line("one") + line("two")),
    "an ending in capitals": ("a.JSONL", one("one")),
}


@pytest.mark.parametrize(("name", "text"), FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_every_form_is_taken_and_the_file_goes(desk: Desk, drop: Path, name: str, text: str, codec: str) -> None:
    (drop / name).write_bytes(text.encode(codec))
    settled(drop / name, desk)
    report = desk.intake.scan()
    assert report.captured == len(captured(desk)) == text.count("one") + text.count("two") - text.count("on each")
    assert left(drop) == []
    assert {row.door for row in captured(desk)} == {Door.DROP}
    assert desk.intake.scan().captured == 0


def test_a_file_with_something_refused_is_moved_and_overwrites_nothing(desk: Desk, drop: Path) -> None:
    for n in range(3):
        (drop / "a.jsonl").write_text(f"{one(f'fact {n}')}\nno json {n}\n{one(f'token {secret()}')}\n")
        desk.intake.scan(settle=0)
    assert left(drop) == ["refused", "refused/a-2.jsonl", "refused/a-3.jsonl", "refused/a.jsonl"]
    assert texts(desk) == ["fact 0", "fact 1", "fact 2"]
    kept = quarantined(desk)
    assert sorted((str(each.fault), each.line) for each in kept) == [("secret", 3)] * 3 + [("unreadable", 2)] * 3
    assert {each.file for each in kept} == {str(drop / "a.jsonl")}
    assert "no json 2" in (drop / "refused" / "a-3.jsonl").read_text()


def test_a_lone_surrogate_harms_no_neighbour_b51(desk: Desk, drop: Path) -> None:
    lines = [one("before"), '{"text": "hi \\ud83d there", "source": "me"}', one("after")]
    (drop / "a.jsonl").write_text("\n".join(lines) + "\n")
    assert desk.intake.scan(settle=0).captured == 3
    assert texts(desk) == ["after", "before", "hi \ufffd there"]
    sound(desk)


def test_a_name_that_is_no_text_is_taken_and_told_spelled_out_b51(desk: Desk, drop: Path) -> None:
    raw = os.fsencode(drop) + b"/\xff\x1b[31m.md"
    Path(os.fsdecode(raw)).write_text(line("one") + "- no source\n")
    report = desk.intake.scan(settle=0)
    assert report.captured == 1
    (kept,) = quarantined(desk)
    assert kept.file == f"{drop}/\\udcff\x1b[31m.md"
    assert [os.fsencode(each.name) for each in (drop / "refused").iterdir()] == [b"\xff\x1b[31m.md"]
    sound(desk)


def test_a_file_that_is_still_being_written_waits(desk: Desk, drop: Path) -> None:
    path = drop / "a.jsonl"
    path.write_text(one("one") + "\n")
    settled(path, desk, 1)
    assert desk.intake.scan().waiting == 1
    path.write_text(one("one") + "\n" + one("two")[:20])
    settled(path, desk, 1)
    assert desk.intake.scan(settle=0).waiting == 1, "half a line waits though nobody asks to wait"
    path.write_text(one("one") + "\n" + one("two"))
    settled(path, desk, 3)
    assert desk.intake.scan().captured == 2


def test_links_pipes_sockets_folders_and_hidden_files_are_left_and_told(desk: Desk, drop: Path, tmp_path: Path) -> None:
    private = tmp_path / "private.md"
    private.write_text(line("private"))
    (drop / "link.md").symlink_to(private)
    (drop / "loop.md").symlink_to("loop.md")
    (drop / "away.json").symlink_to("nowhere")
    (drop / "folder.md").mkdir()
    (drop / ".hidden.md").write_text(line("hidden"))
    (drop / "x.tmp").write_text(line("another kind"))
    os.mkfifo(drop / "pipe.json")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(drop / "s.md"))
        before = left(drop)
        report = desk.intake.scan(settle=0)
    assert (report.captured, report.refused, captured(desk), left(drop)) == (0, 0, [], before)
    sentences = next(place for place in report.places if place.kind == "folder").sentences
    assert sorted(each.partition(":")[0] for each in sentences) == [
        "away.json",
        "folder.md/",
        "link.md",
        "loop.md",
        "pipe.json",
        "s.md",
    ]
    assert private.exists()


def test_a_huge_file_and_one_that_is_no_text_are_moved_without_being_read(desk: Desk, drop: Path) -> None:
    with (drop / "huge.json").open("wb") as stream:
        stream.truncate(files.LARGEST + 1)
    (drop / "zeros.md").write_bytes(bytes(4096) + b"\n")
    (drop / "deep.json").write_text("[" * 100_000 + "\n")
    (drop / "good.json").write_text(one("good") + "\n")
    report = desk.intake.scan(settle=0)
    assert texts(desk) == ["good"]
    assert left(drop) == ["refused", "refused/deep.json", "refused/huge.json", "refused/zeros.md"]
    assert "larger than 16 MB" in " ".join(report.places[0].sentences)


def test_a_folder_of_refused_files_that_leads_elsewhere_gets_nothing(desk: Desk, drop: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (drop / "refused").symlink_to(tmp_path / "elsewhere")
    (drop / "a.md").write_text("- no source\n")
    for _ in range(3):
        report = desk.intake.scan(settle=0)
    assert "could not be moved" in " ".join(report.places[0].sentences)
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert len(quarantined(desk)) == 1


def test_a_file_that_is_written_to_while_it_is_taken_stays_and_gives_the_rest(
    desk: Desk, drop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = files.drop_away

    def late(path: str, found: files.Read) -> bool:
        with Path(path).open("a") as stream:
            stream.write(one("two") + "\n")
        return away(path, found)

    (drop / "a.jsonl").write_text(one("one") + "\n")
    with monkeypatch.context() as patch:
        patch.setattr(files, "drop_away", late)
        assert desk.intake.scan(settle=0).captured == 1
    assert left(drop) == ["a.jsonl"]
    assert desk.intake.scan(settle=0).captured == 1
    assert (texts(desk), left(drop)) == (["one", "two"], [])


def test_a_burst_of_files_is_taken_whole(desk: Desk, drop: Path) -> None:
    for n in range(1_000):
        (drop / f"{n}.json").write_text(one(f"fact {n}") + "\n")
    assert desk.intake.scan(settle=0).captured == 1_000
    assert left(drop) == []


def test_what_is_dropped_again_is_known(desk: Desk, drop: Path) -> None:
    for _ in range(2):
        (drop / "a.json").write_text(one("one", client_ref="r-1") + "\n")
        report = desk.intake.scan(settle=0)
    assert (report.captured, report.known) == (0, 1)


def test_a_path_that_stands_in_what_was_dropped_is_never_opened(desk: Desk, drop: Path, tmp_path: Path) -> None:
    (tmp_path / "private.md").write_text(line("private"))
    forged = {"text": "x", "source": str(tmp_path / "private.md"), "memdesk-spool": 1, "file": "/etc/passwd"}
    (drop / "a.json").write_text(json.dumps(forged) + "\n")
    desk.intake.scan(settle=0)
    assert texts(desk) == ["x"]


def test_a_record_that_is_no_object_is_refused_as_what_it_is(desk: Desk, drop: Path) -> None:
    (drop / "a.jsonl").write_text('"words"\n17\nnull\n[1]\n')
    desk.intake.scan(settle=0)
    said = [" ".join(sentence for _, sentence in each.faults) for each in quarantined(desk)]
    assert len(said) == 4
    assert all("a capture is an object with text, source and kind" in words for words in said)


def test_what_is_never_taken_is_named_and_no_longer_once_it_is_gone(desk: Desk, drop: Path) -> None:
    (drop / "sub").mkdir()
    (drop / "sub" / "y.json").write_text(one("below"))
    (drop / "x.txt").write_text("words\n")
    (drop / ".hidden").write_text("words\n")
    (drop / "a.json.tmp").write_text("being written")
    (drop / "refused").mkdir()
    [place] = desk.intake.scan(settle=0).places
    told = "sub/, x.txt: left alone; only files of the folder itself are taken, .md, .markdown, .json, .jsonl."
    assert place.sentences == (told,)
    assert desk.intake.watches()[0].trouble == told
    assert desk.intake.scan(settle=0).places[0].sentences == (told,)
    assert texts(desk) == []
    (drop / "x.txt").unlink()
    (drop / "sub" / "y.json").rename(drop / "y.json")
    (drop / "sub").rmdir()
    [place] = desk.intake.scan(settle=0).places
    assert (place.captured, place.sentences) in ((1, ()), (0, ()))
    assert desk.intake.watches()[0].trouble is None


def test_many_files_that_are_never_taken_are_named_in_one_sentence(desk: Desk, drop: Path) -> None:
    for n in range(30):
        (drop / f"{n:02}.png").write_bytes(b"x")
    [place] = desk.intake.scan(settle=0).places
    assert place.sentences[0].startswith("00.png, 01.png, 02.png, 03.png, 04.png and 25 more: left alone;")


def test_what_was_known_already_is_not_counted_as_taken(desk: Desk, drop: Path) -> None:
    for name in ("a.json", "b.json"):
        (drop / name).write_text(one("the same words") + "\n")
        settled(drop / name, desk)
        desk.intake.scan()
    [place] = desk.intake.watches()
    assert place.taken == len(captured(desk)) == 1
