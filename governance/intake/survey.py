"""What the items of an import are to the store: fresh, known, this run's own, or not to be let in.

Looked at once, before anything is written, so that every id that another item names is known. An
entry of the index or the inbox that a topic page bears word for word is a reference to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from governance.intake.candidate import Candidate, Fate, words_of
from governance.intake.erased import suspects
from governance.intake.loading import Loaded
from governance.intake.segments import stored
from governance.intake.session import Session, is_open, root_of
from governance.rules.schema import closed, given
from store import index, log
from store.ids import read_id
from store.records.words import Kind, Status
from store.views.erased import Erased, erased


@dataclass(slots=True)
class Survey:
    """All items of an import."""

    all: list[Candidate] = field(default_factory=list)
    reserved: dict[int, int] = field(default_factory=dict)
    """For each day, the highest ordinal that an item brings along; new ones lie above."""
    owners: dict[tuple[str, str], Candidate] = field(default_factory=dict)
    """The first bearer of each written id; foreign forms of id are told apart by file."""
    bearers: dict[str, Candidate] = field(default_factory=dict)
    """The first bearer of each written id in all files."""
    erased: set[str] = field(default_factory=set)
    """The forms of items that stand where words were erased."""


def survey(session: Session) -> Survey:
    """Look at every item once, in the order in which files are taken in."""
    found = Survey(list(_candidates(session.files)))
    suspect = _suspects(session, found)
    seen: dict[str, Candidate] = {}
    borne: dict[str, list[Candidate]] = {}
    for candidate in found.all:
        twin = seen.setdefault(candidate.form, candidate)
        like = borne.setdefault(" ".join(candidate.item.text.split()), [])
        if twin is candidate:
            twin = next((other for other in like if _refers(candidate, other)), candidate)
        if twin is not candidate:
            candidate.twin, candidate.fate = twin, Fate.KNOWN
            if twin.fate is Fate.ERASED:
                _refuse(candidate, placed=twin.placed)
            continue
        like.append(candidate)
        _compare(session, found, candidate)
    _withhold(session, found.all, suspect)
    _quiet(found.all)
    return found


def _suspects(session: Session, found: Survey) -> dict[int, set[int]]:
    """For each file, the blocks that hold what was erased, as far as their place tells."""
    gone = erased(session.snapshot.conn)
    if gone is None:
        return {}
    suspect = {id(file): suspects(session, gone, file) for file in session.files}
    for candidate in found.all:
        if candidate.item.block in suspect[id(candidate.file)] and not _is_other(session, gone, candidate):
            found.erased.add(candidate.form)
    return suspect


def _is_other(session: Session, gone: Erased, candidate: Candidate) -> bool:
    """Whether an item bears an id that what was erased did not: no record's, or that of one which stands."""
    name = candidate.written
    if name is None or not session.snapshot.used(name):
        return name is not None
    row = session.snapshot.row("items", name)
    return name not in gone.rivals and row is not None and _standing(session, row) is not None


def _candidates(files: Iterable[Loaded]) -> Iterator[Candidate]:
    for file in files:
        for item in file.read.items:
            words = words_of(file, item)
            yield Candidate(file, item, words, index.known_form(words, item.text))


def _refers(candidate: Candidate, other: Candidate) -> bool:
    """Whether an entry of the index or the inbox only names a record that stands elsewhere word for word."""
    name, role = candidate.item.foreign_id, candidate.file.read.role
    if other.file is candidate.file or role not in ("index", "inbox"):
        return False
    return name == other.item.foreign_id if name else role == "index"


def _compare(session: Session, found: Survey, candidate: Candidate) -> None:
    """Settle what an item is, and who bears the id it was written with."""
    if not recognise(session, candidate) and candidate.form in found.erased:
        _refuse(candidate, placed=True)
    name = candidate.item.foreign_id
    if not name:
        return
    found.bearers.setdefault(name, candidate)
    owner = found.owners.setdefault(_where(candidate, name), candidate)
    if candidate.fate is not Fate.FRESH:
        return
    if owner is not candidate:
        candidate.rival = owner
    elif candidate.written is None:
        candidate.rival = _edited(session, candidate, name)
    elif session.snapshot.used(name):
        _meet(session, candidate, name)
    else:
        day, n = (read_id(name) or (0, 0, 0))[1:]
        found.reserved[day] = max(found.reserved.get(day, 0), n)


def _where(candidate: Candidate, name: str) -> tuple[str, str]:
    return ("" if candidate.written else candidate.file.path), name


