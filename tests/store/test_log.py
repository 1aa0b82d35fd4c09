"""The log takes entries at its end and gives them back as they were."""

from __future__ import annotations

import json
from contextlib import closing

import pytest

from store import log, seal
from store.database import Store
from store.errors import Broken
from store.purge import purge
from store.records.entry import Draft
from store.records.words import Action
from tests.builders import AT, DAY, MIRA, a_capture, a_draft, a_principal, a_review, did
from tests.store.tampering import bare, without_guards


def test_the_first_entry_is_the_genesis(store: Store) -> None:
    entry = log.entry(store.reader(), 1)
    assert entry is not None
    assert (entry.action, entry.prev, entry.at) == (Action.BOOTSTRAP, "0" * 64, AT)
    assert entry.subjects[0].startswith("store-")
    assert entry.effect == {"format": 1, "zone": "UTC", "key": None, "kind": "human"}
    assert log.payload(store.reader(), 1) == {"v": 1, "name": "mira"}


def test_each_entry_names_the_hash_of_the_one_before(full: Store) -> None:
    entries = list(log.entries(full.reader()))
    assert [e.seq for e in entries] == list(range(1, len(entries) + 1))
    assert [e.prev for e in entries[1:]] == [e.hash for e in entries[:-1]]
    assert log.head(full.reader()) == (entries[-1].seq, entries[-1].hash)


def test_an_entry_is_read_back_as_it_was_written(store: Store) -> None:
    draft = Draft(
        Action.REVIEW,
        ("mem-2026-06-01-001", "plan-2026-06-01-001"),
        {"verb": "keep", "set": {"status": "active"}},
        {"v": 1, "note": "Élan \udcff"},
        refs=("plan-2026-06-01-001", 2),
    )
    did(store, a_capture())
    (made,) = did(store, a_draft(draft), at=AT + 5, actor="p-0001")
    assert log.entry(store.reader(), 3) == made
    assert (made.subjects, made.refs, made.effect) == (draft.subjects, draft.refs, draft.effect)
    assert log.payload(store.reader(), 3) == draft.payload


def test_an_entry_without_words_commits_to_nothing(store: Store) -> None:
    did(store, a_capture())
    (entry,) = did(store, a_review("mem-2026-06-01-001", status="stale"))
    assert entry.commitment is None
    assert log.payload(store.reader(), entry.seq) is None
    assert json.loads(log.header(store.reader(), entry.seq) or b"")["commitment"] is None


def test_a_salt_that_was_given_is_the_one_that_is_kept(store: Store) -> None:
    salt, words = b"s" * 32, {"v": 1, "name": "codex"}
    draft = Draft(Action.ENROLL, ("p-0002",), {"kind": "agent"}, words, salt=salt)
    (entry,) = did(store, a_draft(draft))
    assert entry.commitment == seal.commitment(salt, seal.canonical(words))
    row = store.reader().execute("SELECT salt FROM payloads WHERE seq = ?", (entry.seq,))
    assert row.fetchone() == (salt,)


def test_reading_many_is_reading_each(full: Store) -> None:
    conn = full.reader()
    seqs = [*range(1, log.head(conn)[0] + 1), 10_000]
    assert log.some(conn, seqs) == {e.seq: e for e in log.entries(conn)}
    each = {seq: log.payload(conn, seq) for seq in seqs}
    assert log.payloads(conn, seqs) == {seq: p for seq, p in each.items() if p is not None}
    assert not log.some(conn, [])
    assert not log.payloads(conn, [])


def test_more_seqs_than_a_statement_takes_are_read_in_parts(store: Store) -> None:
    did(store, *[a_capture(f"fact {n}") for n in range(1200)])
    seqs = list(range(1, 1202))
    assert list(log.some(store.reader(), seqs)) == seqs
    assert list(log.payloads(store.reader(), seqs)) == seqs


def test_a_part_of_the_log_is_read(full: Store) -> None:
    assert [e.seq for e in log.entries(full.reader(), 3, 6)] == [4, 5, 6]


def test_nothing_stands_where_nothing_was_written(store: Store) -> None:
    conn = store.reader()
    assert log.entry(conn, 2) is None
    assert log.header(conn, 2) is None
    assert log.payload(conn, 2) is None


def test_an_erased_entry_says_which_erasure_took_its_words(store: Store) -> None:
    one, two = did(store, a_capture("one"), a_capture("two"))
    done = purge(store, [one.seq], at=AT, actor=MIRA, day=DAY)
    conn = store.reader()
    assert log.erased_by(conn, [one.seq, two.seq]) == {one.seq: done.erasure}
    assert log.payload(conn, one.seq) is None
    assert log.entry(conn, one.seq) == one


def test_a_header_holds_no_word_of_a_payload(full: Store) -> None:
    words = ["mira", "ines", "codex", "notes", "retries", "gateway", "lan is", "東京", "wetter"]
    for (line,) in full.reader().execute("SELECT header FROM log"):
        told = line.decode().casefold()
        assert not [word for word in words if word in told or json.dumps(word)[1:-1] in told]


@pytest.mark.parametrize("body", [b"{", b"[]", b"5", b"\xff"])
def test_a_damaged_payload_is_told_with_its_entry(store: Store, body: bytes) -> None:
    (entry,) = did(store, a_principal())
    with closing(bare(store.path)) as conn, without_guards(conn):
        conn.execute("UPDATE payloads SET body = ? WHERE seq = ?", (body, entry.seq))
    with pytest.raises(Broken, match=f"payload of entry {entry.seq} is damaged"):
        log.payload(store.reader(), entry.seq)
