"""A witness that is gone, was never begun, or is shorter than its copies is told, and does not begin anew unseen."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from governance.audit.destinations import add, deliver, listed
from governance.audit.verifying import NONE_KEPT
from governance.audit.witness import Witness
from governance.audit.witnessing import moved, sign_checkpoint
from governance.authority.people import Person
from governance.desk import Desk, create_store
from governance.errors import Refusal
from governance.seat import Homes, homes_here
from store.database import Store
from store.records.views import Alarm
from store.records.words import Assurance
from tests.builders import AT
from tests.governance.audit.makers import (
    a_copy,
    a_keyed_store,
    a_signer,
    a_witness,
    genesis_hash,
    head,
    restored,
    store_id,
)
from tests.governance.builders import decide
from tests.governance.signed import a_signed_desk, alarms, an_item, findings, homes, signed, sit_down

SIGNER = a_signer()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """An owner who decided once."""
    with a_signed_desk(tmp_path) as made:
        keep(made)
        yield made


def keep(desk: Desk) -> str:
    """Decide something that is signed."""
    return signed(desk, lambda: decide(desk, "cool", an_item(desk))).plan


def file_of(desk: Desk) -> Path:
    return homes(desk.path.parent, "mira").state / "witness" / f"{desk.store_id}.jsonl"


def places_of(desk: Desk) -> Path:
    return homes(desk.path.parent, "mira").config / "witness" / f"{desk.store_id}.json"


def rolled_back(desk: Desk, act: Callable[[], object]) -> Desk:
    """Do something, and put the store's file back as it was before, its witness gone; a desk at what is there now."""
    aside = a_copy(desk.store, desk.path.parent / "aside")
    act()
    restored(desk.store, aside).close()
    shutil.rmtree(desk.homes.state)
    return sit_down(desk.path.parent)


def told(desk: Desk) -> Alarm:
    """The alarm about its history."""
    alarm = desk.against_witness()
    assert alarm is not None
    return alarm


# the pin


NOTES: dict[str, Callable[[Witness], object]] = {
    "a checkpoint": lambda witness: sign_checkpoint(witness, (1, witness.genesis), SIGNER),
    "a head": lambda witness: witness.note_head(1, witness.genesis),
    "an erasure": lambda witness: witness.note_erasure("memerase-2026-06-01-001", 1, witness.genesis, [1]),
}


@pytest.mark.parametrize("note", NOTES.values(), ids=NOTES.keys())
def test_whatever_is_noted_first_stands_behind_the_pin(note: Callable[[Witness], object], tmp_path: Path) -> None:
    store = a_keyed_store(tmp_path, SIGNER)
    witness = a_witness(tmp_path, store)
    note(witness)
    note(witness)
    assert witness.pinned() == genesis_hash(store)
    assert [line.kind for line in witness.read().lines].count("pin") == 1
    assert len(witness.read().lines) == 3


def test_a_head_that_is_signed_before_the_first_decision_leaves_a_store_that_goes_on(tmp_path: Path) -> None:
    with a_signed_desk(tmp_path) as desk:
        signed(desk, desk.witness_sign)
        assert keep(desk)
        assert (desk.verify().ok, desk.witness_check().findings, alarms(desk)) == (True, (), [])


def test_a_store_has_its_pin_from_the_start_unless_it_is_to_try_things_on(tmp_path: Path) -> None:
    with (
        create_store(tmp_path / "a.db", clock=lambda: AT) as made,
        create_store(tmp_path / "b.db", clock=lambda: AT, witnessed=False) as tried,
    ):
        folder = homes_here().state / "witness"
        assert json.loads((folder / f"{made.store_id}.jsonl").read_text())["kind"] == "pin"
        assert not (folder / f"{tried.store_id}.jsonl").exists()
        tried.refuse_rewritten()
        decide(tried, "cool", an_item(tried))
        assert not (folder / f"{tried.store_id}.jsonl").exists()


def test_who_is_about_to_decide_pins_first_and_who_only_reads_never_does(tmp_path: Path) -> None:
    store = a_keyed_store(tmp_path, SIGNER)
    with Desk(
        store, lambda: AT, Person("mira", Assurance.OS_USER), homes=Homes(tmp_path / "c", tmp_path / "s")
    ) as desk:
        desk.refuse_rewritten()
        assert (tmp_path / "s" / "witness" / f"{desk.store_id}.jsonl").exists()
    looking = Store(store.path, read_only=True)
    with Desk(
        looking, lambda: AT, Person("mira", Assurance.OS_USER), homes=Homes(tmp_path / "d", tmp_path / "t")
    ) as desk:
        desk.refuse_rewritten()
        assert desk.alarms() == ()
        desk.witness_check()
        assert not (tmp_path / "t").exists()
        assert not (tmp_path / "d").exists()


# gone


def test_a_store_put_back_without_its_witness_is_told_by_the_copy(desk: Desk, tmp_path: Path) -> None:
    copy = tmp_path / "usb.jsonl"
    assert desk.witness_add(copy) is None
    with rolled_back(desk, lambda: keep(desk)) as back:
        alarm = told(back)
        assert alarm.code == "rolled-back"
        assert f"The witness of this store is gone; its copy at {copy} knows entry " in alarm.sentence
        assert "an older copy was put in its place" in alarm.sentence
        assert alarms(back) == ["rolled-back"]
        assert any("is gone; its copy at" in one for one in findings(back, "witness"))
        assert any("an older copy was put in its place" in one for one in findings(back, "witness"))
        with pytest.raises(Refusal, match="nothing was decided"):
            keep(back)
        with pytest.raises(Refusal, match="nothing was signed"):
            signed(back, back.witness_sign)
        assert not file_of(back).exists(), "it does not begin anew"


