"""How the work grows with its input: linear stays linear on any machine, however busy."""

from __future__ import annotations

import time
from collections.abc import Callable

NOISE = 0.3
"""Seconds of processor time that two runs of the same work may differ."""


def spent(work: Callable[[], object]) -> float:
    """The processor time of the quicker of two runs, in seconds."""
    found = []
    for _ in range(2):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return min(found)


def assert_linear(half: Callable[[], object], whole: Callable[[], object]) -> None:
    """The whole takes about twice its half; four times would be quadratic."""
    small, large = spent(half), spent(whole)
    assert large <= 3 * small + NOISE, f"twice the input took {large:.3f} s after {small:.3f} s"
