"""Watching, for the desk: files and folders into which agents write, read once each."""

from __future__ import annotations

from governance.capturing import Capturing


class Watching(Capturing):
    """The doors that agents write by, files among them."""
