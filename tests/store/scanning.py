"""Look for words in the bytes of files, in every spelling they may have there."""

from __future__ import annotations

import base64
import json
import unicodedata
from pathlib import Path

from store import index


def spellings(text: str) -> dict[str, bytes]:
    """A text in each form in which bytes may hold it."""
    found: dict[str, bytes] = {}
    for form in ("NFC", "NFD", "NFKC"):
        same = unicodedata.normalize(form, text)
        raw = same.encode()
        found |= {
            f"{form} utf-8": raw,
            f"{form} utf-16-le": same.encode("utf-16-le"),
            f"{form} utf-16-be": same.encode("utf-16-be"),
            f"{form} json": json.dumps(same)[1:-1].encode(),
            f"{form} hex": raw.hex().encode(),
            f"{form} HEX": raw.hex().upper().encode(),
            f"{form} base64": base64.b64encode(raw).rstrip(b"=")[:-1],
        }
    return found


def needles(text: str) -> dict[str, bytes]:
    """Every spelling of a text and of each token that the index makes of it."""
    found = spellings(text)
    for token in index.tokens(text):
        if len(token.encode()) > 4:
            found |= {f"token {token} {form}": raw for form, raw in spellings(token).items()}
    return found


def files_of(path: Path) -> list[Path]:
    """A store's file and those that SQLite keeps beside it."""
    return sorted(path.parent.glob(path.name + "*"))


def hits(path: Path, text: str) -> list[str]:
    """Where a text is still to be found in a store that this process has closed."""
    return [
        f"{file.name}: {form}"
        for file in files_of(path)
        for form, raw in needles(text).items()
        if raw in file.read_bytes()
    ]
