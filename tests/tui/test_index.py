"""The index as a tab of T, and how near each thing is on its card."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.governance.builders import an_item
from tests.tui.desks import card_text, desk_app, memory_store, opened, press, sample_store, text_of

pytestmark = pytest.mark.anyio
INDEX = ("T", "T", "T", "T")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The sample memory."""
    return sample_store(tmp_path)


async def test_the_last_tab_of_t_is_the_index_with_topics_first(store: Path) -> None:
    async with desk_app(store, size=(180, 60)) as (pilot, _):
        await press(pilot, *INDEX)
        shown = text_of(pilot)
        for piece in ("Index", "topic", "warm", "cold", "top-0001", "recent", "no trigger leads here"):
            assert piece in shown
        assert "deploy freeze" in card_text(pilot)


async def test_on_a_narrow_screen_nothing_follows_the_layer_of_what_has_no_topic(tmp_path: Path) -> None:
    path = memory_store(tmp_path, "# M\n")
    with opened(path) as desk:
        an_item(desk, text="The quay is open.")
    async with desk_app(path, size=(80, 24)) as (pilot, _):
        await press(pilot, *INDEX)
        shown = [line.split() for line in text_of(pilot).splitlines()]
        assert ["recent", "The", "quay", "is", "open."] in [words[-5:] for words in shown]
        assert "cold" in [words[-1] for words in shown if words]


async def test_each_line_opens_as_what_it_is(store: Path) -> None:
    async with desk_app(store, size=(180, 60)) as (pilot, desk):
        await press(pilot, *INDEX, "slash", *"conventions.md", "enter")
        for piece in ("static_knowledge", "source_prior", "hot (always loaded)", "nothing here verified it"):
            assert piece in card_text(pilot)
        first = desk.index(0).recent[0]
        await press(pilot, "escape", "slash", *first.id, "enter")
        assert first.text[:40] in card_text(pilot).replace("\n", " ")


async def test_the_card_of_an_item_and_of_a_topic_says_how_near_it_is_kept_and_why(store: Path) -> None:
    async with desk_app(store, size=(180, 60)) as (pilot, _):
        await press(pilot, "I", "slash", *"Nothing leads a reader", "enter")
        assert "how near it is kept" in text_of(pilot)
        assert "no trigger leads to it, so that it is cold in effect" in " ".join(card_text(pilot).split())
        await press(pilot, "T")
        assert "warm (read when a trigger calls it): 6 triggers lead to it" in " ".join(card_text(pilot).split())


async def test_an_empty_memory_says_how_an_index_comes(tmp_path: Path) -> None:
    async with desk_app(memory_store(tmp_path, "# M\n")) as (pilot, _):
        await press(pilot, *INDEX)
        assert "Nothing is indexed yet" in text_of(pilot)


async def test_no_verb_applies_to_a_line_of_the_index(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, *INDEX, "s")
        assert desk.plan().staged == ()
