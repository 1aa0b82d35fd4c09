"""The process that holds an unlocked key, so that the desk never does; it knows nothing else of memdesk.

It reads requests on stdin and answers on stdout. A message either way is a count in four bytes, then so many fields,
each a length in four bytes and the bytes. The first field of a request is its name, that of an answer how it went.

    (start)                             -> ready, dumpable ("0", "1", or "" where that cannot be told)
    make    secret, rounds              -> made, private file, public key
    unlock  private file, secret        -> unlocked, 32 bytes of the public key  |  wrong
    sign    namespace, message          -> signed, 64 bytes
    otherwise                           -> failed, the kind of the error
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

OURS = b"memdesk-"
"""Every namespace this process signs for begins so; it makes no signature for anything else."""
MOST = 64 << 20
"""The largest field that is read, in bytes."""
_GET_DUMPABLE, _SET_DUMPABLE = 3, 4


def hide() -> bytes:
    """Keep other processes of the user out of this one's memory, and its memory out of core files."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform != "linux":
        return b""
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_SET_DUMPABLE, 0, 0, 0, 0)
    return str(libc.prctl(_GET_DUMPABLE, 0, 0, 0, 0)).encode()


def wipe(secret: bytearray) -> None:
    """Overwrite it where it stands."""
    for at in range(len(secret)):
        secret[at] = 0


def exactly(source: BinaryIO, count: int) -> bytearray:
    """So many bytes, read into one place and never copied."""
    content = bytearray(count)
    view, have = memoryview(content), 0
    while have < count:
        got = source.readinto(view[have:])  # type: ignore[attr-defined]
        if not got:
            raise EOFError
        have += got
    return content


def number(source: BinaryIO) -> int:
    """Four bytes as a number."""
    return int.from_bytes(exactly(source, 4), "big")


def receive(source: BinaryIO) -> list[bytearray]:
    """One message."""
    fields = []
    for _ in range(min(number(source), 8)):
        size = number(source)
        if size > MOST:
            raise EOFError
        fields.append(exactly(source, size))
    return fields


def send(sink: BinaryIO, fields: Sequence[bytes]) -> None:
    """One message."""
    whole = len(fields).to_bytes(4, "big") + b"".join(len(one).to_bytes(4, "big") + one for one in fields)
    view = memoryview(whole)
    while view:
        view = view[sink.write(view) :]


def make(secret: bytes, rounds: int) -> list[bytes]:
    """A new key, encrypted with the secret."""
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    locked = form.PrivateFormat.OpenSSH.encryption_builder().kdf_rounds(rounds).build(secret)
    private = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.OpenSSH, locked)
    return [b"made", private, key.public_key().public_bytes_raw()]


class Holder:
    """The key, once it is unlocked."""

    def __init__(self) -> None:
        self._key: Ed25519PrivateKey | None = None

    def answer(self, request: list[bytearray]) -> list[bytes]:
        """Carry out one request."""
        match request:
            case [b"make", secret, rounds]:
                return make(bytes(secret), int(rounds))
            case [b"unlock", private, secret]:
                return self._unlock(bytes(private), bytes(secret))
            case [b"sign", namespace, message] if self._key:
                return [b"signed", self._sign(bytes(namespace), bytes(message))]
        return [b"failed", b"request"]

    def _unlock(self, private: bytes, secret: bytes) -> list[bytes]:
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_ssh_private_key

        try:
            key = load_ssh_private_key(private, secret)
        except (ValueError, InvalidTag):
            return [b"wrong"]
        if not isinstance(key, Ed25519PrivateKey):
            return [b"failed", b"kind"]
        self._key = key
        return [b"unlocked", key.public_key().public_bytes_raw()]

    def _sign(self, namespace: bytes, message: bytes) -> bytes:
        import hashlib

        if self._key is None or not namespace.startswith(OURS):
            raise PermissionError
        parts = (namespace, b"", b"sha512", hashlib.sha512(message).digest())
        return self._key.sign(b"SSHSIG" + b"".join(len(part).to_bytes(4, "big") + part for part in parts))


def serve() -> None:
    """Answer until nobody asks any more."""
    source, sink = open(0, "rb", buffering=0), open(1, "wb", buffering=0)  # noqa: SIM115 - for as long as we live
    send(sink, [b"ready", hide()])
    holder = Holder()
    while True:
        request = receive(source)
        try:
            answer = holder.answer(request)
        except Exception as error:
            # Nothing but its kind may leave this process.
            answer = [b"failed", type(error).__name__.encode()]
        finally:
            for one in request:
                wipe(one)
        send(sink, answer)


if __name__ == "__main__":
    # The folders of the libraries, where an isolated interpreter would not find them by itself.
    sys.path += [folder for folder in sys.argv[1:] if folder not in sys.path]
    try:
        serve()
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        sys.exit(0)
