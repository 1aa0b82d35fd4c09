"""`memdesk reconcile`: a conflict with all its rows, which of them stands, and who settles it (P§15.2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from governance.errors import Refusal, RefusalKind
from store.records.words import Kind, LaneState, Queue, Relation, Role, Status
from tui.commands.call import WORDS, Call, Command, pass_call
from tui.commands.past import at_seq_option, looking, stamp
from tui.wording.sentences import CONFLICT, why_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from governance.influence.disputing import Stand
    from governance.looking import Looking
    from store.records.views import ItemDetail, Row, Why


@click.command("reconcile", cls=Command, short_help="Show what an item is in conflict with, and what settles it.")
@click.argument("ids", nargs=-1, required=True, type=WORDS, metavar="ID...")
@click.option(
    "--row",
    "only",
    type=WORDS,
    multiple=True,
    metavar="ID",
    help="A row to speak of, once for each: only these are shown, and what settles them; the others stay in conflict.",
)
@at_seq_option
@pass_call
def command(call: Call, ids: tuple[str, ...], only: tuple[str, ...], at_seq: int | None) -> None:
    """Show the conflict that an item is in: every row, dated, which of them stands for now, who settles it.

    Nothing is decided here: `memdesk decide current`, `both`, `evidence`, `merge`, `stale` and `apart` do that. Each
    speaks of the rows that it names; the others stay in conflict.
    """
    desk = looking(call, at_seq)
    names = tuple(dict.fromkeys(desk.item(one).row.id for one in ids))
    rows_of = desk.queue_rows(Queue.CONFLICTS, names)
    found = tuple({row.id: row for row in rows_of if _disagrees(row)}.values())
    rows = {row.id: _sides(desk, row) for row in found}
    if only:
        wanted = _wanted(desk, only, rows)
        rows = {name: [one for one in sides if one.row.id in wanted] for name, sides in rows.items()}
        found = tuple(row for row in found if rows[row.id])
    ask = _owners(call)
    if call.json:
        shapes = [_shape(row, rows[row.id], ask, desk.stand(_ids(row))) for row in found]
        call.data("reconcile", {**stamp(at_seq), "conflicts": shapes, "none": _none(names, rows_of)})
        return
    for number, row in enumerate(found):
        if number:
            call.out.line()
        _print(call, row, rows[row.id], ask, desk)
    for name in _none(names, rows_of):
        call.talk(f"{name} is in no conflict.")


def _wanted(desk: Looking, only: Sequence[str], rows: Mapping[str, Sequence[ItemDetail]]) -> set[str]:
    """The rows that are to be spoken of; refused where one stands in none of these conflicts."""
    there = {one.row.id for sides in rows.values() for one in sides}
    wanted = {desk.item(one).row.id for one in only}
    if strange := sorted(wanted - there):
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"{', '.join(strange)} is no row of this conflict.",
            "`memdesk reconcile ID` lists its rows.",
            tuple(strange),
        )
    return wanted


def _none(names: Sequence[str], found: Sequence[Row]) -> list[str]:
    """Those that disagree with nothing."""
    within = {name for row in found if _disagrees(row) for name in _ids(row)}
    return [name for name in names if name not in within]


def _disagrees(row: Row) -> bool:
    """Whether this is a conflict; what is in none stands for itself, perhaps in a group of another kind."""
    return row.group is not None and row.id in row.group.split()


def _ids(row: Row) -> list[str]:
    return (row.group or row.id).split()


def _sides(desk: Looking, row: Row) -> list[ItemDetail]:
    """Every row of a conflict, the oldest first."""
    return sorted((desk.item(name) for name in _ids(row)), key=_newness)


def _newness(item: ItemDetail) -> tuple[str, int]:
    return item.strip.date or "", item.row.created


def _colliding(sides: Sequence[ItemDetail]) -> list[list[ItemDetail]]:
    """The live state rows that collide in their subject, the newest first; those of knowledge stand for no value."""
    found: list[list[ItemDetail]] = []
    for item in sorted(sides, key=_newness, reverse=True):
        if item.row.kind is Kind.STATE and item.row.status is Status.ACTIVE and item.strip.subject:
            near = [any(_collide(item, other) for other in rows) for rows in found]
            met = [one for rows, mine in zip(found, near, strict=True) if mine for one in rows]
            found = [rows for rows, mine in zip(found, near, strict=True) if not mine]
            found.append([*sorted(met, key=_newness, reverse=True), item])
    return [rows for rows in found if len(rows) > 1]


def _collide(one: ItemDetail, other: ItemDetail) -> bool:
    """Whether two rows of one subject stand against each other: nobody told them apart."""
    return any(why.code == "same-subject" and other.row.id in why.ids for why in one.why)


def _disagree(sides: Sequence[ItemDetail]) -> bool:
    """Whether two of these rows disagree; of one alone it is known already."""
    ids = {item.row.id for item in sides}
    own = [why.ids for item in sides for why in item.why if why.code in CONFLICT - {"along-with", "needs-evidence"}]
    return len(sides) < 2 or any(not ids.isdisjoint(others) for others in own)


def _apart(item: ItemDetail) -> set[str]:
    """The others that somebody told it apart from."""
    return {link.id for link in item.linked if link.relation is Relation.APART}


def _told_apart(sides: Sequence[ItemDetail]) -> list[tuple[str, str]]:
    """The pairs of these rows that somebody told apart, each from the older one."""
    later = [item.row.id for item in sides]
    found = []
    for item in sides:
        later.remove(item.row.id)
        judged = _apart(item)
        found += [(item.row.id, name) for name in later if name in judged]
    return found


def _shut(item: ItemDetail) -> bool:
    """Whether it lies in a lane that is frozen or cleared, of which recall uses nothing."""
    return item.strip.lane_state not in (None, LaneState.ACTIVE)


def _acting(rows: Sequence[ItemDetail], stand: Stand) -> ItemDetail | None:
    """Which of the rows of a subject recall acts on."""
    used = [item for item in rows if item.row.id in stand.current]
    return used[0] if len(used) == 1 else None


def _current(sides: Sequence[ItemDetail], stand: Stand) -> ItemDetail | None:
    """The row of the one subject that collides that recall acts on; of knowledge, and of several subjects, none."""
    lots = _colliding(sides)
    return _acting(lots[0], stand) if len(lots) == 1 else None


def _owners(call: Call) -> list[str]:
    """Who may settle anything here."""
    return [one.name for one in call.desk().principals() if one.role is Role.OWNER and not one.retired]


def _shape(row: Row, sides: Sequence[ItemDetail], ask: Sequence[str], stand: Stand) -> dict[str, Any]:
    from tui.commands.shapes import iso, shape

    current = _current(sides, stand)
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
                "deferred_until": item.deferred_until,
                "lane": item.strip.lane,
                "lane_state": item.strip.lane_state,
                "why": [shape(why) for why in item.why],
                "apart": sorted(_apart(item)),
                "relied": {**shape(item.relied), "tasks": [list(one) for one in item.relied.tasks]},
                "seen": item.seen,
            }
            for item in sides
        ],
        "ask": list(ask),
    }


def _subject(sides: Sequence[ItemDetail]) -> str | None:
    subjects = {item.strip.subject for item in sides}
    return subjects.pop() if len(subjects) == 1 else None


def _print(call: Call, row: Row, sides: Sequence[ItemDetail], ask: Sequence[str], desk: Looking) -> None:
    from tui.wording.relied import relied_lines
    from tui.wording.strip import lane_mark

    out, subject = call.out, _subject(sides)
    about = f"`subject: {subject}`" if subject else "what these say"
    disagree = _disagree(sides)
    out.line((f"Conflict on {about}:" if disagree else f"No conflict on {about} between these:", "bold"))
    for item in sides:
        kind = item.row.kind.value if item.row.kind else "no kind"
        out.line("  - ", (f"[{item.strip.date or 'no date'}]", "bold"), f" ({kind}) {item.text}")
        status = item.row.status.value if item.row.status else "no status"
        stands = f"currently `{status}`" if item.row.status is Status.ACTIVE else f"`Status: {status}`"
        spelled = f"  subject: {item.strip.subject}" if subject is None and item.strip.subject else ""
        mark = lane_mark(item.strip, call.signs)
        out.line(
            "    ", (item.row.id, "bold"), f"  Source: {item.strip.source or 'none'}{spelled}",
            (f"  {call.signs.back} {stands}", "accent"), *((("  ", "dim"), mark) if mark else ()),
            (f"  put off until {item.deferred_until}" if item.deferred_until else "", "warn"),
        )  # fmt: skip
        for told, _ in relied_lines(item.relied, desk.zone):
            out.line("    ", ("relied on: ", "dim"), told)
        out.line("    ", (f"seen {item.seen}", "dim"))
    for pair in _told_apart(sides):
        out.line(("noted ", "dim"), f"{' and '.join(pair)} were told apart")
    left = len(_ids(row)) - len(sides)
    for name, why in _among(sides) if left else ((row.id, why) for why in row.why if why.code in CONFLICT):
        about = "" if why.code == "needs-evidence" else f"{name}: "
        out.line(("because ", "dim") if about else ("noted ", "dim"), f"{about}{why_sentence(why)}")
    if left:
        out.line(("not spoken of ", "dim"), f"{left:,} of its {len(_ids(row)):,} rows: they stay in conflict")
    out.line()
    if not disagree:
        out.line("Each of these stands for itself; with others that one of them disagrees with:")
        out.line(("  ", "dim"), f"memdesk reconcile {sides[0].row.id}")
        return
    stand = desk.stand(_ids(row))
    for line in _told(sides, stand):
        out.line(line)
    out.line(f"Who settles it: {', '.join(ask) or 'nobody is known here'}, or whom a grant lets.")
    alike = {why.code for why in row.why} <= {"possible-duplicate", "along-with"}
    for line in _commands(sides, stand, alike=alike):
        out.line(("  ", "dim"), line)


def _among(sides: Sequence[ItemDetail]) -> Iterator[tuple[str, Why]]:
    """(row, why it disagrees with others of these), each pair from one end."""
    later = {item.row.id for item in sides}
    for item in sides:
        later.discard(item.row.id)
        for why in item.why:
            own = why.code == "needs-evidence"
            ids = why.ids if own else tuple(name for name in why.ids if name in later)
            if why.code in CONFLICT - {"along-with"} and ids:
                yield item.row.id, why.model_copy(update={"ids": ids})


def _told(sides: Sequence[ItemDetail], stand: Stand) -> tuple[str, ...]:
    """Which row stands for now, of each subject that collides; of what else is claimed none."""
    told, lots = list[str](), _colliding(sides)
    for rows in lots:
        if current := _acting(rows, stand):
            date = current.strip.date or "no date"
            same = any(one.strip.date == current.strip.date and not _shut(one) for one in rows if one is not current)
            which = f", of {current.row.id}, which came last of that date" if same else ""
            told.append(f"Acting on [{date}]'s value{which}. Every earlier row is retained as history.")
        else:
            why = (stand.unpicked[one.row.id] for one in rows if one.row.id in stand.unpicked)
            told.append(next(why, "None of these values stands for now."))
    for item in filter(_shut, sides):
        state = "frozen" if item.strip.lane_state is LaneState.FROZEN else "cleared"
        told.append(f"{item.row.id} is not recalled: it lies in {item.row.lane}, which is {state}.")
    if lots:
        told.append("If an earlier row should be the current truth, reconcile.")
    if sum(map(len, lots)) < len(sides):
        which = "Of the others none" if lots else "None"
        told.append(
            f"{which} is picked: all stay in sight until somebody settles it, on evidence or as the owner of the value."
        )
    return tuple(told)


def _commands(sides: Sequence[ItemDetail], stand: Stand, *, alike: bool) -> tuple[str, ...]:
    """What settles it, as it is typed; `alike`: they only may say the same."""
    shut = {item.lane.id: item.lane for item in sides if item.lane and item.lane.state is not LaneState.ACTIVE}
    sides = [item for item in sides if not (item.lane and item.lane.id in shut)]
    found = [f"memdesk lane thaw {name}" for name in shut]
    if len(sides) < 2:
        return tuple(found)
    ids, lots = [item.row.id for item in sides], _colliding(sides)
    for lot in lots:
        rows = sorted(lot, key=lambda one: one.row.id not in stand.current)  # what stands is named first
        names = [one.row.id for one in rows]
        rivals = [name for why in rows[0].why if why.code == "same-subject" for name in why.ids]
        if set(rivals) <= set(names):  # only all of them together are decided in one
            all_ids = " ".join((names[0], *(name for name in names if name in rivals)))
            found.append(f"memdesk decide current {all_ids} --evidence REF --reason current-value")
        else:
            given = f"--by {names[0]} --evidence REF --reason newer-value"
            found += [f"memdesk decide resolve {older} {given}" for older in names[1:]]
        found.append(f"memdesk decide both {names[-1]} --subject OTHER --reason both-hold")
    merge = f"memdesk decide merge {' '.join(ids)}"
    folded = len(ids) > 1 and all(item.row.kind is Kind.KNOWLEDGE for item in sides)
    if folded and alike:
        found.append(f"{merge} --reason duplicate")
    pair = next(((name, why.ids[0]) for name, why in _among(sides) if why.code != "needs-evidence"), ids[:2])
    found.append(f"memdesk decide apart {' '.join(pair)} --reason different-things")
    found.append(f"memdesk decide evidence {ids[0]} --missing WORDS --reason needs-evidence")
    if folded and not alike:
        found.append(f"{merge} --text WORDS --reason other --note WHY")
    return tuple(found)
