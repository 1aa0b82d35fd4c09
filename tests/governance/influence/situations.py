"""Generated conflicts: who disagrees with whom, and what stands behind a record that gave way."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from governance.desk import Desk
from governance.influence.gate import LOOSE
from store.records.recall import UseRole
from tests.governance.builders import an_item, decide
from tests.governance.influence.learned import a_state, typed

CLAIMS = ("contradicted-by", "contradicts", "refutes", "possible-contradiction")
HOLDS = {"provenance": "spec", "valid_from": "2026-01-01"}


class Situation(NamedTuple):
    """A generated conflict: who disagrees with whom."""

    number: int
    way: str
    names: tuple[str, ...]
    firm: bool
    """Whether its records are claims with all that a premise needs."""

    @property
    def thing(self) -> str:
        """What it is about."""
        return f"thing{self.number:03}"

    def others(self, name: str, role: UseRole) -> set[str]:
        """Whoever has to stand beside a record.

        What gave way need not stand beside its successor, and what is valid no more only where doubt is asked for.
        """
        alone = (self.way == "successor" and name == self.names[1]) or (self.way == "over" and role not in LOOSE)
        return set() if alone else set(self.names) - {name}

    @property
    def premises(self) -> set[str]:
        """What of it bears an action: a newest value, a successor, what is valid still; nothing that is disputed."""
        return {self.names[-1]} if self.firm and self.way in ("subject", "successor", "over") else set()

    @property
    def disputed(self) -> bool:
        """Whether a premise is told, or held back, with all of them beside it."""
        return self.firm and self.way not in ("successor", "over")


def situations(desk: Desk, count: int, seed: int = 11) -> list[Situation]:
    """So many conflicts, each about a thing of its own.

    Of subject, of two spellings of one, of claim, with one whose time is over, settled by a successor; half asked.
    """
    luck = random.Random(seed)
    found = []
    for number in range(count):
        thing, way = f"thing{number:03}", luck.choice(("subject", "spelled", "successor", "over", *CLAIMS))
        date = f"2026-0{luck.randrange(1, 6)}-1{luck.randrange(10)}"
        firm = way == "over" or luck.random() < 0.5

        def record(text: str, firm: bool = firm, until: str = "", **more: Any) -> str:
            holds = HOLDS | ({"valid_to": until} if until else {})
            return typed(desk, "semantic", text, holds, **more) if firm else an_item(desk, text=text, **more)

        if way in ("subject", "spelled"):
            many = luck.randrange(2, 5) if way == "subject" else 2
            names = [
                record(
                    f"{thing} is {luck.choice(('up', 'down'))} since {n}",
                    kind="state",
                    subject=f"{thing}:is" if way == "subject" or n else f"{thing.title()}:Is",
                    date=f"2026-0{n + 1}-02",
                )
                for n in range(many)
            ]
        elif way == "successor":
            value: dict[str, Any] = {"kind": "state", "subject": f"{thing}:is"}
            new = record(f"{thing} is up", date="2026-05-30", **value)
            names = [record(f"{thing} is down", status="superseded", superseded_by=new, date=date, **value), new]
        else:
            link = luck.choice(CLAIMS) if way == "over" else way
            spoken = thing if luck.random() < 0.5 else "it"
            one = record(f"{spoken} is safe to retry", date=date, until="2026-05-30" if way == "over" else "")
            names = [one, record(f"{thing} is never safe to retry", links=[(link, one)])]
            if way != "over":
                luck.shuffle(names)
        found.append(Situation(number, way, tuple(names), firm))
    return found


def behind(desk: Desk, count: int, seed: int = 12) -> list[Situation]:
    """So many records that gave way, of a thing of its own each, before what has to stand beside them."""
    luck = random.Random(seed)
    return [
        Situation(number, way, LED[way](desk, f"thing{number}", f"berth {number}"), False)
        for number, way in enumerate(luck.choices(tuple(LED), k=count), 1000)
    ]


def _corrected(desk: Desk, thing: str, _: str) -> tuple[str, ...]:
    new = an_item(desk, text="it is safe in the end")
    claim = an_item(desk, text="it never was", links=[("contradicts", new)])
    return an_item(desk, text=f"{thing} is safe", status="stale", links=[("corrected-by", new)]), new, claim


def _merged(desk: Desk, thing: str, _: str) -> tuple[str, ...]:
    new = an_item(desk, text="it is safe in the end")
    claim = an_item(desk, text="it never was", links=[("contradicts", new)])
    return an_item(desk, text=f"{thing} is safe", links=[("merged-into", new)]), new, claim


def _merged_and_corrected(desk: Desk, thing: str, subject: str) -> tuple[str, ...]:
    old, new, claim = _corrected(desk, "it", subject)
    return an_item(desk, text=f"{thing} is safe", links=[("merged-into", old)]), new, claim


def _disputed(desk: Desk, thing: str, subject: str) -> tuple[str, ...]:
    new = a_state(desk, "it is up", subject, date="2026-05-20")
    old = a_state(desk, f"{thing} is down", subject, date="2026-05-01", status="superseded", superseded_by=new)
    return old, new, an_item(desk, text="it never was", links=[("contradicts", new)])


def _outdated(desk: Desk, thing: str, subject: str) -> tuple[str, ...]:
    new = a_state(desk, "it is up", subject, date="2026-05-20")
    old = a_state(desk, f"{thing} is down", subject, date="2026-05-01", status="superseded", superseded_by=new)
    return old, new, a_state(desk, "it fell over", subject, date="2026-05-30")


def _withdrawn(desk: Desk, thing: str, subject: str) -> tuple[str, ...]:
    old, new, third = _outdated(desk, thing, subject)
    decide(desk, "withdraw", new)
    return old, third


def _doubted(desk: Desk, thing: str, subject: str) -> tuple[str, ...]:
    new = a_state(desk, "it is up", subject, date="2026-05-20", status="pending-cleanup")
    return a_state(desk, f"{thing} is down", subject, status="superseded", superseded_by=new), new


def _stale(desk: Desk, thing: str, subject: str) -> tuple[str, ...]:
    old = a_state(desk, f"{thing} is down", subject, date="2026-05-01", status="stale")
    return old, a_state(desk, "it is up", subject, date="2026-05-20")


LED: Mapping[str, Callable[[Desk, str, str], tuple[str, ...]]] = {
    "corrected": _corrected, "merged": _merged, "merged, then corrected": _merged_and_corrected,
    "a claim against the successor": _disputed, "a newer value beside the successor": _outdated,
    "a withdrawn successor": _withdrawn, "a successor in doubt": _doubted, "stale": _stale,
}  # fmt: skip
"""Each builds a record that alone bears the name of the thing, and gives it before what has to stand beside it."""
