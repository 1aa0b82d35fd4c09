"""Signs that show nothing, and text without them; pure."""

from __future__ import annotations

import re
from typing import Final

CONTROLS: Final = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
"""Signs that steer a terminal and spell nothing, as the inside of a class of a pattern."""
SIGNS: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Joiners, fillers, marks of direction, selectors and tags, as the inside of a class of a pattern."""
_INVISIBLE = re.compile(f"[{CONTROLS}{SIGNS}]")


def visible(text: str) -> str:
    """A text without what shows nothing in it."""
    return text if text.isascii() and text.isprintable() else _INVISIBLE.sub("", text)
