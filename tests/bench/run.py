"""Run every bench, print one table, and fail when a bound is missed.

A bound is a ratio against another program that does the same work on the same machine, so it holds
on a slow one too. `--small` leaves out what needs the store of a million entries.
"""

from __future__ import annotations

import sys

from tests.bench import (
    admitting,
    live,
    log_pane,
    recalling,
    searching,
    signing,
    starting,
    verifying,
    withdrawing,
    writing,
)
from tests.bench.big_store import big_store
from tests.bench.measure import Line, milliseconds, table


def main(arguments: list[str]) -> int:
    """Measure, print, and say whether every bound was kept."""
    lines: list[Line] = [
        *writing.lines(),
        *writing.batch_lines(),
        *admitting.lines(),
        *admitting.together_lines(),
        *admitting.distilling_lines(),
        *live.lines(),
        *starting.status_lines(),
        *starting.capture_lines(),
        *signing.lines(),
        *withdrawing.lines(),
        *recalling.lines(),
    ]
    if "--small" not in arguments:
        store = big_store()
        lines += starting.frame_lines(store)
        spans = sorted(starting.status(store) for _ in range(3))
        lines.append(Line("memdesk status on a million entries", milliseconds(spans[1])))
        lines += log_pane.lines(store)
        lines += searching.lines(store)
        lines += verifying.lines(store)
        lines += withdrawing.one_more_lines(store)
        lines += recalling.large_lines()
    print(table(lines))
    return 0 if all(line.kept for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
