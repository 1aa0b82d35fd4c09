"""Who may decide, in words: people, keys, grants, tokens, the policy, plans that wait for a second signature."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from store.records.words import AUTHORITY_VERBS, Assurance, KeyRole, PrincipalKind, Role
from tui.safe import safe
from tui.wording.controls import IN_FLIGHT
from tui.wording.sentences import number, verb_words
from tui.wording.times import clock_time

if TYPE_CHECKING:
    from store.records.views import (
        CoSign,
        DecisionView,
        GrantView,
        KeyView,
        PolicyView,
        PrincipalView,
        SigningView,
        TokenView,
    )

KINDS = {PrincipalKind.HUMAN: "person", PrincipalKind.AGENT: "agent", PrincipalKind.SERVICE: "service"}
ROLES = {
    Role.OWNER: "owner: may do everything",
    Role.MAINTAINER: "maintainer: may do what was granted",
    Role.AUDITOR: "auditor: reads everything, changes nothing",
    Role.AGENT: "agent: proposes, decides nothing",
}
KEY_ROLES = {KeyRole.SIGNING: "signing key", KeyRole.RECOVERY: "recovery key"}
KEYLESS = "keyless: a decision is vouched for by the system user, not by a signature"
"""What every face says of a store without keys."""
ACTS = {
    "enroll": "make somebody known",
    "retire": "let somebody decide nothing any more",
    "adopt": "give the store its first key",
    "add-key": "add a key",
    "rotate-key": "put a new key in the place of an old one",
    "revoke-key": "let a key sign no more",
    "grant": "let somebody use verbs",
    "revoke": "end a grant",
    "policy": "change the policy",
    "token": "give a token",
    "revoke-token": "let a token open nothing any more",
    "ratify": "confirm what a distrusted key signed",
    "succession": "give up heads that the witness knows",
}
"""Verbs about who may decide, in words."""
_FIELDS = {
    "project": "the project", "lane": "the lane", "kind": "the kind", "subject": "the subject", "item": "the item",
}  # fmt: skip
_BOUNDS = {
    "signature_minutes": "a plan may be applied {n} after it was signed",
    "request_days": "a plan waits {n} for its second signature",
    "plan_decisions": "one plan decides about {n} at most",
    "grant_days": "a grant lasts {n} at most",
    "grant_depth": "a grant may be handed on {n} at most",
    "service_decisions_a_day": "a service decides about {n} a day at most, under all its constitutional grants",
    "capture_characters": "the text of a capture is {n} long at most",
    "index_lines": "the index is {n} long at most",
    "cool_days": "a pass cools knowledge that lay untouched for {n}",
    "promotion_records": "whoever makes a claim or a procedure of fewer than {n} is told so",
}
_UNITS = {
    "signature_minutes": "minute", "request_days": "day", "plan_decisions": "row", "grant_days": "day",
    "grant_depth": "time", "service_decisions_a_day": "row", "capture_characters": "character", "index_lines": "line",
    "cool_days": "day", "promotion_records": "record",
}  # fmt: skip
_NONE = {
    "grant_days": "a grant may last for good",
    "grant_depth": "no grant may be handed on",
    "service_decisions_a_day": "no service decides anything by itself",
    "cool_days": "no pass cools anything, however long it lay untouched",
}
"""What a bound of zero means."""
_NEEDS = {
    Assurance.OS_USER: "no signature; the system user who runs memdesk is enough",
    Assurance.SIGNED: "the signature of whoever decides",
}


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: `a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def kind_words(kind: PrincipalKind, role: Role | None) -> str:
    """What somebody is: `maintainer`, `agent`, `person without a role`."""
    if role is None:
        return f"{KINDS[kind]} without a role"
    return role.value if kind is PrincipalKind.HUMAN else KINDS[kind]


def act_words(verb: str) -> str:
    """A verb in words: those about rows as their key is labelled."""
    return ACTS.get(verb) or verb_words(verb)


def verbs_words(verbs: Sequence[str]) -> str:
    """Verbs in a row, as they are typed: `keep and stale`."""
    return listed([safe(verb) for verb in verbs]) or "nothing"


def scope_words(scope: Sequence[str]) -> str:
    """Where a grant reaches: `the kind state and the subject host:…`; `every row` without a term."""
    if not scope:
        return "every row"
    return f"rows with {listed([_term(term) for term in scope])}"


def _term(term: str) -> str:
    name, _, value = term.partition("=")
    told = _FIELDS.get(name, safe(name))
    if value.endswith("*"):
        return f"{told} beginning with {safe(value[:-1])}"
    return f"{told} {safe(value)}"


def _until(expires: int | None, zone: str) -> str:
    return "" if expires is None else f", until {clock_time(expires, zone)}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def grant_sentence(grant: GrantView, zone: str) -> str:
    """What a grant allows: `ines may use keep and stale on rows with the kind state, until …; given by mira`."""
    own = " by itself, without a person's signature," if grant.constitutional else ""
    told = f"{safe(grant.who)} may use{own} {verbs_words(grant.verbs)} on {scope_words(grant.scope)}"
    told += _until(grant.expires, zone)
    if grant.count is not None:
        told += f", for {number(grant.count, 'row')} in all ({grant.used:,} used)"
    elif grant.used:
        told += f" ({number(grant.used, 'row')} so far)"
    if grant.depth:
        told += f"; may be handed on {_times(grant.depth)}"
    told += f"; given by {safe(grant.by_who)}"
    if grant.parent:
        told += f" out of {safe(grant.parent)}"
    return f"{told}; allows nothing now: {safe(grant.void)}" if grant.void else told


def may_words(one: PrincipalView) -> str:
    """What somebody may do by what they are: their role, and of a service what is granted to it."""
    if one.kind is PrincipalKind.SERVICE:
        own = [grant.id for grant in one.grants if grant.constitutional and grant.void is None]
        if own:
            return f"service: does by itself what {listed([safe(name) for name in own])} allows, proposes the rest"
        return "service: proposes; decides nothing without a constitutional grant"
    return ROLES[one.role] if one.role is not None else kind_words(one.kind, one.role)


def distrusted_words(decision: DecisionView) -> tuple[str, ...]:
    """Which signatures of a decision are by a key that is distrusted since then, and what became of it; else none."""
    keys = dict.fromkeys((one.key, one.distrusted) for one in decision.signatures if one.distrusted is not None)
    told = tuple(f"signed with {safe(key or '')}, which is distrusted since entry {since:,}" for key, since in keys)
    if told and not decision.ratified and decision.undone_by is None:
        return (*told[:-1], f"{told[-1]}; neither ratified nor undone")
    return told


def key_sentence(key: KeyView) -> str:
    """A key: whose, what for, whether it signs, and where its private half is on this machine."""
    told = f"{KEY_ROLES[key.role]} of {safe(key.who)}{' in hardware' if key.hardware else ''}  {safe(key.fingerprint)}"
    if key.state != "live":
        told += f"; {safe(key.state)}, signs no more"
    if key.distrusted is not None:
        told += f"; distrusted from entry {key.distrusted:,} on"
    return f"{told}; its file here: {safe(key.file)}" if key.file else told


def token_sentence(token: TokenView, zone: str) -> str:
    """A token: whose, for which projects, how long."""
    reach = f"for {listed([safe(one) for one in token.projects])}" if token.projects else "for no project"
    told = f"token of {safe(token.who)} {reach}{_until(token.expires, zone)}"
    return told if token.live else f"{told}; opens nothing any more"


def principal_sentence(one: PrincipalView) -> str:
    """Somebody: name, what they are, keys, grants and tokens that count now."""
    told = f"{safe(one.name)}{' (you)' if one.me else ''}, {kind_words(one.kind, one.role)}"
    if one.retired:
        return f"{told}; retired, decides nothing any more"
    counts = (
        (sum(key.state == "live" for key in one.keys), "key"),
        (sum(grant.void is None for grant in one.grants), "grant"),
        (sum(token.live for token in one.tokens), "token"),
    )
    more = [number(count, word) for count, word in counts if count]
    return f"{told}; {listed(more)}" if more else told


def signing_words(signing: SigningView | None) -> str:
    """The key of the person at the desk in two words, for a frame: `key locked`."""
    if signing is None:
        return "no key here"
    return "key unlocked" if signing.unlocked else "key locked"


def policy_lines(policy: PolicyView) -> tuple[tuple[str, str], ...]:
    """Every setting of the policy: (as it is typed, its meaning in words)."""
    lines = [
        (f"needs.{verb}={needed.value}", f"{verb_words(verb)} needs {_NEEDS.get(needed, needed.value)}")
        for verb, needed in policy.needs
        if verb not in AUTHORITY_VERBS
    ]
    lines += [(f"two.{verb}=yes", f"two people must sign: {act_words(verb)}") for verb in policy.two]
    lines += [(f"{name}={value}", _bound(name, value)) for name, value in policy.numbers]
    lines.append((f"in_flight={policy.in_flight.value}", f"after a withdrawal, {IN_FLIGHT[policy.in_flight]}"))
    return tuple(lines)


def _bound(name: str, value: int) -> str:
    if value == 0 and name in _NONE:
        return _NONE[name]
    return _BOUNDS[name].format(n=number(value, _UNITS[name]))


def card_lines(policy: PolicyView) -> tuple[tuple[str, str], ...]:
    """The contract card of each type of memory: (how it is called in a setting, what it asks for, in words)."""
    return tuple(
        (f"card.{safe(kind)}", f"{safe(question)} It needs {verbs_words(fields)}. How it ends: {safe(ends)}.")
        for kind, question, fields, ends in policy.cards
    )


def request_sentence(request: CoSign, zone: str = "UTC") -> str:
    """A plan that waits for its second signature: who asked for what, and until when."""
    told = f"{safe(request.who)} asks for a second signature: {listed([act_words(verb) for verb in request.verbs])}"
    if request.ids:
        named = ", ".join(safe(one) for one in request.ids[:3])
        told += f" ({named}{f' and {len(request.ids) - 3} more' if len(request.ids) > 3 else ''})"
    told += f"; waits until {clock_time(request.until, zone)}"
    return f"{told}; not yours to sign: {safe(request.why_not)}" if request.why_not else told


def waiting_sentence(n: int) -> str:
    """What became of a plan that a second person has to sign."""
    return f"Kept as request {n}: a second person has to sign it (`memdesk cosign {n}`); nothing has happened yet."
