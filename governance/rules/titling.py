"""What can be the title of a lane or a topic: one line of words that can be read, and is no id."""

from __future__ import annotations

from typing import Final

from governance.rules.invisible import visible
from store.ids import read_id

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
