"""One import while it runs: what it may ask the store, and the run and holders it needs.

Every step of an import is a generator that yields drafts and is sent the entries they became. The
same steps are performed under the write lock, batch by batch, or followed by nobody in a dry run.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias, TypeVar

from governance.intake.loading import Loaded
from governance.intake.manifest import spelled
from governance.intake.withheld import Withheld
from governance.rules.anchors import Anchor
from governance.rules.secrets import redact
from store import log
from store.commit import Snapshot
from store.records.entry import Draft, Entry
from store.records.words import Action, LaneState, Relation

_T = TypeVar("_T")
_MOST: Final = 256
"""How many blocks are looked at for one anchor."""
Steps: TypeAlias = Generator[Draft, Entry, _T]
Open: TypeAlias = Callable[[Snapshot], Steps[str]]
"""Appends what opens a run, and answers its id."""


@dataclass(slots=True)
class Session:
    """What the steps of an import share."""

    root: str
    files: tuple[Loaded, ...]
    day: int
    """The user day on which the import began, YYYYMMDD."""
    snapshot: Snapshot = field(init=False)
    """The store as the present step sees it; another one in each commit."""
    open: Open | None = None
    """Opens the run, or goes on with it, by a decision that was signed; None where nobody has to sign it."""
    run: str | None = None
    resumed: bool = False
    runs: frozenset[str] = frozenset()
    """Every run that ever imported this root, this one among them."""
    withheld: Withheld = field(default_factory=Withheld)
    """Passages that are withdrawn."""
    holders: dict[str, str] = field(default_factory=dict)
    segments: int = 0
    blocks: int = 0
    topics: int = 0
    lanes: dict[str, str] = field(default_factory=dict)
    """The lanes into which new items go, by the spelling of their titles."""
    made_lanes: set[str] = field(default_factory=set)
    """Those of them that this run made."""
    lane_states: dict[str, LaneState] = field(default_factory=dict)
    """How the memory says that a lane stands which this run made."""
    alone: bool = True
    """Whether nobody else wrote since the items were looked at."""
    ended: bool = False
    """Whether the end of the run is among what was appended."""
    done: int = 0
    """Blocks and items that are dealt with, for the one who waits."""

    def opened(self) -> Steps[str]:
        """The run, which is opened (or, signed anew, gone on with) by the first thing that is new."""
        if self.open is not None:
            opening, self.open = self.open, None
            self.run = yield from opening(self.snapshot)
        elif self.run is None:
            self.run = self.snapshot.mint("run", self.day)
            yield run_draft(self.run, self.root, self.files)
        self.runs |= {self.run}
        return self.run

    def known_holder(self, file: Loaded) -> str | None:
        """The holder that the file is already."""
        path = kept_path(file.found.real)
        if path not in self.holders:
            for entry in log.some(self.snapshot.conn, self.snapshot.find("path", path)).values():
                self.holders[path] = entry.subjects[0]
        return self.holders.get(path)

    def holder(self, file: Loaded) -> Steps[str]:
        """The holder that the file is: every file that was ever read is one, with the segments that it holds too."""
        path, name = kept_path(file.found.real), self.known_holder(file)
        links = [[Relation.HOLDS.value, segment] for segment in sorted(file.segments) if self._other(name, segment)]
        if name is not None and not links:
            return name
        self.holders[path] = name = name or self.snapshot.mint("hold")
        effect = {"role": "input", **({"links": links} if links else {})}
        yield Draft(Action.HOLDER, (name,), effect, {"v": 1, "path": path})
        return name

    def _other(self, holder: str | None, segment: str) -> bool:
        """Whether a segment was read from another file than this holder, which is not known to hold it too."""
        row = self.snapshot.row("segments", segment)
        if row is None or row["holder"] == holder:
            return False
        return holder is None or self.snapshot.row("links", holder, Relation.HOLDS.value, segment) is None

    def closed(self, *, partial: bool, counts: dict[str, int]) -> Steps[None]:
        """Close the run, if one was opened: what it added becomes visible."""
        if self.run is not None:
            yield from self.opened()
            self.ended = True
            outcome = "partial" if partial else "complete"
            yield Draft(Action.RUN_CLOSED, (self.run,), {"outcome": outcome}, {"v": 1, "counts": counts})


def run_draft(run: str, root: str, files: Sequence[Loaded], digests: Sequence[str] = ()) -> Draft:
    """The entry that opens a run: what is imported, and (signed) keyed digests of the bytes."""
    words = {"v": 1, "root": root, "files": [file.path for file in files]}
    return Draft(Action.RUN_OPENED, (run,), {}, {**words, "digests": list(digests)} if digests else words)


def kept_path(path: str) -> str:
    """A path of the disk as it may be kept: spelled out, and without credentials."""
    return redact(spelled(path))[0]


def stored_anchor(session: Session, base: str, anchor: Anchor) -> list[int]:
    """The blocks that an anchor names in a file of the same memory which was read before."""
    snapshot = session.snapshot
    found = []
    for path in (anchor.path, f"{anchor.path}.md"):
        words = path if anchor.part is None else f"{path}#{anchor.part}"
        for seq in snapshot.find("anchor", words)[:_MOST]:
            block = snapshot.row("blocks", seq)
            segment = snapshot.row("segments", str(block["segment"])) if block else None
            holder = snapshot.row("holders", str(segment["holder"])) if segment else None
            payload = snapshot.payload_of(int(str(holder["body"]))) if holder else None
            if payload is not None and payload["path"] == kept_path(f"{base}/{path}"):
                found.append(seq)
    return sorted(found)


def runs_of(snapshot: Snapshot, root: str) -> list[str]:
    """Every run that imported a root, newest first."""
    entries = log.some(snapshot.conn, snapshot.find("root", root))
    return [entry.subjects[0] for _, entry in sorted(entries.items(), reverse=True)]


def root_of(snapshot: Snapshot, run: str) -> str | None:
    """The root that a run imports; None where that was erased."""
    row = snapshot.row("runs", run)
    payload = snapshot.payload_of(int(str(row["body"]))) if row else None
    return payload.get("root") if payload else None


def is_open(snapshot: Snapshot, run: str) -> bool:
    """Whether a run is still open, so that what it added is not visible yet."""
    row = snapshot.row("runs", run)
    return row is not None and row["state"] == "open"
