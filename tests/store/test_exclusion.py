"""What is excluded after any history is what plain sets say, worked out from the beginning."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from store.check import check
from store.database import Store
from store.purge import KEPT, purge
from store.records.entry import Draft
from store.records.words import Action
from tests.builders import (
    AT,
    DAY,
    MIRA,
    a_capture,
    a_cited_item,
    a_control,
    a_draft,
    a_run,
    a_store,
    an_archive_block,
    did,
)
from tests.store.belonging import World

STEPS = (
    *("capture", "capture", "block", "block", "archive", "cited", "distilled", "link", "link", "unlink"),
    *("other", "other", "control", "control", "control", "reinstatement", "fork", "reconciled"),
)
HISTORY = st.lists(
    st.tuples(st.sampled_from(STEPS), st.integers(0, 240), st.integers(0, 240), st.integers(0, 240)),
    min_size=8,
    max_size=30,
)
WALK = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=set(Phase) - {Phase.explain},
)


@pytest.fixture(scope="module")
def anew(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Store]]:
    """New stores, each a copy of one."""
    folder = tmp_path_factory.mktemp("anew")
    a_store(folder, file="first.db").close()
    counter, made = itertools.count(), list[Store]()

    def one() -> Store:
        path = folder / f"{next(counter)}.db"
        shutil.copyfile(folder / "first.db", path)
        made.append(Store(path))
        return made[-1]

    yield one
    for store in made:
        store.close()


def lived(store: Store, history: list[tuple[str, int, int, int]], *, at_each: bool = True) -> World:
    """Let a history happen, held against the model after each step."""
    world = World(store)
    for step, *numbers in history:
        getattr(world, step)(*numbers)
        if at_each and step not in ("other", "capture"):
            world.holds()
    world.holds()
    return world


@WALK
@given(HISTORY)
def test_after_any_history_what_is_excluded_is_what_plain_sets_say(
    anew: Callable[[], Store], history: list[tuple[str, int, int, int]]
) -> None:
    store = anew()
    lived(store, history)
    verdict = check(store, replay=True)
    assert verdict.ok, verdict.findings
    store.close()


@settings(WALK, max_examples=12)
@given(HISTORY, st.data())
def test_erasing_any_words_changes_no_exclusion(
    anew: Callable[[], Store], history: list[tuple[str, int, int, int]], data: st.DataObject
) -> None:
    store = anew()
    world = lived(store, history, at_each=False)
    rows = store.reader().execute("SELECT seq, action FROM log JOIN payloads USING (seq) ORDER BY seq").fetchall()
    there = [seq for seq, action in rows if action not in KEPT and seq > 1]
    if there:
        gone = data.draw(st.lists(st.sampled_from(there), min_size=1, max_size=len(there), unique=True))
        purge(store, gone, at=AT, actor=MIRA, day=DAY)
    world.holds()
    world.other(0, 0, 0)
    world.control(1, 2, 3)
    world.holds()
    assert check(store, replay=True).ok
    store.close()


# by itself, one kind of reach after the other


def names(store: Store) -> set[str]:
    return {row[0] for row in store.reader().execute("SELECT name FROM excluded WHERE to_seq IS NULL")}


@pytest.mark.parametrize("when", ["before", "after"])
def test_an_item_takes_the_block_along_that_holds_its_very_words(store: Store, when: str) -> None:
    """An import keeps an item's line as a block of its own: withdrawn by the item, its words stand there no more."""
    block = did(store, an_archive_block("retries are safe\n"))[0]
    (item,) = did(store, a_cited_item(block.seq))
    if when == "after":
        (copy,) = did(store, an_archive_block("retries are safe\n", same_as=block.seq))
    did(store, a_control(item.subjects[0]))
    if when == "before":
        (copy,) = did(store, an_archive_block("retries are safe\n", same_as=block.seq))
    flags = dict(store.reader().execute("SELECT seq, withdrawn FROM blocks WHERE to_seq IS NULL"))
    assert (flags[block.seq], flags[copy.seq]) == (1, 1)


def test_a_passage_that_two_items_share_hides_with_one_and_leaves_the_other(store: Store) -> None:
    """What a person sees no more is the passage; the other item was read from it, and is not what was withdrawn."""
    block = did(store, an_archive_block("retries are safe\n"))[0]
    one, other = did(store, a_cited_item(block.seq, 0, 7), a_cited_item(block.seq, 8, 16))
    did(store, a_control(one.subjects[0]))
    rows = dict(store.reader().execute("SELECT id, withdrawn FROM items WHERE to_seq IS NULL"))
    assert (rows[one.subjects[0]], rows[other.subjects[0]]) == (1, 0)
    assert store.reader().execute("SELECT withdrawn FROM blocks").fetchall() == [(1,)]


@pytest.mark.parametrize("withdrawn_first", [True, False])
def test_every_version_of_a_topic_counts_not_only_the_newest(store: Store, withdrawn_first: bool) -> None:
    one, two = (did(store, a_run())[0].subjects[0] for _ in range(2))

    def version(run: str, title: str) -> Any:
        effect = {"layer": "warm", "triggered": False, "run": run}
        return a_draft(Draft(Action.TOPIC, ("top-0001",), effect, {"v": 1, "file": "t.md", "title": title}))

    did(store, version(one, "of the first"))
    if withdrawn_first:
        did(store, a_control(one))
    did(store, version(two, "of the second"))
    if not withdrawn_first:
        did(store, a_control(one))
    assert "top-0001" in names(store), "an older version of it belongs to the run, and the past shows that one"
    assert check(store, replay=True).ok


def test_whether_a_run_holds_a_block_does_not_hang_on_when_it_was_withdrawn(anew: Callable[[], Store]) -> None:
    found = []
    for first in (True, False):
        store = anew()
        one, two = (did(store, a_run())[0].subjects[0] for _ in range(2))
        segment = did(store, an_archive_block("a\n", run=one))[0].subjects[0]
        later = an_archive_block("b\n", segment=segment, ordinal=2, run=two)
        steps = (a_control(two), later) if first else (later, a_control(two))
        made = [did(store, step)[0] for step in steps]
        found.append(f"#{made[first].seq}" in names(store))
    assert len(set(found)) == 1


def test_what_was_withdrawn_and_ended_stays_hidden_in_the_past(store: Store) -> None:
    (made,) = did(store, a_capture("one"))
    name = made.subjects[0]
    did(store, a_control(name))
    did(store, a_draft(Draft(Action.REVIEW, (name,), {"restore": None})))
    assert store.reader().execute("SELECT DISTINCT withdrawn FROM items WHERE id = ?", (name,)).fetchall() == [(1,)]
    assert check(store, replay=True).ok
