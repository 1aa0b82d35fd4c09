"""Facts: what the verbs judge, read from the store at one moment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from governance.authority.policy import Policy
from governance.authority.reading import authority_at
from governance.called import gone, lane_for, topic_called
from governance.errors import Refusal, RefusalKind
from governance.rules.anchors import MOST, anchors_in
from governance.rules.schema import suggest
from governance.verb import Target
from store import log, seal
from store.ids import MAX_FOREIGN, block_id, read_block_id, read_id
from store.index import anchors, unfold
from store.records.controls import SOURCE_NAMED, Selectors
from store.records.item import ItemRow, ItemWords
from store.records.views import LaneView, TopicView
from store.records.views.controls import ScopeView
from store.records.words import Defer, SegmentRole, SourceState
from store.tokens import spelling
from store.views.archive import block_by_id, block_by_seq, block_names, block_view, blocks_at, role_of
from store.views.asked import asked_for
from store.views.conflicts import live_rows
from store.views.controls import excluders, folded_into, moved_of, scope_of, scope_with, way_out
from store.views.details import resolve
from store.views.disputes import disagreeing
from store.views.intake import quarantined, suggested_links
from store.views.items import neighbours, source_links
from store.views.lanes import lane, lane_moved, lanes, lanes_titled
from store.views.ledger import links_from
from store.views.reader import Reader, seen_of
from store.views.sources import called, members, source_called, unlinked
from store.views.topics import members as members_of_topic
from store.views.topics import topic_payload, topic_seen, topics, topics_alike

DOCUMENTS = frozenset({SegmentRole.DOCUMENT, SegmentRole.CONVENTIONS, SegmentRole.TOPIC, SegmentRole.INDEX})
"""What somebody wrote as a document: words taken from it are its own."""
_LEAD = re.compile(rb"(?:\s*(?:#{1,6}[^\n]*|)\n)*\s*(?:[-*+]|\d+[.)])?[ \t]*")


class Facts:
    """Reads targets; also what a verb may ask beyond them."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self._read: list[str] = []
        self._against: dict[str, tuple[tuple[str, str], ...]] = {}

    @property
    def today(self) -> str:
        """The user day, YYYY-MM-DD."""
        return self.reader.today

    def targets(self, names: Sequence[str]) -> list[Target]:
        """The targets of these ids, in order; unknown ids are refused by name."""
        wanted = [self._name(name) for name in names]
        items = self._items([n for n in wanted if n.startswith("mem-")])
        found = []
        for name in wanted:
            target = items.get(name) or self._block(name) or self._topic(name) or self._quarantined(name)
            target = target or self._control(name) or self._lane(name) or self._holding(name)
            if target is None and (by := excluders(self.reader, [name]).get(name)):
                raise Refusal(
                    RefusalKind.RULE,
                    f"{name} is withdrawn by {', '.join(by)}: nothing is decided about it while that is in effect.",
                    f"`memdesk show {by[0]}` shows the withdrawal; `memdesk reinstate {by[0]}` takes it back."
                    + way_out(self.reader, name),
                    (name, *by),
                )
            if target is None:
                raise gone(self.reader, name) or Refusal(
                    RefusalKind.NOT_FOUND,
                    f"There is nothing called {name} to decide about.",
                    "`memdesk list pending` shows what waits; ids look like mem-2026-05-11-001.",
                    (name,),
                )
            found.append(target)
        return found

    def _name(self, name: str) -> str:
        if name.startswith(SOURCE_NAMED):
            said = name.removeprefix(SOURCE_NAMED).strip()
            return source_called(self.reader, said) or f"{SOURCE_NAMED}{said}"
        found = read_id(name)
        if (found and found.n <= MAX_FOREIGN) or read_block_id(name):
            return name
        return resolve(self.reader, name) or name

    @property
    def policy(self) -> Policy:
        """The policy in force."""
        return authority_at(self.reader.conn, self.reader.at_seq).policy

    def _quarantined(self, name: str) -> Target | None:
        found = quarantined(self.reader, [name]).get(name) if name.startswith("quar-") else None
        return Target(id=name, seen=found.seen, moved=found.moved, held=found) if found else None

    def _control(self, name: str) -> Target | None:
        found = scope_of(self.reader, name, bare=True) if name.startswith("memwd-") else None
        return Target(id=name, seen=found.seen, moved=found.moved, scope=found) if found else None

    def _lane(self, name: str) -> Target | None:
        found = lane(self.reader, name) if name.startswith("lane-") else None
        moved = lane_moved(self.reader, name) if found else None
        return Target(id=name, seen=found.seen, moved=moved, lane=found) if found and moved else None

    def _holding(self, name: str) -> Target | None:
        """A segment, run, task or source: what is withdrawn is nothing to decide about."""
        if name.startswith(SOURCE_NAMED):
            words = name.removeprefix(SOURCE_NAMED)
            items = tuple(members(self.reader, words)) if words else ()
            shown = seal.seen_digest({"source": words, "items": list(items)})
            return Target(id=name, seen=shown, moved=0, holds="source", source=words, unlinked=items)
        found = moved_of(self.reader, name)
        if found is None:
            return None
        what, moved = found
        shown = seal.seen_digest({"id": name, "moved": moved})
        if what != "source":
            return Target(id=name, seen=shown, moved=moved, holds=what)
        words, items = called(self.reader, name), unlinked(self.reader, name)
        return Target(id=name, seen=shown, moved=moved, holds=what, source=words, unlinked=items)

    def source_id(self, words: str | None) -> str | None:
        """The id of a source string, where it has one."""
        return source_called(self.reader, words) if words else None

    def scope(self, selectors: Selectors) -> ScopeView | None:
        """What is known of exactly this scope."""
        return scope_with(self.reader, selectors)

    def item(self, name: str) -> Target | None:
        """An item, or None."""
        name = self._name(name)
        return self._items([name]).get(name)

    @cached_property
    def _topics(self) -> tuple[TopicView, ...]:
        return topics(self.reader)

    def topic(self, name: str) -> str:
        """A topic's id from its id, file name or title; refused where there is none, several, or one that ended."""
        return topic_called(self.reader, name, self._topics).id

    def topics_titled(self, title: str) -> tuple[TopicView, ...]:
        """The topics whose title or page is spelled like this."""
        return topics_alike(self._topics, title)

    def lane(self, name: str, project: str | None) -> LaneView | None:
        """A lane by its id, or by its title: that of the project first, else that of no project."""
        return lane_for(self.reader, name, project)

    def lanes_titled(self, title: str, project: str | None) -> tuple[LaneView, ...]:
        """The lanes of exactly this project (or of none) whose title is spelled like this."""
        return tuple(one for one in lanes_titled(self.reader, title) if one.project == project)

    def lying(self, names: Iterable[str]) -> dict[str, LaneView]:
        """In which lane each of these items lies, also one that is withdrawn; what lies in none is left out."""
        rows = [row for name in names if (row := self.reader.last_row(name)) is not None]
        held = self._lanes(rows)
        return {row.id: held[row.lane] for row in rows if row.lane in held}

    def _lanes(self, rows: Iterable[ItemRow]) -> dict[str, LaneView]:
        lying = sorted({row.lane for row in rows if row.lane})
        return {one.id: one for one in lanes(self.reader, lying)} if lying else {}

    def layer(self, topic: str) -> str | None:
        """How near the index keeps a topic."""
        found = topic_payload(self.reader, topic)
        return found[1]["layer"] if found else None

    def members(self, topic: str) -> list[Target]:
        """All items that lie under a topic, also those that are withdrawn; of each only its row is told."""
        rows = (self.reader.last_row(name) for name in members_of_topic(self.reader, topic))
        return [Target(id=row.id, seen="", moved=row.from_seq, row=row) for row in rows if row is not None]

    def links(self, name: str) -> frozenset[tuple[str, str]]:
        """The (relation, other) edges that a record bears."""
        return links_from(self.reader, name)

    def source(self, words: str, near: Target) -> tuple[str, tuple[int, ...]]:
        """What a Source resolves to: the state of the look-up, and the blocks."""
        if (block := block_by_id(self.reader, words.strip())) is not None:
            return SourceState.FOUND.value, (block.bytes_at,)
        named, shaped = anchors_in(words)
        segments: dict[str, list[int]] = {}
        for anchor in named:
            for block in blocks_at(self.reader, anchor.path, anchor.part):
                segments.setdefault(block.segment, []).append(block.bytes_at)
        if not segments:
            return (SourceState.MISSING if shaped else SourceState.NOT_ARCHIVE).value, ()
        own = block_by_seq(self.reader, near.block) if near.block is not None else None
        best = max(segments, key=lambda s: (own is not None and own.segment == s, s))
        return SourceState.FOUND.value, tuple(sorted(segments[best])[:MOST])

    def of_document(self, block: int) -> bool:
        """Whether a block (the seq that holds its bytes) belongs to a document, not to what was captured."""
        found = block_by_seq(self.reader, block)
        return found is not None and role_of(self.reader, found.segment) in DOCUMENTS

    def stands(self, block: int) -> bool:
        """Whether the words of a block (the seq that holds its bytes) are still there to be looked at."""
        found = block_by_seq(self.reader, block)
        return found is not None and log.payload(self.reader.conn, found.bytes_at) is not None

    def against(self, target: Target) -> tuple[tuple[str, str], ...]:
        """(how that is known, other item) of what an item disagrees with; asked once for all that were read."""
        if target.id not in self._against:
            wanted = [name for name in self._read if name not in self._against] or [target.id]
            found = disagreeing(self.reader, [*wanted, target.id])
            self._against |= {name: tuple(found.get(name, ())) for name in (*wanted, target.id)}
        return self._against[target.id]

    def missing(self, name: str) -> tuple[str, ...]:
        """What somebody said is missing to settle a conflict of an item."""
        return tuple(why.detail for why in asked_for(self.reader, (name,)) if why.detail)

    def living(self, subject: str) -> tuple[str, ...]:
        """The live state rows of exactly this subject."""
        return live_rows(self.reader, self.reader.known("subject", subject))

    def values(self, subject: str) -> tuple[Target, ...]:
        """The same with their words, those that are in doubt among them."""
        names = live_rows(self.reader, self.reader.known("subject", subject), doubtful=True)
        return tuple(self._items(names).values())

    def alike(self, subject: str) -> tuple[str, ...]:
        """The live state rows that have this subject in whatever spelling."""
        return live_rows(self.reader, self.reader.known("subject-like", spelling(subject)))

    def owner(self, name: str) -> str | None:
        """The id of an owner of this store, from that or from the name."""
        owners = [one.id for one in authority_at(self.reader.conn, self.reader.at_seq).owners]
        return next((one for one in owners if name in (one, self.reader.names.get(one))), None)

    def _items(self, names: Sequence[str]) -> dict[str, Target]:
        rows = self.reader.item_rows(names)
        self._read += rows
        words = self.reader.words(rows.values())
        beside = neighbours(self.reader, rows.values())
        sources = source_links(self.reader, list(rows))
        near = suggested_links(self.reader, list(rows))
        folded = folded_into(self.reader, list(rows))
        suggested = self.suggestions(list(rows.values()), {name: told for name, (told, _) in words.items()})
        held = self._lanes(rows.values())
        bodies = log.some(self.reader.conn, sorted({row.body for row in rows.values()}))
        found = {}
        for name, row in rows.items():
            told, text = words[name]
            found[name] = Target(
                id=name,
                commitment=bodies[row.body].commitment,
                seen=seen_of(row, beside.shown(row)),
                moved=row.from_seq,
                row=row,
                words=told,
                text=text,
                sources=sources.get(name, ()),
                rivals=beside.rivals.get(name, ()),
                suggestion=suggested.get(name, ()),
                near=near.get(name, ()),
                folded=folded.get(name, ()),
                lane=held.get(row.lane or ""),
                block=row.block,
                block_text=text,
            )
        return found

    def suggestions(
        self, rows: Sequence[ItemRow], words: Mapping[str, ItemWords | None]
    ) -> dict[str, tuple[tuple[str, str], ...]]:
        """What would mend each drifting item; nothing for an item whose words were erased."""
        blocks = block_names(self.reader, [row.block for row in rows if row.block is not None and row.drift])
        return {
            row.id: suggest(
                row.drift,
                block=blocks.get(row.block) if row.block is not None else None,
                day=row.id[4:14],
                date_hint=told.date_hint,
                minted=row.id,
            )
            for row in rows
            if row.drift and (told := words.get(row.id)) is not None
        }

    def _block(self, name: str) -> Target | None:
        block, view = block_by_id(self.reader, name), block_view(self.reader, name)
        if block is None or view is None:
            return None
        payload = log.payload(self.reader.conn, block.bytes_at)
        raw = seal.raw_bytes(payload["bytes"]) if payload else b""
        lead = _LEAD.match(raw)
        start = lead.end() if lead else 0
        end = max(start, len(raw.rstrip()))
        told = log.payload(self.reader.conn, block.seq) or payload
        names = anchors(told) if told else []
        return Target(
            id=block_id(block.segment, block.ordinal),
            seen=view.seen,
            moved=block.from_seq,
            block=block.bytes_at,
            block_seq=block.seq,
            block_text=unfold(raw[start:end].decode("utf-8", "replace")),
            block_span=(start, end),
            anchor=names[1] if len(names) > 1 else (names[0] if names else None),
            skipped=bool(block.skipped),
            deferred=Defer(block.deferred) if block.deferred else None,
        )

    def _topic(self, name: str) -> Target | None:
        found = topic_payload(self.reader, name)
        if found is None:
            return None
        moved, payload = found
        deferred = payload.pop("deferred")
        return Target(id=name, seen=topic_seen(name, moved), moved=moved, topic=payload, deferred=deferred)
