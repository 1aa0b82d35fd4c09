"""Files of others, handled with care: read without waiting, never followed, moved without overwriting."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import pwd
import secrets
import signal
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from governance.intake.manifest import spelled
from governance.intake.session import kept_path

LARGEST: Final = 16 * 1024 * 1024
"""Bytes of a file that is read; a larger one is no memory that is being written."""
REFUSED: Final = "refused"
"""The folder inside a drop folder into which a file goes that was not wholly taken."""
_AT_FDCWD: Final = -100
_EXCHANGE: Final = 2


class Unfit(Exception):
    """A file that is not read at all, and why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Read(NamedTuple):
    """A file as it was when it was read."""

    raw: bytes
    mark: list[int]
    """Device, inode, size and time of its last change: what moves when somebody writes to it."""
    changed: int
    """When it was last written to, in UTC microseconds."""
    owner: str
    """The system user whose file it is."""
    mode: int


def mark_of(path: str) -> list[int] | None:
    """The mark of a regular file; None where there is none."""
    with suppress(OSError):
        found = os.lstat(path)
        return _mark(found) if stat.S_ISREG(found.st_mode) else None
    return None


def read(path: str) -> Read | None:
    """Read a regular file; None where there is none."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise Unfit("It is a link, and links are not followed.") from error
        if error.errno == errno.ENXIO:
            raise Unfit("It is no regular file.") from error
        raise Unfit(f"It cannot be read ({error.strerror}).") from error
    with os.fdopen(descriptor, "rb") as stream:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise Unfit("It is no regular file.")
        try:
            raw = stream.read(LARGEST + 1)
        except OSError as error:
            raise Unfit(f"It cannot be read ({error.strerror}).") from error
    if len(raw) > LARGEST:
        raise Unfit(f"It is larger than {LARGEST // 1024 // 1024} MB.")
    return Read(raw, _mark(found), found.st_mtime_ns // 1000, _owner(found.st_uid), stat.S_IMODE(found.st_mode))


def _mark(found: os.stat_result) -> list[int]:
    return [found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns]


def _owner(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid-{uid}"


def name_of(path: str) -> str:
    """A path as text, under which it is kept beside the log."""
    return spelled(path)


def shown(path: str) -> str:
    """A path as it is told and kept in the log: spelled out, and without credentials."""
    return kept_path(path)


def beside(path: str, what: str) -> str:
    """A fresh hidden name in the folder of a file."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}.memdesk-{what}-{secrets.token_hex(6)}")


def write_new(path: str, content: bytes, mode: int) -> None:
    """Write a file that was not there, down to the disk; what was begun is removed where that fails."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fchmod(descriptor, mode)
            os.fsync(descriptor)
    except BaseException:
        with suppress(OSError):
            Path(path).unlink()
        raise


def sync_folder(path: str) -> None:
    """Bring the names of a folder down to the disk."""
    with suppress(OSError), _opened(path) as folder:
        os.fsync(folder)


def exchange(new: str, path: str) -> bool:
    """Let two names change places, so that neither content is ever without one; False where the system cannot."""
    try:
        call = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        return False
    if call(_AT_FDCWD, os.fsencode(new), _AT_FDCWD, os.fsencode(path), _EXCHANGE) == 0:
        return True
    code = ctypes.get_errno()
    if code in (errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.EOPNOTSUPP):
        return False
    raise OSError(code, os.strerror(code), path)


def is_written(path: str) -> bool | None:
    """Whether a process has a file open for writing; None where the system does not say."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        # Whoever opens it for writing meanwhile makes the system send a signal; this one ends no process.
        fcntl.fcntl(descriptor, fcntl.F_SETSIG, signal.SIGURG)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        fcntl.fcntl(descriptor, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    except (OSError, AttributeError) as error:
        return True if isinstance(error, OSError) and error.errno in (errno.EAGAIN, errno.EWOULDBLOCK) else None
    finally:
        os.close(descriptor)
    return False


def drop_away(path: str, found: Read) -> bool:
    """Remove a file that was wholly taken; False where somebody wrote to it since it was read."""
    aside = beside(path, "taken")
    try:
        os.rename(path, aside)
    except OSError:
        return False
    if mark_of(aside) == found.mark:
        with suppress(OSError):
            Path(aside).unlink()
        return True
    _link_free(os.path.dirname(path), os.path.basename(path), aside)
    return False


def set_aside(path: str) -> str | None:
    """Move a file of a drop folder into its folder of refused ones, over nothing; its new path, or None."""
    folder, name = os.path.split(path)
    into = os.path.join(folder, REFUSED)
    try:
        Path(into).mkdir(mode=0o700, exist_ok=True)
        if not stat.S_ISDIR(os.lstat(into).st_mode):
            return None
        return _link_free(into, name, path)
    except OSError:
        return None


def _link_free(folder: str, name: str, old: str) -> str | None:
    """Give a file a free name like the one asked for, in a folder, and take the old one away."""
    stem, suffix = os.path.splitext(name)
    for n in range(1, 10_000):
        called = os.path.join(folder, name if n == 1 else f"{stem}-{n}{suffix}")
        try:
            os.link(old, called, follow_symlinks=False)
        except FileExistsError:
            continue
        Path(old).unlink()
        return called
    return None


@contextmanager
def _opened(path: str) -> Iterator[int]:
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
