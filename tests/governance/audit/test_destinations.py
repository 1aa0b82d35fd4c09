"""Copies of the witness: every line arrives once, a failure loses nothing, and a copy tells an edited witness."""

from __future__ import annotations

import multiprocessing
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from governance.audit import destinations
from governance.audit.destinations import add, deliver, listed, remove, waiting
from governance.audit.verifying import check_all
from governance.audit.witness import Witness
from governance.audit.witnessing import sent, witness_view
from governance.errors import Refusal
from store.database import Store
from store.records.views import Finding
from tests.governance.audit.makers import a_copy, a_kept, a_keyed_store, a_signer, a_witness, restored

SIGNER = a_signer()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return a_keyed_store(tmp_path, SIGNER)


@pytest.fixture
def witness(tmp_path: Path, store: Store) -> Witness:
    made = a_witness(tmp_path, store)
    made.pin()
    return made


def said(store: Store, witness: Witness) -> list[str]:
    with store.reading() as conn:
        return [one.sentence for one in check_all(conn, witness, []) if isinstance(one, Finding)]


def a_command(folder: Path, body: str) -> list[str]:
    """A program that keeps what it is given in `got`, after what the test wants of it."""
    program = folder / "take.py"
    program.write_text(
        f"import sys, time\n{body}\nopen({str(folder / 'got')!r}, 'ab').write(sys.stdin.buffer.read())\n"
    )
    return [sys.executable, "-I", str(program)]


# arriving


def test_a_file_gets_what_stands_there_already_and_then_each_new_line(
    store: Store, witness: Witness, tmp_path: Path
) -> None:
    copy = tmp_path / "usb.jsonl"
    a_kept(store, SIGNER, witness=witness)
    add(witness, path=copy)
    assert deliver(witness) == ()
    assert copy.read_bytes() == witness.path.read_bytes()
    a_kept(store, SIGNER, witness=witness)
    assert copy.read_bytes() == witness.path.read_bytes()
    assert (listed(witness)[0].delivered, waiting(witness, listed(witness)[0])) == (3, 0)
    assert said(store, witness) == []


def test_a_folder_gets_a_file_of_the_store(store: Store, witness: Witness, tmp_path: Path) -> None:
    (tmp_path / "usb").mkdir()
    add(witness, path=tmp_path / "usb")
    a_kept(store, SIGNER, witness=witness)
    assert (tmp_path / "usb" / f"{witness.store_id}.jsonl").read_bytes() == witness.path.read_bytes()
    (tmp_path / "usb").rename(tmp_path / "unmounted")
    witness.note_head(1, "a" * 64)
    assert len(deliver(witness)) == 1
    assert not (tmp_path / "usb").exists()


def test_a_command_gets_one_line_at_a_time_and_no_shell(store: Store, witness: Witness, tmp_path: Path) -> None:
    command = a_command(tmp_path, "assert sys.argv[1:] == ['$HOME; echo'], sys.argv")
    add(witness, command=[*command, "$HOME; echo"])
    for _ in range(2):
        a_kept(store, SIGNER, witness=witness)
    assert (tmp_path / "got").read_bytes() == witness.path.read_bytes()
    assert deliver(witness) == ()
    assert (tmp_path / "got").read_bytes() == witness.path.read_bytes()


# failing


def test_a_command_that_fails_loses_nothing_and_is_tried_again(store: Store, witness: Witness, tmp_path: Path) -> None:
    add(witness, command=a_command(tmp_path, "sys.exit(3)"))
    alarm = sent(witness)
    assert alarm is not None
    assert (alarm.code, "it ended with 3" in alarm.sentence) == ("unsent", True)
    assert (waiting(witness, listed(witness)[0]), (tmp_path / "got").exists()) == (1, False)
    a_command(tmp_path, "")
    a_kept(store, SIGNER, witness=witness)
    assert (tmp_path / "got").read_bytes() == witness.path.read_bytes()


def test_lines_that_were_taken_before_a_failure_are_not_sent_twice(witness: Witness, tmp_path: Path) -> None:
    for n in range(1, 4):
        witness.note_head(n, "a" * 64)
    body = f"n = {str(tmp_path / 'n')!r}\nopen(n, 'a').write('x')\nlen(open(n).read()) == 3 and sys.exit(1)"
    add(witness, command=a_command(tmp_path, body))
    assert len(deliver(witness)) == 1
    assert listed(witness)[0].delivered == 2
    assert deliver(witness) == ()
    assert (tmp_path / "got").read_bytes() == witness.path.read_bytes()


