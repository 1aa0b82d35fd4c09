"""The check itself: one snapshot, step by step, the log entry by entry from where it begins."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import TypeAlias

from store import log
from store.check.chain import Chain
from store.check.lines import LOWEST, fits, pieces
from store.check.names import Names
from store.check.payloads import Payloads
from store.check.report import Begun, ExtraStep, Report
from store.check.tables import anchors, guards, whole_replay
from store.database import Store
from store.decided import check_decisions
from store.records.views import Verdict
from store.replay import Progress
from store.sample import sampled

STRETCH = 100_000
"""After how many entries the check says up to where everything was good."""
TOLD = 5_000
"""After about how many entries progress is told."""
Good: TypeAlias = Callable[[int, str], None]
"""Told a seq and its hash: up to there every entry was good."""


def check(
    store: Store,
    *,
    replay: bool = False,
    since: int = 0,
    progress: Progress | None = None,
    more: Sequence[ExtraStep] = (),
    begun: Begun | None = None,
    good: Good | None = None,
) -> Verdict:
    """Check one consistent snapshot; `replay` compares every row, else a sample is compared.

    With `since`, a seq of this log, no entry up to it is looked at: the chain goes on from the hash that
    stands there. Schema, counters, anchors and the replay are always looked at whole. `begun` is told which
    steps begin, `progress` how far they are, and `good` up to where every entry was found good so far.
    """
    report = Report(begun)
    with store.reading() as conn:
        head = log.head(conn)[0]
        report.run("schema", lambda: guards(conn, pages=replay))
        _entries(conn, report, since, head, progress, good)
        report.run("anchors", lambda: anchors(conn))
        for name, step in more:
            report.run(name, lambda step=step: step(conn))  # type: ignore[misc]
        report.run("replay", lambda: whole_replay(conn, progress) if replay else sampled(conn))
    return Verdict(
        ok=all(step.ok for step in report.steps),
        head=head,
        steps=report.steps,
        findings=tuple(sorted(report.findings, key=lambda f: (f.seq is None, f.seq or 0))),
        replayed=replay,
        since=since,
        note=f"Entries up to {since:,} were not looked at." if since else "",
    )


def _entries(
    conn: sqlite3.Connection,
    report: Report,
    since: int,
    head: int,
    progress: Progress | None,
    good: Good | None,
) -> None:
    """2 to 5, side by side: every entry behind `since`."""
    four = in_chain, in_payloads, in_ids, in_decisions = report.begin("chain", "payloads", "ids", "decisions")
    chain, payloads, names = Chain(since), Payloads(conn, since), Names(conn, since)
    in_chain.take(lambda: chain.begin(conn))
    in_payloads.take(payloads.begin)
    decided, done = since or LOWEST, 0
    try:
        for rows in pieces(conn, since):
            fit = fits(rows)
            in_chain.take(lambda rows=rows, fit=fit: chain.look(rows, fit))  # type: ignore[misc]
            in_payloads.take(lambda rows=rows, fit=fit: payloads.look(rows, fit))  # type: ignore[misc]
            in_ids.take(lambda rows=rows, fit=fit: names.look(rows, fit))  # type: ignore[misc]
            last, hashed = rows[-1][0], rows[-1][2]
            done += len(rows)
            if done >= STRETCH or last == head:
                in_decisions.take(lambda start=decided, end=last: check_decisions(conn, start, end))  # type: ignore[misc]
                decided, done = last, 0
                if good is not None and not any(step.found for step in four):
                    good(last, hashed)
            if progress is not None and last % TOLD < len(rows) and last < head:
                progress(last, head)
    except sqlite3.Error as error:
        for step in four:
            step.broke(error)
    in_chain.take(chain.end)
    in_payloads.take(payloads.end)
    in_ids.take(names.end)
