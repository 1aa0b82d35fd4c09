"""Check the store: walk the chain, open the payloads, count the guards, replay and compare.

Steps, numbered as they are reported:
    1 schema     the tables and triggers are those of this version, word for word
    2 chain      dense seq, each header canonical, its hash right, its columns what it says
    3 payloads   each stands and matches its commitment, or is gone under a ticket of an erasure
    4 ids        every id was minted once, in form; headers bear nothing but ids and closed words
    5 decisions  each plan's effects are those its text lists, and nothing else calls itself one
    6 anchors    what items cite and link to stands in the log
    7 replay     a sample of rows (or, asked for, every row) is what the log gives again
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator

from store import log, schema, seal
from store.database import Store
from store.decided import check_decisions
from store.errors import StoreError
from store.ids import is_minted, read_id
from store.records.views import Finding, Step, Verdict
from store.records.words import Action
from store.replay import Progress, differences, replayed
from store.sample import sampled
from store.vocabulary import stray_in

MAX_FINDINGS = 50
_OF_THE_MIGRATIONS = ("local_migrations", "idx_local_migrations_migration_set_name")
"""What the library keeps to know which migrations were applied."""


class _Report:
    """What the steps found so far."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.findings: list[Finding] = []

    def run(self, name: str, step: Callable[[], Iterator[Finding | int]]) -> None:
        """Run one step: it yields findings, and numbers that count what was checked."""
        checked, found = 0, 0
        try:
            for one in step():
                if isinstance(one, int):
                    checked += one
                    continue
                found += 1
                if len(self.findings) < MAX_FINDINGS:
                    self.findings.append(one)
                if found >= MAX_FINDINGS:
                    break
        except (sqlite3.Error, StoreError, ValueError, KeyError, TypeError, IndexError) as error:
            found += 1
            self.findings.append(Finding(step=name, seq=None, sentence=f"This step could not be finished: {error}"))
        number = len(self.steps) + 1
        self.steps.append(Step(number=number, name=name, checked=checked, ok=not found))


def check(store: Store, *, replay: bool = False, progress: Progress | None = None) -> Verdict:
    """Check one consistent snapshot; `replay` compares every row, else a sample is compared."""
    report = _Report()
    with store.reading() as conn:
        head = log.head(conn)[0]
        report.run("schema", lambda: _schema(conn, pages=replay))
        report.run("chain", lambda: _chain(conn, progress, head))
        report.run("payloads", lambda: _payloads(conn))
        report.run("ids", lambda: _ids(conn))
        report.run("decisions", lambda: check_decisions(conn))
        report.run("anchors", lambda: _anchors(conn))
        if replay:
            report.run("replay", lambda: _replay(conn, progress))
        else:
            report.run("replay", lambda: sampled(conn))
    return Verdict(
        ok=all(step.ok for step in report.steps),
        head=head,
        steps=tuple(report.steps),
        findings=tuple(sorted(report.findings, key=lambda f: (f.seq is None, f.seq or 0))),
        replayed=replay,
    )


def _schema(conn: sqlite3.Connection, *, pages: bool) -> Iterator[Finding | int]:
    """1: the guards stand; asked for everything, every page and index of the file too."""
    if pages:
        for (said,) in conn.execute(f"PRAGMA integrity_check({MAX_FINDINGS})"):
            if said != "ok":
                yield Finding(step="schema", seq=None, sentence=f"The file is damaged: {said}.")
    expected = {_name(sql): _words(sql) for sql in (*schema.all_tables(), *schema.all_triggers())}
    found = {
        row[0]: _words(row[1])
        for row in conn.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        if row[0] not in _OF_THE_MIGRATIONS
    }
    for name in sorted(expected.keys() - found.keys()):
        yield Finding(step="schema", seq=None, sentence=f"{name} is missing.")
    for name in sorted(found.keys() - expected.keys()):
        yield Finding(step="schema", seq=None, sentence=f"{name} does not belong here.")
    for name in sorted(expected.keys() & found.keys()):
        if expected[name] != found[name]:
            yield Finding(step="schema", seq=None, sentence=f"{name} was altered.")
        yield 1


