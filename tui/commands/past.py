"""The view at a seq on the command line: `--at-seq N` answers as the desk did at entry N."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tui.commands.call import Call

if TYPE_CHECKING:
    from governance.looking import Looking

at_seq_option = click.option("--at-seq", type=int, metavar="N", help="As it was at entry N of the log.")


def looking(call: Call, at_seq: int | None) -> Looking:
    """The desk as it is, or as it was at an entry, which is said aloud."""
    desk = call.desk()
    if at_seq is None:
        return desk
    from tui.wording.times import clock_time

    past = desk.at(at_seq)
    call.talk(f"As it was at entry {at_seq:,}, {clock_time(past.now(), past.zone)} {past.zone}.")
    return past


def stamp(at_seq: int | None) -> dict[str, Any]:
    """What JSON says of the moment it answers for."""
    return {} if at_seq is None else {"at_seq": at_seq}
