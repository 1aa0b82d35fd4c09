"""Credentials in text and in bytes: where they stand, and the text without them; pure.

Only the place and the rule's name leave this module, so a report of what was found holds nothing of it.
"""

from __future__ import annotations

import codecs

from governance.rules.secret_blocks import blocks
from governance.rules.secret_disguise import places, undisguised
from governance.rules.secret_shapes import SecretSpan, shaped
from governance.rules.secret_values import placed

__all__ = ["MARKER", "SecretSpan", "find_secrets", "redact", "redact_bytes"]

MARKER = "[secret removed]"
"""What stands where a credential stood; the same for each, so that it tells nothing about any."""

_WIDE = {
    "utf-16": (codecs.BOM_UTF16_LE, "utf-16-le"),
    "utf-16-le": (codecs.BOM_UTF16_LE, "utf-16-le"),
    "utf-16-be": (codecs.BOM_UTF16_BE, "utf-16-be"),
    "utf-32": (codecs.BOM_UTF32_LE, "utf-32-le"),
    "utf-32-le": (codecs.BOM_UTF32_LE, "utf-32-le"),
    "utf-32-be": (codecs.BOM_UTF32_BE, "utf-32-be"),
}


def find_secrets(text: str) -> tuple[SecretSpan, ...]:
    """Find every credential, in order and without overlaps; offsets count characters.

    One in wide or styled signs, or with signs inside that show nothing, is found as what it reads like.
    """
    found = _found(text)
    if (plain := undisguised(text)) is not None and (dressed := _found(plain)):
        at = places(text)
        found += [SecretSpan(at[span.start], at[span.end - 1] + 1, span.rule) for span in dressed]
    found.sort(key=lambda span: (span.start, -span.end))
    spans: list[SecretSpan] = []
    for span in found:
        if spans and span.start < spans[-1].end:
            last = spans[-1]
            spans[-1] = SecretSpan(last.start, max(last.end, span.end), last.rule)
        else:
            spans.append(span)
    return tuple(spans)


def _found(text: str) -> list[SecretSpan]:
    return [*blocks(text), *shaped(text), *placed(text)]


def redact(text: str) -> tuple[str, tuple[SecretSpan, ...]]:
    """Put the marker in the place of every credential; the spans point into the text that was given."""
    spans = find_secrets(text)
    pieces: list[str] = []
    at = 0
    for span in spans:
        pieces += (text[at : span.start], MARKER)
        at = span.end
    return "".join([*pieces, text[at:]]), spans


def redact_bytes(raw: bytes, encoding: str) -> tuple[bytes, tuple[SecretSpan, ...]]:
    """Put the marker in the place of every credential and keep every other byte; offsets count bytes.

    Bytes that the encoding can't read pass through as they are. Where decoding and encoding would not give the same
    bytes back, the bytes are read one by one: a credential is ASCII in every encoding that people keep files in.
    """
    text, codec, errors = _read(raw, encoding)
    marker = MARKER.encode(codec)
    pieces: list[bytes] = []
    spans: list[SecretSpan] = []
    at = place = 0
    for span in find_secrets(text):
        kept = text[at : span.start].encode(codec, errors)
        start = place + len(kept)
        place = start + len(text[span.start : span.end].encode(codec, errors))
        pieces += (kept, marker)
        spans.append(SecretSpan(start, place, span.rule))
        at = span.end
    return b"".join([*pieces, raw[place:]]), tuple(spans)


def _read(raw: bytes, encoding: str) -> tuple[str, str, str]:
    """Decode so that encoding gives the same bytes back: the text, the codec and how it treats what it can't read."""
    name = codecs.lookup(encoding).name
    codec, errors = ("utf-8" if name == "utf-8-sig" else name), "surrogateescape"
    if name in _WIDE:
        _, codec = _WIDE[name]
        if raw.startswith((codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)):
            codec = codec[:-2] + "be"
        errors = "surrogatepass"
        raw = raw[: len(raw) - len(raw) % (4 if "32" in codec else 2)]
    try:
        text = raw.decode(codec, errors)
        if text.encode(codec, errors) == raw:
            return text, codec, errors
    except UnicodeError:
        pass
    return raw.decode("latin-1"), "latin-1", "strict"
