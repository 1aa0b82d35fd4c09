"""Signing: the key lives in another process, the secret is wiped whatever happens, and each failure has its words."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from governance.authority.keys import signer
from governance.authority.keys.keyfile import KeyFile, look_at
from governance.authority.keys.signer import unlock
from governance.authority.keys.sshsig import CHECKPOINT, DECISION, allowed_signers_line, signed_by
from governance.errors import Refusal, RefusalKind
from tests.governance.keys.ssh import accepts, keygen, new_key
from tests.house.places import ROOT
from tests.keys import SECRET, key_pair, sk_pair

MESSAGE = b"keep mem-2026-05-11-001\n"
HELPER = ROOT / "governance" / "authority" / "keys" / "helper.py"
linux = pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells this on Linux only")


@pytest.fixture
def key(tmp_path: Path) -> KeyFile:
    return key_pair(tmp_path)


# --- signing --------------------------------------------------------------------------------------------------------


def test_an_unlocked_key_signs_and_ssh_keygen_agrees(key: KeyFile, tmp_path: Path) -> None:
    with unlock(key, bytearray(SECRET)) as held:
        assert (held.public, held.asks) == (key.public, False)
        for message in (MESSAGE, b"", b"x" * 1_000_000):
            assert signed_by(held.sign(message), message, DECISION) == key.public
        assert accepts(tmp_path, allowed_signers_line("mira", key.public), held.sign(MESSAGE), MESSAGE, DECISION)
        assert signed_by(held.sign(MESSAGE, CHECKPOINT), MESSAGE, CHECKPOINT) == key.public


@pytest.mark.parametrize("cipher", ["aes256-ctr", "aes256-cbc", "aes256-gcm@openssh.com"])
def test_a_key_of_ssh_keygen_is_unlocked(cipher: str, tmp_path: Path) -> None:
    path = new_key(tmp_path, "theirs", "-Z", cipher, "-a", "1", secret="long words")
    with unlock(look_at(path), bytearray(b"long words")) as held:
        assert signed_by(held.sign(MESSAGE), MESSAGE, DECISION) == held.public
    with pytest.raises(Refusal, match="That is not the passphrase of theirs"):
        unlock(look_at(path), bytearray(b"long word"))


def test_a_passphrase_is_bytes_and_need_not_be_text(tmp_path: Path) -> None:
    odd = bytes(range(1, 256)) * 3
    with unlock(key_pair(tmp_path, secret=odd), bytearray(odd)) as held:
        assert held.sign(MESSAGE)


def test_the_helper_signs_for_memdesk_and_nothing_else(key: KeyFile) -> None:
    with unlock(key, bytearray(SECRET)) as held:
        with pytest.raises(Refusal, match="does not sign for 'git'"):
            held.sign(MESSAGE, "git")
        assert held.sign(MESSAGE)


def test_a_hardware_key_signs_through_ssh_keygen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch = sk_pair(tmp_path)
    monkeypatch.setenv("PATH", f"{touch.keygen(tmp_path / 'bin')}:{os.environ['PATH']}")
    secret = bytearray(b"not asked for")
    with unlock(touch.file, secret) as held:
        assert held.asks
        assert secret == bytes(len(secret))
        armored = held.sign(MESSAGE)
    assert signed_by(armored, MESSAGE, DECISION) == touch.file.public


@pytest.fixture
def asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let an askpass program of this test answer ssh-keygen."""

    def answer(words: str) -> None:
        program = tmp_path / "askpass"
        program.write_text(f"#!/bin/sh\necho '{words}'\n")
        program.chmod(0o755)
        monkeypatch.setenv("SSH_ASKPASS", str(program))
        monkeypatch.setenv("SSH_ASKPASS_REQUIRE", "force")

    return answer


def test_a_key_that_only_ssh_keygen_opens_is_asked_for_by_it(tmp_path: Path, asking: Callable[[str], None]) -> None:
    path = new_key(tmp_path, "theirs", "-Z", "chacha20-poly1305@openssh.com", "-a", "1", secret="long words")
    asking("long words")
    with unlock(look_at(path), None) as held:
        assert held.asks
        assert signed_by(held.sign(MESSAGE), MESSAGE, DECISION) == held.public
        asking("other words")
        with pytest.raises(Refusal, match="ssh-keygen made no signature") as caught:
            held.sign(MESSAGE)
    assert caught.value.kind is RefusalKind.LOCKED


@pytest.mark.usefixtures("agent")
def test_an_agent_that_holds_such_a_key_is_not_asked(tmp_path: Path, asking: Callable[[str], None]) -> None:
    path = new_key(tmp_path)
    subprocess.run(["ssh-add", "-q", str(path)], check=True, stdin=subprocess.DEVNULL)
    lock = ["-Z", "chacha20-poly1305@openssh.com", "-a", "1"]
    assert keygen("-p", "-q", "-f", path, "-P", "", "-N", "long words", *lock).returncode == 0
    asking("other words")
    with unlock(look_at(path), None) as held, pytest.raises(Refusal, match="ssh-keygen made no signature"):
        held.sign(MESSAGE)


