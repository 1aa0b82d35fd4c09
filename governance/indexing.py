"""The index, put together: the topic map, what is recent and what waits, pages of static knowledge, the category rows.

The chain of M: this index, then one page or category, then only the records that match; nothing here opens a payload
of the archive.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from governance.influence.disputing import conflicted
from governance.rules.layers import layer_of
from governance.rules.meta import belief_status
from governance.rules.meta_row import meta_row
from store.records.item import ItemRow, ItemWords
from store.records.recall import BeliefStatus, SourceTag
from store.records.views.details import TopicView
from store.records.views.indexing import Beside, IndexLine, IndexView, MetaRow, StaticPage, TopicRoute
from store.records.views.rows import Nearness
from store.records.words import Relation, SegmentRole, Status
from store.views import indexing
from store.views.archive import block_by_seq, role_of
from store.views.index_page import RECENT
from store.views.reader import Reader
from store.views.topics import topics

PENDING = 50
"""Items that wait, as far as the index names them."""
ROWS = 100
"""Rows of the category index that are given where nobody asks for more."""
_FIRST = 200
_MAKING = frozenset({Relation.DERIVED_FROM, Relation.MERGED_INTO, Relation.CORRECTED_BY})


def index_view(reader: Reader, *, most: int = ROWS, topic: str | None = None) -> IndexView:
    """The index with so many category rows, of all items or of one topic."""
    known = {one.id: near_topic(one) for one in topics(reader)}
    pages = indexing.pages(reader)
    waiting, total = indexing.pending(reader, PENDING)
    names, every = indexing.every(reader, most, topic)
    return IndexView(
        partial=not any(one.triggers for one in known.values()),
        topics=_routes(reader, tuple(known.values()), pages),
        recent=_lines(reader, indexing.recent(reader, RECENT), known),
        pending=_lines(reader, waiting, known),
        pending_total=total,
        pages=tuple(_page(page, known) for page in pages),
        rows=meta_rows(reader, names, known),
        total=every,
    )


def near_topic(topic: TopicView) -> TopicView:
    """A topic, told how near it is kept."""
    return topic.model_copy(update={"near": layer_of(topic=topic)})


def near_item(reader: Reader, row: ItemRow, words: ItemWords | None) -> Nearness:
    """How near an item is kept."""
    topic = next((one for one in topics(reader) if one.id == row.topic), None) if row.topic else None
    block = block_by_seq(reader, row.block) if row.block is not None else None
    return layer_of(row, words, topic, role_of(reader, block.segment) if block else None)


def meta_rows(
    reader: Reader, names: Sequence[str], known: Mapping[str, TopicView] | None = None
) -> tuple[MetaRow, ...]:
    """The category rows of these items."""
    known = {one.id: one for one in topics(reader)} if known is None else known
    found = indexing.besides(reader, names, conflicted(reader, reader.item_rows(names).values()))
    parents = _parents(reader, found)
    return tuple(meta_row(one, known.get(one.row.topic or ""), parents) for one in found)


def _parents(reader: Reader, found: Sequence[Beside]) -> dict[str, BeliefStatus]:
    """The belief status of every record that one of these is made of."""
    names = {other for one in found for rel, _, _, other in one.edges if rel in _MAKING}
    rows = reader.item_rows(sorted(names))
    words = reader.words(rows.values())
    disputes = conflicted(reader, rows.values())
    return {name: belief_status(row, words[name][0], name in disputes) for name, row in rows.items()}


def _routes(reader: Reader, known: Sequence[TopicView], pages: Sequence[indexing.Page]) -> tuple[TopicRoute, ...]:
    counts, dates = indexing.topic_counts(reader), indexing.dates_of(reader, [one.id for one in known])
    archived = {page.path: page.segment for page in pages if page.role is SegmentRole.TOPIC}
    found = []
    for one in known:
        told = counts.get(one.id, indexing.Counts())
        updated, sources = dates.get(one.id, (None, ()))
        found.append(
            TopicRoute(
                id=one.id,
                title=one.title,
                file=one.file,
                triggers=one.triggers,
                near=layer_of(topic=one),
                status=_status(told),
                items=told.items,
                pending=told.pending,
                over=told.over,
                source=archived.get(one.file),
                last_updated=updated,
                source_dates=sources,
            )
        )
    return tuple(found)


def _status(counts: indexing.Counts) -> str:
    """What a topic is by its items: pending while one waits, stale once all are over."""
    if not counts.items:
        return "empty"
    if counts.pending:
        return Status.PENDING.value
    return Status.STALE.value if counts.over == counts.items else Status.ACTIVE.value


def _lines(reader: Reader, names: Sequence[str], known: Mapping[str, TopicView]) -> tuple[IndexLine, ...]:
    rows: dict[str, ItemRow] = reader.item_rows(names)
    words = reader.words(rows.values())
    found = []
    for name in names:
        row, (told, text) = rows[name], words[name]
        topic = known.get(row.topic or "")
        found.append(
            IndexLine(
                id=name,
                date=told.date if told else None,
                kind=row.kind,
                status=row.status,
                text=" ".join(text[: 4 * _FIRST].split())[:_FIRST],
                topic=topic.title if topic else None,
                near=layer_of(row, told, topic),
            )
        )
    return tuple(found)


def _page(page: indexing.Page, known: Mapping[str, TopicView]) -> StaticPage:
    topic = next((one for one in known.values() if one.file == page.path), None) if page.path else None
    return StaticPage(
        id=page.segment,
        path=page.path,
        role=page.role,
        title=topic.title if topic else page.path or page.segment,
        near=layer_of(topic=topic, role=page.role),
        source_tag=SourceTag.STATIC_KNOWLEDGE,
        belief_status=BeliefStatus.SOURCE_PRIOR,
        topic=topic.id if topic else None,
        capsules=page.capsules,
        cited=page.cited,
    )
