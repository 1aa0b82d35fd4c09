"""What stands in an inbox file: items of both forms are captured, other content is kept with its line and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.desk import Desk
from governance.intake.inbox.records import contents_of
from store import log
from store.records.words import Door, Fault, Flag
from tests.governance.intake.inbox.inboxes import append, captured, line, quarantined, secret, texts

STRUCTURED = """- [2026-05-21] (state) Local default model is `small-a`.
  - id: mem-2026-05-21-001
  - kind: state
  - subject: local:default-model
  - Scope: environment
  - Status: active
  - inspired_by: hyp-7
  - corroborating_refs:
    - archive/2026-05-20.md#2
  - Source: explicit user preference
  - Confidence-Scheme: epistemic-status-v1
  - Confidence: observed-once
"""


def read(desk: Desk, path: Path, raw: bytes) -> None:
    path.write_bytes(raw)
    desk.intake.scan(settle=0)


def test_both_forms_of_the_protocol_are_captured_with_all_their_fields(desk: Desk, inbox: Path) -> None:
    short = "- [2026-05-11] [mem-2026-05-11-007] (knowledge) State lives on writable storage. Source: the user.\n"
    read(desk, inbox, ("# 2026-06-01\n\n" + short + STRUCTURED).encode())
    first, second = (row for row in sorted(captured(desk), key=lambda row: row.id))
    assert (first.id, first.text) == ("mem-2026-05-11-007", "State lives on writable storage.")
    strip = second.strip
    assert strip is not None
    assert (second.id, strip.kind, strip.subject, strip.confidence, strip.source) == (
        "mem-2026-05-21-001",
        "state",
        "local:default-model",
        "observed-once",
        "explicit user preference",
    )
    assert second.text == "Local default model is `small-a`."
    assert {row.findings for row in captured(desk)} == {()}, "Status: active is no finding"
    assert quarantined(desk) == []
    assert {row.door for row in captured(desk)} == {Door.FILE}
    assert {str(row.assurance) for row in captured(desk)} == {"claimed"}, "whose file it is does not say who wrote"


def test_a_record_is_kept_byte_for_byte_with_its_file_and_line(desk: Desk, inbox: Path) -> None:
    record = "* [2026-05-11]  (knowledge)  Hard-wrapped words\n  go on here,\r\n  and here. Source: `me`.\n"
    read(desk, inbox, b"# 2026-06-01\n\n" + record.encode())
    with desk.store.reading() as conn:
        kept = [log.payload(conn, seq) for seq in range(1, log.head(conn)[0] + 1)]
    (payload,) = [one for one in kept if one and "capture" in one]
    assert payload["bytes"] == record
    assert (payload["words"]["file"], payload["words"]["line"]) == (str(inbox), 3)
    assert texts(desk) == ["Hard-wrapped words go on here, and here."]


def test_what_a_writer_may_not_set_is_taken_off_and_told(desk: Desk, inbox: Path) -> None:
    more = "  - approved_by: root\n  - Status: superseded\n  - colour: red\n"
    read(desk, inbox, (STRUCTURED + more).replace("  - Status: active\n", "").encode())
    (row,) = captured(desk)
    assert set(row.findings) == {Flag.FIELD_STRIPPED, Flag.FIELD_UNKNOWN}


ODD = {
    "an empty task box": "- [ ] a",
    "a ticked box": "- [x] b",
    "a half-ticked box": "- [/] d",
    "a forwarded box": "- [>] e",
    "a callout": "> [!warning] f",
    "a line of a transcript": "- [00:00:11] g",
    "a numbered mark": "- [1] h",
    "an empty mark": "- [] i",
    "a link": "- [link](u) j",
    "a footnote": "- [^1] k",
    "a line without a dash": "loose words",
    "a table": "| a | b |\n|---|---|\n| 1 | 2 |",
    "a fence": "```\n- [2026-05-11] (knowledge) x. Source: y.\n```",
    "a fence that is never closed": "```\n- [2026-05-11] (knowledge) x. Source: y.",
    "words over dashes": "loose words\n---",
    "a numbered line": "1. first",
    "words behind a comment": "<!-- c --> - [2026-05-11] (knowledge) x. Source: y.",
    "a comment that is never closed": "<!-- c\n- [2026-05-11] (knowledge) x. Source: y.",
    "HTML": "<div>words</div>",
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_content_that_is_no_item_goes_to_quarantine_with_file_line_and_reason(
    desk: Desk, inbox: Path, odd: str
) -> None:
    read(desk, inbox, f"# 2026-06-01\n\n{odd}\n".encode())
    (kept,) = quarantined(desk)
    assert (kept.raw, kept.file, kept.line, kept.fault) == (odd, str(inbox), 3, Fault.UNREADABLE)
    assert kept.faults[0][1].endswith(".")
    assert captured(desk) == []


@pytest.mark.parametrize("odd", ["- [decision] z", "- words of no source", "* [not-a-date] words"], ids=str)
def test_a_line_without_what_it_needs_is_refused_with_every_field_named(desk: Desk, inbox: Path, odd: str) -> None:
    read(desk, inbox, f"{odd}\n".encode())
    (kept,) = quarantined(desk)
    assert (kept.fault, kept.faults[0][0], kept.line) == (Fault.SCHEMA, "source", 1)


def test_headings_blank_lines_comments_and_rules_are_nothing(desk: Desk, inbox: Path) -> None:
    read(
        desk,
        inbox,
        b"\xef\xbb\xbf---\ntitle: x\n---\n# 2026-06-01\n\n## More\n<!-- words\n over lines -->\n\n***\n- \n",
    )
    assert (captured(desk), quarantined(desk)) == ([], [])


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_byte_order_marks_line_ends_and_utf_16_are_read_past(desk: Desk, inbox: Path, codec: str, ending: str) -> None:
    text = f"# 2026-06-01\n\n{line('günstig, 東京 and 🙂')}{STRUCTURED}".replace("\n", ending)
    read(desk, inbox, text.encode(codec))
    assert texts(desk) == ["Local default model is `small-a`.", "günstig, 東京 and 🙂."]
    assert quarantined(desk) == []
    assert desk.verify(replay=True).ok


def test_a_lone_carriage_return_parts_no_item(desk: Desk, inbox: Path) -> None:
    read(desk, inbox, line("the byte `$'\r'` ends no line").encode())
    assert len(captured(desk)) == 1
    assert quarantined(desk) == []


def test_bytes_that_are_no_text_harm_no_neighbour(desk: Desk, inbox: Path) -> None:
    read(desk, inbox, line("one").encode() + b"- [2026-05-11] (knowledge) b\xffd. Source: me.\n" + line("two").encode())
    assert texts(desk) == ["one.", "two."]
    (kept,) = quarantined(desk)
    assert (kept.line, kept.raw) == (2, "- [2026-05-11] (knowledge) b\ufffdd. Source: me.")
    assert desk.verify(replay=True).ok


def test_both_sides_of_a_merge_conflict_are_kept_for_review(desk: Desk, inbox: Path) -> None:
    sides = line("port 80"), line("port 81")
    marked = f"{line('before')}<<<<<<< HEAD\n{sides[0]}=======\n{sides[1]}>>>>>>> other\n{line('after')}"
    read(desk, inbox, marked.encode())
    assert texts(desk) == ["after.", "before."]
    kept = quarantined(desk)
    assert [(one.raw, one.line) for one in kept] == [(sides[0].strip(), 3), (sides[1].strip(), 5)]
    assert {one.faults[0][1][:42] for one in kept} == {"It stands in an unresolved merge conflict:"}


def test_no_byte_of_a_credential_is_kept_also_where_it_goes_over_several_records(desk: Desk, inbox: Path) -> None:
    from tests.governance.rules.shapes import lines, pem

    key = pem("OPENSSH", lines(3) + "\n\n- " + lines(2))
    hidden = secret()
    read(desk, inbox, f"{line('before')}\n## Keys\n{key}\n\n{line(f'the token is {hidden}')}".encode())
    assert "before." in texts(desk)
    raw = desk.path.read_bytes() + desk.path.with_name(desk.path.name + "-wal").read_bytes()
    for part in (hidden, lines(3).splitlines()[0], lines(2).splitlines()[1]):
        assert part.encode() not in raw
    assert {one.raw for one in quarantined(desk)} == {None}
    assert {one.file for one in quarantined(desk)} == {str(inbox)}


def test_a_file_that_is_no_text_is_told_and_taken_when_it_is_one(desk: Desk, inbox: Path) -> None:
    for raw in (bytes(1000), b"\xff\xfe\0\0a\0\0\0", "- x".encode("utf-16") + b"\n"):
        read(desk, inbox, raw)
        (view,) = desk.intake.watches()
        assert view.trouble is not None
        assert view.trouble.startswith("line 1:")
    read(desk, inbox, line("back again").encode())
    assert texts(desk) == ["back again."]
    assert desk.intake.watches()[0].trouble is None


def test_a_long_file_is_read_within_a_moment() -> None:
    raw = "".join(line(f"fact {n}") for n in range(5_000)).encode()
    assert len(contents_of("memory.md", raw).records) == 5_000


def test_a_record_that_goes_on_later_is_a_record_of_its_own(desk: Desk, inbox: Path) -> None:
    append(inbox, line("one"))
    desk.intake.scan(settle=0)
    append(inbox, "<!-- a note -->\n" + line("two"))
    assert desk.intake.scan(settle=0).captured == 1
    assert texts(desk) == ["one.", "two."]
