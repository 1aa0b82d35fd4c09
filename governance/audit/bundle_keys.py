"""The files of a bundle that say whose key is whose, and when it was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from governance.authority.facts import Key
from governance.authority.keys.sshsig import allowed_signers_line, read_public
from store import seal

_SECOND = 1_000_000


def keys_json(keys: Iterable[Key]) -> bytes:
    """Every key that is or was somebody's, in the order they came."""
    told = [
        {
            "key": key.id,
            "principal": key.principal,
            "role": key.role.value,
            "public": key.line,
            "fingerprint": read_public(key.line).fingerprint,
            "from": key.seq,
            "until": key.ended,
            "distrusted": key.distrusted,
        }
        for key in keys
    ]
    return seal.canonical(told) + b"\n"


def allowed_signers(keys: Iterable[Key], times: Sequence[int]) -> bytes:
    """Whose signatures `ssh-keygen -Y verify` accepts, and for which times; `times` are those of the entries.

    A key is valid from the earliest to the latest time of the entries during which it was somebody's: order is
    by seq, and a clock may have been set back. A span of no length is taken for a second, which is the least
    that ssh-keygen knows.
    """
    lines = []
    for key in keys:
        span = times[key.seq - 1 : key.ended]
        before = max(*span, min(span) + _SECOND) if key.ended else None
        public = read_public(key.line)
        lines.append(allowed_signers_line(key.principal, public, valid_after=min(span), valid_before=before) + "\n")
    return "".join(lines).encode("ascii")


def revoked_keys(keys: Iterable[Key]) -> bytes:
    """The keys of which something is distrusted, one a line."""
    return "".join(f"{key.line}\n" for key in keys if key.distrusted is not None).encode("ascii")
