"""Signatures: what the real ssh-keygen makes is read here, what is made here is read there, and nothing else counts."""

from __future__ import annotations

import base64
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from governance.authority.keys.sshsig import (
    CHECKPOINT,
    DECISION,
    PublicKey,
    allowed_signers_line,
    read_public,
    signed_by,
    spell,
    to_sign,
)
from tests.governance.keys.ours import MESSAGE, Ours, cause
from tests.governance.keys.ssh import accepts, keygen, new_key, signs
from tests.house.places import ROOT
from tests.keys import SoftHardware, sk_pair, sk_signature


@pytest.fixture
def touch(tmp_path: Path) -> SoftHardware:
    return sk_pair(tmp_path)


# --- both directions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [[], ["-Ohashalg=sha256"]], ids=["sha512", "sha256"])
def test_what_ssh_keygen_signs_is_verified_here(tmp_path: Path, options: list[str]) -> None:
    path = new_key(tmp_path)
    public = read_public(path.with_suffix(".pub").read_text())
    assert signed_by(signs(path, MESSAGE, DECISION, *options), MESSAGE, DECISION) == public


def test_what_is_signed_here_is_verified_by_ssh_keygen(tmp_path: Path, ours: Ours) -> None:
    listed = allowed_signers_line("mira", ours.public)
    assert accepts(tmp_path, listed, ours.sign(), MESSAGE, DECISION)
    assert accepts(tmp_path, listed, ours.sign(namespace=CHECKPOINT), MESSAGE, CHECKPOINT)


def test_the_armor_is_byte_for_byte_that_of_ssh_keygen(tmp_path: Path) -> None:
    theirs = signs(new_key(tmp_path), MESSAGE, DECISION)
    blob = base64.b64decode("".join(theirs.splitlines()[1:-1]))
    public = signed_by(theirs, MESSAGE, DECISION)
    assert spell(public, blob[-64:], DECISION) == theirs


def test_a_hardware_signature_is_verified_here_and_by_ssh_keygen(tmp_path: Path, touch: SoftHardware) -> None:
    armored = touch.sign(MESSAGE, DECISION)
    assert signed_by(armored, MESSAGE, DECISION) == touch.file.public
    assert accepts(tmp_path, allowed_signers_line("mira", touch.file.public), armored, MESSAGE, DECISION)


def test_the_fingerprint_is_the_one_ssh_keygen_prints(tmp_path: Path, touch: SoftHardware) -> None:
    for path in (new_key(tmp_path), touch.file.path):
        public = read_public(path.with_name(path.name + ".pub").read_text())
        printed = keygen("-l", "-f", path.with_name(path.name + ".pub")).stdout.decode()
        assert public.fingerprint == printed.split()[1]


# --- refused here and there -----------------------------------------------------------------------------------------


def test_another_namespace_is_refused_by_both(tmp_path: Path, ours: Ours) -> None:
    armored = ours.sign(namespace="git")
    assert "was made for 'git'" in cause(armored)
    assert not accepts(tmp_path, allowed_signers_line("mira", ours.public), armored, MESSAGE, DECISION)
    assert not accepts(tmp_path, allowed_signers_line("mira", ours.public), armored, MESSAGE, "git")


def test_altered_text_is_refused_by_both(tmp_path: Path, ours: Ours) -> None:
    assert cause(ours.sign(), MESSAGE + b" ") == "The text is not what this key signed."
    assert not accepts(tmp_path, allowed_signers_line("mira", ours.public), ours.sign(), MESSAGE + b" ", DECISION)


def test_a_signature_under_the_name_of_another_key_is_refused_by_both(tmp_path: Path, ours: Ours) -> None:
    other = Ours(b"\2" * 32)
    armored = spell(other.public, ours.key.sign(to_sign(MESSAGE, DECISION)), DECISION)
    assert cause(armored) == "The text is not what this key signed."
    assert not accepts(tmp_path, allowed_signers_line("mira", other.public), armored, MESSAGE, DECISION)


def test_a_key_that_is_not_listed_is_named_here_and_refused_by_ssh_keygen(tmp_path: Path, ours: Ours) -> None:
    other = Ours(b"\2" * 32)
    assert signed_by(other.sign(), MESSAGE, DECISION) == other.public != ours.public
    assert not accepts(tmp_path, allowed_signers_line("mira", ours.public), other.sign(), MESSAGE, DECISION)


def test_ssh_keygen_refuses_a_revoked_key(tmp_path: Path, ours: Ours) -> None:
    revoked = tmp_path / "revoked"
    revoked.write_text(ours.public.line + "\n")
    listed = allowed_signers_line("mira", ours.public)
    assert not accepts(tmp_path, listed, ours.sign(), MESSAGE, DECISION, "-r", revoked)
    revoked.write_text(Ours(b"\2" * 32).public.line + "\n")
    assert accepts(tmp_path, listed, ours.sign(), MESSAGE, DECISION, "-r", revoked)


def test_a_hardware_key_that_nobody_touched_is_refused(touch: SoftHardware) -> None:
    armored = touch.sign(MESSAGE, DECISION, flags=0)
    assert cause(armored) == "The hardware key signed without being touched."


@pytest.mark.parametrize("flags", [1, 5, 0x81], ids=["touched", "touched and verified", "touched, more data"])
def test_other_flags_of_a_hardware_key_are_part_of_what_it_signed(touch: SoftHardware, flags: int) -> None:
    assert signed_by(touch.sign(MESSAGE, DECISION, flags=flags), MESSAGE, DECISION) == touch.file.public
    raw = sk_signature(touch.seed, to_sign(MESSAGE, DECISION), flags, 7)
    changed = spell(touch.file.public, raw[:64] + bytes([flags ^ 2]) + raw[65:], DECISION)
    assert cause(changed) == "The text is not what this key signed."


def test_the_counter_of_a_hardware_key_is_part_of_what_it_signed(touch: SoftHardware) -> None:
    raw = sk_signature(touch.seed, to_sign(MESSAGE, DECISION), 1, 7)
    changed = spell(touch.file.public, raw[:-1] + b"\x08", DECISION)
    assert cause(changed) == "The text is not what this key signed."


def test_a_hardware_key_for_another_application_is_another_key(touch: SoftHardware) -> None:
    blob = touch.file.public.blob[: -len(b"ssh:")] + b"web:"
    raw = sk_signature(touch.seed, to_sign(MESSAGE, DECISION), 1, 7)
    assert (
        cause(spell(PublicKey(touch.file.public.kind, blob), raw, DECISION)) == "The text is not what this key signed."
    )


def test_a_plain_signature_does_not_pass_for_one_of_hardware(touch: SoftHardware) -> None:
    plain = Ed25519PrivateKey.from_private_bytes(touch.seed).sign(to_sign(MESSAGE, DECISION))
    assert cause(spell(touch.file.public, plain, DECISION)) == "The signature is damaged."


def test_loading_this_module_loads_no_cryptography() -> None:
    ask = "import sys, governance.authority.keys.sshsig; print('cryptography' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr
