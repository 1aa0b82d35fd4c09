"""What a search found, as rows: where in each item its words stand, and the words around the first of them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from store.records.found import Found
from store.records.views.finding import Hit
from store.tokens import fold
from store.views.items import FIRST_WORDS, item_list
from store.views.reader import Reader
from store.views.search import pieces, terms

_BEFORE = 24
"""Signs before the words that are found, from which an excerpt begins later than its text."""
ASIDE = 40
"""Signs of an excerpt that is not of the fact, so that there is room for the fact beside it."""
_BLANKS = re.compile(r"\s+")
_PIECES = re.compile(
    r"[\x00-\x7f]+(?![^\x00-\x7f])|.[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u064b-\u065f\u1160-\u11ff\u3099\u309a]*",
    re.DOTALL,
)
"""Plain letters together; else a sign with its accents, or a Korean syllable with its middle and end."""


def hit_rows(reader: Reader, query: str, keys: Sequence[str]) -> tuple[Hit, ...]:
    """The rows of these items, in the order asked for, with where they hold the terms of a query."""
    bodies = {name: row.body for name, row in reader.item_rows(keys).items()}
    told, wanted = pieces(reader, list(bodies.values())), terms(query)
    found = []
    for row in item_list(reader, keys):
        places: dict[Found, str] = {}
        for place, text in ((Found.ID, row.id), *told.get(bodies[row.id], ())):
            if place not in places and text and _says(text, wanted):
                places[place] = text
        where = tuple(place for place in Found if place in places)
        aside = bool(where) and where[0] is not Found.WORDS
        text = excerpt(wanted, places[where[0]] if where else row.text, ASIDE if aside else FIRST_WORDS)
        found.append(Hit.model_construct(**dict(row), found=where, excerpt=text, marks=spans(wanted, text)))
    return tuple(found)


def _says(text: str, wanted: Sequence[str]) -> bool:
    flat = " ".join(fold(text).split())
    return any(term in flat for term in wanted)


def excerpt(wanted: Sequence[str], text: str, most: int = FIRST_WORDS) -> str:
    """The words around the first place where a text holds one of the terms, in one line of so many signs."""
    flat = _BLANKS.sub(" ", text.strip())
    first = spans(wanted, flat)
    if not first or (first[0][0] <= 2 * _BEFORE and first[0][1] <= most):
        return flat[:most]
    begin = first[0][0] - _BEFORE
    blank = flat.find(" ", begin, first[0][0])
    begin = blank + 1 if blank >= 0 else begin
    return f"…{flat[begin : begin + most]}"


def spans(wanted: Sequence[str], text: str) -> tuple[tuple[int, int], ...]:
    """(start, end) of each place where a text holds one of the terms, in order; none reaches into another."""
    folded, starts = _laid_out(text)
    found: list[tuple[int, int]] = []
    for term in wanted:
        pattern = re.escape(term).replace(r"\ ", r"\s+")
        found += [(starts[one.start()], starts[one.end() - 1]) for one in re.finditer(pattern, folded)]
    clear: list[tuple[int, int]] = []
    for start, last in sorted(found):
        at = bisect_right(starts, last)
        end = starts[at] if at < len(starts) else len(text)
        if clear and start <= clear[-1][1]:
            clear[-1] = (clear[-1][0], max(end, clear[-1][1]))
        else:
            clear.append((start, end))
    return tuple(clear)


def _laid_out(text: str) -> tuple[str, list[int]]:
    """A text folded piece by piece, and for each sign of that where its piece begins in the text."""
    if text.isascii():
        return text.lower(), list(range(len(text)))
    folded: list[str] = []
    starts: list[int] = []
    for one in _PIECES.finditer(text):
        piece = fold(one[0])
        folded.append(piece)
        starts += range(one.start(), one.end()) if len(piece) == len(one[0]) else [one.start()] * len(piece)
    return "".join(folded), starts
