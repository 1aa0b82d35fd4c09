"""What an import says about each file: the counts add up, and what was refused bears its reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from governance.intake.loading import Loaded
from governance.intake.survey import Candidate, Fate
from store.records.views import FileReport
from store.records.words import Drift

_TAKEN_OUT = "A credential ({}) stood here; it was left out, and only its place is kept."
_ERASED = "The words of {} were erased here before; they were not taken in again."
_HELD = "An import that was cut off ({}) holds this; import its folder again to finish it."
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


def tally_of(file: Loaded, blocks: int, candidates: Iterable[Candidate]) -> Tally:
    """Count what became of a file."""
    tally = Tally(file.path, file.read.role, blocks=blocks)
    tally.notes += [(file.line(finding.line), finding.words) for finding in file.read.findings]
    tally.notes += [(line, _TAKEN_OUT.format(rule)) for line, rule in file.secrets]
    held: dict[str, int] = {}
    for candidate in candidates:
        line = file.line(candidate.item.line)
        if candidate.fate is Fate.ERASED:
            tally.refused += 1
            tally.notes.append((line, _ERASED.format(candidate.item.foreign_id)))
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
    tally.notes += [(line, _HELD.format(run)) for run, line in held.items()]
    return tally
