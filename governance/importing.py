"""Importing: in a store with keys a person signs the manifest; what it opens is that decision's only effect."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

from governance.authority.people import NEWCOMER, require
from governance.authority.reading import authority_at
from governance.committing import decider, vouched_for
from governance.intake.run import import_memory
from governance.plan import Choice, Compiled, Vouched, append_plan
from governance.settling import refuse_reader, refuse_undecidable
from store import seal
from store.commit import Snapshot
from store.records.entry import Draft, Entry
from store.records.views import Change, ImportReport
from store.records.words import Action, Assurance, Reason, Shown, VerbName
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.desk import Desk
    from governance.intake.session import Open
    from governance.seat import Progress


def take_in(desk: Desk, root: Path, *, dry_run: bool, progress: Progress | None) -> ImportReport:
    """Import a memory: a decision of the person at the desk."""
    if not dry_run:
        refuse_reader(desk)
        desk.refuse_agent()
        require(desk.person, Assurance.OS_USER, "import a memory")
    at = desk.now()
    opening: list[tuple[Vouched, list[Entry]]] = []
    report = import_memory(
        desk.store,
        root,
        at=at,
        actor=decider(desk, at) if not dry_run else NEWCOMER,
        day_of=lambda when: int(desk.day_of(when).replace("-", "")),
        dry_run=dry_run,
        progress=progress,
        sign=None if dry_run or desk.keyless else lambda draft: _signed(desk, draft, opening),
    )
    for vouched, entries in opening:
        if entries:
            desk.witnessed(entries, vouched)
    if not dry_run and report.run is not None:
        desk.witnessed(())
    return report


def _signed(desk: Desk, draft: Draft, opening: list[tuple[Vouched, list[Entry]]]) -> Open:
    """Have the manifest signed; answers how the run is opened under the lock, and notes what that appended."""
    paths = (draft.payload or {}).get("files", [])
    told = {"verb": VerbName.IMPORT.value, "reason": Reason.WORTH_KEEPING.value}
    ready = draft._replace(effect={**draft.effect, **told})
    seen = seal.seen_digest({"import": len(paths)})
    choice = Choice(VerbName.IMPORT.value, draft.subjects, Reason.WORTH_KEEPING, Shown.PREVIEWED, (seen,))
    changes = (
        Change(
            id=draft.subjects[0],
            field="import",
            before=None,
            after=f"{len(paths)} file{'' if len(paths) == 1 else 's'}",
        ),
    )
    compiled = Compiled((choice,), (ready,), (changes,), ((None,),))
    vouched, at, _ = vouched_for(desk, lambda _: compiled)
    day = int(desk.day_of(at).replace("-", ""))

    appended: list[Entry] = []
    opening.append((vouched, appended))

    def opened(snapshot: Snapshot) -> Generator[Draft, Entry, str]:
        reader = Reader(snapshot.conn, now=at, day_of=desk.day_of)
        refuse_undecidable(authority_at(snapshot.conn, None, desk.known), reader, vouched, at)
        run = ""
        steps = append_plan(vouched, snapshot, day=day)
        draft = next(steps)
        while True:
            entry = yield draft
            appended.append(entry)
            run = entry.subjects[0] if entry.action is Action.RUN_OPENED else run
            try:
                draft = steps.send(entry)
            except StopIteration:
                return run

    return opened
