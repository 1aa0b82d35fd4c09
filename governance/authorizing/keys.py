"""Keys: adopting the first one, adding, rotating, revoking, and ratifying what a distrusted key signed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from governance.authority.keys.keyfile import KeyFile
from governance.authority.keys.signer import Signer
from governance.authority.keys.sshsig import PublicKey, read_public
from governance.authority.state import Authority
from governance.authorizing.acting import change, known, perform, refuse
from governance.errors import Refusal, RefusalKind
from store.decided import NEW
from store.records.entry import Draft
from store.records.views import Applied, Change
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

    def make(reader: Reader, auth: Authority) -> tuple[list[Draft], list[Change]]:
        if not auth.keyless:
            raise refuse(
                "This store has keys already.", "`memdesk key rotate` replaces one, `memdesk key add` adds one."
            )
        who = desk.principal(reader)
        if who not in {owner.id for owner in auth.owners}:
            raise Refusal(RefusalKind.NOT_ALLOWED, "Only the owner of a store, who made it, adopts its first key.", "")
        drafts = [_draft(1, who, file.public, KeyRole.SIGNING)]
        changes = [change(who, "key", None, file.public.fingerprint)]
        if recovery is not None:
            if recovery == file.public:
                raise refuse("The recovery key is the same as the key it is to recover.")
            drafts.append(_draft(2, who, recovery, KeyRole.RECOVERY))
            changes.append(change(who, "recovery key", None, recovery.fingerprint))
        return drafts, [*changes, change("decisions", "need", "os-user", "signed")]

    return perform(desk, VerbName.ADOPT, (), make)


def add_key(desk: Desk, who: str, public: str, *, role: KeyRole = KeyRole.SIGNING, note: str | None = None) -> Applied:
    """Let a further key sign for somebody."""
    found = read_public(public)

    def make(reader: Reader, auth: Authority) -> tuple[list[Draft], list[Change]]:
        _refuse_keyless(auth)
        if auth.key_called(found.line):
            raise refuse("This key is somebody's already.")
        return [_draft(1, known(auth, who), found, role)], [change(who, f"{role} key", None, found.fingerprint)]

    return perform(desk, VerbName.ADD_KEY, (who,), make, note=note)


def rotate_key(
    desk: Desk, old: str, new: Signer, *, reason: Reason = Reason.NEEDED, note: str | None = None
) -> Applied:
    """Put a new key in the place of an old one; the key in the hand signs, and the new one signs too."""

    def make(reader: Reader, auth: Authority) -> tuple[list[Draft], list[Change]]:
        key = auth.keys.get(old)
        if key is None or not key.live:
            raise Refusal(RefusalKind.NOT_FOUND, f"There is no live key {old}.", "`memdesk key list` shows them.")
        if auth.key_called(new.public.line):
            raise refuse("The new key is somebody's already.")
        before = read_public(key.line).fingerprint
        draft = _draft(1, key.principal, new.public, key.role, old)
        return [draft], [change(old, "key", before, new.public.fingerprint)]

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

    def make(reader: Reader, auth: Authority) -> tuple[list[Draft], list[Change]]:
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
        changes = [change(name, "key", "live", "revoked")]
        if since is not None:
            changes.append(change(name, "distrusted since entry", None, str(since)))
        return [Draft(Action.KEY_REVOKED, (name, key.principal), {"since": since}, None)], changes

    return perform(desk, VerbName.REVOKE_KEY, (name,), make, reason=reason, note=note)


def ratify(desk: Desk, plan: str, *, note: str | None = None) -> Applied:
    """Confirm a plan that was signed with a key which is distrusted by now."""

    def make(reader: Reader, auth: Authority) -> tuple[list[Draft], list[Change]]:
        if applied_plan(reader, plan) is None:
            raise Refusal(
                RefusalKind.NOT_FOUND, f"There is no applied plan {plan}.", "`memdesk list plans` lists them."
            )
        if plan in auth.ratified:
            raise refuse(f"{plan} was ratified already.", "", plan)
        return [Draft(Action.RATIFY, (plan,), {}, None)], [change(plan, "ratified", "no", "yes")]

    return perform(desk, VerbName.RATIFY, (plan,), make, reason=Reason.CONFIRMED_STILL_TRUE, note=note)


def _refuse_keyless(auth: Authority) -> None:
    if auth.keyless:
        raise refuse("This store is keyless.", "`memdesk key adopt` gives it its first key.")
