"""A signature has one spelling: any other armor, and any odd part, is refused."""

from __future__ import annotations

import base64
from collections.abc import Callable

import pytest

from governance.authority.keys import sshsig
from governance.authority.keys.sshsig import DECISION, signed_by, to_sign
from governance.authority.keys.wire import fields
from tests.governance.keys.ours import MESSAGE, Ours, cause

SPELLINGS: dict[str, Callable[[str], str]] = {
    "nothing": lambda _: "",
    "no last line break": lambda armor: armor[:-1],
    "text before": lambda armor: "x\n" + armor,
    "text after": lambda armor: armor + "x\n",
    "two of them": lambda armor: armor * 2,
    "other line breaks": lambda armor: armor.replace("\n", "\r\n"),
    "other line lengths": lambda armor: "\n".join(
        [armor.splitlines()[0], "".join(armor.splitlines()[1:-1]), armor.splitlines()[-1], ""]
    ),
    "spaces": lambda armor: armor.replace("U1NI", " U1NI"),
    "a PGP armor": lambda armor: armor.replace("SSH SIGNATURE", "PGP SIGNATURE"),
    "signs that are no base64": lambda armor: armor.replace("U1NI", "U1N\u00c5"),
    "padding in the middle": lambda armor: armor.replace("U1NI", "U1M="),
}


@pytest.mark.parametrize("change", SPELLINGS.values(), ids=SPELLINGS.keys())
def test_another_armor_is_refused_when_it_is(change: Callable[[str], str], ours: Ours) -> None:
    signed_by(ours.sign(), MESSAGE, DECISION)
    assert cause(change(ours.sign())).startswith(("The text is not an SSH", "The signature is"))


def rebuilt(ours: Ours, **parts: bytes) -> str:
    """An armor from parts, some of them replaced."""
    raw = ours.key.sign(to_sign(MESSAGE, DECISION))
    usual = {
        "magic": b"SSHSIG",
        "version": b"\0\0\0\1",
        "blob": ours.public.blob,
        "namespace": DECISION.encode(),
        "reserved": b"",
        "hashed": b"sha512",
        "signature": fields(b"ssh-ed25519", raw),
        "after": b"",
    } | parts
    head = usual["magic"] + usual["version"]
    inner = fields(*(usual[name] for name in ("blob", "namespace", "reserved", "hashed", "signature")))
    return sshsig._armor(head + inner + usual["after"])


def test_the_builder_of_odd_signatures_makes_a_good_one(ours: Ours) -> None:
    assert rebuilt(ours) == ours.sign()


ODD: dict[str, dict[str, bytes]] = {
    "another magic": {"magic": b"SSHSIX"},
    "another version": {"version": b"\0\0\0\2"},
    "bytes after the end": {"after": b"\0"},
    "a reserved field": {"reserved": b"x"},
    "an old hash": {"hashed": b"sha1"},
    "a cut signature": {"signature": fields(b"ssh-ed25519", b"\0" * 63)},
    "a long signature": {"signature": fields(b"ssh-ed25519", b"\0" * 65)},
    "bytes after the signature": {"signature": fields(b"ssh-ed25519", b"\0" * 64) + b"\0"},
    "a signature of another kind": {"signature": fields(b"ssh-rsa", b"\0" * 64)},
    "a short key": {"blob": fields(b"ssh-ed25519", b"\0" * 31)},
    "bytes after the key": {"blob": fields(b"ssh-ed25519", b"\0" * 32) + b"\0"},
    "a key of another kind": {"blob": fields(b"ssh-rsa", b"\1\0\1", b"\0" * 256)},
    "an empty key": {"blob": b""},
    "a length beyond the end": {"blob": b"\xff\xff\xff\xff"},
}


@pytest.mark.parametrize("parts", ODD.values(), ids=ODD.keys())
def test_a_signature_is_refused_that_has(parts: dict[str, bytes], ours: Ours) -> None:
    assert cause(rebuilt(ours, **parts)) not in ("", "The text is not what this key signed.")


def test_nothing_may_follow_a_good_signature(ours: Ours) -> None:
    signature = fields(b"ssh-ed25519", ours.key.sign(to_sign(MESSAGE, DECISION)))
    assert signed_by(rebuilt(ours, signature=signature), MESSAGE, DECISION) == ours.public
    assert cause(rebuilt(ours, signature=signature + b"\0")) == "The signature is damaged."


def test_no_single_changed_byte_leaves_a_signature_good(ours: Ours) -> None:
    armored = ours.sign()
    content = base64.b64decode("".join(armored.splitlines()[1:-1]))
    for at in range(len(content)):
        changed = content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
        assert cause(sshsig._armor(changed))
