"""Passing, for the desk: the archive pass and the distillation pass, in commits that hold nobody up for long."""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, TypeVar

from governance.authority.people import NEWCOMER
from governance.errors import Refusal, RefusalKind
from governance.intake.capture.writer import Writer
from governance.seat import Progress, refuse_reader, refusing
from governance.watching import Watching
from store.commit import Snapshot, write
from store.records.entry import Draft, Entry
from store.records.views import PassReport
from store.records.words import Action, Assurance, PrincipalKind

if TYPE_CHECKING:
    from governance.intake.passes.distilling import Work
    from store.records.views import LaneWait, Suggested

_T = TypeVar("_T")
Cancelled = Callable[[], bool]
BATCH = 500
"""How many captures are distilled in one commit."""
_DAY = 24 * 60 * 60 * 1_000_000


def _never() -> bool:
    return False


class Passing(Watching):
    """The doors that agents write by, and the passes that keep the store in order."""

    def _commit(self, steps: Callable[[Snapshot, Writer], Generator[Draft, Entry, _T]]) -> _T:
        """One commit of a pass."""
        at = self.desk.now()
        found: list[_T] = []

        def build(snapshot: Snapshot) -> Generator[Draft, Entry, None]:
            writer = yield from self.writer(snapshot, at)
            found.append((yield from steps(snapshot, writer)))

        with refusing():
            write(self.desk.store, build, at=at, actor=NEWCOMER)
        return found[0]

    def _refuse_others(self, *, command: bool = False) -> None:
        """Refuse whoever may not run a pass: it takes what every project captured, and `command` is given the words."""
        refuse_reader(self.desk)
        person = self.desk.person
        if person.assurance is Assurance.OS_USER:
            return
        if command:
            sentence = "A program is given the words of every project: a token or a claimed name lets none distil."
            hint = "Run it as a system user, without --as and MEMDESK_TOKEN; without --with the built-in rules distil."
            raise Refusal(RefusalKind.NOT_ALLOWED, sentence, hint)
        if person.principal is not None and not person.projects:
            with self.desk.reader() as reader:
                known = self.desk.authority(reader).principals.get(person.principal)
            if known is not None and known.kind is PrincipalKind.SERVICE:
                return
        raise Refusal(
            RefusalKind.NOT_ALLOWED,
            "A pass takes what every project captured: no claimed name runs one, nor the token of an agent or project.",
            "Run it as a system user, or with the token of a service (`memdesk connect NAME --service`).",
        )

    # archive

    def archive(self, *, progress: Progress | None = None, cancelled: Cancelled = _never) -> PassReport:
        """Preserve what the inbox holds (P§13); watched files are read first, and blanked when all of it stands."""
        from governance.intake.passes.archiving import archive_skip, archive_some
        from store.views.passes import count_to_archive

        self._refuse_others()
        self.scan(settle=0)
        day = self.desk.today()
        with self.desk.reader() as reader:
            total = count_to_archive(reader.conn)
        done, segments = 0, dict[str, None]()
        while not cancelled():
            segment, count = self._commit(lambda snapshot, writer: archive_some(snapshot, writer.actor, day))
            if segment is None:
                break
            done += count
            segments[segment] = None
            if progress is not None:
                progress(min(done, total), max(done, total))
        stopped = cancelled()
        run = None
        if not stopped:
            run = self._commit(lambda snapshot, writer: archive_skip(snapshot, writer.actor, day, done))
        return PassReport(
            action=(Action.ARCHIVE if done or stopped else Action.ARCHIVE_SKIP).value,
            run=run,
            segments=tuple(segments),
            archived=done,
            waiting=self._waiting(),
            left=self._left(distilling=False),
            cancelled=stopped,
            files=() if stopped else self.blank_after_archive(),
        )

    def _waiting(self) -> int:
        from store.views.passes import count_waiting

        with self.desk.reader() as reader:
            return count_waiting(reader.conn)

    def _left(self, *, distilling: bool) -> tuple[LaneWait, ...]:
        from store.views.lanes import lane_waits
        from store.views.passes import left_in_lanes

        with self.desk.reader() as reader:
            return lane_waits(reader, left_in_lanes(reader.conn, distilling=distilling))

    # distill

    def distill(
        self,
        *,
        progress: Progress | None = None,
        cancelled: Cancelled = _never,
        batch: int = BATCH,
        distiller: str | None = None,
        seconds: float = 600,
    ) -> PassReport:
        """Distil what was archived, one pass at a time (P§14); cancelled, what was done stays.

        `distiller` is a command that proposes operations first; it is given `seconds`. What it leaves out
        is distilled by the built-in rules; where it fails, it is refused and nothing is distilled.
        """
        from governance.influence.gate import Question
        from governance.intake.passes.distilling import Work
        from store import local
        from store.locks import pass_lock

        self._refuse_others(command=distiller is not None)
        with refusing(), pass_lock(self.desk.store.path):
            now = datetime.datetime.fromtimestamp(self.desk.now() / 1_000_000, datetime.UTC)
            asked = Question(when=now.isoformat(), zone=zoneinfo.ZoneInfo(self.desk.zone))
            fence = local.raise_fence(self.desk.store)
            work = Work(fence, now.astimezone(asked.zone).date().isoformat(), asked, topics=self._topics())
            if distiller is not None:
                self._ask(work, distiller, seconds, cancelled)
            self._distil(work, progress, cancelled, batch)
        lines = len(self.index_page()) if not cancelled() else 0
        action = Action.AUTODREAM_SKIP if work.skipped else Action.AUTODREAM
        return PassReport(
            action=action.value,
            run=work.run or None,
            segments=work.covered,
            added=tuple(work.added),
            superseded=tuple(work.superseded),
            pending=tuple(work.pending),
            resolved=tuple(work.resolved),
            suggested=tuple(work.suggested),
            cooled=tuple(work.cooled),
            waiting=work.waiting or self._waiting(),
            left=self._left(distilling=True),
            index_lines=lines,
            refused=tuple(work.refused),
            distilled=tuple(work.distilled.items()),
            notes=tuple(work.notes),
            cancelled=cancelled(),
        )

    def _ask(self, work: Work, command: str, seconds: float, cancelled: Cancelled) -> None:
        """Let an external distiller propose, and apply what holds; the store is not held while it thinks."""
        from governance.intake.outside.applying import Applying, register
        from governance.intake.outside.prompt import MOST, NEAR, Scope, prompt
        from governance.intake.outside.reading import read_operations
        from governance.intake.outside.running import ask, named
        from governance.intake.passes.suggesting import Candidates
        from store.views.lanes import unread_lanes
        from store.views.passes import count_eligible, eligible, knowledge, of_subjects

        work.distiller = named(command)
        topics = {topic.title or topic.file: "; ".join(topic.triggers) for topic in self.desk.topics()}
        with self.desk.reader() as reader:
            unread = unread_lanes(reader)  # nobody granted a command to read what is closed
            captures = [item for item in eligible(reader.conn, MOST) if item.lane not in unread]
            candidates = Candidates((*knowledge(reader.conn), *captures))
            mine = {item.id for item in captures}
            near = {item.id: item for item in of_subjects(reader, captures) if item.lane not in unread}
            near |= {item.id: item for capture in captures for item in candidates.near(capture) if item.id not in mine}
            more = count_eligible(reader.conn) - len(captures)
        if not captures:
            work.distiller = None
            return
        if more > 0:
            work.notes.append(f"{len(captures):,} captures were given to the distiller; {more:,} more were not.")
        offered = [*captures, *list(near.values())[:NEAR]]
        self._commit(lambda snapshot, writer: register(snapshot, work.distiller or command, writer.actor))
        given = prompt(Scope(captures, offered[len(captures) :], topics, work.day))
        operations, refused = read_operations(ask(command, given, seconds=seconds, cancelled=cancelled))
        work.refused += refused
        applying = Applying(work, offered, self.policy(), self.desk.day_of)
        for start in range(0, len(operations), 100):
            part = operations[start : start + 100]
            if cancelled():
                return
            self._commit(lambda snapshot, writer, part=part: applying.apply(snapshot, writer.actor, part))  # type: ignore[misc]
        work.refused.sort(key=lambda one: one.number)

    def _distil(self, work: Work, progress: Progress | None, cancelled: Cancelled, batch: int) -> None:
        from governance.intake.passes.distilling import add_some, cool_some, finish, resolve_some, suggest_some
        from store.views.passes import count_eligible

        with self.desk.reader() as reader:
            total = count_eligible(reader.conn)
        while not cancelled():
            count = self._commit(lambda snapshot, writer: add_some(snapshot, work, writer.actor, batch))
            if not count:
                break
            if progress is not None:
                progress(min(len(work.added), total), max(len(work.added), total))
        if cancelled():
            return
        self._commit(lambda snapshot, writer: resolve_some(snapshot, work, writer.actor))
        found = self._suggestions(work, cancelled)
        for start in range(0, len(found), batch):
            part = found[start : start + batch]
            if cancelled():
                return
            self._commit(lambda snapshot, writer, part=part: suggest_some(snapshot, work, writer.actor, part))  # type: ignore[misc]
        days = self.policy().cool_days
        if days and not cancelled():
            before = self.desk.now() - days * _DAY
            self._commit(lambda snapshot, writer: cool_some(snapshot, work, writer.actor, before))
        if not cancelled():
            self._commit(lambda snapshot, writer: finish(snapshot, work, writer.actor))

    def _suggestions(self, work: Work, cancelled: Cancelled) -> list[Suggested]:
        """What a person should look at beside new items, those of a pass that was cut off too; holds nobody up."""
        from governance.intake.passes.suggesting import Candidates
        from store.views.passes import knowledge, linked, unfinished

        with self.desk.reader() as reader:
            new = {*work.added, *unfinished(reader.conn)}
            if not new:
                return []
            items = knowledge(reader.conn)
            known = linked(reader.conn, new)
        candidates = Candidates(items)
        found: list[Suggested] = []
        for item in items:
            if cancelled():
                break
            if item.id in new:
                found += candidates.suggested(item, known)
        return found

    def _topics(self) -> dict[str, str]:
        """The topics by every name that a writer may have for them."""
        found: dict[str, str] = {}
        for topic in self.desk.topics():
            file = topic.file.rsplit("/", 1)[-1]
            for name in (topic.id, topic.title, topic.file, file, file.removesuffix(".md")):
                if name:
                    found.setdefault(name.casefold().strip(), topic.id)
        return found

    def last_pass(self) -> PassReport | None:
        """What the last pass of this store did, whoever ran it, told from its entries; None where none ever ran."""
        from store.views.pass_report import last_pass

        with self.desk.whole() as reader:
            return last_pass(reader)

    def ahead(self, *, distilling: bool) -> tuple[int, int, tuple[LaneWait, ...]]:
        """How many captures a pass would take if it began now, how many wait for a person, and what it leaves where."""
        from store.views.passes import count_eligible, count_to_archive, count_waiting

        self._refuse_others()
        with self.desk.reader() as reader:
            count = count_eligible if distilling else count_to_archive
            return count(reader.conn), count_waiting(reader.conn), self._left(distilling=distilling)

    # the index

    def index_page(self) -> tuple[str, ...]:
        """The index that agents navigate by (P§10), within the bound of the policy and the projects of the token."""
        from store.views.index_page import index_page

        projects = self.desk.person.projects
        with self.desk.reader() as reader:
            policy = self.desk.authority(reader).policy
            return index_page(reader, policy.index_lines, None if self._sees_all else projects)

    @property
    def _sees_all(self) -> bool:
        """Whether a person of this machine asks; agents see what belongs to their projects, or to none."""
        return self.desk.person.assurance is Assurance.OS_USER
