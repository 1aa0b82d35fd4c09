"""The witness: what it keeps, how it survives, and how a rewritten history is told from one that was given up."""

from __future__ import annotations

import stat
import threading
from pathlib import Path

import pytest

from governance.audit.lines import Head, Unreadable, spelled
from governance.audit.verifying import check_all
from governance.audit.witness import Witness
from governance.audit.witnessing import committed, moved, opened, witness_view
from store import log
from store.database import Store
from store.purge import purge
from tests.builders import AT, DAY, MIRA
from tests.governance.audit.makers import (
    WORDS,
    a_corrected,
    a_kept,
    a_keyed_store,
    a_signer,
    a_witness,
    genesis_hash,
    head,
    store_id,
)
from tests.governance.audit.told import at_opening, noted, quickly, thoroughly

SIGNER = a_signer()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return a_keyed_store(tmp_path, SIGNER)


@pytest.fixture
def witness(tmp_path: Path, store: Store) -> Witness:
    made = a_witness(tmp_path, store)
    assert at_opening(store, made) is None
    return made


# what is kept


def test_a_store_is_pinned_once_and_the_file_is_for_its_owner_alone(store: Store, witness: Witness) -> None:
    before = witness.path.read_bytes()
    assert at_opening(store, witness) is None
    assert witness.path.read_bytes() == before
    with store.reading() as conn:
        genesis = log.entry(conn, 1)
    assert genesis is not None
    assert witness.pinned() == genesis.hash
    assert stat.S_IMODE(witness.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(witness.folder.stat().st_mode) == 0o700


def test_a_plan_leaves_its_decision_its_last_effect_its_text_and_its_signatures(store: Store, witness: Witness) -> None:
    decision, effect = a_kept(store, SIGNER, witness=witness)
    line = witness.read().lines[-1]
    assert (line.kind, line.fields["plan"]) == ("plan", decision.subjects[0])
    assert line.heads == (Head(decision.seq, decision.hash), Head(effect.seq, effect.hash))
    with store.reading() as conn:
        payload = log.payload(conn, decision.seq)
    assert payload is not None
    assert (line.fields["text"], line.fields["signatures"]) == (payload["text"], payload["signatures"])
    assert witness.last() == Head(effect.seq, effect.hash)


def test_what_a_plan_minted_is_known_and_the_highest_ordinals_are_told(store: Store, witness: Witness) -> None:
    first, *_ = a_kept(store, SIGNER, witness=witness)
    _, new = a_corrected(store, "mem-2026-06-01-001", SIGNER, witness=witness)
    assert witness.read().lines[-1].fields["minted"] == list(new.subjects)
    assert moved(witness, head(store), ["mem-2026-06-02-017", "seg-2026-06-02-004"]) is None
    known = witness.known_ordinals()
    assert known["mem", DAY] == 2
    assert known["plan", DAY] == 2
    assert (known["mem", 20260602], known["seg", 20260602]) == (17, 4)
    assert known["p", 0] == 1
    assert first.subjects[0] == "plan-2026-06-01-001"


def test_no_word_of_the_store_is_in_the_witness(store: Store, witness: Witness) -> None:
    a_kept(store, SIGNER, witness=witness)
    a_corrected(store, "mem-2026-06-01-001", SIGNER, witness=witness)
    purged = purge(store, [3], at=AT, actor=MIRA, day=DAY)
    seq, hashed = head(store)
    witness.note_erasure(purged.erasure, seq, hashed, [3])
    raw = witness.path.read_bytes()
    for word in (*WORDS.split(), "zanzibar", "corrected", "about", "mira", "UTC"):
        assert word.encode() not in raw, word


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "head", "seq": 3, "hash": "0" * 64, "minted": ["retries are safe"]},
        {"kind": "head", "seq": 3, "hash": "0" * 64, "minted": [], "note": "retries"},
        {"kind": "pin", "store": "mira's store", "genesis": "0" * 64},
        {"kind": "control", "control": "projects/gateway", "seq": 1, "hash": "0" * 64},
        {"kind": "note", "seq": 3, "hash": "0" * 64},
    ],
    ids=["a word for an id", "a field of words", "a name for a store", "a path for a control", "a kind of its own"],
)
def test_a_line_has_no_place_for(fields: dict[str, object]) -> None:
    kind = str(fields.pop("kind"))
    with pytest.raises(Unreadable):
        spelled(kind, **fields)


