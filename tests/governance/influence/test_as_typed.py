"""Terms that bear signs: recall finds them as they were typed, as search does, and what holds them comes first."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.desk import Desk
from governance.influence.pool import POOL
from governance.influence.ranking import read_question
from tests.governance.builders import a_desk, an_item
from tests.governance.influence.learned import asked, told
from tests.governance.test_searching import CASES, TEXTS

WHOLE = {"ga": set[str](), "100": {"percent"}}
"""A question has whole words, a search box has not: a few letters or a number stand for no longer one."""


@pytest.fixture
def world(desk: Desk) -> dict[str, str]:
    return {an_item(desk, text=text): name for name, text in TEXTS.items()}


@pytest.mark.parametrize(
    ("query", "wanted"),
    [pytest.param(query, WHOLE.get(query, wanted), id=query) for query, wanted in CASES],
)
def test_recall_finds_all_that_search_finds_and_shows_it_first(
    desk: Desk, world: dict[str, str], query: str, wanted: set[str]
) -> None:
    found = [world[name] for name in asked(desk, query)]
    assert set(found[: len(wanted)]) == wanted


@pytest.mark.parametrize(
    ("query", "literal"),
    [
        ("What is foo-bar?", ("foo-bar",)),
        ("How do C++, .env and 100% go?", ("c++", ".env", "100%")),
        ('Who said "not today"?', ("not today",)),
        ("What's the gate's port (of the harbour), please!", ()),
        ("the gate - and the wall -- hold: what / when?", ()),
        ("--", ("--",)),
        ("記憶、設定。", ()),
        ("a,b: 41,000", ()),
        ("…“foo-bar”…", ("foo-bar",)),
        ("41,000?", ("41,000",)),
        ("x" * 300 + "-y", ()),
    ],
)
def test_signs_of_prose_make_no_term_and_others_do(query: str, literal: tuple[str, ...]) -> None:
    assert read_question(query).literal == literal


def test_a_question_of_very_many_such_terms_is_answered(desk: Desk) -> None:
    name = an_item(desk, text="the a-0 gate")
    assert asked(desk, " ".join(f"a-{number}" for number in range(600))) == (name,)
    assert asked(desk, "記憶" * 900 + "-x") == ()


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("foo-bar", ("foo-bar",)),
        ("What is the foo-bar?", ("foo-bar",)),
        ("Which gate has the foo-bar?", ()),
        ("Which gate has bridge-41 at 6:30?", ("bridge-41",)),
        ('Which gate is "safe to use" in current.md?', ("safe to use", "current.md")),
    ],
)
def test_a_word_that_prose_joins_comes_first_only_where_nothing_else_is_asked(
    query: str, first: tuple[str, ...]
) -> None:
    assert read_question(query).literal == first


def test_a_word_that_prose_joins_still_beats_its_parts_that_stand_apart(desk: Desk) -> None:
    apart = an_item(desk, text="the foo and the bar and a gate")
    joined = an_item(desk, text="the foo-bar and the gate and a gate")
    assert asked(desk, "Which gate has the foo-bar?") == (joined, apart)


def test_the_one_that_holds_it_is_found_behind_more_than_one_list_of_newer_ones(desk: Desk) -> None:
    first = an_item(desk, text="the tool takes --flag", date="2026-01-01")
    for number in range(POOL + 1):
        an_item(desk, text=f"flag {number}")
    assert told(desk.recalling.recall("--flag"))[0] == first
    assert told(desk.recalling.recall("what does --flag do"))[0] == first


def test_what_may_not_answer_fills_no_place_of_what_is_found_so(tmp_path: Path) -> None:
    """However many of them there are, an answer to signs is the same, byte for byte, without those out of reach."""
    said: list[str] = []
    for more in (0, 2 * POOL + 1):
        (home := tmp_path / str(more)).mkdir()
        with a_desk(home) as desk:
            an_item(desk, text="ship ++ it")
            for _ in range(more):
                an_item(desk, text="++", words={"project": "cedar"})
            answer = desk.recalling.recall("++")
            assert len(told(answer)) == 1
            said.append(answer.model_copy(update={"beyond": ()}).model_dump_json())
    assert said[0] == said[1]
