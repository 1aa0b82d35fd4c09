"""Lanes, topics and links as tests of the command line reach them."""

from __future__ import annotations

from typing import Any

from tests.tui.cli import Done, run
from tests.tui.commands.conftest import seen

ONE, TWO, THREE = "mem-2026-03-24-006", "mem-2026-04-07-008", "mem-2026-08-13-007"
HOSTILE = "trial \x1b]0;owned\x07 [bold]\u202e"


def lane(title: str = "Trial", *more: str) -> str:
    """Make a lane; its id."""
    done = run("lane", "create", title, *more, "--json")
    assert done.code == 0, done.err
    return str(next(one for one in done.json["ids"] if one.startswith("lane-")))


def put(*words: str) -> Done:
    """Do something about the ids that stand behind the verb as somebody who has seen them."""
    begins = next((at for at, word in enumerate(words) if word.startswith("--")), len(words))
    ids = [one for one in words[:begins] if one[:5] in ("mem-2", "lane-", "top-0")]
    done = run(*words, *(word for one in ids for word in ("--seen", seen(one))))
    assert done.code == 0, done.err
    return done


def row(one: str) -> Any:
    return run("show", one, "--json").json["row"]


def topics() -> dict[str, Any]:
    return {topic["title"]: topic for topic in run("list", "topics", "--json").json["rows"]}
