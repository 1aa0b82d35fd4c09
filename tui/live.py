"""Changes made by other processes: a watch on the store's folder wakes the desk; it is no proof.

The database file itself is never watched (in WAL mode it misses every write); truth is what the
desk's pulse says, which the screen also asks every half second.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

POLL = 0.5
"""Seconds between two looks at the pulse."""
DEBOUNCE = 100
"""Milliseconds a burst of changes may last before it wakes the desk."""


def watch_folder(folder: Path, stop: Event, wake: Callable[[], None], sleeping: Callable[[], bool]) -> str | None:
    """Call `wake` at each change in the folder until stopped; a sentence when watching failed."""
    from watchfiles import watch

    try:
        for changes in watch(
            folder,
            debounce=DEBOUNCE,
            step=20,
            stop_event=stop,
            rust_timeout=500,
            yield_on_timeout=True,
            recursive=False,
            watch_filter=None,
        ):
            if stop.is_set() or sleeping():
                return None
            if changes:
                wake()
    except (OSError, RuntimeError) as error:
        return f"The store's folder cannot be watched ({error}); looking every half second instead."
    return None
