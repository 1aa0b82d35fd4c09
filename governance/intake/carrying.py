"""Withdrawals that a memory brings along (P§12.2): read before its content, applied before any of that is visible.

The records of a folder are one unit: where one cannot be read, nothing is taken in. A withdrawal excludes at once,
whoever decided it; a reinstatement at the end of a chain waits for somebody with authority here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from governance.errors import Refusal, RefusalKind
from governance.intake.candidate import Fate
from governance.intake.manifest import spelled
from governance.intake.reading.yaml_pairs import NotPairs, pairs_in
from governance.intake.session import Session, Steps
from governance.intake.sources import Places
from governance.intake.survey import Survey
from governance.rules.anchors import anchors_in, inside
from governance.rules.controlling import control_draft
from governance.rules.secrets import find_secrets
from store import log, seal
from store.ids import MAX_FOREIGN, block_id, read_id
from store.records.controls import RECORD_TYPE, ControlAction, ControlState, Selectors
from store.records.entry import Draft
from store.records.words import Action, Reason
from store.views.reader import Reader
from store.views.sources import members

FOLDER: Final = "controls"
_LARGEST: Final = 256 * 1024
_SCOPE: Final = ("memory_item_ids", "archive_refs", "source_or_run_refs")
_FIELDS: Final = frozenset(
    {"withdrawal_id", "record_type", "action", "reason", "decided_by", "decided_at", "effect", "supersedes"}
)


class Carried(NamedTuple):
    """One control record as it was read."""

    path: str
    id: str
    action: ControlAction
    scope: tuple[tuple[str, ...], ...]
    """The three categories of selectors, as written."""
    reason: str
    decided_by: str
    decided_at: str
    supersedes: str | None

    def record(self) -> str:
        """What makes two records the same one, wherever their file lies."""
        said = [self.id, self.action.value, [sorted(set(part)) for part in self.scope], self.supersedes]
        return seal.canonical([*said, self.decided_by, self.decided_at]).decode("ascii")


def controls_of(base: str) -> tuple[Carried, ...]:
    """The control records of a memory, each after what it follows; refused where one cannot be read."""
    try:
        files = sorted(path for path in Path(base, FOLDER).iterdir() if path.suffix in (".yaml", ".yml"))
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise _unreadable(FOLDER, 0, f"it cannot be read ({error.strerror})") from error
    return tuple(_in_order([_read(path) for path in files]))


def _unreadable(path: str, line: int, why: str) -> Refusal:
    where = f"{path}, line {line}" if line else path
    return Refusal(
        RefusalKind.BAD_INPUT,
        f"{where}: this withdrawal cannot be read: {why}. Nothing was taken in.",
        "What it withdraws is not known, so the whole folder stays out; mend the record and import again.",
    )


def _read(file: Path) -> Carried:
    path = spelled(f"{FOLDER}/{file.name}")
    try:
        with file.open("rb") as stream:
            raw = stream.read(_LARGEST + 1)
        text = raw.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path, 0, str(getattr(error, "strerror", None) or "it is no UTF-8 text")) from error
    if len(raw) > _LARGEST or find_secrets(text):
        raise _unreadable(path, 0, "it is too long, or holds a credential")
    try:
        pairs = pairs_in(text)
    except NotPairs as fault:
        raise _unreadable(path, fault.line + 1, fault.words) from fault
    told = dict(pairs)
    if len(told) < len(pairs):
        raise _unreadable(path, 0, "a field stands in it twice")
    return _judged(path, told)


def _judged(path: str, told: dict[str, Any]) -> Carried:
    """A record of the protocol's shape; whatever is missing or more makes it unreadable."""
    scope = tuple(_listed(path, told.pop(f"scope.{part}", [])) for part in _SCOPE)
    if more := sorted(set(told) - _FIELDS):
        raise _unreadable(path, 0, f"{more[0]} is no field of it")
    for name in sorted(_FIELDS - {"supersedes"}):
        if not isinstance(told.get(name), str) or not told[name].strip():
            raise _unreadable(path, 0, f"{name} is missing")
    if told["record_type"] != RECORD_TYPE or told["action"] not in set(ControlAction):
        raise _unreadable(path, 0, f"it is no {RECORD_TYPE}, or its action is neither withdraw nor reinstate")
    action = ControlAction(told["action"])
    supersedes = str(told.get("supersedes") or "").strip()
    before = None if supersedes in ("", "null", "~", "none") else supersedes
    if told["effect"] != action.effect or (action is ControlAction.REINSTATE and before is None):
        raise _unreadable(path, 0, f"{action} goes with {action.effect}, and a reinstatement names its withdrawal")
    if not any(scope):
        raise _unreadable(path, 0, "it names nothing")
    return Carried(
        path, told["withdrawal_id"].strip(), action, scope, told["reason"], told["decided_by"], told["decided_at"],
        before,
    )  # fmt: skip


