"""What is erased is in no byte any more, and nothing else is different."""

from __future__ import annotations

import itertools
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from store import index, log, seal
from store.check import check
from store.database import Store
from store.errors import Held, Unwritable
from store.purge import purge, rewrite, rewrite_due
from tests.builders import (
    AT,
    DAY,
    MIRA,
    a_capture,
    a_cited_item,
    a_holder,
    a_plan,
    a_principal,
    a_review,
    a_topic,
    an_archive_block,
    did,
)
from tests.store.processes import start
from tests.store.scanning import hits, needles
from tests.store.tampering import bare

SECRETS = [
    ("ASCII", "quetzalcoatl-7 xylophone"),
    ("Chinese and Japanese", "鰻魚飯館電話番号秘密保管庫"),
    ("accents", "Çhâtaîgne Ünvergleichlich"),
    ("full width", "ＱＵＥＴＺＡＬ暗証番号"),
]


def erased(store: Store, *seqs: int, day: int = DAY) -> bool:
    return purge(store, seqs, at=AT, actor=MIRA, day=day).rewritten


def ordinary(store: Store, count: int = 60) -> None:
    did(store, *[a_capture(f"ordinary fact {n} about retries {n * 7}") for n in range(count)])


@pytest.mark.parametrize("secret", [s[1] for s in SECRETS], ids=[s[0] for s in SECRETS])
def test_no_byte_of_the_files_holds_the_words_or_their_tokens(store: Store, secret: str) -> None:
    ordinary(store)
    block, _, *others = did(
        store,
        an_archive_block(f"- {secret}\n"),
        a_capture("between"),
        a_capture(secret, subject=f"{secret}:subject", source=secret, written_id=secret),
        a_topic(f"topics/{secret}.md", secret, triggers=[secret]),
        a_principal(secret),
        a_holder(f"/home/{secret}"),
    )
    (cited,) = did(store, a_cited_item(block.seq, 2, 2 + len(secret.encode())))
    (noted,) = did(store, a_review(cited.subjects[0], status="stale", note=secret))
    ordinary(store)
    store.close()
    assert hits(store.path, secret), "the words were never there"
    assert erased(store, block.seq, noted.seq, *(entry.seq for entry in others))
    store.close()
    assert hits(store.path, secret) == []
    assert check(store, replay=True).ok
    assert not rewrite_due(store)


def test_the_open_store_holds_no_byte_either_beside_its_file(store: Store) -> None:
    secret = SECRETS[0][1]
    ordinary(store)
    (entry,) = did(store, a_capture(secret))
    assert hits(store.path, secret)
    assert erased(store, entry.seq)
    names = {file.name for file in store.path.parent.iterdir()}
    assert names == {"memory.db", "memory.db-wal", "memory.db-shm"}
    held = child_hits(store.path, secret)
    assert held == ""


def child_hits(path: Path, secret: str) -> str:
    """What another process finds: reading a store's file here would drop this one's locks."""
    script = (
        "import sys; from pathlib import Path; from tests.store.scanning import hits;"
        "print(*hits(Path(sys.argv[1]), sys.stdin.read()), sep='\\n', end='')"
    )
    out, err = start(script, path).communicate(secret)
    assert not err
    return out


def test_staged_decisions_about_the_erased_leave_every_plan(store: Store) -> None:
    secret = SECRETS[0][1]
    block, other = did(store, an_archive_block(f"{secret}\n"), a_capture("another"))
    (cited,) = did(store, a_cited_item(block.seq))
    staged = [
        (MIRA, 1, f'{{"targets":["{cited.subjects[0]}"],"note":"{secret}"}}'),
        (MIRA, 2, f'{{"targets":["{other.subjects[0]}"],"note":"fine"}}'),
        ("p-0002", 1, f'{{"targets":["{block.subjects[0]}/1"],"note":"{secret}"}}'),
    ]
    with store.locked() as conn:
        conn.executemany("INSERT INTO local_plan VALUES (?, ?, ?)", staged)
    assert erased(store, block.seq)
    assert store.reader().execute("SELECT * FROM local_plan").fetchall() == [staged[1]]
    store.close()
    assert hits(store.path, secret) == []


