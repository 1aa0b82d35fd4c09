"""Requests: plans that one person signed and a second one has to sign, before anything happens.

A request keeps the exact text, its signature and the words of its effects beside the log. Whoever signs
second signs the same bytes; then the plan is compiled anew and applied like any other, or refused
because something moved.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from governance.authority.judge import second_fault
from governance.authority.people import require
from governance.authority.state import Authority
from governance.authority.told import told
from governance.changing import changes_of, minded
from governance.errors import Refusal, RefusalKind
from governance.plan import Choice, Compiled, Vouched, compile_plan
from governance.review.facts import Facts
from governance.settling import Numbered, case_of, refuse_edited, refuse_reader, settle
from governance.undo import compile_undo
from governance.verb import Decided
from governance.verbs import verb_called
from store import local, seal
from store.commit import Snapshot
from store.decided import text_of
from store.records.entry import Draft
from store.records.views import Applied, Change, CoSign
from store.records.words import AUTHORITY_VERBS, Action, Assurance
from store.requests import drop_request, forget_request, keep_request, requests
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.desk import Desk

_DECLINE = "Decline it (`memdesk cosign {n} --decline`), find out who wrote to the store, and ask again."


def ask(desk: Desk, vouched: Vouched, staged: Numbered, *, at: int) -> Applied:
    """Keep a plan until a second person signs it."""
    body = _kept(vouched, at)
    with desk.store.locked() as conn:
        n = keep_request(conn, body)
        local.drop(conn, desk.person.name, [number for number, _ in staged])
    verbs = tuple(dict.fromkeys(choice.verb for choice in vouched.compiled.choices))
    ids = tuple(target for choice in vouched.compiled.choices for target in choice.targets)
    return Applied(
        plan="", seq=0, decisions=len(vouched.compiled.choices), entries=0, ids=ids, at=at, who=desk.person.name,
        verbs=verbs, waiting=n,
    )  # fmt: skip


def views(desk: Desk, reader: Reader) -> tuple[CoSign, ...]:
    """Every request, with whether the person at the desk may sign it."""
    auth = desk.authority(reader)
    me = desk.principal(reader)
    found = []
    for n, body in requests(reader.conn):
        try:
            vouched = _loaded(n, body)
            refuse_edited(vouched)
        except Refusal:
            found.append(_edited(n))
            continue
        text = text_of({"text": vouched.text})
        if me == vouched.who:
            fault: str | None = "you asked for it yourself"
        else:
            case = case_of(reader, vouched, desk.now(), until=auth.seq)
            fault = second_fault(auth, case, me)
        if fault is None and desk.now() > int(text["expires"]):
            fault = "it has expired"
        drafts = vouched.compiled.drafts
        found.append(
            CoSign(
                n=n,
                by=vouched.who,
                who=reader.names.get(vouched.who, vouched.who),
                at=body["at"],
                until=int(text["expires"]),
                verbs=tuple(dict.fromkeys(choice.verb for choice in vouched.compiled.choices)),
                ids=tuple(t for choice in vouched.compiled.choices for t in choice.targets),
                reasons=tuple(dict.fromkeys(choice.reason for choice in vouched.compiled.choices)),
                notes=tuple(dict.fromkeys(d.payload["note"] for d in drafts if d.payload and d.payload.get("note"))),
                changes=_changes(reader, vouched, auth),
                mine=me == vouched.who,
                why_not=fault,
                seen=seal.seen_digest({"text": vouched.text}),
            )
        )
    return tuple(found)


def _edited(n: int) -> CoSign:
    """A request of which nothing can be believed."""
    fault = "it was edited where it lies, and is not what was signed"
    return CoSign(
        n=n, by="", who="", at=0, until=0, verbs=(), ids=(), reasons=(), notes=(), changes=(), mine=False, why_not=fault
    )


def _changes(reader: Reader, vouched: Vouched, auth: Authority) -> tuple[Change, ...]:
    """What a request would change, told by the very effects that were signed; and what is to be known before that."""
    compiled = vouched.compiled
    if any(choice.verb in AUTHORITY_VERBS for choice in compiled.choices):
        return tuple(told(compiled.drafts, auth, reader.names))
    try:
        if vouched.undoes is not None:
            return tuple(c for part in _again(reader, vouched).changes for c in part)
        facts = Facts(reader)
        by_choice = [(choice, facts.targets(choice.targets)) for choice in compiled.choices]
        targets = {target.id: target for _, own in by_choice for target in own}
        found = changes_of(compiled.drafts, targets)
        for choice, own in by_choice:
            decided = Decided(choice.reason, choice.shown, choice.note, choice.args)
            found += minded(own, verb_called(choice.verb).cautions(own, decided, facts))
        return found
    except Refusal as moved:
        return (Change(id="", field="moved", before=None, after=moved.sentence),)


def cosign(desk: Desk, n: int, seen: str | None) -> Applied:
    """Sign a request as the second person, and apply it; refused where it is not the one that was `seen`."""
    refuse_reader(desk)
    desk.refuse_agent()
    at = desk.now()
    body = _request(desk, n)
    with desk.reader() as reader:
        view = next(view for view in views(desk, reader) if view.n == n)
    if view.why_not:
        raise Refusal(RefusalKind.NOT_ALLOWED, f"Request {n} is not yours to sign: {view.why_not}.", "", view.ids)
    if seen is not None and view.seen != seen:
        raise Refusal(RefusalKind.MOVED, f"Request {n} is another one by now; nothing was signed.", "Look at it again.")
    vouched = _loaded(n, body)
    signature = desk.hand.sign(vouched.text, now=at)
    signed = replace(vouched, signatures=(*vouched.signatures, signature))
    return settle(
        desk,
        signed,
        lambda reader: _again(reader, vouched),
        at=at,
        first=lambda snapshot: _refuse_gone(snapshot, n, vouched),
        last=lambda snapshot: drop_request(snapshot.conn, n),
    )


def decline(desk: Desk, n: int) -> None:
    """Let a request go; who asked for it may ask again."""
    refuse_reader(desk)
    desk.refuse_agent()
    require(desk.person, Assurance.OS_USER, "decline a request")
    _request(desk, n)
    forget_request(desk.store, n)


def _refuse_gone(snapshot: Snapshot, n: int, vouched: Vouched) -> None:
    """Refuse, under the lock, what was declined or signed by another meanwhile."""
    there = dict(requests(snapshot.conn)).get(n)
    if there is None or there["text"] != vouched.text:
        raise Refusal(RefusalKind.MOVED, f"Request {n} is gone: it was declined, signed or erased meanwhile.", "")


def _again(reader: Reader, vouched: Vouched) -> Compiled:
    """The plan compiled on what stands now; acts about who may decide are judged anew instead."""
    if vouched.undoes is not None:
        return compile_undo(reader, vouched.undoes, shown=vouched.compiled.choices[0].shown)
    if any(choice.verb in AUTHORITY_VERBS for choice in vouched.compiled.choices):
        return vouched.compiled
    return compile_plan(Facts(reader), vouched.compiled.choices)


def _request(desk: Desk, n: int) -> dict[str, Any]:
    with desk.reader() as reader:
        found = dict(requests(reader.conn)).get(n)
    if found is None:
        raise Refusal(RefusalKind.NOT_FOUND, f"There is no request {n}.", "`memdesk cosign` lists them.")
    return found


def _kept(vouched: Vouched, at: int) -> dict[str, Any]:
    compiled = vouched.compiled
    return {
        "at": at,
        "text": vouched.text,
        "signatures": list(vouched.signatures),
        "who": vouched.who,
        "head": list(vouched.head),
        "undoes": vouched.undoes,
        "choices": [choice.to_json() for choice in compiled.choices],
        "commitments": [list(part) for part in compiled.commitments],
        "changes": [[change.model_dump() for change in part] for part in compiled.changes],
        "drafts": [_kept_draft(draft) for draft in compiled.drafts],
    }


def _kept_draft(draft: Draft) -> dict[str, Any]:
    return {
        "action": draft.action.value,
        "subjects": list(draft.subjects),
        "effect": draft.effect,
        "payload": None if draft.payload is None else seal.canonical(draft.payload).decode("ascii"),
        "salt": None if draft.salt is None else draft.salt.hex(),
        "refs": list(draft.refs),
    }


def _loaded(n: int, body: Mapping[str, Any]) -> Vouched:
    try:
        return _read(body)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise Refusal(RefusalKind.BROKEN, f"Request {n} cannot be read.", _DECLINE.format(n=n)) from error


def _read(body: Mapping[str, Any]) -> Vouched:
    drafts = tuple(
        Draft(
            Action(d["action"]),
            tuple(d["subjects"]),
            d["effect"],
            None if d["payload"] is None else seal.loads(d["payload"].encode("ascii")),
            refs=tuple(d["refs"]),
            salt=None if d["salt"] is None else bytes.fromhex(d["salt"]),
        )
        for d in body["drafts"]
    )
    compiled = Compiled(
        tuple(Choice.from_json(choice) for choice in body["choices"]),
        drafts,
        tuple(tuple(Change(**change) for change in part) for part in body["changes"]),
        tuple(tuple(part) for part in body["commitments"]),
    )
    at, hashed = body["head"]
    return Vouched(
        compiled,
        body["text"],
        body["who"],
        Assurance.SIGNED,
        (at, hashed),
        body["undoes"],
        tuple(body["signatures"]),
    )
