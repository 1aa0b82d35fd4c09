"""The policy of a store: what each verb needs, which verbs need two people, bounds and budgets (P§17).

It stands in the log and is changed only by a signed decision of an owner. Without an entry of its own a
store has the default: every verb of a person needs a signature.
"""

from __future__ import annotations

from typing import Any, Final

from governance.authority.cards import CARDS, FIELDS
from governance.errors import Refusal, RefusalKind
from store.records.facts import Fact
from store.records.words import AUTHORITY_VERBS, READING, Assurance, InFlight, MemoryType, VerbName

OPEN: Final = frozenset(verb for verb in VerbName if verb not in AUTHORITY_VERBS | READING)
"""Verbs that a policy may ask less of than a signature; those of authority always need one."""


PAIRED: Final = (OPEN - {VerbName.IMPORT}) | {
    VerbName.ENROLL, VerbName.RETIRE, VerbName.GRANT, VerbName.REVOKE, VerbName.POLICY, VerbName.TOKEN,
    VerbName.REVOKE_TOKEN, VerbName.RATIFY,
}  # fmt: skip
"""Verbs that a policy may ask two people for; keys stay in the hands of each one."""


class Policy(Fact):
    """What is asked of a decision."""

    v: int = 1
    needs: tuple[tuple[VerbName, Assurance], ...] = ()
    """Verbs that need less than a signature (os-user); all others need `signed`."""
    two: tuple[VerbName, ...] = ()
    """Verbs that two people must sign."""
    signature_minutes: int = 15
    """How long after signing a plan may still be applied."""
    request_days: int = 7
    """How long a plan waits for its second signature."""
    plan_decisions: int = 1000
    """The most rows that one plan may decide about."""
    grant_days: int = 0
    """The longest that a grant may last; 0 is no bound."""
    grant_depth: int = 3
    """How often a grant may be handed on, at most."""
    service_decisions_a_day: int = 100
    """Budget: so many rows a service may decide about in one user day, under all its constitutional grants."""
    capture_characters: int = 2000
    """The longest text that one capture may bear."""
    index_lines: int = 200
    """The longest that the index may be (P§10)."""
    cool_days: int = 180
    """How long a knowledge item lies untouched before a pass cools it; 0 is never."""
    promotion_records: int = 3
    """How many records a claim or a procedure should be made of; of fewer a person is told before they sign."""
    in_flight: InFlight = InFlight.FINISH_LOCAL
    """What is told to open tasks to which something belongs that is withdrawn."""
    card_fields: tuple[tuple[MemoryType, tuple[str, ...]], ...] = ()
    """What a type of memory must bear beyond its contract card."""

    def required(self, kind: MemoryType) -> tuple[str, ...]:
        """The fields that a record of a type cannot do without: those of its card, and those added here."""
        return tuple(dict.fromkeys((*CARDS[kind].required, *dict(self.card_fields).get(kind, ()))))

    def needed(self, verb: str) -> Assurance:
        """The assurance that a verb needs."""
        name = VerbName(verb)
        return dict(self.needs).get(name, Assurance.SIGNED) if name in OPEN else Assurance.SIGNED


LIMITS: Final = {
    "signature_minutes": (1, 24 * 60),
    "request_days": (1, 90),
    "plan_decisions": (1, 1_000_000),
    "grant_days": (0, 36_500),
    "grant_depth": (0, 9),
    "service_decisions_a_day": (0, 1_000_000),
    "capture_characters": (80, 100_000),
    "index_lines": (20, 2_000),
    "cool_days": (0, 36_500),
    "promotion_records": (1, 100),
}
"""Bounds and budgets by name, each with its least and its most."""
NUMBERS: Final = tuple(LIMITS)


def _default() -> Policy:
    """The policy of a store that set none, made without waking pydantic."""
    plain = {name: field.default for name, field in Policy.model_fields.items()}
    return Policy.model_construct(**plain)


DEFAULT: Final = _default()


