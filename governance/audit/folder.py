"""A folder that appears whole or not at all, with the SHA-256 of every file that was written into it."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from governance.audit.witness import sync_folder
from governance.errors import Refusal, RefusalKind


class Folder:
    """The folder while it is written, beside its place."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.digests: dict[str, str] = {}
        """SHA-256 by name, in the order they were written."""

    def write(self, name: str, pieces: Iterable[bytes]) -> int:
        """Write one file; how many pieces there were."""
        path, digest, count = self.path / name, hashlib.sha256(), 0
        path.parent.mkdir(mode=0o700, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with open(handle, "wb") as file:  # noqa: PTH123 - by its number
            for piece in pieces:
                file.write(piece)
                digest.update(piece)
                count += 1
            file.flush()
            os.fsync(handle)
        self.digests[name] = digest.hexdigest()
        return count


@contextmanager
def new_folder(target: Path) -> Iterator[Folder]:
    """A folder that gets its name at the end, and none if anything goes wrong."""
    refuse_taken(target)
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.new")
    try:
        draft.mkdir(mode=0o700)
        made = Folder(draft)
        yield made
        for folder in {path.parent for name in made.digests for path in (draft / name,)} | {draft}:
            sync_folder(folder)
        draft.rename(target)
        sync_folder(target.parent)
    except OSError as error:
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"{target} could not be written: {error.strerror}.",
            "Nothing was left there; name another place.",
        ) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def refuse_taken(target: Path) -> None:
    """Refuse a place where something stands."""
    try:
        taken = target.is_symlink() or (target.exists() and (not target.is_dir() or any(target.iterdir())))
    except OSError as error:
        raise Refusal(RefusalKind.BAD_INPUT, f"{target} could not be read: {error.strerror}.") from error
    if taken:
        raise Refusal(RefusalKind.BAD_INPUT, f"There is something at {target} already; it was left untouched.",
                      "Name a folder that does not exist yet.")  # fmt: skip
