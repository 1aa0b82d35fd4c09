"""What the two passes share at the command line: an interruption that waits for the batch, and lines of the report."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tui.commands.call import Call
from tui.notices import DONE, INTERRUPTED, PARTLY

if TYPE_CHECKING:
    from governance.looking import Looking
    from store.records.views import PassReport, Superseded

LISTED = 20
"""So many of a kind are named; --json names all."""
FIRST = 120
"""So many characters of an item are shown."""


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


def pass_shape(report: PassReport) -> dict[str, Any]:
    """What a distillation pass did, as JSON."""
    from tui.commands.shapes import shape

    found = dict(shape(report))
    for name in ("archived", "files"):
        del found[name]
    found["distilled"] = [{"id": name, "from": list(members)} for name, members in report.distilled]
    return found


def print_pass(call: Call, desk: Looking, report: PassReport) -> None:
    """What a distillation pass did: of each kind how many, and the first of them with their words."""
    from tui.wording.noticed import likeness_words
    from tui.wording.pass_lines import gave_way

    values = {one.id: one for one in report.superseded}
    gone = gave_way(report)
    resolved = [name for name in report.resolved if name not in values]
    shown = {*report.added[:LISTED], *report.pending[:LISTED], *resolved[:LISTED], *report.cooled[:LISTED]}
    words = _first_words(desk, shown)

    def named(names: Sequence[str]) -> list[tuple[str, str]]:
        return [(f"{name}  ", words.get(name, "")) for name in names]

    _listed(call, "added", named(report.added))
    _listed(call, "made", [(f"{name} of ", ", ".join(members)) for name, members in report.distilled])
    _superseded(call, "superseded", gone)
    _listed(call, "marked pending", named(report.pending))
    _superseded(call, "resolved", [values[name] for name in report.resolved if name in values])
    _listed(call, "resolved", named(resolved))
    pairs = ((f"{one.id} {one.other}  ", likeness_words(one.relation, one.score)) for one in report.suggested)
    _listed(call, "suggested", list(pairs))
    _listed(call, "cooled", named(report.cooled))
    _listed(call, "distilled to the end", [("", name) for name in report.segments])
    _listed(call, "refused", [("", f"{one.number}. {one.operation}: {one.sentence}") for one in report.refused])
    for note in report.notes:
        call.out.line("  ", note)


def _first_words(desk: Looking, names: set[str]) -> dict[str, str]:
    """The words of items, on one line each."""
    return {row.id: " ".join(row.text.split())[:FIRST] for row in desk.item_rows(sorted(names))} if names else {}


def _listed(call: Call, heading: str, lines: Sequence[tuple[str, str]]) -> None:
    """How many there are of a kind, and the first of them: an id, and its words."""
    if not lines:
        return
    call.out.line((f"{heading}: ", "bold"), f"{len(lines):,}")
    for lead, text in lines[:LISTED]:
        call.out.row(("  ", (lead, "dim")), text)
    _left(call, len(lines))


def _superseded(call: Call, heading: str, found: Sequence[Superseded]) -> None:
    """The subject, the value that gave way and the one it gave way to, each with its date (P§14.2)."""
    from tui.wording.pass_lines import ERASED

    if not found:
        return
    call.out.line((f"{heading}: ", "bold"), f"{len(found):,}")
    dash, arrow = call.signs.dash, call.signs.arrow
    for one in found[:LISTED]:
        call.out.line("  ", (one.subject, "bold"))
        for lead, date, name, value in (
            (" " * len(arrow), one.date, one.id, one.value),
            (arrow, one.successor_date, one.successor, one.successor_value),
        ):
            call.out.row(("    ", f"{lead} ", (f"{date or dash}  {name}  ", "dim")), value or ERASED)
    _left(call, len(found))


def _left(call: Call, count: int) -> None:
    if count > LISTED:
        call.out.line(f"  {call.signs.more} and {count - LISTED:,} more; --json names all.")


def ended(call: Call, report: PassReport) -> int:
    """Say what waits, and whether the pass was stopped; the exit code."""
    from tui.wording.passes import STOPPED, lane_sentence
    from tui.wording.sentences import number

    if report.waiting:
        verb = "waits" if report.waiting == 1 else "wait"
        call.talk(f"{number(report.waiting, 'capture')} {verb} for a person; `memdesk list inbox` shows them.")
    if told := lane_sentence(report):
        call.talk(told)
    if report.cancelled:
        call.talk(STOPPED)
        return INTERRUPTED
    return PARTLY if report.refused else DONE
