"""Stores with keys to press keys on: the sample memory, its owner's key, further people with keys of their own."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PrivateFormat
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from governance.authority.keys.keyfile import KeyFile, look_at
from governance.authority.people import Person
from governance.desk import Desk
from store.database import Store
from store.records.views import Applied
from store.records.words import Assurance, PrincipalKind, Queue, Reason, Role, Shown
from tests.keys import SECRET
from tests.tui.desks import opened, sample_store, still, text_of

PASSPHRASE = SECRET.decode()


def key_file(folder: Path, name: str) -> KeyFile:
    """A key file of this name, the same each time, whose passphrase is cheap to try."""
    seed = hashlib.sha256(name.encode()).digest()
    cheap = PrivateFormat.OpenSSH.encryption_builder().kdf_rounds(1).build(SECRET)
    private = Ed25519PrivateKey.from_private_bytes(seed)
    path = folder / name
    path.touch(mode=0o600)
    path.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, cheap))
    file = look_at(path)
    path.with_name(f"{name}.pub").write_text(f"{file.public.line}\n")
    return file


def keyed_store(folder: Path, *, anew: bool = False) -> Path:
    """The sample memory in a store whose owner has a key, which is named on this machine."""
    path = sample_store(folder, anew=anew)
    with opened(path) as desk:
        file = key_file(folder, "owner")
        held(desk, file)
        desk.authorize.adopt(file)
        desk.use_key(file.path)
    return path


def held(desk: Desk, file: KeyFile, secret: bytes = SECRET) -> Desk:
    """A desk with a key in its hand."""
    desk.hand.unlock(file, bytearray(secret))
    return desk


def signing(desk: Desk) -> Desk:
    """A desk with the key of its person in its hand."""
    desk.unlock(bytearray(SECRET))
    return desk


def sits(path: Path, name: str) -> Desk:
    """The desk of another system user at the same store and machine."""
    return Desk(Store(path), still, Person(name, Assurance.OS_USER))


def enrolled(path: Path, name: str, role: Role, folder: Path) -> KeyFile:
    """Somebody the owner enrolled, with a key that is named on this machine, too."""
    file = key_file(folder, name)
    with opened(path) as desk:
        signing(desk).authorize.enroll(name, PrincipalKind.HUMAN, role, public=file.public.line)
        desk.use_key(file.path)
    return file


def principal(desk: Desk, name: str) -> str:
    """The id of somebody."""
    return next(one.id for one in desk.principals() if one.name == name)


def decided(desk: Desk, verb: str = "stale", n: int = 0, note: str | None = None) -> Applied:
    """A decision of whoever sits there about the nth pending row."""
    target = desk.queue_keys(Queue.PENDING)[n]
    seen, reason = (desk.item(target).seen,), Reason.NO_LONGER_TRUE
    return desk.decide(verb, [target], {}, reason=reason, note=note, seen=seen, shown=Shown.OPENED)


def toast(pilot: Pilot[Any]) -> str:
    """What the screen says in passing."""
    return " ".join(note.message for note in pilot.app._notifications)


def shows(pilot: Pilot[Any], dialog: type[Screen[Any]]) -> bool:
    """Whether this dialog is on top."""
    return isinstance(pilot.app.screen, dialog)


def words(pilot: Pilot[Any]) -> str:
    """What is on the screen, without breaks."""
    return " ".join(text_of(pilot).split())


async def type_in(pilot: Pilot[Any], text: str) -> None:
    """Type like a person, who pastes what is long."""
    if len(text) > _LONG and isinstance(pilot.app.focused, Input):
        pilot.app.focused.post_message(events.Paste(text))
        await pilot.pause()
        return
    await pilot.press(*(_KEYS.get(sign, sign) for sign in text))


_LONG = 24
"""Signs from which on a text is pasted into a plain field."""
_KEYS = {" ": "space", "/": "slash", ".": "full_stop", "-": "minus", "=": "equals_sign", "*": "asterisk", ":": "colon",
         ",": "comma", "_": "underscore", "~": "tilde", "+": "plus"}  # fmt: skip
