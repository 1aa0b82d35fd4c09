"""A stream of captures: what has come is committed when the stream pauses, and answered at once, line by line."""

from __future__ import annotations

import os
import select
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from governance.errors import Refusal
from tui.notices import DONE, PARTLY, REFUSED
from tui.wording.captures import told_short

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import CaptureReceipt
    from tui.commands.call import Call

AT_ONCE = 200
"""Lines that are committed together at most."""
ROOM = 4_000_000
"""Bytes that are held at most before they are committed."""
LONGEST = 1_000_001
"""Bytes kept of one line: enough to see that it is too long."""
PAUSE = 0.005
"""Seconds without a further byte after which what has come is committed."""


def run_batch(call: Call, desk: Desk, source: int) -> int:
    """Capture every line that comes on a descriptor, answer each, and say how it went by the exit code."""
    came: Counter[str] = Counter()
    for numbers, lines in batches(source):
        try:
            receipts = desk.intake.capture_lines(lines)
        except Refusal as refusal:
            raise _stopped(refusal, numbers[0], came) from refusal
        for number, receipt in zip(numbers, receipts, strict=True):
            came[receipt.came] += 1
            _answer(call, number, receipt)
        call.out.end()
        if call.out.gone:
            break
    if not came:
        call.talk("Nothing came.")
    refused = came["refused"]
    if not refused:
        return DONE
    return REFUSED if refused == came.total() else PARTLY


def _stopped(refusal: Refusal, number: int, came: Counter[str]) -> Refusal:
    """Why a stream went no further, at which line, and what became of the lines before it."""
    before = ", ".join(f"{count:,} {what}" for what, count in came.items())
    told = f"The lines before it are done: {before}." if before else "No line before it was taken."
    sentence = f"Stopped at line {number:,}: {refusal.sentence} {told}"
    hint = f"{refusal.hint} Then send the rest, from line {number:,} on.".lstrip()
    return Refusal(refusal.kind, sentence, hint, refusal.ids)


def _answer(call: Call, number: int, receipt: CaptureReceipt) -> None:
    if call.json:
        from tui.commands.shapes import shape

        call.data("capture", {"line": number, **shape(receipt)})
        return
    told = told_short(receipt)
    call.out.line(f"{number} {receipt.came} {receipt.id or '-'}{f'  {told}' if told else ''}")


def batches(source: int) -> Iterator[tuple[list[int], list[bytes]]]:
    """(numbers, lines) of a descriptor: as many as came before a pause; blank lines are counted and left out."""
    numbers: list[int] = []
    lines: list[bytes] = []
    number, held = 0, 0
    for line in _lines(source):
        if line is not None:
            number += 1
            if line.strip(b" \t\r\xef\xbb\xbf"):
                numbers.append(number)
                lines.append(line)
                held += len(line)
        if lines and (line is None or len(lines) >= AT_ONCE or held >= ROOM):
            yield numbers, lines
            numbers, lines, held = [], [], 0
    if lines:
        yield numbers, lines


def _lines(source: int) -> Iterator[bytes | None]:
    """Lines without their ends, each cut at a bound; None wherever the stream pauses."""
    rest = bytearray()
    while True:
        if not select.select([source], [], [], PAUSE)[0]:
            yield None
        part = os.read(source, 65_536)
        if not part:
            break
        *whole, last = part.split(b"\n")
        for piece in whole:
            rest += piece[: LONGEST - len(rest)] if len(rest) < LONGEST else b""
            yield bytes(rest)
            rest.clear()
        rest += last[: LONGEST - len(rest)] if len(rest) < LONGEST else b""
    if rest:
        yield bytes(rest)
