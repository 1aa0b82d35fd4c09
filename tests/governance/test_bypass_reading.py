"""An agent that shows its token reads what recall may tell it, by whatever command or method it asks."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from governance.authority.scope import read_scope
from governance.desk import open_desk
from governance.errors import Refusal, RefusalKind
from store.records.words import PrincipalKind, Queue, Reason, Shown
from tests.governance.builders import untouched
from tests.governance.reaching import ME, SECRET, Scene, a_scene, as_agent, ids
from tests.governance.signed import a_service, signed, with_token
from tests.tui.cli import Done, run
from tui.cli import COMMANDS


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    with a_scene(tmp_path, monkeypatch) as made:
        yield made


@pytest.fixture
def agent(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    return as_agent(scene, monkeypatch)


NARROWED: dict[str, tuple[str, ...]] = {
    "recall": ("recall", "gate", "--payloads", "9"),
    "search": ("search", "gate"),
    "items": ("list", "items"),
    "index": ("list", "index"),
}


def test_what_a_search_answers_bears_no_score_since_none_was_given(agent: Callable[..., Done]) -> None:
    searched, recalled = agent("search", "gate", "--json").out, agent("recall", "gate", "--json").out
    assert ('"score_method": "none"' in searched, '"score":' in searched) == (True, False)
    assert '"score":' in recalled


@pytest.mark.parametrize("name", NARROWED)
def test_what_a_token_reads_is_what_recall_may_tell_it(scene: Scene, agent: Callable[..., Done], name: str) -> None:
    words = NARROWED[name]
    told, found = agent(*words), agent(*words, "--json")
    assert (told.code, found.code) == (0, 0), found.err
    rows = {"items": "rows", "index": "recent"}.get(name)
    there = {one["id"] for one in found.json[rows]} if rows else ids(found.json)
    assert there == {scene.mine, scene.everybodys}
    assert {one for one in scene if isinstance(one, str) and one.startswith("mem-") and one in told.out} == there
    assert run(*words, "--json").out.count(SECRET) > 0 or name == "recall", "a person reads it"


def test_records_and_topics_are_opened_by_their_ids(scene: Scene, agent: Callable[..., Done]) -> None:
    for name in (scene.mine, scene.everybodys):
        assert name in agent("show", name).out
        assert ids(agent("show", name, "--json").json) == {name}
    assert {one["id"] for one in agent("show", scene.topic, "--json").json["items"]} == {scene.mine, scene.everybodys}
    assert scene.mine in agent("show", scene.topic).out
    for words in (("list", "topics"), ("topic",), ("topic", "list")):
        assert [one["id"] for one in agent(*words, "--json").json["rows"]] == [scene.topic]
        assert "Gates" in agent(*words).out
    assert agent("list", "items", "--filter", "cedar", "--json").json["total"] == 1
    assert agent("list", "items", "--limit", "1").err.count("1 of 2 records") == 1


@pytest.mark.parametrize("kind", ["theirs", "closed", "withdrawn", "hidden"])
def test_what_is_out_of_reach_is_as_if_it_were_not_there(scene: Scene, agent: Callable[..., Done], kind: str) -> None:
    there = getattr(scene, kind)
    absent = "top-0099" if kind == "hidden" else "mem-2026-05-11-099"
    for more in ((), ("--json",)):
        done, none = agent("show", there, *more), agent("show", absent, *more)
        assert (done.code, done.out) == (none.code, none.out) == (2, "")
        assert done.err.replace(there, absent) == none.err


def test_a_grant_to_recall_a_lane_opens_it_to_search_and_show_too(scene: Scene) -> None:
    desk = scene.desk
    who = next(one.id for one in desk.principals() if one.name == "codex")
    signed(desk, lambda: desk.authorize.grant(who, ["recall"], scope=read_scope([f"lane={scene.lane}"])))
    with with_token(desk, scene.token) as codex:
        assert codex.recalling.record(scene.closed).groups[0].results[0].memory_id == scene.closed
        with pytest.raises(Refusal, match="There is no"):
            codex.recalling.record(scene.theirs)


def refused_words(scene: Scene) -> Iterator[tuple[str, ...]]:
    """Every way to ask the command line for what no recall would tell."""
    for queue in Queue:
        if queue is not Queue.QUARANTINE:
            yield "list", queue.value
    for sort in ("lanes", "archive", "runs", "plans", "withdrawals"):
        yield "list", sort
    yield "list", "drift", "--groups"
    segment, passes, plan = "seg-2026-05-11-001", "run-2026-05-11-001", scene.desk.plans()[0].plan
    for one in ("1", segment, f"{segment}/1", passes, plan, scene.lane, "p-0001", "grant-0001", "tok-0001", "key-0001"):
        yield "show", one
    yield "show", f"source:the gate of the {SECRET} is open seen"
    yield "show", scene.theirs, "--audit"
    yield "show", scene.mine, "--at-seq", "9"
    yield "list", "items", "--at-seq", "9"
    yield "search", "gate", "--at-seq", "9"
    yield "recall", "gate", "--audit"
    for words in (
        "links", "lane show", "topic show", "principal show",
    ):  # fmt: skip
        yield (*words.split(), scene.mine)
    for words in (
        "log", "lane", "lane list", "principal", "token", "token list", "key", "key list", "grant", "grant list",
        "policy", "plan", "cosign", "verify", "witness", "witness check", "watch list",
    ):  # fmt: skip
        yield tuple(words.split())
    yield "evidence", str(scene.desk.path.parent / "bundle")
    yield "reconcile", scene.theirs, scene.closed


def test_what_no_recall_would_tell_is_refused_and_says_what_to_use_instead(
    scene: Scene, agent: Callable[..., Done]
) -> None:
    before = untouched(scene.desk)
    for words in refused_words(scene):
        done = agent(*words)
        assert (done.code, done.out) == (3, ""), (words, done)
        if "--audit" not in words:
            assert "an agent's token" in done.err, words
            assert "memdesk recall" in done.err, words
    assert untouched(scene.desk) == before
    assert not (scene.desk.path.parent / "bundle").exists()


CLASSED = {
    "reads what recall may tell": {"recall", "search", "list", "show", "task", "topic"},
    "refused": {
        "links", "log", "verify", "witness", "evidence", "principal", "token", "key", "grant", "policy", "lane",
        "plan", "cosign", "reconcile",
    },
    "reads no record": {"demo", "init", "hot", "rule", "schedule", "status", "mcp", "rebuild", "connect", "watch"},
    "writes": {
        "import", "capture", "archive", "distill", "decide", "withdraw", "reinstate", "undo", "revoke",
    },
}  # fmt: skip


def test_every_command_is_known_for_what_it_tells_a_token() -> None:
    assert set().union(*CLASSED.values()) == {name for group in COMMANDS.values() for name in group}


def test_a_claimed_name_beside_a_token_is_refused_and_a_token_keeps_the_desk_shut(
    scene: Scene, agent: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in (("--as", ME, "list", "items"), ("list", "items", "--as", "anybody")):
        assert agent(*words).code == 3
    monkeypatch.setenv("MEMDESK_TOKEN", scene.token)
    with pytest.raises(Refusal, match="MEMDESK_TOKEN says who you are") as refused:
        open_desk(scene.desk.path, claimed=ME)
    assert refused.value.kind is RefusalKind.NOT_ALLOWED


GIVEN: dict[str, Any] = {
    "name": "", "one": "", "query": "gate", "keys": (), "queue": Queue.PENDING, "seq": 1, "seqs": (1,), "limit": 9,
    "ids": (), "verb": "keep", "plan": "plan-2026-05-11-001", "segment": "seg-2026-05-11-001", "names": (), "n": 1,
    "block": 1, "reason": Reason.OTHER, "seen": (), "shown": Shown.LISTED, "events": (), "control": "memwd-1",
    "terms": (), "key": "key-0001", "target": Path("/nonexistent/bundle"), "root": Path("/nonexistent"),
}  # fmt: skip
TELLS: dict[str, set[str]] = {
    "desk": {
        "today", "day_of", "now", "pulse", "overview", "spooled", "authority", "principal", "close", "lock", "reader",
        "whole", "refuse_partial", "refuse_agent", "against_witness", "own_key", "signing", "no_key", "mark_seen",
    },
    "forgetting": {"may_decide", "named", "terms_of", "propose", "refuse_unsaid"},
}  # fmt: skip
"""What tells an agent of no record: the time, counts, its own key, ids that it names itself."""
ACTS = {
    "desk": {
        "decide", "apply", "undo", "cosign", "decline", "unlock", "use_key", "import_memory", "rebuild", "witnessed",
        "pin", "refuse_rewritten", "further_steps", "witness_add", "witness_remove", "witness_sign", "succeed",
    },
    "forgetting": set(),
}  # fmt: skip
"""What does something, under rules and tests of its own."""


def refusal_of(act: Callable[[], Any]) -> Refusal | None:
    try:
        act()
    except Refusal as refused:
        return refused
    return None


def test_no_method_of_the_desk_reads_more_for_a_token(scene: Scene) -> None:
    with with_token(scene.desk, scene.token) as codex:
        assert codex.partial
        for seat, where in (("desk", codex), ("forgetting", codex.forgetting)):
            names = {
                name for name, _ in inspect.getmembers(type(where), callable)
                if not name.startswith("_") and name not in TELLS[seat] | ACTS[seat]
            }  # fmt: skip
            assert len(names) > 5
            for name in sorted(names):
                method = getattr(where, name)
                given = [
                    one for one in inspect.signature(method).parameters.values()
                    if one.default is inspect.Parameter.empty and one.kind is not inspect.Parameter.VAR_POSITIONAL
                ]  # fmt: skip
                args = [GIVEN[one.name] for one in given if one.kind is not inspect.Parameter.KEYWORD_ONLY]
                more = {one.name: GIVEN[one.name] for one in given if one.kind is inspect.Parameter.KEYWORD_ONLY}
                refused = refusal_of(lambda method=method, args=args, more=more: method(*args, **more))  # type: ignore[misc]
                assert refused is not None, f"{seat}.{name} answered"
                assert refused.kind is RefusalKind.NOT_ALLOWED, (seat, name)
                assert "MEMDESK_TOKEN" in refused.hint, (seat, name)


def test_an_agent_captures_and_asks_for_a_withdrawal_as_before(scene: Scene, agent: Callable[..., Done]) -> None:
    done = agent("capture", "the gate is shut", "--source", "seen", "--kind", "knowledge", "--json")
    assert done.code == 0, done.err
    asked = agent("withdraw", "--item", scene.mine, "--reason", "owner-request", "--json")
    assert (asked.code, asked.json["state"]) == (0, "proposed")
    assert agent("reinstate", scene.desk.forgetting.scopes()[-1], "--reason", "mistake").code in (0, 2)
    task = agent("task", "open", "the gate", "--json").json["id"]
    assert agent("task", "show", task, "--json").json["id"] == task
    assert agent("status").code == 0
    assert agent("list", "quarantine").code == 0


def test_tasks_of_other_projects_are_not_told_to_a_token_of_none(scene: Scene) -> None:
    desk = scene.desk
    desk.intake.open_task(f"the {SECRET}", project="birch")
    own = desk.intake.open_task("of nobody")
    _, token = signed(desk, lambda: desk.authorize.connect("gemini", PrincipalKind.AGENT))
    with with_token(desk, token) as gemini:
        assert [one.id for one in gemini.intake.tasks(every=True)] == [own]


def test_a_service_reads_what_its_work_needs(scene: Scene) -> None:
    service, _ = a_service(scene.desk)
    with service:
        assert not service.partial
        assert service.item(scene.theirs).row.id == scene.theirs


def test_json_of_a_refusal_names_its_kind(agent: Callable[..., Done]) -> None:
    assert json.loads(agent("log", "--json").err)["error"]["kind"] == "not-allowed"
