"""Keys: adopting the first one, adding, rotating, revoking, and ratifying what a distrusted key signed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from governance.authority.keys.keyfile import KeyFile
from governance.authority.keys.signer import Signer
from governance.authority.keys.sshsig import DECISION, BadSignature, PublicKey, read_public, signed_by
from governance.authority.state import Authority
from governance.authorizing.acting import known, perform, refuse, refuse_known_key
from governance.errors import Refusal, RefusalKind
from store.decided import NEW, decision_called, readable, signatures_of
from store.records.entry import Draft
from store.records.views import Applied
from store.records.words import Action, KeyRole, Reason, VerbName
from store.views.logs import plan as applied_plan
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.desk import Desk


def _draft(number: int, principal: str, public: PublicKey, role: KeyRole, replaces: str | None = None) -> Draft:
    effect = {"principal": principal, "role": role.value, "replaces": replaces}
    subjects = (f"{NEW}{number}", principal) if replaces is None else (f"{NEW}{number}", principal, replaces)
    return Draft(Action.KEY, subjects, effect, {"v": 1, "public": public.line})


def adopt(desk: Desk, file: KeyFile, *, recovery: PublicKey | None = None) -> Applied:
    """Give a keyless store its first key: from then on decisions need a signature. The key must be in the hand."""

    def make(reader: Reader, auth: Authority) -> list[Draft]:
        if not auth.keyless:
            raise refuse(
                "This store has keys already.", "`memdesk key rotate` replaces one, `memdesk key add` adds one."
            )
        who = desk.principal(reader)
        if who not in {owner.id for owner in auth.owners}:
            raise Refusal(RefusalKind.NOT_ALLOWED, "Only the owner of a store, who made it, adopts its first key.", "")
        drafts = [_draft(1, who, file.public, KeyRole.SIGNING)]
        if recovery is not None:
            if recovery == file.public:
                raise refuse("The recovery key is the same as the key it is to recover.")
            drafts.append(_draft(2, who, recovery, KeyRole.RECOVERY))
        return drafts

    return perform(desk, VerbName.ADOPT, (), make)


def add_key(desk: Desk, who: str, public: str, *, role: KeyRole = KeyRole.SIGNING, note: str | None = None) -> Applied:
    """Let a further key sign for somebody."""
    found = read_public(public)

    def make(reader: Reader, auth: Authority) -> list[Draft]:
        _refuse_keyless(auth)
        refuse_known_key(auth, found.line)
        return [_draft(1, known(auth, who), found, role)]

    return perform(desk, VerbName.ADD_KEY, (who,), make, note=note)


def rotate_key(
    desk: Desk, old: str, new: Signer, *, reason: Reason = Reason.NEEDED, note: str | None = None
) -> Applied:
    """Put a new key in the place of an old one; the key in the hand signs, and the new one signs too."""

    def make(reader: Reader, auth: Authority) -> list[Draft]:
        key = auth.keys.get(old)
        if key is None or not key.live:
            raise Refusal(RefusalKind.NOT_FOUND, f"There is no live key {old}.", "`memdesk key list` shows them.")
        refuse_known_key(auth, new.public.line)
        return [_draft(1, key.principal, new.public, key.role, old)]

    return perform(desk, VerbName.ROTATE_KEY, (old,), make, reason=reason, note=note, also=(new,))


def revoke_key(
    desk: Desk,
    name: str,
    *,
    since: int | None = None,
    reason: Reason = Reason.KEY_COMPROMISED,
    note: str | None = None,
) -> Applied:
    """Let a key sign no more; with `since`, distrust all it signed from that entry on."""

    def make(reader: Reader, auth: Authority) -> list[Draft]:
        key = auth.keys.get(name)
        if key is None or (not key.live and (since is None or key.distrusted is not None)):
            raise Refusal(RefusalKind.NOT_FOUND, f"There is no live key {name}.", "`memdesk key list` shows them.")
        if since is not None and not 1 <= since <= auth.seq:
            raise Refusal(RefusalKind.BAD_INPUT, f"There is no entry {since} to distrust from.", "", (name,))
        others = [k for owner in auth.owners for k in auth.keys_of(owner.id) if k.id != name]
        if not others:
            raise refuse(
                f"{name} is the last key of an owner; without it nobody could decide.",
                "`memdesk key rotate` puts a new one in its place.",
                name,
            )
        return [Draft(Action.KEY_REVOKED, (name, key.principal), {"since": since}, None)]

    return perform(desk, VerbName.REVOKE_KEY, (name,), make, reason=reason, note=note)


def ratify(desk: Desk, plan: str, *, note: str | None = None) -> Applied:
    """Confirm a plan that was signed with a key which is distrusted by now."""

    def make(reader: Reader, auth: Authority) -> list[Draft]:
        if applied_plan(reader, plan) is None:
            raise Refusal(
                RefusalKind.NOT_FOUND, f"There is no applied plan {plan}.", "`memdesk list plans` lists them."
            )
        if plan in auth.ratified:
            raise refuse(f"{plan} was ratified already.", "", plan)
        if not _doubted(reader, auth, plan):
            raise refuse(f"No key that signed {plan} is distrusted since then; there is nothing to confirm.", "", plan)
        return [Draft(Action.RATIFY, (plan,), {}, None)]

    return perform(desk, VerbName.RATIFY, (plan,), make, reason=Reason.CONFIRMED_STILL_TRUE, note=note)


def _doubted(reader: Reader, auth: Authority, plan: str) -> bool:
    """Whether a key that signed a plan is distrusted since an entry that is not behind it."""
    entry = decision_called(reader.conn, plan)
    payload = readable(reader.conn, entry.seq) if entry is not None else None
    if entry is None or payload is None:
        return False
    doubted = {key.line for key in auth.keys.values() if key.distrusted is not None and key.distrusted <= entry.seq}
    text = str(payload.get("text", "")).encode("ascii", "replace")
    for armored in signatures_of(payload):
        with suppress(BadSignature):
            if signed_by(armored, text, DECISION).line in doubted:
                return True
    return False


def _refuse_keyless(auth: Authority) -> None:
    if auth.keyless:
        raise refuse("This store is keyless.", "`memdesk key adopt` gives it its first key.")
