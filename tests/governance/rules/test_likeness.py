"""What says the same and what may contradict is suggested; what speaks of something else is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.rules.likeness import CONTRADICTION, DUPLICATE, Likeness, compare, likeness
from governance.rules.likeness_reading import read
from governance.rules.likeness_words import OPPOSITES, POLARITY
from store.index import fold
from tests.governance.rules.likeness_pairs import PAIRS
from tests.growth import assert_linear
from tests.tools.likeness import LABELS, figures, judge, speed

MISSED = {
    "Ines reviews every database migration.",
    "Renew the TLS certificate of ferry yearly.",
    "The nightly job keeps 14 copies!",
    "Build logs are deleted after 7 days.",
    "请用中文回答。",
}
"""The same in another order or with another word, which nobody is told of."""


@pytest.mark.parametrize(
    ("label", "left", "right"), [pytest.param(*pair, id=f"{pair[1]} / {pair[2]}") for pair in PAIRS]
)
def test_a_careful_reader_agrees_about(label: str, left: str, right: str) -> None:
    found = compare(left, right)
    assert (found.kind if found else None) == (None if left in MISSED else LABELS[label])


def test_the_table_is_large_and_speaks_of_many_other_things() -> None:
    labels = [label for label, _, _ in PAIRS]
    assert len(labels) == len({pair[1:] for pair in PAIRS}) >= 150
    assert min(labels.count(label) for label in LABELS) >= 50
    assert sum(not fold(left).isascii() for _, left, _ in PAIRS) >= 40


@pytest.mark.parametrize("kind", ["duplicate", "contradiction"])
def test_the_figures_of_the_tool_are_those_that_are_promised(kind: str) -> None:
    right, said, there = figures(judge(), kind)
    assert right / said >= 0.98
    assert right / there >= 0.92


@pytest.mark.parametrize(("left", "right"), [pair[1:] for pair in PAIRS])
def test_the_order_of_the_two_does_not_matter(left: str, right: str) -> None:
    assert compare(left, right) == compare(right, left)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_have_a_likeness_and_the_order_does_not_matter(left: str, right: str) -> None:
    assert 0 <= likeness(left, right) == likeness(right, left) <= 1000
    found, back = compare(left, right), compare(right, left)
    assert (found and found.kind) == (back and back.kind)
    if found:
        assert found.score >= min(DUPLICATE, CONTRADICTION)


@given(st.text(min_size=1, max_size=60))
def test_a_text_is_never_said_to_contradict_itself(text: str) -> None:
    assert compare(text, text) in (None, Likeness("duplicate", 1000))
    shouted = compare(text, f"  {text.upper()} !")
    assert shouted is None or shouted.kind == "duplicate" or text.upper().lower() != text.lower()


@pytest.mark.parametrize("text", ["", " ", "…", "🙂", "the", "。"])
def test_a_text_without_words_is_like_nothing(text: str) -> None:
    assert compare(text, text) is None


def test_values_in_another_spelling_are_the_same() -> None:
    assert compare("The wait of heron is 90 s.", "The wait of heron is 1.5 min.") is not None
    for left, right in (("30 s", "30 seconds"), ("1 h", "60 min"), ("4,096", "4096"), ("v1.2", "1.2"), ("３", "3")):
        found = compare(f"The wait of heron is {left}.", f"The wait of heron is {right}.")
        assert found is not None
        assert found.kind == "duplicate", (left, right)


def test_two_turns_leave_the_sense_as_it_was() -> None:
    once = compare("Telemetry is enabled on kelp.", "Telemetry is not enabled on kelp.")
    twice = compare("Telemetry is disabled on kelp.", "Telemetry is not enabled on kelp.")
    assert (once and once.kind, twice and twice.kind) == ("contradiction", "duplicate")


def test_the_closer_the_words_the_higher_the_score() -> None:
    one, other, far = "The cache lives in Redis.", "The cache lives in redis!", "Backups of heron run at three."
    assert likeness(one, one) == 1000 > likeness(one, other) > likeness(one, far)
    assert likeness(one, far) < DUPLICATE


def test_no_word_stands_in_two_pairs_of_contraries() -> None:
    assert len(POLARITY) == len(fold(OPPOSITES).replace(" : ", " ").split())


def test_two_texts_of_a_hundred_and_fifty_letters_take_no_more_than_60_microseconds() -> None:
    first, again = min(speed() for _ in range(3))
    assert again <= first
    assert first < 60 * 4, "measured 40; a busy machine may take longer"


LONG = {
    "one letter": "a" * 8_000,
    "words": "heron kelp ferry " * 450,
    "numbers": "12 30 s 04:10 " * 570,
    "joined numbers": "1." * 4_000,
    "joined words": "a-" * 4_000,
    "paths": "/a" * 4_000,
    "negations": "not before after " * 450,
    "Han": "备份不在" * 2_000,
    "kana": "ないません" * 1_600,
    "blanks": " " * 7_900 + "x",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_a_long_text_takes_no_more_than_its_length_asks(text: str) -> None:
    def work(length: int) -> None:
        read.cache_clear()
        compare(text[:length], f"x {text[:length]}")
        compare(text[:length], f"{text[10:length]}{text[:10]}")

    assert_linear(lambda: work(3_995), lambda: work(7_990))


def test_a_very_long_text_is_only_known_as_itself() -> None:
    text = "Backups of heron run at 03:00. " * 1_000
    assert compare(text, text.upper()) == Likeness("duplicate", 1000)
    assert compare(text, text + "And so on.") is None
