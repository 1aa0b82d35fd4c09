"""How the work grows with its input: linear stays linear on any machine, however busy."""

from __future__ import annotations

import time
from collections.abc import Callable

NOISE = 0.1
"""Seconds of processor time that two runs of the same work may differ."""
ATTEMPTS = 6
"""How often both are measured before the growth is believed: another process disturbs some of them, not all."""


def spent(work: Callable[[], object]) -> float:
    """The processor time of one run, in seconds."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def assert_linear(half: Callable[[], object], whole: Callable[[], object]) -> None:
    """The whole takes about twice its half; four times would be quadratic."""
    small = large = float("inf")
    for _ in range(ATTEMPTS):
        small, large = min(small, spent(half)), min(large, spent(whole))
        if large <= 3 * small + NOISE:
            return
    raise AssertionError(f"twice the input took {large:.3f} s after {small:.3f} s")
