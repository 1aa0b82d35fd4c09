"""`memdesk witness`: where it is kept, where it is sent, and what it tells when a history was put back."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.tui.cli import Done, run
from tests.tui.commands.conftest import seen
from tests.tui.commands.keyed import Keyed, signed
from tests.tui.commands.test_deciding import KEPT, STALE


def keep(one: str) -> Done:
    done = signed("decide", "keep", one, "--reason", "other", "--seen", seen(one))
    assert done.code == 0, done.err
    return done


def set_aside(store: Path) -> Path:
    """The store as it is now, as a backup."""
    with closing(sqlite3.connect(store)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Path(shutil.copy(store, store.with_name("aside.db")))


def put_back(store: Path, aside: Path) -> None:
    for suffix in ("-wal", "-shm"):
        store.with_name(store.name + suffix).unlink(missing_ok=True)
    shutil.copy(aside, store)


def file_of_the_witness() -> Path:
    return Path(run("witness", "--json").json["file"])


def test_it_shows_where_it_is_kept_and_what_it_saw_last(adopted: Keyed) -> None:
    keep(KEPT)
    head = run("status", "--json").json["head"]
    told = run("witness", "--json").json
    assert told["schema"] == "memdesk/witness/1"
    assert (told["seq"], told["destinations"], told["torn"]) == (head, [], 0)
    assert Path(told["file"]).is_relative_to(adopted.folder.parent / "state")
    shown = run("witness")
    assert f"entry {head:,}" in shown.out
    assert "It is sent nowhere." in shown.err


def test_a_path_gets_every_line_from_then_on(adopted: Keyed, tmp_path: Path) -> None:
    copy = tmp_path / "usb.jsonl"
    added = run("witness", "add", str(copy))
    assert (added.code, added.out) == (0, f"{copy}\n")
    keep(KEPT)
    assert copy.read_bytes() == file_of_the_witness().read_bytes()
    assert run("witness", "check").code == 0
    assert f"{copy}" in run("witness").out
    assert adopted.store.exists()


@pytest.mark.usefixtures("adopted")
def test_a_program_gets_every_line_and_its_dashes_are_its_own(tmp_path: Path) -> None:
    body = f"import sys; open({str(tmp_path / 'got')!r}, 'ab').write(sys.stdin.buffer.read())"
    added = run("witness", "add", "--command", "--json", "--", sys.executable, "-I", "-c", body)
    assert added.code == 0, added.err
    assert added.json["command"] == [sys.executable, "-I", "-c", body]
    keep(KEPT)
    assert (tmp_path / "got").read_bytes() == file_of_the_witness().read_bytes()


@pytest.mark.usefixtures("adopted")
def test_a_program_that_fails_is_6_and_stops_no_decision() -> None:
    added = run("witness", "add", "--command", "false")
    assert added.code == 6
    assert "it ended with 1" in added.err
    keep(KEPT)
    (one,) = run("witness", "--json").json["destinations"]
    assert (one["delivered"], one["waiting"] > 1) == (0, True)
    assert "not sent yet" in run("witness").out


@pytest.mark.usefixtures("adopted")
def test_a_destination_is_removed_by_its_number(tmp_path: Path) -> None:
    run("witness", "add", str(tmp_path / "usb.jsonl"))
    assert run("witness", "remove", "2").code == 2
    assert "usb.jsonl" in run("witness", "remove", "1").err
    assert run("witness", "--json").json["destinations"] == []


@pytest.mark.parametrize(
    "words", [("add",), ("add", "a", "b"), ("add", ""), ("remove", "0"), ("remove", "x")], ids=" ".join
)
@pytest.mark.usefixtures("adopted")
def test_a_mistake_in_the_command_line_is_2(words: tuple[str, ...]) -> None:
    assert run("witness", *words).code == 2
    assert run("witness", "--json").json["destinations"] == []


def test_a_head_is_signed_and_the_real_ssh_keygen_agrees(adopted: Keyed, tmp_path: Path) -> None:
    done = signed("witness", "sign")
    assert done.code == 0, done.err
    last = json.loads(file_of_the_witness().read_bytes().splitlines()[-1])
    assert (last["kind"], last["text"]) == ("checkpoint", done.out)
    (tmp_path / "sig").write_text(last["signature"])
    (tmp_path / "allowed").write_text(f"p-0001 {adopted.key.public.line}\n")
    words = "-Y verify -f allowed -I p-0001 -n memdesk-checkpoint -s sig"
    verified = subprocess.run(["ssh-keygen", *words.split()], cwd=tmp_path, input=done.out.encode())
    assert verified.returncode == 0
    assert run("witness", "check").code == 0


@pytest.mark.usefixtures("adopted")
def test_a_head_is_not_signed_with_a_wrong_passphrase() -> None:
    before = file_of_the_witness().read_bytes()
    assert signed("witness", "sign", secret=b"wrong").code == 3
    assert file_of_the_witness().read_bytes() == before


def test_an_older_copy_is_told_and_given_up_by_its_owner(adopted: Keyed) -> None:
    aside = set_aside(adopted.store)
    lost = keep(KEPT).out.strip()
    put_back(adopted.store, aside)
    told = run("witness", "check", "--json")
    assert (told.code, told.json["ok"]) == (1, False)
    assert "an older copy was put in its place" in told.json["findings"][0]["sentence"]
    assert run("witness", "check").code == 1
    refused = signed("decide", "keep", STALE, "--reason", "other", "--seen", seen(STALE))
    assert refused.code != 0
    given_up = signed("witness", "succeed", "--yes")
    assert given_up.code == 0, given_up.err
    assert run("witness", "check").code == 0
    assert keep(STALE).out.strip() > lost  # no id of the lost history is given out again
    assert run("verify").code == 0


@pytest.mark.usefixtures("adopted")
def test_a_witness_that_was_edited_is_told() -> None:
    keep(KEPT)
    path = file_of_the_witness()
    path.write_bytes(path.read_bytes().replace(b'\\"reason\\":\\"other\\"', b'\\"reason\\":\\"later\\"'))
    done = run("witness", "check")
    assert done.code == 1
    assert "the witness was edited" in done.out


@pytest.mark.usefixtures("adopted")
def test_reading_alone_changes_no_destination(tmp_path: Path) -> None:
    assert run("--read-only", "witness", "add", str(tmp_path / "usb")).code == 3
    assert not (tmp_path / "usb").exists()
    assert run("--read-only", "witness").code == 0


def test_a_head_may_be_signed_before_anything_is_decided(keyed: Keyed) -> None:
    assert json.loads(file_of_the_witness().read_bytes())["kind"] == "pin", "it is there from the start"
    assert signed("witness", "sign").code == 0
    checked = run("witness", "check")
    assert (checked.code, checked.err) == (0, "The log has every head that was held against it, 2 of them.\n")
    assert keyed.store.exists()
    assert run("verify").code == 0


def test_what_was_held_against_nothing_is_not_called_sound(adopted: Keyed) -> None:
    keep(KEPT)
    path = file_of_the_witness()
    path.unlink()
    checked = run("witness", "check")
    assert checked.code == 1
    assert "No witness of this store is kept here, and the log has 2 signed decisions" in checked.out
    assert checked.err == "The log was held against nothing.\n"
    told = run("witness", "check", "--json").json
    assert (told["ok"], told["heads"], told["notes"]) == (False, 0, [])
    verified = run("verify", "--json")
    assert verified.code == 0
    (step,) = [one for one in verified.json["steps"] if one["name"] == "witness"]
    assert (step["checked"], step["note"]) == (0, "No witness of this store is kept here.")
    assert not path.exists(), "who only looks begins none"
    assert adopted.store.exists()


@pytest.mark.usefixtures("sample")
def test_a_store_without_signatures_has_a_note_instead() -> None:
    path = file_of_the_witness()
    path.unlink(missing_ok=True)
    checked = run("witness", "check")
    assert (checked.code, checked.out) == (0, "")
    assert checked.err == "No witness of this store is kept here.\nThe log was held against nothing.\n"


def test_a_witness_that_vanished_is_told_by_every_command_and_completed_from_its_copy(
    adopted: Keyed, tmp_path: Path
) -> None:
    copy = tmp_path / "usb.jsonl"
    assert run("witness", "add", str(copy)).code == 0
    aside = set_aside(adopted.store)
    keep(KEPT)
    lines = len(copy.read_bytes().splitlines())
    put_back(adopted.store, aside)
    shutil.rmtree(file_of_the_witness().parent)
    gone = f"! The witness of this store is gone; its copy at {copy} knows entry "
    for words in (("status",), ("verify",), ("witness", "check"), ("witness",)):
        assert gone in run(*words).err, words
    assert (run("verify").code, run("witness", "check").code) == (1, 1)
    assert signed("decide", "keep", STALE, "--reason", "other", "--seen", seen(STALE)).code != 0
    added = run("witness", "add", str(copy))
    assert added.code == 1
    assert f"The witness here has {lines} lines more than before." in added.err
    assert "an older copy was put in its place" in added.err
    assert file_of_the_witness().read_bytes() == copy.read_bytes()
    assert signed("witness", "succeed", "--yes").code == 0
    assert run("witness", "check").code == 0
    assert copy.read_bytes() == file_of_the_witness().read_bytes()


def test_a_witness_that_vanished_alone_is_completed_with_0(adopted: Keyed, tmp_path: Path) -> None:
    run("witness", "add", str(tmp_path / "usb.jsonl"))
    before = file_of_the_witness().read_bytes()
    file_of_the_witness().unlink()
    added = run("witness", "add", str(tmp_path / "usb.jsonl"), "--json")
    assert (added.code, added.json["more"], added.json["alarm"]) == (0, len(before.splitlines()), None)
    assert file_of_the_witness().read_bytes() == before
    assert len(run("witness", "--json").json["destinations"]) == 1
    assert adopted.store.exists()
