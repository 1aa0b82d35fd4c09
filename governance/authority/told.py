"""Acts about who may decide, told by their very effects: what everybody reads before they sign, the first and the next.

People are told by name and id, moments in UTC, and the policy only where it would differ from the one in force.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from governance.authority.keys.sshsig import read_public
from governance.authority.policy import NUMBERS, read_policy
from governance.authority.scope import loaded_scope
from governance.authority.state import Authority
from governance.errors import Refusal
from store.decided import NEW
from store.records.entry import Draft
from store.records.views import Change
from store.records.words import Action, Assurance, KeyRole, Role, VerbName


def told(drafts: Sequence[Draft], auth: Authority, names: Mapping[str, str]) -> list[Change]:
    """What the acts of one plan would change; `names` are those of the principals, by id."""
    fresh = {d.subjects[0]: str((d.payload or {}).get("name")) for d in drafts if d.action is Action.ENROLL}
    one = _Telling(auth, {**names, **fresh})
    return [change for draft in drafts for change in one.act(draft)]


class _Telling:
    """What is known while acts are told."""

    def __init__(self, auth: Authority, names: Mapping[str, str]) -> None:
        self.auth = auth
        self.names = names

    def who(self, principal: object) -> str:
        """Somebody by name and id: `ines (p-0002)`; one who is made known just now has no id yet."""
        name = str(principal)
        called = self.names.get(name, name)
        return called if called == name or name.startswith(NEW) else f"{called} ({name})"

    def act(self, draft: Draft) -> list[Change]:
        """What one act would change."""
        name, effect, words = draft.subjects[0], draft.effect, draft.payload or {}
        match draft.action:
            case Action.ENROLL:
                role = effect.get("role")
                kind = str(effect.get("kind"))
                return [_change(self.who(name), "enrolled", None, f"{kind}, {role}" if _says_more(role) else kind)]
            case Action.KEY:
                return self._key(effect, words)
            case Action.KEY_REVOKED:
                since = effect.get("since")
                found = [_change(name, "key", "live", "revoked")]
                return found + ([_change(name, "distrusted since entry", None, since)] if since is not None else [])
            case Action.GRANT:
                return self._grant(effect, words)
            case Action.REVOKE:
                return self._revoked(name)
            case Action.POLICY:
                return self._policy(words)
            case Action.TOKEN:
                reach = ", ".join(map(str, words.get("projects", ()))) or "no project"
                found = [_change(self.who(effect.get("principal")), "a new token", None, f"for {reach}")]
                return found + self._until(found[0].id, words)
            case Action.TOKEN_REVOKED:
                token = self.auth.tokens.get(name)
                return [_change(name, f"token of {self.who(token.principal)}" if token else "token", "live", "revoked")]
            case Action.RETIRE:
                return [_change(self.who(name), "may decide", "yes", "no")]
            case Action.RATIFY:
                return [_change(name, "ratified", "no", "yes")]
            case Action.SUCCESSION:
                heads = [int(seq) for seq, _ in words.get("abandoned", ())]
                last = f", the last at entry {max(heads)}" if heads else ""
                return [_change("witness", "heads given up", None, f"{len(heads)}{last}")]
            case action:
                return [_change(self.who(name), str(effect.get("verb", action)), "no", "yes")]

    def _key(self, effect: Mapping[str, Any], words: Mapping[str, Any]) -> list[Change]:
        role, new, old = effect.get("role"), _fingerprint(words.get("public")), effect.get("replaces")
        if old in self.auth.keys:
            return [_change(str(old), f"{role} key", _fingerprint(self.auth.keys[str(old)].line), new)]
        found = [_change(self.who(effect.get("principal")), f"{role} key", None, new)]
        if self.auth.keyless and role == KeyRole.SIGNING:
            found.append(_change("decisions", "need", Assurance.OS_USER.value, Assurance.SIGNED.value))
        return found

    def _grant(self, effect: Mapping[str, Any], words: Mapping[str, Any]) -> list[Change]:
        scope = ", ".join(term.spelled for term in loaded_scope(words.get("scope", ()))) or "everything"
        who = self.who(effect.get("grantee"))
        found = [_change(who, "may use", None, f"{', '.join(effect['verbs'])} on {scope}")]
        if effect.get("constitutional"):
            found.append(_change(who, "without a person's signature", "no", "yes"))
        if parent := effect.get("parent"):
            found.append(_change(who, "made from", None, parent))
        found += self._until(who, words)
        return found + [_change(who, field, None, words[field]) for field in ("depth", "count") if words.get(field)]

    def _until(self, who: str, words: Mapping[str, Any]) -> list[Change]:
        expires = words.get("expires")
        return [] if expires is None else [_change(who, "expires", None, _moment(expires))]

    def _revoked(self, name: str) -> list[Change]:
        grant = self.auth.grants.get(name)
        if grant is None:
            return [_change(name, "grant", "in force", "revoked")]
        found = [_change(name, f"grant of {self.who(grant.grantee)}", "in force", "revoked")]
        for one in self.auth.grants.values():
            if one.id != name and one.revoked is None and grant in self.auth.chain(one):
                void = f"void, since it was made from {name}"
                found.append(_change(one.id, f"grant of {self.who(one.grantee)}", "in force", void))
        return found

    def _policy(self, words: Mapping[str, Any]) -> list[Change]:
        old, new = self.auth.policy, read_policy(words)
        pairs = [(f"needs.{verb}", old.needed(verb).value, new.needed(verb).value) for verb in VerbName]
        pairs += [(f"two.{verb}", _yes(verb in old.two), _yes(verb in new.two)) for verb in VerbName]
        pairs += [(name, str(getattr(old, name)), str(getattr(new, name))) for name in (*NUMBERS, "in_flight")]
        found = [_change("policy", field, before, after) for field, before, after in pairs if before != after]
        return found or [_change("policy", "settings", "as they are", "the same")]


def _says_more(role: object) -> bool:
    """Whether a role says more than the kind of whoever has it."""
    return bool(role) and role != Role.AGENT


def _yes(so: bool) -> str:
    return "yes" if so else "no"


def _fingerprint(line: object) -> str:
    try:
        return read_public(str(line)).fingerprint
    except Refusal:
        return str(line)


def _moment(us: Any) -> str:
    """A moment of the log in UTC: `2026-12-01T09:00Z`."""
    try:
        return datetime.fromtimestamp(us / 1_000_000, UTC).strftime("%Y-%m-%dT%H:%MZ")
    except (OverflowError, ValueError, OSError, TypeError):
        return str(us)


def _change(name: object, field: str, before: str | None, after: object) -> Change:
    return Change(id=str(name), field=field, before=before, after=str(after))
