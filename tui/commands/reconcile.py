"""`memdesk reconcile`: a conflict with all its rows, which of them stands, and who settles it (P§15.2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from store.records.words import Kind, Queue, Role, Status
from tui.commands.call import WORDS, Call, Command, pass_call
from tui.commands.past import at_seq_option, looking, stamp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from governance.looking import Looking
    from store.records.views import ItemDetail, Row


@click.command("reconcile", cls=Command, short_help="Show what an item is in conflict with, and what settles it.")
@click.argument("ids", nargs=-1, required=True, type=WORDS, metavar="ID...")
@at_seq_option
@pass_call
def command(call: Call, ids: tuple[str, ...], at_seq: int | None) -> None:
    """Show the conflict that an item is in: every row, dated, which of them stands for now, who settles it.

    Nothing is decided here: `memdesk decide current`, `both`, `evidence`, `merge`, `stale` and `apart` do that.
    """
    desk = looking(call, at_seq)
    names = tuple(dict.fromkeys(desk.item(one).row.id for one in ids))
    rows_of = desk.queue_rows(Queue.CONFLICTS, names)
    found = tuple({row.id: row for row in rows_of if row.group is not None}.values())
    rows = {row.id: _sides(desk, row) for row in found}
    ask = _owners(call)
    if call.json:
        shapes = [_shape(row, rows[row.id], ask) for row in found]
        call.data("reconcile", {**stamp(at_seq), "conflicts": shapes, "none": _none(names, found)})
        return
    for number, row in enumerate(found):
        if number:
            call.out.line()
        _print(call, row, rows[row.id], ask)
    for name in _none(names, found):
        call.talk(f"{name} is in no conflict.")


def _none(names: Sequence[str], found: Sequence[Row]) -> list[str]:
    """Those that disagree with nothing."""
    within = {name for row in found for name in _ids(row)}
    return [name for name in names if name not in within]


def _ids(row: Row) -> list[str]:
    return (row.group or row.id).split()


def _sides(desk: Looking, row: Row) -> list[ItemDetail]:
    """Every row of a conflict, the oldest first."""
    return sorted((desk.item(name) for name in _ids(row)), key=_newness)


def _newness(item: ItemDetail) -> tuple[str, int]:
    return item.strip.date or "", item.row.created


def _current(sides: Sequence[ItemDetail]) -> ItemDetail | None:
    """The newest state row of the one subject that all have; of knowledge, and of several subjects, none is picked."""
    subjects = {item.strip.subject for item in sides}
    if len(subjects) > 1 or any(item.row.kind is not Kind.STATE for item in sides):
        return None
    return max((item for item in sides if item.row.status is Status.ACTIVE), key=_newness, default=None)


def _owners(call: Call) -> list[str]:
    """Who may settle anything here."""
    return [one.name for one in call.desk().principals() if one.role is Role.OWNER and not one.retired]


def _shape(row: Row, sides: Sequence[ItemDetail], ask: Sequence[str]) -> dict[str, Any]:
    from tui.commands.shapes import iso, shape

    current = _current(sides)
    return {
        "id": row.id,
        "subject": _subject(sides),
        "since": iso(row.since),
        "why": [shape(why) for why in row.why],
        "current": current.row.id if current else None,
        "rows": [
            {
                "id": item.row.id,
                "date": item.strip.date,
                "kind": item.row.kind,
                "value": item.text,
                "source": item.strip.source,
                "status": item.row.status,
                "subject": item.strip.subject,
                "confidence": item.strip.confidence,
                "why": [shape(why) for why in item.why],
                "seen": item.seen,
            }
            for item in sides
        ],
        "ask": list(ask),
    }


def _subject(sides: Sequence[ItemDetail]) -> str | None:
    subjects = {item.strip.subject for item in sides}
    return subjects.pop() if len(subjects) == 1 else None


def _print(call: Call, row: Row, sides: Sequence[ItemDetail], ask: Sequence[str]) -> None:
    from tui.wording.sentences import CONFLICT, why_sentence

    out, current, subject = call.out, _current(sides), _subject(sides)
    about = f"`subject: {subject}`" if subject else "what these say"
    out.line((f"Conflict on {about}:", "bold"))
    for item in sides:
        kind = item.row.kind.value if item.row.kind else "no kind"
        out.line("  - ", (f"[{item.strip.date or 'no date'}]", "bold"), f" ({kind}) {item.text}")
        status = item.row.status.value if item.row.status else "no status"
        stands = f"currently `{status}`" if item.row.status is Status.ACTIVE else f"`Status: {status}`"
        spelled = f"  subject: {item.strip.subject}" if subject is None and item.strip.subject else ""
        out.line(
            "    ", (item.row.id, "bold"), f"  Source: {item.strip.source or 'none'}{spelled}",
            (f"  {call.signs.back} {stands}", "accent"),
        )  # fmt: skip
        out.line("    ", (f"seen {item.seen}", "dim"))
    for why in row.why:
        if why.code in CONFLICT:
            about = "" if why.code == "needs-evidence" else f"{row.id}: "
            out.line(("because ", "dim") if about else ("noted ", "dim"), f"{about}{why_sentence(why)}")
    out.line()
    for line in _told(current):
        out.line(line)
    out.line(f"Who settles it: {', '.join(ask) or 'nobody is known here'}, or whom a grant lets.")
    alike = {why.code for why in row.why} <= {"possible-duplicate", "along-with"}
    for line in _commands(sides, current, alike=alike):
        out.line(("  ", "dim"), line)


def _told(current: ItemDetail | None) -> tuple[str, ...]:
    if current is None:
        return (
            "None is picked: all stay in sight until somebody settles it, on evidence or as the owner of the value.",
        )
    return (
        f"Acting on [{current.strip.date or 'no date'}]'s value. Every earlier row is retained as history.",
        "If an earlier row should be the current truth, reconcile.",
    )


def _commands(sides: Sequence[ItemDetail], current: ItemDetail | None, *, alike: bool) -> tuple[str, ...]:
    """What settles it, as it is typed; `alike`: they only may say the same."""
    ids = [item.row.id for item in sides]
    asks = f"memdesk decide evidence {ids[0]} --missing WORDS --reason needs-evidence"
    apart = f"memdesk decide apart {ids[0]} --reason different-things"
    if current is None:
        if all(item.row.kind is Kind.KNOWLEDGE for item in sides):
            merge = f"memdesk decide merge {' '.join(ids)}"
            if alike:
                return (f"{merge} --reason duplicate", apart, asks)
            return (apart, asks, f"{merge} --text WORDS --reason other --note WHY")
        return (apart, asks)
    first = [current.row.id, *(name for name in ids if name != current.row.id)]
    return (
        f"memdesk decide current {' '.join(first)} --evidence REF --reason current-value",
        f"memdesk decide both {ids[0]} --subject OTHER --reason both-hold",
        asks,
    )
