"""Showing who may decide, and on what a decision rests: principals, keys, grants, tokens, signatures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from governance.errors import Refusal, RefusalKind
from tui.commands.call import Call

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import DecisionView, GrantView, KeyView, PrincipalView, TokenView

OF_AUTHORITY = ("p-", "key-", "grant-", "tok-")
"""How the ids begin that are about who may decide."""


def print_authority(call: Call, desk: Desk, one: str, at_seq: int | None) -> None:
    """Show a principal, key, grant or token in words."""
    from tui.commands.past import stamp
    from tui.wording.authority import grant_sentence, key_sentence, principal_sentence, token_sentence
    from tui.wording.times import clock_time

    people = {one.id: one for one in desk.principals(at_seq)}
    keys = {fact.id: fact for fact in desk.keys(at_seq)}
    grants = {fact.id: fact for fact in desk.grants(at_seq)}
    tokens = {fact.id: fact for fact in desk.tokens(at_seq)}
    found: PrincipalView | KeyView | GrantView | TokenView
    if one in people:
        found, told = people[one], principal_sentence(people[one])
    elif one in keys:
        found, told = keys[one], key_sentence(keys[one])
    elif one in grants:
        found, told = grants[one], grant_sentence(grants[one], desk.zone)
    elif one in tokens:
        found, told = tokens[one], token_sentence(tokens[one], desk.zone)
    else:
        hint = "`memdesk principal list` shows who is known."
        raise Refusal(RefusalKind.NOT_FOUND, f"There is no {one}.", hint, (one,))
    if call.json:
        from tui.commands.shapes import shape

        what = type(found).__name__.removesuffix("View").lower()
        call.data("show", {**stamp(at_seq), "what": what, **shape(found)})
        return
    call.out.line((one, "bold"), f"  {told}")
    call.out.line(("since ", "dim"), f"entry {found.seq:,}, {clock_time(found.at, desk.zone)} {desk.zone}")


def print_decision(call: Call, desk: Desk, name: str | int) -> None:
    """Tell under which signatures and grants a decision stands, and what was on its author's screen."""
    from tui.wording.authority import distrusted_words, grant_sentence

    decision = desk.decision(name)
    if decision.fault:
        call.out.line((f"{call.signs.lost} does not hold: {decision.fault}", "bad"))
    for told in distrusted_words(decision):
        call.out.line((f"{call.signs.lost} {told}", "bad"))
    if decision.ratified:
        call.out.line((f"{call.signs.found} ratified since: an owner confirmed it", "good"))
    if not decision.signatures:
        call.out.line(("signature ", "dim"), f"none: {decision.assurance.value}")
    for one in decision.signatures:
        holds = (
            (f"{call.signs.found} holds", "good") if one.fault is None else (f"{call.signs.lost} {one.fault}", "bad")
        )
        call.out.line(
            ("signature ", "dim"), f"{one.who or 'nobody known'}  {one.key or ''}  {one.fingerprint or ''}  ", holds
        )
    call.out.line(("has seen  ", "dim"), f"the log up to entry {decision.head:,}")
    for line in seen_lines(decision):
        call.out.line(("on screen ", "dim"), line)
    for grant in decision.grants:
        call.out.line(("under     ", "dim"), f"{grant.id}: {grant_sentence(grant, desk.zone)}")


def seen_lines(decision: DecisionView) -> Sequence[str]:
    """What of each row was on the screen when it was decided."""
    return [f"{one.verb} {one.target}, {one.shown.value}, {one.seen}" for one in decision.targets]
