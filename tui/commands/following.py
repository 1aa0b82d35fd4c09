"""`memdesk log --follow`: the last entries, then new ones as they come.

The desk's pulse is asked every half second; between two looks the process sleeps, and wakes when its reader goes away.
"""

from __future__ import annotations

import select
import sys
import time
from typing import TYPE_CHECKING

from tui.commands.log import print_entries, print_last
from tui.live import POLL

if TYPE_CHECKING:
    from collections.abc import Callable

    from governance.looking import Looking
    from store.records.views import LogFilter
    from tui.commands.call import Call


def follow_log(call: Call, desk: Looking, where: LogFilter, limit: int | None) -> None:
    """Write the last entries and every new one until ctrl-C, a closed pipe or the moment of --until."""
    try:
        _follow(call, desk, where, limit)
    except KeyboardInterrupt:  # the usual end of following: nothing is left undone, so nothing is complained about
        return


def _follow(call: Call, desk: Looking, where: LogFilter, limit: int | None) -> None:
    head = desk.pulse()[1]
    found = desk.log_keys(where, at_seq=head)
    print_last(call, desk, found, limit)
    call.out.end()
    wait = _waiting()
    while not call.out.gone and (where.until is None or desk.now() < where.until):
        if not wait():
            return
        now = desk.pulse()[1]
        if now != head:
            print_entries(call, desk, desk.log_keys(where, at_seq=now, after=head))
            call.out.end()
            head = now


def _waiting() -> Callable[[], bool]:
    """How to sleep until the next look; False once nobody reads stdout any more."""
    try:
        out = sys.stdout.fileno()
    except (OSError, ValueError):
        return _sleep
    closed = select.poll()
    closed.register(out, 0)  # asks for nothing, so only an end that went away answers
    return lambda: not closed.poll(POLL * 1_000)


def _sleep() -> bool:
    time.sleep(POLL)
    return True
