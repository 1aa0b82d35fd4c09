"""`memdesk demo`: the desk over a fresh copy of the sample memory."""

from __future__ import annotations

import shutil
import signal
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from store.records.words import Reason, Shown
from tui.commands.call import Call, Command, pass_call
from tui.commands.desk import at_terminal, open_the_desk
from tui.commands.places import USUAL

if TYPE_CHECKING:
    from types import FrameType

    from governance.desk import Desk


@click.command("demo", cls=Command, short_help="Try everything on a copy of a sample memory.")
@click.option("--no-open", is_flag=True, help="Do not open the desk; print the folder and keep it.")
@click.option("--keep", is_flag=True, help="Keep the folder when the desk is left.")
@pass_call
def command(call: Call, no_open: bool, keep: bool) -> None:
    """Try everything on a copy of a sample memory; it is removed when the desk is left, and keys made for it too."""
    if not no_open and not at_terminal():
        raise click.UsageError("The desk needs a terminal; --no-open prints the folder instead.")
    folder = Path(tempfile.mkdtemp(prefix="memdesk-demo-"))
    kept, store_id = False, ""
    before = {number: signal.signal(number, _leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        call.store = folder / USUAL
        items, store_id = _fill(folder, call.store)
        kept = keep or no_open
        if not no_open:
            open_the_desk(call)
            if kept:
                call.out.line(str(folder))
        elif call.json:
            call.data("demo", {"folder": str(folder), "store": str(call.store), "items": items})
        else:
            call.out.line(str(folder))
            call.talk(f"{items} items to try things on: cd there, and `memdesk list pending`.")
    finally:
        for number, former in before.items():
            signal.signal(number, former)
        if not kept:
            shutil.rmtree(folder, ignore_errors=True)
            _forget(call, store_id)


def _forget(call: Call, store_id: str) -> None:
    """Remove what was made for the store outside of it: keys that were adopted while trying things."""
    from governance.desk import keycase
    from governance.errors import Refusal

    try:
        if store_id:
            keycase.forget(store_id)
    except (Refusal, OSError) as error:
        call.talk(f"A key that was made for the demo may be left: {error}")


def _fill(folder: Path, store: Path) -> tuple[int, str]:
    """Copy the sample, make a store beside it, take the memory in, and let its agents write."""
    from governance.desk import create_store, now_us
    from tui.sample import sample_captures, sample_lanes, sample_memory_path

    shutil.copytree(sample_memory_path(), folder, dirs_exist_ok=True)
    with create_store(store, clock=now_us, zone=None, witnessed=False) as desk:
        desk.import_memory(folder)
        for by, capture in sample_captures():
            desk.intake.capture_all([desk.intake.sent(capture)], by=by)
        for lane in sample_lanes():
            _part(desk, lane)
        return desk.overview().items, desk.store_id


def _part(desk: Desk, lane: dict[str, Any]) -> None:
    """Make a lane of some items, as whoever tries the demo could."""
    told: dict[str, str] = {name: lane[name] for name in ("title", "purpose", "access") if name in lane}
    seen = [desk.item(name).seen for name in lane["items"]]
    desk.decide("new-lane", lane["items"], told, reason=Reason.ORGANIZED, seen=seen, shown=Shown.LISTED)
    if lane.get("freeze"):
        made = desk.lane_called(lane["title"])
        desk.decide("freeze", [made.id], {}, reason=Reason.EXPERIMENT, seen=[made.seen], shown=Shown.LISTED)


def _leave(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the form of a signal handler
    """End in order, so that the copy goes away."""
    sys.exit(128 + signum)
