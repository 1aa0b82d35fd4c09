"""Who is who at an invented store, and decisions that somebody there makes, for the judge to be asked about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from governance.authority.decision import Decision, decision_text
from governance.authority.facts import Grant, Key, Principal
from governance.authority.judge import Act, Case
from governance.authority.keys.signer import Signer
from governance.authority.keys.sshsig import DECISION
from governance.authority.policy import DEFAULT, Policy
from governance.authority.scope import read_scope
from governance.authority.state import Authority
from store.decided import text_of
from store.records.entry import Draft
from store.records.words import Action, Assurance, KeyRole, PrincipalKind, Reason, Role, Shown, VerbName
from tests.governance.signed import soft

NOW = 1_000
ITEM, OTHER = "mem-2026-06-01-001", "mem-2026-06-01-002"
MIRA, INES, CRON, CODEX, BOB, GONE = (f"p-000{n}" for n in range(1, 7))
OWNER, RECOVERY, OF_INES, OF_BOB, OF_GONE, NOBODY = (soft(n) for n in range(1, 7))
KEEP = {"verb": "keep", "set": {"status": "active"}}
HUMAN = PrincipalKind.HUMAN


def who_is_who(*, policy: Policy = DEFAULT, keyless: bool = False, **grants: Any) -> Authority:
    """Two owners, a maintainer, a service, an agent, and somebody who left; `grants` change those of ines and cron."""
    auth = Authority()
    auth.seq = 50
    people = (
        (MIRA, HUMAN, Role.OWNER), (INES, HUMAN, Role.MAINTAINER), (CRON, PrincipalKind.SERVICE, Role.AGENT),
        (CODEX, PrincipalKind.AGENT, Role.AGENT), (BOB, HUMAN, Role.OWNER), (GONE, HUMAN, Role.OWNER),
    )  # fmt: skip
    auth.principals = {name: Principal(name, kind, role, 1) for name, kind, role in people}
    auth.principals[GONE] = auth.principals[GONE]._replace(retired=40)
    hands = ((OWNER, MIRA), (RECOVERY, MIRA), (OF_INES, INES), (OF_BOB, BOB), (OF_GONE, GONE))
    for n, (hand, whose) in enumerate(hands, 1):
        role = KeyRole.RECOVERY if hand is RECOVERY else KeyRole.SIGNING
        auth.keys[f"key-{n}"] = Key(f"key-{n}", whose, hand.public.line, role, 2)
    if keyless:
        auth.keys = {}
    verbs = frozenset({"keep", "defer", "undo"})
    plain = Grant("grant-1", INES, MIRA, verbs, (), 5)
    service = plain._replace(
        id="grant-2", grantee=CRON, verbs=frozenset({"defer"}), constitutional=True, rows=5, expires=NOW + 100
    )
    auth.grants["grant-1"] = plain._replace(**grants.get("ines", {}))
    auth.grants["grant-2"] = service._replace(**grants.get("cron", {}))
    if policy is not DEFAULT:
        auth.policies.append((9, policy, ()))
    return auth


def with_two_keys(auth: Authority) -> Authority:
    """The same, and mira has a further key."""
    auth.keys["key-9"] = Key("key-9", MIRA, NOBODY.public.line, KeyRole.SIGNING, 3)
    return auth


def a_case(
    verb: str = "keep",
    *acts: Act,
    who: str = MIRA,
    by: Sequence[Signer] = (OWNER,),
    targets: Sequence[str] = (ITEM,),
    grant: str | None = None,
    told: Assurance | None = None,
    expires: int | None = NOW,
    namespace: str = DECISION,
    facts: dict[str, Any] | None = None,
    **more: Any,
) -> Case:
    """A decision, signed by its owner unless told otherwise, with the one effect its verb has."""
    effect = {"verb": verb, "set": {"deferred": "1d"}} if verb == "defer" else {**KEEP, "verb": verb}
    done = acts or tuple(Act(Action.REVIEW, (target,), effect, None) for target in targets)
    sure = told or (Assurance.SIGNED if by else Assurance.OS_USER)
    count = len(targets)
    raw = decision_text(
        store="store-1", head=(1, "0"), who=who, assurance=sure, undoes=None, expires=expires,
        decisions=[Decision(verb, tuple(targets), ("0",) * count, (None,) * count, Reason.OTHER, Shown.OPENED, grant)],
        effects=[Draft(act.action, act.subjects, act.effect) for act in done],
    )  # fmt: skip
    return Case(
        text=text_of({"text": raw}),
        raw=raw,
        signatures=tuple(hand.sign(raw.encode(), namespace) for hand in by),
        at=NOW,
        acts=done,
        facts=lambda target: {"item": target, "kind": "knowledge", "status": "active"} | (facts or {}),
        used=lambda _: more.get("used", 0),
        spent=lambda _: more.get("spent", 0),
        again=more.get("again"),
    )


def key_act(verb: str, whose: str, hand: Signer, role: KeyRole = KeyRole.SIGNING, replaces: str | None = None) -> Act:
    effect = {"verb": verb, "principal": whose, "role": role.value, "replaces": replaces}
    return Act(Action.KEY, ("new:1", whose), effect, {"public": hand.public.line})


def grant_act(who: str, *verbs: str, parent: str | None = None, terms: str = "", **words: Any) -> Act:
    effect = {"verb": "grant", "grantee": who, "verbs": list(verbs), "parent": parent, "constitutional": False}
    effect["constitutional"] = words.pop("constitutional", False)
    scope = [[t.field.value, t.value, t.prefix] for t in read_scope(terms.split())]
    return Act(
        Action.GRANT, ("new:1", who), effect, {"scope": scope, "expires": None, "depth": 0, "count": None} | words
    )


def an_act(action: Action, *subjects: str, verb: str | None = None, **effect: Any) -> Act:
    return Act(action, subjects, {"verb": verb or action.value, **effect}, None)


CRON_DOES: dict[str, Any] = {"who": CRON, "by": (), "told": Assurance.TOKEN, "grant": "grant-2"}
INES_DOES: dict[str, Any] = {"who": INES, "by": (OF_INES,), "grant": "grant-1"}
TWO = DEFAULT.model_copy(update={"two": (VerbName.KEEP,)})
WEAK = DEFAULT.model_copy(update={"needs": ((VerbName.KEEP, Assurance.OS_USER),)})
