"""`python -m tests.tools.poisoning PATH`: how the rules over captured text do on labelled memories, one JSON a line.

A row has `content`, `label` (clean or poisoned), `attack_type` and `difficulty`. `--half 0` or `--half 1` keeps the
rows of one half, parted by a hash of their id; `--misses` prints what was judged wrongly.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from governance.rules.instructing import REVIEWED, text_findings
from store.records.words import Flag

ATTACKS = REVIEWED - {Flag.EMOTION, Flag.SPECULATION}
"""The flags by which a memory counts as found; feelings and guesses are counted apart."""


@dataclass(frozen=True)
class Row:
    """One labelled memory and what the rules said of it."""

    identity: str
    text: str
    poisoned: bool
    attack: str
    difficulty: str
    flags: tuple[Flag, ...]

    @property
    def found(self) -> bool:
        return bool(ATTACKS.intersection(self.flags))


def read(path: Path, half: int | None = None) -> list[Row]:
    """Read the rows and ask the rules about each."""
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines if line.strip()]
    return [_row(row) for row in rows if half is None or _half(str(row.get("id", ""))) == half]


def _half(identity: str) -> int:
    return int(hashlib.sha256(identity.encode()).hexdigest(), 16) % 2


def _row(row: dict[str, Any]) -> Row:
    text = row["content"]
    attack, difficulty = str(row.get("attack_type", "none")), str(row.get("difficulty", "none"))
    return Row(str(row.get("id", "")), text, row["label"] == "poisoned", attack, difficulty, text_findings(text))


def report(rows: list[Row]) -> list[str]:
    """Put the figures into lines."""
    clean = [row for row in rows if not row.poisoned]
    poisoned = [row for row in rows if row.poisoned]
    lines = [f"rows                 {len(rows)}: {len(clean)} clean, {len(poisoned)} poisoned"]
    lines.append(f"false positives      {_share(row.found for row in clean)}")
    lines.extend(
        f"{flag.value + ' on clean':20} {_share(flag in row.flags for row in clean)}"
        for flag in (Flag.EMOTION, Flag.SPECULATION)
    )
    lines.append(f"recall               {_share(row.found for row in poisoned)}")
    lines += _by("attack type", poisoned, lambda row: row.attack)
    lines += _by("difficulty", poisoned, lambda row: row.difficulty)
    for name, group in (("poisoned", poisoned), ("clean", clean)):
        fired = Counter(flag.value for row in group for flag in row.flags)
        lines.append(
            f"flags on {name:11} " + (", ".join(f"{flag} {many}" for flag, many in fired.most_common()) or "none")
        )
    return lines


def _by(title: str, rows: list[Row], key: Callable[[Row], str]) -> list[str]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return [
        f"recall by {title}",
        *(f"  {name:28} {_share(row.found for row in groups[name])}" for name in sorted(groups)),
    ]


def _share(hits: Iterable[bool]) -> str:
    hit = list(hits)
    return f"{sum(hit)}/{len(hit)} = {sum(hit) / len(hit):.1%}" if hit else "no rows"


def speed() -> float:
    """Measure the median time for a plain text of 200 characters, in microseconds."""
    text = "Incident notes use UTC. The importer reads Markdown and keeps every line with its place in the file. " * 2
    text = text[:200]
    spent = []
    for _ in range(2000):
        start = time.perf_counter()
        text_findings(text)
        spent.append(time.perf_counter() - start)
    return statistics.median(spent) * 1e6


def main(arguments: list[str]) -> int:
    """Print the report over one file."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.poisoning", description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--misses", action="store_true")
    chosen = parser.parse_args(arguments)
    rows = read(chosen.path, chosen.half)
    print("\n".join(report(rows)))
    print(f"200 characters       {speed():.0f} µs (median)")
    if chosen.misses:
        for row in rows:
            if row.found != row.poisoned or (not row.poisoned and row.flags):
                print(f"\n{row.identity} {row.attack} {[flag.value for flag in row.flags]}\n  {row.text[:700].strip()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