def recognise(session: Session, candidate: Candidate) -> bool:
    """Whether the store has an item with the very words; the candidate is told what it is."""
    known = log.some(session.snapshot.conn, session.snapshot.find("known", candidate.form))
    for _, entry in sorted(known.items()):
        run, made = entry.effect.get("run"), entry.effect.get("item", {})
        own = run is not None and run == session.run
        candidate.id, candidate.fate = entry.subjects[0], Fate.OWN if own else Fate.KNOWN
        candidate.drift = tuple(made.get("drift", ()))
        candidate.links = len(entry.effect.get("links", ()))
        if run and not own and is_open(session.snapshot, run):
            candidate.held = run, root_of(session.snapshot, run)
        return True
    return False


def _edited(session: Session, candidate: Candidate, name: str) -> str | None:
    """The item that was read before from the same file under the same foreign id."""
    for seq in session.snapshot.find("alias", name):
        words = (session.snapshot.payload_of(seq) or {}).get("words", {})
        entry = log.entry(session.snapshot.conn, seq)
        if entry and "item" in entry.effect and words.get("file") == candidate.file.path:
            return entry.subjects[0]
    return None


def _standing(session: Session, row: dict[str, object]) -> tuple[dict[str, Any], str] | None:
    """The words and the text of a record; None where either was erased."""
    words = (session.snapshot.payload_of(int(str(row["body"]))) or {}).get("words")
    text = index.text_of(words, session.snapshot.payload_of) if words else None
    return None if words is None or text is None else (words, text)


def _meet(session: Session, candidate: Candidate, name: str) -> None:
    """Compare an item with the record that bears its id already."""
    row = session.snapshot.row("items", name)
    if row is None:
        candidate.rival = name
        return
    stands = _standing(session, row)
    if stands is None:
        _refuse(candidate, placed=False)
    elif stands[1].split() == candidate.item.text.split() and _agrees(session, candidate, row, stands[0]):
        candidate.fate, candidate.id = Fate.KNOWN, name
    else:
        candidate.rival = name


def _refuse(candidate: Candidate, *, placed: bool) -> None:
    candidate.fate, candidate.placed = Fate.ERASED, placed


def _agrees(session: Session, candidate: Candidate, row: dict[str, object], words: dict[str, Any]) -> bool:
    """Whether an item says of itself what the record says now, or what it said when it came in."""
    item = candidate.item
    status = Status.PENDING if candidate.pending_section else Status.ACTIVE
    said = (
        closed(Kind, item.kind),
        closed(Status, item.status) if given(item.status) else status,
        given(item.superseded_by),
    )
    made = log.entry(session.snapshot.conn, int(str(row["created"])))
    first = made.effect["item"] if made else {}
    return given(item.subject) == words.get("subject") and any(
        said == (values.get("kind"), values.get("status"), values.get("superseded_by")) for values in (row, first)
    )


def _withhold(session: Session, candidates: Iterable[Candidate], suspect: dict[int, set[int]]) -> None:
    """Keep the bytes of blocks that hold the erased out, unless they stand: then nobody erased the block."""
    let_in = set()
    for candidate in candidates:
        where = id(candidate.file), candidate.item.block
        if candidate.fate is not Fate.ERASED:
            let_in.add(where)
        else:
            suspect.setdefault(where[0], set()).add(where[1])
    for file in session.files:
        blocks = {block for block in suspect.get(id(file), ()) if (id(file), block) not in let_in}
        file.withheld = {block for block in blocks if not stored(session, file, file.text(block))}
        file.hush()


def _quiet(candidates: Iterable[Candidate]) -> None:
    """Mark blocks whose every item is known: nothing in them waits to be distilled.

    A block that holds one reference and nothing else shows what another block holds: it goes where that goes.
    """
    news: dict[tuple[int, int], bool] = {}
    files: dict[int, Loaded] = {}
    echoes: dict[tuple[int, int], list[Candidate]] = {}
    for candidate in candidates:
        echoes.setdefault((id(candidate.file), candidate.item.block), []).append(candidate)
        where = id(candidate.file), candidate.item.block
        files[id(candidate.file)] = candidate.file
        fresh = candidate.fate in (Fate.FRESH, Fate.OWN)
        news[where] = news.get(where, False) or fresh
    for (file, block), fresh in news.items():
        if not fresh:
            files[file].quiet.add(block)
            twin = echoes[file, block][0].twin
            if len(echoes[file, block]) == 1 and (said := echoes[file, block][0]).fate is Fate.KNOWN and said.id:
                files[file].told[block] = said.id
            if len(echoes[file, block]) == 1 and twin is not None and twin.file is not files[file]:
                files[file].echoes[block] = (twin.file, twin.item.block)
