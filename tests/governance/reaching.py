"""A store of several projects and lanes, and an agent of one of them at the command line."""

from __future__ import annotations

import os
import pwd
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from governance.desk import Desk
from store.records.words import PrincipalKind, Reason, Shown
from tests.governance.builders import decide, seen
from tests.governance.signed import a_signed_desk, new_id, signed
from tests.tui.cli import Done, run

ME = pwd.getpwuid(os.getuid()).pw_name
SECRET = "heron"
"""Stands in everything that the token may not read."""


class Scene(NamedTuple):
    """A store with records of several projects and lanes, and an agent of one of them."""

    desk: Desk
    token: str
    mine: str
    everybodys: str
    theirs: str
    closed: str
    withdrawn: str
    lane: str
    topic: str
    hidden: str
    """A topic that holds only what the agent may not read."""


def distilled(desk: Desk, text: str, **words: Any) -> str:
    name = desk.intake.capture({"text": text, "source": f"{text} seen", "kind": "knowledge", **words}).id
    assert name is not None
    if desk.item(name).row.review == "needs-review":
        signed(desk, lambda: decide(desk, "accept", name))
    return name


def made(desk: Desk, verb: str, *names: str, prefix: str, **args: str) -> str:
    told: dict[str, Any] = {"reason": Reason.ORGANIZED, "seen": seen(desk, *names), "shown": Shown.LISTED}
    return new_id(signed(desk, lambda: desk.decide(verb, names, args, **told)).ids, prefix)


@contextmanager
def a_scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """That store, where the command line finds it."""
    with a_signed_desk(tmp_path, who=ME) as desk:
        mine = distilled(desk, "the gate of cedar is open", project="cedar")
        everybodys = distilled(desk, "the gate of everybody is open")
        theirs = distilled(desk, f"the gate of the {SECRET} is open", project="birch")
        closed = distilled(desk, f"the gate in the lane of the {SECRET} is open")
        withdrawn = distilled(desk, f"the gate of the {SECRET} was withdrawn")
        desk.intake.archive()
        desk.intake.distill()
        topic = made(desk, "new-topic", mine, everybodys, prefix="top-", title="Gates", triggers="gate")
        hidden = made(desk, "new-topic", theirs, prefix="top-", title=f"The {SECRET}", triggers="gate")
        lane = made(desk, "new-lane", prefix="lane-", title=f"Lane of the {SECRET}", access="closed")
        signed(desk, lambda: decide(desk, "lane", closed, lane=lane))
        signed(desk, lambda: decide(desk, "withdraw", withdrawn, note=f"about the {SECRET}"))
        signed(desk, lambda: desk.authorize.enroll(f"{SECRET}-jon", PrincipalKind.HUMAN, None))
        _, token = signed(desk, lambda: desk.authorize.connect("codex", PrincipalKind.AGENT, projects=("cedar",)))
        homes = str(desk.path.parent / "homes" / ME)
        for name, value in (
            ("XDG_CONFIG_HOME", homes), ("XDG_STATE_HOME", homes), ("MEMDESK_STORE", str(desk.path)),
        ):  # fmt: skip
            monkeypatch.setenv(name, value)
        yield Scene(desk, token, mine, everybodys, theirs, closed, withdrawn, lane, topic, hidden)


def as_agent(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """The command line as the agent runs it, which never hears the secret."""

    def call(*words: str) -> Done:
        monkeypatch.setenv("MEMDESK_TOKEN", scene.token)
        done = run(*words)
        monkeypatch.delenv("MEMDESK_TOKEN")
        assert SECRET not in done.out + done.err.replace(" ".join(words), ""), words
        assert "Traceback" not in done.err
        return done

    return call


def ids(answer: dict[str, Any]) -> set[str]:
    """The records of an answer."""
    return {one["memory_id"] for group in answer["groups"] for one in group["results"]}
