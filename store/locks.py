"""One pass at a time: a lock on a file beside the store, which the system lets go of when its holder dies."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from store.errors import Busy, Unwritable

_SUFFIX = ".pass"


@contextmanager
def pass_lock(store: Path) -> Iterator[None]:
    """Hold the lock of a store's passes; refused, with the holder's pid, while another process does."""
    path = store.with_name(store.name + _SUFFIX)
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise Unwritable(f"{path} cannot be opened ({error.strerror}).", "Check the folder's rights.") from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(descriptor, 32).decode("ascii", "replace").strip()
            who = f" (process {holder})" if holder.isdigit() else ""
            raise Busy(f"Another pass is running{who}; nothing was changed.", "Wait until it is through.") from error
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)
