"""A store with keys, and the people who sign at it: the system user of the tests, and ines."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from governance.authority.keys.keyfile import KeyFile
from governance.authority.people import Person
from governance.desk import Desk, now_us
from store.database import Store
from store.records.words import Assurance, PrincipalKind, Role
from tests.keys import SECRET, key_pair, secret_fd
from tests.tui.cli import ENTRY, Done, environment, run

ME = pwd.getpwuid(os.getuid()).pw_name


class Keyed(NamedTuple):
    """A folder with a store, and the keys around it."""

    folder: Path
    store: Path
    key: KeyFile
    """The owner's own."""
    recovery: KeyFile


def make_keyed(folder: Path) -> Keyed:
    """A new store in this folder, made by the command line with keys that were brought along."""
    keys = folder.parent / "keys"
    keys.mkdir()
    key, recovery = key_pair(keys), key_pair(keys, "recovery", b"in the drawer")
    store = folder / "memory" / "memory.db"
    made = run(
        "init", "--tz", "UTC", "--key", str(key.path), "--recovery", f"{recovery.path}.pub", "--store", str(store)
    )
    assert made.code == 0, made.err
    return Keyed(folder, store, key, recovery)


def signed(*words: str, secret: bytes = SECRET) -> Done:
    """Run a command, with the passphrase at hand."""
    fd = secret_fd(secret)
    try:
        return run(*words, "--passphrase-fd", str(fd))
    finally:
        os.close(fd)


def desk_of(keyed: Keyed, who: str, key: KeyFile | None = None, secret: bytes = SECRET) -> Desk:
    """Another person's desk at the same store, with their key named, which they give whenever it is asked for."""
    desk = Desk(Store(keyed.store), now_us, Person(who, Assurance.OS_USER))
    if key is not None:
        desk.ask = lambda asked: desk.hand.unlock(key, bytearray(secret)) if asked.locked else None
    return desk


def enroll_ines(keyed: Keyed, role: str = "owner") -> KeyFile:
    """Make ines known, with a key of her own."""
    key = key_pair(keyed.key.path.parent, "ines")
    done = signed("principal", "enroll", "ines", "--role", role, "--key", f"{key.path}.pub")
    assert done.code == 0, done.err
    return key


def become_maintainer(keyed: Keyed, verbs: tuple[str, ...], *scope: str) -> None:
    """Ines takes the store over, and the system user of the tests is a maintainer with a grant from now on."""
    owner = enroll_ines(keyed)
    mine = key_pair(keyed.key.path.parent, "mine")
    with desk_of(keyed, "ines", owner) as desk:
        desk.authorize.retire("p-0001")
        new = desk.authorize.enroll(ME, PrincipalKind.HUMAN, Role.MAINTAINER, public=mine.public.line)
        desk.authorize.grant(new.ids[0], verbs, scope=desk.authorize.scope(scope), depth=1)
    assert run("key", "use", str(mine.path)).code == 0


def detached(*words: str, cwd: Path, fds: tuple[int, ...] = ()) -> Done:
    """A command in a process of its own that has no terminal."""
    done = subprocess.run(
        [sys.executable, "-c", ENTRY, *words],
        cwd=cwd,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        pass_fds=fds,
        start_new_session=True,
        timeout=60,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


@contextmanager
def secrets(*lines: bytes) -> Iterator[str]:
    """A descriptor that gives several passphrases, a line each."""
    fd = secret_fd(b"\n".join(lines))
    try:
        yield str(fd)
    finally:
        os.close(fd)


def keygen(path: Path, passphrase: str, kind: str = "ed25519") -> Path:
    """A key that ssh-keygen made."""
    called = ["ssh-keygen", "-q", "-t", kind, "-N", passphrase, "-a", "16", "-C", "somebody", "-f", str(path)]
    subprocess.run(called, check=True, capture_output=True)
    return path
