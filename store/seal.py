"""Canonical bytes, commitments and the hash of an entry: pure, and checkable without us.

The hash of an entry is SHA-256 over ``memdesk/log/1``, a newline, the header line and a newline;
the commitment of a payload is SHA-256 over ``memdesk/payload/1``, a zero byte, 32 bytes of salt and
the payload's bytes. An auditor needs `sha256sum` for one entry and a dozen lines for a whole log.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import lru_cache
from typing import Any

from store.records.entry import Effect, Entry
from store.records.words import Action

LOG_TAG = b"memdesk/log/1\n"
PAYLOAD_TAG = b"memdesk/payload/1\x00"
GENESIS_PREV = "0" * 64
SALT_BYTES = 32
HEADER_VERSION = 1
HEADER_KEYS = frozenset(["v", "seq", "at", "actor", "action", "subjects", "refs", "effect", "commitment", "prev"])

_encode = json.JSONEncoder(sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode


class NotCanonical(ValueError):
    """Bytes that are no canonical JSON."""


def canonical(value: Any) -> bytes:
    """One value as canonical JSON in ASCII bytes: sorted keys, no spaces, no floats outside it.

    Text that is no valid Unicode (lone surrogates, undecodable bytes smuggled in by
    ``surrogateescape``) becomes ``{"$b64": …}``; a foreign key that begins with ``$`` is doubled.
    """
    line = _encode(value)
    if "\\ud" in line or '"$' in line:
        line = _encode(_wrap(value))
    return line.encode("ascii")


def parse(raw: bytes) -> Any:
    """Read canonical JSON back; whatever `canonical` would not have written is refused."""
    try:
        value = json.loads(raw)
        value = _unwrap(value) if b'"$' in raw else value
        again = canonical(value)
    except (ValueError, TypeError, RecursionError) as error:
        raise NotCanonical(str(error)) from error
    if again != raw:  # also where a key stands twice
        raise NotCanonical("its spelling is not canonical")
    return value


def loads(raw: bytes) -> Any:
    """Read canonical JSON that is already trusted (its commitment was checked or will be)."""
    value = json.loads(raw)
    return _unwrap(value) if b'"$' in raw else value


def _wrap(value: Any) -> Any:
    if isinstance(value, str):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            return {"$b64": base64.b64encode(raw_bytes(value)).decode("ascii")}
        return value
    if isinstance(value, dict):
        return {("$" + k if k.startswith("$") else k): _wrap(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_wrap(v) for v in value]
    return value


def _unwrap(value: Any) -> Any:
    if isinstance(value, dict):
        if set(value) == {"$b64"}:
            return base64.b64decode(value["$b64"]).decode("utf-8", "surrogateescape")
        return {(k[1:] if k.startswith("$$") else k): _unwrap(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_unwrap(v) for v in value]
    return value


def raw_bytes(text: str) -> bytes:
    """The bytes a text stands for, also where they are no valid UTF-8."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def commitment(salt: bytes, body: bytes) -> str:
    """The salted commitment of a payload, hex."""
    return hashlib.sha256(PAYLOAD_TAG + salt + body).hexdigest()


def entry_hash(line: bytes) -> str:
    """The hash of a header line, hex."""
    return hashlib.sha256(LOG_TAG + line + b"\n").hexdigest()


def header_line(
    *,
    seq: int,
    at: int,
    actor: str,
    action: Action,
    subjects: tuple[str, ...],
    refs: tuple[str | int, ...],
    effect: Effect,
    commitment: str | None,
    prev: str,
) -> bytes:
    """The canonical header line of an entry."""
    return canonical(
        {
            "v": HEADER_VERSION,
            "seq": seq,
            "at": at,
            "actor": actor,
            "action": action.value,
            "subjects": subjects,
            "refs": refs,
            "effect": effect,
            "commitment": commitment,
            "prev": prev,
        }
    )


def read_header(line: bytes, hashed: str) -> Entry:
    """A header line as an entry; `hashed` is the hash that stands beside it."""
    found = json.loads(line)
    return Entry(
        seq=found["seq"],
        at=found["at"],
        actor=found["actor"],
        action=Action(found["action"]),
        subjects=tuple(found["subjects"]),
        refs=tuple(found["refs"]),
        effect=found["effect"],
        commitment=found["commitment"],
        prev=found["prev"],
        hash=hashed,
    )


def look_up(key: bytes, kind: str, words: str) -> bytes:
    """The keyed digest under which a look-up table finds words without holding them."""
    start, end = _hmac(key)
    inner, outer = start.copy(), end.copy()
    inner.update(kind.encode() + b"\x00" + raw_bytes(words))
    outer.update(inner.digest())
    return outer.digest()[:16]


@lru_cache(maxsize=8)
def _hmac(key: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """HMAC-SHA-256 of a key of at most 64 bytes, both halves begun: a capture asks for several."""
    padded = key.ljust(64, b"\0")
    inner, outer = (hashlib.sha256(bytes(byte ^ pad for byte in padded)) for pad in (0x36, 0x5C))
    return inner, outer


def seen_digest(value: Any) -> str:
    """The short digest of what was shown: ids, seqs, commitments and enums only."""
    return hashlib.sha256(b"memdesk/seen/1\n" + canonical(value)).hexdigest()[:16]


def scope_digest(selectors: Any) -> str:
    """What the normalized identifiers of a control's scope are compared by, hex; ids only."""
    return hashlib.sha256(b"memdesk/scope/1\n" + canonical(selectors)).hexdigest()
