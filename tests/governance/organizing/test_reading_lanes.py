"""What lies in a lane that is shut or closed is read by no page and handed to no command; every door fills lanes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk
from store.records.words import Fault, Queue
from tests.governance.builders import a_topic, an_item, decide
from tests.governance.intake.outside.scripts import READ, a_program, that_says
from tests.governance.intake.passes.passing import send
from tests.governance.standings import a_lane


def page(desk: Desk, name: str) -> str:
    return desk.intake.page(name).model_dump_json()


@pytest.mark.parametrize("shut", ["closed", "freeze", "clear"])
def test_no_page_of_agents_tells_of_what_lies_in_it_or_of_a_topic_that_holds_nothing_else(
    desk: Desk, shut: str
) -> None:
    lane = a_lane(desk, title="Trial", access="closed" if shut == "closed" else "open")
    topic = a_topic(desk, "outage", title="Only here")
    state: dict[str, Any] = {"kind": "state", "subject": "gate:port", "source_state": "not-archive"}
    hidden = [an_item(desk, text="the hidden words", topic=topic), an_item(desk, text="hidden port 1", **state)]
    shown = an_item(desk, text="port 2", **state)
    for name in hidden:
        decide(desk, "lane", name, lane=lane)
    if shut != "closed":
        assert "the hidden words" in page(desk, "index"), "an open lane in use is read like anything else"
        decide(desk, shut, lane)
    told = page(desk, "index") + page(desk, "topics")
    assert shown in told
    assert not [word for word in ("hidden", *hidden, "Only here", "Trial") if word in told]
    if shut != "closed":
        decide(desk, "thaw", lane)
        assert "the hidden words" in page(desk, "index")


@pytest.mark.parametrize("shut", ["closed", "freeze"])
def test_no_distiller_is_given_what_nobody_granted_it_or_what_is_frozen(desk: Desk, tmp_path: Path, shut: str) -> None:
    lane = a_lane(desk, title="Trial", access="closed" if shut == "closed" else "open")
    inside, outside = send(desk, "the hidden words", lane="Trial"), send(desk, "the pier is wet")
    desk.intake.archive()
    if shut == "freeze":
        decide(desk, "freeze", lane)
    given = tmp_path / "given"
    code = f"{READ}\nopen({str(given)!r}, 'w').write(json.dumps(given))\nprint(json.dumps({{'operations': []}}))"
    desk.intake.distill(distiller=a_program(tmp_path, code))
    told = given.read_text(encoding="utf-8")
    assert outside in told
    assert inside not in told
    assert "hidden" not in told


SAFE = "retries are safe after a timeout of the gateway"
SURE = "retries after a timeout of the gateway are safe on host web-1"
FOLDED = "retries are safe after a timeout of the gateway, on web-1 too"


@pytest.mark.parametrize("together", [True, False])
def test_an_item_that_a_distiller_makes_lies_where_its_captures_lie(desk: Desk, tmp_path: Path, together: bool) -> None:
    lane = a_lane(desk, title="Trial")
    send(desk, SAFE, lane="Trial")
    send(desk, SURE, **({"lane": "Trial"} if together else {}))
    desk.intake.archive()
    said = {"op": "distil", "from": [f"${SAFE}", f"${SURE}"], "text": FOLDED}
    report = desk.intake.distill(distiller=that_says(tmp_path, said))
    if together:
        [(made, _)] = report.distilled
        assert desk.item(made).row.lane == lane
    else:
        assert ["projects, scopes or lanes" in one.sentence for one in report.refused] == [True]
        assert report.distilled == ()
    assert desk.verify(replay=True).ok


FORMS = {
    "long.md": "- [2026-05-11] The pier is wet.\n  - kind: knowledge\n  - Source: seen\n  - Lane: {lane}\n",
    "one.json": '{{"text": "The pier is wet.", "kind": "knowledge", "source": "seen", "lane": "{lane}"}}',
}


@pytest.mark.parametrize("form", FORMS)
def test_a_watched_folder_fills_lanes_and_keeps_what_a_frozen_one_does_not_take(
    desk: Desk, tmp_path: Path, form: str
) -> None:
    lane = a_lane(desk, title="Trial")
    a_lane(desk, "freeze", title="Still")
    drop = tmp_path / "drop"
    drop.mkdir()
    desk.intake.watch_add(drop)
    (drop / form).write_text(FORMS[form].format(lane="Trial"), encoding="utf-8")
    desk.intake.scan(settle=0)
    [name] = desk.queue_keys(Queue.INBOX)
    assert (desk.item(name).row.lane, desk.item(name).text.rstrip(".")) == (lane, "The pier is wet")
    (drop / f"again-{form}").write_text(FORMS[form].format(lane="Still"), encoding="utf-8")
    desk.intake.scan(settle=0)
    [held] = desk.queue_keys(Queue.QUARANTINE)
    shown = desk.show(held)
    assert (getattr(shown, "fault", None), "pier is wet" in str(getattr(shown, "raw", ""))) == (Fault.LANE, True)
    assert desk.queue_keys(Queue.INBOX) == (name,)


def test_a_batch_names_a_lane_on_each_line(desk: Desk) -> None:
    lane, frozen = a_lane(desk, title="Trial"), a_lane(desk, "freeze", title="Still")
    given = {"source": "s", "kind": "knowledge"}
    sent = ({"text": "one", "lane": "Trial"}, {"text": "two", "lane": frozen}, {"text": "three", "lane": ["Trial"]})
    receipts = desk.intake.capture_lines([json.dumps(given | one).encode() for one in sent])
    assert [(one.came, one.fault) for one in receipts] == [
        ("captured", None), ("refused", Fault.LANE), ("refused", Fault.SCHEMA),
    ]  # fmt: skip
    assert desk.item(str(receipts[0].id)).row.lane == lane
