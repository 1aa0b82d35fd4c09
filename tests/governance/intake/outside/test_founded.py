"""A text made of captures says what they say: it turns none of them round, and where it departs a person looks."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from governance.desk import Desk
from governance.intake.outside.founded import contradicted, departs
from store.records.words import Flag, Place, Queue, Review, Status
from tests.governance.builders import decide
from tests.governance.intake.outside.scripts import captured, that_says

UNSAFE = "it is not safe to retry e8"
CONTRARY = {
    "the negation left out": (UNSAFE, "it is safe to retry e8"),
    "a negation put in": ("it is safe to retry e8", "it is not safe to retry e8"),
    "a contrary": ("the cache is enabled on web-1", "the cache is disabled on web-1"),
    "in a clause of it": (f"{UNSAFE}; the gate is closed at night", "it is safe to retry e8"),
    "with something true behind": (UNSAFE, "it is safe to retry e8. it is e8"),
    "in another case": (UNSAFE, "It is SAFE to retry E8!"),
}


@pytest.mark.parametrize(("said", "text"), CONTRARY.values(), ids=CONTRARY)
def test_a_text_that_may_contradict_what_it_was_made_of_is_refused_and_cools_nothing(
    desk: Desk, tmp_path: Path, said: str, text: str
) -> None:
    [known] = captured(desk, [said])
    report = desk.intake.distill(distiller=that_says(tmp_path, {"op": "distil", "from": [f"${said}"], "text": text}))
    assert report.refused[0].sentence == f"Its text may contradict {known}, which it was made of."
    assert report.added == (known,)
    assert not report.distilled
    row = desk.item(known).row
    assert (row.place, row.status, row.cooled) == (Place.STORE, Status.ACTIVE, False)


def test_one_value_given_to_another_thing_is_a_contradiction(desk: Desk, tmp_path: Path) -> None:
    gate, pier = "the gate listens on port 80", "the pier listens on port 81"
    one, _ = captured(desk, [gate, pier])
    swapped = {"op": "distil", "from": [f"${gate}", f"${pier}"], "text": "the gate listens on port 81"}
    report = desk.intake.distill(distiller=that_says(tmp_path, swapped))
    assert f"may contradict {one}" in report.refused[0].sentence


DEPARTING = {
    "words that no capture has": ("not safe to retry e7", "fresh for"),
    "the negation left out and more said": (UNSAFE, "one may retry e8, which is safe for anybody who waits"),
    "the negation left out, and little kept": (UNSAFE, "retry e8"),
    "a denial of nothing that was denied": ("retries of the gateway are safe after a timeout", "never retry gateway"),
    "another subject": ("the crane of the quay is slow in wind", "mira prefers tea on mondays, with wind"),
    "no word that says anything": ("the crane of the quay is slow", "it is so"),
}


@pytest.mark.parametrize(("said", "text"), DEPARTING.values(), ids=DEPARTING)
def test_a_text_that_departs_from_its_captures_waits_for_a_person_and_they_stay_at_hand(
    desk: Desk, tmp_path: Path, said: str, text: str
) -> None:
    [known] = captured(desk, [said])
    report = desk.intake.distill(distiller=that_says(tmp_path, {"op": "distil", "from": [f"${said}"], "text": text}))
    assert not report.refused
    [(made, _)] = report.distilled
    item = desk.item(made)
    assert (item.row.review, item.row.place) == (Review.NEEDED, Place.ARCHIVED)
    assert Flag.SPECULATION in item.row.findings
    assert made in desk.queue_keys(Queue.INBOX)
    assert report.notes == (f"{made} waits for a person; the captures it was made of stay at hand.",)
    row = desk.item(known).row
    assert (row.place, row.status, row.cooled) == (Place.STORE, Status.ACTIVE, False)
    assert not desk.verify(replay=True).findings
    decide(desk, "refuse", made)
    assert desk.intake.distill().added == ()


FOUNDED = [
    ("retries are safe after a timeout", ["retries are safe after a timeout of the gateway"]),
    ("retries are not safe and the gate is open", ["retries are not safe", "the gate is open"]),
    ("do not retry e8; the gate is closed", ["do not retry e8", "the gate is closed at night"]),
    ("it is safe to retry e8 in staging", ["it is not safe to retry e8 in prod", "it is safe to retry e8 in staging"]),
    ("the crane slows in wind", ["the crane of the quay is slow in wind"]),
    (
        "The nightly backup needs an hour, and tea is at four.",
        ["nightly backups need an hour", "tea is served at four"],
    ),
    ("不要重试 e8", ["不要重试 e8"]),
]


@pytest.mark.parametrize(("text", "sources"), FOUNDED, ids=[text for text, _ in FOUNDED])
def test_a_text_that_says_what_its_captures_say_is_taken(text: str, sources: list[str]) -> None:
    assert contradicted(text, {f"mem-{n}": said for n, said in enumerate(sources)}) is None
    assert not departs(text, sources)


def test_a_text_nearest_to_two_captures_that_disagree_departs() -> None:
    assert departs(
        "it is safe to retry e8", ["it is not safe to retry e8 in prod", "it is safe to retry e8 in staging"]
    )


LONG = {
    "as long as may be looked at": (20, 50),
    "longer than that": (50, 200),
}


@pytest.mark.parametrize(("many", "clauses"), LONG.values(), ids=LONG)
def test_long_captures_hold_nobody_up(many: int, clauses: int) -> None:
    sources = {
        f"mem-{n}": " ".join(f"lesson a{n}b{k} of the quay is slow." for k in range(clauses)) for n in range(many)
    }
    text = " ".join(f"lesson a{k}b{k} of the quay is slow." for k in range(20))
    began = time.monotonic()
    assert contradicted(text, sources) is None
    assert departs(text, list(sources.values())) is (clauses > 50)
    assert time.monotonic() - began < 3
