"""Words are found as people type them, in any script, and no query is a syntax."""

from __future__ import annotations

import unicodedata
from typing import Literal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from store import index
from store.database import Store
from store.tokens import findable, is_whole, needs
from tests.builders import a_capture, a_cited_item, a_topic, an_archive_block, did

TOKENS = [
    ("words without case", "Retries ARE safe", {"retries", "are", "safe"}),
    ("a joined word in its parts", "foo-bar", {"foo", "bar"}),
    ("an id of ours in its parts", "mem-2026-05-11-001", {"mem", "2026", "05", "11", "001"}),
    ("a name with underscores in its parts", "max_retry_count", {"max", "retry", "count"}),
    ("an apostrophe inside a word", "don't", {"don", "t"}),
    ("a language and its signs", "C++ and C#", {"c", "and"}),
    ("a share of a hundred", "100%", {"100"}),
    ("a path", "/var/log/x.log", {"var", "log", "x"}),
    ("words of a query language", 'AND NEAR("x*" OR "', {"and", "near", "x", "or"}),
    ("accents bare", "Élan naïve Zürich", {"elan", "naive", "zurich"}),
    ("a sharp s as two", "Straße", {"strasse"}),
    ("full width as half width", "ＡＢＣ１２３", {"abc123"}),
    ("half-width kana as full width", "ｶﾞｽ", {"ガス", "ス"}),
    ("two Chinese characters as one pair", "東京", {"東京", "京"}),
    ("a Chinese run as overlapping pairs", "東京都庁", {"東京", "京都", "都庁", "庁"}),
    ("one Chinese character", "雨", {"雨"}),
    ("Latin glued to Chinese", "使用Redis缓存", {"使用", "用", "redis", "缓存", "存"}),
    ("a repeated sign inside a Japanese name", "佐々木", {"佐々", "々木", "木"}),
    ("Thai as pairs, since it has no blanks", "ภาษาไทย", {"ภา", "าษ", "ษา", "าไ", "ไท", "ทย", "ย"}),
    ("Hangul", "서울역", {"서울", "울역", "역"}),
    ("a character beyond the first plane", "𠮷野", {"𠮷野", "野"}),
    ("Cyrillic", "Проверка", {"проверка"}),
    ("nothing", " \t\n", set()),
    ("signs only", "!? --- [] {}", set()),
]


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in TOKENS], ids=[case[0] for case in TOKENS])
def test_text_is_cut_into(text: str, expected: set[str]) -> None:
    assert index.tokens(text) == {index.fold(token) for token in expected}


SIGNS = [
    ("a language by its signs", "C++ and C#", {"+"}),
    ("a share of a hundred", "100%", {"%"}),
    ("a name by what joins it", "m_m", {"_"}),
    ("full-width signs as plain ones", "１００％", {"%"}),
    ("a picture", "ship 🚀 it", {"🚀"}),
    ("signs of prose not at all", "\"a\", (b) - c/d: 'e'; f. g! h? #1 。、—", set()),
    ("what nobody sees not at all", "a\x00b\x1b\ud800\n\t", set()),
]


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in SIGNS], ids=[case[0] for case in SIGNS])
def test_besides_its_words_a_text_is_found_by(text: str, expected: set[str]) -> None:
    assert findable(text) - index.tokens(text) == expected


@given(st.data(), st.text(max_size=40))
def test_a_piece_of_a_text_that_begins_a_word_needs_only_what_the_text_has(data: st.DataObject, text: str) -> None:
    folded, have = index.fold(text), findable(text)
    begins = [at for at, sign in enumerate(folded) if at == 0 or not (sign + folded[at - 1]).isalnum()]
    assume(begins)
    start = data.draw(st.sampled_from(begins))
    term = folded[start : data.draw(st.integers(start + 1, len(folded)))]
    for need in needs(term):
        assert need.token in have or (need.open and any(token.startswith(need.token) for token in have)), term


@given(st.text(min_size=1, max_size=80))
def test_a_term_that_is_whole_stands_in_every_text_that_has_what_it_needs(text: str) -> None:
    term = index.fold(text)
    if is_whole(term):
        assert needs(term)[0].token == term


@given(st.text())
def test_the_same_text_in_another_normal_form_gives_the_same_tokens(text: str) -> None:
    forms: tuple[Literal["NFC", "NFD", "NFKC", "NFKD"], ...] = ("NFC", "NFD", "NFKC", "NFKD")
    found = [index.tokens(unicodedata.normalize(form, text)) for form in forms]
    assert found == [found[0]] * 4
    assert index.tokens(text) == found[0]


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    once = index.fold(text)
    assert index.fold(once) == once


