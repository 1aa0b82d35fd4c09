"""Desk: store, clock and person in one hand; the only door for every face, with no rule of its own."""

from __future__ import annotations

import datetime
import os
import pwd
import time
import zoneinfo
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from governance import deciding, reading_room
from governance.authority.people import NEWCOMER, Person, principal_of
from governance.errors import Refusal, RefusalKind, from_store
from governance.plan import Choice
from governance.review.facts import Facts
from governance.review.offers import groups, offers
from store import local, log
from store.database import Store, inspect
from store.errors import StoreError
from store.records.views import (
    Applied,
    BlockView,
    Change,
    EntryDetail,
    Group,
    HolderView,
    ImportReport,
    ItemDetail,
    ItemFilter,
    LogFilter,
    LogRow,
    Offer,
    Overview,
    Passage,
    PlanView,
    Row,
    RunView,
    SegmentView,
    TopicView,
    Verdict,
)
from store.records.words import Assurance, Queue, Reason, Shown
from store.views import archive, items, logs, queues, topics
from store.views.reader import Reader

Clock = Callable[[], int]
"""Gives the time in UTC microseconds."""
Progress = Callable[[int, int], None]
"""Told (done, in all)."""


def now_us() -> int:
    """The time of the system, in UTC microseconds."""
    return time.time_ns() // 1000


def open_desk(path: Path, *, clock: Clock = now_us, claimed: str | None = None, read_only: bool = False) -> Desk:
    """Sit down at the store at `path`; refused, untouched, when it is not ours or is newer."""
    with refusing():
        inspect(path)
        return Desk(Store(path, read_only=read_only), clock, _person(claimed))


def create_store(path: Path, *, clock: Clock = now_us, zone: str | None = None) -> Desk:
    """Make a store (keyless) and sit down at it; the zone of its user day never changes."""
    from store.migrate import create

    with refusing():
        person = _person(None)
        store = create(path, at=clock(), zone=_zone(zone), name=person.name)
        return Desk(store, clock, person)


@contextmanager
def refusing() -> Iterator[None]:
    """Say what went wrong in the store as a refusal."""
    try:
        yield
    except StoreError as error:
        raise from_store(error) from error


def _person(claimed: str | None) -> Person:
    if claimed is not None:
        return Person(claimed, Assurance.CLAIMED)
    try:
        name = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        name = f"uid-{os.getuid()}"
    return Person(name, Assurance.OS_USER)


def _zone(asked: str | None) -> str:
    """The zone asked for, else the system's, else UTC; the process' TZ is never read."""
    if asked is None:
        asked = _system_zone()
    try:
        zoneinfo.ZoneInfo(asked)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"There is no time zone {asked!r}.",
            "Use a name such as Europe/Prague or UTC.",
        ) from error
    return asked


def _system_zone() -> str:
    target = os.path.realpath("/etc/localtime")
    name = target.partition("zoneinfo/")[2]
    try:
        zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return "UTC"
    return name


class Desk:
    """One person at one store."""

    def __init__(self, store: Store, clock: Clock, person: Person) -> None:
        self.store = store
        self.path = store.path
        self.read_only = store.read_only
        self.person = person
        self._clock = clock
        genesis = reading_room.genesis(store)
        self.store_id: str = genesis.subjects[0]
        self.zone: str = genesis.effect["zone"]
        self.keyless: bool = genesis.effect["key"] is None
        self._zone = zoneinfo.ZoneInfo(self.zone)

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self.store.close()

    # time

    def now(self) -> int:
        """The time, in UTC microseconds."""
        return self._clock()

    def day_of(self, at: int) -> str:
        """The user day of a time, YYYY-MM-DD."""
        return datetime.datetime.fromtimestamp(at / 1_000_000, self._zone).date().isoformat()

    def local_time(self, at: int) -> str:
        """A time in the store's zone, YYYY-MM-DD HH:MM:SS."""
        moment = datetime.datetime.fromtimestamp(at // 1_000_000, self._zone)
        return moment.strftime("%Y-%m-%d %H:%M:%S")

    def today(self) -> str:
        """The user day, YYYY-MM-DD."""
        return self.day_of(self.now())

    def _day(self) -> int:
        return int(self.today().replace("-", ""))

    @contextmanager
    def reader(self, at_seq: int | None = None) -> Iterator[Reader]:
        """One snapshot, for the use cases that are handed this desk."""
        with refusing(), self.store.reading() as conn:
            yield Reader(conn, now=self.now(), day_of=self.day_of, at_seq=at_seq)

    # what changed

    def pulse(self) -> tuple[int, int]:
        """A number that moves with every foreign commit, and the head: cheap enough to poll."""
        with refusing():
            version = self.store.data_version()
            with self.store.reading() as conn:
                return version, log.head(conn)[0]

    # reading

    def overview(self) -> Overview:
        """The desk in numbers."""
        with self.reader() as reader:
            return reading_room.overview(self, reader)

    def principal(self, reader: Reader) -> str:
        """This person's id, or that of a newcomer."""
        return principal_of(reader, self.person.name) or NEWCOMER

    def queue_keys(self, queue: Queue, text: str = "", at_seq: int | None = None) -> tuple[str, ...]:
        """The ids that wait in a queue, oldest first."""
        with self.reader(at_seq) as reader:
            return queues.queue_keys(reader, queue, text)

    def queue_rows(self, queue: Queue, keys: Sequence[str], at_seq: int | None = None) -> tuple[Row, ...]:
        """Rows of a queue."""
        with self.reader(at_seq) as reader:
            return queues.queue_rows(reader, queue, tuple(keys))

    def groups(self) -> tuple[Group, ...]:
        """Drifting items that have the same suggestion."""
        with self.reader() as reader:
            return groups(Facts(reader))

    def item_keys(self, where: ItemFilter | None = None, at_seq: int | None = None) -> tuple[str, ...]:
        """Ids of items, newest first."""
        with self.reader(at_seq) as reader:
            return items.item_keys(reader, where or ItemFilter())

    def item_rows(self, keys: Sequence[str], at_seq: int | None = None) -> tuple[Row, ...]:
        """Rows of items."""
        with self.reader(at_seq) as reader:
            return items.item_list(reader, keys)

    def item(self, name: str, at_seq: int | None = None) -> ItemDetail:
        """One item in full."""
        with self.reader(at_seq) as reader:
            return reading_room.item(reader, name)

    def show(
        self, name: str, at_seq: int | None = None
    ) -> ItemDetail | BlockView | SegmentView | TopicView | EntryDetail | Applied | RunView | HolderView:
        """Whatever bears this id, or the entry of this seq."""
        with self.reader(at_seq) as reader:
            return reading_room.show(reader, name)

    def segments(self, at_seq: int | None = None) -> tuple[SegmentView, ...]:
        """Every segment of the archive."""
        with self.reader(at_seq) as reader:
            return archive.segments(reader)

    def blocks(self, segment: str, at_seq: int | None = None) -> tuple[BlockView, ...]:
        """The blocks of a segment."""
        with self.reader(at_seq) as reader:
            return archive.block_views(reader, segment)

    def segment_bytes(self, segment: str) -> bytes | None:
        """The bytes of a segment; None when a part was erased."""
        with self.reader() as reader:
            return archive.segment_bytes(reader, segment)

    def passage(self, block: str | int) -> Passage:
        """A block with what stands around it."""
        with self.reader() as reader:
            return reading_room.passage(reader, block)

    def topics(self, at_seq: int | None = None) -> tuple[TopicView, ...]:
        """Every topic."""
        with self.reader(at_seq) as reader:
            return topics.topics(reader)

    def search(self, query: str, limit: int = 50, at_seq: int | None = None) -> tuple[Row, ...]:
        """Items whose words contain every term, literally."""
        with self.reader(at_seq) as reader:
            return items.search_items(reader, query, limit)

    def log_keys(self, where: LogFilter | None = None) -> Sequence[int]:
        """Seqs of entries, ascending."""
        with self.reader() as reader:
            return logs.log_keys(reader, where or LogFilter())

    def log_rows(self, seqs: Sequence[int]) -> tuple[LogRow, ...]:
        """Lines of the log."""
        with self.reader() as reader:
            return logs.log_rows(reader, seqs)

    def entry(self, seq: int) -> EntryDetail:
        """One entry in full."""
        with self.reader() as reader:
            return reading_room.entry(reader, seq)

    def plans(self, limit: int = 20) -> tuple[Applied, ...]:
        """Applied plans, newest first."""
        with self.reader() as reader:
            return logs.plans(reader, limit)

    # deciding

    def offers(self, ids: Sequence[str]) -> tuple[Offer, ...]:
        """Every verb for these ids, those that fit first."""
        with self.reader() as reader:
            return offers(Facts(reader), ids)

    def preview(
        self,
        verb: str,
        ids: Sequence[str],
        args: dict[str, str] | None = None,
        *,
        reason: Reason | None = None,
    ) -> tuple[Change, ...]:
        """What a decision would change; refused where the verb does not fit."""
        with self.reader() as reader:
            return deciding.preview(Facts(reader), verb, ids, args or {}, reason)

    def stage(
        self,
        verb: str,
        ids: Sequence[str],
        args: dict[str, str] | None = None,
        *,
        reason: Reason,
        note: str | None = None,
        seen: Sequence[str],
        shown: Shown,
    ) -> PlanView:
        """Put a decision into this person's plan; nothing happens yet."""
        choice = self._choice(verb, ids, args, reason, note, seen, shown)
        with refusing():
            deciding.stage(self, choice)
        return self.plan()

    def unstage(self, n: int | None = None) -> PlanView:
        """Take a staged decision back (None: the last one)."""
        with refusing():
            deciding.unstage(self, n)
        return self.plan()

    def restage(self, n: int) -> PlanView:
        """Decide a staged decision again: what stands now counts as seen."""
        with refusing():
            deciding.restage(self, n)
        return self.plan()

    def plan(self) -> PlanView:
        """This person's staged plan."""
        with self.reader() as reader:
            return deciding.plan_view(self, reader)

    def apply(self, *, only: Sequence[int] | None = None) -> Applied:
        """Apply the staged plan, all or nothing."""
        with refusing():
            return deciding.apply(self, only)

    def decide(
        self,
        verb: str,
        ids: Sequence[str],
        args: dict[str, str] | None = None,
        *,
        reason: Reason,
        note: str | None = None,
        seen: Sequence[str],
        shown: Shown,
    ) -> Applied:
        """Apply one decision as a plan of its own, beside what is staged."""
        choice = self._choice(verb, ids, args, reason, note, seen, shown)
        with refusing():
            return deciding.decide(self, choice)

    def undo_preview(self, plan: str) -> tuple[Change, ...]:
        """What undoing a plan would change."""
        with self.reader() as reader:
            return deciding.undo_preview(reader, plan)

    def undo(self, plan: str) -> Applied:
        """Undo an applied plan by adding one."""
        with refusing():
            return deciding.undo(self, plan)

    def _choice(
        self,
        verb: str,
        ids: Sequence[str],
        args: dict[str, str] | None,
        reason: Reason,
        note: str | None,
        seen: Sequence[str],
        shown: Shown,
    ) -> Choice:
        return Choice(
            verb=verb,
            targets=tuple(ids),
            reason=reason,
            shown=shown,
            seen=tuple(seen),
            args=dict(args or {}),
            note=note.strip() if note and note.strip() else None,
            staged_at=self.now(),
        )

    # taking in, checking

    def import_memory(self, root: Path, *, dry_run: bool = False, progress: Progress | None = None) -> ImportReport:
        """Take in a memory folder or file."""
        with refusing():
            return deciding.take_in(self, root, dry_run=dry_run, progress=progress)

    def verify(self, *, replay: bool = False, progress: Progress | None = None) -> Verdict:
        """Check the whole store; what verified is remembered beside the log."""
        from store.check import check

        with refusing():
            verdict = check(self.store, replay=replay, progress=progress)
            if verdict.ok and not self.read_only:
                local.mark_verified(self.store, verdict.head, self.now())
            return verdict

    def rebuild(self) -> int:
        """Replay the log into fresh tables and swap them in; returns the head."""
        from store.migrate import rebuild

        with refusing():
            return rebuild(self.store)

    def mark_seen(self) -> None:
        """Remember where the log stands, for *since you were last here*."""
        if self.read_only:
            return
        with refusing():
            with self.store.reading() as conn:
                head = log.head(conn)[0]
            local.mark_seen(self.store, self.person.name, head, self.now())


__all__ = ["Clock", "Desk", "Progress", "create_store", "now_us", "open_desk"]
