"""The judge: whether a decision was one its author could make, at its position of the log.

The same judge is asked under the write lock, where it refuses, and by `verify`, where it finds. Its
questions, in the order they are asked:
    1 who          the author is known and not retired, and the text was not applied before
    2 signatures   each holds over the exact text, under a live key of a person
    3 assurance    as high as each verb needs by the policy (a keyless store knows none higher than os-user)
    4 effects      each is of a verb and a row that were decided, and no more than the verb does
    5 permission   the author owns the store, or the named grant covers the verb and every row
    6 two people   where the policy asks for two, two who could each decide so have signed
    7 bounds       not more rows than the policy allows, not later than the text says
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from governance.authority.acting import authority_fault
from governance.authority.effects import clearing_fault, effects_fault
from governance.authority.facts import Grant, Principal
from governance.authority.keys.sshsig import DECISION, BadSignature, signed_by
from governance.authority.organized import beyond, merging_fault
from governance.authority.scope import Facts, covers
from governance.authority.state import Authority
from store.records.entry import Effect, Payload
from store.records.words import AUTHORITY_VERBS, Action, Assurance, Field, KeyRole, PrincipalKind, VerbName

_ORDER = tuple(Assurance)
KEY_VERBS = frozenset({VerbName.ADD_KEY, VerbName.ROTATE_KEY, VerbName.REVOKE_KEY})
"""What a recovery key may sign."""
CONSTITUTIONAL = frozenset(
    {VerbName.COOL, VerbName.RETAG, VerbName.SOURCE, VerbName.TRIGGER, VerbName.ACCEPT, VerbName.DEFER}
)
"""What a constitutional grant may cover: nothing that clears, makes stale, folds or rewrites (law 7)."""


class Act(NamedTuple):
    """One effect of a plan, as far as a judge asks for it."""

    action: Action
    subjects: tuple[str, ...]
    effect: Effect
    payload: Payload | None


class Case(NamedTuple):
    """A decision before the judge."""

    text: Mapping[str, Any]
    """The decision text, read."""
    raw: str
    """The same as it was signed."""
    signatures: tuple[str, ...]
    at: int
    """When it is (was) appended, UTC microseconds."""
    acts: tuple[Act, ...]
    facts: Callable[[str], Facts | None]
    """What is known of a target; None where that can no longer be known (its words were erased)."""
    used: Callable[[str], int]
    """How many rows were decided about before under a grant."""
    spent: Callable[[str], int]
    """How many rows a service decided about before on this user day."""
    again: str | None = None
    """The plan that bore this very text before."""
    past: bool = False
    """Whether it stands in the log: what was erased since then is not held against it."""


class Signed(NamedTuple):
    """A signature that holds: whose it is."""

    principal: str
    key: str
    """The key's id, or the spelling of one that this very plan adds."""
    role: KeyRole
    fresh: bool = False
    """Whether this very plan adds the key: it shows that somebody has it, and vouches for nobody."""


class Judged(NamedTuple):
    """What the judge says."""

    fault: str | None
    """Why the decision is none, in a sentence without its end; None where it holds."""
    signed: tuple[Signed, ...] = ()


def judge(auth: Authority, case: Case) -> Judged:
    """Judge one decision."""
    who = auth.principals.get(str(case.text.get("who")))
    if who is None:
        return Judged(f"{case.text.get('who')} is nobody this store knows")
    if who.retired is not None:
        return Judged(f"{who.id} was retired by entry {who.retired}")
    if case.again is not None:
        return Judged(f"its text was applied already, as {case.again}")
    try:
        signed = _signed(auth, case)
        verbs = [VerbName(d["verb"]) for d in case.text["decisions"]]
        told = Assurance(case.text["assurance"])
        fault = (
            _of_signers(auth, case, who, signed, verbs, told)
            or _of_assurance(auth, who, verbs, told)
            or effects_fault(case.text["decisions"], case.acts, case.text.get("effects", ()))
            or merging_fault(case.text["decisions"], case.acts, case.facts)
            or _of_permission(auth, case, who, verbs, signed)
            or _of_two(auth, case, who, verbs, signed)
            or _of_bounds(auth, case)
        )
    except BadSignature as bad:
        return Judged(f"a signature does not hold: {bad}")
    except (KeyError, ValueError, TypeError, AttributeError, IndexError):
        return Judged("its text cannot be read")
    return Judged(fault, signed)


