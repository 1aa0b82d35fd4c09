"""An agent decides nothing, and no refusal tells it of what it may not read: that is as if it were not there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from governance.errors import Refusal, RefusalKind
from store.records.controls import ControlAction
from store.records.words import PrincipalKind, Reason, Shown
from tests.governance.builders import seen, untouched
from tests.governance.forgetting.scopes import withdraw
from tests.governance.reaching import SECRET, Scene, a_scene, as_agent, made
from tests.governance.signed import signed, with_token
from tests.tui.cli import Done, run

WORDS = {
    "keep": (), "correct": ("--text", f"the gate of the {SECRET} is open"), "retitle": ("--title", "Gates"),
    "lane": ("--lane", "lane-0001"), "thaw": (), "new-topic": ("--title", f"The {SECRET}"), "withdraw": (),
    "both": ("--subject", "a:b"), "link": ("--to", "mem-2026-05-11-001", "--relation", "solves"),
}  # fmt: skip
"""Verbs with arguments by which their own refusals would differ."""


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    with a_scene(tmp_path, monkeypatch) as there:
        yield there


@pytest.fixture
def agent(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    return as_agent(scene, monkeypatch)


def targets(scene: Scene) -> tuple[str, ...]:
    """What is out of its reach, what it reads, and what nobody ever made."""
    absent = ("mem-2026-05-11-099", "lane-0099", "top-0099", "memwd-2026-05-11-099")
    return (scene.mine, scene.theirs, scene.closed, scene.withdrawn, scene.lane, scene.hidden, *absent)


@pytest.mark.parametrize("verb", WORDS)
def test_a_decision_of_an_agent_is_refused_alike_whatever_it_names(
    scene: Scene, agent: Callable[..., Done], verb: str
) -> None:
    before, told = untouched(scene.desk), set()
    for name in targets(scene):
        for more in (("--seen", "0" * 64), ()):
            done = agent("decide", verb, name, "--reason", "other", "--note", "why", *WORDS[verb], *more)
            assert (done.code, done.out) == (3, ""), (name, more, done.err)
            told.add(done.err)
    assert len(told) == 1, told
    assert "agents propose and people decide" in told.pop()
    assert untouched(scene.desk) == before


def test_what_it_saw_at_the_desk_of_another_makes_no_difference(scene: Scene, agent: Callable[..., Done]) -> None:
    digest = seen(scene.desk, scene.theirs)[0]
    made_up, true = (
        agent("decide", "keep", scene.theirs, "--reason", "worth-keeping", "--seen", one) for one in ("0" * 64, digest)
    )
    assert made_up == true
    staged = agent("plan", "add", "keep", scene.theirs, "--reason", "worth-keeping", "--seen", digest)
    assert staged.code in (2, 3)


def deciding(name: str, verb: str = "keep") -> dict[str, Callable[[Any], Any]]:
    """Every way of the desk to decide, or to hear what a decision would do."""
    told: dict[str, Any] = {"reason": Reason.WORTH_KEEPING, "seen": ("0" * 64,), "shown": Shown.LISTED}
    return {
        "decide": lambda desk: desk.decide(verb, (name,), {}, **told),
        "stage": lambda desk: desk.stage(verb, (name,), {}, **told),
        "preview": lambda desk: desk.preview("withdraw", (name,)),
        "undo": lambda desk: desk.undo(name.replace("mem-", "plan-")),
        "apply": lambda desk: desk.apply(),
        "cosign": lambda desk: desk.cosign(1),
        "decline": lambda desk: desk.decline(1),
        "import": lambda desk: desk.import_memory(desk.path.parent),
        "revoke": lambda desk: desk.authorize.revoke("grant-0001"),
        "retire": lambda desk: desk.authorize.retire("p-0001"),
        "enroll": lambda desk: desk.authorize.enroll(f"{SECRET}-jon", PrincipalKind.HUMAN, None),
    }


@pytest.mark.parametrize("how", deciding("mem"))
def test_no_method_that_decides_looks_anything_up_for_an_agent(scene: Scene, how: str) -> None:
    signed(scene.desk, lambda: scene.desk.authorize.set_policy({"needs.keep": "os-user"}))
    before, told = untouched(scene.desk), set()
    with with_token(scene.desk, scene.token) as codex:
        for name in targets(scene):
            with pytest.raises(Refusal) as refused:
                deciding(name)[how](codex)
            assert refused.value.kind is RefusalKind.NOT_ALLOWED, refused.value
            told.add((refused.value.sentence, refused.value.hint, refused.value.ids))
    assert len(told) == 1, told
    assert untouched(scene.desk) == before


def test_an_agent_asks_for_no_withdrawal_of_what_it_may_not_read(scene: Scene, agent: Callable[..., Done]) -> None:
    absent = "mem-2026-05-11-099"
    before, none = untouched(scene.desk), agent("withdraw", "--item", absent, "--reason", "abandoned")
    assert none.code == 2
    assert f"There is no item {absent}" in none.err
    for name in (scene.theirs, scene.closed, scene.withdrawn):
        done = agent("withdraw", "--item", name, "--reason", "abandoned")
        assert (done.code, done.out, done.err.replace(name, absent)) == none
    for words in (
        ("--archive", "seg-2026-05-11-001"),
        ("--archive", "seg-2026-05-11-099"),
        ("--run", "run-2026-05-11-001"),
    ):
        assert agent("withdraw", *words, "--reason", "abandoned").code == 3
    with with_token(scene.desk, scene.token) as codex:
        for name in (scene.theirs, scene.withdrawn, absent):
            with pytest.raises(Refusal, match=f"There is no item {name}"):
                codex.forgetting.propose(ControlAction.WITHDRAW, [name], Reason.ABANDONED)
    assert untouched(scene.desk) == before
    for name in (scene.mine, scene.everybodys):
        assert agent("withdraw", "--item", name, "--reason", "abandoned").code == 0
    sent = agent("capture", "the gate is shut", "--source", "seen", "--project", "cedar").out.strip()
    assert agent("withdraw", "--item", sent, "--reason", "abandoned").code == 0, "its own, which no pass took yet"


def test_a_source_is_asked_about_by_its_words_whether_anything_bears_them(
    scene: Scene, agent: Callable[..., Done]
) -> None:
    signed(scene.desk, lambda: withdraw(scene.desk, *scene.desk.forgetting.named(sources=["the gate seen"])))
    for words in ("the gate of everybody is open seen", "the gate seen", "nobody ever said so"):
        done = agent("withdraw", "--source", words, "--reason", "abandoned", "--json")
        assert (done.code, done.json["terms"]) == (0, [f"source:{words}"]), done


def test_an_agent_asks_back_only_what_it_asked_about(scene: Scene, agent: Callable[..., Done]) -> None:
    theirs = made_event(scene)
    none = agent("reinstate", "memwd-2026-05-11-099", "--reason", "mistake")
    done = agent("reinstate", theirs, "--reason", "mistake")
    assert (done.code, done.out, done.err.replace(theirs, "memwd-2026-05-11-099")) == none
    asked = agent("withdraw", "--item", scene.mine, "--reason", "abandoned").out.strip()
    followed = made(scene.desk, "withdraw", asked, prefix="memwd-")
    assert agent("reinstate", followed, "--reason", "mistake").code == 0


def made_event(scene: Scene) -> str:
    """The withdrawal that stands, which is another's."""
    return next(event.id for event in scene.desk.forgetting.events())


