"""Everything that a desk shows, as text: what is looked through for words that nobody may see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from governance.desk import Desk
from governance.errors import Refusal
from governance.looking import Looking
from store.records.recall import UseRole
from store.records.views import ItemFilter, LogFilter
from store.records.words import Queue
from tests.governance.builders import head

MARK = "quokkamarmalade"
"""A word that stands nowhere but in what is withdrawn."""
Seen = Iterator[tuple[str, str]]
_PAGES = ("index", "topics", "conventions", "quarantine")


def said(act: Callable[[], Any]) -> str:
    """What an act answers, or how it is refused, as text."""
    try:
        found = act()
    except Refusal as refusal:
        return f"{refusal.sentence} {refusal.hint}"
    return found.decode("utf-8", "replace") if isinstance(found, bytes) else str(found)


def names(desk: Desk) -> list[str]:
    """Everything that ever had an id, and every block that ever was."""
    with desk.store.reading() as conn:
        found = [row[0] for row in conn.execute("SELECT DISTINCT subject FROM subject_log ORDER BY 1")]
        blocks = conn.execute("SELECT DISTINCT segment, ordinal FROM blocks ORDER BY 1, 2")
        return found + [f"{segment}/{ordinal}" for segment, ordinal in blocks]


def lists(desk: Looking, text: str = "") -> Seen:
    """What lists show."""
    yield "items", said(lambda: desk.item_rows(desk.item_keys(ItemFilter(text=text))))
    for queue in Queue:
        keys = desk.queue_keys(queue, text)
        yield f"queue {queue}", said(lambda queue=queue, keys=keys: desk.queue_rows(queue, keys))  # type: ignore[misc]
    for row in desk.log_rows(desk.log_keys(LogFilter(text=text))):
        yield f"log {row.seq} ({row.action})", str(row)
    yield "segments", said(desk.segments)
    yield "topics", said(desk.topics)
    yield "lanes", said(desk.lanes)
    yield "plans", said(lambda: desk.plans(10_000))
    yield "overview", said(desk.overview)


def details(desk: Looking, ids: list[str], until: int) -> Seen:
    """What is shown of each id and of each entry."""
    for name in ids:
        yield f"show {name}", said(lambda name=name: desk.show(name))  # type: ignore[misc]
        if name.startswith("mem-"):
            yield f"links of {name}", said(lambda name=name: desk.links(name, 3))  # type: ignore[misc]
            yield f"index row of {name}", said(lambda name=name: desk.meta([name]))  # type: ignore[misc]
        if "/" in name:
            yield f"passage {name}", said(lambda name=name: desk.passage(name))  # type: ignore[misc]
        elif name.startswith("seg-"):
            yield f"blocks {name}", said(lambda name=name: desk.blocks(name))  # type: ignore[misc]
            yield f"bytes of {name}", said(lambda name=name: desk.segment_bytes(name))  # type: ignore[misc]
    for seq in range(1, until + 1):
        yield f"entry {seq}", said(lambda seq=seq: desk.entry(seq))  # type: ignore[misc]


def acts(desk: Desk, ids: list[str]) -> Seen:
    """What is offered, what a decision or an undo would change, and what waits to be applied."""
    for name in ids:
        if name.startswith("plan-"):
            yield f"undo of {name}", said(lambda name=name: desk.undo_preview(name))  # type: ignore[misc]
            yield f"decision {name}", said(lambda name=name: desk.decision(name))  # type: ignore[misc]
            continue
        if not name.startswith(("mem-", "seg-", "top-", "run-", "src-", "memwd-", "task-")):
            continue
        yield f"offers {name}", said(lambda name=name: desk.offers([name]))  # type: ignore[misc]
        for verb in ("stale", "withdraw", "accept"):
            with suppress(Refusal):
                yield f"{verb} {name}", said(lambda name=name, verb=verb: desk.preview(verb, [name]))  # type: ignore[misc]
        if not name.startswith(("memwd-", "top-")):
            yield f"reach {name}", said(lambda name=name: desk.forgetting.would_reach([name]))  # type: ignore[misc]
    yield "the plan", said(desk.plan)
    yield "requests", said(desk.requests)
    yield "groups", said(desk.groups)
    yield "to look at", said(desk.to_look_at)
    yield "scopes", said(lambda: desk.forgetting.called(desk.forgetting.scopes()))
    yield "alarms", said(desk.alarms)


def pages(desk: Desk) -> Seen:
    """What agents read."""
    for name in (*_PAGES, *(f"topics/{topic.id}" for topic in desk.topics())):
        yield f"page {name}", said(lambda name=name: desk.intake.page(name).model_dump())  # type: ignore[misc]
    yield "the index", said(lambda: "\n".join(desk.intake.index_page()))
    yield "the index of the desk", said(desk.index)
    yield "tasks", said(lambda: desk.intake.tasks(every=True))
    yield from recalled(desk, "")


def recalled(desk: Desk, word: str) -> Seen:
    """What recall and search answer to a word, or to a question that anything may answer, for every use."""
    question = word or "the gate port retry is of a harbour note fact"
    for role in UseRole:
        asked = {"use_role": role.value, "payloads": 100, "env": ["gateway-v2"]}
        yield f"recall ({role})", said(lambda asked=asked: desk.recalling.recall(question, **asked).groups)  # type: ignore[misc]
        yield f"topics ({role})", said(lambda asked=asked: desk.recalling.recall(question, **asked).topics)  # type: ignore[misc]
        yield f"conflicts ({role})", said(lambda asked=asked: desk.recalling.recall(question, **asked).conflicts)  # type: ignore[misc]
    yield "search of agents", said(lambda: desk.recalling.search(question, payloads=100).groups)


def everything(desk: Desk) -> Seen:
    """Everything that a desk shows now."""
    ids = names(desk)
    yield from lists(desk)
    yield from details(desk, ids, head(desk))
    yield from acts(desk, ids)
    yield from pages(desk)


def past(desk: Desk, seq: int, *, whole: bool = True) -> Seen:
    """What a desk shows as it was at an entry: its lists, and (`whole`) each thing by itself."""
    then = desk.at(seq)
    yield from ((f"{where} at {seq}", text) for where, text in lists(then))
    if whole:
        yield from ((f"{where} at {seq}", text) for where, text in details(then, names(desk), seq))


def leaks(desk: Desk, *words: str, beside: tuple[str, ...] = ()) -> list[str]:
    """Where a desk shows any of these words now; searching for them finds nothing beside `beside`."""
    found = [where for where, text in everything(desk) if any(word in text for word in words)]
    return found + [f"{where} for {word}" for word in words for where in answers(desk, word, beside)]


def answers(desk: Desk, word: str, beside: tuple[str, ...] = ()) -> list[str]:
    """Where looking for a word finds something: also a line that does not show it tells that it is there."""
    found = [f"search finds {row.id}" for row in desk.search(word) if row.id not in beside]
    found += [f"{where} for it" for where, text in recalled(desk, word) if word in text and "memory_id" in text]
    for where, text in lists(desk, word):
        if where.startswith("log ") or "text=" in text or word in text:
            found.append(f"{where} filtered")
    return found


def leaked(desk: Desk, *words: str, every: bool = False) -> list[str]:
    """Where a desk shows any of these words as it was: at some entries, or (their lists) at every one."""
    last = head(desk)
    some = {2, last // 2 + 1, last - 1} - {0, 1}
    found = [one for seq in some for one in past(desk, seq)]
    found += [one for seq in range(2, last + 1) if every and seq not in some for one in past(desk, seq, whole=False)]
    return [where for where, text in found if any(word in text for word in words)]


def nowhere(desk: Desk, *words: str, every_past: bool = False) -> None:
    """These words are shown nowhere, neither now nor as the desk was."""
    found = leaks(desk, *words)
    assert found == [], found
    assert leaked(desk, *words, every=every_past) == []
