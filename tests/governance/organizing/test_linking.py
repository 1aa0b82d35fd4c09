"""The ledger: edges that people make, seen from both ends in the same words, and nothing written into either record."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from store.records.words import Flag, Relation
from store.views.ledger import WORDS
from tests.governance.builders import an_item, decide, links_of, made, passage, rows, sound, untouched
from tests.governance.intake.passes.passing import both, port, send


def told(desk: Desk, name: str, **how: Any) -> list[tuple[str, str]]:
    return [(edge.word, edge.other) for edge in desk.links(name, **how)]


@pytest.mark.parametrize(
    ("relation", "back"), [("continues", "continued_by"), ("references", "referenced_by"), ("solves", "solved_by")]
)
def test_an_edge_is_seen_from_both_ends_and_moves_neither_record(desk: Desk, relation: str, back: str) -> None:
    one, other = an_item(desk, text="SOL: restart it"), an_item(desk, text="ERR: it hangs")
    before = rows(desk, "items"), desk.item(one).seen, desk.item(other).seen
    shown = desk.preview("link", [one], {"relation": relation, "to": other})
    assert [(c.id, c.field, c.before, c.after) for c in shown] == [(one, relation, None, other)]
    decide(desk, "link", one, relation=relation, to=other)
    assert (rows(desk, "items"), desk.item(one).seen, desk.item(other).seen) == before
    assert (told(desk, one), told(desk, other)) == ([(relation, other)], [(back, one)])
    assert [edge.text for edge in desk.links(one)] == ["ERR: it hangs"]
    assert [link.word for link in desk.item(one).linked] == [relation]
    assert [link.word for link in desk.item(other).linked] == [back], "the card says the same"
    sound(desk)


def test_an_edge_is_undone_by_ending_it_and_that_is_undone_too(desk: Desk) -> None:
    one, other = an_item(desk), an_item(desk, text="two")
    plan = decide(desk, "link", one, relation="references", to=other).plan
    assert [(c.field, c.before, c.after) for c in desk.undo_preview(plan)] == [("references", other, None)]
    undone = desk.undo(plan)
    assert told(desk, one) == []
    again = desk.undo(undone.plan)
    assert told(desk, other) == [("referenced_by", one)]
    desk.undo(again.plan)
    with pytest.raises(Refusal, match="was undone already"):
        desk.undo(plan)
    decide(desk, "link", one, relation="references", to=other)
    with pytest.raises(Refusal, match=f"the links of {one} changed since"):
        desk.undo(next(p.plan for p in desk.plans() if p.undoes == again.plan))
    sound(desk)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ({"relation": "supersedes", "to": "OTHER"}, "'supersedes' is no relation"),
        ({"relation": "superseded-by", "to": "OTHER"}, "is no relation"),
        ({"relation": "derived-from", "to": "OTHER"}, "is no relation"),
        ({"relation": "contradicts", "to": "OTHER"}, "is no relation"),
        ({"relation": "references", "to": "ONE"}, "not linked to itself"),
        ({"relation": "references", "to": "mem-2026-06-01-999"}, "there is no item"),
        ({"relation": "references", "to": "seg-2026-06-01-001/1"}, "there is no item"),
        ({"relation": "references"}, "needs to"),
    ],
)
def test_an_edge_that_people_do_not_make_is_refused(desk: Desk, args: dict[str, str], why: str) -> None:
    one, other = an_item(desk), an_item(desk, text="two")
    given: dict[str, Any] = {name: value.replace("ONE", one).replace("OTHER", other) for name, value in args.items()}
    before = untouched(desk)
    with pytest.raises(Refusal, match=why):
        decide(desk, "link", one, **given)
    assert untouched(desk) == before


def test_an_edge_is_made_once_and_nothing_continues_what_continues_it(desk: Desk) -> None:
    one, other = an_item(desk), an_item(desk, text="two")
    decide(desk, "link", one, relation="continues", to=other)
    with pytest.raises(Refusal, match=r"it continues .* already"):
        decide(desk, "link", one, relation="continues", to=other)
    with pytest.raises(Refusal, match="continues it, and not the other way round"):
        decide(desk, "link", other, relation="continues", to=one)


def test_a_withdrawn_record_is_linked_to_nothing_new_and_its_words_are_not_told(desk: Desk) -> None:
    one, other = an_item(desk), an_item(desk, text="the hidden words")
    decide(desk, "link", one, relation="references", to=other)
    decide(desk, "withdraw", other)
    assert [(edge.other, edge.text) for edge in desk.links(one)] == [(other, None)]
    with pytest.raises(Refusal):
        desk.links(other)
    for name, to in ((one, other), (other, one)):
        with pytest.raises(Refusal):
            decide(desk, "link", name, relation="continues", to=to)


def test_every_edge_that_is_kept_has_a_word_from_each_end() -> None:
    assert set(WORDS) == set(Relation)
    ours = {word for pair in WORDS.values() for word in pair}
    protocol = {"continues", "references", "merged_into", "supersedes", "archived_as", "derived_from", "contradicts"}
    assert protocol | {"corrects", "solves", "superseded_by", "corrected_by", "solved_by"} <= ours


def test_the_ledger_tells_what_decisions_and_passes_did_in_the_same_words(desk: Desk) -> None:
    old = port(desk, "8470", "2026-01-01")
    both(desk)
    new = port(desk, "8480", "2026-02-01")
    both(desk)
    assert ("superseded_by", new) in told(desk, old)
    assert ("supersedes", old) in told(desk, new)
    one, two = an_item(desk, text="a is so"), an_item(desk, text="a is so too")
    folded = made(decide(desk, "merge", one, two), one, two)
    right = made(decide(desk, "correct", folded, text="b is so"), folded)
    assert sorted(told(desk, folded)) == [("corrected_by", right), ("merged_from", one), ("merged_from", two)]
    assert told(desk, right) == [("corrects", folded)]
    refuting = send(desk, "8480 is wrong", refutes=[new])
    assert ("contradicted_by", refuting) in told(desk, new)
    assert ("contradicts", new) in told(desk, refuting)


def test_a_record_leads_to_the_block_it_is_archived_as_and_the_block_back_to_it(desk: Desk) -> None:
    entry = passage(desk, "- retries are safe\n")
    block = f"{entry.subjects[0]}/{entry.effect['ordinal']}"
    name = an_item(desk, links=[("source", entry.seq)], source_state="found")
    assert told(desk, name) == [("archived_as", block)]
    assert told(desk, block) == [("archives", name)]
    captured = send(desk, "the pier is wet")
    both(desk)
    [(word, where)] = told(desk, captured)
    assert (word, told(desk, where)) == ("archived_as", [("archives", captured)])


def test_a_walk_follows_edges_in_both_directions_and_ends_in_a_circle(desk: Desk) -> None:
    a, b, c, d = (an_item(desk, text=text) for text in "abcd")
    for one, relation, other in ((a, "continues", b), (c, "references", b), (c, "solves", d), (d, "references", a)):
        decide(desk, "link", one, relation=relation, to=other)
    assert {(edge.deep, edge.id, edge.word, edge.other) for edge in desk.links(a, deep=2)} == {
        (1, a, "continues", b), (1, a, "referenced_by", d), (2, b, "referenced_by", c), (2, d, "solved_by", c),
    }  # fmt: skip
    assert len(desk.links(a, deep=20)) == 4, "each edge once, however far one walks"
    assert told(desk, a) == told(desk, a, deep=1)


def test_a_capture_continues_a_record_and_nothing_is_written_into_that(desk: Desk) -> None:
    before = send(desk, "the migration began")
    row = desk.item(before).row
    after = send(desk, "the migration ended", continues=before)
    assert links_of(desk, after) == {("continues", before)}
    assert desk.item(before).row == row
    assert told(desk, before) == [("continued_by", after)]
    lost = send(desk, "the migration went well", continues="mem-2026-01-01-009")
    assert desk.item(lost).row.findings == (Flag.TARGET_LOST,)
    assert links_of(desk, lost) == set()
    decide(desk, "withdraw", before)
    receipt = desk.intake.capture({"text": "it went on", "source": "seen", "continues": before})
    assert (receipt.came, receipt.fault) == ("refused", "withdrawn")
    sound(desk)


def test_the_same_words_that_continue_something_else_are_another_capture(desk: Desk) -> None:
    one, two = send(desk, "the first"), send(desk, "the second")
    names = [
        send(desk, "it went on", **more) for more in ({"continues": one}, {"continues": two}, {}, {"continues": one})
    ]
    assert len(set(names)) == 3
    assert names[0] == names[3]