def test_a_witness_that_is_gone_alone_is_told_until_it_is_completed(desk: Desk, tmp_path: Path) -> None:
    copy = tmp_path / "usb.jsonl"
    desk.witness_add(copy)
    keep(desk)
    before = file_of(desk).read_bytes()
    file_of(desk).unlink()
    assert (told(desk).code, alarms(desk)) == ("gone", ["gone"])
    assert findings(desk) == [f"The witness of this store is gone; its copy at {copy} knows entry {desk.pulse()[1]}."]
    with pytest.raises(Refusal, match="nothing was decided") as refused:
        keep(desk)
    assert "witness add" in refused.value.hint
    assert desk.witness_add(copy) is None
    assert file_of(desk).read_bytes() == before
    assert len(desk.witness_view().destinations) == 1
    keep(desk)
    assert copy.read_bytes() == file_of(desk).read_bytes() != before
    assert (findings(desk), alarms(desk)) == ([], [])


def test_a_witness_whose_end_is_gone_is_told_too(desk: Desk, tmp_path: Path) -> None:
    desk.witness_add(tmp_path / "usb.jsonl")
    lines = file_of(desk).read_bytes().splitlines(keepends=True)
    file_of(desk).write_bytes(lines[0])
    assert "was cut short; its copy at" in told(desk).sentence
    assert told(desk).code == "gone"


def test_where_no_copy_can_be_read_it_is_gone_all_the_same(desk: Desk, tmp_path: Path) -> None:
    got = tmp_path / "got"
    assert desk.witness_add(command=["sh", "-c", f"cat >> {got}"]) is None
    lines = len(got.read_bytes().splitlines())
    file_of(desk).unlink()
    assert f"is gone; {lines} lines of it were sent to sh -c" in told(desk).sentence
    assert desk.witness_check().heads == 0
    assert any("what a program took cannot be read here" in one for one in desk.witness_check().notes)
    assert desk.witness_add(got) is None, "the file that the program wrote is a copy"
    assert len(file_of(desk).read_bytes().splitlines()) == lines
    file_of(desk).unlink()
    for _ in range(2):
        desk.witness_remove(1)
    assert desk.against_witness() is None
    assert keep(desk)


def test_a_note_that_none_is_kept_is_not_believed_where_lines_were_sent(desk: Desk, tmp_path: Path) -> None:
    desk.witness_add(tmp_path / "usb.jsonl")
    file_of(desk).unlink()
    with closing(sqlite3.connect(desk.path, isolation_level=None)) as bare:
        bare.execute("INSERT OR REPLACE INTO local_meta VALUES ('witness', 'none')")
    assert alarms(desk) == ["gone"]
    assert len(desk.witness_check().findings) == 1


def test_without_any_trace_of_a_witness_signed_decisions_are_a_finding_of_its_own_check(desk: Desk) -> None:
    file_of(desk).unlink()
    (one,) = desk.witness_check().findings
    assert one.sentence.startswith("No witness of this store is kept here, and the log has 1 signed decision:")
    assert desk.witness_check().heads == 0
    verdict = desk.verify()
    assert verdict.ok
    assert [step.note for step in verdict.steps if step.name == "witness"] == [NONE_KEPT]
    assert not file_of(desk).exists()


def test_and_unsigned_ones_are_a_note(tmp_path: Path) -> None:
    with a_signed_desk(tmp_path, keyless=True) as desk:
        decide(desk, "cool", an_item(desk))
        file_of(desk).unlink()
        assert desk.witness_check() == ((), (NONE_KEPT,), 0)


def test_one_that_vanishes_while_a_plan_is_signed_does_not_begin_anew_either(tmp_path: Path) -> None:
    store = a_keyed_store(tmp_path, SIGNER)
    witness = a_witness(tmp_path, store)
    witness.pin()
    add(witness, path=tmp_path / "usb.jsonl")
    deliver(witness)
    witness.path.unlink()
    alarm = moved(witness, head(store))
    assert alarm is not None
    assert alarm.code == "unwitnessed"
    assert "is gone; its copy at" in alarm.sentence
    assert not witness.path.exists()


# the list


def test_the_list_of_destinations_lies_in_the_config_folder_and_an_old_one_is_moved(tmp_path: Path) -> None:
    store = a_keyed_store(tmp_path, SIGNER)
    witness = a_witness(tmp_path, store)
    witness.pin()
    add(witness, path=tmp_path / "usb.jsonl")
    assert deliver(witness) == ()
    new = tmp_path / "config" / "witness" / f"{store_id(store)}.json"
    old = tmp_path / "state" / "witness" / f"{store_id(store)}.to.json"
    assert new.stat().st_mode & 0o777 == 0o600
    new.rename(old)
    assert [one.path for one in listed(witness)] == [str(tmp_path / "usb.jsonl")]
    assert deliver(witness) == ()
    assert (new.exists(), old.exists()) == (True, False)
    assert listed(witness)[0].delivered == 1


def test_where_nothing_is_sent_nothing_is_written_to_the_config_folder(desk: Desk) -> None:
    keep(desk)
    assert not places_of(desk).parent.exists()
