"""The loop of a watch: an event of the file system only wakes it up, and a reading at every beat is the net below."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from store.watches import Watch

BEAT: Final = 1.0
"""Seconds between two readings when nothing happens; one that finds nothing costs a look at each place."""
ANEW: Final = 30.0
"""Seconds after which the folders are watched anew, whatever happened to them."""


def rounds(stop: threading.Event, places: Callable[[], Sequence[Watch]], reading: Callable[[], None]) -> None:
    """Call `reading` now, whenever something moves, and at every beat, until `stop` is set."""
    while not stop.is_set():
        reading()
        until = time.monotonic() + ANEW
        if not _waking(stop, until, places, reading):
            while time.monotonic() < until and not stop.wait(BEAT):
                reading()


def folders_of(places: Sequence[Watch]) -> dict[str, int]:
    """The folders to watch that are there, each with its inode: one that was made anew is another one."""
    found = {}
    for place in places:
        folder = place.path if place.kind in ("folder", "spool") else os.path.dirname(place.path)
        try:
            found[folder] = os.stat(folder).st_ino
        except OSError:
            continue
    return found


def _waking(
    stop: threading.Event, until: float, places: Callable[[], Sequence[Watch]], reading: Callable[[], None]
) -> bool:
    """Read at every event and beat until the folders change; False where events cannot be had."""
    from watchfiles import watch

    folders = folders_of(places())
    if not folders:
        return False
    beat = int(BEAT * 1000)
    try:
        for _ in watch(
            *folders,
            watch_filter=None,
            debounce=100,
            step=20,
            stop_event=stop,
            rust_timeout=beat,
            yield_on_timeout=True,
            recursive=False,
            ignore_permission_denied=True,
        ):
            reading()
            if stop.is_set() or time.monotonic() > until or folders_of(places()) != folders:
                return True
    except (OSError, RuntimeError):  # the system gives no more watches, or a folder went away
        return False
    return True
