"""Topics: made, retitled, split and merged by people; items stay what they are, and all of it is undone by adding."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from store.records.views import LogFilter
from store.records.words import Queue, Reason, Shown
from tests.governance.builders import a_topic, an_item, decide, head, rows, sound, stage, untouched
from tests.governance.intake.passes.passing import both, send


def new_topic(desk: Desk, *names: str, **args: Any) -> str:
    applied = decide(desk, "new-topic", *names, **args)
    return applied.ids[0]


def told(desk: Desk) -> dict[str, tuple[str, int, tuple[str, ...]]]:
    return {one.id: (one.title, one.items, one.triggers) for one in desk.topics()}


def test_a_topic_is_made_of_nothing_or_of_items(desk: Desk) -> None:
    empty = new_topic(desk, title="Retries")
    name = an_item(desk)
    filled = new_topic(desk, name, title="Payments", triggers="payment; retry;\n payment")
    assert told(desk) == {empty: ("Retries", 0, ()), filled: ("Payments", 1, ("payment", "retry"))}
    assert desk.item(name).topic_title == "Payments"
    assert desk.queue_keys(Queue.UNTRIGGERED) == (empty,)
    assert desk.search("Payments") == (), "a topic is no item"
    sound(desk)


def test_triggers_that_a_question_cannot_tell_apart_are_one(desk: Desk) -> None:
    topic = new_topic(desk, title="Payments", triggers="Zürich; zurich;ＺＵＲＩＣＨ; pay  out; pay out")
    assert told(desk)[topic][2] == ("Zürich", "pay  out")
    decide(desk, "trigger", topic, triggers="a; a; [x]\nA;; [x]")
    assert told(desk)[topic][2] == ("a", "[x]")
    other = new_topic(desk, title="Payouts", triggers="A; b")
    decide(desk, "merge-topics", topic, other, to=topic)
    assert told(desk)[topic][2] == ("a", "[x]", "b")
    sound(desk)


def test_a_capture_that_names_a_topic_that_a_person_made_lies_under_it(desk: Desk) -> None:
    topic = new_topic(desk, title="Payments")
    name = send(desk, "the retry is safe", topic="payments")
    both(desk)
    assert desk.item(name).row.topic == topic


def test_a_title_is_one_topics_and_retitling_leaves_page_triggers_and_items(desk: Desk) -> None:
    topic = a_topic(desk, "outage")
    other = new_topic(desk, title="Retries")
    name = an_item(desk, topic=topic)
    for taken in ("Retries", "incidents.md", "topics/incidents.md"):
        with pytest.raises(Refusal, match=r"is called .* already"):
            decide(desk, "new-topic", title=taken)
    with pytest.raises(Refusal, match=f"{topic} is called 'Incidents' already"):
        decide(desk, "retitle", other, title="Incidents")
    with pytest.raises(Refusal, match="that is its title already"):
        decide(desk, "retitle", topic, title="Incidents")
    decide(desk, "retitle", topic, title="Outages")
    [one] = [t for t in desk.topics() if t.id == topic]
    assert (one.title, one.file, one.layer, one.triggers, one.items) == (
        "Outages", "topics/incidents.md", "warm", ("outage",), 1,
    )  # fmt: skip
    assert desk.item(name).topic_title == "Outages"
    with pytest.raises(Refusal, match="retitle them one by one"):
        decide(desk, "retitle", topic, other, title="Both")
    sound(desk)


def test_a_topic_is_split_by_marking_some_of_its_items(desk: Desk) -> None:
    topic, other = a_topic(desk, "outage"), new_topic(desk, title="Other")
    names = [an_item(desk, text=text, topic=topic) for text in ("one", "two", "three")]
    apart, loose = an_item(desk, text="elsewhere", topic=other), an_item(desk, text="loose")
    for wrong, why in (
        ((*names[:2], apart), "they lie under several topics"),
        (tuple(names), "nothing would be left under it"),
        ((loose,), "it lies under no topic"),
    ):
        with pytest.raises(Refusal, match=why):
            decide(desk, "split-topic", *wrong, title="Apart")
    decide(desk, "split-topic", *names[:2], title="Apart", triggers="split")
    made = next(one for one in desk.topics() if one.title == "Apart")
    assert [desk.item(name).row.topic for name in names] == [made.id, made.id, topic]
    assert (made.layer, made.triggers) == ("warm", ("split",)), "as near as the one it was split from"
    sound(desk)


def test_topics_are_merged_into_one_and_the_others_end_and_stay_in_the_log(desk: Desk) -> None:
    kept, gone = a_topic(desk, "outage"), new_topic(desk, title="Outages", triggers="page; outage")
    names = [an_item(desk, text="here", topic=kept), an_item(desk, text="there", topic=gone)]
    hidden = an_item(desk, text="hidden", topic=gone)
    event = decide(desk, "withdraw", hidden).ids[0]
    before = {name: desk.item(name).words for name in names}
    applied = decide(desk, "merge-topics", gone, kept, to=kept)
    assert told(desk) == {kept: ("Incidents", 2, ("outage", "page"))}
    assert {name: desk.item(name).words for name in names} == before
    with pytest.raises(Refusal, match=f"^{gone} 'Outages' was merged into {kept} 'Incidents' on "):
        desk.show(gone)
    assert applied.verbs == ("merge-topics",)
    assert len(desk.log_keys(LogFilter(subject=gone))) == 2, "its making and its end"
    decide(desk, "reinstate", event)
    assert desk.item(hidden).row.topic == kept, "what was withdrawn meanwhile goes along"
    sound(desk)


def test_a_merge_of_topics_is_undone_whole_and_refused_where_something_moved(desk: Desk) -> None:
    kept, gone = a_topic(desk, "outage"), new_topic(desk, title="Outages", triggers="page")
    name = an_item(desk, topic=gone)
    before = rows(desk)
    plan = decide(desk, "merge-topics", kept, gone).plan
    after = rows(desk)
    undone = desk.undo(plan)
    assert rows(desk) == before
    again = desk.undo(undone.plan)
    assert rows(desk) == after
    decide(desk, "stale", name)
    with pytest.raises(Refusal, match=f"{name} changed since"):
        desk.undo(again.plan)
    sound(desk)


def test_the_making_of_a_topic_is_not_undone_while_something_lies_under_it(desk: Desk) -> None:
    plan = decide(desk, "new-topic", title="Payments").plan
    name = an_item(desk)
    retagged = decide(desk, "retag", name, topic="Payments")
    with pytest.raises(Refusal, match="or lies in it"):
        desk.undo(plan)
    desk.undo(retagged.plan)
    desk.undo(plan)
    assert desk.topics() == ()
    assert new_topic(desk, title="Payments") == "top-0002"


def test_a_plan_merges_no_topic_under_which_it_puts_something(desk: Desk) -> None:
    kept, gone, name = a_topic(desk), new_topic(desk, title="Outages"), an_item(desk)
    stage(desk, "retag", name, topic="Outages")
    stage(desk, "merge-topics", kept, gone)
    before = head(desk)
    with pytest.raises(Refusal, match="which is itself decided"):
        desk.apply()
    assert head(desk) == before


@pytest.mark.parametrize("args", [{"title": ""}, {"title": "top-0009"}, {"title": "T", "triggers": "x" * 121}])
def test_a_topic_that_could_not_be_named_is_refused(desk: Desk, args: dict[str, str]) -> None:
    before = untouched(desk)
    said: dict[str, Any] = {"reason": Reason.OTHER, "seen": [], "shown": Shown.PREVIEWED}
    for act in (desk.decide, desk.stage):
        with pytest.raises(Refusal):
            act("new-topic", [], args, **said)
    assert untouched(desk) == before


def test_a_memory_that_is_imported_again_puts_nothing_under_a_topic_that_was_merged(desk: Desk, tmp_path: Any) -> None:
    memory = tmp_path / "memory"
    (memory / "topics").mkdir(parents=True)
    page = memory / "topics" / "outages.md"
    page.write_text("---\ntitle: Outages\ntriggers: [outage]\n---\n\n- [2026-05-01] (knowledge) One. Source: seen.\n")
    desk.import_memory(memory)
    [gone] = desk.topics()
    kept = new_topic(desk, title="Incidents")
    decide(desk, "merge-topics", kept, gone.id)
    page.write_text(
        page.read_text().replace("[outage]", "[outage, alarm]") + "- [2026-05-02] (knowledge) Two. Source: s.\n"
    )
    desk.import_memory(memory)
    assert {desk.item(name).row.topic for name in desk.item_keys()} == {kept}
    assert [one.id for one in desk.topics()] == [kept]
    sound(desk)
