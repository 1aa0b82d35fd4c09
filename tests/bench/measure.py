"""How the benches measure: medians of interleaved pairs, told as a ratio beside its bound."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

CACHE = Path(__file__).resolve().parents[2] / ".bench"
"""What takes long to build is kept here between runs."""

Take = Callable[[], float]
"""One measurement; smaller is better."""


@dataclass(frozen=True)
class Line:
    """One line of the table: what was measured, and whether it is good enough."""

    name: str
    ours: str
    theirs: str = ""
    ratio: float | None = None
    bound: float | None = None
    at_least: bool = False

    @property
    def kept(self) -> bool:
        """Whether the bound is kept; true for mere information."""
        if self.bound is None or self.ratio is None:
            return True
        return self.ratio >= self.bound if self.at_least else self.ratio <= self.bound


class Pair(NamedTuple):
    """Two measurements that took turns."""

    ours: float
    """The median of ours."""
    theirs: float
    """The median of the other."""
    ratio: float
    """The median of ours against the other, pair by pair, so that the weather of the machine falls out."""


def pairs(ours: Take, theirs: Take, rounds: int) -> Pair:
    """Take two measurements in turns, the one first and then the other."""
    mine: list[float] = []
    others: list[float] = []
    for number in range(rounds):
        first, second = (ours, theirs) if number % 2 else (theirs, ours)
        for take in (first, second):
            (mine if take is ours else others).append(take())
    ratio = statistics.median(a / b for a, b in zip(mine, others, strict=True))
    return Pair(statistics.median(mine), statistics.median(others), ratio)


def seconds(act: Callable[[], object]) -> float:
    """How long something takes."""
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def milliseconds(span: float) -> str:
    """A span in words."""
    return f"{span * 1000:,.2f} ms"


def table(lines: list[Line]) -> str:
    """Every line, aligned, with its verdict."""
    rows = [("", "ours", "against", "ratio", "bound", "")]
    for line in lines:
        ratio = "" if line.ratio is None else f"{line.ratio:.2f}"
        sign = "≥" if line.at_least else "≤"
        bound = "" if line.bound is None else f"{sign} {line.bound:g}"
        verdict = "" if line.bound is None else ("kept" if line.kept else "MISSED")
        rows.append((line.name, line.ours, line.theirs, ratio, bound, verdict))
    widths = [max(len(row[n]) for row in rows) for n in range(6)]
    return "\n".join(
        "  ".join(cell.ljust(width) if n == 0 else cell.rjust(width)
                  for n, (cell, width) in enumerate(zip(row, widths, strict=True)))
        for row in rows
    )  # fmt: skip
