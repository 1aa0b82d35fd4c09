"""Making keys at the command line: the owner's own, and the recovery key that is put away in a safe place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from governance.errors import Refusal, RefusalKind
from tui.commands.asking import ask_line, can_ask
from tui.commands.call import Call
from tui.commands.secrets import read_secret
from tui.widgets.typed import wipe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from governance.authority.keys.keyfile import KeyFile
    from governance.authority.keys.sshsig import PublicKey

RECOVERY_WORDS = (
    "A recovery key only adds, replaces and revokes keys. Whoever has it and its passphrase can put a key of theirs in "
    "the place of yours; without it, a lost key or passphrase means that nobody decides at this store any more."
)
KEEP_WORDS = (
    "This is the only copy. Move it off this machine (a stick in a drawer, a safe), with its passphrase written down "
    "elsewhere."
)
NO_RECOVERY = (
    "There is no recovery key: if the key or its passphrase is lost, nobody decides at this store any more. "
    "`memdesk key add WHO PUBLIC-FILE --recovery` adds one."
)
TWICE = "A passphrase protects it; nobody can tell you a forgotten one."


def new_key(call: Call, path: Path, what: str) -> KeyFile:
    """Make a key file; its passphrase is asked for twice."""
    file, secret = new_key_open(call, path, what)
    wipe(secret)
    return file


def new_key_open(call: Call, path: Path, what: str) -> tuple[KeyFile, bytearray]:
    """Make a key file that is to sign at once; its passphrase is handed on, to be wiped by whoever takes it."""
    from governance.desk import keycase

    _refuse_taken(path)
    call.talk(TWICE)
    secret = read_secret(call, f"New passphrase of {what}: ", twice=True)
    try:
        return keycase.made(path, secret), secret
    except BaseException:
        wipe(secret)
        raise


def brought_key(call: Call, path: Path) -> KeyFile:
    """A key that somebody has already; they are warned where any program could use it."""
    from governance.desk import keycase

    file = keycase.found(path)
    if warning := keycase.warning(file):
        call.talk(warning)
    return file


def recovery_key(call: Call, *, given: Path | None, to: Path | None, none: bool, made: list[Path]) -> PublicKey | None:
    """The public half of a recovery key: brought along, made here (and added to `made`), or None for none."""
    from governance.desk import keycase

    if given is not None:
        return keycase.public_at(given)
    if to is None and not none and can_ask():
        call.talk(RECOVERY_WORDS)
        if typed := ask_line(call, "Where shall the recovery key be written (a path; empty: make none)?"):
            to = Path(typed).expanduser()
    if to is None:
        call.talk(NO_RECOVERY)
        return None
    file = new_key(call, to, "the recovery key")
    made.append(to)
    call.talk(f"The recovery key is {to}. {KEEP_WORDS}")
    return file.public


def forget_made(paths: Sequence[Path]) -> None:
    """Remove keys that were made just now and are nobody's, since what they were made for did not happen."""
    for path in paths:
        path.unlink(missing_ok=True)
        path.with_name(path.name + ".pub").unlink(missing_ok=True)


def _refuse_taken(path: Path) -> None:
    """Refuse before a passphrase is thought up for nothing."""
    for taken in (path, path.with_name(path.name + ".pub")):
        if taken.exists() or taken.is_symlink():
            raise Refusal(RefusalKind.BAD_INPUT, f"{taken} exists already; no key is ever overwritten.")