def _name(sql: str) -> str:
    parts = sql.split()
    return parts[3] if parts[1] == "UNIQUE" else parts[2]


def _words(sql: str) -> str:
    return " ".join(sql.split())


def _chain(conn: sqlite3.Connection, progress: Progress | None, head: int) -> Iterator[Finding | int]:
    """2: one unbroken line of headers."""
    prev, expected = seal.GENESIS_PREV, 1
    sql = "SELECT seq, header, hash, at, actor, action FROM log ORDER BY seq"
    for seq, line, hashed, at, actor, action in conn.execute(sql):
        sentence = _header(seq, line, hashed, (at, actor, action), prev, expected)
        if sentence:
            yield Finding(step="chain", seq=seq, sentence=sentence)
        prev, expected = hashed, seq + 1
        if progress is not None and seq % 5000 == 0:
            progress(seq, head)
        yield 1
    if expected == 1:
        yield Finding(step="chain", seq=None, sentence="The log is empty: genesis is missing.")


def _header(seq: int, line: object, hashed: str, columns: tuple[object, ...], prev: str, expected: int) -> str | None:
    if seq != expected:
        return f"Entry {expected} is missing: {seq} follows {expected - 1}."
    if not isinstance(line, bytes):
        return f"The header of entry {seq} is no longer bytes."
    if seal.entry_hash(line) != hashed:
        return f"The header of entry {seq} does not have the hash that stands beside it."
    try:
        found = seal.parse(line)
        if found.keys() != seal.HEADER_KEYS:
            return f"The header of entry {seq} does not bear the keys of one."
        action = Action(found["action"])
    except (ValueError, AttributeError) as error:
        return f"The header of entry {seq} cannot be read ({error})."
    if found["prev"] != prev:
        return f"Entry {seq} does not follow entry {seq - 1}: the chain is cut there."
    if found["seq"] != seq or (found["at"], found["actor"], action.value) != columns:
        return f"The columns of entry {seq} do not say what its header says."
    if seq == 1 and action is not Action.BOOTSTRAP:
        return "Entry 1 is no genesis."
    if seq > 1 and action is Action.BOOTSTRAP:
        return f"Entry {seq} is a second genesis."
    return None


def _payloads(conn: sqlite3.Connection) -> Iterator[Finding | int]:
    """3: every word that was committed to is there, or left under a ticket."""
    tickets = dict(conn.execute("SELECT seq, erasure FROM tickets"))
    erasures = _erasures(conn)
    sql = (
        "SELECT l.seq, l.header, p.salt, p.body, p.seq IS NOT NULL FROM log l"
        " LEFT JOIN payloads p USING (seq) ORDER BY l.seq"
    )
    for seq, line, salt, body, stands in conn.execute(sql):
        try:
            commitment = seal.loads(line)["commitment"]
        except (ValueError, KeyError, TypeError):
            continue  # step 2 has said so
        ticket, erasure = tickets.pop(seq, None), erasures.get(seq)
        if ticket != erasure:
            wrong = f"The ticket for entry {seq} is not the one its erasure gave."
            yield Finding(step="payloads", seq=seq, sentence=wrong)
        elif sentence := _payload(seq, commitment, salt, body, stands, erasure is not None):
            yield Finding(step="payloads", seq=seq, sentence=sentence)
        yield 1
    for seq in tickets:
        yield Finding(step="payloads", seq=seq, sentence=f"A ticket names entry {seq}, which is none.")
    for (seq,) in conn.execute("SELECT seq FROM payloads EXCEPT SELECT seq FROM log"):
        yield Finding(step="payloads", seq=seq, sentence=f"A payload {seq} has no entry.")


def _erasures(conn: sqlite3.Connection) -> dict[int, int]:
    """What the log says was erased: the entry, and the erasure that names it."""
    found: dict[int, int] = {}
    for seq, line in conn.execute("SELECT seq, header FROM log WHERE action = 'erase'"):
        with contextlib.suppress(ValueError, KeyError, TypeError):  # step 2 says so
            found.update(dict.fromkeys(seal.loads(line)["refs"], seq))
    return found


