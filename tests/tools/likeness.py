"""`python -m tests.tools.likeness`: how the rules about likeness do on labelled pairs of invented memories.

The pairs stand in `tests/governance/rules/likeness_pairs.py`. `--half 0` or `--half 1` keeps one half, parted by a hash
of the texts; `--misses` prints what was judged wrongly; `--sweep` tries other thresholds.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import sys
import time
from typing import NamedTuple

from governance.rules import likeness as rules
from governance.rules.likeness_reading import read
from tests.governance.rules.likeness_pairs import PAIRS

LABELS = {"D": "duplicate", "C": "contradiction", "N": None}


class Judged(NamedTuple):
    """A pair, what it is, and what the rules say."""

    left: str
    right: str
    expected: str | None
    found: str | None
    score: int


def pairs(half: int | None = None) -> list[tuple[str, str, str]]:
    """The pairs, or one half of them."""
    return [
        pair for pair in PAIRS if half is None or hashlib.sha256((pair[1] + pair[2]).encode()).digest()[0] % 2 == half
    ]


def judge(half: int | None = None) -> list[Judged]:
    """Ask the rules about each pair."""
    found = []
    for label, left, right in pairs(half):
        said = rules.compare(left, right)
        found.append(Judged(left, right, LABELS[label], said.kind if said else None, rules.likeness(left, right)))
    return found


def figures(judged: list[Judged], kind: str) -> tuple[int, int, int]:
    """How many of a kind were said rightly, were said, and are there."""
    right = sum(one.found == one.expected == kind for one in judged)
    return right, sum(one.found == kind for one in judged), sum(one.expected == kind for one in judged)


def report(judged: list[Judged]) -> list[str]:
    """Put the figures into lines."""
    many = {label: sum(one.expected == kind for one in judged) for label, kind in LABELS.items()}
    lines = [f"pairs                {len(judged)}: {many['D']} the same, {many['C']} contradict, {many['N']} neither"]
    for kind in ("duplicate", "contradiction"):
        right, said, there = figures(judged, kind)
        lines.append(f"{kind:20} precision {_share(right, said)}, recall {_share(right, there)}")
    laughable = sum(one.found is not None and one.found != one.expected for one in judged)
    lines.append(f"said wrongly         {laughable}")
    return lines


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} = {part / whole:.1%}" if whole else "none"


def sweep(half: int | None) -> list[str]:
    """The figures at other thresholds."""
    lines = ["threshold            duplicate: precision, recall; contradiction: precision, recall"]
    kept = rules.DUPLICATE, rules.CONTRADICTION
    for threshold in (0, 500, 550, 600, 650, 700, 750, 800, 850, 900):
        rules.DUPLICATE = rules.CONTRADICTION = threshold
        judged = judge(half)
        told = []
        for kind in ("duplicate", "contradiction"):
            right, said, there = figures(judged, kind)
            told.append(f"{_share(right, said)}, {_share(right, there)}")
        lines.append(f"  {threshold:19}{'; '.join(told)}")
    rules.DUPLICATE, rules.CONTRADICTION = kept
    return lines


def speed() -> tuple[float, float]:
    """Measure the median time for two texts of 150 characters, in microseconds: read for the first time, and again."""
    left = (
        "The nightly backup of heron writes to kelp at 03:00 and keeps thirty copies there; the oldest is removed when "
        "the disk is full, which Mira has to confirm once."
    )[:150]
    right = left.replace("03:00", "04:30")
    spent: tuple[list[float], list[float]] = [], []
    for _ in range(2000):
        read.cache_clear()
        for times in spent:
            start = time.perf_counter()
            rules.compare(left, right)
            times.append(time.perf_counter() - start)
    return statistics.median(spent[0]) * 1e6, statistics.median(spent[1]) * 1e6


def main(arguments: list[str]) -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.likeness", description=__doc__)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--sweep", action="store_true")
    chosen = parser.parse_args(arguments)
    judged = judge(chosen.half)
    print("\n".join(report(judged)))
    first, again = speed()
    print(
        f"150 characters       {first:.0f} µs for two new texts, {again:.0f} µs for two that were read before (median)"
    )
    if chosen.sweep:
        print("\n".join(sweep(chosen.half)))
    if chosen.misses:
        for one in judged:
            if one.found != one.expected:
                print(f"\n{one.expected} taken for {one.found}, {one.score}\n  {one.left}\n  {one.right}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
