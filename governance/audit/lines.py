"""The lines of a witness: canonical JSON, content-free, each of one kind; pure.

pin         store, genesis
plan        plan, seq, hash (of the decision), head (after its last effect), minted, text, signatures
head        seq, hash, minted (the highest ids that a commit without a decision made)
tombstone   erasure, seq, hash, refs (the seqs whose words were erased)
control     control, seq, hash
checkpoint  text (origin, seq and hash, a line each), signature
torn        bytes (of a last line that a crash cut off)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from store import seal
from store.decided import text_of
from store.ids import is_minted, read_id

_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_STORE = re.compile(r"store-[0-9a-f]{32}", re.ASCII)
_ID = re.compile(rb"\b[a-z]+-(?:\d{4}-\d{2}-\d{2}-)?\d{3,18}\b")
_ARMOR = re.compile(r"-----BEGIN SSH SIGNATURE-----\n[A-Za-z0-9+/=\n]+\n-----END SSH SIGNATURE-----\n", re.ASCII)
_TEXT_KEYS: Final = {"store", "head", "who", "effects"}
"""What every decision's text bears, whatever its version."""


class Head(NamedTuple):
    """An entry that is known to have stood in the log."""

    seq: int
    hash: str


class Line(NamedTuple):
    """One line of a witness, read."""

    number: int
    """Its place, from 1."""
    kind: str
    fields: dict[str, Any]

    @property
    def heads(self) -> tuple[Head, ...]:
        """Every head the line vouches for, ascending."""
        told = self.fields
        match self.kind:
            case "pin":
                return (Head(1, told["genesis"]),)
            case "plan":
                own, after = Head(told["seq"], told["hash"]), Head(*told["head"])
                return (own,) if own == after else (own, after)
            case "checkpoint":
                _, seq, hashed, _ = told["text"].split("\n")
                return (Head(int(seq), hashed),)
            case "torn":
                return ()
            case _:
                return (Head(told["seq"], told["hash"]),)


class Unreadable(ValueError):
    """A line that is none of a witness."""


def spelled(kind: str, **fields: Any) -> bytes:
    """A line as it is kept, with its newline; refused where it bears anything that a witness may not."""
    raw = seal.canonical({"v": 1, "kind": kind, **fields})
    read_line(raw, 0)
    return raw + b"\n"


def read_line(raw: bytes, number: int) -> Line:
    """Read one line (without its newline)."""
    try:
        found = seal.parse(raw)
        kind = found.pop("kind")
        if found.pop("v") != 1 or found.keys() != _KEYS[kind].keys():
            raise ValueError("not the keys of its kind")
        wrong = [name for name, good in _KEYS[kind].items() if not good(found[name])]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Unreadable(str(error)) from error
    if wrong:
        raise Unreadable(f"{kind}: {', '.join(wrong)}")
    return Line(number, kind, found)


def checkpoint_text(store: str, head: tuple[int, str]) -> str:
    """The three lines of a checkpoint."""
    return f"{store}\n{head[0]}\n{head[1]}\n"


def ordinals(raw: bytes) -> Iterator[tuple[str, int, int]]:
    """(prefix, day, ordinal) of every id that stands in a line, signatures and digests aside."""
    for word in _ID.findall(raw):
        if (found := read_id(word.decode("ascii"))) is not None:
            yield found.prefix, found.day, found.n


def _seq(value: object) -> bool:
    return type(value) is int and value > 0


def _hash(value: object) -> bool:
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def _store(value: object) -> bool:
    return isinstance(value, str) and _STORE.fullmatch(value) is not None


def _id(value: object) -> bool:
    return isinstance(value, str) and is_minted(value)


def _every(good: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(good(one) for one in value)


def _head(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and _seq(value[0]) and _hash(value[1])


def _armor(value: object) -> bool:
    return isinstance(value, str) and _ARMOR.fullmatch(value) is not None


def _text(value: object) -> bool:
    return isinstance(value, str) and text_of({"text": value}).keys() >= _TEXT_KEYS


def _checkpoint(value: object) -> bool:
    if not isinstance(value, str) or value.count("\n") != 3 or not value.endswith("\n"):
        return False
    store, seq, hashed, _ = value.split("\n")
    return _store(store) and seq.isascii() and seq.isdigit() and seq[0] != "0" and _hash(hashed)


_POINT: Final = {"seq": _seq, "hash": _hash}
_KEYS: Final[dict[str, dict[str, Callable[[object], bool]]]] = {
    "pin": {"store": _store, "genesis": _hash},
    "plan": {
        "plan": _id, "head": _head, "minted": _every(_id), "text": _text, "signatures": _every(_armor), **_POINT,
    },
    "head": {"minted": _every(_id), **_POINT},
    "tombstone": {"erasure": _id, "refs": _every(_seq), **_POINT},
    "control": {"control": _id, **_POINT},
    "checkpoint": {"text": _checkpoint, "signature": _armor},
    "torn": {"bytes": _seq},
}  # fmt: skip
"""What a line of each kind bears, and nothing else: no place is left for words."""
