"""Which key file a person uses on this machine, by store; the file `keys.json` in a folder of settings."""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TypedDict

from governance.authority.keys.keyfile import KeyFile, look_at
from governance.errors import Refusal, RefusalKind

_SCHEMA = "memdesk/keys/1"
THERE, GONE, ANOTHER, REFUSED = "there", "gone", "another", "refused"
"""How a key file that was named is found."""


class _Use(TypedDict):
    """One key file in use."""

    path: str
    fingerprint: str


_Stores = dict[str, list[_Use]]


def use(config: Path, store_id: str, key: KeyFile) -> None:
    """From now on this key file is the newest one used for the store."""
    entry = _Use(path=str(key.path.absolute()), fingerprint=key.public.fingerprint)
    with _changing(config) as stores:
        stores[store_id] = [*_without(stores.get(store_id, []), entry["fingerprint"]), entry]


def in_use(config: Path, store_id: str) -> tuple[KeyFile, ...]:
    """The key files used for the store, newest last; those that vanished, or hold another key now, are left out."""
    found = []
    for entry in _read(config).get(store_id, []):
        with suppress(_Vanished):
            found.append(_look(entry))
    return tuple(found)


class Named(NamedTuple):
    """One key file that was named for a store, whether or not it can be used."""

    path: Path
    fingerprint: str
    state: str
    """there | gone | another (another key lies there now) | refused (it cannot be used as it lies)."""


def named(config: Path, store_id: str) -> tuple[Named, ...]:
    """Every key file that was named for the store, newest last, and how each is found."""
    return tuple(
        Named(Path(entry["path"]), entry["fingerprint"], _state(entry)) for entry in _read(config).get(store_id, [])
    )


def forget(config: Path, store_id: str, fingerprint: str) -> None:
    """Use a key no more for the store; the key file stays where it is."""
    with _changing(config) as stores:
        stores[store_id] = _without(stores.get(store_id, []), fingerprint)
        if not stores[store_id]:
            del stores[store_id]


def forget_store(config: Path, store_id: str) -> None:
    """Forget a store that is gone: its keys are used no more, and those that were made for it are removed.

    A key that lies elsewhere was brought along and stays; so does one that another store uses too.
    """
    made = _made_for(config, store_id)
    if not made and store_id not in _read(config):
        return
    with _changing(config) as stores:
        stores.pop(store_id, None)
        kept = {entry["path"] for entries in stores.values() for entry in entries}
        for path in made:
            if str(path.absolute()) not in kept:
                path.unlink(missing_ok=True)
                path.with_name(f"{path.name}.pub").unlink(missing_ok=True)


def _made_for(config: Path, store_id: str) -> list[Path]:
    """The private keys that memdesk put in its own folder for a store, named as `default_path` names them."""
    try:
        names = [path.name for path in (config / "keys").iterdir()]
    except OSError:
        return []
    found = {name.removesuffix(".pub") for name in names if name.startswith(f"{store_id}-")}
    return [config / "keys" / name for name in sorted(found)]


def default_path(config: Path, store_id: str, name: str) -> Path:
    """Where a new key of this name is put; nothing stands there yet."""
    stem = "-".join(re.sub(r"[^A-Za-z0-9_]+", "-", part).strip("-")[:40] or "key" for part in (store_id, name))
    path, count = config / "keys" / stem, 1
    while os.path.lexists(path) or os.path.lexists(path.with_name(path.name + ".pub")):
        count += 1
        path = path.with_name(f"{stem}-{count}")
    return path


class _Vanished(Exception):
    """The file is gone, or another key lies there."""


def _state(entry: _Use) -> str:
    try:
        key = look_at(Path(entry["path"]))
    except Refusal as refusal:
        return GONE if refusal.kind is RefusalKind.NOT_FOUND else REFUSED
    return THERE if key.public.fingerprint == entry["fingerprint"] else ANOTHER


def _look(entry: _Use) -> KeyFile:
    try:
        key = look_at(Path(entry["path"]))
    except Refusal as refusal:
        if refusal.kind is RefusalKind.NOT_FOUND:
            raise _Vanished from None
        raise
    if key.public.fingerprint != entry["fingerprint"]:
        raise _Vanished
    return key


def _without(entries: list[_Use], fingerprint: str) -> list[_Use]:
    return [entry for entry in entries if entry["fingerprint"] != fingerprint]


def _read(config: Path) -> _Stores:
    path = config / "keys.json"
    try:
        written = json.loads(path.read_bytes())
        if written["schema"] != _SCHEMA:
            raise ValueError("another schema")
        return {
            str(store): [_Use(path=_text(one["path"]), fingerprint=_text(one["fingerprint"])) for one in entries]
            for store, entries in written["stores"].items()
        }
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Refusal(RefusalKind.BAD_INPUT, f"{path} could not be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"{path} is damaged: it does not say which key is used for which store.",
            "Mend it or move it away; the key files themselves are not touched, and can be chosen anew.",
        ) from None


def _text(value: object) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise TypeError
    return value


@contextmanager
def _changing(config: Path) -> Iterator[_Stores]:
    """Read, change and write the file as the only one who does."""
    try:
        config.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(config / "keys.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            stores = _read(config)
            yield stores
            _write(config, stores)
        finally:
            os.close(lock)
    except OSError as error:
        raise Refusal(RefusalKind.BAD_INPUT, f"{config} could not be written: {error.strerror}.") from None


def _write(config: Path, stores: _Stores) -> None:
    text = json.dumps({"schema": _SCHEMA, "stores": stores}, indent=2)
    path = config / "keys.json"
    new = path.with_name(f"keys.json.{os.getpid()}")
    with suppress(FileNotFoundError):
        new.unlink()
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with open(handle, "w", encoding="ascii") as file:  # noqa: PTH123 - by its number
        file.write(text + "\n")
        file.flush()
        os.fsync(handle)
    new.replace(path)
    folder = os.open(config, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
