"""What the two passes share at the command line: an interruption that waits for the batch, and lines of the report."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tui.commands.call import Call
from tui.notices import DONE, INTERRUPTED, PARTLY

if TYPE_CHECKING:
    from store.records.views import PassReport

LISTED = 20
"""So many of a kind are named; --json names all."""


@contextmanager
def stopping(call: Call) -> Iterator[Callable[[], bool]]:
    """Answers whether ctrl-C was pressed; a second one does not wait for the batch."""
    stop = threading.Event()

    def pressed(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        stop.set()
        call.settle()
        call.talk("Stopping after this batch; ctrl-C again stops at once.")

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield stop.is_set
        return
    signal.signal(signal.SIGINT, pressed)
    try:
        yield stop.is_set
    finally:
        signal.signal(signal.SIGINT, before)
        call.settle()


def listed(call: Call, heading: str, lines: Sequence[str]) -> None:
    """How many there are of a kind, and the first of them."""
    if not lines:
        return
    call.out.line((f"{heading}: ", "bold"), f"{len(lines):,}")
    for line in lines[:LISTED]:
        call.out.row(("  ",), line)
    if len(lines) > LISTED:
        call.out.line(f"  {call.signs.more} and {len(lines) - LISTED:,} more; --json names all.")


def ended(call: Call, report: PassReport) -> int:
    """Say what waits, and whether the pass was stopped; the exit code."""
    from tui.wording.passes import STOPPED
    from tui.wording.sentences import number

    if report.waiting:
        verb = "waits" if report.waiting == 1 else "wait"
        call.talk(f"{number(report.waiting, 'capture')} {verb} for a person; `memdesk list inbox` shows them.")
    if report.cancelled:
        call.talk(STOPPED)
        return INTERRUPTED
    return PARTLY if report.refused else DONE
