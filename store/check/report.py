"""The report of a check: its steps as they run, what each counted and what it found."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from typing import TypeAlias

from store.errors import StoreError
from store.records.views import Finding, Step

MAX_FINDINGS = 50
Found: TypeAlias = Finding | int | str
"""What a step yields: a finding, how many more it looked at, or a note (the last one is kept)."""
ExtraStep: TypeAlias = tuple[str, Callable[[sqlite3.Connection], Iterator[Found]]]
"""A step of a higher room: its name, and what it does with the snapshot that is checked."""
Begun: TypeAlias = Callable[[str], None]
"""Told the names of the steps that begin."""
_TROUBLE = (sqlite3.Error, StoreError, ValueError, KeyError, TypeError, IndexError)


class Running:
    """One step: it may be done in several pieces, and ends early when it found too much."""

    def __init__(self, name: str, findings: list[Finding]) -> None:
        self.name = name
        self.checked = 0
        self.found = 0
        self.note = ""
        self.over = False
        """Whether it goes no further."""
        self._findings = findings

    def take(self, piece: Callable[[], Iterator[Found]]) -> None:
        """Do a piece of the step, unless it is over."""
        if self.over:
            return
        try:
            for one in piece():
                if isinstance(one, int):
                    self.checked += one
                elif isinstance(one, str):
                    self.note = one
                else:
                    self._add(one, len(self._findings) < MAX_FINDINGS)
                    if self.found >= MAX_FINDINGS:
                        self.over = True
                        return
        except _TROUBLE as error:
            self.broke(error)

    def broke(self, error: Exception) -> None:
        """Say that the step could not be finished."""
        self._add(Finding(step=self.name, seq=None, sentence=f"This step could not be finished: {error}"), True)
        self.over = True

    def _add(self, finding: Finding, told: bool) -> None:
        self.found += 1
        if told:
            self._findings.append(finding)


class Report:
    """Every step so far, in order."""

    def __init__(self, begun: Begun | None = None) -> None:
        self.findings: list[Finding] = []
        self._running: list[Running] = []
        self._begun = begun

    def begin(self, *names: str) -> list[Running]:
        """Begin steps that go side by side."""
        if self._begun is not None:
            self._begun(", ".join(names))
        fresh = [Running(name, self.findings) for name in names]
        self._running += fresh
        return fresh

    def run(self, name: str, step: Callable[[], Iterator[Found]]) -> None:
        """Run one step from its beginning to its end."""
        self.begin(name)[0].take(step)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What every step came to."""
        return tuple(
            Step(number=number, name=one.name, checked=one.checked, ok=not one.found, note=one.note)
            for number, one in enumerate(self._running, 1)
        )
