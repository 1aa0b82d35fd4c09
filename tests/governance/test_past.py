"""The view at a seq shows what was shown then, by the versions of the rows and not by a replay."""

from __future__ import annotations

from typing import Any

from governance.desk import Desk
from store.records.words import Queue
from tests.governance.builders import a_block, a_topic, an_item, an_open_run, closed, decide, head
from tests.governance.standings import PENDING


def shown(desk: Desk, names: list[str], at_seq: int | None = None) -> dict[str, Any]:
    """Everything that a person could have on the screen."""
    found: dict[str, Any] = {"items": desk.item_keys(at_seq=at_seq)}
    found["rows"] = desk.item_rows(found["items"], at_seq)
    for queue in Queue:
        keys = desk.queue_keys(queue, at_seq=at_seq)
        found[queue] = (keys, desk.queue_rows(queue, keys, at_seq))
        found[f"{queue} filtered"] = desk.queue_keys(queue, "words", at_seq)
    found["topics"] = desk.topics(at_seq)
    found["segments"] = desk.segments(at_seq)
    found["blocks"] = [desk.blocks(segment.id, at_seq) for segment in found["segments"]]
    found["search"] = [desk.search(query, at_seq=at_seq) for query in ("words", "port", "better", "%", "x:y")]
    found["details"] = [desk.item(name, at_seq) for name in names if name in found["items"]]
    return found


def told(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what says that it is of the past, and until when it held."""
    details = []
    for detail in view["details"]:
        row = detail.row.model_copy(update={"to_seq": None, "entry_seq": detail.row.from_seq})
        details.append(detail.model_copy(update={"current": True, "row": row}))
    return view | {"details": details}


def test_every_past_moment_looks_as_it_looked(desk: Desk) -> None:
    names = [
        an_item(desk, status=PENDING, text="words of one 100%"),
        an_item(desk, text="words of two"),
        an_item(desk, kind="state", subject="x:y", text="port 1"),
        an_item(desk, kind="state", subject="x:y", text="port 2"),
        an_item(desk, status=None, kind=None, drift=["kind-missing"], text="words of three"),
    ]
    topic, block, skipped = a_topic(desk), a_block(desk, "- words of a block\n"), a_block(desk, "- port\n")
    moments = {head(desk): shown(desk, names)}
    run = an_open_run(desk)
    names.append(an_item(desk, run=run, status=PENDING, text="words held back"))
    moments[head(desk)] = shown(desk, names)
    closed(desk, run)
    plans = []
    decisions: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("stale", names[0], {}),
        ("defer", names[5], {"until": "1d"}),
        ("accept", names[4], {}),
        ("correct", names[1], {"text": "better words"}),
        ("resolve", names[2], {"owner": "mira"}),
        ("retag", names[3], {"subject": "x:z", "topic": topic}),
        ("trigger", topic, {"triggers": "words"}),
        ("accept", block, {}),
        ("resolve", skipped, {}),
        ("source", names[0], {"source": "archive/2026-06-01.md#1"}),
    )
    for verb, target, args in decisions:
        plans.append(decide(desk, verb, target, **args).plan)
        moments[head(desk)] = shown(desk, names)
    for plan in reversed(plans):
        desk.undo(plan)
        moments[head(desk)] = shown(desk, names)
    for seq, view in moments.items():
        again = told(shown(desk, names, seq))
        assert {part for part in view if again[part] != told(view)[part]} == set(), f"at entry {seq}"
    assert desk.item_keys(at_seq=1) == ()
    first, last = list(moments.values())[2], list(moments.values())[-1]
    assert first["rows"] != last["rows"], "undoing moved nothing"
