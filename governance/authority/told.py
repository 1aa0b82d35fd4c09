"""Acts about who may decide, told by their very effects: what a second person reads before they sign."""

from __future__ import annotations

from typing import Any

from governance.authority.policy import NUMBERS, read_policy
from governance.authority.scope import loaded_scope
from store.records.entry import Draft
from store.records.views import Change
from store.records.words import Action


def told(draft: Draft) -> list[Change]:
    """What an act would change."""
    name, effect, words = draft.subjects[0], draft.effect, draft.payload or {}
    match draft.action:
        case Action.ENROLL:
            role = f", {effect['role']}" if effect.get("role") else ""
            return [_change(words.get("name", name), "enrolled", None, f"{effect.get('kind')}{role}")]
        case Action.KEY:
            return [_change(effect.get("principal"), f"{effect.get('role')} key", None, words.get("public"))]
        case Action.GRANT:
            scope = ", ".join(term.spelled for term in loaded_scope(words.get("scope", ()))) or "everything"
            reach = f"{', '.join(effect['verbs'])} on {scope}"
            found = [_change(effect.get("grantee"), "may use", None, reach)]
            bounds = [(field, words.get(field)) for field in ("expires", "depth", "count")]
            return found + [_change(effect.get("grantee"), field, None, str(is_so)) for field, is_so in bounds if is_so]
        case Action.POLICY:
            return _policy(words)
        case Action.TOKEN:
            projects = ", ".join(words.get("projects", ())) or "no project"
            return [_change(effect.get("principal"), "token", None, f"for {projects}")]
        case Action.RETIRE:
            return [_change(name, "may decide", "yes", "no")]
        case action:
            return [_change(name, str(effect.get("verb", action)), "no", "yes")]


def _policy(words: dict[str, Any]) -> list[Change]:
    policy = read_policy(words)
    found = [_change("policy", f"{verb} needs", None, level.value) for verb, level in dict(policy.needs).items()]
    found += [_change("policy", f"{verb} by two people", None, "yes") for verb in policy.two]
    return found + [_change("policy", name, None, str(getattr(policy, name))) for name in NUMBERS]


def _change(name: object, field: str, before: str | None, after: object) -> Change:
    return Change(id=str(name), field=field, before=before, after=str(after))
