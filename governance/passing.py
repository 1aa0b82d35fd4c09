"""Passing, for the desk: the archive pass and the distillation pass."""

from __future__ import annotations

from governance.watching import Watching


class Passing(Watching):
    """The doors that agents write by, and the passes that keep the store in order."""
