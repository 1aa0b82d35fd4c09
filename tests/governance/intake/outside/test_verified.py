"""An item that claims to come from a distiller, and does not keep to what one may make, is found by `verify`."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import pytest

from governance.desk import Desk
from store.commit import Snapshot, write
from store.records.entry import Draft, Entry
from store.records.words import Action
from tests.governance.builders import decide
from tests.governance.intake.outside.scripts import captured

AT = 1_780_304_400_000_000
RUN, MADE = "run-2026-06-01-001", "mem-2026-01-09-001"
FACTS = {
    "lesson": {"text": "retries are safe", "kind": "knowledge"},
    "port": {"text": "the port is 80", "kind": "state", "subject": "gate:port"},
    "held": {"text": "the crane is slow", "kind": "knowledge"},
    "known": {"text": "the lamp is red", "kind": "knowledge"},
}


def standing(desk: Desk) -> dict[str, str]:
    """One item that stands in the store, and archived ones: a lesson, state, and one that is held."""
    names = {}
    for name in ("known", "lesson", "port", "held"):
        fact = FACTS[name]
        [names[name]] = captured(desk, [fact["text"]], **{key: fact[key] for key in fact if key != "text"})
        if name == "known":
            desk.intake.distill()
        if name == "held":
            decide(desk, "hold", names[name])
    return names


def made(*sources: str, **changed: Any) -> Draft:
    """An item as a distiller makes it, but for what was changed."""
    item: dict[str, Any] = {
        "place": "store", "kind": "knowledge", "status": "active", "confidence": None, "source_state": "found",
        "review": "source-claim", "topic": None,
    }  # fmt: skip
    effect: dict[str, Any] = {
        "item": item | {name: value for name, value in changed.items() if name not in ("origin", "use", "relation")},
        "origin": changed.get("origin", "pass"),
        "permitted_use": changed.get("use", "testimony"),
        "links": [[changed.get("relation", "derived-from"), one] for one in sources],
    }
    words = {"v": 1, "words": {"v": 1, "fact": "retries are safe", "date": "2026-01-09"}}
    return Draft(Action.ADD, (MADE,), effect, words, refs=(RUN, *sources))


def found(desk: Desk, draft: Draft) -> list[str]:
    def build(_: Snapshot) -> Generator[Draft, Entry, None]:
        yield draft

    write(desk.store, build, at=AT, actor="p-0001")
    seq = desk.pulse()[1]
    return [one.sentence for one in desk.verify().findings if one.seq == seq and one.step == "authority"]


def test_one_that_keeps_to_it_is_sound(desk: Desk) -> None:
    names = standing(desk)
    assert found(desk, made(names["lesson"])) == []


FORGED: dict[str, tuple[Callable[[dict[str, str]], Draft], str]] = {
    "of nothing": (lambda _: made(), "more than knowledge of captures"),
    "of what is not there": (lambda _: made("mem-2020-01-01-001"), "no pass may take"),
    "of what stands in the store": (lambda names: made(names["known"]), "no pass may take"),
    "of what is held": (lambda names: made(names["lesson"], names["held"]), "no pass may take"),
    "of state": (lambda names: made(names["port"]), "knowledge of what is none"),
    "state itself": (lambda names: made(names["lesson"], kind="state"), "more than knowledge"),
    "linked otherwise": (lambda names: made(names["lesson"], relation="merged-into"), "more than knowledge"),
    "by a person": (lambda names: made(names["lesson"], origin="person"), "no pass may take"),
    "confirmed": (lambda names: made(names["lesson"], confidence="confirmed"), "unconfirmed"),
    "stale": (lambda names: made(names["lesson"], status="stale"), "active"),
    "reviewed": (lambda names: made(names["lesson"], review="reviewed"), "looked at by nobody"),
    "flagged and used": (lambda names: made(names["lesson"], findings=["instruction"]), "does not wait"),
    "with more use": (lambda names: made(names["lesson"], use="none"), "without a flag"),
    "outside any pass": (lambda names: made(names["lesson"])._replace(refs=()), "no pass"),
}


@pytest.mark.parametrize(("forge", "why"), FORGED.values(), ids=FORGED)
def test_an_item_that_no_distiller_may_make_is_found(
    desk: Desk, forge: Callable[[dict[str, str]], Draft], why: str
) -> None:
    [said] = found(desk, forge(standing(desk)))
    assert why in said
