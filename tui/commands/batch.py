"""A stream of captures: what has come is committed when the stream pauses, and answered at once, line by line."""

from __future__ import annotations

import os
import select
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tui.notices import DONE, PARTLY, REFUSED
from tui.wording.captures import FINDINGS

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
        receipts = desk.intake.capture_lines(lines)
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


def _answer(call: Call, number: int, receipt: CaptureReceipt) -> None:
    if call.json:
        from tui.commands.shapes import shape

        call.data("capture", {"line": number, **shape(receipt)})
        return
    told = [receipt.sentence] if receipt.sentence else [FINDINGS[flag] for flag in receipt.findings]
    why = f"  {'; '.join(told)}" if told else ""
    call.out.line(f"{receipt.came} {receipt.id or '-'}{why}")


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
