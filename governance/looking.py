"""Looking: everything a face reads of a store, each in one snapshot; nothing here writes."""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Self

from governance.authority.people import NEWCOMER, Person, beyond, principal_of
from governance.authority.reading import authority_at
from governance.authority.state import Authority
from governance.errors import Refusal, RefusalKind
from governance.seat import Clock, refusing
from governance.shelves import Shelves
from store import log
from store.database import Store
from store.errors import Broken
from store.records.entry import Entry
from store.records.words import Action, Assurance, PrincipalKind, Queue
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance import reading_room
    from store.records.views import (
        Applied,
        EntryDetail,
        Group,
        Hit,
        Hits,
        ItemDetail,
        ItemFilter,
        LogFilter,
        LogRow,
        Overview,
        Row,
        RunView,
    )


def genesis_of(store: Store) -> Entry:
    """Entry 1."""
    with store.reading() as conn:
        found = log.entry(conn, 1)
    if found is None or found.action is not Action.BOOTSTRAP:
        raise Broken("The store has no genesis.", "Run `memdesk verify`.")
    return found


class Looking(Shelves):
    """One person at one store, looking."""

    def __init__(self, store: Store, clock: Clock, person: Person, at_seq: int | None = None) -> None:
        self.at_seq = at_seq
        """The entry at which every answer stands that names no other; None is now."""
        self.store = store
        self.path = store.path
        self.read_only = store.read_only
        self.person = person
        self._clock = clock
        genesis = genesis_of(store)
        self.store_id: str = genesis.subjects[0]
        self.genesis_hash: str = genesis.hash
        self.zone: str = genesis.effect["zone"]
        self.known = Authority()
        """Who may decide, as last asked."""
        self._zone = zoneinfo.ZoneInfo(self.zone)

    def at(self, seq: int) -> Looking:
        """The desk as it was at an entry: it looks, never decides, and its time is the time of that entry."""
        at = self.entry(seq, at_seq=seq).row.at
        return Looking(self.store, lambda: at, self.person, seq)

    def __enter__(self) -> Self:
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

    def today(self) -> str:
        """The user day, YYYY-MM-DD."""
        return self.day_of(self.now())

    @contextmanager
    def reader(self, at_seq: int | None = None) -> Iterator[Reader]:
        """One snapshot, for the use cases that are handed this desk; of the past, its time is that of the entry."""
        seq = self.at_seq if at_seq is None else at_seq
        with refusing(), self.store.reading() as conn:
            reader = Reader(conn, now=self.now(), day_of=self.day_of, only=self.only)
            if seq is not None:
                from governance import reading_room

                now = reading_room.time_of(reader, seq)
                reader = Reader(conn, now=now, day_of=self.day_of, at_seq=seq, only=self.only)
            yield reader

    @contextmanager
    def whole(self, at_seq: int | None = None) -> Iterator[Reader]:
        """The same for a face to look at; refused to whoever reads only what recall may tell."""
        self.refuse_partial()
        with self.reader(at_seq) as reader:
            yield reader

    @cached_property
    def partial(self) -> bool:
        """Whether this person reads only what recall may tell: an agent that showed its token."""
        if self.person.principal is None:
            return False
        with self.reader() as reader:
            known = self.authority(reader).principals.get(self.person.principal)
        return known is None or known.kind is PrincipalKind.AGENT

    def refuse_partial(self) -> None:
        """Refuse whoever reads only what recall may tell."""
        if self.partial:
            raise beyond(self.person.name)

    @property
    def only(self) -> tuple[str | None, ...] | None:
        """The projects whose refusals this person is told of: a system user of all, a token of its own alone."""
        if self.person.assurance is Assurance.OS_USER:
            return None
        return self.person.projects or (None,)

    # what changed

    def pulse(self) -> tuple[int, int]:
        """A number that moves with every foreign commit, and the head: cheap enough to poll."""
        with refusing():
            version = self.store.data_version()
            with self.store.reading() as conn:
                return version, log.head(conn)[0]

    # reading

    def overview(self, at_seq: int | None = None) -> Overview:
        """The desk in numbers."""
        from governance import reading_room

        with self.reader(at_seq) as reader:
            return reading_room.overview(self, reader)

    def authority(self, reader: Reader) -> Authority:
        """Who may decide what, at the reader's position of the log."""
        if reader.at_seq is not None:
            return authority_at(reader.conn, reader.at_seq)
        self.known = authority_at(reader.conn, None, self.known)
        return self.known

    @property
    def keyless(self) -> bool:
        """Whether decisions here are vouched for by the system user alone."""
        with self.reader() as reader:
            return self.authority(reader).keyless

    def principal(self, reader: Reader) -> str:
        """This person's id, or that of a newcomer."""
        if self.person.principal is not None:
            return self.person.principal
        return principal_of(reader, self.person.name, self.authority(reader)) or NEWCOMER

    def queue_keys(self, queue: Queue, text: str = "", at_seq: int | None = None) -> tuple[str, ...]:
        """The ids that wait in a queue, oldest first."""
        from store.views import queues

        with self._of_queue(queue, at_seq) as reader:
            return queues.queue_keys(reader, queue, text)

    def queue_rows(self, queue: Queue, keys: Sequence[str], at_seq: int | None = None) -> tuple[Row, ...]:
        """Rows of a queue."""
        from store.views import queues

        with self._of_queue(queue, at_seq) as reader:
            return queues.queue_rows(reader, queue, tuple(keys))

    def _of_queue(self, queue: Queue, at_seq: int | None) -> AbstractContextManager[Reader]:
        """What a queue is read through: quarantine tells everybody of their own projects (`only`)."""
        return self.reader(at_seq) if queue is Queue.QUARANTINE else self.whole(at_seq)

    def spooled(self) -> int:
        """How many captures lie beside the store, put down while it was busy; the next reading takes them in."""
        from store.files import spooled

        return spooled(self.path)

    def to_look_at(self) -> tuple[str, ...]:
        """The captures of the inbox that a person has to look at, oldest first."""
        from store.views import intake

        with self.whole() as reader:
            return intake.to_look_at(reader)

    def item_keys(self, where: ItemFilter | None = None, at_seq: int | None = None) -> tuple[str, ...]:
        """Ids of items, newest first."""
        from store.records.views import ItemFilter
        from store.views import items

        with self.whole(at_seq) as reader:
            return items.item_keys(reader, where or ItemFilter())

    def item_rows(self, keys: Sequence[str], at_seq: int | None = None) -> tuple[Row, ...]:
        """Rows of items."""
        from store.views import items

        with self.whole(at_seq) as reader:
            return items.item_list(reader, keys)

    def item(self, name: str, at_seq: int | None = None) -> ItemDetail:
        """One item in full."""
        from governance import reading_room

        with self.whole(at_seq) as reader:
            return reading_room.item(reader, name)

    def show(self, name: str, at_seq: int | None = None) -> reading_room.Shown:
        """Whatever bears this id, or the entry of this seq; what came later says when it came."""
        from governance import reading_room

        if not reading_room.is_told(name):
            self.refuse_partial()
        try:
            with self.reader(at_seq) as reader:
                return reading_room.show(reader, name)
        except Refusal as refusal:
            seq = self.at_seq if at_seq is None else at_seq
            if seq is None or refusal.kind is not RefusalKind.NOT_FOUND:
                raise
            with refusing(), self.store.reading() as conn:
                today = Reader(conn, now=self.now(), day_of=self.day_of, only=self.only)
                raise reading_room.not_yet(today, name, seq) or refusal from None

    def find(self, query: str, limit: int, stop: Callable[[], bool] | None = None) -> Hits:
        """Ids of the items whose words contain every term, literally, newest first; `stop` breaks the search off."""
        from store.views import search

        with self.whole() as reader:
            return search.find(reader, query, limit=limit, stop=stop)

    def hit_rows(self, query: str, keys: Sequence[str], at_seq: int | None = None) -> tuple[Hit, ...]:
        """Rows of items that a search found, each with where its words stand."""
        from store.views import finding

        with self.whole(at_seq) as reader:
            return finding.hit_rows(reader, query, keys)

    def runs(self, at_seq: int | None = None) -> tuple[RunView, ...]:
        """Every import, newest first."""
        from store.views import runs

        with self.whole(at_seq) as reader:
            return runs.runs(reader)

    def search(self, query: str, limit: int = 50, at_seq: int | None = None) -> tuple[Hit, ...]:
        """Items whose words contain every term, literally."""
        from store.views import finding, search

        with self.whole(at_seq) as reader:
            return finding.hit_rows(reader, query, search.find(reader, query, limit=limit).keys)

    def groups(self) -> tuple[Group, ...]:
        """Drifting items that have the same suggestion."""
        from governance import deciding

        with self.whole() as reader:
            return deciding.drift_groups(reader)

    # the log

    def log_keys(self, where: LogFilter | None = None, at_seq: int | None = None, *, after: int = 0) -> Sequence[int]:
        """Seqs of entries, ascending; only those behind `after`."""
        from store.records.views import LogFilter
        from store.views import logs

        with self.whole(at_seq) as reader:
            return logs.log_keys(reader, where or LogFilter(), after)

    def log_rows(self, seqs: Sequence[int], at_seq: int | None = None) -> tuple[LogRow, ...]:
        """Lines of the log."""
        from store.views import logs

        with self.whole(at_seq) as reader:
            return logs.log_rows(reader, seqs)

    def entry(self, seq: int, at_seq: int | None = None) -> EntryDetail:
        """One entry in full."""
        from governance import reading_room

        with self.whole(at_seq) as reader:
            return reading_room.entry(reader, seq)

    def actors(self) -> tuple[tuple[str, str], ...]:
        """(id, name) of everyone who could have done something, in the order they came."""
        with self.whole() as reader:
            return tuple(reader.names.items())

    def plans(self, limit: int = 20, at_seq: int | None = None) -> tuple[Applied, ...]:
        """Applied plans, newest first."""
        from store.views import logs

        with self.whole(at_seq) as reader:
            return logs.plans(reader, limit)
