"""Decisions before and after they are applied, and what can be decided."""

from __future__ import annotations

from store.records.facts import Fact
from store.records.words import Reason, Shown


class Change(Fact):
    """One thing a decision would change."""

    id: str
    field: str
    before: str | None
    after: str | None


class Staged(Fact):
    """One staged decision of a plan."""

    n: int
    verb: str
    targets: tuple[str, ...]
    args: tuple[tuple[str, str], ...]
    reason: Reason
    note: str | None
    seen: tuple[str, ...]
    shown: Shown
    staged_at: int
    changes: tuple[Change, ...]
    moved: tuple[Change, ...] = ()
    """What changed since it was shown; a staged decision with any must be decided again."""
    refusal: str | None = None
    """Why it could not be applied as it stands, in a sentence."""


class PlanView(Fact):
    """A person's plan: nothing in it has happened yet."""

    staged: tuple[Staged, ...]
    head: int

    @property
    def ready(self) -> bool:
        """Whether it can be applied as it stands."""
        return bool(self.staged) and not any(s.moved or s.refusal for s in self.staged)

    @property
    def each(self) -> tuple[str, ...]:
        """Its verbs, each as often as there is something that it is about, as they are told when it was applied."""
        return tuple(one.verb for one in self.staged for _ in one.targets or (one.verb,))


class Done(Fact):
    """One decision of an applied plan."""

    verb: str
    ids: tuple[str, ...]
    """What it was about; what it made bears an id of its own, or `new:n` where that was given later."""


class Applied(Fact):
    """A plan that was applied."""

    plan: str
    seq: int
    decisions: int
    entries: int
    ids: tuple[str, ...]
    undone_by: str | None = None
    undoes: str | None = None
    at: int = 0
    who: str = ""
    verbs: tuple[str, ...] = ()
    waiting: int | None = None
    """The number of the request, where a second person has to sign first and nothing has happened yet."""
    done: tuple[Done, ...] = ()
    """Its decisions, one by one."""

    @property
    def each(self) -> tuple[str, ...]:
        """Its verbs, each as often as there is something that it was about."""
        return tuple(one.verb for one in self.done for _ in one.ids or (one.verb,))


class CoSign(Fact):
    """A plan that waits for the signature of a second person."""

    n: int
    by: str
    who: str
    """Who asked for it, by name."""
    at: int
    until: int
    """When the request ends (UTC microseconds)."""
    verbs: tuple[str, ...]
    ids: tuple[str, ...]
    reasons: tuple[Reason, ...]
    notes: tuple[str, ...]
    changes: tuple[Change, ...]
    mine: bool
    """Whether the person at the desk asked for it."""
    why_not: str | None
    """Why the person at the desk may not sign it, in a clause; None when they may."""
    seen: str = ""
    """The digest of the text: what signing it says was seen."""


class Offer(Fact):
    """A verb as a face offers it for certain rows."""

    name: str
    label: str
    help: str
    fits: bool
    why_not: str | None
    """Why it does not fit, in a sentence."""
    fields: tuple[str, ...]
    """Arguments it takes: kind, subject, topic, source, text, until, by, triggers."""
    needs: tuple[str, ...]
    """Those of them that must be given."""
    reasons: tuple[Reason, ...]
    """Sensible reasons, the most likely first."""
    hint: bool = False
    """Whether the evidence speaks for it (shown, never pre-selected)."""
    foreign: bool = False
    """Whether it is for something else than these rows are, whatever becomes of them."""
