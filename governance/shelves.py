"""Shelves: where records stand and how they hang together: archive, topics, lanes, links, conflicts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from governance.influence.disputing import Stand
    from store.records.views import BlockView, Edge, Hit, LaneView, Passage, Row, SegmentView, TopicView
    from store.records.views.indexing import IndexView, MetaRow
    from store.views.reader import Reader


class Shelves(ABC):
    """What looks at a store, as far as its shelves go."""

    @abstractmethod
    def reader(self, at_seq: int | None = None) -> AbstractContextManager[Reader]:
        """One snapshot of the store."""

    @abstractmethod
    def whole(self, at_seq: int | None = None) -> AbstractContextManager[Reader]:
        """The same for a face to look at; refused to whoever reads only what recall may tell."""

    def segments(self, at_seq: int | None = None) -> tuple[SegmentView, ...]:
        """Every segment of the archive."""
        from store.views import archive

        with self.whole(at_seq) as reader:
            return archive.segments(reader)

    def blocks(self, segment: str, at_seq: int | None = None) -> tuple[BlockView, ...]:
        """The blocks of a segment."""
        from store.views import archive

        with self.whole(at_seq) as reader:
            return archive.block_views(reader, segment)

    def segment_bytes(self, segment: str, at_seq: int | None = None) -> bytes | None:
        """The bytes of a segment; None when a part was erased."""
        from store.views import archive

        with self.whole(at_seq) as reader:
            return archive.segment_bytes(reader, segment)

    def passage(self, block: str | int, at_seq: int | None = None) -> Passage:
        """A block with what stands around it."""
        from governance import reading_room

        with self.whole(at_seq) as reader:
            return reading_room.passage(reader, block)

    def topics(self, at_seq: int | None = None) -> tuple[TopicView, ...]:
        """Every topic."""
        from governance.indexing import near_topic
        from store.views import topics

        with self.whole(at_seq) as reader:
            return tuple(near_topic(one) for one in topics.topics(reader))

    def topic_called(self, name: str, at_seq: int | None = None) -> TopicView:
        """The topic of this id, title or page, however that is spelled; one that was merged says where it went."""
        from governance.called import topic_called
        from governance.indexing import near_topic

        with self.whole(at_seq) as reader:
            return near_topic(topic_called(reader, name))

    def index(self, most: int | None = None, topic: str | None = None, at_seq: int | None = None) -> IndexView:
        """The index, with so many rows of the category index, of all items or of one topic."""
        from governance import indexing

        with self.whole(at_seq) as reader:
            return indexing.index_view(reader, most=indexing.ROWS if most is None else most, topic=topic)

    def meta(self, names: Sequence[str], at_seq: int | None = None) -> tuple[MetaRow, ...]:
        """Rows of the category index."""
        from governance.indexing import meta_rows

        with self.whole(at_seq) as reader:
            return meta_rows(reader, names)

    def lanes(self, at_seq: int | None = None) -> tuple[LaneView, ...]:
        """Every lane."""
        from store.views import lanes

        with self.whole(at_seq) as reader:
            return lanes.lanes(reader)

    def lane_called(self, name: str, at_seq: int | None = None) -> LaneView:
        """The lane of this id or title, however that is spelled."""
        from governance.called import lane_called

        with self.whole(at_seq) as reader:
            return lane_called(reader, name)

    def links(self, name: str, deep: int = 1, at_seq: int | None = None) -> tuple[Edge, ...]:
        """The edges of a record in the link ledger, in both directions; `deep` follows them so many steps.

        Of a segment, or of a place in the archive, they are those of every block there.
        """
        from governance import reading_room
        from store.views import ledger

        with self.whole(at_seq) as reader:
            return ledger.edges(reader, reading_room.linked(reader, name), deep=deep)

    def side_keys(self, names: Sequence[str], text: str = "", at_seq: int | None = None) -> tuple[str, ...]:
        """Every row of the conflicts that these items are in, the oldest date first."""
        from store.views import sides

        with self.whole(at_seq) as reader:
            return sides.side_keys(reader, names, text)

    def side_rows(self, keys: Sequence[str], at_seq: int | None = None) -> tuple[Row, ...]:
        """Items, each with whom it disagrees."""
        from store.views import sides

        with self.whole(at_seq) as reader:
            return sides.side_rows(reader, keys)

    def stand(self, names: Sequence[str], at_seq: int | None = None) -> Stand:
        """Which of these state rows stand for an answer of recall now, and why of others none does."""
        from governance.influence import disputing

        with self.whole(at_seq) as reader:
            return disputing.stand(reader, reader.item_rows(names).values())

    def hits_beside(self, query: str, keys: Sequence[str], at_seq: int | None = None) -> tuple[Hit, ...]:
        """Rows of items that a search found, each with where its words stand, and with whom it disagrees."""
        from store.views import finding, sides

        with self.whole(at_seq) as reader:
            return sides.with_sides(reader, finding.hit_rows(reader, query, keys))
