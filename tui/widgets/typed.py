"""A secret as it is typed: one piece of memory that is made once, never copied but by `take`, and wiped."""

from __future__ import annotations

MOST = 1024
"""How many bytes a secret may have."""


def wipe(secret: bytearray) -> None:
    """Overwrite a secret where it stands."""
    for at in range(len(secret)):
        secret[at] = 0


class Typed:
    """What was typed so far."""

    def __init__(self) -> None:
        self._room = bytearray(MOST)
        self._used = 0

    def __len__(self) -> int:
        return self._used

    @property
    def characters(self) -> int:
        """How many characters that is."""
        return sum(1 for at in range(self._used) if not self._continues(at))

    def add(self, piece: bytes) -> bool:
        """Take one character, or one byte of it; False where there is no room."""
        if self._used + len(piece) > MOST:
            return False
        for byte in piece:
            self._room[self._used] = byte
            self._used += 1
        return True

    def back(self) -> None:
        """Take the last character back."""
        while self._used:
            self._used -= 1
            inside = self._continues(self._used)
            self._room[self._used] = 0
            if not inside:
                return

    def take(self) -> bytearray:
        """Hand the bytes over, to be wiped by whoever takes them; nothing is left here."""
        taken = bytearray(self._used)
        memoryview(taken)[:] = memoryview(self._room)[: self._used]
        self.wipe()
        return taken

    def wipe(self) -> None:
        """Forget what was typed."""
        wipe(self._room)
        self._used = 0

    def _continues(self, at: int) -> bool:
        return self._room[at] & 0xC0 == 0x80