def test_every_status_link_and_header_is_as_it_was(full: Store) -> None:
    seqs = [row[0] for row in full.reader().execute("SELECT seq FROM payloads")]
    plans = {e.seq for e in log.entries(full.reader()) if e.action.value == "decision"}
    tables = ("principals", "runs", "holders", "segments", "blocks", "items", "topics", "links")
    before = {t: full.reader().execute(f"SELECT * FROM {t}").fetchall() for t in tables}
    entries = list(log.entries(full.reader()))
    assert erased(full, *(seq for seq in seqs if seq not in plans))
    for table, rows in before.items():
        assert full.reader().execute(f"SELECT * FROM {table}").fetchall() == rows
    assert list(log.entries(full.reader()))[: len(entries)] == entries
    assert full.reader().execute("SELECT * FROM words").fetchall() == []
    assert full.reader().execute("SELECT * FROM lookups").fetchall() == []
    assert check(full, replay=True).ok


def test_an_item_whose_block_is_erased_keeps_the_words_of_its_own(store: Store) -> None:
    block = did(store, an_archive_block("xylophones are retried\n"))[0].seq
    did(store, a_cited_item(block, 0, 22))
    tokens = {row[0] for row in store.reader().execute("SELECT token FROM words")}
    assert "xylophones" in tokens
    erased(store, block)
    tokens = {row[0] for row in store.reader().execute("SELECT token FROM words")}
    assert tokens == index.tokens("archive/x.md#1")


@pytest.mark.parametrize("named", ["a plan", "an erasure", "no entry"])
def test_what_may_never_be_removed_is_refused(store: Store, named: str) -> None:
    plan, capture = did(store, a_plan(), a_capture("one"))
    erased(store, did(store, a_capture("two"))[0].seq)
    seq = {"a plan": plan.seq, "an erasure": log.head(store.reader())[0], "no entry": 99}[named]
    before = list(store.reader().iterdump())
    with pytest.raises(Held):
        erased(store, capture.seq, seq)
    assert list(store.reader().iterdump()) == before


def test_an_entry_without_words_needs_no_erasure(store: Store) -> None:
    did(store, a_capture("one"))
    (review,) = did(store, a_review("mem-2026-06-01-001", status="stale"))
    done = purge(store, [review.seq], at=AT, actor=MIRA, day=DAY)
    assert done.payloads == 0
    assert check(store, replay=True).ok


def test_the_same_words_are_erased_once(store: Store) -> None:
    (one,) = did(store, a_capture("one"))
    first = purge(store, [one.seq, one.seq], at=AT, actor=MIRA, day=DAY)
    second = purge(store, [one.seq], at=AT, actor=MIRA, day=DAY)
    assert (first.payloads, second.payloads) == (1, 0)
    assert first.erasure != second.erasure
    assert check(store, replay=True).ok