def test_the_owner_is_told_as_before(scene: Scene) -> None:
    done = run("withdraw", "--item", scene.withdrawn, "--reason", "abandoned")
    assert "is withdrawn already" in done.err


@pytest.mark.parametrize("field", ["refutes", "continues"])
def test_a_capture_says_of_what_it_may_not_read_that_there_is_none(
    scene: Scene, agent: Callable[..., Done], field: str
) -> None:
    said = {}
    for name in (scene.mine, scene.theirs, scene.closed, "mem-2026-05-11-099"):
        words = ("capture", f"not so, {name}", "--source", "seen", "--project", "cedar", f"--{field}", name, "--json")
        first, again = agent(*words), agent(*words)
        assert (first.code, again.json["came"]) == (0, "known")
        assert ("target-lost" in first.json["findings"]) is ("target-lost" in again.json["findings"])
        said[name] = "target-lost" in first.json["findings"]
        links = {link.id for link in scene.desk.item(first.json["id"]).linked}
        assert (name in links) is (name != "mem-2026-05-11-099"), "the owner is told what it names"
    assert said == {scene.mine: False, scene.theirs: True, scene.closed: True, "mem-2026-05-11-099": True}
    own = agent("capture", "the gate is shut", "--source", "seen", "--project", "cedar").out.strip()
    told = agent("capture", "or not", "--source", "seen", "--project", "cedar", f"--{field}", own, "--json").json
    assert "target-lost" not in told["findings"]
