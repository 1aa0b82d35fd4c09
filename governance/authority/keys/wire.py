"""Fields as SSH writes them: a length in four bytes, then the bytes."""

from __future__ import annotations


class Cut(ValueError):
    """The bytes end too early, go on too long, or hold a length that cannot be."""


def field(content: bytes) -> bytes:
    """One field."""
    return len(content).to_bytes(4, "big") + content


def fields(*contents: bytes) -> bytes:
    """Several fields, one after the other."""
    return b"".join(field(content) for content in contents)


class Fields:
    """Reads fields from the front of some bytes."""

    def __init__(self, content: bytes) -> None:
        self._left = content

    def exactly(self, count: int) -> bytes:
        """The next so many bytes."""
        if count > len(self._left):
            raise Cut("the bytes end too early")
        taken, self._left = self._left[:count], self._left[count:]
        return taken

    def number(self) -> int:
        """The next four bytes as a number."""
        return int.from_bytes(self.exactly(4), "big")

    def next(self) -> bytes:
        """The next field."""
        return self.exactly(self.number())

    def rest(self) -> bytes:
        """All that is left."""
        return self.exactly(len(self._left))

    def end(self) -> None:
        """Refuse anything that follows."""
        if self._left:
            raise Cut("bytes follow the end")