def test_a_command_that_does_not_end_is_ended(
    witness: Witness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(destinations, "SECONDS", 0.5)
    add(witness, command=a_command(tmp_path, "time.sleep(60)"))
    began = time.monotonic()
    (problem,) = deliver(witness)
    assert time.monotonic() - began < 10
    assert "was not done" in problem


@pytest.mark.parametrize("command", [["/nowhere/at-all"], ["a\0b"]], ids=["there is none", "that cannot be one"])
def test_a_command_is_a_problem_where(command: list[str], witness: Witness) -> None:
    add(witness, command=command)
    (problem,) = deliver(witness)
    assert problem.startswith("The witness was not sent to")


def test_a_copy_that_vanished_is_not_begun_anew(witness: Witness, tmp_path: Path) -> None:
    copy = tmp_path / "usb.jsonl"
    add(witness, path=copy)
    deliver(witness)
    copy.rename(tmp_path / "away")
    witness.note_head(1, "a" * 64)
    (problem,) = deliver(witness)
    assert "is its disk mounted?" in problem
    (tmp_path / "away").rename(copy)
    assert deliver(witness) == ()
    assert copy.read_bytes() == witness.path.read_bytes()


def test_a_copy_that_is_something_else_is_left_as_it_is(witness: Witness, tmp_path: Path) -> None:
    copy = tmp_path / "usb.jsonl"
    add(witness, path=copy)
    deliver(witness)
    copy.write_bytes(copy.read_bytes() + b"something of mine\n")
    before = copy.read_bytes()
    witness.note_head(1, "a" * 64)
    (problem,) = deliver(witness)
    assert "not what was sent" in problem
    assert copy.read_bytes() == before


def test_a_copy_whose_last_line_was_cut_off_is_completed(witness: Witness, tmp_path: Path) -> None:
    copy = tmp_path / "usb.jsonl"
    add(witness, path=copy)
    deliver(witness)
    witness.note_head(1, "a" * 64)
    copy.write_bytes(witness.path.read_bytes()[:-7])
    assert deliver(witness) == ()
    assert copy.read_bytes() == witness.path.read_bytes()


def _notes(*told: Any) -> None:
    witness = Witness(*told)
    for n in range(1, 21):
        witness.note_head(n, "a" * 64)
        deliver(witness)


def test_several_processes_deliver_every_line_once(witness: Witness, tmp_path: Path) -> None:
    copy = tmp_path / "usb.jsonl"
    add(witness, path=copy)
    context = multiprocessing.get_context("spawn")
    told = (tmp_path / "state", tmp_path / "config", witness.store_id, witness.genesis)
    both = [context.Process(target=_notes, args=told) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
        assert one.exitcode == 0
    assert deliver(witness) == ()
    assert len(copy.read_bytes().splitlines()) == 41
    assert copy.read_bytes() == witness.path.read_bytes()


# the list


def test_a_destination_that_was_removed_gets_nothing_more_and_keeps_what_it_has(
    witness: Witness, tmp_path: Path
) -> None:
    copy = tmp_path / "usb.jsonl"
    add(witness, path=copy)
    deliver(witness)
    before = copy.read_bytes()
    assert remove(witness, 1).told == str(copy)
    witness.note_head(1, "a" * 64)
    assert deliver(witness) == ()
    assert copy.read_bytes() == before
    add(witness, path=copy)
    assert listed(witness)[0].delivered == 1
    assert deliver(witness) == ()
    assert copy.read_bytes() == witness.path.read_bytes()


def test_a_destination_is_refused(witness: Witness, tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine")
    with pytest.raises(Refusal, match="no copy of this witness"):
        add(witness, path=tmp_path / "notes")
    add(witness, path=tmp_path / "usb")
    with pytest.raises(Refusal, match="already"):
        add(witness, path=tmp_path / "usb")
    with pytest.raises(Refusal, match="path or a command"):
        add(witness)
    with pytest.raises(Refusal, match="no destination 2"):
        remove(witness, 2)
    assert (tmp_path / "notes").read_text() == "mine"


def test_a_list_that_was_damaged_is_said_and_blocks_no_decision(store: Store, witness: Witness, tmp_path: Path) -> None:
    add(witness, path=tmp_path / "usb")
    witness.places.write_text('[{"path": 3}]')
    (problem,) = deliver(witness)
    assert "is damaged" in problem
    assert said(store, witness) == []


def test_the_view_says_what_waits(witness: Witness, tmp_path: Path) -> None:
    add(witness, path=tmp_path / "usb.jsonl")
    deliver(witness)
    add(witness, command=["false"])
    witness.note_head(1, "a" * 64)
    seen = witness_view(witness)
    assert [(one.number, one.delivered, one.waiting) for one in seen.destinations] == [(1, 1, 1), (2, 0, 2)]
    witness.path.write_bytes(b"")
    assert "shorter than what was sent" in str(witness_view(witness).destinations[0].problem)


# what a copy tells


def test_a_witness_that_was_edited_is_told_by_its_copy(store: Store, witness: Witness, tmp_path: Path) -> None:
    add(witness, path=tmp_path / "usb.jsonl")
    a_kept(store, SIGNER, witness=witness)
    raw = witness.path.read_bytes().splitlines(keepends=True)
    witness.path.write_bytes(raw[0])
    witness.note_head(1, witness.pinned() or "")
    found = said(store, witness)
    assert f"Line 2 of the witness is not what {tmp_path / 'usb.jsonl'} has there: one of them was edited." in found


def test_a_witness_rolled_back_together_with_its_store_is_told_by_its_copy(
    store: Store, witness: Witness, tmp_path: Path
) -> None:
    add(witness, path=tmp_path / "usb.jsonl")
    a_kept(store, SIGNER, witness=witness)
    then, aside = witness.path.read_bytes(), a_copy(store, tmp_path / "aside")
    a_kept(store, SIGNER, witness=witness)
    witness.path.write_bytes(then)
    back = restored(store, aside)
    found = said(back, witness)
    assert any("knows 1 more lines than the witness here" in one for one in found)
    assert any(one.startswith("By the copy ") and "The log ends at entry" in one for one in found)


def test_a_copy_that_cannot_be_read_is_a_note(store: Store, witness: Witness, tmp_path: Path) -> None:
    add(witness, path=tmp_path / "usb.jsonl")
    deliver(witness)
    (tmp_path / "usb.jsonl").unlink()
    with store.reading() as conn:
        found = list(check_all(conn, witness, []))
    assert f"The copy {tmp_path / 'usb.jsonl'} was not looked at: No such file or directory." in found
    assert said(store, witness) == []
