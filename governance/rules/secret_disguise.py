"""Text in which a credential would stand in other signs: wide and styled letters, and what shows nothing; pure.

Unicode's compatibility forms of ASCII (NFKC) are read as what they stand for. The marks of East Asian prose that have
such a form are left as they are: they part words there, and no token bears one.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from functools import lru_cache
from typing import Final

from governance.rules.invisible import CONTROLS, SIGNS

PROSE: Final = "！（），；？"
"""Marks of prose that are left alone."""
_FORMS = (
    "\u00a0\u00aa\u00b2\u00b3\u00b9\u00ba\u0132\u0133\u017f\u01c7-\u01cc\u01f1-\u01f3\u02b0-\u02b8\u02e1-\u02e3\u1d2c-\u1dbb"
    "\u1fef\u2000-\u200a\u2024\u202f\u205f\u2070-\u209c\u20a8\u2100-\u217f\u2460-\u24ea\u2a74-\u2a76\u2c7c\u2c7d\u3000"
    "\u3250-\u33ff\ua7f2-\ua7f4\ufb00-\ufb06\ufb29\ufe30-\ufe6b\uff02-\uff07\uff0a\uff0b\uff0d-\uff1a\uff1c-\uff1e"
    "\uff20-\uff5e\U000107a5\U0001d400-\U0001d7ff\U0001f100-\U0001f190\U0001fbf0-\U0001fbf9"
)
_DISGUISED = re.compile(f"[{CONTROLS}{SIGNS}{_FORMS}]")
_NOTHING = re.compile(f"[{CONTROLS}{SIGNS}]")


def undisguised(text: str) -> str | None:
    """The text as it reads in plain signs; None where it stands in those already."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return None
    plain = _DISGUISED.sub(lambda found: _read(found[0]), text)
    return None if plain == text else plain


def places(text: str) -> array[int]:
    """For each sign of the plain text, where it comes from in the one that was given."""
    found = array("L")
    at = 0
    for sign in _DISGUISED.finditer(text):
        found.extend(range(at, sign.start()))
        found.extend([sign.start()] * len(_read(sign[0])))
        at = sign.end()
    found.extend(range(at, len(text)))
    return found


@lru_cache(4096)
def _read(sign: str) -> str:
    if _NOTHING.match(sign):
        return ""
    plain = unicodedata.normalize("NFKC", sign)
    return plain if plain.isascii() else sign
