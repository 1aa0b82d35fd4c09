"""Suggested: pairs that a pass noticed, both in full, and what a person does about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.records.words import Queue, Relation
from tests.tui.desks import capture_as, card_text, desk_app, memory_store, opened, press, text_of
from tui.wording.noticed import likeness_words

pytestmark = pytest.mark.anyio
ONE = "The nightly backup of kelp finishes in fourteen minutes since the dump is compressed on the fly."
TWO = "The nightly backup of kelp finishes in fourteen minutes, since the dump is compressed on the fly now."


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store in which a pass found two items that may say the same."""
    path = memory_store(tmp_path, "# M\n")
    capture_as(path, "codex", *({"text": t, "kind": "knowledge", "source": s} for t, s in ((ONE, "a"), (TWO, "b"))))
    with opened(path) as desk:
        desk.intake.archive()
        assert len(desk.intake.distill().suggested) == 1
    return path


async def test_the_fourth_tab_of_pending_shows_both_with_how_near_they_are(store: Path) -> None:
    async with desk_app(store, size=(180, 50)) as (pilot, _):
        await press(pilot, "2", "2", "2", "2")
        assert "may be the same" in text_of(pilot)
        assert ONE in card_text(pilot)
        assert TWO in card_text(pilot)
        assert "word for word nearly the same (99" in text_of(pilot)


async def test_m_folds_the_pair_though_one_row_is_marked(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        (key,) = desk.queue_keys(Queue.SUGGESTED)
        await press(pilot, "2", "2", "2", "2", "m", "ctrl+s")
        (staged,) = desk.plan().staged
        assert staged.verb == "merge"
        assert set(staged.targets) == {key, *desk.item_keys()}
        assert len(staged.seen) == 2
        await press(pilot, "ctrl+s", "y")
        assert desk.queue_keys(Queue.SUGGESTED) == ()


async def test_not_the_same_is_said_of_the_pair_and_not_suggested_again(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        (key,) = desk.queue_keys(Queue.SUGGESTED)
        await press(pilot, "2", "2", "2", "2", "colon", *"not the same", "enter", "enter", "ctrl+s", "y")
        assert desk.queue_keys(Queue.SUGGESTED) == ()
        assert Relation.APART in {link.relation for link in desk.item(key).linked}


def test_nearness_is_told_in_words() -> None:
    assert likeness_words("possible-duplicate", 990) == "word for word nearly the same"
    assert likeness_words("possible-duplicate", None) == "may say the same"
    assert likeness_words("possible-contradiction", 700) == "may contradict each other"
