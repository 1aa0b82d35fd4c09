"""Reading authority out of a log: each decision about who may decide is judged before it counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from governance.authority.facts import Key, Principal
from governance.authority.state import ACTIONS, Authority, By
from governance.errors import Refusal
from store import log
from store.decided import decision_of, differs, effect_entries, plan_of, readable, signatures_of, text_of
from store.records.entry import Entry
from store.records.words import Action, KeyRole, PrincipalKind, Role

if TYPE_CHECKING:
    from sqlite3 import Connection

    from governance.authority.judge import Act, Case

_NOBODY = By("", (), range(0))


def authority_at(conn: Connection, until: int | None = None, before: Authority | None = None) -> Authority:
    """Authority as the log up to `until` (None: its head) gives it; `before` is one of the same log to go on from."""
    head = log.head(conn)[0]
    last = head if until is None else min(until, head)
    if before is None or before.seq > last:
        before = Authority()
    elif before.seq == last:
        return before
    entries = log.of_actions(conn, [action.value for action in (*ACTIONS, Action.ERASE)], before.seq, last)
    if before.seq and any(entry.action is Action.ERASE for entry in entries):
        return authority_at(conn, until)  # words that counted may be gone
    entries = [entry for entry in entries if entry.action is not Action.ERASE]
    auth = before.beginning()
    for entry in entries:
        try:
            _take(conn, auth, entry)
        except (KeyError, ValueError, TypeError, AttributeError, IndexError):
            auth.rejected.append((entry.seq, f"Entry {entry.seq} ({entry.action}) cannot be read as what it says."))
    auth.seq = last
    return auth


def _take(conn: Connection, auth: Authority, entry: Entry) -> None:
    """Let one entry count, or keep why it does not."""
    if entry.action is Action.BOOTSTRAP:
        _genesis(auth, entry)
        return
    if entry.action is Action.KEY and entry.subjects[0] in auth.prints:
        _first_key(conn, auth, entry)
        return
    plan = plan_of(entry)
    if plan is None:
        _undecided(auth, entry)
        return
    if plan not in auth.judged:
        auth.judged[plan] = _judged(conn, auth, plan, entry)
    by = auth.judged[plan]
    if by is None or entry.seq not in by.effects:
        auth.rejected.append((entry.seq, f"Entry {entry.seq} ({entry.action}) rests on {plan}, which does not hold."))
        return
    try:
        auth.apply(entry, readable(conn, entry.seq), by)
    except (KeyError, ValueError, TypeError):
        auth.rejected.append((entry.seq, f"Entry {entry.seq} ({entry.action}) changes what is not there."))


def _genesis(auth: Authority, entry: Entry) -> None:
    who, effect = entry.subjects[1], entry.effect
    auth.principals[who] = Principal(who, PrincipalKind.HUMAN, Role.OWNER, entry.seq)
    for name, told in (("key", "key_print"), ("recovery", "recovery_print")):
        if effect.get(name):
            auth.prints[effect[name]] = str(effect.get(told))


def _first_key(conn: Connection, auth: Authority, entry: Entry) -> None:
    """A key that genesis named: it must be the one of the fingerprint that stands there."""
    from governance.authority.keys.sshsig import read_public

    name, line = entry.subjects[0], str((readable(conn, entry.seq) or {}).get("public", ""))
    wanted = auth.prints.pop(name)
    try:
        found = read_public(line).fingerprint
    except Refusal:
        found = ""
    if found != wanted or entry.subjects[1:] != tuple(auth.principals)[:1]:
        auth.rejected.append((entry.seq, f"The key of entry {entry.seq} is not the one that genesis names."))
        return
    role = KeyRole(entry.effect["role"])
    auth.keys[name] = Key(name, entry.subjects[1], line, role, entry.seq)


def _undecided(auth: Authority, entry: Entry) -> None:
    """Without a decision, only the system users of a keyless store become known."""
    plain = entry.action is Action.ENROLL and not entry.effect.get("role")
    if plain and auth.keyless and entry.effect.get("kind") == PrincipalKind.HUMAN:
        auth.apply(entry, None, _NOBODY)
        return
    auth.rejected.append((entry.seq, f"Entry {entry.seq} ({entry.action}) was decided by nobody."))


def _judged(conn: Connection, auth: Authority, plan: str, effect: Entry) -> By | None:
    """The judgement of a plan, on its first effect of authority; kept for the others."""
    from governance.authority.judge import judge

    decision = decision_of(conn, plan, effect.seq)
    if decision is None:
        return None
    genesis = log.entry(conn, 1)
    entries = effect_entries(conn, decision.seq)
    try:
        if genesis is None or differs(conn, genesis.subjects[0], decision, entries):
            return None
    except (ValueError, KeyError, TypeError, IndexError):
        return None
    case = case_of(conn, decision, entries)
    nonce = str(case.text.get("nonce"))
    found = judge(auth, case._replace(again=auth.nonces.get(nonce) if "nonce" in case.text else None))
    auth.nonces.setdefault(nonce, plan)
    if found.fault:
        return None
    effects = range(decision.seq + 1, decision.seq + 1 + len(entries))
    return By(decision.actor, tuple(s.key for s in found.signed), effects)


def case_of(conn: Connection, decision: Entry, entries: Sequence[Entry]) -> Case:
    """A decision about authority as the judge is asked about it."""
    from governance.authority.judge import Case

    payload = readable(conn, decision.seq)
    return Case(
        text=text_of(payload),
        raw=str((payload or {}).get("text", "")),
        signatures=signatures_of(payload),
        at=decision.at,
        acts=acts_of(conn, entries),
        facts=lambda target: {"item": target},
        used=lambda grant: 0,  # noqa: ARG005 - no service decides about authority
        spent=lambda who: 0,  # noqa: ARG005 - the same
        past=True,
    )


def acts_of(conn: Connection, entries: Sequence[Entry]) -> tuple[Act, ...]:
    """Effects as a judge asks for them."""
    from governance.authority.judge import Act

    return tuple(Act(e.action, e.subjects, e.effect, readable(conn, e.seq)) for e in entries)