def test_a_reader_of_an_older_snapshot_is_waited_for_and_then_told(store: Store) -> None:
    secret = SECRETS[0][1]
    (entry,) = did(store, a_capture(secret))
    store.busy_seconds = 0.2
    with closing(bare(store.path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM payloads").fetchone()
        assert not erased(store, entry.seq)
        assert rewrite_due(store)
        assert log.payload(store.reader(), entry.seq) is None
        assert not rewrite(store)
        assert reader.execute("SELECT count(*) FROM payloads").fetchone() == (2,)
        reader.execute("COMMIT")
    assert rewrite(store)
    assert not rewrite_due(store)
    store.close()
    assert hits(store.path, secret) == []
    assert check(store, replay=True).ok


def test_a_writer_that_holds_the_store_is_waited_for_and_then_told(store: Store) -> None:
    did(store, a_capture("one"))
    store.busy_seconds = 0.1
    with closing(bare(store.path)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert not rewrite(store)
        writer.execute("COMMIT")
    assert rewrite(store)


def test_a_later_purge_is_not_forgotten_by_an_earlier_rewrite(store: Store) -> None:
    one, two = did(store, a_capture("one"), a_capture("two"))
    store.busy_seconds = 0.1
    with closing(bare(store.path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM payloads").fetchone()
        assert not erased(store, one.seq)
        assert not erased(store, two.seq)
        assert rewrite_due(store)
    assert rewrite(store)
    assert not rewrite_due(store)


def test_without_room_for_a_rewrite_nothing_is_begun(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    (entry,) = did(store, a_capture("one"))
    usage = shutil.disk_usage(store.path.parent)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(Unwritable, match="free bytes"):
        erased(store, entry.seq)
    assert log.payload(store.reader(), entry.seq) is not None


def a_history(path: Path, secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same steps with another secret of the same length, and the same luck."""
    luck = itertools.count()
    monkeypatch.setattr(os, "urandom", lambda n: next(luck).to_bytes(4, "big") * (n // 4))
    store = Store(path)
    ordinary(store, 150)
    block, *rest = did(store, an_archive_block(f"{secret}\n"), a_capture(f"on {secret}"), a_topic(title=secret))
    ordinary(store, 150)
    did(store, a_cited_item(block.seq, 0, len(secret.encode())))
    ordinary(store, 40)
    assert erased(store, block.seq, *(entry.seq for entry in rest))
    ordinary(store, 10)
    assert rewrite(store)
    store.close()
    monkeypatch.undo()


TWINS = [
    ("quetzalcoatl xylophone", "bhagavadgita mandoline"),
    ("鰻魚飯館電話番号", "鮭魚粥店暗証数字"),
    ("Çhâtaîgne ünvergleich", "Éclaîrçie übersterhof"),
]


@pytest.mark.parametrize("unbound", [True, False], ids=["without commitments", "as they are"])
@pytest.mark.parametrize("secrets", TWINS, ids=["ASCII", "Chinese", "accents"])
def test_two_histories_that_differ_in_the_secret_alone_end_in_the_same_bytes(
    store: Store, secrets: tuple[str, str], unbound: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.close()
    assert len(secrets[0].encode()) == len(secrets[1].encode())
    ends: list[Path] = []
    for number, secret in enumerate(secrets):
        path = store.path.with_name(f"twin-{number}.db")
        shutil.copyfile(store.path, path)
        if unbound:
            monkeypatch.setattr(seal, "commitment", lambda salt, _: salt.hex())
        a_history(path, secret, monkeypatch)
        assert hits(path, secret) == []
        ends.append(path)
    if unbound:
        assert ends[0].read_bytes() == ends[1].read_bytes()
    else:
        assert without_hashes(ends[0]) == without_hashes(ends[1])


def without_hashes(path: Path) -> list[tuple[object, ...]]:
    """Every row of every table, in file order, but for what is hashed from the secret itself."""
    found: list[tuple[object, ...]] = []
    with closing(bare(path)) as conn:
        names = [row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE rootpage")]
        tables = [n for n in names if not n.startswith("sqlite_") and is_table(conn, n)]
        for name in tables:
            for row in conn.execute(f"SELECT * FROM {name}").fetchall():
                told = list(row)
                if name == "log":
                    header = seal.parse(row[1])
                    told[1:3] = [v for k, v in header.items() if k not in ("prev", "commitment")]
                found.append((name, *map(repr, told)))
    return found


def is_table(conn: sqlite3.Connection, name: str) -> bool:
    sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    return conn.execute(sql, (name,)).fetchone() is not None


def test_the_search_for_bytes_finds_each_spelling(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    for form, raw in needles("Élan 東京都庁").items():
        path.write_bytes(b"\x00" + raw + b"\x00")
        assert hits(path, "Élan 東京都庁"), form
