"""Whatever is stored is found by its words, whatever is typed finds what holds it, and nothing withdrawn is found."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import count

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from governance.desk import Desk
from store.records.found import Found
from store.records.views import Hits, ItemFilter
from store.records.words import Reason, Shown
from store.tokens import fold
from store.views import search
from store.views.items import SCAN
from store.views.reader import Reader
from tests.builders import DAY, a_capture
from tests.clock import StillClock
from tests.governance.builders import a_desk, an_item, decide, did, made
from tests.soak import SOAK

MANY = 3_000
TYPED = st.one_of(
    st.text(max_size=30),
    st.text(st.sampled_from("abc -_.'\"%+#*()/\\:&記憶Éé\u0301한\u11a8\x00\n"), max_size=20),
)
AS_BEFORE = settings(
    max_examples=500 if SOAK else 40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A desk with one old item of rare signs behind many newer ones that have its words."""
    with a_desk(tmp_path_factory.mktemp("full"), StillClock()) as desk:
        an_item(desk, text="we build it in C++ -> twice", day=20200101, source="seen")
        an_item(desk, text="foo-bar, and then nothing", day=20200102, source="seen")
        did(desk, *(a_capture(f"C is older than the foo of bar {n}", source="seen") for n in range(MANY)))
        yield desk


OLD = {
    "C++": "we build it in C++ -> twice",
    "->": "we build it in C++ -> twice",
    "foo-bar": "foo-bar, and then nothing",
    "foo-": "foo-bar, and then nothing",
    '"foo-bar, and"': "foo-bar, and then nothing",
    "bar,": "foo-bar, and then nothing",
}


@pytest.mark.parametrize("query", OLD)
def test_an_old_item_is_found_behind_thousands_of_newer_ones_with_its_words(full: Desk, query: str) -> None:
    assert [row.text for row in full.search(query, limit=1)] == [OLD[query]]
    assert full.item_keys(ItemFilter(text=query)) == tuple(row.id for row in full.search(query))


def test_what_is_found_is_counted_honestly(full: Desk) -> None:
    assert full.find("older", MANY) == Hits(keys=full.item_keys()[:MANY])
    fewer = full.find("older", MANY - 1)
    assert (len(fewer.keys), fewer.more, fewer.cut) == (MANY - 1, True, False)
    assert full.find("older", 0) == Hits(keys=())


def test_a_search_stops_when_it_is_told_to_and_says_that_it_did(full: Desk) -> None:
    asked: list[int] = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) == 3

    assert full.find("--", 10, stop) == Hits(keys=(), cut=True)
    assert len(asked) == 3
    assert full.find("--", 10, lambda: False) == Hits(keys=())


def test_a_search_is_broken_off_when_it_takes_too_long(full: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "PATIENCE", -1.0)
    assert full.find("--", 10).cut
    assert full.find("C++", 10).cut


