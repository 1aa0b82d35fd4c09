"""Hands of somebody who runs as the same user: around the judge, around the desk, into the file itself."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from governance.desk import Desk
from store import log, seal
from store.commit import Snapshot, write
from store.decided import effect_entries
from store.records.entry import Draft, Entry
from store.records.words import Action
from tests.builders import DAY, MIRA
from tests.store.tampering import bare, without_guards


def appended(desk: Desk, *drafts: Draft, at: int | None = None) -> tuple[Entry, ...]:
    """Append entries through the write door that nobody decided."""

    def build(_: Snapshot) -> Any:
        for draft in drafts:  # noqa: UP028 - the door sends back what each became
            yield draft

    return write(desk.store, build, at=desk.now() if at is None else at, actor=MIRA)


def append_again(desk: Desk, plan: str, *, at: int | None = None) -> str:
    """Append a decision and its effects once more, word for word, through the write door; the new plan's id."""
    with desk.reader() as reader:
        seq = desk.decision(plan).seq
        decision, effects = log.entry(reader.conn, seq), effect_entries(reader.conn, seq)
        assert decision is not None
        sealed = {one: reader.conn.execute("SELECT salt, body FROM payloads WHERE seq = ?", (one,)).fetchone()
                  for one in (seq, *(e.seq for e in effects))}  # fmt: skip

    def again(seq: int) -> dict[str, Any]:
        if sealed[seq] is None:
            return {"payload": None}
        return {"payload": seal.loads(sealed[seq][1]), "salt": sealed[seq][0]}

    made: list[str] = []

    def build(snapshot: Snapshot) -> Any:
        name = snapshot.mint("plan", DAY)
        made.append(name)
        subjects = (name, *decision.subjects[1:])
        yield Draft(decision.action, subjects, decision.effect, actor=decision.actor, **again(seq))
        texts = seal.loads(seal.loads(sealed[seq][1])["text"].encode())["effects"]
        for entry, told in zip(effects, texts, strict=True):
            minted = _minted(snapshot, entry.action, entry.subjects, told[2])
            refs = (name, *(ref for ref in entry.refs if not str(ref).startswith("plan-")))
            yield Draft(entry.action, minted, entry.effect, refs=refs, actor=entry.actor, **again(entry.seq))

    write(desk.store, build, at=desk.now() if at is None else at, actor=decision.actor)
    return made[0]


def _minted(snapshot: Snapshot, action: Action, subjects: Sequence[str], told: Sequence[str]) -> tuple[str, ...]:
    prefix = {Action.GRANT: "grant", Action.KEY: "key", Action.ENROLL: "p", Action.TOKEN: "tok"}.get(action)
    return tuple(
        snapshot.mint(prefix) if prefix and said.startswith("new:") else one
        for one, said in zip(subjects, told, strict=True)
    )


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection of their own, every trigger dropped, committed and put back at the end."""
    with closing(bare(path)) as conn:
        conn.execute("BEGIN IMMEDIATE")
        with without_guards(conn):
            yield conn
        conn.execute("COMMIT")


def rechained(conn: sqlite3.Connection, after: int = 0) -> None:
    """Make the chain sound from an entry on: every header names the hash before it, every commitment its payload."""
    rows = conn.execute(
        "SELECT seq, header, salt, body FROM log LEFT JOIN payloads USING (seq) WHERE seq > ? ORDER BY seq", (after,)
    ).fetchall()
    prev = conn.execute("SELECT hash FROM log WHERE seq = ?", (after,)).fetchone()
    last = prev[0] if prev else "0" * 64
    for seq, header, salt, body in rows:
        said = json.loads(header)
        said["prev"] = last
        if body is not None:
            said["commitment"] = seal.commitment(salt, body)
        line = seal.canonical(said)
        last = seal.entry_hash(line)
        conn.execute("UPDATE log SET header = ?, hash = ? WHERE seq = ?", (line, last, seq))


def with_header(conn: sqlite3.Connection, seq: int, change: Callable[[dict[str, Any]], None]) -> None:
    """Change one header; the chain is not mended."""
    said = json.loads(conn.execute("SELECT header FROM log WHERE seq = ?", (seq,)).fetchone()[0])
    change(said)
    conn.execute("UPDATE log SET header = ? WHERE seq = ?", (seal.canonical(said), seq))


def with_payload(conn: sqlite3.Connection, seq: int, change: Callable[[dict[str, Any]], None]) -> None:
    """Change one payload; its commitment is not mended."""
    said = json.loads(conn.execute("SELECT body FROM payloads WHERE seq = ?", (seq,)).fetchone()[0])
    change(said)
    conn.execute("UPDATE payloads SET body = ? WHERE seq = ?", (seal.canonical(said), seq))