def read_policy(payload: Any) -> Policy:
    """A policy out of a payload; one that cannot be read asks for everything (fails closed)."""
    from pydantic import ValidationError

    try:
        found = Policy.model_validate(payload["policy"])
    except (ValidationError, KeyError, TypeError):
        return DEFAULT
    within = all(least <= getattr(found, name) <= most for name, (least, most) in LIMITS.items())
    return found if within else DEFAULT


def changed(policy: Policy, changes: dict[str, str]) -> Policy:
    """A policy with some settings changed, as people type them; refused with words where one makes no sense.

    ``needs.VERB=os-user|signed``, ``two.VERB=yes|no``, ``card.TYPE=FIELD,…``, ``in_flight=finish-local|stop``, and
    the bounds by their names.
    """
    needs, two = dict(policy.needs), set(policy.two)
    cards = dict(policy.card_fields)
    plain: dict[str, int] = {}
    in_flight = policy.in_flight
    for name, value in changes.items():
        group, _, verb = name.partition(".")
        if group == "needs" and verb in set(OPEN):
            needs[VerbName(verb)] = _assurance(name, value)
        elif group == "two" and verb in set(PAIRED):
            if value not in ("yes", "no"):
                raise _refused(f"{name}: {value!r} is neither yes nor no.")
            (two.add if value == "yes" else two.discard)(VerbName(verb))
        elif group == "card" and verb in set(MemoryType):
            cards[MemoryType(verb)] = _card_fields(name, value)
        elif name == "in_flight":
            if value not in set(InFlight):
                raise _refused(f"{name}: {value!r} is neither {' nor '.join(InFlight)}.")
            in_flight = InFlight(value)
        elif name in NUMBERS and value.isascii() and value.isdigit():
            least, most = LIMITS[name]
            plain[name] = int(value) if len(value) < 10 else most + 1
            if not least <= plain[name] <= most:
                raise _refused(f"{name} is between {least:,} and {most:,}.")
        else:
            raise _refused(f"{name}={value} is no setting of a policy.")
    weaker = {verb: level for verb, level in needs.items() if level is not Assurance.SIGNED}
    both = sorted(verb for verb in two if verb in weaker)
    if both:
        raise _refused(f"{', '.join(both)}: what two people must sign cannot do without a signature.")
    found: dict[str, object] = {
        **plain,
        "in_flight": in_flight,
        "needs": tuple(sorted(weaker.items())),
        "two": tuple(sorted(two)),
    }
    found["card_fields"] = tuple(sorted((kind, fields) for kind, fields in cards.items() if fields))
    return policy.model_copy(update=found)


def _card_fields(name: str, value: str) -> tuple[str, ...]:
    """Further fields of a contract card, from words with commas; none where there are none."""
    fields = tuple(word.strip() for word in value.split(",") if word.strip())
    if strange := [word for word in fields if word not in FIELDS]:
        raise _refused(f"{name}: {', '.join(strange)} is no field of any type ({', '.join(FIELDS)}).")
    return fields


def _assurance(name: str, value: str) -> Assurance:
    if value not in (Assurance.OS_USER, Assurance.SIGNED):
        raise _refused(f"{name}: {value!r} is neither os-user nor signed.")
    return Assurance(value)


def _refused(sentence: str) -> Refusal:
    verbs, paired = ", ".join(sorted(OPEN)), ", ".join(sorted(PAIRED - OPEN))
    bounds = ", ".join(f"{name}=N" for name in NUMBERS)
    hint = f"Settings: needs.VERB=os-user|signed, two.VERB=yes|no, card.TYPE=FIELD,…, {bounds},"
    hint += f" in_flight={'|'.join(InFlight)}."
    hint += f" Verbs: {verbs}; for two also {paired}"
    hint += f", but not {', '.join(sorted(OPEN - PAIRED))}."
    return Refusal(RefusalKind.BAD_INPUT, sentence, hint)
