"""Words are looked for literally: no sign is a wildcard, an operator or a syntax error, in any script."""

from __future__ import annotations

import pytest

from governance.desk import Desk
from store.index import fold
from store.records.views import ItemFilter
from store.records.words import ControlAction, Queue, Reason
from tests.governance.builders import a_block, a_topic, an_item, decide, made
from tests.governance.standings import PENDING

TEXTS = {
    "hyphen": "the foo-bar gateway fails",
    "hyphen apart": "the foo and the bar",
    "percent": "disk at 100% again",
    "thousand": "disk at 1000 again",
    "underscore": "the m_m flag",
    "mxm": "the mxm flag",
    "chinese": "记忆系统设计",
    "japanese": "東京の時刻表は正しい",
    "korean": "기억 시스템",
    "accent": "Élan and naïve",
    "brackets": "see [待清理] and [a] (b)",
    "quotes": "say \"exactly this\" or 'that'",
    "stars": "a NEAR b OR c* AND d^2",
    "sql": "'; DROP TABLE log; --",
    "markup": "[bold]loud[/bold] <b>",
    "emoji": "ship 🚀 it",
    "wide": "Ｗｉｄｅ letters",
    "language": "we build C++ with --flag and .env",
    "sea": "C sea",
    "retry": "max_retry_count is 3, see #3 and don't ask",
    "glued": "使用Redis缓存，端口6379",
    "path": "a/b and current.md",
}

CASES = [
    ("foo-bar", {"hyphen"}),
    ("foo bar", {"hyphen", "hyphen apart"}),
    ('"foo and"', {"hyphen apart"}),
    ("100%", {"percent"}),
    ("100", {"percent", "thousand"}),
    ("disk 100%", {"percent"}),
    ("m_m", {"underscore"}),
    ("记忆", {"chinese"}),
    ("忆系", {"chinese"}),
    ("设", {"chinese"}),
    ("记忆系统设计", {"chinese"}),
    ("记系", set()),
    ("時刻", {"japanese"}),
    ("の", {"japanese"}),
    ("시스템", {"korean"}),
    ("élan", {"accent"}),
    ("ELAN NAIVE", {"accent"}),
    ("[待清理]", {"brackets"}),
    ("[a]", {"brackets"}),
    ('"exactly this"', {"quotes"}),
    ("near", {"stars"}),
    ("c*", {"stars"}),
    ("d^2", {"stars"}),
    ("drop table", {"sql"}),
    ("[bold]", {"markup"}),
    ("🚀", {"emoji"}),
    ("wide", {"wide"}),
    ("ga", {"hyphen"}),
    ("fail gateway", {"hyphen"}),
    ("nothing-of-that", set()),
    ("*", {"stars"}),
    ("%", {"percent"}),
    ("_", {"underscore", "retry"}),
    ("C++", {"language"}),
    ("++", {"language"}),
    ("--flag", {"language"}),
    (".env", {"language"}),
    ("--", {"sql", "language"}),
    ("#3", {"retry"}),
    ("max_", {"retry"}),
    ("retry_count", {"retry"}),
    ("count", {"retry"}),
    ("don't", {"retry"}),
    ("don'", {"retry"}),
    ("redis", {"glued"}),
    ("Redis缓存", {"glued"}),
    ("用redis", {"glued"}),
    ("存", {"glued"}),
    ("端口6379", {"glued"}),
    ("a/b", {"path"}),
    ("current.md", {"path"}),
    ('"the foo and', {"hyphen apart"}),
    ('"exactly this', {"quotes"}),
    ("記", set()),
]


@pytest.fixture
def world(desk: Desk) -> dict[str, str]:
    return {an_item(desk, text=text, status=PENDING, source="seen"): name for name, text in TEXTS.items()}


def found(world: dict[str, str], keys: tuple[str, ...]) -> set[str]:
    return {world[key] for key in keys}


