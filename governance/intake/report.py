"""What an import says about each file: the counts add up, and what was refused bears its reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from governance.intake.candidate import Candidate, Fate
from governance.intake.loading import Loaded, Unloadable
from store.records.views import FileReport
from store.records.words import Drift

_TAKEN_OUT = "A credential ({}) stood here; it was left out, and only its place is kept."
_ERASED = "The words of {} were erased here before; they were not taken in again."
_PLACE = (
    "It stands where words were erased, and was not taken in again. If it says something new, give it an id of its"
    " own (mem-YYYY-MM-DD-NNN) or write it in another place of the file, and import again."
)
_LEFT_OUT = (
    "What stands here was erased before and was left out. If it says something new, write it in another place of the"
    " file and import again."
)
_HELD = (
    "An import of {} that was cut off ({}) holds this, so nobody sees it yet. Import {} again to finish it; where it"
    " has moved, put a link to it in its old place first."
)
_TAKEN_ID = "The id {} is borne by other words; the item was taken in under an id of its own."


@dataclass(slots=True)
class Tally:
    """The counts of one file."""

    path: str
    role: str | None = None
    new: int = 0
    known: int = 0
    drift: int = 0
    refused: int = 0
    blocks: int = 0
    notes: list[tuple[int, str]] = field(default_factory=list)
    failed: str | None = None

    def report(self) -> FileReport:
        """The counts as a fact."""
        return FileReport(
            path=self.path,
            role=self.role,
            read=self.new + self.known + self.drift + self.refused,
            new=self.new,
            known=self.known,
            drift=self.drift,
            refused=self.refused,
            blocks=self.blocks,
            notes=tuple(sorted(self.notes)),
            failed=self.failed,
        )


def refused(fault: Unloadable) -> str:
    """Why a whole file was refused, with the line."""
    return f"Line {fault.line}: {fault.sentence}"


def tally_of(file: Loaded, blocks: int, candidates: Iterable[Candidate]) -> Tally:
    """Count what became of a file."""
    tally = Tally(file.path, file.read.role, blocks=blocks)
    tally.notes += [(file.line(finding.line), finding.words) for finding in file.read.findings]
    tally.notes += [(line, _TAKEN_OUT.format(rule)) for line, rule in file.secrets]
    held: dict[tuple[str, str | None], int] = {}
    items = set()
    for candidate in candidates:
        line = file.line(candidate.item.line)
        items.add(candidate.item.block)
        if candidate.fate is Fate.ERASED:
            tally.refused += 1
            name = candidate.item.foreign_id
            tally.notes.append((line, _ERASED.format(name) if name and not candidate.placed else _PLACE))
        elif candidate.fate is Fate.KNOWN:
            tally.known += 1
        elif candidate.drift:
            tally.drift += 1
        else:
            tally.new += 1
        if candidate.held is not None:
            held.setdefault(candidate.held, line)
        if candidate.fate is not Fate.KNOWN and Drift.ID_TAKEN in candidate.drift:
            tally.notes.append((line, _TAKEN_ID.format(candidate.item.foreign_id)))
    tally.notes += [(file.line(file.read.blocks[n].line), _LEFT_OUT) for n in file.withheld - items]
    for (run, root), line in held.items():
        tally.notes.append((line, _HELD.format(root or "a folder", run, root or "that folder")))
    return tally
