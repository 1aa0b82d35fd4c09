"""What `memdesk list` shows beside item rows: drift groups, topics, segments, imports, applied plans."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from store.records.words import Queue
from tui.commands.call import MOST, Call
from tui.commands.past import stamp
from tui.commands.shapes import iso, shape

if TYPE_CHECKING:
    from governance.looking import Looking
    from store.records.facts import Fact
    from store.records.views import Group, Row


def group_seen(rows: Sequence[Row]) -> str:
    """One digest for all members of a group, so that deciding on the group names a single one."""
    lines = "".join(f"{row.id} {row.seen}\n" for row in sorted(rows, key=lambda row: row.id))
    return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()


def group_rows(desk: Looking, group: Group) -> tuple[Row, ...]:
    """The members of a group as they are now."""
    return desk.queue_rows(Queue.DRIFT, group.ids)


NAMED = 12
"""Members of a drift group that are named; the group's key stands for all of them."""


def drift_groups(call: Call, desk: Looking, text: str, limit: int | None) -> None:
    """List the drift groups; each carries the digest that accepting it names."""
    wanted = set(desk.queue_keys(Queue.DRIFT, text)) if text else None
    groups = [group for group in desk.groups() if wanted is None or wanted.intersection(group.ids)]
    total, groups = len(groups), groups[: limit or None]
    if call.json:
        found = [{**shape(group), "seen": group_seen(group_rows(desk, group))} for group in groups]
        call.data("list", {**stamp(desk.at_seq), "queue": "drift", "total": total, "groups": found})
        return
    from tui.wording.sentences import drift_sentence, number

    for group in groups:
        call.out.line((group.key, "bold"), f"  {number(group.count, 'row')}")
        for drift in group.drift:
            call.out.line(("  ", "dim"), drift_sentence(drift.value))
        for field, value in group.suggestion:
            call.out.line(("  suggested ", "dim"), f"{field}: {value}")
        more = f" and {group.count - NAMED:,} more" if group.count > NAMED else ""
        call.out.line(("  rows ", "dim"), ", ".join(group.ids[:NAMED]), more)
        call.out.line(("  seen ", "dim"), group_seen(group_rows(desk, group)))
    if len(groups) < total:
        call.talk(f"{len(groups):,} of {total:,} groups; --limit 0 shows all.")
    elif not groups:
        call.talk("Nothing here.")


def library(call: Call, desk: Looking, what: str, text: str, limit: int | None) -> None:
    """List topics, segments, imports or applied plans."""
    if what == "topics" and desk.partial:
        from tui.commands.testimony import list_topics

        return list_topics(call, call.desk())
    most = None if limit == 0 or (limit is None and call.json) else limit or 100
    facts: dict[str, Callable[[], Sequence[Fact]]] = {
        "plans": lambda: desk.plans(MOST),
        "topics": desk.topics,
        "archive": desk.segments,
        "runs": desk.runs,
    }
    found = [fact for fact in facts[what]() if text.casefold() in _words(fact).casefold()]
    shown = found[:most]
    if call.json:
        rows = [shape(fact) for fact in shown]
        call.data("list", {**stamp(desk.at_seq), "queue": what, "total": len(found), "rows": rows})
        return None
    for fact in shown:
        call.out.row(*_line(fact))
    if len(shown) < len(found):
        call.talk(f"{len(shown):,} of {len(found):,} rows; --limit 0 shows all.")
    elif not found:
        call.talk("Nothing here.")
    return None


def _words(fact: Any) -> str:
    """What a filter looks at."""
    named = ("id", "file", "title", "layer", "path", "role", "root", "plan", "who")
    return "\n".join(str(getattr(fact, name)) for name in named if getattr(fact, name, None))


def _some(count: int, noun: str, width: int = 4) -> str:
    """A count and its noun as a column of lines that stand under each other."""
    return f"{count:>{width}} {noun if count == 1 else noun + 's':<{len(noun) + 1}}"


def _line(fact: Any) -> tuple[list[str | tuple[str, str]], str]:
    """One line: what is always seen, and what is cut at the edge of a terminal."""
    from store.records.views import Applied, RunView, SegmentView

    if isinstance(fact, RunView):
        gone = f"  {fact.withdrawn:,} more withdrawn" if fact.withdrawn else ""
        gone += f"  withdrawn by {', '.join(fact.withdrawn_by)}" if fact.withdrawn_by else ""
        counts = _some(fact.items, "item", 5), _some(len(fact.segments), "segment"), _some(fact.files, "file")
        told = f"  {iso(fact.at)[:10]}  {'  '.join(counts)}"
        return [(fact.id, "bold"), f"{told}{gone}  "], fact.root or ""
    if isinstance(fact, Applied):
        undone = f"  undone by {fact.undone_by}" if fact.undone_by else f"  undoes {fact.undoes}" if fact.undoes else ""
        from tui.wording.sentences import counted

        verbs = counted(fact.each, typed=True)
        return [(fact.plan, "bold"), f"  {iso(fact.at)[:16]}Z  {fact.who}"], f"  {verbs}{undone}"
    if isinstance(fact, SegmentView):
        left = f"  {fact.undistilled} not distilled" if fact.undistilled else ""
        return [
            (fact.id, "bold"),
            f"  {fact.role.value:<12}  {_some(fact.blocks, 'block')}  ",
        ], f"{fact.path or ''}{left}"
    triggers = ", ".join(fact.triggers) or "no trigger"
    return [(fact.id, "bold"), f"  {_some(fact.items, 'item')}  "], f"{fact.file}  {fact.title}: {triggers}".lstrip()
