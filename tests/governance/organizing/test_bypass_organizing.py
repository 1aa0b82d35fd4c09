"""Hands that try to freeze, move, link or merge without the right, further than they decided, or around the desk."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.errors import Broken
from store.ids import make_id
from store.records.entry import Draft
from store.records.words import Action, PrincipalKind, Reason, Shown
from tests.builders import DAY
from tests.governance.builders import decide, head, rows, seen, untouched
from tests.governance.bypassing import appended
from tests.governance.intake.passes.passing import both, port
from tests.governance.signed import (
    a_key,
    a_maintainer,
    a_service,
    a_signed_desk,
    an_item,
    fault,
    findings,
    forge,
    signed,
    signer,
    with_token,
)
from tests.house.places import ROOT
from tests.store.tampering import bare

ENTRY = "from tui.cli import main; main()"


class Scene(NamedTuple):
    """A keyed store with a lane that holds an item, another item beside it, and two topics."""

    desk: Desk
    lane: str
    inside: str
    outside: str
    topics: tuple[str, str]


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with a_signed_desk(tmp_path, who="mira") as desk:
        inside, outside = an_item(desk, text="it lies inside"), an_item(desk, text="it lies outside")
        topics = a_topic(desk, "Incidents"), a_topic(desk, "More")
        lane = next(one for one in founded(desk, "new-lane", title="Trial").ids if one.startswith("lane-"))
        signed(desk, lambda: decide(desk, "lane", inside, lane=lane))
        yield Scene(desk, lane, inside, outside, topics)


def a_topic(desk: Desk, title: str) -> str:
    return str(next(one for one in founded(desk, "new-topic", title=title).ids if one.startswith("top-")))


def founded(desk: Desk, verb: str, **args: str) -> Any:
    made: dict[str, Any] = {"reason": Reason.ORGANIZED, "seen": [], "shown": Shown.PREVIEWED}
    return signed(desk, lambda: desk.decide(verb, [], args, **made))


ACTS: dict[str, Callable[[Scene], tuple[list[str], dict[str, str]]]] = {
    "freeze": lambda s: ([s.lane], {}),
    "clear": lambda s: ([s.lane], {}),
    "new-lane": lambda _: ([], {"title": "Mine"}),
    "lane": lambda s: ([s.outside], {"lane": s.lane}),
    "link": lambda s: ([s.inside], {"relation": "references", "to": s.outside}),
    "new-topic": lambda _: ([], {"title": "Mine"}),
    "retitle": lambda s: ([s.topics[0]], {"title": "Mine"}),
    "merge-topics": lambda s: (list(s.topics), {"to": s.topics[0]}),
}


@pytest.mark.parametrize("verb", ACTS)
def test_no_agent_service_or_name_orders_anything_from_python(scene: Scene, verb: str) -> None:
    desk, (names, args) = scene.desk, ACTS[verb](scene)
    _, token = signed(desk, lambda: desk.authorize.connect("codex", PrincipalKind.AGENT))
    agent, (service, _) = with_token(desk, token), a_service(desk)
    before = untouched(desk)
    for whose in (agent, service):
        with pytest.raises(Refusal) as refused:
            whose.decide(verb, names, args, reason=Reason.OTHER, seen=seen(desk, *names), shown=Shown.LISTED)
        assert refused.value.kind is RefusalKind.NOT_ALLOWED
        whose.close()
    assert untouched(desk) == before


@pytest.mark.parametrize("how", ["token", "name", "nobody"])
@pytest.mark.parametrize("verb", ACTS)
def test_no_agent_orders_anything_from_the_command_line(scene: Scene, verb: str, how: str) -> None:
    desk, (names, args) = scene.desk, ACTS[verb](scene)
    _, token = signed(desk, lambda: desk.authorize.connect("codex", PrincipalKind.AGENT))
    before = head(desk), rows(desk)
    words = ["decide", verb, *names, "--reason", "other"]
    words += [word for name in names for word in ("--seen", seen(desk, name)[0])]
    words += [word for name, value in args.items() for word in (f"--{name}", value)]
    home = str(desk.path.parent / "homes" / "mira")
    known = {"XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home, "MEMDESK_STORE": str(desk.path)}
    done = subprocess.run(
        [sys.executable, "-c", ENTRY, *(["--as", "codex"] if how == "name" else []), *words],
        cwd=ROOT, env={**os.environ, **known, **({"MEMDESK_TOKEN": token} if how == "token" else {})},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, start_new_session=True,
    )  # fmt: skip
    assert (done.returncode, "Traceback" in done.stderr) == (3, False), done.stderr
    assert (head(desk), rows(desk)) == before


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE lanes SET state = 'cleared'",
        "UPDATE OR REPLACE lanes SET closed = 0",
        "DELETE FROM lanes",
        "INSERT INTO lanes SELECT 'lane-0009', state, closed, body, from_seq, to_seq, entry_seq FROM lanes LIMIT 1",
        "REPLACE INTO lanes SELECT id, 'cleared', closed, body, from_seq, to_seq, entry_seq FROM lanes",
        "UPDATE items SET lane = NULL",
        "UPDATE links SET relation = 'solves'",
        "INSERT INTO links VALUES ('mem-2026-06-01-001', 'continues', 'mem-2026-06-01-002', NULL, 1, NULL, 1)",
        "UPDATE topics SET layer = 'hot'",
    ],
)
def test_a_bare_connection_moves_no_lane_link_or_topic(scene: Scene, sql: str) -> None:
    signed(scene.desk, lambda: decide(scene.desk, "link", scene.inside, relation="references", to=scene.outside))
    before = rows(scene.desk)
    with closing(bare(scene.desk.path)) as conn, pytest.raises(sqlite3.DatabaseError):
        conn.execute(sql)
    assert rows(scene.desk) == before


def test_whom_a_grant_lets_orders_what_it_covers_and_nothing_else(scene: Scene) -> None:
    desk = scene.desk
    other = next(one for one in founded(desk, "new-lane", title="Other").ids if one.startswith("lane-"))
    ines = a_maintainer(desk, "ines", "freeze", "thaw", "lane", terms=[f"lane={scene.lane}"])
    signed(ines, lambda: decide(ines, "freeze", scene.lane))
    signed(ines, lambda: decide(ines, "thaw", scene.lane))
    for verb, names, args in (
        ("freeze", [other], {}),
        ("clear", [scene.lane], {}),
        ("lane", [scene.outside], {"lane": scene.lane}),
        ("lane", [scene.inside], {"lane": "none"}),
        ("lane", [scene.inside], {"lane": other}),
    ):
        with pytest.raises(Refusal) as refused:
            signed(ines, lambda verb=verb, names=names, args=args: decide(ines, verb, *names, **args))  # type: ignore[misc]
        assert refused.value.kind is RefusalKind.NOT_ALLOWED, (verb, names, args)
    assert desk.item(scene.inside).row.lane == scene.lane
    assert findings(desk, replay=True) == []
    ines.close()


def test_what_is_made_of_nothing_lies_within_the_projects_of_a_grant(scene: Scene) -> None:
    desk = scene.desk
    ines = a_maintainer(desk, "ines", "new-lane", "new-topic", terms=["project=cedar"])
    for args in ({"title": "Mine"}, {"title": "Mine", "project": "tides"}):
        with pytest.raises(Refusal) as refused:
            founded(ines, "new-lane", **args)
        assert refused.value.kind is RefusalKind.NOT_ALLOWED
    with pytest.raises(Refusal, match=r"covers new-topic|does not reach what it would make"):
        founded(ines, "new-topic", title="Mine")
    assert fault(desk, founded(ines, "new-lane", title="Mine", project="cedar").plan) is None
    ines.close()


@pytest.mark.parametrize("project", [None, "tides"])
def test_a_lane_outside_a_grant_that_is_signed_by_hand_is_found(scene: Scene, project: str | None) -> None:
    desk = scene.desk
    a_maintainer(desk, "ines", "new-lane", terms=["project=cedar"]).close()
    words = {"v": 1, "title": "Mine"} | ({"project": project} if project else {})
    made = Draft(Action.LANE, ("lane-0002",), {"state": "active", "closed": False}, words)
    ines = signer(a_key(desk.path.parent, "ines"))
    plan = forge(desk, "new-lane", [], made, who="p-0002", signers=[ines], grants=["grant-0001"])
    assert "does not reach what it would make" in (fault(desk, plan) or "")
    assert [said for said in findings(desk) if plan in said]


def test_a_merge_of_topics_that_takes_items_of_a_third_along_is_found(scene: Scene) -> None:
    desk, (one, two) = scene.desk, scene.topics
    third, name = a_topic(desk, "Third"), scene.outside
    signed(desk, lambda: decide(desk, "retag", name, topic=third))
    a_maintainer(desk, "ines", "merge-topics").close()
    stolen = Draft(Action.REVIEW, (name,), {"before": {"topic": two}, "set": {"topic": one}})
    ines = signer(a_key(desk.path.parent, "ines"))
    plan = forge(desk, "merge-topics", [one, two], stolen, who="p-0002", signers=[ines], grants=["grant-0001"])
    assert "lies under none of the topics that it merges" in (fault(desk, plan) or "")


@pytest.mark.parametrize(
    ("action", "subjects", "effect"),
    [
        (Action.LANE, ("lane-0009",), {"state": "active", "closed": False}),
        (Action.LANE, ("LANE",), {"set": {"state": "cleared"}}),
        (Action.LANE, ("LANE",), {"verb": "clear", "set": {"state": "cleared"}}),
        (Action.LINK, ("INSIDE",), {"links": [["continues", "OUTSIDE"]]}),
        (Action.LINK, ("INSIDE",), {"verb": "link", "links": [["continues", "OUTSIDE"]]}),
        (Action.REVIEW, ("INSIDE",), {"set": {"lane": None}}),
        (Action.REVIEW, ("TOPIC",), {"restore": None}),
        (Action.TOPIC, ("TOPIC",), {"layer": "hot", "triggered": True, "run": None}),
        (Action.TOPIC, ("top-0009",), {"verb": "new-topic", "layer": None, "triggered": True, "run": None}),
        (Action.SUGGEST, ("INSIDE",), {"set": {"lane": None}}),
        (Action.AUDIT, ("INSIDE",), {"set": {"lane": None}}),
    ],
)
def test_what_nobody_decided_is_found(
    scene: Scene, action: Action, subjects: tuple[str, ...], effect: dict[str, Any]
) -> None:
    known = {"LANE": scene.lane, "INSIDE": scene.inside, "OUTSIDE": scene.outside, "TOPIC": scene.topics[0]}
    names = tuple(known.get(name, name) for name in subjects)
    links = [[relation, known.get(other, other)] for relation, other in effect.get("links", ())]
    payload = {"v": 1, "title": "T", "file": "", "triggers": []} if action in (Action.LANE, Action.TOPIC) else None
    appended(scene.desk, Draft(action, names, effect | ({"links": links} if links else {}), payload))
    assert [said for said in findings(scene.desk) if f"Entry {head(scene.desk)} " in said]


def captured(scene: Scene, **item: Any) -> Draft:
    """A capture as a door appends it, into a lane."""
    row: dict[str, Any] = {
        "place": "inbox",
        "kind": "knowledge",
        "status": "active",
        "confidence": None,
        "source_state": "none",
    }
    row |= {"review": "source-claim", "block": head(scene.desk) + 1, **item}
    told = {"assurance": "claimed", "origin": "agent", "permitted_use": "testimony", "door": "mcp"}
    words = {"v": 1, "bytes": "- said\n", "words": {"v": 1, "fact": "said"}, "capture": {"by": "codex"}}
    return Draft(Action.CAPTURE, (f"mem-2026-06-01-{90:03}",), {"item": row, **told}, words, actor=scene.desk.store_id)


def test_a_capture_that_no_door_let_into_its_lane_is_found(scene: Scene) -> None:
    desk = scene.desk
    appended(desk, captured(scene, lane=scene.lane))
    assert findings(desk) == [], "so a door would have taken it in"
    signed(desk, lambda: decide(desk, "freeze", scene.lane))
    for lane in (scene.lane, "lane-0077"):
        draft = captured(scene, lane=lane)
        appended(desk, draft._replace(subjects=(f"mem-2026-06-01-0{91 + (lane != scene.lane)}",)))
        assert [said for said in findings(desk) if "is no lane that takes anything" in said]


def test_a_capture_in_a_lane_of_another_project_is_found(scene: Scene) -> None:
    theirs = next(o for o in founded(scene.desk, "new-lane", title="T", project="cedar").ids if o.startswith("lane-"))
    appended(scene.desk, captured(scene, lane=theirs))
    assert [said for said in findings(scene.desk) if "a lane of another project" in said]


def next_run(desk: Desk) -> str:
    """The run that a pass would be now."""
    with desk.store.reading() as conn:
        row = conn.execute("SELECT n FROM counters WHERE prefix = 'run' AND day = ?", (DAY,)).fetchone()
    return make_id("run", DAY, (row[0] if row else 0) + 1)


@pytest.mark.parametrize("shut", [True, False])
def test_a_pass_that_touches_a_shut_lane_or_reaches_across_is_found(scene: Scene, shut: bool) -> None:
    desk = scene.desk
    new = port(desk, "8480", "2026-02-01", lane="Trial")
    both(desk)
    old = port(desk, "8470", "2026-03-01")
    both(desk)
    if shut:
        signed(desk, lambda: decide(desk, "lane", old, lane=scene.lane))
        signed(desk, lambda: decide(desk, "freeze", scene.lane))
    put = {"status": "superseded", "superseded_by": new}
    gives_way = Draft(Action.SUPERSEDE, (old,), {"set": put, "links": [["superseded-by", new]]}, refs=(next_run(desk),))
    likens = {"links": [["possible-duplicate", scene.inside]]}
    appended(desk, gives_way, Draft(Action.SUGGEST, (old,), likens, refs=(next_run(desk),)))
    found = " ".join(findings(desk))
    said = "of a lane give way that is frozen" if shut else "of another project, scope, type or lane"
    assert said in found
    assert "puts side by side what lies in two lanes, or in one that is frozen" in found


def test_a_pass_that_cools_what_is_frozen_is_found(scene: Scene) -> None:
    desk = scene.desk
    signed(desk, lambda: decide(desk, "freeze", scene.lane))
    appended(desk, Draft(Action.COOL, (scene.inside,), {"set": {"cooled": True}}, refs=(next_run(desk),)))
    assert [said for said in findings(desk) if "cools what" in said]


@pytest.mark.parametrize("what", ["lane", "topic"])
def test_an_id_that_was_there_is_made_into_nothing_else(scene: Scene, what: str) -> None:
    desk, before = scene.desk, rows(scene.desk)
    made = {
        "lane": Draft(Action.LANE, (scene.lane,), {"state": "active", "closed": False}, {"v": 1, "title": "Mine"}),
        "topic": Draft(
            Action.TOPIC,
            (scene.topics[0],),
            {"verb": "new-topic", "layer": None, "triggered": False, "run": None},
            {"v": 1, "file": "", "title": "Mine", "triggers": []},
        ),
    }[what]
    with pytest.raises(Broken, match="was made before"):
        appended(desk, made)
    assert rows(desk) == before
