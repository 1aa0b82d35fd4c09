"""What can be refused, and how it is said: a kind, a sentence, a hint, the ids it is about.

Refusal
  kind  not-found | bad-input | not-allowed | locked | rule | moved | busy | full | not-ours | newer | broken
        | read-only
"""

from __future__ import annotations

from enum import StrEnum

from store import errors as store_errors


class RefusalKind(StrEnum):
    """The causes a face has to tell apart."""

    NOT_FOUND = "not-found"
    """There is no such id, file or store."""
    BAD_INPUT = "bad-input"
    """An argument makes no sense."""
    NOT_ALLOWED = "not-allowed"
    """This person or agent may not do that."""
    LOCKED = "locked"
    """The act needs a signature, and no key is unlocked."""
    RULE = "rule"
    """A rule of the protocol forbids it in this state."""
    MOVED = "moved"
    """The target changed since it was shown."""
    BUSY = "busy"
    """Another process holds the store."""
    FULL = "full"
    """There is no room left on the disk."""
    NOT_OURS = "not-ours"
    """The file is no memdesk store."""
    NEWER = "newer"
    """The store was written by a newer memdesk."""
    BROKEN = "broken"
    """The store contradicts itself; `verify` says where."""
    READ_ONLY = "read-only"
    """The desk was opened for reading only."""


class Refusal(Exception):
    """Something was refused and nothing was changed."""

    def __init__(self, kind: RefusalKind, sentence: str, hint: str = "", ids: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence
        self.hint = hint
        self.ids = ids


_KINDS = {
    store_errors.NotOurs: RefusalKind.NOT_OURS,
    store_errors.Newer: RefusalKind.NEWER,
    store_errors.Missing: RefusalKind.NOT_FOUND,
    store_errors.Exists: RefusalKind.BAD_INPUT,
    store_errors.Busy: RefusalKind.BUSY,
    store_errors.Broken: RefusalKind.BROKEN,
    store_errors.Unwritable: RefusalKind.READ_ONLY,
    store_errors.Full: RefusalKind.FULL,
    store_errors.Held: RefusalKind.RULE,
}


def from_store(error: store_errors.StoreError) -> Refusal:
    """What went wrong in the store, as a refusal."""
    return Refusal(_KINDS.get(type(error), RefusalKind.BROKEN), error.sentence, error.hint)
