"""Credentials leave a file of any encoding, and every other byte stays."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.rules.secrets import MARKER, redact_bytes
from tests.governance.rules.shapes import TOKENS

TOKEN = TOKENS["a GitHub personal token"][1]
ENCODINGS = [
    pytest.param("utf-8", b"", id="UTF-8"),
    pytest.param("utf-8", codecs.BOM_UTF8, id="UTF-8 with a byte order mark"),
    pytest.param("utf-8-sig", codecs.BOM_UTF8, id="UTF-8 read with its mark"),
    pytest.param("utf-16", codecs.BOM_UTF16_LE, id="UTF-16, little end first"),
    pytest.param("utf-16", codecs.BOM_UTF16_BE, id="UTF-16, big end first"),
    pytest.param("utf-16-le", b"", id="UTF-16 without a mark"),
    pytest.param("utf-32", codecs.BOM_UTF32_BE, id="UTF-32"),
    pytest.param("cp932", b"", id="Shift JIS"),
    pytest.param("gb18030", b"", id="GB 18030"),
    pytest.param("euc-kr", b"", id="EUC-KR"),
]


def codec_of(encoding: str, mark: bytes) -> str:
    if encoding in {"utf-16", "utf-32"}:
        return encoding + ("-be" if mark in {codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE} else "-le")
    return encoding.removesuffix("-sig")


@pytest.mark.parametrize(("encoding", "mark"), ENCODINGS)
def test_only_the_token_changes(encoding: str, mark: bytes) -> None:
    codec = codec_of(encoding, mark)
    before, token, after = (text.encode(codec) for text in ("日本 ", TOKEN, " 本\r\nend\n"))
    raw = mark + before + token + after
    clean, spans = redact_bytes(raw, encoding)
    assert clean == mark + before + MARKER.encode(codec) + after
    assert [raw[span.start : span.end] for span in spans] == [token]


@pytest.mark.parametrize(
    ("encoding", "raw"),
    [
        pytest.param("utf-8", b"\xff\xfe bad \xc3 " + TOKEN.encode() + b" \x80\x00", id="bytes that are no UTF-8"),
        pytest.param("ascii", b"caf\xe9 " + TOKEN.encode() + b"\xe9", id="bytes that are no ASCII"),
        pytest.param("cp1252", b"\x81\x8d " + TOKEN.encode() + b"\x9d", id="bytes that Windows leaves open"),
        pytest.param("cp932", b"\x87\x90 \xfa\x5b \x81 " + TOKEN.encode(), id="signs with two codes"),
        pytest.param("iso2022_jp", b"\x1b$B\x21 \xff" + TOKEN.encode(), id="a state that is never left"),
        pytest.param("utf-7", b"+AGE- \xff " + TOKEN.encode(), id="bytes that are no UTF-7"),
    ],
)
def test_what_the_encoding_can_not_read_passes_through(encoding: str, raw: bytes) -> None:
    clean, spans = redact_bytes(raw, encoding)
    assert clean == raw.replace(TOKEN.encode(), MARKER.encode())
    assert len(spans) == 1


def test_half_a_unit_at_the_end_of_utf_16_stays() -> None:
    raw = codecs.BOM_UTF16_LE + f"a {TOKEN} \ud83d".encode("utf-16-le", "surrogatepass") + b"\x00"
    clean, _ = redact_bytes(raw, "utf-16")
    assert clean == raw.replace(TOKEN.encode("utf-16-le"), MARKER.encode("utf-16-le"))


@given(st.binary(max_size=200), st.sampled_from(["utf-8", "utf-16", "utf-32", "cp932", "gb18030", "latin-1", "utf-7"]))
def test_bytes_without_a_credential_come_back_as_they_were(raw: bytes, encoding: str) -> None:
    clean, spans = redact_bytes(raw, encoding)
    if not spans:
        assert clean == raw


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_the_spans_point_at_the_bytes_that_went(before: bytes, after: bytes) -> None:
    raw = before + b" " + TOKEN.encode() + b" " + after
    clean, spans = redact_bytes(raw, "utf-8")
    rebuilt = raw
    for span in reversed(spans):
        rebuilt = rebuilt[: span.start] + MARKER.encode() + rebuilt[span.end :]
    assert clean == rebuilt
    assert TOKEN.encode() not in clean


def test_an_unknown_encoding_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(LookupError):
        redact_bytes(b"", "no-such-encoding")