@given(st.text(st.characters(exclude_categories=())))
def test_no_text_makes_the_index_fail(text: str) -> None:
    for token in index.tokens(text):
        assert 0 < len(token) <= 64


def found(store: Store, query: str) -> set[str]:
    """The items that hold every token of a query, its last as a beginning."""
    conn = store.reader()
    hits: set[int] | None = None
    for token in sorted(index.tokens(query)):
        sql = "SELECT seq FROM words WHERE token >= ? AND token < ?"
        seqs = {row[0] for row in conn.execute(sql, (token, token + "\U0010ffff"))}
        hits = seqs if hits is None else hits & seqs
    marks = ",".join(str(seq) for seq in hits or ())
    return {row[0] for row in conn.execute(f"SELECT id FROM items WHERE body IN ({marks})")}


FACTS = {
    "mem-2026-06-01-001": "九月末の引き継ぎは木曜に東京で行う",
    "mem-2026-06-01-002": "Un quai sans accent est un quai faux : vérifier « Élan »",
    "mem-2026-06-01-003": "C++ builds need 100% of the foo-bar cache",
    "mem-2026-06-01-004": "ＦＵＬＬ width ids like mem-2026-05-11-001",
}
QUERIES = [
    ("two Chinese characters", "東京", {1}),
    ("one Chinese character, the first of a pair", "木", {1}),
    ("the last character of a run", "う", {1}),
    ("a word typed without its accent", "verifier", {2}),
    ("a word typed decomposed", "E\u0301lan", {2}),
    ("the beginning of a word", "buil", {3}),
    ("one letter", "b", {3}),
    ("a joined word", "foo-bar", {3}),
    ("a percentage", "100%", {3}),
    ("a language with signs", "C++", {3}),
    ("half width for full width", "full", {4}),
    ("one of our ids", "mem-2026-05-11-001", {4}),
    ("a word that is nowhere", "absent", set()),
]


@pytest.mark.parametrize(("query", "expected"), [case[1:] for case in QUERIES], ids=[case[0] for case in QUERIES])
def test_an_item_is_found_by(store: Store, query: str, expected: set[int]) -> None:
    did(store, *[a_capture(fact) for fact in FACTS.values()])
    names = list(FACTS)
    hits = found(store, query)
    assert hits >= {names[n - 1] for n in expected}
    if not expected:
        assert hits == set()


def test_an_item_is_found_by_all_its_words_not_only_its_fact(store: Store) -> None:
    did(
        store,
        a_capture(
            "x",
            subject="gateway:port",
            source="conversation",
            written_id="old-7",
            corroborating=["logbook"],
            extra=[["owner", "Inès"]],
        ),
    )
    for query in ("gateway", "conversation", "old-7", "logbook", "ines"):
        assert found(store, query), query


def test_a_cited_item_is_found_by_the_words_of_its_block(store: Store) -> None:
    block = did(store, an_archive_block("- retries are\n  safe\n"))[0].seq
    did(store, a_cited_item(block, 2, 20))
    assert found(store, "retries safe") == {"mem-2026-06-01-001"}


@pytest.mark.parametrize(("encoding", "text"), [("utf-8", "東京 é"), ("utf-16-le", "東京 é"), ("utf-16-be", "東京 é")])
def test_a_block_in_another_encoding_is_cited_by_its_bytes(encoding: str, text: str) -> None:
    raw = text.encode(encoding)
    block = {"bytes": raw.decode("utf-8", "surrogateescape"), "encoding": encoding}
    words = {"fact": {"block": 5, "start": 0, "end": len(raw)}}
    assert index.text_of(words, lambda seq: block if seq == 5 else None) == text
    assert index.text_of(words, lambda _: None) is None


def test_a_passage_over_several_lines_is_one_paragraph() -> None:
    assert index.unfold(" one\n   two \r\n\tthree\n") == "one two three"


def test_a_block_is_known_by_every_reference_to_it(store: Store) -> None:
    did(store, an_archive_block(path="archive/a.md"), a_topic("topics/x.md"))
    conn = store.reader()
    key = index.look_up_key(conn)
    for anchor in ("archive/a.md", "archive/a.md#1", "archive/a.md#first"):
        assert index.look_up(conn, key, "anchor", anchor) == [2]
    assert index.look_up(conn, key, "topic", "topics/x.md") == [3]
    assert index.look_up(conn, key, "anchor", "archive/b.md") == []
