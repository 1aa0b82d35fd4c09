"""The writer: who sent something, as sure as that is; nothing that was sent changes it."""

from __future__ import annotations

from typing import NamedTuple

from store.records.words import Assurance


class Writer(NamedTuple):
    """Who sent something, as sure as that is."""

    actor: str
    """The principal's id; the store's own id where nobody is known."""
    by: str
    """How the writer is named: the name given, or that of the principal."""
    assurance: Assurance
    projects: tuple[str, ...] = ()
    """The projects that the token binds to; none binds to none."""
    person: bool = False
    """Whether a person typed it at the desk."""
