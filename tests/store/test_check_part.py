"""A check of a part of the log: what stands behind an entry is looked at as ever, what stands before is not."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from store import log, seal
from store.check import Found, check, checking, lines
from store.database import Store
from store.purge import purge
from store.records.entry import Draft
from store.records.views import Finding
from store.records.words import Action
from tests.builders import AT, DAY, MIRA, Drafts, a_capture, a_plan, a_review, did, standing
from tests.store.tampering import alterations, bare, changed, columns, without_guards
from tests.store.worlds import KEPT, a_full_store


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = a_full_store(tmp_path_factory.mktemp("world"))
    store.close()
    return store.path


def tamper(store: Store, *statements: str) -> None:
    with closing(bare(store.path)) as conn, without_guards(conn):
        for sql in statements:
            conn.execute(sql)


def sentences(store: Store, since: int = 0) -> list[str]:
    return [found.sentence for found in check(store, since=since).findings if found.step != "replay"]


def head(store: Store) -> int:
    return log.head(store.reader())[0]


@pytest.mark.parametrize("since", [1, 5, 20, 41])
def test_a_part_of_an_untouched_store_passes_and_counts_only_itself(full: Store, since: int) -> None:
    verdict = check(full, since=since)
    assert (verdict.ok, verdict.findings, verdict.since) == (True, (), since)
    counts = {step.name: step.checked for step in verdict.steps}
    assert {counts[name] for name in ("chain", "payloads", "ids")} == {head(full) - since}
    assert verdict.note == f"Entries up to {since} were not looked at."


def test_a_check_behind_the_last_entry_looks_at_none_and_still_at_the_tables(full: Store) -> None:
    verdict = check(full, since=head(full))
    counts = {step.name: step.checked for step in verdict.steps}
    assert verdict.ok
    assert counts["chain"] == counts["payloads"] == counts["ids"] == counts["decisions"] == 0
    assert counts["schema"] > 0
    assert counts["anchors"] > 0


def test_what_was_changed_before_is_not_looked_at_and_the_whole_check_finds_it(full: Store) -> None:
    tamper(full, "UPDATE log SET at = at + 1 WHERE seq = 9", "DELETE FROM payloads WHERE seq = 8")
    assert not check(full).ok
    assert sentences(full, 8) == ["The columns of entry 9 do not say what its header says."]
    assert check(full, since=9).ok


@pytest.mark.parametrize("table", KEPT)
def test_every_changed_byte_behind_it_is_found_in(world: Path, table: str) -> None:
    with closing(bare(world)) as conn:
        conn.row_factory = sqlite3.Row
        names = columns(conn, table)
        rows = [dict(row) for row in conn.execute(f"SELECT * FROM {table} ORDER BY seq")]
    since, tried = 20, 0
    for row in rows[-6:]:
        for name, nullable in names:
            if table == "tickets" and row["seq"] <= since and name == "seq":
                continue  # a ticket of an older entry is looked at through its erasure, in a test of its own
            for term, value in alterations(row[name], nullable):
                try:
                    sql = f"UPDATE {table} SET {name} = {term} WHERE seq = ?"
                    with changed(world, sql, (value, row["seq"])) as store:
                        assert not check(store, since=since).ok, f"{sql} {value!r} escaped"
                        tried += 1
                except sqlite3.IntegrityError:
                    continue
    assert tried > 10


def test_the_chain_hangs_on_the_hash_that_stands_where_it_begins(full: Store) -> None:
    tamper(full, "UPDATE log SET hash = replace(hash, substr(hash, 1, 1), 'x') WHERE seq = 12")
    assert sentences(full, 12) == ["Entry 13 does not follow entry 12: the chain is cut there."]


def test_a_part_that_begins_behind_a_missing_entry_says_so(full: Store) -> None:
    tamper(full, "DELETE FROM log WHERE seq = 12")
    assert "Entry 12 is missing." in sentences(full, 12)


def test_an_erasure_behind_it_is_held_against_the_older_payload_it_took(store: Store) -> None:
    seq = did(store, a_capture("the planted secret"))[0].seq
    kept = store.reader().execute("SELECT * FROM payloads WHERE seq = ?", (seq,)).fetchone()
    did(store, *[a_capture(f"fact {n}") for n in range(5)])
    since = head(store)
    purge(store, [seq], at=AT, actor=MIRA, day=DAY)
    assert check(store, since=since).ok
    with closing(bare(store.path)) as conn, without_guards(conn):
        conn.execute("INSERT INTO payloads VALUES (?, ?, ?)", kept)
    assert sentences(store, since) == [f"Entry {seq} was erased, and yet its payload stands."]
    tamper(store, "DELETE FROM tickets")
    assert sentences(store, since) == [f"The ticket for entry {seq} is not the one its erasure gave."]
    assert sentences(store, head(store)) == []


@pytest.mark.parametrize("since", [0, 20])
def test_a_payload_or_a_ticket_of_no_entry_is_found(full: Store, since: int) -> None:
    last = head(full)
    tamper(
        full,
        f"INSERT INTO payloads VALUES ({last + 9}, zeroblob(32), zeroblob(2))",
        f"INSERT INTO tickets VALUES ({last + 8}, {last})",
    )
    wrong = [f"A ticket names entry {last + 8}, which is none.", f"A payload {last + 9} has no entry."]
    assert sentences(full, since) == wrong
    tamper(full, "DELETE FROM log WHERE seq = 30")
    assert "A payload 30 has no entry." in sentences(full, since)


def test_a_name_that_was_given_before_is_not_given_again_behind_it(store: Store) -> None:
    first = did(store, a_capture())[0]
    (plan,) = did(store, a_plan())
    since = head(store)
    name = first.subjects[0]
    did(store, a_capture("another"), a_plan())
    again = (
        {"subjects": [name], "action": "review", "effect": {"item": standing()}},
        {"subjects": [plan.subjects[0]], "action": "decision", "effect": {"undoes": None}},
    )
    for told in again:
        append(store, told)
    for begin in (0, since):
        found = [f.sentence for f in check(store, since=begin).findings if f.step == "ids"]
        assert found == [
            f"{name} was made by entry {first.seq} and again by entry {head(store) - 1}.",
            f"{plan.subjects[0]} was made by entry {plan.seq} and again by entry {head(store)}.",
        ]


def append(store: Store, told: dict[str, Any]) -> None:
    """Put an entry behind the last one by hand: its chain is right, its projection is missing."""
    seq, hashed = head(store), log.head(store.reader())[1]
    line = log.header(store.reader(), seq) or b""
    header = {**seal.parse(line), "seq": seq + 1, "prev": hashed, "commitment": None, **told}
    line = seal.canonical(header)
    row = (seq + 1, line, seal.entry_hash(line), header["at"], header["actor"], header["action"])
    with closing(bare(store.path)) as conn:
        conn.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", row)


def test_counters_are_looked_at_whole(full: Store) -> None:
    tamper(full, "UPDATE counters SET n = n + 1 WHERE prefix = 'top'")
    assert sentences(full, 30) == ["The counter of top  does not stand at 3."]


def a_decided_review(*items: str) -> Any:
    """A plan that decides one review of each item, and its effects."""

    def build(snapshot: Any) -> Drafts:
        genesis = log.entry(snapshot.conn, 1)
        assert genesis is not None
        name = snapshot.mint("plan", DAY)
        effect = {"set": {"status": "stale"}, "verb": "stale"}
        text = {
            "store": genesis.subjects[0],
            "head": snapshot.head,
            "who": MIRA,
            "undoes": None,
            "effects": [[n, "review", [item], effect, None] for n, item in enumerate(items, 1)],
        }
        words = {"v": 1, "text": seal.canonical(text).decode("ascii"), "signatures": []}
        yield Draft(Action.DECISION, (name,), {"undoes": None}, words)
        for item in items:
            yield Draft(Action.REVIEW, (item,), effect, None, (name,))

    return build


@pytest.fixture
def decided(store: Store) -> Store:
    names = [entry.subjects[0] for entry in did(store, *[a_capture(f"fact {n}") for n in range(6)])]
    did(store, a_decided_review(*names), a_plan())
    return store


def test_a_part_may_begin_among_the_effects_of_a_decision(decided: Store) -> None:
    for since in range(head(decided) + 1):
        assert sentences(decided, since) == [], f"since {since}"


def test_an_effect_behind_it_that_nobody_decided_is_found(decided: Store) -> None:
    plan = "plan-2026-06-01-001"
    did(decided, a_review("mem-2026-06-01-001", status="active"), a_capture())
    since = head(decided)
    append(decided, {"action": "review", "effect": {"set": {"status": "active"}}, "refs": [plan]})
    wrong = f"Entry {since + 1} calls itself an effect of {plan}, which did not decide it."
    assert wrong in sentences(decided)
    assert wrong in sentences(decided, since)


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_it_makes_no_difference_how_much_is_read_at_a_time(
    decided: Store, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(decided, {"refs": ["plan-2026-06-01-001"], "subjects": ["port"], "effect": {"number": 5}})
    whole = check(decided)
    assert len(whole.findings) > 2
    monkeypatch.setattr(lines, "PIECE", size)
    monkeypatch.setattr(checking, "STRETCH", size)
    assert check(decided) == whole


def test_it_tells_up_to_where_everything_was_good_and_not_past_a_finding(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "PIECE", 10)
    monkeypatch.setattr(checking, "STRETCH", 20)
    did(store, *[a_capture(f"fact {n}") for n in range(99)])

    def told() -> list[int]:
        found: list[tuple[int, str]] = []
        check(store, good=lambda seq, hashed: found.append((seq, hashed)))
        for seq, hashed in found:
            assert store.reader().execute("SELECT hash FROM log WHERE seq = ?", (seq,)).fetchone() == (hashed,)
        return [seq for seq, _ in found]

    assert told() == [20, 40, 60, 80, 100]
    tamper(store, "UPDATE payloads SET salt = zeroblob(32) WHERE seq = 71")
    assert told() == [20, 40, 60]


def test_more_steps_stand_between_the_anchors_and_the_replay_and_are_told_like_the_others(full: Store) -> None:
    def signatures(conn: sqlite3.Connection) -> Iterator[Found]:
        yield conn.execute("SELECT count(*) FROM log").fetchone()[0]
        yield "a first note"
        yield Finding(step="signatures", seq=7, sentence="Entry 7 is not signed.")
        yield 2
        yield "a note"

    def witness(_: sqlite3.Connection) -> Iterator[Found]:
        yield 0
        raise ValueError("nobody is there")

    begun: list[str] = []
    verdict = check(full, more=[("signatures", signatures), ("witness", witness)], begun=begun.append)
    names = ["schema", "chain", "payloads", "ids", "decisions", "anchors", "signatures", "witness", "replay"]
    assert [(step.number, step.name) for step in verdict.steps] == list(enumerate(names, 1))
    assert begun == ["schema", ", ".join(names[1:5]), *names[5:]]
    told = verdict.steps[6]
    assert (told.checked, told.ok, told.note) == (head(full) + 2, False, "a note")
    assert not verdict.ok
    assert [(f.step, f.seq, f.sentence) for f in verdict.findings] == [
        ("signatures", 7, "Entry 7 is not signed."),
        ("witness", None, "This step could not be finished: nobody is there"),
    ]
    assert verdict.steps[8].ok
