"""`memdesk status`: what waits, in one line for a shell prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tui.commands.call import Call, Command, pass_call

if TYPE_CHECKING:
    from store.records.views import Overview

_WORDS = {
    "pending": ("pending", "▲", "!"),
    "drift": ("drift", "△", "%"),
    "stale": ("stale", "◌", "o"),
    "additive": ("additive", "+", "+"),
    "undistilled": ("not distilled", "·", "|"),
    "untriggered": ("without trigger", "·", "|"),
}


@click.command("status", cls=Command, short_help="Say in one line what waits and since when.")
@pass_call
def command(call: Call) -> None:
    """Say in one line what waits and since when; made for a shell prompt."""
    desk = call.desk()
    seen, now = desk.overview(), desk.now()
    if call.json:
        from tui.commands.shapes import shape

        call.data("status", {**shape(seen), "waiting": sum(queue.count for queue in seen.queues)})
        return
    call.out.line(one_line(seen, now, plain=call.ascii or not call.out.symbols))


def one_line(seen: Overview, now: int, *, plain: bool) -> str:
    """Counts of the queues that hold something, and the age of the oldest row."""
    from tui.wording.times import ago_at

    parts = []
    for queue in seen.queues:
        if queue.count:
            word, sign, plain_sign = _WORDS.get(queue.queue.value, (queue.queue.value, "·", "|"))
            parts.append(f"{plain_sign if plain else sign} {queue.count:,} {word}")
    since = [queue.oldest_at for queue in seen.queues if queue.oldest_at is not None]
    if since:
        parts.append(f"oldest {ago_at(now, min(since))}")
    if not parts:
        parts.append("nothing waits")
    if seen.staged:
        parts.append(f"{seen.staged} staged")
    if seen.open_runs:
        parts.append(f"{seen.open_runs} import{'s' if seen.open_runs > 1 else ''} not finished")
    return "  ".join(parts)
