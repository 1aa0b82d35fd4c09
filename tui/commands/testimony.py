"""What an agent's token lists and opens: the pages that `memdesk mcp` gives, each record as testimony."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tui.commands.call import Call
from tui.commands.shapes import shape

if TYPE_CHECKING:
    from collections.abc import Iterable

    from governance.desk import Desk
    from governance.intake.pages import Testimony, TopicEntry

USUAL = 100
"""Records that are listed where nobody said how many."""


def list_items(call: Call, desk: Desk, text: str, limit: int | None) -> None:
    """Write the current records that the token may read, newest first."""
    page = desk.intake.items(text, None if limit == 0 or (limit is None and call.json) else limit or USUAL)
    if call.json:
        told = {"note": page.note, "projects": list(page.projects), "rows": [shape(one) for one in page.items]}
        call.data("list", {"queue": "items", "total": page.total, **told})
        return
    call.talk(page.note)
    _records(call, page.items)
    if len(page.items) < page.total:
        call.talk(f"{len(page.items):,} of {page.total:,} records; --limit 0 shows all.")


def list_index(call: Call, desk: Desk) -> None:
    """Write where to begin: the topics that lead to what the token may read, and what came last."""
    page: Any = desk.intake.page("index")
    if call.json:
        call.data("list", {"queue": "index", **shape(page)})
        return
    call.talk(page.note)
    call.out.line(("Topic map", "bold"))
    _topics(call, page.topics)
    call.out.line(("Recent activity", "bold"))
    _records(call, page.recent)


def list_topics(call: Call, desk: Desk) -> None:
    """Write the topics that lead to what the token may read."""
    page: Any = desk.intake.page("topics")
    if call.json:
        call.data("list", {"queue": "topics", "total": len(page.topics), "rows": [shape(one) for one in page.topics]})
        return
    _topics(call, page.topics)


def show(call: Call, desk: Desk, one: str) -> None:
    """Write a record as recall tells it, or a topic with its records."""
    if not one.startswith("top-"):
        from tui.commands.recall import print_answer

        print_answer(call, "recall", desk.recalling.record(one))
        return
    page: Any = desk.intake.page(f"topics/{one}")
    if call.json:
        call.data("show", {"what": "topic", **shape(page)})
        return
    call.talk(page.note)
    _topics(call, (page.topic,))
    _records(call, page.items)


def _topics(call: Call, topics: Iterable[TopicEntry]) -> None:
    for one in topics:
        call.out.line((f"  {one.id}", "bold"), f"  {one.title}  ", (f"{one.items:,} records", "dim"))
        call.out.line(("    read when  ", "dim"), "; ".join(one.read_when) or ("no trigger leads here", "warn"))


def _records(call: Call, records: Iterable[Testimony]) -> None:
    for one in records:
        pieces: list[str | tuple[str, str]] = [(f"  {one.id}", "bold"), f"  {one.date or '-':<10}  "]
        call.out.row([*pieces, (f"{one.kind or '-':<9}  ", "dim")], one.text)
