"""Where two texts differ, word by word; of scripts without blanks, sign by sign."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import TypeAlias

Spans: TypeAlias = tuple[tuple[int, int], ...]
"""(first, one past the last) character of each piece."""
MOST = 1_200
"""Words of one text that are compared; what comes behind them is marked as one piece where anything differs."""
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\U00020000-\U0003ffff]"
    r"|[^\W_](?:[^\s,;()\[\]{}\"“”\u2066-\u2069\u3000-\u9fff\uac00-\ud7af\uff00-\uff0f]*[^\W_%])?|[^\w\s\u2066-\u2069]"
)


def differing(one: str, other: str) -> tuple[Spans, Spans]:
    """The pieces of either text that the other one does not have in that place."""
    left, right = _words(one), _words(other)
    pairs = SequenceMatcher(None, [w[0] for w in left], [w[0] for w in right], autojunk=False).get_opcodes()
    mine = tuple(_span(left, a, b) for tag, a, b, _, _ in pairs if tag != "equal" and b > a)
    theirs = tuple(_span(right, a, b) for tag, _, _, a, b in pairs if tag != "equal" and b > a)
    return mine, theirs


def _words(text: str) -> list[tuple[str, int, int]]:
    found = [(m[0], m.start(), m.end()) for m in _WORD.finditer(text)]
    if len(found) <= MOST:
        return found
    start = found[MOST][1]
    return [*found[:MOST], (text[start:], start, len(text))]


def _span(words: Sequence[tuple[str, int, int]], first: int, last: int) -> tuple[int, int]:
    return words[first][1], words[last - 1][2]
