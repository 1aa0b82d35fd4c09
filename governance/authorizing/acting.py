"""One act about who may decide, as a plan: its effects, what a person should see of it, and its commit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from governance.authority.acting import known_key_fault
from governance.authority.decision import sealed
from governance.authority.keys.signer import Signer
from governance.authority.state import Authority
from governance.authority.told import told
from governance.committing import commit
from governance.errors import Refusal, RefusalKind
from governance.plan import Choice, Compiled
from governance.rules.secret_refusal import refuse_secrets
from store import seal
from store.records.entry import Draft
from store.records.views import Applied
from store.records.words import Reason, Shown, VerbName
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.desk import Desk

Make = Callable[[Reader, Authority], list[Draft]]
"""What an act would append, judged on what stands now."""


def perform(
    desk: Desk,
    verb: VerbName,
    targets: Sequence[str],
    make: Make,
    *,
    reason: Reason = Reason.NEEDED,
    note: str | None = None,
    also: Sequence[Signer] = (),
) -> Applied:
    """Sign and apply one act."""
    return commit(desk, lambda reader: compiled(desk, reader, verb, targets, make, reason, note), also=also)


def compiled(
    desk: Desk,
    reader: Reader,
    verb: VerbName,
    targets: Sequence[str],
    make: Make,
    reason: Reason,
    note: str | None,
) -> Compiled:
    """The plan of one act."""
    refuse_secrets("The note", note)
    auth = desk.authority(reader)
    drafts = make(reader, auth)
    of = {"verb": verb.value, "reason": reason.value}
    ready = [draft._replace(effect={**of, **draft.effect}) for draft in drafts]
    if note and note.strip() and ready[0].payload is not None:
        ready[0] = ready[0]._replace(payload={**ready[0].payload, "note": note.strip()})
    elif note and note.strip():
        ready[0] = ready[0]._replace(payload={"v": 1, "note": note.strip()})
    seen = tuple(seen_of(auth, target) for target in targets)
    choice = Choice(verb.value, tuple(targets), reason, Shown.PREVIEWED, seen, note=note)
    changes = tuple(told(ready, auth, reader.names))
    return Compiled((choice,), tuple(sealed(d) for d in ready), (changes,), (tuple(None for _ in targets),))


def seen_of(auth: Authority, name: str) -> str:
    """The digest of what stands about a principal, key, grant or token; it moves when that does."""
    tables: tuple[dict[str, Any], ...] = (auth.principals, auth.keys, auth.grants, auth.tokens)
    fact = next((table[name] for table in tables if name in table), None)
    ends = [getattr(fact, end, None) for end in ("seq", "retired", "ended", "revoked")]
    return seal.seen_digest({"id": name, "moved": [seq for seq in ends if seq is not None]})


def known(auth: Authority, name: str) -> str:
    """The id of a principal; an unknown one is refused."""
    if name not in auth.principals:
        raise Refusal(RefusalKind.NOT_FOUND, f"There is no principal {name}.", "`memdesk principal list` shows them.")
    return name


def refuse_known_key(auth: Authority, line: str) -> None:
    """Refuse a public key that is somebody's, or ever was."""
    if fault := known_key_fault(auth, line):
        raise refuse(f"This cannot be: {fault}.", "Each person signs with a key of their own; `key new` makes one.")


def refuse(sentence: str, hint: str = "", *ids: str) -> Refusal:
    """A refusal by rule."""
    return Refusal(RefusalKind.RULE, sentence, hint, ids)
