"""A store with keys, plans signed with them, a witness that is told, and hands that rewrite history."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from governance.audit.witness import Witness
from governance.audit.witnessing import committed
from governance.authority.decision import Decision, decision_text, sealed
from governance.authority.keys.signer import Signer
from governance.authority.keys.sshsig import DECISION, ED25519, PublicKey, spell, to_sign
from governance.authority.keys.wire import fields
from governance.plan import Compiled, Vouched, append_plan
from store import commit, log, migrate, seal
from store.database import Store
from store.records.entry import Draft, Entry
from store.records.words import Action, Assurance, Reason, Shown
from tests.builders import AT, DAY, MIRA, a_capture, did
from tests.store.tampering import without_guards

MINUTE = 60_000_000
WORDS = "zanzibar retries are safe"


class SoftHand:
    """A key that lies open in the test."""

    def __init__(self, seed: int) -> None:
        self.private = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)
        self.public = PublicKey(ED25519, fields(ED25519.encode(), self.private.public_key().public_bytes_raw()))

    def sign(self, message: bytes, namespace: str) -> str:
        """The armor over a message."""
        return spell(self.public, self.private.sign(to_sign(message, namespace)), namespace)

    def close(self) -> None:
        """Nothing to let go of."""


def a_signer(seed: int = 1) -> Signer:
    """A key that signs."""
    hand = SoftHand(seed)
    return Signer(hand.public, hand, asks=False)


def a_keyed_store(folder: Path, signer: Signer | None = None, recovery: Signer | None = None) -> Store:
    """A store whose genesis names the owner's key."""

    def own(one: Signer | None) -> migrate.OwnerKey | None:
        return migrate.OwnerKey(one.public.line, one.public.fingerprint) if one else None

    path = folder / "memory.db"
    return migrate.create(path, at=AT, zone="UTC", name="mira", key=own(signer), recovery=own(recovery))


def store_id(store: Store) -> str:
    """The id in genesis."""
    with store.reading() as conn:
        genesis = log.entry(conn, 1)
    assert genesis is not None
    return genesis.subjects[0]


def genesis_hash(store: Store) -> str:
    """The hash of genesis."""
    with store.reading() as conn:
        genesis = log.entry(conn, 1)
    assert genesis is not None
    return genesis.hash


def a_witness(folder: Path, store: Store) -> Witness:
    """The witness of a store in `state`, with the list of its destinations in `config`; nothing is written yet."""
    return Witness(folder / "state", folder / "config", store_id(store), genesis_hash(store))


def head(store: Store) -> tuple[int, str]:
    """Where the log stands."""
    with store.reading() as conn:
        return log.head(conn)


def a_plan_of(
    store: Store,
    verb: str,
    targets: Sequence[str],
    *drafts: Draft,
    signers: Sequence[Signer] = (),
    witness: Witness | None = None,
    at: int = AT,
    expires: int | None = None,
) -> tuple[Entry, ...]:
    """Apply a plan as the desk does, unsigned where nobody signs; the witness, if any, is told."""
    final = tuple(sealed(draft) for draft in drafts)
    assurance = Assurance.SIGNED if signers else Assurance.OS_USER
    seen = head(store)
    decided = Decision(
        verb, tuple(targets), ("0" * 16,) * len(targets), (None,) * len(targets), Reason.OTHER, Shown.OPENED
    )
    text = decision_text(
        store=store_id(store), head=seen, who=MIRA, assurance=assurance, decisions=[decided], effects=final,
        undoes=None, expires=expires,
    )  # fmt: skip
    signatures = tuple(signer.sign(text.encode("ascii"), DECISION) for signer in signers)
    vouched = Vouched(Compiled((), final, (), ()), text, MIRA, assurance, seen, None, signatures)

    def build(snapshot: commit.Snapshot) -> Any:
        yield from append_plan(vouched, snapshot, day=DAY)

    entries = commit.write(store, build, at=at, actor=MIRA)
    if witness is not None:
        assert committed(witness, entries, text, signatures) is None
    return entries


def a_kept(
    store: Store, *signers: Signer, witness: Witness | None = None, words: str = WORDS, at: int = AT
) -> tuple[Entry, ...]:
    """Capture an item and decide about it, with a note; the entries of the plan."""
    (capture,) = did(store, a_capture(words), at=at)
    item = capture.subjects[0]
    effect = {"verb": "stale", "set": {"status": "stale"}}
    draft = Draft(Action.REVIEW, (item,), effect, {"v": 1, "note": f"about {words}"})
    return a_plan_of(store, "stale", [item], draft, signers=signers, witness=witness, at=at)


def a_corrected(store: Store, item: str, *signers: Signer, witness: Witness | None = None) -> tuple[Entry, ...]:
    """Decide a plan that mints an item."""
    new = {"place": "store", "kind": "knowledge", "status": "active", "confidence": "unknown", "source_state": "none"}
    words = {"v": 1, "words": {"v": 1, "fact": "zanzibar corrected", "date": "2026-06-01"}}
    draft = Draft(Action.MANUAL_CORRECTION, ("new:1",), {"verb": "correct", "item": new}, words)
    return a_plan_of(store, "correct", [item], draft, signers=signers, witness=witness)


def a_copy(store: Store, folder: Path) -> Path:
    """The store's file as it is now, set aside."""
    with closing(sqlite3.connect(store.path)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    folder.mkdir(exist_ok=True)
    return Path(shutil.copy(store.path, folder / "copy.db"))


def restored(store: Store, copy: Path) -> Store:
    """An older copy put in the place of the store."""
    store.close()
    for suffix in ("-wal", "-shm"):
        store.path.with_name(store.path.name + suffix).unlink(missing_ok=True)
    shutil.copy(copy, store.path)
    return Store(store.path)


def cut(store: Store, after: int) -> None:
    """Take the end of the log away, behind every guard's back."""
    with closing(sqlite3.connect(store.path, isolation_level=None)) as conn, without_guards(conn):
        conn.execute("DELETE FROM payloads WHERE seq > ?", (after,))
        conn.execute("DELETE FROM log WHERE seq > ?", (after,))


def rechained(store: Store, seq: int, **changes: Any) -> None:
    """Change a header and chain everything behind it anew, as somebody would who knows how it is done."""
    with closing(sqlite3.connect(store.path, isolation_level=None)) as conn, without_guards(conn):
        prev = None
        rows = conn.execute("SELECT seq, header FROM log WHERE seq >= ? ORDER BY seq", (seq,)).fetchall()
        for number, line in rows:
            told = json.loads(line)
            told |= changes if number == seq else {}
            told["prev"] = prev or told["prev"]
            new = seal.canonical(told)
            prev = seal.entry_hash(new)
            values = (new, prev, told["at"], told["actor"], told["action"], number)
            conn.execute("UPDATE log SET header = ?, hash = ?, at = ?, actor = ?, action = ? WHERE seq = ?", values)
