"""Key files for faces: making one, looking at one, unlocking one beside the key in the hand."""

from __future__ import annotations

from pathlib import Path

from governance.audit.witness import Witness
from governance.authority.keys.keyfile import (
    AGENT_WARNING,
    KeyFile,
    asks_itself,
    in_agent,
    look_at,
    make_key,
    refuse_short,
    usable,
)
from governance.authority.keys.keyring import default_path, forget_store
from governance.authority.keys.signer import Signer, unlock
from governance.authority.keys.sshsig import PublicKey, read_public
from governance.errors import Refusal, RefusalKind
from governance.seat import homes_here

IN_AGENT = AGENT_WARNING
"""What a person should know before they use a key that an agent holds."""
_LARGEST = 10_000


def made(path: Path, secret: bytearray) -> KeyFile:
    """Make a new key; the secret stays the caller's to wipe."""
    make_key(path, secret)
    return look_at(path)


def refuse_weak(secret: bytearray) -> None:
    """Refuse a passphrase that no key is made with."""
    refuse_short(secret)


def found(path: Path) -> KeyFile:
    """A key file that may sign; refused where any process of the same user could use it."""
    file = look_at(path)
    usable(file)
    return file


def unlocked(file: KeyFile, secret: bytearray | None) -> Signer:
    """A key ready to sign beside the one in the hand; the secret is wiped."""
    return unlock(file, secret)


def asks(file: KeyFile) -> bool:
    """Whether the key asks for itself, so that no passphrase is wanted."""
    return asks_itself(file)


def warning(file: KeyFile) -> str | None:
    """What a person should know before they use a key: that an agent holds it, or None."""
    return AGENT_WARNING if in_agent(file.public) else None


def public_at(path: Path) -> PublicKey:
    """The public key in a `.pub` file."""
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST)
    except FileNotFoundError:
        raise Refusal(
            RefusalKind.NOT_FOUND, f"There is no file {path}.", "It is the file that ends with .pub."
        ) from None
    except (OSError, ValueError) as error:
        told = getattr(error, "strerror", None) or "no path has such signs"
        raise Refusal(RefusalKind.BAD_INPUT, f"{path} could not be read: {told}.") from None
    return read_public(content.decode("utf-8", "replace"))


def free_path(store: str, name: str) -> Path:
    """Where a new key is put that nobody named a place for; nothing stands there yet."""
    return default_path(homes_here().config, store, name)


def forget(store_id: str) -> None:
    """Forget a store that was made to try things on and is gone: the keys made for it, and its witness."""
    here = homes_here()
    forget_store(here.config, store_id)
    witness = Witness(here.state, here.config, store_id, "")
    for path in (witness.path, witness.places, witness.places.with_suffix(".lock")):
        path.unlink(missing_ok=True)
