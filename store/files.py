"""The files beneath a store: the file system they lie on, and a private copy where they cannot be read in place."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from pathlib import Path

from store.errors import Busy, Unwritable

_TRIES = 20
_NETWORK = ("nfs", "cifs", "smb", "afs", "fuse.sshfs", "ceph", "glusterfs")


def waiting(path: Path) -> bool:
    """Whether commits wait in the write-ahead log beside a file."""
    try:
        return _log_of(path).stat().st_size > 0
    except OSError:
        return False


def private_copy(path: Path) -> Path:
    """A copy of the file and its write-ahead log as they stood at one moment, in a folder only we can read."""
    folder = Path(tempfile.mkdtemp(prefix="memdesk-read-"))
    copy = folder / path.name
    for _ in range(_TRIES):
        before = _marks(path)
        shutil.copyfile(path, copy)
        shutil.copyfile(_log_of(path), _log_of(copy))
        if _marks(path) == before:
            return copy
        time.sleep(0.05)
    shutil.rmtree(folder, ignore_errors=True)
    raise Busy("The store is being written all the time; it could not be copied to be read.", "Try again in a moment.")


def _log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _marks(path: Path) -> list[tuple[int, int]]:
    """What changes whenever something is written."""
    return [(found.st_size, found.st_mtime_ns) for found in (os.stat(one) for one in (path, _log_of(path)))]  # noqa: PTH116


def refuse_network(path: Path) -> None:
    """Refuse a network file system, where SQLite's locks cannot be trusted."""
    kind = _file_system(path)
    if kind.startswith(_NETWORK):
        raise Unwritable(
            f"{path} lies on a network file system ({kind}), where locks cannot be trusted.",
            "Keep the store on a local disk.",
        )


def _file_system(path: Path) -> str:
    try:
        mounts = Path("/proc/mounts").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    where = os.path.realpath(path.parent if not path.exists() else path)
    best, kind = "", ""
    for line in mounts:
        parts = line.split()
        if len(parts) > 2 and len(parts[1]) >= len(best):
            point = parts[1].replace("\\040", " ")
            if where == point or where.startswith(point.rstrip("/") + "/"):
                best, kind = point, parts[2]
    return kind


def drop_folder(store: Path) -> Path:
    """The drop folder beside a store, into which captures are put down while it is busy."""
    return store.absolute().with_name(f"{store.name}.drop")


def spooled(store: Path) -> int:
    """How many captures lie there."""
    try:
        names = [path.name for path in drop_folder(store).iterdir()]
    except OSError:
        return 0
    return sum(name.endswith(".json") and not name.startswith(".") for name in names)
