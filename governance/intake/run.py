"""The import of a memory: find its files, read them, look what is new, append that in batches.

An import is a run: what it adds stays invisible until the run is closed. One that was cut off is
gone on with when the same root is imported again: what it appended counts as its own, and no file
is taken in by halves. A memory that holds nothing new leaves the store as it was.
"""

from __future__ import annotations

import hmac
import os
from collections import defaultdict
from collections.abc import Callable, Generator, Sequence
from pathlib import Path

from governance.errors import Refusal, RefusalKind
from governance.intake.admit import admit_items
from governance.intake.candidate import Candidate, Fate
from governance.intake.carrying import Carried, carry, controls_of, that_apply
from governance.intake.lanes import blocked, check_lanes, refuse_shut, register_lanes, settle_lanes
from governance.intake.loading import Loaded, Unloadable, load
from governance.intake.manifest import Manifest, manifest_of
from governance.intake.report import Tally, refused, tally_of
from governance.intake.segments import archive, day_of_path
from governance.intake.session import Open, Session, Steps, is_open, kept_path, run_draft, runs_of, stored_anchor
from governance.intake.sources import Places
from governance.intake.survey import Survey, survey
from governance.intake.topics import register_topics
from store import seal
from store.commit import Snapshot, write
from store.database import Store
from store.decided import NEW
from store.index import look_up_key
from store.records.entry import Draft, Entry
from store.records.views import ImportReport
from store.records.words import Action
from store.views.erased import last_erasure

BATCH = 2_000
"""How many entries are appended in one commit."""
Progress = Callable[[int, int], None]
"""Told (done, in all) after every commit."""
Sign = Callable[[Draft], Open]
"""Has the entry that opens a run signed, and answers how it is appended."""


def import_memory(
    store: Store,
    root: Path,
    *,
    at: int,
    actor: str,
    day_of: Callable[[int], int],
    dry_run: bool = False,
    progress: Progress | None = None,
    batch: int = BATCH,
    sign: Sign | None = None,
) -> ImportReport:
    """Take in a memory, or (dry run) say what would be taken in.

    `day_of` gives the user day of a moment as YYYYMMDD. `sign` is asked, before anything is written, for what
    opens a run by a signed decision, or goes on with one: the files may be others by now.
    """
    manifest = manifest_of(root)
    controls = controls_of(manifest.base)
    files, failed = _load(manifest)
    work = _Import(manifest, files, failed, day_of(at), controls)
    with store.reading() as conn:
        snapshot = Snapshot(conn, look_up_key(conn), at)
        work.look(snapshot)
        anything = _pretend(work.steps(), snapshot, at, actor, first=not dry_run)
    if not dry_run and anything:
        work.begin()
        if sign is not None:
            work.session.open = sign(manifest_draft(work.session.run, work.root, work.files))
        _perform(store, work, at=at, actor=actor, batch=batch, progress=progress)
    elif progress is not None:
        progress(work.total, work.total)
    return work.report(dry=dry_run)


def manifest_draft(run: str | None, root: str, files: Sequence[Loaded]) -> Draft:
    """What a person signs to import: root, files, and a digest of each one's bytes, keyed with the entry's own salt."""
    salt = os.urandom(seal.SALT_BYTES)
    digests = [hmac.digest(salt, file.raw, "sha256").hex() for file in files]
    return run_draft(run or f"{NEW}1", root, files, digests)._replace(salt=salt)


def _load(manifest: Manifest) -> tuple[tuple[Loaded, ...], list[Tally]]:
    """Read every file; one that cannot be read is refused whole and holds up no other."""
    files, failed = [], [Tally(path, failed=why) for path, why in manifest.failed]
    for found in manifest.files:
        try:
            files.append(check_lanes(load(found)))
        except Unloadable as fault:
            failed.append(Tally(found.path, found.role, failed=refused(fault)))
    return tuple(files), failed


