"""The policy of a store: what each verb needs, which verbs need two people, bounds and budgets (P§17).

It stands in the log and is changed only by a signed decision of an owner. Without an entry of its own a
store has the default: every verb of a person needs a signature.
"""

from __future__ import annotations

from typing import Any, Final

from pydantic import Field as Option
from pydantic import ValidationError

from governance.errors import Refusal, RefusalKind
from store.records.facts import Fact
from store.records.words import AUTHORITY_VERBS, Assurance, VerbName

OPEN: Final = frozenset(verb for verb in VerbName if verb not in AUTHORITY_VERBS)
"""Verbs that a policy may ask less of than a signature; those of authority always need one."""


PAIRED: Final = (OPEN - {VerbName.IMPORT}) | {
    VerbName.ENROLL, VerbName.RETIRE, VerbName.GRANT, VerbName.REVOKE, VerbName.POLICY, VerbName.TOKEN,
    VerbName.REVOKE_TOKEN, VerbName.RATIFY,
}  # fmt: skip
"""Verbs that a policy may ask two people for; keys stay in the hands of each one."""


class Policy(Fact):
    """What is asked of a decision."""

    v: int = 1
    needs: dict[VerbName, Assurance] = Option(default_factory=dict)
    """Verbs that need less than a signature (os-user); all others need `signed`."""
    two: tuple[VerbName, ...] = ()
    """Verbs that two people must sign."""
    signature_minutes: int = Option(15, ge=1, le=24 * 60)
    """How long after signing a plan may still be applied."""
    request_days: int = Option(7, ge=1, le=90)
    """How long a plan waits for its second signature."""
    plan_decisions: int = Option(1000, ge=1, le=1_000_000)
    """The most rows that one plan may decide about."""
    grant_days: int = Option(0, ge=0, le=36_500)
    """The longest that a grant may last; 0 is no bound."""
    grant_depth: int = Option(3, ge=0, le=9)
    """How often a grant may be handed on, at most."""
    service_decisions_a_day: int = Option(100, ge=0, le=1_000_000)
    """Budget: so many rows a service may decide about in one user day, under all its constitutional grants."""

    def needed(self, verb: str) -> Assurance:
        """The assurance that a verb needs."""
        name = VerbName(verb)
        return self.needs.get(name, Assurance.SIGNED) if name in OPEN else Assurance.SIGNED


DEFAULT: Final = Policy.model_construct(
    v=1,
    needs={},
    two=(),
    signature_minutes=15,
    request_days=7,
    plan_decisions=1000,
    grant_days=0,
    grant_depth=3,
    service_decisions_a_day=100,
)
NUMBERS: Final = (
    "signature_minutes", "request_days", "plan_decisions", "grant_days", "grant_depth", "service_decisions_a_day",
)  # fmt: skip
"""Bounds and budgets by name."""


def read_policy(payload: Any) -> Policy:
    """A policy out of a payload; one that cannot be read asks for everything (fails closed)."""
    try:
        return Policy.model_validate(payload["policy"])
    except (ValidationError, KeyError, TypeError):
        return DEFAULT


def changed(policy: Policy, changes: dict[str, str]) -> Policy:
    """A policy with some settings changed, as people type them; refused with words where one makes no sense.

    ``needs.VERB=os-user|signed``, ``two.VERB=yes|no``, and the bounds by their names.
    """
    needs, two, plain = dict(policy.needs), set(policy.two), {}
    for name, value in changes.items():
        group, _, verb = name.partition(".")
        if group == "needs" and verb in set(OPEN):
            needs[VerbName(verb)] = _assurance(name, value)
        elif group == "two" and verb in set(PAIRED):
            if value not in ("yes", "no"):
                raise _refused(f"{name}: {value!r} is neither yes nor no.")
            (two.add if value == "yes" else two.discard)(VerbName(verb))
        elif name in NUMBERS and value.isascii() and value.isdigit():
            plain[name] = int(value)
        else:
            raise _refused(f"{name}={value} is no setting of a policy.")
    weaker = {verb: level for verb, level in needs.items() if level is not Assurance.SIGNED}
    both = sorted(verb for verb in two if verb in weaker)
    if both:
        raise _refused(f"{', '.join(both)}: what two people must sign cannot do without a signature.")
    found = {**policy.model_dump(), **plain, "needs": weaker, "two": tuple(sorted(two))}
    try:
        return Policy.model_validate(found)
    except ValidationError as error:
        first = error.errors()[0]
        raise _refused(f"{first['loc'][0]}: {first['msg'].lower()}.") from error


def _assurance(name: str, value: str) -> Assurance:
    if value not in (Assurance.OS_USER, Assurance.SIGNED):
        raise _refused(f"{name}: {value!r} is neither os-user nor signed.")
    return Assurance(value)


def _refused(sentence: str) -> Refusal:
    verbs = ", ".join(sorted(OPEN))
    bounds = ", ".join(f"{name}=N" for name in NUMBERS)
    hint = f"Settings: needs.VERB=os-user|signed, two.VERB=yes|no, {bounds}. Verbs: {verbs}."
    return Refusal(RefusalKind.BAD_INPUT, sentence, hint)
