"""`memdesk init`: a store with its owner's key and a recovery key, or a keyless one that says so."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from governance.authority.keys.keyfile import look_at
from tests.keys import SECRET, key_pair
from tests.tui.cli import run
from tests.tui.commands.keyed import detached, keygen, secrets, signed


def test_init_makes_an_owners_key_and_a_recovery_key_and_uses_the_first(folder: Path) -> None:
    with secrets(SECRET, b"in the drawer") as fd:
        done = run("init", "--tz", "UTC", "--recovery-to", "stick/recovery", "--passphrase-fd", fd, "--json")
    assert done.code == 0, done.err
    made = Path(done.json["key"]["file"])
    assert done.json["keyless"] is False
    assert look_at(made).rounds >= 64
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert done.json["recovery"] == look_at(folder / "stick" / "recovery").public.fingerprint
    keys = run("key", "--json").json
    assert [(key["role"], key["file"]) for key in keys["keys"]] == [("signing", str(made)), ("recovery", None)]
    assert keys["mine"]["key"] == "key-0001"
    assert signed("principal", "enroll", "ines").code == 0
    assert run("verify", "--replay").code == 0


@pytest.mark.usefixtures("folder")
def test_init_says_what_the_recovery_key_is_for() -> None:
    with secrets(SECRET, b"in the drawer") as fd:
        done = run("init", "--recovery-to", "stick/recovery", "--passphrase-fd", fd)
    assert done.out == "memory/memory.db\n"
    assert "This is the only copy. Move it off this machine" in done.err
    assert "Each decision is signed" in done.err


@pytest.mark.usefixtures("folder")
def test_a_passphrase_that_is_soon_guessed_makes_neither_a_store_nor_a_key() -> None:
    for words in (("init",), ("key", "new", "mine"), ("key", "new")):
        with secrets(b"x") as fd:
            done = run(*words, "--passphrase-fd", fd)
        assert (done.code, "at least 8 characters" in done.err) == (2, True)
    assert list(Path().iterdir()) == []
    assert not list(Path(os.environ["XDG_CONFIG_HOME"]).rglob("*.pub"))


def test_init_without_a_recovery_key_warns(folder: Path) -> None:
    key = key_pair(folder.parent)
    done = run("init", "--key", str(key.path), "--no-recovery")
    assert (done.code, "There is no recovery key" in done.err) == (0, True)


def test_init_with_nobody_to_ask_is_3_and_names_both_ways(folder: Path) -> None:
    done = detached("init", cwd=folder)
    assert (done.code, "--key PATH" in done.err, "--no-key" in done.err) == (3, True, True)
    assert list(folder.iterdir()) == []
    keyless = detached("init", "--no-key", cwd=folder)
    assert (keyless.code, "The store is keyless" in keyless.err) == (0, True)
    assert run("status").out.rstrip().endswith("keyless")


def test_init_takes_a_key_that_ssh_keygen_made(folder: Path) -> None:
    key = keygen(folder.parent / "id_ed25519", "correct horse")
    assert run("init", "--key", str(key), "--no-recovery").code == 0
    done = signed("principal", "enroll", "ines")
    assert done.code == 0, done.err
    assert run("verify").code == 0


@pytest.mark.parametrize(
    ("passphrase", "kind", "code"), [("", "ed25519", 3), ("secret", "rsa", 2)], ids=["no passphrase", "another kind"]
)
def test_init_refuses_a_key_with(folder: Path, passphrase: str, kind: str, code: int) -> None:
    key = keygen(folder.parent / "id", passphrase, kind)
    assert run("init", "--key", str(key), "--no-recovery").code == code
    assert list(folder.iterdir()) == []


def test_an_init_that_fails_leaves_no_key_behind(folder: Path) -> None:
    with secrets(SECRET, b"in the drawer") as fd:
        done = run("init", "--tz", "Mars/Olympus", "--recovery-to", "recovery", "--passphrase-fd", fd)
    assert done.code == 2
    assert list(folder.iterdir()) == []
    config = Path(os.environ["XDG_CONFIG_HOME"])
    assert [path for path in config.rglob("*") if path.is_file()] == []


@pytest.mark.usefixtures("keyed")
def test_an_init_over_a_store_asks_for_no_passphrase() -> None:
    done = run("init")
    assert (done.code, "already a file" in done.err, "passphrase" in done.err) == (2, True, False)


def test_options_of_init_that_contradict_each_other_are_usage(folder: Path) -> None:
    assert run("init", "--no-key", "--key", "x").code == 2
    assert run("init", "--no-recovery", "--recovery-to", "x").code == 2
    key = key_pair(folder.parent)
    assert run("init", "--key", str(key.path), "--recovery", f"{key.path}.pub").code == 4


def test_what_can_be_done_next_is_named(folder: Path) -> None:  # noqa: ARG001 - the test stands in it
    told = " ".join(run("init", "--no-key", "--tz", "UTC").err.split())
    assert all(
        f"`memdesk {words}`" in told for words in ("import PATH", "connect NAME", "watch add PATH", "capture TEXT")
    )
