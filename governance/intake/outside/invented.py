"""What a text names that its sources do not: numbers, addresses, paths, options and names in code style."""

from __future__ import annotations

import re
from typing import Final

MOST: Final = 200
"""How many names one text is asked about; one with more is no summary."""
_SIGN: Final = r"[^\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7a3]"
"""A sign of a word in a script that parts its words by blanks."""
_ONE = re.compile(_SIGN)
_CODE = re.compile(r"`([^`]+)`")
_RUN = re.compile(rf"(?:{_SIGN}|[-./:@\\~$#%&+=?])+")
_EDGES: Final = ".:?&+="
_JOINED = re.compile(r"\w[-_./:@\\=+&#]+\w")
_WORDS: Final = frozenset({"e.g", "i.e"})
_CAMEL = re.compile(r"[a-z][A-Z]")


def invented(text: str, sources: str) -> list[str]:
    """The names in a text that stand nowhere in its sources as whole names, in order; letter case does not count."""
    said = sources.casefold()
    names = dict.fromkeys((*(one.strip() for one in _CODE.findall(text)), *filter(_is_name, _runs(text))))
    return [name for number, name in enumerate(names) if number >= MOST or not _stands(name.casefold(), said)]


def _runs(text: str) -> list[str]:
    return [run.rstrip(_EDGES + "-/").lstrip(_EDGES) for run in _RUN.findall(text)]


def _is_name(run: str) -> bool:
    """Whether a run of signs is more than a word of a language."""
    return run.casefold() not in _WORDS and (
        any(sign.isdigit() for sign in run)
        or (len(run) > 1 and run[0] in "-/~$@#\\" and run.strip("-") != "")
        or _JOINED.search(run) is not None
        or _CAMEL.search(run) is not None
    )


def _stands(name: str, said: str) -> bool:
    """Whether a name stands in a text by itself: 7 does not stand in 17, in 7.5 or in web-7."""
    at = said.find(name)
    while at >= 0:
        end = at + len(name)
        before, behind = said[max(0, at - 2) : at][::-1], said[end : end + 2]
        if not (_goes_on(name[:1], before) or _goes_on(name[-1:], behind)):
            return True
        at = said.find(name, at + 1)
    return False


def _goes_on(edge: str, beside: str) -> bool:
    """Whether a name goes on beyond its edge, by what stands there, the nearest first."""
    if not edge.isalnum() or not beside:
        return False
    joins = "-.,:" if edge.isdigit() and beside[1:].isdigit() else "-"
    further = beside[1:] and _ONE.match(beside[1:]) is not None
    return _ONE.match(beside) is not None or bool(further and beside[0] in joins)
