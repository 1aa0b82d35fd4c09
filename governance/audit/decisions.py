"""Decisions as an auditor checks them: every signature, and the authority of every author at its position.

The log is folded once from its start; each decision is judged by the state in front of it, so that a
grant which came later, or a key revoked later, changes nothing about it. What a distrusted key signed
is a finding until it is undone or ratified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from governance.audit.distrusted import Signed, standing
from governance.authority.facts import Grant
from governance.authority.judge import Case, judge
from governance.authority.keys.sshsig import DECISION, BadSignature, signed_by
from governance.authority.reading import acts_of, authority_at
from governance.authority.rows import facts_of, rows_by_grant, tallies
from governance.authority.state import Authority
from governance.authority.views import Shown, grant_view
from governance.errors import Refusal, RefusalKind
from store import log
from store.decided import (
    check_decisions,
    decision_called,
    effect_entries,
    minted_in,
    readable,
    signatures_of,
    text_of,
    undecided_acts,
    undecided_imports,
    undone_by,
)
from store.passes import undecided_passes
from store.records.entry import Entry
from store.records.views import DecisionView, Finding, SeenView, SignatureView
from store.records.words import Action, Assurance, VerbName
from store.records.words import Shown as ShownWord
from store.undecided import undecided_controls
from store.views.reader import Reader
from store.views.versions import begun_at

if TYPE_CHECKING:
    from sqlite3 import Connection

RECENT = 20_000
"""How many entries of doors and passes a desk looks at when it is opened; `verify` looks at every one."""
DayOf = Callable[[int], str]
"""UTC microseconds → the store's user day."""


def check_signatures(conn: Connection, since: int = 0) -> Iterator[Finding | int | str]:
    """A step of `verify`: each signature holds over the exact text of its decision."""
    bare = 0
    for entry in _decisions(conn, since):
        payload = readable(conn, entry.seq)
        found = signatures_of(payload)
        bare += not found
        for armored in found:
            try:
                signed_by(armored, str((payload or {}).get("text", "")).encode("ascii", "replace"), DECISION)
            except BadSignature as bad:
                sentence = f"A signature under {entry.subjects[0]} does not hold: {bad}"
                yield Finding(step="signatures", seq=entry.seq, sentence=sentence)
            yield 1
    if bare:
        yield f"{bare:,} decision{'' if bare == 1 else 's'} without one"


def check_authority(conn: Connection, day_of: DayOf, since: int = 0) -> Iterator[Finding | int | str]:
    """A step of `verify`: each decision was its author's to make, where it stands in the log."""
    walk = Walk(conn, day_of)
    under: dict[str, int] = {}
    for judged in walk.judged(since):
        if judged.fault:
            sentence = f"{judged.plan} may not have been decided so: {judged.fault}."
            yield Finding(step="authority", seq=judged.seq, sentence=sentence)
        for grant in judged.grants:
            under[grant] = under.get(grant, 0) + 1
        yield 1
    auth = authority_at(conn)
    for seq, sentence in auth.rejected:
        if seq > since:
            yield Finding(step="authority", seq=seq, sentence=sentence)
    signed = (Signed(one.plan, one.seq, one.keys) for one in walk.signed)
    for doubted in standing(conn, auth, signed, since):
        yield Finding(step="authority", seq=doubted.seq, sentence=doubted.sentence)
    yield from _undecided(conn, auth, since)
    yield from undecided_passes(conn, since)
    constitutional = sum(n for grant, n in under.items() if grant in auth.grants and auth.grants[grant].constitutional)
    if constitutional:
        yield f"{constitutional:,} under a constitutional grant"


def doubts(conn: Connection, day_of: DayOf, since: int) -> Iterator[Finding]:
    """Decisions behind an entry that do not hold, and what no door or pass may append: what an open desk looks for."""
    auth = authority_at(conn)
    yield from (Finding(step="authority", seq=seq, sentence=sentence) for seq, sentence in auth.rejected if seq > since)
    for one in Walk(conn, day_of).judged(since):
        if one.fault:
            yield Finding(step="authority", seq=one.seq, sentence=f"{one.plan} does not hold: {one.fault}.")
    yield from (found for found in check_decisions(conn, since) if isinstance(found, Finding))
    yield from _undecided(conn, auth, since)
    recent = max(since, log.head(conn)[0] - RECENT)
    yield from (found for found in undecided_passes(conn, recent) if isinstance(found, Finding))