def _listed(path: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        if value.strip() not in ("", "[]"):
            raise _unreadable(path, 0, "a scope is made of lists")
        return ()
    return tuple(str(one).strip() for one in value if str(one).strip())


def _in_order(records: Sequence[Carried]) -> Iterator[Carried]:
    """Each after what it follows; of a ring, as they stand."""
    named = {record.id: record for record in records}
    done: set[str] = set()
    for record in records:
        chain: list[Carried] = []
        step: Carried | None = record
        while step is not None and step.path not in done:
            done.add(step.path)
            chain.append(step)
            step = named.get(step.supersedes or "")
        yield from reversed(chain)


def that_apply(session: Session, survey: Survey, records: Sequence[Carried], *, whole: bool) -> tuple[Carried, ...]:
    """The records that are about what is taken in.

    A folder whose records name an item that is nowhere stays out: that would come in unhindered later. Of a single
    file, records about the rest of its memory are left to the import of that.
    """
    found = []
    for record in records:
        lost = [name for name in record.scope[0] if not _is_there(session, survey, name)]
        others = len(lost) < len(record.scope[0]) or record.scope[1] or record.scope[2]
        if lost and (whole or others):
            hint = "" if whole else " (import the whole folder)"
            raise _unreadable(record.path, 0, f"{lost[0]} is neither in this folder nor known from it{hint}")
        if not lost:
            found.append(record)
    return tuple(found)


def _is_there(session: Session, survey: Survey, name: str) -> bool:
    owner = survey.bearers.get(name)
    return (owner is not None and owner.fate is not Fate.ERASED) or _item(session, survey, name) is not None


def carry(session: Session, survey: Survey, places: Places, records: Sequence[Carried], *, whole: bool) -> Steps[int]:
    """Append every control record that is not known; returns how many.

    Withdrawals alone count: each follows the last of them before it in its chain. A reinstatement gives nothing back
    here; the last of a chain is a proposal that waits, one that a withdrawal followed is told as history.
    """
    followed = {record.supersedes for record in records if record.action is ControlAction.WITHDRAW}
    named = {record.id: record for record in records}
    ids: dict[str, str] = {}
    count = 0
    for record in records:
        if seqs := session.snapshot.find("record", record.record()):
            known = log.entry(session.snapshot.conn, seqs[0])
            ids[record.id] = known.subjects[0] if known else record.id
            continue
        terms = yield from _terms(session, survey, places, record)
        if not terms and whole:
            raise _unreadable(record.path, 0, "nothing that it names is in this folder, or known from it")
        if not terms:
            continue
        run = yield from session.opened()
        told: dict[str, Any] = {"state": _state(record, followed).value, "run": run}
        told |= {"reason": record.reason} if record.reason in set(Reason) else {}
        made = ids[record.id] = _id(session, record.id)
        before = _before(record, named, ids)
        draft = control_draft(made, record.action, Selectors.of(terms), supersedes=before, told=told)
        words = {"v": 1, "record": record.record(), "decided_by": record.decided_by, "decided_at": record.decided_at}
        yield draft._replace(payload=words if "reason" in told else words | {"note": record.reason})
        count += 1
    return count


def _state(record: Carried, followed: set[str | None]) -> ControlState:
    if record.action is ControlAction.WITHDRAW:
        return ControlState.CARRIED
    return ControlState.FOLLOWED if record.id in followed else ControlState.PROPOSED


def _before(record: Carried, named: dict[str, Carried], ids: dict[str, str]) -> str | None:
    """What a record follows here: of the folder's own, the last withdrawal before it; any other as it is named."""
    before, seen = record.supersedes, {record.id}
    while before in named and before not in seen and named[before].action is ControlAction.REINSTATE:
        seen.add(before)
        before = named[before].supersedes
    found = ids.get(before or "", before)
    return found if found and read_id(found) else None


def _id(session: Session, written: str) -> str:
    """The id that a record bears, where it is of our form and free; else one of this store."""
    read = read_id(written)
    if read and read.prefix == "memwd" and read.n <= MAX_FOREIGN and not session.snapshot.used(written):
        return written
    return session.snapshot.mint("memwd", session.day)


def _terms(session: Session, survey: Survey, places: Places, record: Carried) -> Steps[list[str]]:
    """What a record names, by the ids that things bear here; what is not here is nothing to withdraw."""
    items, archive, sources = record.scope
    found = [name for one in items if (name := _item(session, survey, one))]
    for one in archive:
        found += _archived(session, places, one)
    for one in sources:
        found.append((yield from _source(session, one)))  # a run of another store is no run here
    return list(dict.fromkeys(found))


def _item(session: Session, survey: Survey, name: str) -> str | None:
    owner = survey.bearers.get(name)
    if owner is not None and owner.settled:
        return owner.settled
    row = session.snapshot.row("items", name)
    if row is not None and row["run"] in session.runs:
        return name
    for seq in session.snapshot.find("alias", name):
        entry = log.entry(session.snapshot.conn, seq)
        if entry is not None and "item" in entry.effect:
            return entry.subjects[0]
    return None


def _archived(session: Session, places: Places, ref: str) -> list[str]:
    found: list[str] = []
    for anchor in anchors_in(ref)[0]:
        whole = [f for f in session.files if inside(f.path) in (anchor.path, f"{anchor.path}.md")]
        if anchor.part is None and whole:
            found += sorted(segment for file in whole for segment in file.segments)
            continue
        for seq in places.seqs(anchor):
            row = session.snapshot.row("blocks", seq)
            if row is not None:
                segment, ordinal = str(row["segment"]), int(str(row["ordinal"]))
                found.append(segment if anchor.part is None else block_id(segment, ordinal))
    return found


def _source(session: Session, name: str) -> Steps[str]:
    """The id of a source string; one that has none gets it, with every item that names it."""
    for entry in log.some(session.snapshot.conn, session.snapshot.find("source", name)).values():
        return entry.subjects[0]
    made = session.snapshot.mint("src")
    reader = Reader(session.snapshot.conn, now=0, day_of=str, behind=True)
    yield Draft(Action.SOURCE, (made, *members(reader, name)), {}, {"v": 1, "name": name})
    return made