def test_the_last_head_is_found_without_reading_the_beginning(store: Store, witness: Witness) -> None:
    with witness.path.open("ab") as file:
        file.writelines(spelled("head", seq=n, hash=f"{n:064x}", minted=[]) for n in range(1, 900))
    a_kept(store, SIGNER, witness=witness)
    last = witness.last()
    raw = witness.path.read_bytes()
    witness.path.write_bytes(b"\0" * (len(raw) - 70_000) + raw[-70_000:])  # longer than one piece
    assert len(raw) > 70_000
    assert last is not None
    assert witness.last() == last == Head(*head(store))
    witness.path.write_bytes(raw[:-1])
    assert witness.last() == Head(899, f"{899:064x}")


def test_heads_from_several_writers_at_once_are_all_kept_whole(witness: Witness) -> None:
    def notes(writer: int) -> None:
        for n in range(25):
            witness.note_head(writer * 100 + n + 1, "a" * 64)

    threads = [threading.Thread(target=notes, args=(writer,)) for writer in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    read = witness.read()
    assert (len(read.lines), read.unreadable, read.torn) == (101, (), 0)


# crashes


@pytest.mark.parametrize("keep", [1, 40, -1], ids=["one byte", "a part", "all but the newline"])
def test_a_last_line_that_was_cut_off_is_told_and_the_next_goes_on(keep: int, store: Store, witness: Witness) -> None:
    a_kept(store, SIGNER, witness=witness)
    before = witness.path.read_bytes()
    first = witness.last()
    a_kept(store, SIGNER, witness=witness)
    line = witness.path.read_bytes()[len(before) :]
    torn = line[:keep]
    witness.path.write_bytes(before + torn)
    assert witness.last() == first
    assert quickly(store, witness) is None
    assert thoroughly(store, witness) == []
    assert f"{len(torn)} bytes" in noted(store, witness)[0]
    assert witness_view(witness).torn == len(torn)
    assert at_opening(store, witness) is None  # notes the plan that was lost
    assert witness.path.read_bytes() == before + spelled("torn", bytes=len(torn)) + line


def test_a_pin_that_was_cut_off_is_made_anew(store: Store, witness: Witness) -> None:
    whole = witness.path.read_bytes()
    witness.path.write_bytes(whole[:30])
    assert at_opening(store, witness) is None
    assert witness.path.read_bytes() == whole


def test_a_last_line_whose_beginning_never_reached_the_disk_is_taken_away(store: Store, witness: Witness) -> None:
    before = witness.path.read_bytes()
    a_kept(store, SIGNER, witness=witness)
    line = witness.path.read_bytes()[len(before) :]
    witness.path.write_bytes(before + b"\0" * 100 + line[100:])
    assert at_opening(store, witness) is None
    assert witness.path.read_bytes() == before + spelled("torn", bytes=len(line)) + line


def test_decisions_that_a_crash_left_out_are_noted_at_the_next_opening(store: Store, witness: Witness) -> None:
    a_kept(store, SIGNER, witness=witness)
    want = [a_kept(store, SIGNER)[0].seq, a_kept(store, SIGNER)[0].seq]
    assert at_opening(store, witness) is None
    assert [line.fields["seq"] for line in witness.read().lines if line.kind == "plan"][1:] == want
    assert witness.last() == Head(*head(store))
    assert thoroughly(store, witness) == []


def test_reading_alone_writes_nothing(store: Store, tmp_path: Path) -> None:
    made = a_witness(tmp_path / "elsewhere", store)
    with store.reading() as conn:
        assert opened(conn, made, [], read_only=True) is None
        found = list(check_all(conn, made, []))
    assert found == ["No witness of this store is kept here."]
    assert not (tmp_path / "elsewhere").exists()


def test_a_witness_that_cannot_be_written_is_an_alarm_and_no_exception(store: Store, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    made = Witness(tmp_path / "file", tmp_path / "config", store_id(store), genesis_hash(store))
    decision, effect = a_kept(store, SIGNER)
    with store.reading() as conn:
        payload = log.payload(conn, decision.seq) or {}
    alarm = committed(made, (decision, effect), payload["text"], payload["signatures"])
    assert alarm is not None
    assert alarm.code == "unwitnessed"
    assert "could not be" in alarm.sentence
