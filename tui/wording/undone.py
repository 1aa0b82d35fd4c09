"""What an undo undid, in words: which decisions on what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.safe import safe
from tui.wording.sentences import ids_words, number, verb_words

if TYPE_CHECKING:
    from store.records.views import Applied


def undone_sentence(plan: Applied, by: Applied, *, typed: bool = False) -> str:
    """The verbs of a plan that was undone, each with how many things it was about and the first of them."""
    of: dict[str, list[str]] = {}
    for one in plan.done:
        of.setdefault(one.verb, []).extend(name for name in one.ids if not name.startswith("new:"))
    each = [
        _about(
            safe(verb) if typed else verb_words(verb), plan.each.count(verb), ids or (plan.ids if len(of) == 1 else ())
        )
        for verb, ids in of.items()
    ]
    what = f"{', '.join(each) or 'nothing'} ({plan.plan}{f', which undid {plan.undoes}' if plan.undoes else ''})"
    added = number(by.entries, "entry", "entries")
    return f"Undone: {what}. {added} added; the log is at {by.seq + by.entries - 1:,}."


def _about(verb: str, count: int, ids: list[str] | tuple[str, ...]) -> str:
    return f"{verb} {count:,}{f' on {ids_words(ids)}' if ids else ''}"
