"""Topics lead: a title or trigger that stands in a question brings in its records, and the answer says so (P§10, M)."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from governance.influence.pool import LEAD, UNDER
from store.records.views.recall import Answer
from store.views.leading import leading
from tests.governance.builders import a_topic, an_item, decide, passage, sound
from tests.governance.influence.learned import asked, results, told, typed


def led(answer: Answer) -> list[tuple[str, str]]:
    """Each topic that an answer names, with what of it stands in the question."""
    return [(one.id, one.trigger) for one in answer.topics]


def test_a_trigger_brings_in_records_that_lack_its_words_and_the_answer_names_the_topic(desk: Desk) -> None:
    block = passage(desk, "# Reaching hosts\n", role="topic", path="topics/hosts.md")
    topic = a_topic(desk, "Public Address", file="topics/hosts.md", title="Reaching hosts")
    name = an_item(desk, text="198.51.100.20 since the move", topic=topic)
    an_item(desk, text="something else entirely")
    found = desk.recalling.recall("what is our public address?")
    assert told(found) == (name,)
    [one] = found.topics
    assert (one.id, one.title, one.trigger) == (topic, "Reaching hosts", "Public Address")
    [route] = desk.index().topics
    assert one.source == route.source == block.subjects[0]
    assert one.near == route.near
    [result] = results(found)
    assert result.score_method == "lexical_rank_adapter"
    sound(desk)


@pytest.mark.parametrize(
    ("phrase", "question", "leads"),
    [
        ("port", "which PORT is it?", True),
        ("port", "a portable one", False),
        ("public address", "the public, address", True),
        ("public address", "an address that is public", False),
        ("Élan", "elan at sea", True),
        ("foo-bar", "where is foo-bar", True),
        ("foo-bar", "where is foo", False),
        ("C++", "is it built with c++", True),
        ("C++", "vitamin c", False),
        ("公网地址", "我们的公网地址是什么", True),
        ("公网地址", "公网的地址", False),
        ("冬", "寒い冬の日", True),
        ("🚀", "when is 🚀 day", True),
        ("who are we", "so who are we then", True),
        ("one two three four five six seven eight nine", "one two three four five six seven eight nine", True),
        ("one two three four five six seven eight nine", "one two three four five six seven eight ten", False),
        ("?!", "what ?!", False),
    ],
)
@pytest.mark.parametrize("as_title", [False, True])
def test_a_phrase_leads_where_it_stands_word_for_word(
    desk: Desk, phrase: str, question: str, leads: bool, as_title: bool
) -> None:
    topic = a_topic(desk, *(() if as_title else (phrase,)), title=phrase if as_title else "Harbour")
    name = an_item(desk, text="zzz", topic=topic)
    found = desk.recalling.recall(question)
    assert led(found) == ([(topic, phrase)] if leads else [])
    assert told(found) == ((name,) if leads else ())


def test_the_longest_phrase_of_a_topic_is_named_and_the_topic_of_the_longest_comes_first(desk: Desk) -> None:
    short, long = a_topic(desk, "ferry", title="Ferry"), a_topic(desk, "ferry", "ferry in winter", file="topics/w.md")
    for topic in (short, long):
        an_item(desk, text="zzz", topic=topic)
    assert led(desk.recalling.recall("the ferry in winter")) == [(long, "ferry in winter"), (short, "Ferry")]


TEXTS = (
    "the gate opens at six",
    "gate and pier are one; the gate is new",
    "a pier of stone",
    "about winter, and what is about",
    "gate gate gate",
)


def test_records_that_bear_the_words_keep_their_order_and_stand_before_what_is_only_led_to(desk: Desk) -> None:
    topic = a_topic(desk, title="Harbour")
    for text in TEXTS:
        an_item(desk, text=text)
    only = an_item(desk, text="nothing of it", topic=topic)
    before = asked(desk, "gate and pier")
    assert only not in before
    decide(desk, "trigger", topic, triggers="gate")
    assert asked(desk, "gate and pier") == (*before, only)


def test_what_is_led_to_stands_before_records_that_only_bear_a_word_beside(desk: Desk) -> None:
    topic = a_topic(desk, "public address")
    only = an_item(desk, text="198.51.100.20 since the move", topic=topic)
    beside = [an_item(desk, text=f"tell about harbour {number}") for number in range(8)]
    found = asked(desk, "tell about the public address")
    assert found[0] == only
    assert set(found) == {only, *beside}


def test_a_record_that_bears_the_words_by_which_its_topic_leads_gains_nothing(desk: Desk) -> None:
    topic = a_topic(desk, title="Harbour")
    other, own = an_item(desk, text="the gate of the pier"), an_item(desk, text="the gate of the town", topic=topic)
    before = desk.recalling.recall("gate", payloads=9)
    decide(desk, "trigger", topic, triggers="gate")
    after = desk.recalling.recall("gate", payloads=9)
    assert told(before) == told(after) == (own, other)
    assert [one.score for one in results(before)] == [one.score for one in results(after)]


def test_the_newest_of_what_is_only_led_to_comes_first(desk: Desk) -> None:
    topic = a_topic(desk, "gate")
    names = [an_item(desk, text=f"row {day}", topic=topic, date=f"2026-05-{day:02}") for day in (3, 1, 2)]
    assert asked(desk, "gate") == (names[0], names[2], names[1])


def test_records_are_judged_by_the_same_gate_and_a_topic_of_none_that_may_be_used_is_not_named(desk: Desk) -> None:
    topic = a_topic(desk, "gate")
    name = an_item(desk, text="zzz", topic=topic)
    found = desk.recalling.recall("gate", use_role="action-premise")
    assert (told(found), found.topics) == ((), ())
    assert found.left_out == (("untyped", 1),)
    claim = typed(desk, "semantic", "zzz", {"provenance": "seen", "valid_from": "2026-01-01"}, topic=topic)
    assert asked(desk, "gate", use_role="action-premise") == (claim,)
    assert set(asked(desk, "gate")) == {claim, name}


WAYS = ("withdrawn", "another project", "a closed lane", "held back", "nothing")


@pytest.mark.parametrize("way", WAYS)
def test_a_topic_that_holds_nothing_within_reach_is_not_named_and_its_title_is_not_told(desk: Desk, way: str) -> None:
    topic = a_topic(desk, "gate", title="Secret Harbour")
    more: dict[str, Any] = {"a closed lane": {"lane": "lane-0001"}, "held back": {"review": "held"}}.get(way, {})
    if way != "nothing":
        words = {"project": "cedar"} if way == "another project" else {}
        name = an_item(desk, text="zzz", topic=topic, words=words, **more)
    if way == "withdrawn":
        assert led(desk.recalling.recall("gate")) == [(topic, "gate")]
        decide(desk, "withdraw", name)
    for found in (desk.recalling.recall("gate"), desk.recalling.search("gate"), desk.recalling.audit("gate")):
        if way not in ("a closed lane", "another project") or found.audit is None:
            assert found.topics == ()
            assert "Secret" not in found.model_dump_json()


def test_only_topics_that_stand_lead_and_by_the_words_they_have_now(desk: Desk) -> None:
    one, other = a_topic(desk, "gate", title="Old"), a_topic(desk, "pier", title="Other", file="topics/other.md")
    name = an_item(desk, text="zzz", topic=one)
    decide(desk, "retitle", one, title="New")
    assert led(desk.recalling.recall("the old one")) == []
    assert led(desk.recalling.recall("the new one")) == [(one, "New")]
    plan = decide(desk, "merge-topics", one, other, to=other)
    assert led(desk.recalling.recall("the new gate")) == [(other, "gate")]
    assert asked(desk, "pier") == (name,)
    desk.undo(plan.plan)
    assert led(desk.recalling.recall("the new gate")) == [(one, "New")]
    left = an_item(desk, text="yyy", topic=one)
    split = decide(desk, "split-topic", name, title="Apart").ids[0]
    assert led(desk.recalling.recall("apart")) == [(split, "Apart")]
    assert (asked(desk, "apart"), asked(desk, "new")) == ((name,), (left,))


def test_a_record_that_is_named_by_its_id_comes_before_what_a_topic_leads_to(desk: Desk) -> None:
    topic = a_topic(desk, "gate")
    only, named = an_item(desk, text="zzz", topic=topic, date="2026-05-30"), an_item(desk, text="yyy")
    assert asked(desk, f"gate {named}") == (named, only)


def test_a_search_names_the_topics_and_finds_no_more_than_its_words(desk: Desk) -> None:
    topic = a_topic(desk, "gate")
    an_item(desk, text="zzz", topic=topic)
    name = an_item(desk, text="the gate")
    found = desk.recalling.search("gate")
    assert (told(found), led(found)) == ((name,), [(topic, "gate")])


def test_so_many_topics_lead_at_most_and_what_they_lead_to_is_weighed_beside_the_lists(desk: Desk) -> None:
    for number in range(LEAD + 3):
        topic = a_topic(desk, "gate", title=f"T{number}", file=f"topics/{number}.md")
        an_item(desk, text="zzz", topic=topic)
    found = desk.recalling.recall("gate", payloads=20)
    assert len(found.topics) == found.budget.rows_weighed == LEAD
    assert (found.budget.category_indexes, found.budget.category_indexes_read) == (1, 1)
    assert len(told(found)) == LEAD
    assert desk.recalling.recall("harbour").budget.rows_weighed == 0


CLAIM = {"provenance": "spec", "valid_from": "2026-01-01"}


@pytest.mark.parametrize("scan", [False, True])
def test_many_newer_records_that_may_not_be_used_hide_none_that_may(desk: Desk, scan: bool) -> None:
    topic = a_topic(desk, "gate", title="Harbour")
    claim = typed(desk, "semantic", "it closes early", CLAIM, topic=topic)
    for number in range(2 * UNDER):
        an_item(desk, text=f"note {number}", topic=topic)
    found = desk.recalling.recall("gate", use_role="constraint", full_history_scan=scan)
    assert (told(found), led(found)) == ((claim,), [(topic, "gate")])
    assert (found.left_out, found.budget.all_weighed) == ((("untyped", 2 * UNDER),), True)
    assert led(desk.recalling.search("gate")) == [(topic, "gate")]


def test_the_newest_under_a_topic_are_weighed_and_an_answer_says_that_more_may_answer(desk: Desk) -> None:
    """As many as are weighed are all of them; of one more only a scan of the whole history knows."""
    topic = a_topic(desk, "gate")
    names = [an_item(desk, text=f"note {number}", topic=topic) for number in range(UNDER)]
    assert desk.recalling.recall("gate").budget.all_weighed
    names.append(an_item(desk, text="note", topic=topic))
    few, every = (desk.recalling.recall("gate", payloads=100, full_history_scan=scan) for scan in (False, True))
    assert (set(told(few)), few.budget.all_weighed) == (set(names[1:]), False)
    assert (set(told(every)), every.budget.all_weighed) == (set(names), True)


def test_what_its_words_found_counts_among_the_newest_under_its_topic(desk: Desk) -> None:
    topic = a_topic(desk, "gate")
    behind = an_item(desk, text="it closes early", topic=topic)
    for number in range(UNDER):
        an_item(desk, text=f"gate {number}", topic=topic)
    found = desk.recalling.recall("gate", payloads=100)
    assert (len(told(found)), behind in told(found), found.budget.all_weighed) == (UNDER, False, False)


def test_so_many_are_judged_under_a_topic_at_most_and_an_answer_says_that_it_stopped(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("governance.influence.pool.LOOKED", UNDER)
    topic = a_topic(desk, "gate")
    claim = typed(desk, "semantic", "it closes early", CLAIM, topic=topic)
    for number in range(2 * UNDER):
        an_item(desk, text=f"note {number}", topic=topic)
    few, every = (
        desk.recalling.recall("gate", use_role="constraint", full_history_scan=scan) for scan in (False, True)
    )
    assert (told(few), few.budget.all_weighed) == ((), False)
    assert (told(every), every.budget.all_weighed) == ((claim,), True)


def test_a_question_reads_no_topic_unless_a_phrase_stands_in_it(desk: Desk) -> None:
    for number in range(50):
        a_topic(desk, f"the ledger {number}", title=f"gate {number}", file=f"topics/{number}.md")
    with desk.reader() as reader:
        read: list[str] = []
        reader.key, reader.open_runs  # noqa: B018 - asked once
        reader.conn.set_trace_callback(read.append)
        assert leading(reader, "what is the public address of that gate") == []
        reader.conn.set_trace_callback(None)
    assert len(read) == 3
    assert not any("topics" in sql for sql in read)