def test_without_ssh_keygen_such_a_key_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch = sk_pair(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with unlock(touch.file, None) as held, pytest.raises(Refusal, match="ssh-keygen, which is not installed"):
        held.sign(MESSAGE)


def test_a_signature_of_another_key_is_not_handed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch, other = sk_pair(tmp_path), sk_pair(tmp_path, "other", b"\x08" * 32)
    foreign = tmp_path / "bin"
    foreign.mkdir()
    (foreign / "armor").write_text(other.sign(MESSAGE, DECISION))
    (foreign / "ssh-keygen").write_text(f"#!/bin/sh\ncat {foreign / 'armor'}\n")
    (foreign / "ssh-keygen").chmod(0o755)
    monkeypatch.setenv("PATH", f"{foreign}:{os.environ['PATH']}")
    with unlock(touch.file, None) as held:
        with pytest.raises(Refusal, match="by another key"):
            held.sign(MESSAGE)
        (foreign / "armor").write_text("nothing")
        with pytest.raises(Refusal, match="made no good signature"):
            held.sign(MESSAGE)


# --- the secret -----------------------------------------------------------------------------------------------------


def swapped(key: KeyFile) -> None:
    """Put the public half of another key in front of the private one."""
    import base64

    lines = key.path.read_text().splitlines()
    whole = base64.b64decode("".join(lines[1:-1]))
    other = key_pair(key.path.parent, "other").public
    assert whole.count(key.public.blob) == 1
    text = base64.b64encode(whole.replace(key.public.blob, other.blob)).decode()
    key.path.write_text("\n".join([lines[0], text, lines[-1], ""]))


SPOILED: dict[str, tuple[Callable[[KeyFile], object], RefusalKind, str]] = {
    "nothing": (lambda _: None, RefusalKind.LOCKED, ""),
    "the file is gone": (lambda key: key.path.unlink(), RefusalKind.NOT_FOUND, "no key file"),
    "the file is open to all": (lambda key: key.path.chmod(0o644), RefusalKind.NOT_ALLOWED, "Others can read"),
    "the file holds another public half": (swapped, RefusalKind.MOVED, "another key"),
    "the file is cut": (
        lambda key: key.path.write_text(key.path.read_text()[:200]),
        RefusalKind.BAD_INPUT,
        "damaged",
    ),
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED.keys())
def test_the_secret_is_wiped_when(spoil: tuple[Callable[[KeyFile], object], RefusalKind, str], key: KeyFile) -> None:
    change, kind, reason = spoil
    change(key)
    secret = bytearray(SECRET)
    if reason:
        with pytest.raises(Refusal, match=reason) as caught:
            unlock(key, secret)
        assert caught.value.kind is kind
    else:
        unlock(key, secret).close()
    assert secret == bytes(len(SECRET))


def test_two_halves_that_do_not_belong_together_are_refused(key: KeyFile) -> None:
    swapped(key)
    with pytest.raises(Refusal) as caught:
        unlock(look_at(key.path), bytearray(SECRET))
    assert caught.value.kind is RefusalKind.LOCKED


def test_a_file_that_is_changed_while_it_is_unlocked_is_refused(key: KeyFile, tmp_path: Path) -> None:
    other = key_pair(tmp_path, "other")
    with pytest.raises(Refusal, match="do not belong together"):
        signer._in_helper(other._replace(path=key.path), bytearray(SECRET))


def test_a_wrong_passphrase_is_refused_wiped_and_not_repeated(key: KeyFile) -> None:
    secret = bytearray(b"incorrect horse")
    with pytest.raises(Refusal) as caught:
        unlock(key, secret)
    assert caught.value.kind is RefusalKind.LOCKED
    assert "incorrect" not in repr(caught.value) + caught.value.sentence + caught.value.hint
    assert caught.value.__cause__ is None
    assert secret == bytes(len(secret))


@pytest.mark.parametrize("secret", [None, bytearray()], ids=["none", "empty"])
def test_without_a_passphrase_the_key_stays_locked(secret: bytearray | None, key: KeyFile) -> None:
    with pytest.raises(Refusal, match="no passphrase was given") as caught:
        unlock(key, secret)
    assert caught.value.kind is RefusalKind.LOCKED


def test_a_key_without_a_passphrase_is_not_unlocked(tmp_path: Path) -> None:
    secret = bytearray(SECRET)
    with pytest.raises(Refusal, match="has no passphrase"):
        unlock(look_at(new_key(tmp_path)), secret)
    assert secret == bytes(len(SECRET))
