"""`memdesk list index`: where to begin (P§10), and with --json the meta index and rows of the category index (M)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from store.records.views.recall import Budget
from tui.commands.call import Call
from tui.commands.past import stamp
from tui.commands.shapes import shape
from tui.wording.nearness import STYLES, near_words
from tui.wording.sentences import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from governance.looking import Looking
    from store.records.views import IndexLine, IndexView, StaticPage, TopicRoute

CHAIN = (
    "list index",
    "list index --json, or show TOPIC | SEGMENT",
    "show ITEM",
)
"""The chain of M as commands: the meta layer, one category or page, then only the records that match."""
BUDGET = Budget().model_dump(include={"meta_indexes", "category_indexes", "payloads", "full_history_scan"})
"""How much an ordinary look-up reads, unless it asks for more (M)."""
MORE = 12
"""Pending items that are named; the rest is counted."""


def list_index(call: Call, desk: Looking, text: str, limit: int | None) -> None:
    """Write the index; `text` narrows every part of it to what has these words."""
    whole = desk.index(_most(desk, limit))
    looked, view = len(whole.rows), _narrowed(whole, text)
    if call.json:
        meta = {
            "store": desk.store_id,
            "adapted": "partial" if view.partial else "full",
            "chain": list(CHAIN),
            "budget": BUDGET,
        }
        call.data("list", {**stamp(desk.at_seq), "queue": "index", "meta": meta, **shape(view)})
        return
    if view.partial:
        call.out.line(("No topic has a trigger: the index is only partially adapted, and recall says so.", "warn"))
    _topics(call, view.topics)
    _items(call, "Recent activity", view.recent)
    narrowed = f"{len(view.pending):,} of " if text else ""
    _items(call, f"Pending cleanup  {narrowed}{view.pending_total:,}", view.pending[:MORE])
    _pages(call, view.pages)
    call.talk(_rows_told(len(view.rows), view.total, looked, text))


def _rows_told(shown: int, total: int, looked: int, text: str) -> str:
    """How many rows of the category index --json gives, and how to have all of them."""
    if not total:
        return "The category index has no rows yet."
    have = f"{number(shown, 'row')} of the category index {'has' if shown == 1 else 'have'} these words"
    if looked < total:
        rows = f"{have}, of its newest {looked:,}" if text else f"--json gives the newest {looked:,} rows"
        return f"{rows}{'' if text else ' of the category index'}; it has {total:,} in all, and --limit 0 takes all."
    if text:
        return f"{have}: --json gives them." if shown else "No row of the category index has these words."
    return f"--json gives the category index as well: {number(total, 'row')}."


def _most(desk: Looking, limit: int | None) -> int | None:
    """How many rows of the category index were asked for; 0 is all of them."""
    return len(desk.item_keys()) if limit == 0 else limit


def _narrowed(view: IndexView, text: str) -> IndexView:
    """The index with only what has these words."""
    wanted = text.casefold()
    if not wanted:
        return view

    def has(*told: str | None) -> bool:
        return any(wanted in one.casefold() for one in told if one)

    kept: dict[str, Any] = {
        "topics": tuple(one for one in view.topics if has(one.id, one.title, one.file, *one.triggers)),
        "pages": tuple(one for one in view.pages if has(one.id, one.title, one.path)),
        "rows": tuple(one for one in view.rows if has(one.memory_id, one.summary, one.category, *one.retrieval_terms)),
    }
    for part in ("recent", "pending"):
        kept[part] = tuple(one for one in getattr(view, part) if has(one.id, one.text, one.topic))
    return view.model_copy(update=kept)


def _topics(call: Call, topics: Sequence[TopicRoute]) -> None:
    call.out.line(("Topic map", "bold"))
    for one in topics:
        call.out.line(
            ("  " + one.id, "bold"),
            (f"  {one.near.layer.value:<4}", STYLES[one.near.layer]),
            f"  {one.title}  ",
            (f"{one.file}  " if one.file else "", "dim"),
            f"{number(one.items, 'item')}, {_standing(one)}",
        )
        call.out.line(("    read when  ", "dim"), "; ".join(one.triggers) or ("no trigger leads here", "warn"))
        call.out.line(("    near       ", "dim"), near_words(one.near))
        call.out.line(("    comes from ", "dim"), one.source or _sourceless(one))
    if not topics:
        call.out.line(("  none yet", "dim"))


def _standing(one: TopicRoute) -> str:
    """What its items are: the status of the topic, with the counts behind it."""
    counts = [f"{count:,} {word}" for count, word in ((one.pending, "pending"), (one.over, "over")) if count]
    return f"{one.status} ({', '.join(counts)})" if counts else one.status


def _sourceless(one: TopicRoute) -> str:
    """What a topic comes from that has no page in use."""
    if one.items:
        return f"its items; the page {one.file} is not in use" if one.file else "its items alone"
    return "nothing that is in use: its items and its page are withdrawn, or there never were any"


def _items(call: Call, title: str, items: Sequence[IndexLine]) -> None:
    call.out.line((title, "bold"))
    for one in items:
        pieces: list[str | tuple[str, str]] = [
            (f"  {one.id}", "bold"),
            f"  {one.date or '-':<10}  ",
            (f"{one.near.layer.value:<4}  ", STYLES[one.near.layer]),
            (f"{one.kind or '-':<9}  ", "dim"),
        ]
        call.out.row(pieces, one.text)
    if not items:
        call.out.line(("  nothing", "dim"))


def _pages(call: Call, pages: Sequence[StaticPage]) -> None:
    call.out.line(("Static knowledge", "bold"))
    for one in pages:
        call.out.line(
            (f"  {one.id}", "bold"),
            (f"  {one.near.layer.value:<4}", STYLES[one.near.layer]),
            f"  {one.title}",
            (f"  {one.path}" if one.path and one.path != one.title else "", "dim"),
            f"  {one.role.value}, cited by {number(one.cited, 'item')}",
        )
    if not pages:
        call.out.line(("  none", "dim"))
