"""Where the store is: the option, the environment, else the nearest one upwards from here."""

from __future__ import annotations

import os
from pathlib import Path

from governance.errors import Refusal, RefusalKind

USUAL = Path("memory") / "memory.db"
"""Where a store stands below the folder it belongs to."""


def named_store(given: Path | None) -> Path | None:
    """The store that was named by option or environment."""
    if given is not None:
        return given
    named = os.environ.get("MEMDESK_STORE")
    return Path(named) if named else None


def nearest_store() -> Path | None:
    """The nearest store in this folder and those above it."""
    try:
        here = Path.cwd()
    except FileNotFoundError:
        return None
    for folder in (here, *here.parents):
        store = folder / USUAL
        try:
            if store.is_file():
                return store
        except OSError:
            continue
    return None


def find_store(given: Path | None) -> Path:
    """The store to open, or a refusal that says where was looked and what to do."""
    store = named_store(given) or nearest_store()
    if store is None:
        raise Refusal(
            RefusalKind.NOT_FOUND,
            f"There is no store: no --store, no $MEMDESK_STORE and no {USUAL} in this folder or above it.",
            "`memdesk init` makes one here; `memdesk demo` shows one with a sample memory.",
        )
    if not store.exists():
        raise Refusal(
            RefusalKind.NOT_FOUND,
            f"There is no store at {store}.",
            "`memdesk --store PATH init` makes one.",
        )
    return store


def new_store(given: Path | None) -> Path:
    """Where a new store goes: what was named, else the usual place in this folder."""
    return named_store(given) or USUAL
