"""Merging and correcting make a new item and leave the old ones as history."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from tests.governance.builders import an_item, decide, item, links_of, made, passage, rows, sound, untouched
from tests.governance.standings import PENDING


def test_a_merge_cites_every_source_and_is_dated_as_its_most_recent_member(desk: Desk) -> None:
    blocks = [passage(desk, f"passage {n}\n", day=20260500 + n).seq for n in (1, 2, 3)]
    old = an_item(desk, text="retries help", date="2026-05-01", source="archive/a.md#1", links=[("source", blocks[0])])
    new = an_item(
        desk,
        text="retries are safe",
        date="2026-05-09",
        source="archive/b.md#2",
        links=[("source", blocks[1]), ("source", blocks[2])],
        words={"corroborating": ["archive/c.md"]},
    )
    undated = an_item(desk, text="retries again", date=None, source="archive/a.md#1")
    folded = made(decide(desk, "merge", new, old, undated), new, old, undated)
    found = item(desk, folded)
    assert (found.text, found.strip.date) == ("retries are safe", "2026-05-09")
    assert found.strip.source == "archive/b.md#2; archive/a.md#1"
    assert found.words
    assert found.words.corroborating == ("archive/c.md",)
    assert links_of(desk, folded) == {("source", str(seq)) for seq in blocks}
    assert (found.row.kind, found.row.status, found.row.drift) == ("knowledge", "active", ())
    for name in (old, new, undated):
        assert item(desk, name).row.cooled
        assert ("merged-into", folded) in links_of(desk, name)
        assert item(desk, name).row.status == "active"
    sound(desk)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        (("confirmed", "inferred"), "inferred"),
        (("confirmed", "observed-once"), "observed-once"),
        (("confirmed", "unknown"), "unknown"),
        (("confirmed", None), None),
        (("confirmed", "confirmed"), "confirmed"),
    ],
)
def test_a_merge_is_as_sure_as_its_weakest_member(desk: Desk, given: tuple[str, ...], taken: str | None) -> None:
    names = [an_item(desk, text=f"words {n}", confidence=sure) for n, sure in enumerate(given)]
    assert item(desk, made(decide(desk, "merge", *names), *names)).row.confidence == taken


def test_a_merge_takes_the_words_a_person_wrote_for_it(desk: Desk) -> None:
    names = [an_item(desk, text="one"), an_item(desk, text="two")]
    assert item(desk, made(decide(desk, "merge", *names, text="both"), *names)).text == "both"


def test_of_claims_that_disagree_none_wins_by_being_folded(desk: Desk) -> None:
    names = [an_item(desk, text="retries are safe"), an_item(desk, text="retries are not safe")]
    decide(desk, "contradict", *names)
    before = untouched(desk)
    with pytest.raises(Refusal, match="would pick the newest of them silently"):
        decide(desk, "merge", *names)
    assert untouched(desk) == before
    assert item(desk, made(decide(desk, "merge", *names, text="safe with a key"), *names)).text == "safe with a key"


def test_what_was_undone_says_of_itself_that_it_is_no_record_any_more(desk: Desk) -> None:
    names = [an_item(desk, text="one"), an_item(desk, text="two")]
    applied = decide(desk, "merge", *names)
    folded = made(applied, *names)
    assert "undone" not in {why.code for why in item(desk, folded).why}
    desk.undo(applied.plan)
    assert item(desk, folded).why[0].code == "undone"
    assert "undone" not in {why.code for why in item(desk, names[0]).why}


def test_claims_that_were_told_apart_are_folded_as_any_others(desk: Desk) -> None:
    names = [an_item(desk, text="retries are safe"), an_item(desk, text="retries are not safe")]
    decide(desk, "contradict", *names)
    decide(desk, "apart", names[0])
    assert item(desk, made(decide(desk, "merge", *names), *names)).text == "retries are not safe"


def test_a_pending_member_of_a_merge_is_judged_by_it(desk: Desk) -> None:
    sure, doubted = an_item(desk, text="one"), an_item(desk, text="two", status=PENDING)
    decide(desk, "merge", sure, doubted)
    assert (item(desk, sure).row.status, item(desk, doubted).row.status) == ("active", "stale")
    assert desk.overview().queues[0].count == 0


def test_kinds_never_merge_across(desk: Desk) -> None:
    knowledge, state = an_item(desk), an_item(desk, kind="state")
    before = untouched(desk)
    for names in ((knowledge, state), (state, knowledge), (state, an_item(desk, kind="state", text="other"))):
        with pytest.raises(Refusal, match="only knowledge merges"):
            decide(desk, "merge", *names)
    with pytest.raises(Refusal, match="at least two"):
        decide(desk, "merge", knowledge)
    assert untouched(desk)[1]["items"] >= before[1]["items"]


def test_a_correction_is_a_new_item_and_the_old_one_names_it(desk: Desk) -> None:
    old = an_item(desk, text="retires are safe", date="2026-05-01", words={"extra": [["topic", "net"]]})
    new = made(decide(desk, "correct", old, text="retries are safe"), old)
    found, was = item(desk, new), item(desk, old)
    assert (found.text, found.strip.date, found.strip.source) == ("retries are safe", "2026-05-01", was.strip.source)
    assert (was.text, was.row.status, was.row.cooled) == ("retires are safe", "stale", True)
    assert [(link.relation, link.id) for link in was.linked] == [("corrected-by", new)]
    assert [(link.relation, link.outgoing) for link in found.linked] == [("corrected-by", False)]
    assert found.words
    assert found.words.extra == (("topic", "net"),)


def test_a_corrected_state_gives_way_to_its_correction(desk: Desk) -> None:
    old = an_item(desk, kind="state", text="port 8470")
    new = made(decide(desk, "correct", old, text="port 8480"), old)
    assert (item(desk, old).row.status, item(desk, old).row.superseded_by) == ("superseded", new)
    assert links_of(desk, old) == {("corrected-by", new)}
    assert item(desk, new).strip.subject == item(desk, old).strip.subject


def test_a_state_corrected_under_another_subject_gives_no_way(desk: Desk) -> None:
    old = an_item(desk, kind="state", text="port 8470", subject="gateway")
    new = made(decide(desk, "correct", old, subject="gateway:port"), old)
    assert (item(desk, old).row.status, item(desk, old).row.superseded_by) == ("stale", None)
    assert item(desk, new).strip.subject == "gateway:port"


@pytest.mark.parametrize(
    "args",
    [{}, {"text": " "}, {"text": "retries are safe"}, {"source": ""}, {"subject": "a:b"}],
    ids=["nothing", "blanks", "the same words", "an empty source", "a subject that knowledge does not keep"],
)
def test_a_correction_that_corrects_nothing_is_refused(desk: Desk, args: dict[str, Any]) -> None:
    name = an_item(desk)
    before = untouched(desk)
    with pytest.raises(Refusal, match="needs other words"):
        decide(desk, "correct", name, **args)
    assert untouched(desk) == before


def test_several_new_items_in_one_plan_each_get_an_id_of_their_own(desk: Desk) -> None:
    old = [an_item(desk, text=f"words {n}") for n in range(3)]
    applied = decide(desk, "correct", *old, text="better words")
    new = [name for name in applied.ids if name not in old]
    assert new == ["mem-2026-06-01-004", "mem-2026-06-01-005", "mem-2026-06-01-006"]
    assert [links_of(desk, name) for name in old] == [{("corrected-by", name)} for name in new]


def test_ids_go_on_in_numbers_past_999(desk: Desk) -> None:
    an_item(desk, name="mem-2026-06-01-998")
    old = [an_item(desk, text=f"words {n}") for n in range(2)]
    assert old == ["mem-2026-06-01-999", "mem-2026-06-01-1000"]
    for n in range(3):
        last = made(decide(desk, "correct", old[0], text=f"better words {n}"), old[0])
    assert last == "mem-2026-06-01-1003"
    assert len(rows(desk, "items")["items"]) == 6
    assert desk.item_keys()[:3] == ("mem-2026-06-01-1003", "mem-2026-06-01-1002", "mem-2026-06-01-1001")