def _signed(auth: Authority, case: Case) -> tuple[Signed, ...]:
    """Who signed; a key that is nobody's is a bad signature."""
    fresh = {
        str((act.payload or {}).get("public")): (str(act.effect.get("principal")), KeyRole(act.effect["role"]))
        for act in case.acts
        if act.action is Action.KEY
    }
    found: list[Signed] = []
    for armored in case.signatures:
        public = signed_by(armored, case.raw.encode("ascii"), DECISION)
        key = auth.key_called(public.line)
        if key is not None:
            found.append(Signed(key.principal, key.id, key.role))
        elif public.line in fresh:
            principal, role = fresh[public.line]
            found.append(Signed(principal, public.line, role, fresh=True))
        else:
            raise BadSignature(f"{public.fingerprint} is no live key of anybody")
    return tuple(found)


def _of_signers(
    auth: Authority,
    case: Case,
    who: Principal,
    signed: Sequence[Signed],
    verbs: Sequence[VerbName],
    told: Assurance,
) -> str | None:
    """2: signed means signed by its author, with a key that may sign such verbs."""
    if (told is Assurance.SIGNED) != bool(case.signatures):
        return "it says `signed` and bears no signature" if not case.signatures else f"it is signed and says `{told}`"
    adopting = auth.keyless and set(verbs) == {VerbName.ADOPT}
    if signed and all(s.principal != who.id or (s.fresh and not adopting) for s in signed):
        return f"{who.id} did not sign it"
    for one in signed:
        if one.role is KeyRole.RECOVERY and not set(verbs) <= KEY_VERBS | {VerbName.ADOPT}:
            return "it is signed with a recovery key, which is for keys alone"
        signer = auth.principals.get(one.principal)
        if signer is not None and signer.retired is not None:
            return f"{one.principal}, who signed it, was retired"
    return None


def _of_assurance(auth: Authority, who: Principal, verbs: Sequence[VerbName], told: Assurance) -> str | None:
    """3: as sure as the policy asks; agents and services decide under a constitutional grant alone."""
    if who.kind is not PrincipalKind.HUMAN:
        return None if told is Assurance.TOKEN else f"{who.id} is no person and showed no token"
    if told is Assurance.TOKEN:
        return f"{who.id} is a person, and a token decides nothing for one"
    for verb in verbs:
        needed = Assurance.OS_USER if auth.keyless and verb is not VerbName.ADOPT else auth.policy.needed(verb)
        if _ORDER.index(told) < _ORDER.index(needed):
            return f"{verb} needs `{needed}`, and it is only `{told}`"
    return None


def _of_permission(
    auth: Authority, case: Case, who: Principal, verbs: Sequence[VerbName], signed: Sequence[Signed]
) -> str | None:
    """5: an owner, or a grant that covers it."""
    if set(verbs) & AUTHORITY_VERBS:
        if not set(verbs) <= AUTHORITY_VERBS:
            return "it mixes who may decide with what is decided"
        return authority_fault(auth, who, case.acts, signed, at=case.at, past=case.past)
    if who.owner or (auth.keyless and who.kind is PrincipalKind.HUMAN):
        return None
    if who.kind is PrincipalKind.AGENT:
        return f"{who.id} is an agent, and agents decide nothing"
    for decision, verb in zip(case.text["decisions"], verbs, strict=True):
        if fault := _under_grant(auth, case, who, verb, decision):
            return fault
    return None


def _under_grant(
    auth: Authority, case: Case, who: Principal, verb: VerbName, decision: Mapping[str, Any]
) -> str | None:
    grant = auth.grants.get(str(decision.get("grant")))
    if grant is None or grant.grantee != who.id:
        return f"{who.id} has no grant for {verb}"
    if fault := refusal_of(auth, grant, verb, None, case.at, past=case.past):
        return fault
    rows = sum(len(d["targets"]) for d in case.text["decisions"])
    if grant.rows is not None and case.used(grant.id) + rows > grant.rows:
        return f"{grant.id} allows {grant.rows} rows, and these would be more"
    known = {target: case.facts(target) for target in decision["targets"]}
    for facts in known.values():
        if facts is not None and (fault := refusal_of(auth, grant, verb, facts, case.at, past=case.past)):
            return fault
    if fault := _made_elsewhere(auth, grant, verb, case.acts) or beyond(auth.chain(grant), verb, case.acts):
        return fault
    if who.kind is PrincipalKind.HUMAN:
        return None
    bounded = (grant.rows is not None and grant.expires is not None) or (case.past and grant.scope is None)
    if not grant.constitutional or verb not in CONSTITUTIONAL or not bounded:
        return f"{grant.id} lets no service use {verb} by itself"
    if fault := clearing_fault(case.acts, known):
        return fault
    if case.spent(who.id) + rows > auth.policy.service_decisions_a_day:
        return f"{who.id} has used up its budget of {auth.policy.service_decisions_a_day} rows a day"
    return None


