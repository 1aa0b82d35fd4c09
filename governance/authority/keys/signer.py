"""Signing: with a key that a helper process holds, or through ssh-keygen where only that can reach the key."""

from __future__ import annotations

import os
import subprocess
from types import TracebackType
from typing import Protocol, Self

from governance.authority.keys.keyfile import KeyFile, asks_itself, look_at, read_private, usable
from governance.authority.keys.process import Helper, patience, undumpable, wipe
from governance.authority.keys.sshsig import DECISION, BadSignature, PublicKey, public_of, signed_by, spell
from governance.authority.keys.wire import fields
from governance.errors import Refusal, RefusalKind

MOST_ROUNDS = 10_000
"""A passphrase that is slower than so many rounds is left to ssh-keygen."""
_MINUTES = 5


class _Hand(Protocol):
    """What makes the signatures of one key."""

    def sign(self, message: bytes, namespace: str) -> str:
        """The armor over a message."""

    def close(self) -> None:
        """Let go of the key."""


class Signer:
    """A key that can sign until it is closed."""

    def __init__(self, public: PublicKey, hand: _Hand, *, asks: bool) -> None:
        self.public = public
        self.asks = asks
        """Whether each signature asks at the terminal by itself, for a touch or a passphrase."""
        self._hand: _Hand | None = hand

    def sign(self, message: bytes, namespace: str = DECISION) -> str:
        """The armored signature over a message, checked before it is handed out."""
        if self._hand is None:
            raise Refusal(RefusalKind.LOCKED, "The key is locked again.", "Unlock it and repeat the act.")
        armored = self._hand.sign(message, namespace)
        try:
            right = signed_by(armored, message, namespace) == self.public
        except BadSignature as error:
            raise Refusal(RefusalKind.LOCKED, f"The key made no good signature: {error}") from None
        if not right:
            raise Refusal(RefusalKind.LOCKED, "The signature was made by another key than the one in the file.")
        return armored

    def close(self) -> None:
        """Lock the key again."""
        hand, self._hand = self._hand, None
        if hand is not None:
            hand.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def unlock(key: KeyFile, secret: bytearray | None) -> Signer:
    """Make a key ready to sign; the secret is overwritten with zeros, whatever comes of it."""
    try:
        usable(key)
        if look_at(key.path).public != key.public:
            raise Refusal(RefusalKind.MOVED, f"{key.path} holds another key than before.")
        if asks_itself(key) or key.rounds > MOST_ROUNDS:
            return Signer(key.public, _Keygen(key), asks=True)
        if not secret:
            raise Refusal(RefusalKind.LOCKED, f"The key {key.path.name} is locked, and no passphrase was given.")
        return Signer(key.public, _in_helper(key, secret), asks=False)
    finally:
        if secret is not None:
            wipe(secret)


class _InHelper:
    """The key in a helper process."""

    def __init__(self, public: PublicKey, helper: Helper) -> None:
        self.public = public
        self.helper = helper

    def sign(self, message: bytes, namespace: str) -> str:
        how, *raw = self.helper.ask(b"sign", namespace.encode(), message)
        if how != b"signed":
            raise Refusal(RefusalKind.LOCKED, f"The key does not sign for {namespace!a}.")
        return spell(self.public, raw[0], namespace)

    def close(self) -> None:
        self.helper.close()


def _in_helper(key: KeyFile, secret: bytearray) -> _InHelper:
    private = read_private(key.path)
    helper = Helper()
    try:
        how, *found = helper.ask(b"unlock", private, secret, seconds=patience(key.rounds))
        if how == b"wrong":
            raise Refusal(RefusalKind.LOCKED, f"That is not the passphrase of {key.path.name}.", "Nothing was signed.")
        if how != b"unlocked":
            raise Refusal(RefusalKind.LOCKED, f"The key {key.path} could not be unlocked.")
        if public_of(fields(key.public.kind.encode(), found[0])) != key.public:
            raise Refusal(RefusalKind.LOCKED, f"The two halves of the key {key.path} do not belong together.")
    except BaseException:
        helper.close()
        raise
    return _InHelper(key.public, helper)


class _Keygen:
    """The key behind `ssh-keygen`, which asks for the touch or the passphrase at the terminal itself."""

    def __init__(self, key: KeyFile) -> None:
        self.path = key.path.absolute()

    def sign(self, message: bytes, namespace: str) -> str:
        # The file is what was chosen; an ssh-agent would sign with the same key without asking anybody.
        kept = {name: value for name, value in os.environ.items() if name != "SSH_AUTH_SOCK"}
        try:
            done = subprocess.run(
                ["ssh-keygen", "-Y", "sign", "-f", str(self.path), "-n", namespace],
                check=False,
                input=message,
                stdout=subprocess.PIPE,
                env=kept,
                timeout=_MINUTES * 60,
            )
        except FileNotFoundError:
            raise Refusal(RefusalKind.LOCKED, "This key needs ssh-keygen, which is not installed.") from None
        except (OSError, subprocess.TimeoutExpired):
            raise Refusal(RefusalKind.LOCKED, "ssh-keygen made no signature.", "Nothing was signed.") from None
        if done.returncode != 0:
            raise Refusal(RefusalKind.LOCKED, "ssh-keygen made no signature; what it said stands above.")
        return done.stdout.decode("ascii", "replace")

    def close(self) -> None:
        """Nothing is held between signatures."""


__all__ = ["MOST_ROUNDS", "Signer", "undumpable", "unlock", "wipe"]
