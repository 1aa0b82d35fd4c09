import pytest

from governance.intake.reading import Unreadable
from tests.governance.intake.reading.builders import codes, one, read, texts

LINE = "- [2026-05-11] (knowledge) Das Öl 😀 läuft. Source: x.\r\n"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_decoded_and_spans_stay_in_its_bytes(encoding: str) -> None:
    raw = ("\ufeff" + LINE * 2).encode(encoding)
    found = read(raw)
    assert found.encoding == encoding
    assert [item.text for item in found.items] == ["Das Öl 😀 läuft."] * 2
    fact = found.items[1].fact
    assert raw[fact.start : fact.end].decode(encoding) == "Das Öl 😀 läuft."
    assert b"".join(raw[block.start : block.end] for block in found.blocks) == raw


REFUSED = [
    (b"\xff\xfea", "half a character"),
    ("\ufeffabc".encode("utf-32-le"), "UTF-32"),
    (LINE.encode("utf-16-le"), "UTF-16 without a mark"),
    (b"\x89PNG\r\n" + bytes(400), "a picture"),
]


@pytest.mark.parametrize("raw", [raw for raw, _ in REFUSED], ids=[f"{name} is refused in words" for _, name in REFUSED])
def test_what_is_no_text_is_refused_with_a_hint(raw: bytes) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(raw)
    assert refusal.value.path == "memory.md"
    assert refusal.value.line >= 1
    assert refusal.value.sentence
    assert refusal.value.hint


def test_a_byte_order_mark_before_the_first_item_is_read_past_and_kept_in_its_block() -> None:
    raw = b"\xef\xbb\xbf- [2026-05-11] x\n"
    assert one(raw).date == "2026-05-11"
    assert read(raw).blocks[0].start == 0
    assert codes(raw) == [("bom", 1)]


def test_mixed_line_ends_are_reported() -> None:
    assert codes("- a\r\n- b\n") == [("mixed-newlines", 1)]


def test_a_lone_carriage_return_stays_inside_its_item() -> None:
    text = "- [2026-05-11] (knowledge) Strip `$'\r'` first. Source: x.\n- [2026-05-12] (state) y. Source: z.\n"
    items = read(text).items
    assert [(item.line, item.text) for item in items] == [(1, "Strip `$'\r'` first."), (2, "y.")]
    assert codes(text) == [("lone-cr", 1)]


def test_bad_bytes_spoil_only_their_item() -> None:
    raw = b"- [2026-05-11] a\n- [2026-05-12] b\xff\xfec\n- [2026-05-13] d\n"
    items = read(raw).items
    assert [item.undecodable for item in items] == [False, True, False]
    assert items[1].text == "b\ufffd\ufffdc"
    assert raw[items[1].fact.start : items[1].fact.end] == b"b\xff\xfec"
    assert codes(raw) == [("bad-bytes", 2)]


def test_a_nul_byte_is_shown_and_reported() -> None:
    assert texts("- [2026-05-11] a\0b\n") == ["a\ufffdb"]
    assert codes("- [2026-05-11] a\0b\n") == [("nul-byte", 1)]


def test_only_lf_and_crlf_end_a_line() -> None:
    assert texts("- [2026-05-11] a\u2028b\x0cc\x85d\n") == ["a\u2028b\x0cc\x85d"]


def test_literal_escapes_are_words() -> None:
    assert texts("- [2026-05-11] \x1b[2Jgone\n") == ["\x1b[2Jgone"]