@pytest.mark.parametrize(("query", "wanted"), CASES, ids=[query for query, _ in CASES])
def test_search_and_filters_find_exactly_what_holds_the_words(
    desk: Desk, world: dict[str, str], query: str, wanted: set[str]
) -> None:
    assert found(world, tuple(row.id for row in desk.search(query))) == wanted
    assert found(world, desk.queue_keys(Queue.PENDING, query)) >= wanted
    assert found(world, desk.item_keys(ItemFilter(text=query))) >= wanted
    words = fold(query).replace('"', "").split()
    for name in found(world, desk.queue_keys(Queue.PENDING, query)):
        assert all(word in fold(TEXTS[name]) for word in words), f"{query} found {TEXTS[name]}"


@pytest.mark.parametrize(
    "query", ['"', "'", '"""', "-", "--", "()", "a AND", "NOT", "^", ":", "\\", "\x00", "\ud800", "?"]
)
@pytest.mark.usefixtures("world")
def test_no_input_is_a_syntax_error(desk: Desk, query: str) -> None:
    everything = set(desk.item_keys())
    assert {row.id for row in desk.search(query)} <= everything
    assert set(desk.item_keys(ItemFilter(text=query))) <= everything
    for queue in Queue:
        assert set(desk.queue_keys(queue, query)) <= set(desk.queue_keys(queue))


def test_an_id_finds_its_item_and_blanks_find_nothing(desk: Desk, world: dict[str, str]) -> None:
    name = next(iter(world))
    assert [row.id for row in desk.search(f" {name} ")] == [name]
    assert desk.search("  ") == ()
    assert desk.queue_keys(Queue.PENDING, "  ") == desk.queue_keys(Queue.PENDING)
    assert desk.queue_keys(Queue.PENDING, name) == (name,)


def test_every_queue_filters_literally(desk: Desk) -> None:
    for text in ("[x] at 100%", "x at 1000", "记忆 m_m", "mxm"):
        an_item(desk, status="stale", text=text)
        an_item(desk, drift=["id-taken"], text=text)
        an_item(desk, kind="state", subject="one:subject", text=text)
        a_block(desk, f"- {text}\n")
        a_topic(desk, file=f"topics/{text}.md", title=text)
    for text in ("[x] at 100%", "x at 1000", "记忆 m_m", "mxm"):
        given = {"text": text, "kind": "knowledge", "source": "seen", "project": "birch"}
        desk.intake.capture(given)
        desk.intake.capture({"text": text, "subject": text, "kind": "state"})
        source = desk.forgetting.named(sources=[text])[0]
        desk.forgetting.propose(ControlAction.WITHDRAW, [source], Reason.ABANDONED)
    for queue in Queue:
        if queue in (Queue.PENDING, Queue.SUGGESTED, Queue.CONFLICTS):
            continue
        keys = desk.queue_keys(queue)
        assert len(keys) == 4
        assert [desk.queue_keys(queue, query) for query in ("100%", "m_m", "[x]", "记忆", "MXM")] == [
            keys[:1], keys[2:3], keys[:1], keys[2:3], keys[3:]]  # fmt: skip


def test_a_filter_sees_behind_the_first_words_of_a_row(desk: Desk) -> None:
    long = "words " * 200 + "and the last one is zebra"
    name, block = an_item(desk, status=PENDING, text=long), a_block(desk, f"- {long}\n")
    assert len(desk.item_rows([name])[0].text) == 400
    assert desk.queue_keys(Queue.PENDING, "zebra") == (name,)
    assert desk.queue_keys(Queue.UNDISTILLED, "zebra") == (block,)
    assert [row.id for row in desk.search("zebra")] == [name]


def test_what_is_searched_is_what_stands_now(desk: Desk) -> None:
    old = an_item(desk, text="the lemma of yore", kind="state", subject="old:subject")
    new = made(decide(desk, "correct", old, text="the theorem of today"), old)
    decide(desk, "retag", new, subject="new:subject")
    assert [row.id for row in desk.search("theorem")] == [new]
    assert [row.id for row in desk.search("new:subject")] == [new]
    assert [row.id for row in desk.search("old:subject")] == [old]
    assert [row.id for row in desk.search("lemma")] == [old], "history is found too"


def test_the_newest_stand_first_and_the_limit_holds(desk: Desk) -> None:
    names = [an_item(desk, text="a common word", day=day) for day in (20260103, 20260101, 20260102)]
    assert [row.id for row in desk.search("common")] == [names[0], names[2], names[1]]
    assert [row.id for row in desk.search("common", limit=2)] == [names[0], names[2]]
