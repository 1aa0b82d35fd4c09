"""Keys for tests: real files with a cheap passphrase, a passphrase on a file descriptor, a hardware key in software."""

from __future__ import annotations

import base64
import hashlib
import os
import shlex
import sys
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from governance.authority.keys.keyfile import KeyFile, look_at, make_key
from governance.authority.keys.sshsig import HARDWARE, PublicKey, spell, to_sign
from governance.authority.keys.wire import fields

SECRET = b"correct horse"
APPLICATION = b"ssh:"


def key_pair(folder: Path, name: str = "owner", secret: bytes = SECRET) -> KeyFile:
    """A new key whose passphrase is cheap to try."""
    path = folder / name
    make_key(path, bytearray(secret), rounds=1, _least=1)
    return look_at(path)


def secret_fd(secret: bytes) -> int:
    """A file descriptor from which the secret can be read once, for --passphrase-fd; the reader closes it."""
    reading, writing = os.pipe()
    os.write(writing, secret + b"\n")
    os.close(writing)
    os.set_inheritable(reading, True)
    return reading


class SoftHardware(NamedTuple):
    """A hardware key whose inside is software."""

    file: KeyFile
    seed: bytes

    def sign(self, message: bytes, namespace: str, *, flags: int = 1, counter: int = 7) -> str:
        """What the device would answer."""
        return spell(self.file.public, sk_signature(self.seed, to_sign(message, namespace), flags, counter), namespace)

    def keygen(self, folder: Path) -> Path:
        """A folder for $PATH whose `ssh-keygen` signs with this key, as the real one does with the device."""
        folder.mkdir(parents=True, exist_ok=True)
        program = folder / "ssh-keygen"
        root = Path(__file__).resolve().parents[1]
        program.write_text(
            f"#!/bin/sh\nPYTHONPATH={shlex.quote(str(root))} exec {shlex.quote(sys.executable)} -m tests.keys"
            f' {self.seed.hex()} "$@"\n'
        )
        program.chmod(0o755)
        return folder


def sk_pair(folder: Path, name: str = "touch", seed: bytes = b"\7" * 32) -> SoftHardware:
    """The file of a hardware key as ssh-keygen writes it, and the key itself."""
    point = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    blob = fields(HARDWARE.encode(), point, APPLICATION)
    private = b"\1\2\3\4" * 2 + blob + b"\1" + fields(b"handle", b"", b"")
    private += bytes(range(1, 1 + -len(private) % 8))
    whole = b"openssh-key-v1\0" + fields(b"none", b"none", b"") + (1).to_bytes(4, "big") + fields(blob, private)
    text = base64.b64encode(whole).decode()
    lines = "\n".join(text[at : at + 70] for at in range(0, len(text), 70))
    path = folder / name
    path.write_text(f"-----BEGIN OPENSSH PRIVATE KEY-----\n{lines}\n-----END OPENSSH PRIVATE KEY-----\n")
    path.chmod(0o600)
    path.with_name(f"{name}.pub").write_text(PublicKey(HARDWARE, blob).line + "\n")
    return SoftHardware(look_at(path), seed)


def sk_signature(seed: bytes, signed: bytes, flags: int, counter: int) -> bytes:
    """A raw signature with its flags and counter, as `spell` takes it."""
    sha = hashlib.sha256
    tail = bytes([flags]) + counter.to_bytes(4, "big")
    raw = Ed25519PrivateKey.from_private_bytes(seed).sign(sha(APPLICATION).digest() + tail + sha(signed).digest())
    return raw + tail


def main() -> None:
    """Stand in for `ssh-keygen -Y sign -f PATH -n NAMESPACE`, message on stdin."""
    seed, path, namespace = bytes.fromhex(sys.argv[1]), Path(sys.argv[5]), sys.argv[7]
    message = sys.stdin.buffer.read()
    public = look_at(path).public
    sys.stdout.write(spell(public, sk_signature(seed, to_sign(message, namespace), 1, 8), namespace))


if __name__ == "__main__":
    main()
