"""What the items of an import are to the store: fresh, known, this run's own, or not to be let in.

Looked at once, before anything is written, so that every id that another item names is known. An
entry of the index or the inbox that a topic page bears word for word is a reference to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from governance.intake.loading import Loaded
from governance.intake.reading import ReadItem
from governance.intake.reading.dates import day_in
from governance.intake.session import Session, is_open
from governance.rules.schema import Claims, closed, given
from store import index, log
from store.ids import MAX_FOREIGN, read_id
from store.records.words import Drift, Kind, Status

_PENDING = frozenset({"pending cleanup", "pending-cleanup"})


class Fate(Enum):
    """What becomes of an item."""

    FRESH = "fresh"
    """Nobody has it yet."""
    KNOWN = "known"
    """The store, or an earlier line of this import, has it."""
    OWN = "own"
    """This run took it in before it was cut off."""
    ERASED = "erased"
    """Its words were erased from this store and stay out."""


@dataclass(slots=True, eq=False)
class Candidate:
    """One item that was read, and what it is to the store."""

    file: Loaded
    item: ReadItem
    words: dict[str, Any]
    """Its words as they would be kept, without the fact."""
    form: str
    """What makes it the same as another."""
    fate: Fate = Fate.FRESH
    id: str | None = None
    """Its id here, as soon as it has one."""
    drift: tuple[Drift, ...] = ()
    links: int = 0
    """How many links it came in with."""
    held: str | None = None
    """The run that holds it and was cut off, so that it is not visible yet."""
    twin: Candidate | None = None
    """The candidate whose words it repeats."""
    rival: Candidate | str | None = None
    """The record that bears the id it was written with, although its words are others."""

    @property
    def written(self) -> str | None:
        """The id it was written with, when that could be an id here."""
        name = self.item.foreign_id
        found = read_id(name) if name else None
        return name if found and found.prefix == "mem" and found.n <= MAX_FOREIGN else None

    @property
    def settled(self) -> str | None:
        """The id by which others can name it, if it has one already."""
        return self.id or (self.twin.settled if self.twin else None)

    @property
    def pending_section(self) -> bool:
        """Whether it stands under a heading *Pending Cleanup*."""
        return any(text.strip(" *_:：").casefold() in _PENDING for text in self.item.headings)


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


def survey(session: Session) -> Survey:
    """Look at every item once, in the order in which files are taken in."""
    found = Survey()
    seen: dict[str, Candidate] = {}
    borne: dict[str, list[Candidate]] = {}
    for candidate in _candidates(session.files):
        found.all.append(candidate)
        twin = seen.setdefault(candidate.form, candidate)
        like = borne.setdefault(" ".join(candidate.item.text.split()), [])
        if twin is candidate:
            twin = next((other for other in like if _refers(candidate, other)), candidate)
        if twin is not candidate:
            candidate.twin, candidate.fate = twin, Fate.KNOWN
            if twin.fate is Fate.ERASED:
                _withhold(candidate)
            continue
        like.append(candidate)
        _compare(session, found, candidate)
    _quiet(found.all)
    return found


def _candidates(files: Iterable[Loaded]) -> Iterator[Candidate]:
    for file in files:
        for item in file.read.items:
            words = words_of(file, item)
            yield Candidate(file, item, words, index.known_form(words, item.text))


def words_of(file: Loaded, item: ReadItem) -> dict[str, Any]:
    """An item's words as they are kept, its fact left out; empty fields are left out too."""
    date = day_in(item.date) if item.date else None
    hint = day_in(item.date_hint) if item.date_hint else None
    written = {
        "kind": item.kind,
        "status": item.status,
        "confidence": item.confidence,
        "scheme": item.scheme,
        "superseded_by": item.superseded_by,
        "date": item.date if item.date != date else None,
    }
    words = {
        "date": date,
        "source": given(item.source),
        "subject": given(item.subject),
        "scope": item.scope,
        "inspired_by": item.inspired_by,
        "corroborating": list(item.corroborating),
        "written_id": item.foreign_id,
        "extra": [list(pair) for pair in item.extra],
        "as_written": [[name, word] for name, word in written.items() if word is not None],
        "headings": list(item.headings),
        "date_hint": hint,
        "file": file.path,
        "line": file.line(item.line),
    }
    return {name: value for name, value in words.items() if value}


def claims_of(candidate: Candidate) -> Claims:
    """What an item says about itself, in the words of the rules."""
    item, words = candidate.item, candidate.words
    return Claims(
        kind=item.kind,
        date=words.get("date"),
        source=item.source,
        subject=item.subject,
        status=item.status,
        superseded_by=item.superseded_by,
        confidence=item.confidence,
        scheme=item.scheme,
        legacy_marker=item.legacy_marker,
        pending_section=candidate.pending_section,
        in_conflict=item.in_conflict,
        undecodable=item.undecodable,
    )


def _refers(candidate: Candidate, other: Candidate) -> bool:
    """Whether an entry of the index or the inbox only names a record that stands elsewhere word for word."""
    name, role = candidate.item.foreign_id, candidate.file.read.role
    if other.file is candidate.file or role not in ("index", "inbox"):
        return False
    return name == other.item.foreign_id if name else role == "index"


def _compare(session: Session, found: Survey, candidate: Candidate) -> None:
    """Settle what an item is, and who bears the id it was written with."""
    recognise(session, candidate)
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
        candidate.held = run if run and not own and is_open(session.snapshot, run) else None
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


def _meet(session: Session, candidate: Candidate, name: str) -> None:
    """Compare an item with the record that bears its id already."""
    row = session.snapshot.row("items", name)
    if row is None:
        candidate.rival = name
        return
    words = (session.snapshot.payload_of(int(str(row["body"]))) or {}).get("words")
    text = index.text_of(words, session.snapshot.payload_of) if words else None
    if words is None or text is None:
        _withhold(candidate)
    elif text.split() == candidate.item.text.split() and _agrees(session, candidate, row, words):
        candidate.fate, candidate.id = Fate.KNOWN, name
    else:
        candidate.rival = name


def _withhold(candidate: Candidate) -> None:
    candidate.fate = Fate.ERASED
    candidate.file.withheld.add(candidate.item.block)


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


def _quiet(candidates: Iterable[Candidate]) -> None:
    """Mark blocks whose every item is known: nothing in them waits to be distilled."""
    news: dict[tuple[int, int], bool] = {}
    files: dict[int, Loaded] = {}
    for candidate in candidates:
        where = id(candidate.file), candidate.item.block
        files[id(candidate.file)] = candidate.file
        fresh = candidate.fate in (Fate.FRESH, Fate.OWN)
        news[where] = news.get(where, False) or fresh
    for (file, block), fresh in news.items():
        if not fresh:
            files[file].quiet.add(block)
