"""What calls itself a decision and was none: found by the check, and never shown as decided."""

from __future__ import annotations

from typing import Any

import pytest

from governance import settling
from governance.desk import Desk
from governance.errors import Refusal
from governance.verbs import VERBS
from store import commit, log, seal
from store.check import check
from store.decided import text_of
from store.records.entry import Draft
from store.records.words import REVIEW_VERBS, Action
from store.vocabulary import stray, stray_in
from tests.governance.builders import a_block, a_topic, an_item, beside, decide, did, head, item, sound, stage
from tests.governance.standings import PENDING, REFUSED, STANDINGS, args_of, comes_back, lots, more_of

KEEP = {
    "verb": "keep",
    "reason": "other",
    "shown": "opened",
    "before": {"status": PENDING},
    "set": {"status": "active"},
}


def forge(desk: Desk, *drafts: Draft) -> None:
    """Append entries behind the desk's back."""

    def build(_: Any) -> Any:
        for draft in drafts:
            entry = yield draft
            assert entry.action is draft.action

    did(desk, build)


def sentences(desk: Desk) -> list[str]:
    return [found.sentence for found in check(desk.store).findings]


def test_an_entry_that_names_a_plan_which_did_not_decide_it_is_found_and_shown_under_no_plan(desk: Desk) -> None:
    kept, other = an_item(desk, status=PENDING), an_item(desk, status=PENDING)
    plan = decide(desk, "keep", kept).plan
    forge(desk, Draft(Action.REVIEW, (other,), KEEP, refs=(plan,)))
    assert sentences(desk) == [f"Entry {head(desk)} calls itself an effect of {plan}, which did not decide it."]
    move = item(desk, other).history[-1]
    assert (move.plan, move.assurance) == (None, None)
    assert next(p for p in desk.plans() if p.plan == plan).ids == (kept,)


def a_text(desk: Desk, **said: Any) -> str:
    """The text of a plan, made by hand."""
    with desk.store.reading() as conn:
        at = log.head(conn)
    text = {"store": desk.store_id, "head": at, "who": "p-0001", "assurance": "os-user", "undoes": None}
    return seal.canonical({"effects": [], "decisions": [], **text, **said}).decode("ascii")


def a_decision(text: str) -> Draft:
    words = {"v": 1, "text": text, "signatures": []}
    return Draft(Action.DECISION, ("plan-2026-06-01-001",), {"assurance": "os-user", "undoes": None}, words)


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"store": "store-" + "0" * 32}, "was decided for another store"),
        ({"who": "p-0009"}, "by somebody else than its entry says"),
        ({"assurance": "signed"}, "by somebody else than its entry says"),
        ({"undoes": "plan-2026-05-01-001"}, "does not undo what its entry says"),
        ({"head": [1, "0" * 64]}, "on a head that is not in this log"),
        ({"head": [99, "0" * 64]}, "on a head that is not in this log"),
        ({"effects": [[1, "review", ["mem-2026-06-01-001"], KEEP, None]]}, "decided 1 effects, and 0 follow it"),
        ({"effects": None}, "cannot be read"),
    ],
)
def test_a_text_that_does_not_say_what_the_log_says_is_found(desk: Desk, said: dict[str, Any], found: str) -> None:
    forge(desk, a_decision(a_text(desk, **said)))
    assert [s for s in sentences(desk) if found in s]


def test_an_effect_that_differs_from_the_text_is_found(desk: Desk) -> None:
    name = an_item(desk, status=PENDING)
    other = {**KEEP, "set": {"status": "stale"}}
    text = a_text(desk, effects=[[1, "review", [name], KEEP, None]])
    forge(desk, a_decision(text), Draft(Action.REVIEW, (name,), other, refs=("plan-2026-06-01-001",)))
    assert sentences(desk) == [f"Entry {head(desk)} is not effect 1 of plan-2026-06-01-001 as it was decided."]


def test_every_verb_has_its_word_among_those_a_header_may_bear() -> None:
    assert set(VERBS) == {verb.value for verb in REVIEW_VERBS}


@pytest.mark.parametrize("verb", REFUSED)
def test_every_header_of_a_decision_bears_only_ids_seqs_and_closed_words(desk: Desk, verb: str) -> None:
    fitting = [STANDINGS[where](desk) for where in STANDINGS if comes_back(verb, where)]
    for names in lots(verb, [*fitting, *more_of(desk, verb, fitting)]):
        desk.undo(decide(desk, verb, *names, note="a note", **args_of(desk, verb)).plan)
    with desk.store.reading() as conn:
        assert [said for entry in log.entries(conn) if (said := stray_in(entry.action, entry.effect))] == []
    sound(desk)


@pytest.mark.parametrize(
    "effect",
    [
        {"reason": "Alice Smith"},
        {"zone": "Alice"},
        {"length": 4711},
        {"set": {"status": 7}},
        {"covers": ["the host"]},
        {"ordinal": 1.5},
    ],
    ids=["a name", "a zone outside genesis", "a length", "a number for a word", "words in a list", "a fraction"],
)
def test_a_header_that_bears_anything_else_is_found(desk: Desk, effect: dict[str, Any]) -> None:
    name = an_item(desk)
    assert stray(effect)
    if effect.get("set") is None and "ordinal" not in effect:
        forge(desk, Draft(Action.HOLDER, ("hold-0001",), {"role": "input", **effect}, {"v": 1, "path": "/x"}))
        assert [s for s in sentences(desk) if "which belongs into its payload" in s], name


def test_a_plan_keeps_its_text_where_only_others_wrote_before_the_lock(desk: Desk, monkeypatch: Any) -> None:
    kept, block, topic = an_item(desk, status=PENDING), a_block(desk), a_topic(desk)
    stage(desk, "keep", kept)
    stage(desk, "resolve", block)
    stage(desk, "trigger", topic, triggers="when it rains")
    at = head(desk)
    meanwhile(monkeypatch, lambda: an_item(desk, text="somebody else's"))
    applied = desk.apply()
    with desk.store.reading() as conn:
        assert text_of(log.payload(conn, applied.seq))["head"][0] == at < applied.seq - 1
    sound(desk)


def test_a_plan_whose_target_moved_before_the_lock_is_refused_and_changes_nothing(desk: Desk, monkeypatch: Any) -> None:
    kept = an_item(desk, status=PENDING)
    stage(desk, "keep", kept)
    other = beside(desk)
    meanwhile(monkeypatch, lambda: decide(other, "stale", kept))
    with pytest.raises(Refusal, match="changed since it was shown"):
        desk.apply()
    assert item(desk, kept).row.status == "stale"
    assert len(desk.plan().staged) == 1
    sound(desk)


def meanwhile(monkeypatch: Any, act: Any) -> None:
    """Let something happen between making a plan ready and taking the lock."""
    really = commit.write

    def write(*arguments: Any, **named: Any) -> Any:
        monkeypatch.setattr(settling, "write", really)
        act()
        return really(*arguments, **named)

    monkeypatch.setattr(settling, "write", write)
