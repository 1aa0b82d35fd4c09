"""What can go wrong with the store itself, each named for its cause.

StoreError
  NotOurs       the file is no memdesk store; it was left untouched
  Newer         the store was written by a newer memdesk
  Missing       there is no store at the path
  Exists        there is a store at the path already
  Busy          another process holds the write lock for too long
  Broken        the store contradicts itself
  Unwritable    the place cannot be written (read-only, network file system)
  Full          there is no room left on the disk
  Held          a payload may not be removed
"""

from __future__ import annotations


class StoreError(Exception):
    """The base of the tree: a sentence for a person and a hint what to do next."""

    def __init__(self, sentence: str, hint: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.hint = hint


class NotOurs(StoreError):
    """The file is no memdesk store."""


class Newer(StoreError):
    """The store needs a newer memdesk."""


class Missing(StoreError):
    """There is no store there."""


class Exists(StoreError):
    """There is something there already."""


class Busy(StoreError):
    """The write lock could not be had in time."""


class Broken(StoreError):
    """The store contradicts itself."""


class Unwritable(StoreError):
    """The place cannot be written."""


class Full(Unwritable):
    """There is no room left on the disk."""


class Held(StoreError):
    """A payload that may never be removed was named for removal."""
