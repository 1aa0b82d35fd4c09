"""Key files: those made here are read by the real ssh-keygen, and those brought along are looked at without opening."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from governance.authority.keys.keyfile import asks_itself, in_agent, look_at, make_key, usable
from governance.authority.keys.sshsig import read_public
from governance.errors import Refusal, RefusalKind
from tests.governance.keys.ssh import keygen, new_key
from tests.keys import SECRET, key_pair, sk_pair


def refused(path: Path) -> Refusal:
    with pytest.raises(Refusal) as caught:
        look_at(path)
    return caught.value


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# --- making ---------------------------------------------------------------------------------------------------------


def test_a_new_key_is_opened_by_ssh_keygen_with_its_passphrase_and_no_other(tmp_path: Path) -> None:
    key = key_pair(tmp_path)
    opened = keygen("-y", "-P", SECRET.decode(), "-f", key.path)
    assert opened.stdout.decode().strip() == key.public.line, opened.stderr
    assert keygen("-y", "-P", "correct hors", "-f", key.path).returncode != 0
    assert keygen("-y", "-P", "", "-f", key.path).returncode != 0


def test_a_new_key_has_the_slow_passphrase_unless_more_is_asked_for(tmp_path: Path) -> None:
    make_key(tmp_path / "slow", bytearray(SECRET))
    assert look_at(tmp_path / "slow").rounds == 64
    with pytest.raises(Refusal, match="at least 64 rounds"):
        make_key(tmp_path / "quick", bytearray(SECRET), rounds=63)
    assert not (tmp_path / "quick").exists()


def test_a_new_key_is_its_owners_alone_and_names_nobody(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        key = key_pair(tmp_path / "config" / "keys")
    finally:
        os.umask(before)
    assert (mode(key.path), mode(key.path.parent)) == (0o600, 0o700)
    beside = key.path.with_name("owner.pub").read_text()
    assert beside == key.public.line + "\n"
    assert read_public(beside) == key.public
    assert keygen("-l", "-f", key.path).stdout.decode().split()[1] == key.public.fingerprint
    # The comment inside shows only once the key is open, and without its public half beside it.
    key.path.with_name("owner.pub").unlink()
    assert keygen("-y", "-P", SECRET.decode(), "-f", key.path).stdout.decode().strip() == key.public.line


def test_two_keys_are_two_keys(tmp_path: Path) -> None:
    assert key_pair(tmp_path, "one").public != key_pair(tmp_path, "two").public


def test_making_leaves_the_secret_to_its_owner(tmp_path: Path) -> None:
    secret = bytearray(SECRET)
    make_key(tmp_path / "key", secret, rounds=1, _least=1)
    assert secret == SECRET


def test_an_empty_passphrase_makes_no_key(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="without a passphrase"):
        make_key(tmp_path / "key", bytearray())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("short", [b"x", b"seven 7", "\u00e9\u20ac\U0001f511".encode() * 2, b"\xe9\xff" * 3])
def test_a_passphrase_under_eight_characters_makes_no_key(short: bytes, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="at least 8 characters") as caught:
        make_key(tmp_path / "key", bytearray(short), rounds=1, _least=1)
    assert caught.value.kind is RefusalKind.BAD_INPUT
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("enough", [b"eight  8", "\u00e9\u20ac\U0001f511x".encode() * 2])
def test_a_passphrase_of_eight_characters_makes_one(enough: bytes, tmp_path: Path) -> None:
    assert make_key(tmp_path / "key", bytearray(enough), rounds=1, _least=1) == look_at(tmp_path / "key").public


TAKEN: dict[str, Callable[[Path], object]] = {
    "the key": lambda path: path.write_text("kept"),
    "its public half": lambda path: path.with_name("key.pub").write_text("kept"),
    "a link to nowhere": lambda path: path.symlink_to("nowhere"),
}


@pytest.mark.parametrize("take", TAKEN.values(), ids=TAKEN.keys())
def test_nothing_is_overwritten_where_there_is(take: Callable[[Path], object], tmp_path: Path) -> None:
    take(tmp_path / "key")
    before = {path.name: path.is_symlink() or path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(Refusal, match="exists already"):
        key_pair(tmp_path, "key")
    assert {path.name: path.is_symlink() or path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Refusal, match="could not be written") as caught:
        key_pair(tmp_path / "file", "key")
    assert str(tmp_path / "file" / "key") in caught.value.sentence


# --- looking --------------------------------------------------------------------------------------------------------


def test_a_key_is_looked_at_without_its_passphrase(tmp_path: Path) -> None:
    path = new_key(tmp_path, "theirs", "-a", "3", secret="long words")
    key = look_at(path)
    assert key == (path, read_public(path.with_suffix(".pub").read_text()), True, 3, False)
    usable(key)


def test_a_key_without_a_passphrase_is_not_used_and_says_why(tmp_path: Path) -> None:
    key = look_at(new_key(tmp_path, "it's open"))
    assert (key.encrypted, key.rounds, key.hardware) == (False, 0, False)
    with pytest.raises(Refusal, match="has no passphrase") as caught:
        usable(key)
    assert caught.value.kind is RefusalKind.NOT_ALLOWED
    assert "ssh-keygen -p -a 64 -f '" in caught.value.hint


def test_the_hint_for_a_key_without_a_passphrase_works_in_a_shell(tmp_path: Path) -> None:
    path = new_key(tmp_path, "it's open")
    with pytest.raises(Refusal) as caught:
        usable(look_at(path))
    command = caught.value.hint.split("`")[1].replace("-p ", "-p -q -N 'long words' ")
    subprocess.run(["sh", "-c", command], check=True, stdin=subprocess.DEVNULL)
    key = look_at(path)
    usable(key)
    assert key.rounds == 64


def test_a_hardware_key_is_used_without_a_passphrase(tmp_path: Path) -> None:
    key = sk_pair(tmp_path).file
    assert (key.encrypted, key.hardware, key.public.hardware) == (False, True, True)
    usable(key)
    assert asks_itself(key)
    listed = keygen("-l", "-f", key.path).stdout.decode()
    assert listed.split()[1] == key.public.fingerprint
    assert "(ED25519-SK)" in listed


@pytest.mark.parametrize(
    ("cipher", "itself"),
    [
        ("aes256-ctr", False),
        ("aes256-cbc", False),
        ("aes256-gcm@openssh.com", False),
        ("aes128-ctr", True),
        ("chacha20-poly1305@openssh.com", True),
    ],
)
def test_ssh_keygen_asks_for_the_passphrase_where_only_it_can_open(tmp_path: Path, cipher: str, itself: bool) -> None:
    path = new_key(tmp_path, "theirs", "-Z", cipher, "-a", "1", secret="long words")
    assert asks_itself(look_at(path)) is itself


def kinds_of_no_key(tmp_path: Path) -> dict[str, tuple[Path, str]]:
    """Paths that are refused, and a piece of the reason."""
    good = new_key(tmp_path, "good", secret="long words")
    texts = {
        "empty": "",
        "words": "my key",
        "binary": "\x80\xff",
        "huge": "-----BEGIN OPENSSH PRIVATE KEY-----\n" + "A" * 70_000 + "\n-----END OPENSSH PRIVATE KEY-----\n",
        "cut": "\n".join(good.read_text().splitlines()[:2]),
        "cut-inside": "\n".join([good.read_text().splitlines()[0], *good.read_text().splitlines()[3:]]),
        "no-base64": "-----BEGIN OPENSSH PRIVATE KEY-----\n%%\n-----END OPENSSH PRIVATE KEY-----\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="latin-1")
        (tmp_path / name).chmod(0o600)
    pkcs8 = tmp_path / "pkcs8"
    pkcs8.write_bytes(
        Ed25519PrivateKey.generate().private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(b"x"),
        )
    )
    os.mkfifo(tmp_path / "pipe")
    link = socket.socket(socket.AF_UNIX)
    link.bind(str(tmp_path / "socket"))
    link.close()
    for name in ("group", "world"):
        (tmp_path / name).write_bytes(good.read_bytes())
    (tmp_path / "group").chmod(0o640)
    (tmp_path / "world").chmod(0o604)
    pem = ("-q", "-t", "rsa", "-m", "PEM", "-N", "", "-f")
    keygen(*pem, tmp_path / "pem")
    return {
        "missing": (tmp_path / "missing", "There is no key file"),
        "below a file": (good / "key", "could not be read"),
        "a name with a NUL": (Path("a\0b"), "could not be read: no path"),
        "a folder": (tmp_path, "is not a file"),
        "a pipe": (tmp_path / "pipe", "is not a file"),
        "a socket": (tmp_path / "socket", "could not be read"),
        "empty": (tmp_path / "empty", "is not a private key"),
        "words": (tmp_path / "words", "is not a private key"),
        "binary": (tmp_path / "binary", "is not a private key"),
        "huge": (tmp_path / "huge", "is not a private key"),
        "cut": (tmp_path / "cut", "damaged"),
        "cut inside": (tmp_path / "cut-inside", "damaged"),
        "no base64": (tmp_path / "no-base64", "damaged"),
        "the public half": (good.with_suffix(".pub"), "is the public half"),
        "PKCS8": (pkcs8, "not in OpenSSH's own format"),
        "PEM": (tmp_path / "pem", "not in OpenSSH's own format"),
        "RSA": (new_key(tmp_path, "rsa", "-t", "rsa"), "a key of the kind 'ssh-rsa'"),
        "ECDSA": (new_key(tmp_path, "ecdsa", "-t", "ecdsa"), "a key of the kind 'ecdsa-sha2-nistp256'"),
        "readable for the group": (tmp_path / "group", "Others can read the key"),
        "readable for all": (tmp_path / "world", "Others can read the key"),
    }


def test_what_is_no_key_file_of_ours_is_refused_and_named(tmp_path: Path) -> None:
    for what, (path, reason) in kinds_of_no_key(tmp_path).items():
        refusal = refused(path)
        assert reason in refusal.sentence, what
        assert str(path) in refusal.sentence or what == "a name with a NUL", what
    assert refused(tmp_path / "missing").kind is RefusalKind.NOT_FOUND
    assert refused(tmp_path / "good.pub").hint == f"Give the file without .pub: {tmp_path / 'good'}."
    assert f"chmod 600 {tmp_path / 'group'}" in refused(tmp_path / "group").hint


# --- the agent ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("agent")
def test_a_key_in_the_agent_is_found_there_and_no_other(tmp_path: Path) -> None:
    inside, outside = look_at(new_key(tmp_path, "inside")), look_at(new_key(tmp_path, "outside"))
    assert not in_agent(inside.public)
    subprocess.run(["ssh-add", "-q", str(inside.path)], check=True, stdin=subprocess.DEVNULL)
    assert in_agent(inside.public)
    assert not in_agent(outside.public)


def test_without_an_agent_no_key_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    public = look_at(new_key(tmp_path)).public
    monkeypatch.setenv("SSH_AUTH_SOCK", str(tmp_path / "nobody.sock"))
    assert not in_agent(public)
    monkeypatch.delenv("SSH_AUTH_SOCK")
    assert not in_agent(public)
