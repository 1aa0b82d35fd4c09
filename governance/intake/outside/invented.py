"""What a text names that its sources do not: numbers, addresses, paths, options and names in code style."""

from __future__ import annotations

import re
from typing import Final

MOST: Final = 200
"""How many names one text is asked about; one with more is no summary."""
_SIGN: Final = r"[^\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7a3]"
"""A sign of a word in a script that parts its words by blanks."""
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
    if not name or name not in said:
        return not name
    left = rf"(?<!{_SIGN})(?<!{_SIGN}-)(?<!\d[.,:])" if name[0].isalnum() else ""
    right = rf"(?!{_SIGN})(?!-{_SIGN})(?![.,:]\d)" if name[-1].isalnum() else ""
    return re.search(left + re.escape(name) + right, said) is not None
