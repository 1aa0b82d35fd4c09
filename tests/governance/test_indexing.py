"""The index: topics with what leads to them, what is new, what waits, pages, and the rows of the category index."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.desk import Desk
from governance.rules import meta
from store.purge import purge
from store.records.recall import BeliefStatus, MemoryLibrary, RecordType, SourceTag
from store.records.views import TopicView
from store.records.words import Layer, Reason, SegmentRole, Shown
from tests.builders import DAY, MIRA
from tests.governance.builders import a_topic, an_item, decide, made, passage, sound
from tests.governance.promotion.records import an_episode, promote


@pytest.fixture
def pair(desk: Desk) -> tuple[Desk, str, str]:
    """An error, and the solution that names it."""
    error = an_item(desk, text="ERR: the deploy hangs at step 6")
    solution = an_item(desk, text="SOL: clear the cache first", links=[("solves", error)])
    return desk, error, solution


def test_an_error_and_its_solution_lead_to_each_other(pair: tuple[Desk, str, str]) -> None:
    desk, error, solution = pair
    err, sol = desk.meta([error, solution])
    assert [(link.word, link.id) for link in err.linked_records] == [("solved_by", solution)]
    assert [(link.word, link.id) for link in sol.linked_records] == [("solves", error)]
    assert (err.record_type, sol.record_type) == (RecordType.ERROR_POINT, RecordType.SOLUTION_POINT)
    assert (err.category, sol.category) == ("ERR points", "SOL points")
    assert err.memory_type is sol.memory_type is MemoryLibrary.ERRORS


def test_a_row_says_what_its_writer_said_and_what_its_topic_says(desk: Desk) -> None:
    topic = a_topic(desk, "outage", "post-mortem")
    routing = {
        "retrieval_terms": ["dns"], "domain_tags": ["net"], "applies_when": "a name does not resolve",
        "does_not_apply_when": "offline", "category": "pitfalls", "content_language": "en",
    }  # fmt: skip
    name = an_item(desk, topic=topic, words={"routing": routing, "scope": "environment", "headings": ["DNS"]})
    (row,) = desk.meta([name])
    assert row.retrieval_terms == ("dns", "outage", "post-mortem")
    assert (row.domain_tags, row.category, row.content_language) == (("net",), "pitfalls", "en")
    assert (row.applies_when, row.does_not_apply_when) == ("a name does not resolve", "offline")
    assert (row.scope, row.semantic_anchors, row.linked_modules) == ("environment", ("DNS",), (topic,))
    assert (row.lane, row.lane_state, row.link_policy) == ("global", "active", "link_only_by_default")
    assert row.near.layer is Layer.WARM


def test_a_supersession_is_told_from_both_ends_with_its_reason(desk: Desk) -> None:
    old = an_item(desk, kind="state", text="port 8470")
    new = an_item(desk, kind="state", text="port 8480")
    decide(desk, "resolve", old, by=new, reason=Reason.NEWER_VALUE, owner="mira")
    was, now = desk.meta([old, new])
    assert (was.status, was.superseded_by, was.decay_reason) == ("superseded", new, "newer-value")
    assert (now.supersedes, now.superseded_by, now.status) == ((old,), None, "active")
    assert (was.near.layer, was.lifecycle_stage) == (Layer.COLD, "archive")
    assert (was.belief_trace_summary.decisions, was.belief_trace_summary.last) == (1, "resolve")
    assert was.last_reviewed == was.updated_at == desk.now()


def test_what_was_merged_or_corrected_is_superseded_and_both_ends_say_by_what(desk: Desk) -> None:
    one, two, wrong = an_item(desk, text="retries help"), an_item(desk, text="retries always help"), an_item(desk)
    whole = made(decide(desk, "merge", one, two), one, two)
    right = made(decide(desk, "correct", wrong, text="retries are safe with the key"), wrong)
    rows = {row.memory_id: row for row in desk.meta([one, two, wrong, whole, right])}
    told = {name: (row.status, row.superseded_by) for name, row in rows.items()}
    assert told == {
        one: ("superseded", whole), two: ("superseded", whole), wrong: ("superseded", right),
        whole: ("active", None), right: ("active", None),
    }  # fmt: skip
    assert (set(rows[whole].supersedes), rows[right].supersedes) == ({one, two}, (wrong,))


def test_a_merge_that_was_undone_leaves_both_active_and_led_nowhere(desk: Desk) -> None:
    pair = [an_item(desk, text="retries help"), an_item(desk, text="retries always help")]
    desk.undo(decide(desk, "merge", *pair).plan)
    assert {(row.status, row.superseded_by) for row in desk.meta(pair)} == {("active", None)}


def test_the_trace_ends_in_the_belief_status_and_the_lifecycle_in_the_stage(desk: Desk) -> None:
    names = [an_item(desk, confidence="confirmed"), an_item(desk, status="stale"), an_item(desk, cooled=True)]
    for row in desk.meta(names):
        assert row.belief_trace_summary.current_status == row.belief_status
        assert (row.lifecycle.stage, row.lifecycle.retention_policy) == (row.lifecycle_stage, row.retention_policy)
        assert (row.lifecycle.promotion_reason, row.lifecycle.decay_reason) == (row.promotion_reason, row.decay_reason)


def test_what_was_made_of_others_says_of_which_and_how_far_those_were_verified(desk: Desk) -> None:
    one = an_episode(desk, confidence="confirmed", source_state="found")
    _, claim = promote(desk, "semantic", one)
    merged = made(decide(desk, "merge", a := an_item(desk), b := an_item(desk, text="again")), a, b)
    first, second = desk.meta([claim, merged])
    made_of = [(d.type, d.ref_id, d.relationship, d.inherited_boundary) for d in first.derived_from]
    assert made_of[0] == ("previous_capsule", one, "derived_from", BeliefStatus.LOCAL_VALIDATED)
    assert {(d.type, d.relationship) for d in first.derived_from[1:]} == {("archive_snapshot", "cited_from")}
    assert {(d.ref_id, d.relationship) for d in second.derived_from} == {(a, "merged_from"), (b, "merged_from")}
    assert first.source_tag is second.source_tag is SourceTag.INFERRED_SYNTHESIS
    assert (first.promotion_reason, first.record_type) == ("generalized", RecordType.CAPSULE)


def test_a_procedure_is_a_rule_and_what_names_a_project_is_of_its_library(desk: Desk) -> None:
    _, method = promote(desk, "procedural", an_episode(desk))
    mine = an_item(desk, words={"project": "cedar"})
    task = an_item(desk, type="working", task="task-0001")
    rows = desk.meta([method, mine, task])
    assert rows[0].record_type is RecordType.RULE
    assert [row.memory_type for row in rows[1:]] == [MemoryLibrary.PROJECT, MemoryLibrary.CONVERSATION]


def test_a_record_whose_words_were_erased_keeps_its_row_and_says_nothing(desk: Desk) -> None:
    name = an_item(desk, text="this leaves", words={"scope": "workflow"})
    purge(desk.store, [desk.item(name).row.body], at=desk.now(), actor=MIRA, day=DAY)
    (row,) = desk.meta([name])
    assert (row.memory_id, row.summary, row.scope, row.semantic_anchors) == (name, "", None, ())
    assert row.confidence.label == "unknown"


def test_what_disagrees_makes_both_rows_conflicted(desk: Desk) -> None:
    pair = [an_item(desk, kind="state", text="port 8470"), an_item(desk, kind="state", text="port 8480")]
    assert {row.belief_status for row in desk.meta(pair)} == {BeliefStatus.CONFLICTED}


# the whole


def test_the_index_tells_topics_by_what_leads_to_them_and_what_their_items_are(desk: Desk) -> None:
    warm, cold = a_topic(desk, "outage"), a_topic(desk, file="topics/b.md", title="B")
    gone = a_topic(desk, "old", file="topics/c.md", title="C")
    an_item(desk, topic=warm)
    an_item(desk, topic=warm, status="pending-cleanup")
    an_item(desk, topic=gone, status="stale")
    found = {one.id: one for one in desk.index().topics}
    assert [(one.near.layer, one.status) for one in (found[warm], found[cold], found[gone])] == [
        ("warm", "pending-cleanup"), ("cold", "empty"), ("warm", "stale"),
    ]  # fmt: skip
    assert (found[warm].items, found[warm].pending, found[warm].triggers) == (2, 1, ("outage",))


def test_ten_recent_items_are_named_and_all_that_wait_are_counted(desk: Desk) -> None:
    names = [an_item(desk, text=f"lesson {n}") for n in range(14)]
    waiting = [an_item(desk, status="pending-cleanup") for _ in range(3)]
    view = desk.index()
    assert [one.id for one in view.recent] == names[:-11:-1]
    assert ({one.id for one in view.pending}, view.pending_total) == (set(waiting), 3)
    assert (view.total, len(view.rows)) == (17, 17)
    assert [row.memory_id for row in desk.index(5).rows] == [*waiting[::-1], *names[:-3:-1]]


def test_a_memory_without_a_trigger_is_only_partially_adapted(desk: Desk) -> None:
    a_topic(desk)
    assert desk.index().partial
    a_topic(desk, "outage", file="topics/b.md")
    assert not desk.index().partial


def test_pages_of_static_knowledge_lead_to_the_items_that_cite_them_and_prove_nothing(desk: Desk) -> None:
    topic = a_topic(desk, "outage", file="topics/incidents.md")
    of_topic = passage(desk, "- a lesson\n", role="topic", path="topics/incidents.md")
    rules = passage(desk, "- always ask\n", role="conventions", path="conventions.md")
    passage(desk, "- a day\n", path="archive/2026-06-01.md")
    cited = an_item(desk, block=of_topic.seq)
    pages = {page.path: page for page in desk.index().pages}
    assert set(pages) == {"topics/incidents.md", "conventions.md"}
    assert (pages["topics/incidents.md"].capsules, pages["topics/incidents.md"].topic) == ((cited,), topic)
    assert pages["conventions.md"].near.layer is Layer.HOT
    assert {page.source_tag for page in pages.values()} == {SourceTag.STATIC_KNOWLEDGE}
    assert {page.belief_status for page in pages.values()} == {BeliefStatus.SOURCE_PRIOR}
    held = an_item(desk, block=rules.seq, links=[("source", rules.seq)])
    (row,) = desk.meta([held])
    assert (row.near.layer, row.memory_type, row.record_type) == (Layer.HOT, MemoryLibrary.STATIC, RecordType.RULE)
    page = f"{rules.subjects[0]}/{rules.effect['ordinal']}"
    assert [(one.type, one.ref_id) for one in row.derived_from] == [("static_knowledge_page", page)]


@pytest.mark.parametrize(
    ("role", "kind"),
    [
        ("document", "static_knowledge_page"),
        ("conventions", "static_knowledge_page"),
        ("topic", "archive_snapshot"),
        ("archive-day", "archive_snapshot"),
    ],
)
def test_the_index_and_an_answer_of_recall_say_alike_of_what_sort_a_cited_page_is(
    desk: Desk, role: str, kind: str
) -> None:
    page = passage(desk, "- ask before a deploy\n", role=role, path="a.md")
    name = an_item(desk, text="a deploy is asked for", block=page.seq, links=[("source", page.seq)])
    (row,) = desk.meta([name])
    [found] = [one for group in desk.recalling.recall("deploy").groups for one in group.results]
    assert row.derived_from == found.derived_from
    assert [one.type for one in found.derived_from] == [kind]


def test_what_is_withdrawn_stands_nowhere_in_the_index(desk: Desk) -> None:
    kept, gone = an_item(desk, text="this stays"), an_item(desk, text="this goes")
    page = passage(desk, "- a page\n", role="document", path="notes.md")
    decide(desk, "withdraw", gone)
    segment = page.subjects[0]
    seen = [desk.forgetting.seen(segment)]
    desk.decide("withdraw", [segment], reason=Reason.OWNER_REQUEST, seen=seen, shown=Shown.OPENED)
    view = desk.index()
    assert [row.memory_id for row in view.rows] == [kept]
    assert [one.id for one in view.recent] == [kept]
    assert view.pages == ()
    assert (view.total, desk.meta([gone])) == (1, ())


def test_looking_at_the_index_writes_nothing(desk: Desk) -> None:
    an_item(desk)
    before = desk.pulse()[1]
    desk.index()
    assert desk.pulse()[1] == before
    sound(desk)


def test_the_index_of_the_past_is_that_of_its_entry(desk: Desk, tmp_path: Path) -> None:  # noqa: ARG001 - the store's
    first = an_item(desk)
    head = desk.pulse()[1]
    an_item(desk, text="later")
    assert [row.memory_id for row in desk.at(head).index().rows] == [first]


def test_an_item_and_a_topic_say_how_near_they_are_wherever_they_are_shown(desk: Desk) -> None:
    topic = a_topic(desk, "outage")
    name = an_item(desk, topic=topic)
    near = desk.item(name).near
    assert near
    assert (near.layer, near.why) == (Layer.WARM, f"its topic {topic}: 1 trigger leads to it")
    shown = desk.show(topic)
    assert isinstance(shown, TopicView)
    assert shown.near == desk.topics()[0].near
    decide(desk, "cool", name)
    cooled = desk.item(name).near
    assert cooled
    assert (cooled.layer, cooled.why) == (Layer.COLD, "it was cooled: kept, away from the hot path")
    assert SegmentRole.CONVENTIONS in meta.STATIC_ROLES
