"""The key in a person's hand: unlocked for one plan, or (asked for) for some minutes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from governance.authority.facts import Key
from governance.authority.keys.sshsig import CHECKPOINT, DECISION
from governance.authority.state import Authority
from governance.errors import Refusal, RefusalKind
from store.records.words import KeyRole

if TYPE_CHECKING:
    from governance.authority.keys.keyfile import KeyFile
    from governance.authority.keys.signer import Signer

HINT = "`memdesk key use PATH` names the key to sign with; `memdesk key list` shows whose keys the store knows."


class Hand:
    """What signs for the person at the desk."""

    def __init__(self, config: Path, store_id: str) -> None:
        self.config = config
        self.store_id = store_id
        self._signer: Signer | None = None
        self._until: int | None = None
        """Until when it stays unlocked (UTC microseconds); None is for one plan."""

    def file_for(self, auth: Authority, principal: str, role: KeyRole | None = None) -> tuple[Key, KeyFile] | None:
        """The live key of somebody whose private half is named on this machine, the one named last."""
        from governance.authority.keys.keyring import in_use

        keys = {key.line: key for key in auth.keys_of(principal, role)}
        found = [(keys[file.public.line], file) for file in in_use(self.config, self.store_id)
                 if file.public.line in keys]  # fmt: skip
        return max(reversed(found), key=lambda one: one[0].role is KeyRole.SIGNING, default=None)

    @property
    def unlocked(self) -> bool:
        """Whether a key is in the hand."""
        return self._signer is not None

    def unlock(self, file: KeyFile, secret: bytearray | None, *, until: int | None = None) -> None:
        """Take a key into the hand; the secret is wiped whatever happens."""
        from governance.authority.keys.signer import unlock

        self.lock()
        self._signer, self._until = unlock(file, secret), until

    def checkpoint(self, text: str, *, now: int) -> str:
        """Sign a checkpoint of the log's head for the witness."""
        return self.sign(text, now=now, namespace=CHECKPOINT)

    def sign(self, text: str, *, now: int, namespace: str = DECISION) -> str:
        """Sign a plan's text; afterwards the key is locked again, unless it is remembered."""
        if self._signer is not None and self._until is not None and now > self._until:
            self.lock()
        if self._signer is None:
            raise Refusal(RefusalKind.LOCKED, "This needs your signature, and your key is locked.", HINT)
        try:
            return self._signer.sign(text.encode("ascii"), namespace)
        finally:
            if self._until is None:
                self.lock()

    def lock(self) -> None:
        """Put the key away."""
        signer, self._signer, self._until = self._signer, None, None
        if signer is not None:
            signer.close()
