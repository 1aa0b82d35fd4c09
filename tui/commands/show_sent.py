"""What writers sent, in full: how a record came in, what is in quarantine, a task with its records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from store.records.words import Fault, Hold
from tui.commands.call import Call
from tui.commands.shapes import iso, shape
from tui.wording.noticed import (
    door_words,
    fault_next,
    noticed_sentence,
    origin_words,
    review_part,
    sure_words,
    use_words,
    who_part,
)
from tui.wording.times import clock_time

if TYPE_CHECKING:
    from governance.looking import Looking
    from store.records.views import ItemDetail, QuarantineView, TaskView
    from store.records.views.details import Came

_HOLDS = {
    Hold.KEPT: ("waits for you", "warn"),
    Hold.DISCARDED: ("discarded: shown no more", "dim"),
    Hold.RESUBMITTED: ("mended and sent again", "good"),
}


def print_came(call: Call, item: ItemDetail, came: Came, zone: str) -> None:
    """Write how a record came in by a door: who wrote it, what admission noticed and took off, its own fields."""
    out, words = call.out, item.words
    out.line(("who wrote it", "dim"))
    out.line("  ", who_part(came.by, came.assurance, call.signs), f"  {sure_words(came.assurance)}")
    looked, style = review_part(item.row.review, call.signs)
    _pairs(
        call,
        (
            ("came by", f"{door_words(came.door)}, {clock_time(came.at, zone, seconds=True)}"),
            ("whose", origin_words(came.origin)),
            ("use", use_words(came.permitted_use)),
            ("project", words.project if words else None),
            ("topic", words.topic if words else None),
            ("type", item.row.type),
            ("task", item.row.task),
            ("client ref", came.client_ref),
            ("mended from", came.mended_from),
            ("dated", came.offset or (None if came.dated else "not by its writer: the day it came")),
            ("would be", words.proposed_confidence if words else None),
        ),
    )
    out.line("  ", (f"{'looked at':<12}", "dim"), (looked, style))
    told_above = {why.code for why in item.why}
    for flag in item.row.findings:
        if f"finding:{flag}" not in told_above:
            out.line("  ", ("noticed     ", "dim"), noticed_sentence(f"finding:{flag}"))
    for name, value in came.stripped:
        out.line("  ", ("taken off   ", "dim"), f"{name}: {value}")
    if words is None:
        return
    routing = words.routing or ()
    told = [(name, "; ".join(value) if isinstance(value, tuple) else value) for name, value in routing]
    if fields := [*words.typed, *((name, value) for name, value in told if value)]:
        out.line((f"{item.row.type or 'further'} fields", "dim"))
        _pairs(call, ((name.replace("_", " "), value) for name, value in fields), 20)


def print_quarantine(call: Call, view: QuarantineView, zone: str) -> None:
    """Write something that was refused: why, what was sent, who sent it, what can be done."""
    out = call.out
    told, style = _HOLDS[view.hold]
    out.line((view.id, "bold"), "  ", (told, style))
    out.line((f"{noticed_sentence(f'fault:{view.fault}')}", "bad"))
    for field, sentence in view.faults:
        out.line("  ", (f"{field}  " if field else "", "bold"), sentence)
    if view.fault is Fault.SECRET:
        out.line("A credential: nothing of what was sent is kept anywhere.")
    elif view.raw is None:
        out.line("Its words are not shown any more.")
    else:
        out.line(("what was sent", "dim"))
        out.block(view.raw)
    out.line(("who sent it", "dim"))
    out.line("  ", who_part(view.by, view.assurance, call.signs), f"  {sure_words(view.assurance)}")
    _pairs(
        call,
        (
            ("came by", f"{door_words(view.door)}, {clock_time(view.at, zone, seconds=True)}"),
            ("file", f"{view.file}:{view.line}" if view.file and view.line else view.file),
            ("project", view.project),
            ("rule", view.rule),
            ("place", view.place),
            ("became", view.became),
        ),
    )
    if view.hold is Hold.KEPT:
        if view.fault is Fault.SECRET:
            out.words(fault_next(view.fault))
        else:
            out.line(f"`memdesk decide resubmit {view.id}` sends it again, mended.")
        out.line(f"`memdesk decide discard {view.id}` ends that anybody sees it.")
    out.line(("seen ", "dim"), view.seen)


def task_shape(task: TaskView) -> dict[str, Any]:
    """A task as JSON."""
    return {**shape(task), "opened": iso(task.opened)}


def print_task(call: Call, desk: Looking, task: TaskView) -> None:
    """Write a task and the words of its working records."""
    out = call.out
    stands = f"{task.state}, {task.outcome}" if task.outcome else str(task.state)
    out.line((task.id, "bold"), f"  {stands}", f"  {task.title}" if task.title else "")
    opened = clock_time(task.opened, desk.zone, seconds=True)
    _pairs(call, (("opened", f"{opened} by {task.by}"), ("project", task.project)))
    for row in desk.item_rows(task.working):
        released = row.strip is not None and row.strip.released
        out.row(["  ", (row.id, "dim" if released else "bold"), "  released  " if released else "  "], row.text)


def _pairs(call: Call, pairs: Iterable[tuple[str, str | None]], width: int = 12) -> None:
    for name, value in pairs:
        if value:
            call.out.line("  ", (f"{name:<{width}}", "dim"), value)
