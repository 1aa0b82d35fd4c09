"""Ranking: words in their order, what carries nothing, and which record speaks most of what was asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.desk import Desk
from governance.influence.ranking import Candidate, in_order, rank, read_question, stem
from tests.governance.builders import an_item
from tests.governance.influence.learned import asked


def ranked(query: str, *texts: str, limit: int = 10) -> list[int]:
    """Which of these texts, the newest first, answer a question."""
    found = rank(read_question(query), [Candidate(str(n), text, n) for n, text in enumerate(texts)], limit).best
    return [int(one.key) for one in found]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The gate's Port, the port!", ["the", "gate", "s", "port", "the", "port"]),
        ("Élan ÉLAN élan ｅｌａｎ", ["elan", "elan", "elan", "elan"]),
        ("渡し船はABC冬に", ["渡し", "し船", "船は", "abc", "冬に"]),
        ("冬", ["冬"]),
        ("foo-bar mem-2026-05-11-001", ["foo", "bar", "mem", "2026", "05", "11", "001"]),
        ("", []),
        ("… – ¿?", []),
    ],
)
def test_a_text_is_read_as_its_words_in_their_order(text: str, words: list[str]) -> None:
    assert in_order(text) == words


@pytest.mark.parametrize("words", [("retries", "retried"), ("closes", "closed", "closing", "close"), ("notes", "note")])
def test_forms_of_a_word_are_one(words: tuple[str, ...]) -> None:
    assert len({stem(word) for word in words}) == 1


@pytest.mark.parametrize("word", ["glass", "bus", "as", "port", "2026s", "設定", "ing"])
def test_what_is_no_ending_is_left_on(word: str) -> None:
    assert stem(word) == word


@given(st.text())
def test_no_text_makes_reading_fail_and_none_is_read_into_blank_words(text: str) -> None:
    assert all(word and not word.isspace() for word in in_order(text))
    read_question(text)


def test_a_question_is_read_without_what_only_joins_unless_that_is_all_there_is() -> None:
    assert read_question("what is the port of the gate").words == ("port", "gate")
    assert read_question("what is it").words == ("what", "is", "it")
    assert read_question("the date, the budget and the owner").parts == (
        frozenset({"date"}), frozenset({"budget"}), frozenset({"owner"}),
    )  # fmt: skip
    assert read_question("the date of the budget").parts == ()
    assert read_question("is 221,000 USD the budget").parts == ()


def test_who_says_more_of_it_comes_first_and_who_says_nothing_of_it_not_at_all() -> None:
    assert ranked("port of the gate", "the ferry is late", "the gate is green", "the port of the gate is 8443") == [
        2,
        1,
    ]


def test_words_side_by_side_count_more_than_the_same_words_apart() -> None:
    apart, beside = "the key of the box is new, and the api too", "the api key is new, and the box of it too"
    found = rank(read_question("api key"), [Candidate("apart", apart, 0), Candidate("beside", beside, 0)], 2).best
    assert [one.key for one in found] == ["beside", "apart"]


def test_among_equals_the_newer_comes_first() -> None:
    assert ranked("gate", "the gate is open", "the gate is shut") == [0, 1]


def test_what_only_repeats_comes_behind_what_says_something_else_of_it() -> None:
    texts = ["the budget is 5", "the budget is 5", "the budget is 5", "the budget has an owner"]
    assert ranked("budget owner", *texts)[:2] == [3, 0]


def test_each_thing_that_is_asked_for_has_its_turn() -> None:
    texts = [f"project maple budget, approved budget, note {n}" for n in range(9)] + ["the launch of maple is in May"]
    assert 9 in ranked("What are the approved budget of project maple, and its launch?", *texts)[:7]


def test_scores_are_per_mille_and_fall_with_the_order_of_what_speaks_most() -> None:
    texts = ["the port of the gate", "the gate"]
    found = rank(read_question("port gate"), [Candidate(str(n), text, n) for n, text in enumerate(texts)], 5).best
    assert all(1 <= one.score <= 1000 for one in found)
    assert found[0].score > found[1].score


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("渡し", "冬の渡し船は第四埠頭から出る"),
        ("船", "冬の渡し船は第四埠頭から出る"),
        ("ABC", "冬のABC船"),
        ("elan", "Élan vital"),
        ("e\u0301lan", "\u00e9lan vital"),
        ("foo-bar", "set foo-bar to 3"),
        ("mem-2026-05-11-001", "see mem-2026-05-11-001"),
        ("C++", "it is written in C++"),
        ("100%", "the disk is 100% full"),
        ("retry", "retrying is safe"),
        ("don't", "don't retry"),
        ('" OR * NEAR (', "near or far"),
    ],
)
def test_recall_finds_what_is_written_however_it_is_spelled(desk: Desk, query: str, text: str) -> None:
    name = an_item(desk, text=text)
    an_item(desk, text="something that nobody asks for")
    assert asked(desk, query) == (name,)


@pytest.mark.parametrize("query", ["nothing of the sort", "--", "'", "%", "\x00", "\u202e", "AND", "((("])
def test_a_question_that_nothing_answers_is_answered_with_nothing(desk: Desk, query: str) -> None:
    an_item(desk, text="the gate is open")
    answer = desk.recalling.recall(query)
    assert answer.groups == ()
    assert "Nothing that may be used answers this: look at the source, or ask." in answer.cautions
