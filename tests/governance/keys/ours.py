"""A key in this process, and what is said of a bad signature."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from governance.authority.keys.sshsig import DECISION, ED25519, BadSignature, PublicKey, signed_by, spell, to_sign
from governance.authority.keys.wire import fields

MESSAGE = "keep mem-2026-05-11-001\n\u202e\0 and nothing else".encode()


class Ours:
    """A key in this process, for signatures of our own."""

    def __init__(self, seed: bytes = b"\1" * 32) -> None:
        self.key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = PublicKey(ED25519, fields(b"ssh-ed25519", self.key.public_key().public_bytes_raw()))

    def sign(self, message: bytes = MESSAGE, namespace: str = DECISION) -> str:
        return spell(self.public, self.key.sign(to_sign(message, namespace)), namespace)


def cause(armored: str, message: bytes = MESSAGE, namespace: str = DECISION) -> str:
    with pytest.raises(BadSignature) as caught:
        signed_by(armored, message, namespace)
    return str(caught.value)
