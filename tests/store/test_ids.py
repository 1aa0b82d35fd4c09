"""An id is spelt in one way, sorts by its number, and is never given twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store import ids
from store.commit import Snapshot
from store.database import Store
from store.errors import Broken
from store.purge import purge
from store.records.entry import Draft
from store.records.words import Action
from tests.builders import (
    AT,
    DAY,
    MIRA,
    Drafts,
    a_capture,
    a_draft,
    a_restore,
    did,
    some_words,
    standing,
)

READ = [
    ("mem-2026-05-11-001", ids.Id("mem", 20260511, 1)),
    ("mem-2026-05-11-1000", ids.Id("mem", 20260511, 1000)),
    ("memerase-2024-02-29-999", ids.Id("memerase", 20240229, 999)),
    ("p-0001", ids.Id("p", 0, 1)),
    ("hold-12345", ids.Id("hold", 0, 12345)),
]
NO_IDS = [
    "", "mem", "mem-2026-05-11", "mem-2026-05-11-01", "mem-2026-05-11-000", "mem-2026-05-11-0001",
    "mem-2026-13-01-001", "mem-2026-00-01-001", "mem-2026-04-31-001", "mem-2026-02-29-001",
    "mem-0000-01-01-001", "mem-2026-5-11-001", "MEM-2026-05-11-001", "mem_2026-05-11-001",
    "note-2026-05-11-001", "mem-2026-05-11-001 ", " mem-2026-05-11-001", "mem-2026-05-11-001\n",
    "mem-２０２６-05-11-001", "mem-2026-05-11--01", "mem-2026-05-11-+01", "p-001", "p-0000",
    "p-00001", "p-1", "x-0001", "mem-0001", "p-2026-05-11-001", "seg-2026-05-11-001/3",
    "mem-2026-05-11-" + "9" * 19, "mem-2026-05-11-" + "9" * 5000, "p-" + "9" * 5000,
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), READ)
def test_an_id_is_taken_apart(text: str, expected: ids.Id) -> None:
    assert ids.read_id(text) == expected
    assert ids.make_id(*expected) == text
    assert ids.is_minted(text)


@pytest.mark.parametrize("text", NO_IDS, ids=lambda text: repr(text[:24]))
def test_nothing_else_is_an_id(text: str) -> None:
    assert ids.read_id(text) is None
    assert not ids.is_minted(text)


@given(
    st.sampled_from(sorted(ids.DATED)),
    st.dates(),
    st.integers(1, 10**18 - 1),
)
def test_what_is_made_is_read_back(prefix: str, day: object, n: int) -> None:
    number = ids.day_number(str(day))
    text = ids.make_id(prefix, number, n)
    assert ids.read_id(text) == ids.Id(prefix, number, n)


@given(st.text())
def test_no_text_makes_reading_fail(text: str) -> None:
    found, block = ids.read_id(text), ids.read_block_id(text)
    assert found is None or ids.make_id(*found) == text
    assert block is None or ids.block_id(*block) == text


def test_the_id_of_a_store_may_stand_in_a_header() -> None:
    assert ids.is_minted("store-" + "0123456789abcdef" * 2)
    assert not ids.is_minted("store-" + "0123456789ABCDEF" * 2)


def test_a_block_is_named_by_its_segment_and_ordinal() -> None:
    name = ids.block_id("seg-2026-05-11-001", 12)
    assert ids.read_block_id(name) == ("seg-2026-05-11-001", 12)
    assert ids.read_block_id("seg-2026-05-11-001") is None
    assert ids.read_block_id("seg-2026-05-11-001/" + "9" * 5000) is None


def minted(store: Store, prefix: str = "mem", day: int = DAY) -> str:
    found: list[str] = []

    def build(snapshot: Snapshot) -> Drafts:
        found.append(snapshot.mint(prefix, day))
        yield Draft(Action.ENROLL, (snapshot.mint("p"),), {"kind": "agent"}, {"v": 1, "name": "a"})

    did(store, build)
    return found[0]


@pytest.mark.parametrize("last", [9, 99, 999, 1000, 9999, 999_998])
def test_the_next_number_follows_the_highest_and_not_the_last_in_the_alphabet(store: Store, last: int) -> None:
    highest = ids.make_id("mem", DAY, last)
    did(store, a_capture(name=highest), a_capture(name="mem-2026-06-01-002"))
    assert ids.read_id(minted(store)) == ids.Id("mem", DAY, last + 1)


def test_a_thousand_captures_of_a_day_sort_by_number(store: Store) -> None:
    made = [e.subjects[0] for e in did(store, *[a_capture("x") for _ in range(1001)])]
    sql = "SELECT id FROM items ORDER BY day, n"
    assert [row[0] for row in store.reader().execute(sql)] == made
    assert made[-1] == "mem-2026-06-01-1001"


def test_an_id_is_not_given_again_after_its_words_were_erased(store: Store) -> None:
    (entry,) = did(store, a_capture("the planted secret"))
    purge(store, [entry.seq], at=AT, actor=MIRA, day=DAY)
    assert entry.subjects == ("mem-2026-06-01-001",)
    assert minted(store) == "mem-2026-06-01-002"
    assert minted(store, "memerase") == "memerase-2026-06-01-002"


def test_an_id_that_was_minted_and_not_used_is_given_to_the_next(store: Store) -> None:
    assert minted(store) == minted(store) == "mem-2026-06-01-001"


def test_ids_of_one_transaction_differ(store: Store) -> None:
    made: list[str] = []

    def build(snapshot: Snapshot) -> Drafts:
        made.extend(snapshot.mint("mem", DAY) for _ in range(3))
        made.append(snapshot.mint("mem", 20260602))
        effect = {"item": standing()}
        yield Draft(Action.CAPTURE, (made[2],), effect, some_words())
        made.append(snapshot.mint("mem", DAY))

    did(store, build)
    day = "mem-2026-06-01"
    assert made == [f"{day}-001", f"{day}-002", f"{day}-003", "mem-2026-06-02-001", f"{day}-004"]


def test_no_item_is_made_twice(store: Store) -> None:
    did(store, a_capture(name="mem-2026-06-01-007"))
    with pytest.raises(Broken, match="was made before"):
        did(store, a_capture(name="mem-2026-06-01-007", fact="another"))
    did(store, a_restore("mem-2026-06-01-007", None))
    with pytest.raises(Broken, match="was made before"):
        did(store, a_capture(name="mem-2026-06-01-007", fact="another"))


@pytest.mark.parametrize("name", ["Mira", "mem-2026-02-30-001", "topic/x", "", "p-001"])
def test_a_header_bears_no_name_that_was_not_minted(store: Store, name: str) -> None:
    with pytest.raises(Broken, match="no id of ours"):
        did(store, a_draft(Draft(Action.REVIEW, (name,), {})))
    with pytest.raises(Broken, match="no id of ours"):
        did(store, a_draft(Draft(Action.ERASE, ("memerase-2026-06-01-001",), {}, refs=(1, name))))
    with pytest.raises(Broken, match="no id of ours"):
        did(store, a_draft(Draft(Action.ERASE, ("memerase-2026-06-01-001",), {}, actor=name or "-")))