def _made_elsewhere(auth: Authority, grant: Grant, verb: VerbName, acts: Sequence[Act]) -> str | None:
    """Why an item lies outside the projects that a grant reaches, or is re-keyed out of its subjects, or None.

    Of words that were erased nothing is asked.
    """
    for act in acts:
        words: Any = (act.payload or {}).get("words")
        asked = act.effect.get("verb") == verb and "item" in act.effect and isinstance(words, dict)
        for link in auth.chain(grant) if asked else ():
            fields = (Field.PROJECT, Field.SUBJECT) if verb is VerbName.BOTH else (Field.PROJECT,)
            for field in fields:
                terms = [term for term in link.scope or () if term.field is field]
                if not covers(terms, {field.value: words.get(field.value)}):
                    return f"{link.id} does not reach the {field} of what it would make"
    return None


def refusal_of(
    auth: Authority, grant: Grant, verb: str, facts: Facts | None, at: int, *, past: bool = False
) -> str | None:
    """Why a grant does not cover a verb on a row at a time (on none in particular where `facts` is None), or None."""
    if fault := auth.void(grant, at, past=past):
        return fault
    for link in auth.chain(grant):
        if verb not in link.verbs:
            return f"{link.id} does not cover {verb}"
        if facts is not None and link.scope is not None and not covers(link.scope, facts):
            return f"{link.id} does not reach {facts.get('item') or 'this row'}"
    return None


def covering(
    auth: Authority, who: str, verb: str, rows: Sequence[Facts], at: int, *, past: bool = False
) -> Grant | None:
    """Somebody's grant that covers a verb on all of these rows: the narrowest that does, by its terms."""
    fit = [
        grant
        for grant in auth.grants.values()
        if grant.grantee == who
        and all(refusal_of(auth, grant, verb, facts, at, past=past) is None for facts in (None, *rows))
    ]
    return max(fit, key=lambda grant: (len(grant.scope or ()), -len(grant.verbs), grant.id), default=None)


def _of_two(
    auth: Authority, case: Case, who: Principal, verbs: Sequence[VerbName], signed: Sequence[Signed]
) -> str | None:
    """6: two people, each of whom could decide so."""
    asked = sorted(set(verbs) & set(auth.policy.two))
    if auth.keyless or not asked or who.kind is not PrincipalKind.HUMAN:
        return None
    people = {s.principal for s in signed if not s.fresh}
    if len(people) < 2:
        return f"{', '.join(asked)} needs the signatures of two people"
    for other in sorted(people - {who.id}):
        if fault := second_fault(auth, case, other):
            return f"{other}, who signed it too, could not decide so: {fault}"
    return None


def second_fault(auth: Authority, case: Case, other: str) -> str | None:
    """Why somebody may not be the second to sign a plan, or None."""
    person = auth.principals.get(other)
    if person is None or person.retired is not None or person.kind is not PrincipalKind.HUMAN:
        return f"{other} is no person who may decide"
    if person.owner:
        return None
    for decision in case.text["decisions"]:
        rows = [facts for target in decision["targets"] if (facts := case.facts(target)) is not None]
        grant = covering(auth, other, decision["verb"], rows, case.at, past=case.past)
        if grant is None or beyond(auth.chain(grant), VerbName(decision["verb"]), case.acts):
            return f"no grant of {other} covers {decision['verb']} there"
    return None


def _of_bounds(auth: Authority, case: Case) -> str | None:
    """7: bounds of the policy and of the text itself."""
    rows = sum(len(d["targets"]) for d in case.text["decisions"])
    if not auth.keyless and rows > auth.policy.plan_decisions:
        return f"it decides about {rows:,} rows, and the policy allows {auth.policy.plan_decisions:,} at once"
    expires = case.text.get("expires")
    if expires is not None and case.at > expires:
        return "its signature had expired"
    return None
