"""A history that was rewritten is told by its witness, and so is a witness that was edited itself."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from governance.audit.comparing import missing_heads
from governance.audit.lines import spelled
from governance.audit.witness import Witness
from governance.audit.witnessing import sign_checkpoint
from governance.errors import Refusal
from store.database import Store
from tests.builders import AT, a_capture, did
from tests.governance.audit.makers import (
    a_copy,
    a_kept,
    a_keyed_store,
    a_signer,
    a_witness,
    cut,
    head,
    rechained,
    restored,
)
from tests.governance.audit.told import at_opening, counted, quickly, thoroughly
from tests.store.tampering import without_guards

SIGNER = a_signer()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return a_keyed_store(tmp_path, SIGNER)


@pytest.fixture
def witness(tmp_path: Path, store: Store) -> Witness:
    made = a_witness(tmp_path, store)
    assert at_opening(store, made) is None
    return made


# what it catches


def test_a_log_that_only_grew_raises_no_alarm(store: Store, witness: Witness) -> None:
    for _ in range(3):
        a_kept(store, SIGNER, witness=witness)
    did(store, a_capture())
    assert quickly(store, witness) is None
    assert thoroughly(store, witness) == []
    assert counted(store, witness) == 1 + 2 * 3


def test_an_older_copy_is_rolled_back(store: Store, witness: Witness, tmp_path: Path) -> None:
    a_kept(store, SIGNER, witness=witness)
    copy = a_copy(store, tmp_path / "aside")
    a_kept(store, SIGNER, witness=witness)
    back = restored(store, copy)
    assert quickly(back, witness) == "rolled-back"
    (said,) = thoroughly(back, witness)
    assert "The log ends at entry" in said
    with pytest.raises(AssertionError):  # nothing is noted over an alarm
        assert at_opening(back, witness) is None


def test_an_older_copy_that_grew_past_the_witness_is_a_fork(store: Store, witness: Witness, tmp_path: Path) -> None:
    copy = a_copy(store, tmp_path / "aside")
    decision, _ = a_kept(store, SIGNER, witness=witness)
    back = restored(store, copy)
    for _ in range(3):
        a_kept(back, SIGNER, words="other")
    assert quickly(back, witness) == "forked"
    (said,) = thoroughly(back, witness)
    assert f"Another entry {decision.seq} stands in the log" in said


def test_a_tail_that_was_cut_off_inside_a_plan_is_told_as_cut(store: Store, witness: Witness) -> None:
    decision, _ = a_kept(store, SIGNER, witness=witness)
    cut(store, decision.seq)
    assert quickly(store, witness) == "cut"


def test_a_chain_that_was_made_anew_is_a_fork(store: Store, witness: Witness) -> None:
    a_kept(store, SIGNER, witness=witness)
    a_kept(store, SIGNER, witness=witness)
    rechained(store, 3, at=AT - 1)
    assert quickly(store, witness) == "forked"
    assert "Another entry 4 " in thoroughly(store, witness)[0]


def test_a_header_that_was_changed_under_its_old_hash_is_a_fork(store: Store, witness: Witness) -> None:
    a_kept(store, SIGNER, witness=witness)
    seq, hashed = head(store)
    rechained(store, seq, at=AT - 1)
    with closing(sqlite3.connect(store.path, isolation_level=None)) as conn, without_guards(conn):
        conn.execute("UPDATE log SET hash = ? WHERE seq = ?", (hashed, seq))
    assert quickly(store, witness) == "forked"


def test_another_store_under_the_same_id_is_foreign(store: Store, witness: Witness) -> None:
    a_kept(store, SIGNER, witness=witness)
    rechained(store, 1, at=AT - 1)
    assert quickly(store, witness) == "foreign"
    assert any("it is another store" in said for said in thoroughly(store, witness))


def test_heads_that_were_given_up_are_no_alarm(store: Store, witness: Witness, tmp_path: Path) -> None:
    copy = a_copy(store, tmp_path / "aside")
    a_kept(store, SIGNER, witness=witness)
    a_kept(store, SIGNER, witness=witness)
    back = restored(store, copy)
    with back.reading() as conn:
        lost: list[tuple[int, str]] = [*missing_heads(conn, witness, [])]
    assert len(lost) == 4
    assert quickly(back, witness, lost) is None
    assert thoroughly(back, witness, lost) == []
    assert quickly(back, witness, lost[:-1]) == "rolled-back"
    assert at_opening(back, witness, lost) is None
    a_kept(back, SIGNER, words="other", witness=witness)
    assert quickly(back, witness, lost) is None
    assert thoroughly(back, witness, lost) == []
    assert thoroughly(back, witness)


# a witness that was edited


def edited(witness: Witness, old: bytes, new: bytes) -> None:
    raw = witness.path.read_bytes()
    assert old in raw
    witness.path.write_bytes(raw.replace(old, new))


def test_a_text_that_was_edited_in_the_witness_is_told_as_that(store: Store, witness: Witness) -> None:
    a_kept(store, SIGNER, witness=witness)
    edited(witness, b'\\"reason\\":\\"other\\"', b'\\"reason\\":\\"later\\"')
    said = thoroughly(store, witness)
    assert any("signature of plan-2026-06-01-001 in the witness (line 2) does not hold" in one for one in said)
    assert any("not the one in the log: the witness was edited" in one for one in said)


def test_signatures_that_were_taken_out_of_the_witness_are_told(store: Store, witness: Witness) -> None:
    a_kept(store, SIGNER, witness=witness)
    line = witness.read().lines[-1]
    fields = line.fields | {"signatures": []}
    witness.path.write_bytes(witness.read().raw[0] + b"\n" + spelled("plan", **fields))
    (said,) = thoroughly(store, witness)
    assert said.startswith("The signatures of plan-2026-06-01-001 in the witness (line 2) are not those in the log")
    assert said.endswith(": the witness was edited.")


def test_a_line_that_cannot_be_read_is_told(store: Store, witness: Witness) -> None:
    a_kept(store, SIGNER, witness=witness)
    a_kept(store, SIGNER, witness=witness)
    edited(witness, b'"plan":"plan-2026-06-01-001"', b'"plan":"plan-2026-06-01-x01"')
    assert thoroughly(store, witness) == ["Line 2 of the witness cannot be read: the witness was edited."]


@pytest.mark.parametrize("old", [b'"kind":"pin"', b'"store":"store-'], ids=["its kind", "its store"])
def test_a_pin_that_was_edited_is_an_alarm(old: bytes, store: Store, witness: Witness) -> None:
    edited(witness, old, old.replace(b"p", b"q") if b"kind" in old else old.replace(b"-", b"_"))
    assert quickly(store, witness) == "unwitnessed"
    assert thoroughly(store, witness)


# checkpoints


def test_a_head_is_signed_by_itself_and_the_real_ssh_keygen_agrees(
    store: Store, witness: Witness, tmp_path: Path
) -> None:
    a_kept(store, SIGNER)
    text = sign_checkpoint(witness, head(store), SIGNER)
    seq, hashed = head(store)
    assert text == f"{witness.store_id}\n{seq}\n{hashed}\n"
    assert thoroughly(store, witness) == []
    (tmp_path / "sig").write_text(witness.read().lines[-1].fields["signature"])
    (tmp_path / "allowed").write_text(f"p-0001 {SIGNER.public.line}\n")
    words = "-Y verify -f allowed -I p-0001 -n memdesk-checkpoint -s sig"
    done = subprocess.run(["ssh-keygen", *words.split()], cwd=tmp_path, input=text.encode(), capture_output=True)
    assert done.returncode == 0, done.stderr


def test_a_checkpoint_of_a_stranger_is_told(store: Store, witness: Witness) -> None:
    sign_checkpoint(witness, head(store), a_signer(9))
    (said,) = thoroughly(store, witness)
    assert "signed by nobody this store knows" in said


def test_a_checkpoint_that_was_edited_is_told(store: Store, witness: Witness) -> None:
    a_kept(store, SIGNER, witness=witness)
    sign_checkpoint(witness, head(store), SIGNER)
    seq = head(store)[0]
    edited(witness, b"\\n%d\\n" % seq, b"\\n%d\\n" % (seq - 1))
    said = thoroughly(store, witness)
    assert any("checkpoint" in one and "does not hold" in one for one in said)


def test_a_witness_that_is_no_file_is_refused_with_words(store: Store, tmp_path: Path) -> None:
    made = a_witness(tmp_path, store)
    os.makedirs(made.path)  # noqa: PTH103
    with pytest.raises(Refusal, match="could not be read"):
        made.read()
    assert quickly(store, made) == "unwitnessed"
