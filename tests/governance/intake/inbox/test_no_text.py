"""A record of a file that holds what is no text is never kept with something else in its place without a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.desk import Desk
from store.records.words import Fault
from tests.governance.builders import sound
from tests.governance.intake.inbox.inboxes import line, quarantined, replace, texts

BAD = {
    "a byte of another encoding": (b"\xff", "bytes that are no text in its encoding"),
    "half a character": (b"\xe2\x82", "bytes that are no text in its encoding"),
    "a surrogate in UTF-8": (b"\xed\xa0\xbd", "bytes that are no text in its encoding"),
    "a NUL byte": (b"\0", "a NUL byte"),
}
PLACES = {
    "in its words": b"- [2026-05-11] (knowledge) The port is @8080 on every host. Source: the runbook.\n",
    "in its source": b"- [2026-05-11] (knowledge) The port is 8080 on every host. Source: the run@book.\n",
    "in its second line": b"- [2026-05-11] (knowledge) The port is\n  8080 on @every host. Source: the runbook.\n",
    "in a field": b"- [2026-05-11] (knowledge) The port is 8080.\n  - subject: gate@port\n  - Source: the runbook\n",
}


@pytest.mark.parametrize(("bad", "what"), BAD.values(), ids=BAD)
@pytest.mark.parametrize("place", PLACES, ids=PLACES)
def test_an_item_with_bytes_that_are_no_text_is_refused_with_file_line_and_reason(
    desk: Desk, inbox: Path, place: str, bad: bytes, what: str
) -> None:
    record = PLACES[place].replace(b"@", bad)
    inbox.write_bytes(b"# 2026-06-01\n\n" + line("before").encode() + record + line("after").encode())
    desk.intake.scan(settle=0)
    assert texts(desk) == ["after.", "before."]
    [kept] = quarantined(desk)
    assert (kept.fault, kept.file, kept.line) == (Fault.UNREADABLE, str(inbox), 4)
    at = 4 + record[: record.index(bad)].count(b"\n")
    assert kept.faults == (("", f"Its line {at} holds {what}: it would be kept with something else in its place."),)
    sound(desk)


def test_half_a_pair_in_utf_16_is_refused_too(desk: Desk, inbox: Path) -> None:
    text = line("The port is @8080 on every host") + line("after")
    inbox.write_bytes(b"\xff\xfe" + text.encode("utf-16-le").replace("@".encode("utf-16-le"), b"\x3d\xd8"))
    desk.intake.scan(settle=0)
    assert texts(desk) == ["after."]
    assert [one.fault for one in quarantined(desk)] == [Fault.UNREADABLE]


def test_a_file_whose_bytes_are_kept_nowhere_as_they_are_is_not_rewritten_blank(desk: Desk, inbox: Path) -> None:
    before = line("one").encode() + line("t@o on every host").encode().replace(b"@", b"\xff")
    inbox.write_bytes(before)
    desk.intake.scan(settle=0)
    [(_, told)] = desk.intake.blank_after_archive()
    assert "line 2 was refused and not kept whole" in told
    assert inbox.read_bytes() == before
    replace(inbox, line("one"))
    desk.intake.scan(settle=0)
    assert dict(desk.intake.blank_after_archive()) == {str(inbox): "It was rewritten blank."}


def test_such_bytes_in_a_heading_or_a_comment_refuse_nothing(desk: Desk, inbox: Path) -> None:
    inbox.write_bytes(b"# 2026-06-01 \xff\n<!-- \xff\0 -->\n" + line("one").encode())
    desk.intake.scan(settle=0)
    assert (texts(desk), quarantined(desk)) == (["one."], [])
