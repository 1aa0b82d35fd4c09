"""Distrusted: decisions by a key that is distrusted since before them, which still stand and were not ratified."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from governance.authority.keys.sshsig import DECISION, BadSignature, signed_by
from governance.authority.state import Authority
from store import log
from store.decided import effect_entries, readable, signatures_of, undone_by
from store.records.words import Action

if TYPE_CHECKING:
    from sqlite3 import Connection


class Signed(NamedTuple):
    """A decision and the keys that signed it."""

    plan: str
    seq: int
    keys: tuple[str, ...]


class Doubted(NamedTuple):
    """A decision that is to be undone or ratified."""

    plan: str
    seq: int
    key: str
    since: int
    """The entry since which the key is distrusted."""

    @property
    def sentence(self) -> str:
        """What is wrong with it, and what to do."""
        return (
            f"{self.plan} was signed with {self.key}, which is distrusted since entry {self.since};"
            " undo it, or ratify it once you have looked at what it did."
        )


def standing(conn: Connection, auth: Authority, signed: Iterable[Signed], since: int = 0) -> Iterator[Doubted]:
    """Those behind an entry that still stand, key by key."""
    every = tuple(signed)
    for key in auth.keys.values():
        if key.distrusted is None:
            continue
        for one in every:
            if one.seq < max(key.distrusted, since + 1) or key.id not in one.keys:
                continue
            if one.plan in auth.ratified or undone_by(conn, one.plan) or _ended(conn, auth, one.seq):
                continue
            yield Doubted(one.plan, one.seq, key.id, key.distrusted)


def to_settle(conn: Connection, auth: Authority) -> tuple[Doubted, ...]:
    """Each decision that is to be undone or ratified, once, in the order of the log."""
    first = min((key.distrusted for key in auth.keys.values() if key.distrusted is not None), default=None)
    if first is None:
        return ()
    found = {one.plan: one for one in standing(conn, auth, _signed_since(conn, auth, first))}
    return tuple(sorted(found.values(), key=lambda one: one.seq))


def _signed_since(conn: Connection, auth: Authority, first: int) -> Iterator[Signed]:
    """Decisions from an entry on, with those of the distrusted keys whose signature they bear."""
    doubted = {key.line: key.id for key in auth.keys.values() if key.distrusted is not None}
    for entry in log.of_actions(conn, [Action.DECISION.value], first - 1, log.head(conn)[0]):
        payload = readable(conn, entry.seq)
        text = str((payload or {}).get("text", "")).encode("ascii", "replace")
        keys = []
        for armored in signatures_of(payload):
            with suppress(BadSignature):
                keys.append(doubted.get(signed_by(armored, text, DECISION).line, ""))
        yield Signed(entry.subjects[0], entry.seq, tuple(keys))


def _ended(conn: Connection, auth: Authority, decision: int) -> bool:
    """Whether all that a decision gave is void by now, so that nothing of it is left to undo."""
    effects = effect_entries(conn, decision)
    return bool(effects) and all(auth.ended(entry) for entry in effects)
