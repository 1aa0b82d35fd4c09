"""Who may decide, as a face shows it."""

from __future__ import annotations

from store.records.facts import Fact
from store.records.words import Assurance, InFlight, KeyRole, PrincipalKind, Role, Shown


class KeyView(Fact):
    """A public key."""

    id: str
    principal: str
    who: str
    fingerprint: str
    line: str
    """As OpenSSH spells it."""
    role: KeyRole
    state: str
    """live | replaced | revoked."""
    distrusted: int | None
    """The entry since which nothing it signed is trusted."""
    hardware: bool
    seq: int
    at: int
    file: str | None
    """The file on this machine that holds its private half, where one was named."""


class GrantView(Fact):
    """A grant: who may use which verbs, where, for how long, out of which other grant."""

    id: str
    grantee: str
    who: str
    by: str
    by_who: str
    verbs: tuple[str, ...]
    scope: tuple[str, ...]
    """Terms as they are typed; none is everything."""
    expires: int | None
    depth: int
    parent: str | None
    constitutional: bool
    count: int | None
    used: int
    """Rows that were decided about under it."""
    void: str | None
    """Why it allows nothing now, in a clause; None while it does."""
    seq: int
    at: int


class TokenView(Fact):
    """What an agent or service shows to be known; the token itself is kept nowhere."""

    id: str
    principal: str
    who: str
    projects: tuple[str, ...]
    expires: int | None
    live: bool
    seq: int
    at: int


class PrincipalView(Fact):
    """A person, agent or service."""

    id: str
    name: str
    """Its id where the name was erased."""
    kind: PrincipalKind
    role: Role | None
    retired: bool
    me: bool
    """Whether it sits at this desk."""
    keys: tuple[KeyView, ...]
    grants: tuple[GrantView, ...]
    """Those it was given."""
    tokens: tuple[TokenView, ...]
    seq: int
    at: int


class PolicyView(Fact):
    """The policy in force."""

    keyless: bool
    needs: tuple[tuple[str, Assurance], ...]
    """(verb, assurance it needs), every verb."""
    two: tuple[str, ...]
    """Verbs that two people must sign."""
    numbers: tuple[tuple[str, int], ...]
    """Bounds and budgets by name."""
    cards: tuple[tuple[str, str, tuple[str, ...], str], ...]
    """The contract cards: (type, the question it answers, the fields it cannot do without, how it ends)."""
    seq: int | None
    """The entry that set it; None for the default."""
    at: int | None
    in_flight: InFlight = InFlight.FINISH_LOCAL
    """What is told to open tasks to which something belongs that is withdrawn."""


class SigningView(Fact):
    """The key that would sign for the person at this desk."""

    key: str
    fingerprint: str
    file: str
    role: KeyRole
    hardware: bool
    asks: bool
    """Whether it asks for itself (a touch, ssh-keygen's own prompt) instead of a passphrase here."""
    in_agent: bool
    """Whether a running ssh-agent holds it, so that any process of this user could sign with it."""
    unlocked: bool


class SignatureView(Fact):
    """One signature under a decision."""

    principal: str | None
    who: str | None
    key: str | None
    fingerprint: str | None
    fault: str | None
    """Why it does not hold, in a clause; None when it does."""
    distrusted: int | None = None
    """The entry since which its key is distrusted, where that is not behind the decision."""


class SeenView(Fact):
    """What of a target was on its decider's screen."""

    verb: str
    target: str
    seen: str
    """The digest of what was shown."""
    shown: Shown
    grant: str | None


class DecisionView(Fact):
    """A decision as an auditor reads it: who vouched for it, how, on what, and whether that holds."""

    plan: str
    seq: int
    assurance: Assurance
    signatures: tuple[SignatureView, ...]
    head: int
    """The last entry its author saw."""
    expires: int | None
    targets: tuple[SeenView, ...]
    grants: tuple[GrantView, ...]
    """The grants it rests on, each followed by those it was made from, as they are now."""
    fault: str | None
    """Why it does not hold, in a clause; None when it does."""
    undone_by: str | None
    ratified: bool
    """Whether an owner confirmed it after a key that signed it had come to be distrusted."""
    text: str
    """The text that was signed."""


class Alarm(Fact):
    """Something is wrong with the store itself."""

    code: str
    """rolled-back | cut | forked | foreign | gone | forged | distrusted | unsent | unwitnessed | unchecked."""
    sentence: str
    hint: str
    seq: int | None = None
