"""`memdesk status`: what waits, in one line for a shell prompt."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from governance.errors import Refusal
from store.records.words import Assurance, Role
from tui.commands.call import Call, Command, pass_call
from tui.wording.checked import failed_words

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Overview

_WORDS = {
    "pending": ("pending", "▲", "!"),
    "drift": ("drift", "△", "%"),
    "stale": ("stale", "◌", "o"),
    "additive": ("additive", "+", "+"),
    "undistilled": ("not distilled", "·", "|"),
    "untriggered": ("without trigger", "·", "|"),
    "conflicts": ("in conflict", "≠", "/"),
    "withdrawals": ("withdrawals to settle", "⊘", "/"),
}


@click.command("status", cls=Command, short_help="Say in one line what waits and since when.")
@pass_call
def command(call: Call) -> None:
    """Say in one line what waits and since when; made for a shell prompt."""
    desk = call.desk()
    seen, now = desk.overview(), desk.now()
    if failed := failed_words(seen):
        call.talk(f"! {failed}")
    key = None if seen.keyless else _key(desk)
    spooled = desk.spooled()
    if call.json:
        from tui.commands.shapes import shape

        waiting = sum(queue.count for queue in seen.queues)
        call.data("status", {**shape(seen), "waiting": waiting, "key": key, "spooled": spooled})
        return
    told = one_line(seen, now, plain=call.ascii or not call.out.symbols)
    if spooled:
        call.talk(
            f"{spooled:,} put down while the store was busy: `memdesk watch once` takes in what lies in its spool."
        )
        told = f"{told}  {spooled:,} spooled"
    call.out.line(f"{told}  {seat(seen, key)}")
    for one in seen.left:
        from tui.wording.organizing import wait_words

        call.talk(f"{wait_words(one, 'item')}: no pass takes what lies there, and no queue shows it.")


def _key(desk: Desk) -> str | None:
    """The key that would sign; one that cannot be used is none, which is told when it is to sign."""
    with suppress(Refusal):
        return desk.own_key()
    return None


def seat(seen: Overview, key: str | None) -> str:
    """What whoever sits here is to this store, and whether they could sign."""
    if seen.keyless:
        return "keyless"
    if seen.assurance in (Assurance.TOKEN, Assurance.CLAIMED):
        return f"{seen.who}, {seen.assurance}"
    role = seen.role.value if seen.role else "nobody known here"
    return role if seen.role is Role.AUDITOR or key or not seen.role else f"{role}, no key here"


def one_line(seen: Overview, now: int, *, plain: bool) -> str:
    """Counts of the queues that hold something, and the age of the oldest row."""
    from tui.wording.sentences import number
    from tui.wording.times import ago_at

    parts = []
    for queue in seen.queues:
        if queue.count:
            word, sign, plain_sign = _WORDS.get(queue.queue.value, (queue.queue.value, "·", "|"))
            parts.append(f"{plain_sign if plain else sign} {queue.count:,} {word}")
    since = [queue.oldest_at for queue in seen.queues if queue.oldest_at is not None]
    if since:
        parts.append(f"oldest {ago_at(now, min(since), seen.zone)}")
    if not parts:
        parts.append("nothing waits")
    if seen.staged:
        parts.append(f"{seen.staged} staged")
    if seen.requests:
        parts.append(f"{seen.requests} to cosign")
    if seen.open_runs:
        parts.append(f"{number(seen.open_runs, 'import')} not finished")
    return "  ".join(parts)