def _undecided(conn: Connection, auth: Authority, since: int) -> Iterator[Finding]:
    """Acts and imports behind an entry that nobody decided; imports and erasures since there is a key."""
    keyed = min((key.seq for key in auth.keys.values()), default=None)
    yield from undecided_acts(conn, since, keyed)
    yield from (found for found in undecided_controls(conn, since) if isinstance(found, Finding))
    if keyed is not None:
        yield from undecided_imports(conn, max(since, keyed))


class OfLog(NamedTuple):
    """One decision of the log, judged."""

    plan: str
    seq: int
    fault: str | None
    keys: tuple[str, ...]
    """The keys that signed it."""
    grants: tuple[str, ...]


class Walk:
    """The decisions of a log in order, each judged by the state in front of it."""

    def __init__(self, conn: Connection, day_of: DayOf) -> None:
        self.conn = conn
        self.day_of = day_of
        self.signed: list[OfLog] = []
        """Those that bear a signature."""

    def judged(self, since: int = 0) -> Iterator[OfLog]:
        """Every decision behind an entry; those before are folded, not judged."""
        auth: Authority | None = None
        used: dict[str, int] = {}
        spent: dict[tuple[str, str], int] = {}
        texts: dict[str, str] = {}
        for entry in _decisions(self.conn, 0):
            text = text_of(readable(self.conn, entry.seq))
            day = (entry.actor, self.day_of(entry.at))
            nonce = str(text.get("nonce"))
            if entry.seq > since:
                auth = authority_at(self.conn, entry.seq - 1, auth)
                case = case_in_log(self.conn, entry, self.day_of, *_tallied(used, spent, day))
                found = judge(auth, case._replace(again=texts.get(nonce) if "nonce" in text else None))
                one = OfLog(
                    entry.subjects[0],
                    entry.seq,
                    found.fault or _moved(self.conn, self.day_of, entry, text),
                    tuple(s.key for s in found.signed),
                    tuple(grant for grant in rows_by_grant(text) if grant != "None"),
                )
                if one.keys:
                    self.signed.append(one)
                yield one
            texts.setdefault(nonce, entry.subjects[0])
            for grant, rows in rows_by_grant(text).items():
                used[grant] = used.get(grant, 0) + rows
                spent[day] = spent.get(day, 0) + rows


_TABLES = {"mem-": "items", "quar": "quarantine", "lane": "lanes", "top-": "topics"}


def _moved(conn: Connection, day_of: DayOf, entry: Entry, text: dict[str, Any]) -> str | None:
    """Which row is another one than its decider saw: a plan that was signed and kept back may be appended later."""
    reader = Reader(conn, now=entry.at, day_of=day_of)
    try:
        for decision in text["decisions"]:
            rows = [(_TABLES[name[:4]], name) for name in decision["targets"] if name[:4] in _TABLES]
            for table, name in rows if decision["verb"] != VerbName.UNDO else ():
                shown = begun_at(reader, table, name, text["head"][0])
                if shown != begun_at(reader, table, name, entry.seq - 1):
                    return f"{name} had moved since entry {text['head'][0]}, which its author saw"
    except (KeyError, TypeError, IndexError, AttributeError):
        return None  # the judge says that it cannot be read
    return None


def case_in_log(
    conn: Connection, entry: Entry, day_of: DayOf, used: Callable[[str], int], spent: Callable[[str], int]
) -> Case:
    """A decision of the log as the judge is asked about it."""
    payload = readable(conn, entry.seq)
    reader = Reader(conn, now=entry.at, day_of=day_of, at_seq=entry.seq - 1)
    return Case(
        text=text_of(payload),
        raw=str((payload or {}).get("text", "")),
        signatures=signatures_of(payload),
        at=entry.at,
        acts=acts_of(conn, effect_entries(conn, entry.seq)),
        facts=lambda target: facts_of(reader, target, lenient=True),
        used=used,
        spent=spent,
        past=True,
    )


