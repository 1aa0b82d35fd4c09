"""Signs that a reader doesn't see, and text that is written so that a reader can't read it; pure.

What honest writing needs is left alone: joined emoji, the joiners of Arabic and Indic scripts, break signs of scripts
without spaces, direction marks, a byte order mark, hashes, ids and keys.
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata

__all__ = ["encoded_blob", "hidden_signs"]

_SUSPECT = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u061c\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_REGION_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
_MARKS = re.compile("[\u200e\u200f\u061c]{4,}")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_OPENERS = {"\u202a": "\u202c", "\u202b": "\u202c", "\u2066": "\u2069", "\u2067": "\u2069", "\u2068": "\u2069"}
_TURNING = "\u202b\u2067"
_EMPTY = "\u200b\u2060\ufeff"
_FILLERS = "\u115f\u1160\u3164\uffa0"
_UNSPACED = ("THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN", "CJK", "HIRAGANA", "KATAKANA", "JAVANESE", "BALINESE")
_SPACED = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN", "HANGUL")
_PLAIN = ("LATIN", "CYRILLIC", "GREEK", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "DIGIT", "FULLWIDTH")


def hidden_signs(text: str) -> bool:
    """Tell whether the text bears invisible signs that no script or emoji in it calls for."""
    if text.isascii() or not _SUSPECT.search(text):
        return False
    text = _REGION_FLAG.sub("", text)
    if _MARKS.search(text) or _SELECTORS.search(text) or _bidi_fault(text):
        return True
    return any(_out_of_place(text, found.start()) for found in _SUSPECT.finditer(text))


def _out_of_place(text: str, at: int) -> bool:
    """Tell whether the invisible sign at this place has no neighbour that needs it."""
    sign = text[at]
    before = text[at - 1] if at else ""
    after = text[at + 1 : at + 2]
    if sign in "\u200e\u200f\u061c" or _BIDI.match(sign):
        return False
    if sign in _EMPTY:
        return _splits(sign, before, after)
    if sign in "\u200c\u200d":
        return not (_joins(before) or (sign == "\u200d" and _pictured(before) and _pictured(after)))
    if "\ufe00" <= sign <= "\ufe0f":
        return not before or before.isspace() or (before.isascii() and before not in "0123456789#*")
    if "\U000e0100" <= sign <= "\U000e01ef":
        return not _script(before).startswith("CJK")
    if sign in _FILLERS:
        return not any(_script(side).startswith("HANGUL") for side in (before, after) if side)
    if sign == "\u034f" or "\u180b" <= sign <= "\u180f":
        return not _joins(before)
    return True


def _splits(sign: str, before: str, after: str) -> bool:
    """Tell whether an empty sign parts or edges a word of a script with spaces, or stands in a row of such signs.

    Between figures, blanks and points it is residue of a page; at the head of a line it may be a byte order mark.
    """
    if any(side and (side in _EMPTY or side in "\u200c\u200d") for side in (before, after)):
        return True
    if any(_script(side).startswith(_UNSPACED) for side in (before, after)):
        return False
    if before.isalpha() and after.isalpha():
        return True
    heads = sign == "\ufeff" and before in ("", "\n")
    return not heads and any(side.isalpha() and _script(side).startswith(_SPACED) for side in (before, after))


def _script(sign: str) -> str:
    return unicodedata.name(sign, "") if sign else ""


def _joins(sign: str) -> bool:
    """Tell whether this is a letter or mark of a script in which joiners are spelling."""
    return bool(sign) and unicodedata.category(sign)[0] in "LM" and not _script(sign).startswith((*_PLAIN, "VARIATION"))


def _pictured(sign: str) -> bool:
    """Tell whether this can stand beside a joiner in an emoji: a picture, a skin tone or the emoji selector."""
    return bool(sign) and (sign == "\ufe0f" or unicodedata.category(sign) in ("So", "Sk", "Sm"))


def _bidi_fault(text: str) -> bool:
    """Tell whether direction controls override, stay open at the end of a line, or turn what has no such script."""
    if not _BIDI.search(text):
        return False
    for line in text.splitlines():
        open_: list[tuple[str, int]] = []
        for found in _BIDI.finditer(line):
            sign = found.group()
            if sign in "\u202d\u202e":
                return True
            if sign in _OPENERS:
                open_.append((sign, found.end()))
                continue
            if not open_ or _OPENERS[open_[-1][0]] != sign:
                return True
            opener, start = open_.pop()
            if opener in _TURNING and not _right_to_left(line[start : found.start()]):
                return True
        if open_:
            return True
    return False


def _right_to_left(text: str) -> bool:
    return any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)


_RUN = re.compile(
    r"(?P<escapes>(?:\\x[0-9A-Fa-f]{2}){6,}|(?:\\u[0-9A-Fa-f]{4}){6,}|(?:%[0-9A-Fa-f]{2}){10,}"
    r"|(?:&#x?[0-9A-Fa-f]+;){6,})"
    r"|(?P<lines>(?:^[0-9A-Za-z+/]{60,76}\r?\n){4,})"
    r"|(?<![0-9A-Za-z+/_.-])(?P<token>[0-9A-Za-z+/_-]{20,}+={0,2})(?![0-9A-Za-z])",
    re.MULTILINE,
)
_HAS_RUN = re.compile(r"[0-9A-Za-z+/_-]{20}|(?:\\[xu]|%|&#)[0-9A-Fa-fx]{2}")
_HEX = re.compile(r"(?:0x)?((?:[0-9A-Fa-f]{2})+)\Z")
_KEY = re.compile(r"AAAA[A-Z][0-9]Nz")
_LONG = 200
"""So many signs in one run are no id any more."""
_NAMED = 40
"""A name without a space that an address carries encoded is at most so long."""


def encoded_blob(text: str) -> bool:
    """Tell whether the text bears a run that decodes to words, or one so long that nobody can judge it."""
    return bool(_HAS_RUN.search(text)) and any(_is_blob(found) for found in _RUN.finditer(text))


def _is_blob(found: re.Match[str]) -> bool:
    token = found["token"]
    if token is None:
        escapes = found["escapes"]
        return escapes is None or not escapes.startswith("%") or _reads_percent(escapes)
    if hexed := _HEX.match(token):
        return len(hexed[1]) > _LONG or _reads(bytes.fromhex(hexed[1]))
    if token.startswith("eyJ") and found.string[found.end() : found.end() + 1] == ".":
        return False
    return _reads(_decoded(token)) or (len(token) >= _LONG and _is_mixed(token) and not _KEY.match(token))


def _decoded(token: str) -> bytes:
    body = token.rstrip("=").replace("-", "+").replace("_", "/")
    body = body[: len(body) - (len(body) % 4 == 1)]
    try:
        return base64.b64decode(body + "=" * (-len(body) % 4))
    except (binascii.Error, ValueError):
        return b""


def _reads(raw: bytes) -> bool:
    """Tell whether bytes are text: far too regular to be a hash or a key, and more than a name."""
    if len(raw) < 10:
        return False
    if len(raw) >= 16 and not any(raw[1::2]):
        raw = raw[::2]
    try:
        plain = raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    if not all(sign.isprintable() or sign in "\r\n\t" for sign in plain) or sum(map(str.isalpha, plain)) <= 6:
        return False
    return " " in plain or "://" in plain or not plain.isascii() or len(plain) > _NAMED


def _reads_percent(escapes: str) -> bool:
    """Tell whether plain letters were percent-encoded, which no honest address needs."""
    raw = bytes.fromhex(escapes.replace("%", ""))
    return sum(sign < 0x80 and chr(sign).isalpha() for sign in raw) >= 6


def _is_mixed(token: str) -> bool:
    """Tell whether small letters, capitals and digits are mixed, as in no path and no name."""
    return any(map(str.islower, token)) and any(map(str.isupper, token)) and any(map(str.isdigit, token))
