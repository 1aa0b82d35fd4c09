"""The settings file of a person: theme, density, ascii, keys; a mistake names file, key and nearest key."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from governance.errors import Refusal, RefusalKind
from tui.actions import ACTIONS, BY_ID

THEMES = ("memdesk-dark", "memdesk-light", "ansi", "no-colour")
DENSITIES = ("cosy", "compact")


class Settings(NamedTuple):
    """How a person wants the desk to look and to answer."""

    theme: str = "memdesk-dark"
    """One of memdesk-dark, memdesk-light, ansi, no-colour."""
    density: str = "cosy"
    """cosy: two lines a row; compact: one."""
    ascii: bool = False
    """Plain ASCII instead of symbols."""
    keymap: Mapping[str, str] = {}
    """Keys by binding id: `"verb.keep" = "y"`; several are parted by commas."""


def settings_path(environ: Mapping[str, str] = os.environ) -> Path:
    """Where the settings file is, whether it exists or not."""
    base = environ.get("XDG_CONFIG_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".config") / "memdesk" / "settings.toml"


def load(path: Path | None = None) -> Settings:
    """Read the settings file; without one, the defaults."""
    path = path or settings_path()
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise _refused(path, f"cannot be read ({error})") from error
    try:
        return _checked(path, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise _refused(path, f"is no TOML: {error}") from error


def _checked(path: Path, found: Mapping[str, Any]) -> Settings:
    for key in found:
        if key not in Settings._fields:
            raise _refused(path, f"has an unknown key {key!r}", _nearest(key, Settings._fields))
    theme, density = found.get("theme", "memdesk-dark"), found.get("density", "cosy")
    for key, value, allowed in (("theme", theme, THEMES), ("density", density, DENSITIES)):
        if value not in allowed:
            raise _refused(path, f"key {key!r}: {value!r} is not one of {', '.join(allowed)}", _nearest(value, allowed))
    plain = found.get("ascii", False)
    if not isinstance(plain, bool):
        raise _refused(path, f"key 'ascii': {plain!r} is neither true nor false")
    return Settings(theme, density, plain, _keymap(path, found.get("keymap", {})))


def _keymap(path: Path, found: Any) -> dict[str, str]:
    if not isinstance(found, dict):
        raise _refused(path, "key 'keymap': must be a table of binding ids")
    for name, keys in _flat(found):
        if name not in BY_ID:
            raise _refused(path, f"keymap: unknown binding {name!r}", _nearest(name, BY_ID))
        if not isinstance(keys, str) or not keys:
            raise _refused(path, f"keymap: {name!r} must be a key such as {BY_ID[name].binding_key!r}")
    keymap: dict[str, str] = dict(_flat(found))
    taken: dict[str, str] = {}
    for action in ACTIONS:
        for key in keymap.get(action.id, action.binding_key).split(","):
            other = taken.setdefault(key, action.id)
            if key and other != action.id:
                raise _refused(path, f"keymap: {key!r} is the key of both {other!r} and {action.id!r}")
    return keymap


def _flat(found: Mapping[str, Any], before: str = "") -> Iterable[tuple[str, Any]]:
    """Binding ids have a dot, which bare TOML keys read as a table inside a table."""
    for key, value in found.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield before + key, value


def _nearest(word: object, known: Iterable[str]) -> str:
    close = get_close_matches(str(word), list(known), n=1, cutoff=0.4)
    return f"The nearest is {close[0]!r}." if close else ""


def _refused(path: Path, what: str, hint: str = "") -> Refusal:
    return Refusal(RefusalKind.BAD_INPUT, f"{path} {what}.", hint)
