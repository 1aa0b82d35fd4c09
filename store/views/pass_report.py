"""What a pass did, told from the entries that it appended: their refs name its run (P§14.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from store import log
from store.decided import plan_of
from store.records.entry import Entry
from store.records.item import ItemWords
from store.records.views import LaneWait, PassReport, Suggested, Superseded
from store.records.words import Action
from store.views.lanes import lane_waits
from store.views.reader import Reader

_ENDS: Final = (Action.AUTODREAM, Action.AUTODREAM_SKIP, Action.ARCHIVE_SKIP)
"""Entries by which a pass says that it came to its end."""
_STEPS: Final = (Action.ADD, Action.SUPERSEDE, Action.PENDING_CLEANUP, Action.SUGGEST, Action.COOL)
"""Entries by which a distillation pass does something."""
_APART: Final = 60 * 1_000_000
"""Microseconds without an entry after which what is archived belongs to another archive pass."""
_LOOKED_AT: Final = 500
"""So many entries of one action are looked at for the last one of a pass."""
Told = dict[str, tuple[ItemWords | None, str]]


def pass_report(reader: Reader, run: str) -> PassReport | None:
    """What the pass of this id did, as far as it came; None where no pass bears it."""
    end = _end(reader, run)
    if end is not None and end.action is not Action.AUTODREAM:
        return _skipped(reader, run, end)
    after, until = _bounds(reader, end)
    steps = _steps(reader, run, after, until)
    if end is None and not steps:
        return None
    return _distilled(reader, run, steps, end)


def _skipped(reader: Reader, run: str, end: Entry) -> PassReport:
    """A pass that found nothing to do, or an archive pass that left something in a lane."""
    told, left = log.payload(reader.conn, end.seq) or {}, _left(reader, end)
    done = Reader(reader.conn, now=reader.now, day_of=reader.day_of, at_seq=end.seq, only=reader.only)
    if told.get("archived") and (last := _newest(done, Action.ARCHIVE)) is not None:
        return _archived(done, last).model_copy(update={"run": run, "left": left})
    return PassReport(action=end.action.value, run=run, left=left)


def _left(reader: Reader, end: Entry) -> tuple[LaneWait, ...]:
    """What a pass left in which lane, those called and standing as they did then."""
    then = Reader(reader.conn, now=reader.now, day_of=reader.day_of, at_seq=end.seq, only=reader.only)
    return lane_waits(then, (log.payload(reader.conn, end.seq) or {}).get("left") or {})


def last_pass(reader: Reader) -> PassReport | None:
    """What the last pass of this store did; None where none ever ran."""
    newest = max(
        (entry for action in (*_ENDS, *_STEPS, Action.ARCHIVE) if (entry := _newest(reader, action)) is not None),
        key=lambda entry: entry.seq,
        default=None,
    )
    if newest is None:
        return None
    if newest.action is Action.ARCHIVE:
        return _archived(reader, newest)
    return pass_report(reader, newest.subjects[0] if newest.action in _ENDS else str(newest.refs[0]))


def _of_pass(entry: Entry) -> bool:
    """Whether an entry is one of a pass, not of a decision or of an import."""
    if plan_of(entry) is not None or "verb" in entry.effect:
        return False
    if entry.action in _ENDS:
        return entry.subjects[0].startswith("run-") and entry.refs == ()
    if entry.action is Action.ARCHIVE:
        return "moves" in entry.effect
    return bool(entry.refs) and str(entry.refs[0]).startswith("run-")


def _newest(reader: Reader, action: Action) -> Entry | None:
    """The last entry of an action that a pass appended."""
    sql = "SELECT seq FROM log WHERE action = ? AND seq <= ? ORDER BY seq DESC LIMIT ?"
    seqs = [row[0] for row in reader.conn.execute(sql, (action.value, _head(reader), _LOOKED_AT))]
    for start in range(0, len(seqs), 50):
        entries = log.some(reader.conn, seqs[start : start + 50])
        for seq in seqs[start : start + 50]:
            if _of_pass(entries[seq]) and _known(reader, entries[seq]):
                return entries[seq]
    return None


def _known(reader: Reader, entry: Entry) -> bool:
    """Whether an entry that ends a pass is none of an import, which brings in those of a foreign memory."""
    return entry.action is not Action.AUTODREAM or _end(reader, entry.subjects[0]) is not None


def _head(reader: Reader) -> int:
    return reader.at_seq or log.head(reader.conn)[0]


def _end(reader: Reader, run: str) -> Entry | None:
    """The entry by which a pass ended; an import opened its run first, so it is none."""
    sql = "SELECT seq FROM subject_log WHERE subject = ? AND seq <= ? ORDER BY seq LIMIT 1"
    row = reader.conn.execute(sql, (run, _head(reader))).fetchone()
    entry = log.entry(reader.conn, row[0]) if row else None
    return entry if entry is not None and entry.action in _ENDS and _of_pass(entry) else None


def _bounds(reader: Reader, end: Entry | None) -> tuple[int, int]:
    """Between which entries a pass wrote: one runs at a time, so that the end of the one before is a bound."""
    if end is None:
        return 0, _head(reader)
    sql = "SELECT max(seq) FROM log WHERE action IN (?, ?) AND seq < ?"
    values = (Action.AUTODREAM.value, Action.AUTODREAM_SKIP.value, end.seq)
    seqs = [row[0] for row in reader.conn.execute(sql, values)]
    return seqs[0] or 0, end.seq


def _steps(reader: Reader, run: str, after: int, until: int) -> list[Entry]:
    """Everything that a pass appended, in order."""
    marks = ",".join("?" * len(_STEPS))
    sql = (
        f"SELECT seq FROM log WHERE action IN ({marks}) AND seq > ? AND seq <= ?"
        " AND instr(header, CAST(? AS BLOB)) ORDER BY seq"
    )
    values = (*(action.value for action in _STEPS), after, until, f'"{run}"')
    seqs = [row[0] for row in reader.conn.execute(sql, values)]
    entries = log.some(reader.conn, seqs)
    return [entries[seq] for seq in seqs if _of_pass(entries[seq]) and entries[seq].refs[0] == run]


def _distilled(reader: Reader, run: str, steps: list[Entry], end: Entry | None) -> PassReport:
    of = {action: [entry for entry in steps if entry.action is action] for action in _STEPS}
    made = {entry.subjects[0]: tuple(map(str, entry.refs[1:])) for entry in of[Action.ADD] if "item" in entry.effect}
    gone = of[Action.SUPERSEDE]
    pairs = [(entry.subjects[0], str(entry.effect.get("set", {}).get("superseded_by", ""))) for entry in gone]
    last = end.seq if end is not None else steps[-1].seq
    words = _words(reader, (name for pair in pairs for name in pair), last)
    scores = log.payloads(reader.conn, [entry.seq for entry in of[Action.SUGGEST]])
    counts = ((log.payload(reader.conn, end.seq) or {}).get("counts") or {}) if end is not None else {}
    refused = int(counts.get("refused") or 0)
    note = f"Refused, of what the distiller proposed: {refused:,}."
    return PassReport(
        action=Action.AUTODREAM.value,
        run=run,
        segments=end.subjects[1:] if end is not None else (),
        added=tuple(name for entry in of[Action.ADD] if (name := entry.subjects[0]) in made or len(entry.refs) == 1),
        superseded=tuple(_gave_way(words, old, new) for old, new in pairs),
        pending=tuple(entry.subjects[0] for entry in of[Action.PENDING_CLEANUP]),
        resolved=tuple(e.subjects[0] for e in gone if e.effect.get("before", {}).get("status") == "pending-cleanup"),
        suggested=tuple(
            Suggested(
                id=entry.subjects[0], other=other, relation=relation, score=scores.get(entry.seq, {}).get("score")
            )
            for entry in of[Action.SUGGEST]
            for relation, other in entry.effect["links"]
        ),
        cooled=tuple(entry.subjects[0] for entry in of[Action.COOL]),
        waiting=int(counts.get("waiting") or 0),
        left=_left(reader, end) if end is not None else (),
        distilled=tuple(made.items()),
        notes=(note,) if refused else (),
        cancelled=end is None,
    )


def _words(reader: Reader, names: Iterable[str], until: int) -> Told:
    """What items said when the pass was through: a person may have mended them since."""
    then = Reader(reader.conn, now=reader.now, day_of=reader.day_of, at_seq=until, only=reader.only)
    rows = [row for name in dict.fromkeys(names) if (row := then.last_row(name)) is not None]
    return then.words(row for row in rows if reader.behind or not row.withdrawn)


def _gave_way(words: Told, old: str, new: str) -> Superseded:
    """The two values, from the items' own words; an erased one has none."""
    (was, text), (now, newer) = words.get(old, (None, "")), words.get(new, (None, ""))
    return Superseded(
        subject=(was and was.subject) or (now and now.subject) or "",
        id=old,
        date=was.date if was else None,
        value=text,
        successor=new,
        successor_date=now.date if now else None,
        successor_value=newer,
    )


def _archived(reader: Reader, newest: Entry) -> PassReport:
    """The archive pass whose last entry this is: what its writer archived, with no pause between."""
    sql = "SELECT seq, at FROM log WHERE action = ? AND actor = ? AND seq <= ? ORDER BY seq DESC"
    seqs: list[int] = []
    last = newest.at
    for seq, at in reader.conn.execute(sql, (Action.ARCHIVE.value, newest.actor, newest.seq)):
        if last - at > _APART:
            break
        last = at
        seqs.append(seq)
    found = [entry for entry in log.some(reader.conn, seqs).values() if _of_pass(entry)]
    return PassReport(
        action=Action.ARCHIVE.value,
        segments=tuple(dict.fromkeys(entry.subjects[0] for entry in sorted(found, key=lambda one: one.seq))),
        archived=len(found),
    )
