"""Titles of lanes and topics: a line of words that no other bears."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from governance.errors import Refusal, RefusalKind
from governance.rules.invisible import visible
from governance.rules.titling import LONGEST, title_fault
from governance.verb import Decided
from store.records.entry import Draft
from store.records.words import Action
from store.tokens import spelling

LONG: Final = 400
"""Characters of a purpose."""


def title_of(decided: Decided, what: str) -> str:
    """The title that was given; refused where it is none, is an id, or is too long."""
    title = line_of(decided, "title", LONGEST)
    if fault := title_fault(title, what):
        raise Refusal(RefusalKind.BAD_INPUT, f"title: {fault}", "Name it in words.")
    return title


def line_of(decided: Decided, name: str, longest: int) -> str:
    """An argument as one line, without blanks around; empty where nothing of it shows."""
    text = " ".join(decided.args.get(name, "").split())
    if len(text) > longest or "\0" in text:
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"{name}: it has {len(text):,} characters; {longest} are the most.",
            "Say it shorter.",
        )
    return text if visible(text).strip() else ""


def taken(title: str, name: str, borne: Sequence[str], what: str) -> Refusal:
    """Another one is called so already, or is spelled alike; `borne` are its title and page."""
    own = next((one for one in (title, *borne) if one in borne and spelling(one) == spelling(title)), title)
    alike = "" if own == title else ", which differs from this in its spelling alone"
    return Refusal(
        RefusalKind.RULE,
        f"title: {name} is called {own!r} already{alike}.",
        f"Give this {what} a title of its own.",
        (name,),
    )


def refuse_same_titles(drafts: Sequence[Draft]) -> None:
    """Refuse a plan in which two lanes of one project, or two topics, would bear one title."""
    met: dict[tuple[Action, str, str | None], tuple[str, str]] = {}
    for draft in drafts:
        words = draft.payload or {}
        if draft.action in (Action.LANE, Action.TOPIC) and words.get("title"):
            key = (draft.action, spelling(words["title"]), words.get("project"))
            name, title = met.setdefault(key, (draft.subjects[0], words["title"]))
            if name != draft.subjects[0]:
                other = "Another decision of this plan makes one that"
                raise taken(words["title"], other, (title,), draft.action.value)
