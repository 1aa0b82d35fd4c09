"""The shapes a log entry takes in one line, and the archive days its words name."""

import re
from collections.abc import Iterator

from governance.intake.reading.dates import day_in, real_day

_DAY = r"\d{4}-\d{2}-\d{2}"
_TIME = r"[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:[ ]?(?:Z|UTC|[+-]\d{2}:?\d{2}))?"
_STAMP = rf"{_DAY}(?:{_TIME})?"
_ENTRY = re.compile(
    rf"[ ]{{0,3}}(?:\#{{1,6}}[ \t]+|[-*+][ \t]+)?"
    rf"(?:\[(?P<boxed>{_STAMP})\]|(?P<bare>{_STAMP})(?=[ \t:|¦—–]))"
    r"[ \t]*[:|¦—–-]?[ \t]*"
    r"\(?\*{0,2}`?(?P<name>[^\W\d][\w-]*)?`?\*{0,2}\)?"
    r"[ \t]*(?:[:：|¦—–]|-(?=\s))?\*{0,2}(?P<words>.*)",
    re.DOTALL | re.VERBOSE,
)
# A second entry begins with a heading, with a bullet straight after a word, or with a timed stamp straight after one.
_GLUED = re.compile(
    rf"\#{{1,6}}[ \t]+\[{_STAMP}\][ \t]*[^\W\d]"
    rf"|(?<=[^\s(\[])[-*][ \t]+\[{_STAMP}\][ \t]*[^\W\d]"
    rf"|(?<=[^\s(\[{{<\"'`/=:-])\[{_DAY}{_TIME}\][ \t]*[^\W\d]",
    re.VERBOSE,
)
_ARCHIVE_DAY = re.compile(r"archive/(?:\d{4}/)?(\d{4})-(\d{2})-(\d{2})(?!\d)|(?<![\w-])(\d{4})-(\d{2})-(\d{2})\.md\b")
_BARE_DAY = re.compile(r"(?<![\w-])(\d{4})-(\d{2})-(\d{2})(?![\w-]|[ ]\d{1,2}:\d{2})")


def entries_in(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield stamp, event name and words of the entry a line is, and of those glued to its end."""
    first = _ENTRY.fullmatch(text)
    if not first or not (first["name"] or first["words"].strip()):
        return
    cuts = [found.start() for found in _GLUED.finditer(text, first.start("words"))]
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        if piece := _ENTRY.fullmatch(text[start:end]):
            yield piece["boxed"] or piece["bare"], piece["name"] or "", piece["words"].strip()


def archive_days(at: str, name: str, words: str) -> tuple[str, ...]:
    """Return the archive days an event speaks of: those in paths, else those that stand alone, else its own."""
    if not name.casefold().startswith(("archive", "autodream")):
        return ()
    for shape in (_ARCHIVE_DAY, _BARE_DAY):
        days = [real_day(*(part for part in found.groups() if part)) for found in shape.finditer(words)]
        if named := [day for day in days if day]:
            return tuple(dict.fromkeys(named))
    own = day_in(at)
    return (own,) if own else ()
