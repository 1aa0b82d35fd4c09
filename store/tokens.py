"""How text is cut so that it can be found: folded first, then into words, pairs and signs.

What a text gives and what a term needs are cut by the same two patterns, so that a term which stands in a text,
from the beginning of a word or at a sign, always finds what it needs among the tokens of that text.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple

MOST: Final = 64
"""Signs of a word that are kept as its token."""
LAST: Final = "\U0010ffff"
"""Behind every token that begins like another one."""

_CJK = (
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\U00020000-\U0003ffff"
)
_UNPARTED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Thai, Lao, Burmese and Khmer, which leave no blanks between words either."""
_RUN = re.compile(f"[{_CJK}{_UNPARTED}]+")
_WORD = re.compile(r"[^\W_]+")
_SIGN = re.compile(r"_|[^\w\s.,:;!?'\"()/#’“”–—、。\-\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Any sign but those of plain prose and of references, which would stand at nearly every entry."""
_PIECE = re.compile(f"(?P<run>{_RUN.pattern})|(?P<word>(?:(?![{_CJK}{_UNPARTED}])[^\\W_])+)|(?P<sign>{_SIGN.pattern})")


_STEP = re.compile(f"[{_CJK}{_UNPARTED}]|(?:(?![{_CJK}{_UNPARTED}])[^\\W_])+|{_SIGN.pattern}")


class Need(NamedTuple):
    """A token that a text has to have for a term to stand in it."""

    token: str
    open: bool
    """Whether a token that only begins so will do: the term ends in it."""


def fold(text: str) -> str:
    """Text as it is compared when people search: no case, no width, no accents."""
    if text.isascii():
        return text.lower()
    wide = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(c for c in wide if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", bare)


def spelling(subject: str) -> str:
    """What spellings of one subject have in common: no case, width, blanks or unseen signs, and one sort of dash."""
    text, before = subject, ""
    while text != before:  # what is taken out may let signs come together that are one
        before = text
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
        kinds = ((c, unicodedata.category(c)) for c in folded if not c.isspace())
        text = "".join("-" if kind == "Pd" or c == "\u2212" else c for c, kind in kinds if kind not in ("Cf", "Cc"))
    return text


def tokens(text: str) -> set[str]:
    """The words of a text: runs of letters and digits as they are, scripts without blanks as overlapping pairs."""
    return _words(fold(text))


def in_order(text: str) -> list[str]:
    """The same as they follow each other, each as often as it stands there; signs are left out."""
    found: list[str] = []
    for piece in _PIECE.finditer(fold(text)):
        run = piece["run"]
        if run:
            found += [run[at : at + 2] for at in range(len(run) - 1)] or [run]
        elif piece["word"]:
            found.append(piece["word"][:MOST])
    return found


def steps(text: str) -> list[str]:
    """A text one after the other: whole words, each sign of a script without blanks, the signs rare in prose."""
    return _STEP.findall(fold(text))


def findable(text: str) -> set[str]:
    """All that a text is found by: its words, and the signs that are rare in prose (`%`, `+`, emoji)."""
    folded = fold(text)
    return _words(folded) | set(_SIGN.findall(folded if folded.isascii() else _RUN.sub(" ", folded)))


def _words(folded: str) -> set[str]:
    if folded.isascii():
        return {word[:MOST] for word in _WORD.findall(folded)}
    found: set[str] = set()
    for run in _RUN.findall(folded):
        found.update(run[i : i + 2] for i in range(len(run) - 1))
        found.add(run[-1])
    found.update(word[:MOST] for word in _WORD.findall(_RUN.sub(" ", folded)))
    return found


def needs(term: str) -> tuple[Need, ...]:
    """What a folded term needs of a text; nothing where it is signs of prose alone."""
    found: dict[Need, None] = {}
    for piece in _PIECE.finditer(term):
        text, last = piece[0], piece.end() == len(term)
        if piece["sign"]:
            found[Need(text, False)] = None
        elif piece["word"]:
            found[Need(text[:MOST], last)] = None
        elif len(text) == 1:
            found[Need(text, last)] = None
        else:
            found.update((Need(text[i : i + 2], False), None) for i in range(len(text) - 1))
    return tuple(found)


def is_whole(term: str) -> bool:
    """Whether a text that has what this term needs holds the term for certain, and need not be read."""
    wanted = needs(term)
    return len(wanted) == 1 and wanted[0].token == term and len(term) < MOST