def _tallied(
    used: dict[str, int], spent: dict[tuple[str, str], int], day: tuple[str, str]
) -> tuple[Callable[[str], int], Callable[[str], int]]:
    return lambda grant: used.get(grant, 0), lambda _: spent.get(day, 0)


def _decisions(conn: Connection, since: int) -> list[Entry]:
    return log.of_actions(conn, [Action.DECISION.value], since, log.head(conn)[0])


def decision_view(shown: Shown, name: str | int) -> DecisionView:
    """A decision as it is shown to an auditor: its signatures, what was on the screen, its grants."""
    conn, reader = shown.reader.conn, shown.reader
    entry = _called(conn, name)
    payload = readable(conn, entry.seq)
    text, raw = text_of(payload), str((payload or {}).get("text", ""))
    auth = authority_at(conn, entry.seq - 1)
    used, spent = tallies(reader, entry.actor, entry.seq - 1, entry.at, reader.day_of)
    case = case_in_log(conn, entry, reader.day_of, used, spent)
    fault = judge(auth, case._replace(again=_before(conn, entry, text))).fault
    fault = fault or _moved(conn, reader.day_of, entry, text)
    grants: dict[str, Grant] = {}
    for called in rows_by_grant(text):
        for link in shown.auth.chain(shown.auth.grants[called]) if called in shown.auth.grants else ():
            grants[link.id] = link
    try:
        minted = minted_in(text["effects"], effect_entries(conn, entry.seq))
        targets = tuple(
            SeenView(
                verb=d["verb"],
                target=minted.get(target, target),
                seen=seen,
                shown=ShownWord(d["shown"]),
                grant=d.get("grant"),
            )
            for d in text["decisions"]
            for target, seen in zip(d["targets"], d["seen"], strict=False)
        )
        return DecisionView(
            plan=entry.subjects[0],
            seq=entry.seq,
            assurance=Assurance(str(text.get("assurance"))),
            signatures=tuple(
                _signature(shown, auth, entry.seq, armored, str(payload["text"])) for armored in signatures_of(payload)
            )
            if payload
            else (),
            head=int(text["head"][0]),
            expires=text.get("expires"),
            targets=targets,
            grants=tuple(grant_view(shown, link) for link in grants.values()),
            fault=fault,
            undone_by=undone_by(conn, entry.subjects[0]),
            ratified=entry.subjects[0] in shown.auth.ratified,
            text=raw,
        )
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Refusal(
            RefusalKind.BROKEN, f"The text of {entry.subjects[0]} cannot be read.", "Run `memdesk verify`."
        ) from error


def _before(conn: Connection, entry: Entry, text: dict[str, object]) -> str | None:
    """The plan that bore the text of a decision before."""
    for other in _decisions(conn, 0):
        if other.seq >= entry.seq:
            return None
        if "nonce" in text and text_of(readable(conn, other.seq)).get("nonce") == text["nonce"]:
            return other.subjects[0]
    return None


def _called(conn: Connection, name: str | int) -> Entry:
    found = log.entry(conn, name) if isinstance(name, int) else decision_called(conn, name)
    if found is None or found.action is not Action.DECISION:
        raise Refusal(RefusalKind.NOT_FOUND, f"There is no decision {name}.", "`memdesk list plans` lists them.")
    return found


def _signature(shown: Shown, auth: Authority, seq: int, armored: str, text: str) -> SignatureView:
    try:
        public = signed_by(armored, text.encode("ascii", "replace"), DECISION)
    except BadSignature as bad:
        return SignatureView(principal=None, who=None, key=None, fingerprint=None, fault=str(bad))
    key = auth.key_called(public.line) or shown.auth.key_called(public.line)
    since = shown.auth.keys[key.id].distrusted if key and key.id in shown.auth.keys else None
    return SignatureView(
        principal=key.principal if key else None,
        who=shown.name(key.principal) if key else None,
        key=key.id if key else None,
        fingerprint=public.fingerprint,
        fault=None if key else "the key is nobody's",
        distrusted=since if since is not None and since <= seq else None,
    )


__all__ = ["Walk", "check_authority", "check_signatures", "decision_view"]