def _payload(
    seq: int,
    commitment: str | None,
    salt: object,
    body: object,
    stands: int,
    erased: bool,
) -> str | None:
    if erased:
        return f"Entry {seq} was erased, and yet its payload stands." if stands else None
    if commitment is None:
        return f"Entry {seq} has a payload that it never committed to." if stands else None
    if not stands:
        return f"The payload of entry {seq} is missing, and no ticket allows it."
    if not isinstance(salt, bytes) or not isinstance(body, bytes):
        return f"The payload of entry {seq} is no longer bytes."
    if seal.commitment(salt, body) != commitment:
        return f"The payload of entry {seq} is not what its header committed to."
    try:
        seal.parse(body)
    except ValueError as error:
        return f"The payload of entry {seq} cannot be read ({error})."
    return None


def _ids(conn: sqlite3.Connection) -> Iterator[Finding | int]:
    """4: identity is stable."""
    made: dict[str, int] = {}
    top: dict[tuple[str, int], int] = {}
    for entry in log.entries(conn):
        if said := stray_in(entry.action, entry.effect):
            sentence = f"The header of entry {entry.seq} bears {said}, which belongs into its payload."
            yield Finding(step="ids", seq=entry.seq, sentence=sentence)
        for name in (entry.actor, *entry.refs):
            if isinstance(name, str) and not is_minted(name):
                yield Finding(step="ids", seq=entry.seq, sentence=f"Entry {entry.seq} bears {name!r}.")
        for name in entry.subjects:
            if not is_minted(name):
                yield Finding(step="ids", seq=entry.seq, sentence=f"Entry {entry.seq} bears {name!r}.")
            elif found := read_id(name):
                where = (found.prefix, found.day)
                top[where] = max(top.get(where, 0), found.n)
        if "item" in entry.effect:
            name = entry.subjects[0]
            if name in made:
                sentence = f"{name} was made by entry {made[name]} and again by entry {entry.seq}."
                yield Finding(step="ids", seq=entry.seq, sentence=sentence)
            made[name] = entry.seq
        yield 1
    counters = {(r[0], r[1]): r[2] for r in conn.execute("SELECT prefix, day, n FROM counters")}
    for where, n in top.items():
        if counters.get(where, 0) != n:
            sentence = f"The counter of {where[0]} {where[1] or ''} does not stand at {n}."
            yield Finding(step="ids", seq=None, sentence=sentence)


def _anchors(conn: sqlite3.Connection) -> Iterator[Finding | int]:
    """6: nothing cites into the void."""
    sql = (
        "SELECT id, body, block FROM items WHERE to_seq IS NULL AND (body NOT IN (SELECT seq FROM log)"
        " OR (block IS NOT NULL AND block NOT IN (SELECT seq FROM blocks)))"
    )
    for name, body, block in conn.execute(sql):
        yield Finding(step="anchors", seq=body, sentence=f"{name} cites entry {block or body}, which is none.")
    sql = (
        "SELECT src, relation, dst FROM links WHERE to_seq IS NULL AND NOT EXISTS"
        " (SELECT 1 FROM subject_log WHERE subject = dst)"
        " AND dst NOT IN (SELECT CAST(seq AS TEXT) FROM blocks)"
    )
    for src, relation, dst in conn.execute(sql):
        yield Finding(step="anchors", seq=None, sentence=f"{src} is {relation} {dst}, which was never made.")
    yield int(conn.execute("SELECT count(*) FROM items WHERE to_seq IS NULL").fetchone()[0])
    yield int(conn.execute("SELECT count(*) FROM links WHERE to_seq IS NULL").fetchone()[0])


def _replay(conn: sqlite3.Connection, progress: Progress | None) -> Iterator[Finding | int]:
    """7: the log gives every row again."""
    fresh, head = replayed(conn, progress)
    try:
        for table, mine, theirs in differences(conn, fresh):
            row = mine or theirs
            seq = next((v for v in reversed(row) if isinstance(v, int)), None)
            what = (
                "is not what the log gives"
                if mine and theirs
                else ("is in no entry of the log" if mine else "is missing")
            )
            sentence = f"A row of {table} ({row[0]!s:.40}) {what}."
            yield Finding(step="replay", seq=seq, sentence=sentence)
        yield head
    finally:
        fresh.close()
