"""Verb of the ledger: one record continues, references or solves another, and neither is written into (M)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from governance.verb import Decided, Lookup, Target, Verb, payload_of, refuse
from store.records.entry import Draft
from store.records.words import Action, Reason, Relation, VerbName

RELATIONS: Final = (Relation.CONTINUES, Relation.REFERENCES, Relation.SOLVES)
"""What a person may say that one record is to another; other edges follow from what is decided."""


def _why_not(target: Target, look: Lookup) -> str | None:
    return "its words were erased" if target.words is None else None


def _link(targets: Sequence[Target], decided: Decided, look: Lookup, new: int) -> list[Draft]:
    said = decided.args.get("relation", "").strip()
    if said not in {relation.value for relation in RELATIONS}:
        raise refuse("relation", f"{said!r} is no relation", f"Relations: {', '.join(RELATIONS)}.")
    named = decided.args.get("to", "").strip()
    other = look.item(named)
    if other is None:
        raise refuse("to", f"there is no item {named}", "`memdesk search WORDS` finds items.")
    drafts = []
    for target in targets:
        if other.id == target.id:
            raise refuse(target, "a record is not linked to itself")
        if (said, other.id) in look.links(target.id):
            raise refuse(target, f"it {said} {other.id} already")
        if said == Relation.CONTINUES and (said, target.id) in look.links(other.id):
            raise refuse(target, f"{other.id} continues it, and not the other way round")
        effect = {
            "verb": VerbName.LINK.value,
            "reason": decided.reason.value,
            "shown": decided.shown.value,
            "links": [[said, other.id]],
        }
        drafts.append(Draft(Action.LINK, (target.id,), effect, payload_of(decided.note, None), refs=(other.id,)))
    return drafts


LINK = Verb(
    name="link",
    label="Link",
    help="Say that it continues, references or solves another record; neither is written into.",
    on=frozenset({"item"}),
    why_not=_why_not,
    entries=_link,
    reasons=(Reason.ORGANIZED, Reason.ROUTING, Reason.OTHER),
    fields=("relation", "to"),
    needs=("relation", "to"),
)
