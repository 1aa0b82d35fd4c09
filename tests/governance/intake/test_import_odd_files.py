"""Files that are hard to read: every byte is kept, nothing is invented, one bad file blocks no other."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from store.database import Store
from store.views.archive import undistilled
from store.views.reader import Reader
from tests.builders import AT
from tests.governance.intake.memories import (
    SAMPLE,
    TODAY,
    adds_up,
    by_text,
    item,
    items,
    of,
    put,
    rows,
    segment_bytes,
    sound,
    take_in,
    topic,
)


def test_one_line_of_prose_with_a_byte_order_mark_is_kept_and_nothing_is_invented(store: Store, tmp_path: Path) -> None:
    raw = "\ufeffWe moved the buoy on 2026-05-11 because of the dredger.".encode()
    home = put(tmp_path / "m", {"2026-05-12.md": raw})
    report = take_in(store, home)
    one = next(iter(items(store).values()))
    assert one["text"] == "We moved the buoy on 2026-05-11 because of the dredger."
    assert (one["kind"], one["status"], one["confidence"], one["source_state"]) == (None, None, None, "none")
    assert one["drift"] == "kind-missing source-missing date-missing"
    assert "date" not in one["words"]
    assert one["words"]["date_hint"] == "2026-05-12"
    assert one["id"] == "mem-2026-05-12-001"
    assert segment_bytes(store, "2026-05-12.md") == [raw]
    assert report.drift == 1
    assert sound(store)


def test_dates_in_headings_stay_hints(store: Store, tmp_path: Path) -> None:
    text = "# Log\n\n## Dredging (2026-05-14)\n\n- the channel is deeper now\n- 水深は六メートル\n"
    home = put(tmp_path / "m", {"notes.md": text})
    take_in(store, home)
    for one in items(store).values():
        assert one["words"]["date_hint"] == "2026-05-14"
        assert "date-missing" in one["drift"]
        assert one["id"].startswith("mem-2026-05-14-")
        assert isinstance(one["words"]["fact"], dict)


def test_a_long_plain_page_gives_items_anchored_in_its_bytes(store: Store, tmp_path: Path) -> None:
    text = "> This page warns about itself.\n\n# Harbour\n\n" + "".join(
        f"- **Rule {n}**: see [[page-{n}]] before you {'x' * 400}\n" for n in range(40)
    )
    home = put(tmp_path / "m", {"MEMORY.md": text})
    report = take_in(store, home)
    assert segment_bytes(store, "MEMORY.md") == [text.encode()]
    assert of(report, "MEMORY.md").drift == len(items(store)) >= 40
    assert all(isinstance(one["words"]["fact"], dict) for one in items(store).values())
    assert all(one["status"] is None for one in items(store).values())


@pytest.mark.parametrize(
    "encoded",
    [
        pytest.param(lambda text: text.encode("utf-16"), id="UTF-16 with its mark"),
        pytest.param(lambda text: "\ufeff".encode("utf-16-be") + text.encode("utf-16-be"), id="UTF-16 the other way"),
        pytest.param(lambda text: "\ufeff".encode() + text.encode(), id="UTF-8 with a mark"),
        pytest.param(lambda text: text.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(lambda text: text.replace("\n", "\r\n").encode("utf-16"), id="UTF-16 and CRLF"),
    ],
)
def test_the_same_words_in_another_encoding_are_the_same_item(store: Store, tmp_path: Path, encoded: object) -> None:
    text = topic(item("The crane — «Élan» — is slow 遅い."))
    assert callable(encoded)
    raw = encoded(text)
    report = take_in(store, put(tmp_path / "m", {"topics/notes.md": raw}))
    assert report.new == 1
    one = items(store)["mem-2026-05-11-001"]
    assert one["text"] == "The crane — «Élan» — is slow 遅い."
    assert isinstance(one["words"]["fact"], dict)
    assert segment_bytes(store, "topics/notes.md") == [raw]
    plain = take_in(store, put(tmp_path / "plain", {"topics/notes.md": text}))
    assert (plain.new, plain.known) == (0, 1)
    assert sound(store)


def test_both_sides_of_a_merge_conflict_are_kept_for_review(store: Store, tmp_path: Path) -> None:
    ours, theirs = item("The quota is 400 GB."), item("The quota is 640 GB.", "mem-2026-05-11-002")
    text = topic(f"<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> other\n")
    report = take_in(store, put(tmp_path / "m", {"topics/notes.md": text}))
    assert {one["drift"] for one in items(store).values()} == {"conflict-marker"}
    assert set(by_text(store)) == {"The quota is 400 GB.", "The quota is 640 GB."}
    assert any("conflict" in words for _, words in of(report, "topics/notes.md").notes)
    assert segment_bytes(store, "topics/notes.md") == [text.encode()]


def test_bytes_that_spell_nothing_stay_in_the_segment_and_mark_the_item(store: Store, tmp_path: Path) -> None:
    raw = topic(item("The crane is sl@w.")).encode().replace(b"@", b"\xff\xfe") + b"\n<!-- \x80\x00 -->\n"
    report = take_in(store, put(tmp_path / "m", {"topics/notes.md": raw}))
    one = items(store)["mem-2026-05-11-001"]
    assert one["drift"] == "unreadable"
    assert "\ufffd" in one["text"]
    assert report.drift == 1
    assert segment_bytes(store, "topics/notes.md") == [raw]
    assert sound(store)


def test_frontmatter_with_bad_bytes_or_bad_yaml_does_not_stop_the_page(store: Store, tmp_path: Path) -> None:
    broken = (
        b"---\ntitle: Pier: north\nlayer: warm\ntriggers:\n  - sl\xffw\n---\n\n# P\n\n" + item("It is slow.").encode()
    )
    report = take_in(store, put(tmp_path / "m", {"topics/pier.md": broken}))
    assert (report.new, report.topics) == (1, 1)
    assert segment_bytes(store, "topics/pier.md") == [broken]
    assert sound(store)


def test_a_lone_carriage_return_is_no_line_end(store: Store, tmp_path: Path) -> None:
    text = topic(item("Type `$'\r'` to go on."))
    take_in(store, put(tmp_path / "m", {"topics/notes.md": text}))
    assert segment_bytes(store, "topics/notes.md") == [text.encode()]
    assert len(items(store)) == 1


def test_one_bad_file_is_refused_whole_and_the_others_come_in(store: Store, tmp_path: Path) -> None:
    home = put(
        tmp_path / "m",
        {
            "topics/bad.md": b"# Bad\n\n- a\n\x00\x00" + b"x\x00" * 40,
            "topics/good.md": topic(item("The crane is slow.")),
            "topics/locked.md": topic(item("Nobody can read this.", "mem-2026-05-11-002")),
        },
    )
    (home / "topics/locked.md").unlink()
    os.mkfifo(home / "topics/locked.md")
    report = take_in(store, home)
    assert report.partial
    assert (report.new, report.read) == (1, 1)
    assert "Line 4" in (of(report, "topics/bad.md").failed or "")
    assert "regular file" in (of(report, "topics/locked.md").failed or "")
    assert rows(store, "SELECT outcome FROM runs WHERE to_seq IS NULL") == [("partial",)]
    assert segment_bytes(store, "topics/bad.md") == []
    assert adds_up(report)
    assert sound(store)


def test_a_name_that_is_no_text_is_spelled_out(store: Store, tmp_path: Path) -> None:
    home = put(tmp_path / "m", {"topics/.keep": ""})
    odd = os.fsencode(home) + b"/topics/caf\xe9.md"
    Path(os.fsdecode(odd)).write_text(topic(item("The crane is slow.")))
    report = take_in(store, home)
    assert report.new == 1
    assert of(report, "topics/caf\\udce9.md").new == 1
    assert items(store)["mem-2026-05-11-001"]["words"]["file"] == "topics/caf\\udce9.md"
    assert sound(store)


def test_an_empty_file_is_a_place_and_nothing_else(store: Store, tmp_path: Path) -> None:
    report = take_in(store, put(tmp_path / "m", {"memory.md": b"", "topics/.keep": ""}))
    assert (report.read, report.blocks, report.run) == (0, 0, None)
    assert rows(store, "SELECT count(*) FROM holders WHERE to_seq IS NULL") == [(1,)]
    assert sound(store)


def test_a_fact_that_is_no_stretch_of_bytes_is_kept_as_text(store: Store, tmp_path: Path) -> None:
    take_in(store, put(tmp_path / "m", {"topics/notes.md": topic(item("The crane is slow.  \n  So is the tide."))}))
    one = items(store)["mem-2026-05-11-001"]
    assert one["text"] == one["words"]["fact"] == "The crane is slow.\nSo is the tide."


def test_a_wrapped_line_is_cited_and_read_as_one(store: Store, tmp_path: Path) -> None:
    take_in(store, put(tmp_path / "m", {"topics/notes.md": topic(item("The crane is\n  slow in winter."))}))
    one = items(store)["mem-2026-05-11-001"]
    assert one["text"] == "The crane is slow in winter."
    assert isinstance(one["words"]["fact"], dict)


def test_what_can_be_no_item_in_a_document_waits_for_nobody(store: Store, tmp_path: Path) -> None:
    parts = (
        "- [ ] paint the pier\n- [x] oil the crane\n",
        "- [Cranes](cranes.md) - all of them\n- [[tides]]\n",
        "- -> see cranes.md\n",
        "| a | b |\n| - | - |\n| 1 | 2 |\n",
        "```\nmake\n```\n",
        "> [!NOTE]\n> a callout\n",
        "- `make all`\n",
    )
    home = put(
        tmp_path / "m", {"notes.md": "# Notes\n\n" + "\n---\n\n".join(parts) + "\nA line of prose.\n\n- a bullet\n"}
    )
    take_in(store, home)
    assert {one["text"] for one in items(store).values()} == {"A line of prose.", "a bullet"}
    entries = rows(store, "SELECT seq FROM blocks WHERE to_seq IS NULL AND entry = 1")
    assert {row[0] for row in entries} == {one["block"] for one in items(store).values()}
    assert segment_bytes(store, "notes.md") == [(home / "notes.md").read_bytes()]
    assert waiting(store) == 0


def test_a_day_of_the_archive_keeps_every_entry_waiting(store: Store, tmp_path: Path) -> None:
    day = "# Day\n\n- [ ] paint the pier\n\n```\nmake\n```\n\n| a |\n| - |\n\nA line.\n"
    take_in(store, put(tmp_path / "m", {"archive/2026-05-11.md": day, "topics/.keep": ""}))
    assert waiting(store) == 4


def test_the_sample_has_thirteen_entries_that_wait(store: Store) -> None:
    take_in(store, SAMPLE)
    assert waiting(store) == 13


def waiting(store: Store) -> int:
    with store.reading() as conn:
        return len(undistilled(Reader(conn, now=AT, day_of=lambda _: TODAY)))
