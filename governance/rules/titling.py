"""What a lane or a topic can be called, one line of words that can be read and is no id; and its triggers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from governance.rules.invisible import visible
from store.ids import read_id
from store.tokens import fold

LONGEST: Final = 120
"""Characters of a title."""
NONE: Final = frozenset({"none", "-", "–"})
"""What no lane can be called: it says that there is none."""


def title_fault(title: str, what: str) -> str | None:
    """Why a line is no title, in a sentence; `what` is a lane or a topic."""
    if not visible(title).strip():
        return f"a {what} needs a title that can be read."
    if len(title) > LONGEST or "\0" in title:
        return f"it has {len(title):,} characters; {LONGEST} are the most."
    if read_id(title) is not None or title.casefold() in NONE:
        return f"{title!r} is no title of a {what}."
    return None


def triggers_of(given: str) -> list[str]:
    """Triggers as they are typed, parted by semicolons or line ends; each once."""
    return each_once(given.replace("\n", ";").split(";"))


def each_once(triggers: Iterable[str]) -> list[str]:
    """Triggers, each once: two that a question cannot tell apart (folded as search folds) are one, as first written."""
    found: dict[str, str] = {}
    for word in triggers:
        if folded := " ".join(fold(word).split()):
            found.setdefault(folded, word.strip())
    return list(found.values())