def test_common_words_are_walked_and_rare_ones_followed_to_the_same_items(
    full: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    queries = ("older", "old foo", "C++", "foo-bar", "2999", "mem-2020", '"the foo"', "bar 17", "->")
    before = [full.find(query, 10_000) for query in queries]
    assert all(hits.keys for hits in before)
    monkeypatch.setattr(search, "_RARE", 3)
    assert [full.find(query, 10_000) for query in queries] == before


def test_a_filter_over_many_items_finds_what_a_search_finds(full: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    queries = ("older", "C++", "foo-bar", "than foo", '"the foo"')
    assert len(full.item_keys()) < SCAN
    before = [full.item_keys(ItemFilter(text=query)) for query in queries]
    monkeypatch.setattr("store.views.items.SCAN", 10)
    assert [full.item_keys(ItemFilter(text=query)) for query in queries] == before
    assert full.item_keys(ItemFilter(text="older", kind="state")) == ()


@AS_BEFORE
@given(query=TYPED)
def test_no_input_is_an_error_and_only_what_holds_it_is_found(full: Desk, query: str) -> None:
    for row in full.search(query, limit=5):
        held = fold(
            f"{row.id}\n{row.text}\n{row.strip.source if row.strip else ''}\n{row.strip.date if row.strip else ''}"
        )
        assert all(term in " ".join(held.split()) for term in search.terms(query)), query
    full.item_keys(ItemFilter(text=query))
    full.log_keys()


_NUMBERS = count(1)


@pytest.fixture(scope="module")
def filling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A desk at which each example leaves one item more."""
    with a_desk(tmp_path_factory.mktemp("filling"), StillClock()) as desk:
        yield desk


def stored(desk: Desk, text: str) -> str:
    """The id of a new item with this text, the newest of all."""
    return an_item(desk, text=text, source="seen", day=DAY, name=f"mem-2026-06-01-{next(_NUMBERS):03}")


@AS_BEFORE
@given(text=TYPED)
def test_what_is_stored_is_found_by_each_of_its_words(filling: Desk, text: str) -> None:
    words = [word for word in text.split() if fold(word).strip()]
    assume(words)
    name = stored(filling, text)
    for word in words:
        assert name in filling.find(word, 10_000).keys, word


@AS_BEFORE
@given(data=st.data(), text=TYPED)
def test_what_is_stored_is_found_by_any_piece_that_begins_a_word(filling: Desk, data: st.DataObject, text: str) -> None:
    flat = " ".join(fold(text).split())
    begins = [at for at, sign in enumerate(flat) if sign != " " and (at == 0 or not (sign + flat[at - 1]).isalnum())]
    assume(begins)
    start = data.draw(st.sampled_from(begins))
    piece = flat[start : data.draw(st.integers(start + 1, len(flat)))].strip()
    assume('"' not in piece)
    name = stored(filling, text)
    assert name in filling.find(f'"{piece}"', 10_000).keys, piece
    assert name in filling.find(f'"{piece}', 10_000).keys, "a phrase that is still being typed"


@AS_BEFORE
@given(
    text=st.text(st.sampled_from("東京都庁時刻表 a1ー々ガｶﾞ한국ไท"), min_size=1, max_size=12),
    at=st.integers(0, 11),
    size=st.integers(1, 3),
)
def test_any_signs_of_a_script_without_blanks_are_found(filling: Desk, text: str, at: int, size: int) -> None:
    flat = " ".join(fold(text).split())
    piece = flat[at : at + size].strip()
    assume(piece and not (at and (flat[at - 1] + piece[0]).isascii() and (flat[at - 1] + piece[0]).isalnum()))
    assert stored(filling, text) in filling.find(f'"{piece}"', 10_000).keys


def test_the_beginning_of_an_id_finds_its_items_and_those_that_name_it(desk: Desk) -> None:
    first = an_item(desk, text="the first", day=20260101)
    other = an_item(desk, text=f"see {first}, which is wrong", day=20260202)
    assert [row.id for row in desk.search(first)] == [first, other], "the very item comes first"
    assert [row.id for row in desk.search("mem-2026-01")] == [other, first]
    assert [row.id for row in desk.search("mem-2026-02")] == [other]
    assert [row.id for row in desk.search(f"{first} wrong")] == [other]
    assert {row.id for row in desk.search("MEM-")} == {first, other}


PARTS = {
    Found.WORDS: "retries",
    Found.SUBJECT: "gateway:port",
    Found.SOURCE: "logbook#7",
    Found.WRITTEN_ID: "old-7",
    Found.EVIDENCE: "lighthouse",
    Found.FIELD: "inès",
    Found.ROUTING: "timeouts",
    Found.NOTE: "remembered",
}


@pytest.mark.parametrize("place", PARTS)
def test_a_row_says_where_its_words_stand(desk: Desk, place: Found) -> None:
    words = {
        "written_id": "old-7",
        "corroborating": ["seen from the lighthouse"],
        "extra": [["owner", "Inès"]],
        "routing": {"retrieval_terms": ["timeouts"]},
    }
    name = an_item(desk, text="all retries are safe", kind="state", source="logbook#7", words=words)
    if place is Found.NOTE:
        name = made(decide(desk, "correct", name, text="other words", note="as I remembered"), name)
    row = next(row for row in desk.search(PARTS[place]) if row.id == name)
    assert row.found[0] is place
    assert row.excerpt[slice(*row.marks[0])].casefold() == PARTS[place]


def test_an_excerpt_begins_near_the_words_and_marks_each_of_them(desk: Desk) -> None:
    an_item(desk, text="words\n" * 200 + "and then Élan, ELAN and a ze\u0301bre " + "more " * 200)
    (row,) = desk.search("elan zebre")
    assert row.excerpt.startswith("…")
    assert "\n" not in row.excerpt
    assert [row.excerpt[start:end] for start, end in row.marks] == ["Élan", "ELAN", "ze\u0301bre"]


def test_nothing_that_is_withdrawn_is_found_by_any_of_its_words(desk: Desk) -> None:
    name = an_item(desk, text="the zebra crosses C++ at 100%", source="seen")
    queries = ("zebra", "C++", "%", "seen", name, name[:12], '"zebra crosses"', "cro", "at")
    assert all(desk.find(query, 5).keys == (name,) for query in queries)
    seen = desk.forgetting.seen(name)
    desk.decide("withdraw", [name], {}, reason=Reason.ABANDONED, note=None, seen=[seen], shown=Shown.LISTED)
    assert [desk.find(query, 5).keys for query in queries] == [()] * len(queries)
    assert desk.at(2).find("zebra", 5).keys == (), "nor in the past"
    assert desk.hit_rows("zebra", [name]) == ()


def test_the_past_is_searched_as_it_was(desk: Desk) -> None:
    old = an_item(desk, text="a common word", kind="state", subject="one:thing")
    head = desk.overview().head
    an_item(desk, text="a common word of later")
    assert len(desk.find("common", 5).keys) == 2
    assert desk.at(head).find("common", 5).keys == (old,)
    assert [row.id for row in desk.at(head).search('"a common"')] == [old]


def test_a_search_of_a_large_store_reads_a_page_at_a_time(full: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    real = search.pieces

    def pieces(reader: Reader, bodies: Sequence[int]) -> dict[int, list[tuple[Found, str]]]:
        read.append(len(bodies))
        return real(reader, bodies)

    monkeypatch.setattr(search, "pieces", pieces)
    began = time.monotonic()
    assert full.find("--", 10).keys == ()
    assert sum(read) == MANY + 2
    assert max(read) <= 250
    assert time.monotonic() - began < search.PATIENCE