class _Import:
    """The steps of one import, and what they found."""

    def __init__(
        self,
        manifest: Manifest,
        files: tuple[Loaded, ...],
        failed: list[Tally],
        day: int,
        controls: tuple[Carried, ...] = (),
    ) -> None:
        self.manifest = manifest
        self.controls = controls
        self.carried = 0
        self.whole = True
        """Whether a folder is taken in, not a single file of one."""
        self.files = files
        self.failed = failed
        self.day = day
        self.root = kept_path(manifest.root)
        self.survey = Survey()
        self.blocks: dict[int, int] = {}
        self.total = 0
        self.seen = 0
        """The head of the log at which the items were looked at."""
        self._runs: list[str] = []
        self._open: str | None = None

    def look(self, snapshot: Snapshot) -> None:
        """See what is new before anything is written."""
        self._runs = runs_of(snapshot, self.root)
        self._open = next((run for run in self._runs if is_open(snapshot, run)), None)
        self.seen = snapshot.head[0]
        self._survey(snapshot)
        if why := blocked(self.session, self.survey.all):
            held = [file for file in self.files if file.path in why]
            self.files = tuple(file for file in self.files if file.path not in why)
            self.failed += [Tally(one.path, one.read.role, failed=refused(why[one.path])) for one in held]
            self._survey(snapshot)
        self.whole = Path(self.manifest.root).is_dir()
        self.controls = that_apply(self.session, self.survey, self.controls, whole=self.whole)
        self.total = sum(len(file.read.blocks) for file in self.files) + len(self.survey.all)

    def _survey(self, snapshot: Snapshot) -> None:
        self.begin()
        self.session.snapshot = snapshot
        self.survey = survey(self.session)

    def begin(self) -> None:
        """Stand before the first step."""
        self.session = Session(
            root=self.root,
            files=self.files,
            day=self.day,
            run=self._open,
            resumed=self._open is not None,
            runs=frozenset(self._runs),
        )

    def steps(self) -> Steps[None]:
        """Everything that is appended, in order."""
        session = self.session
        places = Places(lambda anchor: stored_anchor(session, self.manifest.base, anchor))
        for file in self.files:
            self.blocks[id(file)] = yield from archive(session, file)
            places.add(file.path, file.read.blocks, file.seqs)
        yield from register_topics(session)
        yield from register_lanes(session, self.survey.all)
        yield from admit_items(session, self.survey, places)
        yield from _covered(session)
        self.carried = yield from carry(session, self.survey, places, self.controls, whole=self.whole)
        for file in self.files:
            yield from session.holder(file)
        yield from settle_lanes(session)
        counts = self._counts()
        yield from session.closed(partial=bool(self.failed), counts=counts)

    def _tallies(self) -> list[Tally]:
        items: dict[int, list[Candidate]] = defaultdict(list)
        for candidate in self.survey.all:
            items[id(candidate.file)].append(candidate)
        return [tally_of(f, self.blocks.get(id(f), 0), items[id(f)]) for f in self.files]

    def _counts(self) -> dict[str, int]:
        tallies = self._tallies()
        names = ("new", "known", "drift", "refused")
        return {name: sum(getattr(tally, name) for tally in tallies) for name in names}

    def _withdrawn(self) -> int:
        """How many of the items that are known, or were taken in, are withdrawn."""
        snapshot = self.session.snapshot
        there = {c.settled for c in self.survey.all if c.settled}
        return sum(bool((snapshot.row("items", name) or {}).get("withdrawn")) for name in there)

    def report(self, *, dry: bool) -> ImportReport:
        """What became of every file."""
        session = self.session
        skipped = [Tally(path, notes=[(1, why)]) for path, why in self.manifest.skipped]
        tallies = [*self._tallies(), *self.failed, *skipped]
        reports = tuple(tally.report() for tally in tallies)
        return ImportReport(
            run=None if dry else session.run,
            root=self.root,
            dry=dry,
            resumed=session.resumed,
            files=reports,
            read=sum(report.read for report in reports),
            new=sum(report.new for report in reports),
            known=sum(report.known for report in reports),
            drift=sum(report.drift for report in reports),
            refused=sum(report.refused for report in reports),
            segments=session.segments,
            blocks=session.blocks,
            topics=session.topics,
            lanes=len(session.made_lanes),
            controls=self.carried,
            withdrawn=None if dry and self.carried else self._withdrawn(),
            links=sum(c.links for c in self.survey.all if c.fate in (Fate.FRESH, Fate.OWN)),
            secrets=sum(len(file.secrets) for file in self.files),
            partial=bool(self.failed),
        )


def _covered(session: Session) -> Steps[None]:
    """Record which archive days the memory's own log says were distilled."""
    days = {
        day
        for file in session.files
        for event in file.read.events
        if event.name.casefold() == Action.AUTODREAM
        for day in event.days
    }
    covers = sorted(
        segment
        for file in session.files
        if file.read.role == "archive-day" and day_of_path(file.path) in days
        for segment in file.segments
        if not (session.snapshot.row("segments", segment) or {}).get("covered")
    )
    if covers:
        run = yield from session.opened()
        yield Draft(Action.AUTODREAM, (run, *covers), {"covers": covers})


def _pretend(steps: Steps[None], snapshot: Snapshot, at: int, actor: str, *, first: bool) -> bool:
    """Follow the steps without appending, or only to the first; says whether there was any."""
    seq = snapshot.head[0]
    try:
        draft = next(steps)
        while not first:
            seq += 1
            draft = steps.send(_pretended(draft, seq, at, actor))
    except StopIteration:
        return seq > snapshot.head[0]
    return True


def _pretended(draft: Draft, seq: int, at: int, actor: str) -> Entry:
    """The entry that a draft would have become, as far as the next step asks for it."""
    return Entry(
        seq=seq,
        at=at,
        actor=actor,
        action=draft.action,
        subjects=draft.subjects,
        refs=draft.refs,
        effect=draft.effect,
        commitment=None,
        prev="",
        hash="",
    )


def _perform(store: Store, work: _Import, *, at: int, actor: str, batch: int, progress: Progress | None) -> None:
    """Follow the steps under the lock, a batch a commit."""
    steps = work.steps()
    last: Entry | None = None
    finished = False

    def build(snapshot: Snapshot) -> Generator[Draft, Entry, None]:
        nonlocal last, finished
        work.session.snapshot = snapshot
        work.session.alone &= snapshot.head[0] == (last.seq if last else work.seen)
        _check_run(work.session, begun=last is not None)
        _check_erasures(work)
        refuse_shut(work.session)
        for _ in range(batch):
            try:
                draft = next(steps) if last is None else steps.send(last)
            except StopIteration:
                finished = True
                return
            last = yield draft

    while not finished:
        write(store, build, at=at, actor=actor)
        if progress is not None:
            progress(work.session.done, work.total)


def _check_run(session: Session, *, begun: bool) -> None:
    """Refuse to go on with a run that somebody else closed meanwhile."""
    if begun and not session.ended and session.run is not None and not is_open(session.snapshot, session.run):
        raise Refusal(
            RefusalKind.MOVED,
            "Another process finished this import meanwhile; what it added stands.",
            "Import the folder again to see whether anything is left.",
            (session.run,),
        )


def _check_erasures(work: _Import) -> None:
    """Refuse to go on with what was looked at before words were erased: it may hold them still."""
    if last_erasure(work.session.snapshot.conn) > work.seen:
        raise Refusal(
            RefusalKind.MOVED,
            "Words were erased while this import ran; it stopped so as not to bring them back.",
            "Import the folder again to go on.",
            (work.session.run,) if work.session.run else (),
        )
