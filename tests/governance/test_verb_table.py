"""Every verb in every standing: where it fits, and where it is refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from governance.verbs import VERBS
from store.records.words import Shown
from tests.governance.builders import an_item, decide, head, rows, seen, sound, stage, untouched
from tests.governance.standings import FOR_ITS_ARGS, REFUSED, STANDINGS, args_of, partners


def test_the_table_names_every_verb() -> None:
    assert set(REFUSED) == set(VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_where_a_verb_is_refused_it_says_why_and_changes_nothing(desk: Desk, verb: str) -> None:
    world = {where: build(desk) for where, build in STANDINGS.items()}
    other, args = an_item(desk, text="the other one"), args_of(desk, verb)
    before = untouched(desk)
    for where, why in REFUSED[verb].items():
        if not why:
            continue
        names = [world[where], other] if verb in ("merge", "merge-topics") else [world[where]]
        for act in (desk.preview, desk.stage, desk.decide):
            said: dict[str, Any] = {} if act == desk.preview else {"seen": seen(desk, *names), "shown": Shown.LISTED}
            reason = VERBS[verb].reasons[0]
            with pytest.raises(Refusal) as refused:
                act(verb, names, args, reason=reason, **said)
            assert refused.value.kind is RefusalKind.RULE, where
            assert why in refused.value.sentence, where
            assert world[where] in refused.value.sentence
        offer = next(o for o in desk.offers(names) if o.name == verb)
        assert offer.fits is ((verb, where) in FOR_ITS_ARGS), where
        assert offer.fits or why in (offer.why_not or "")
    assert untouched(desk) == before


@pytest.mark.parametrize("verb", VERBS)
def test_where_a_verb_fits_it_is_offered_previewed_and_applied(desk: Desk, verb: str) -> None:
    for where, build in STANDINGS.items():
        if REFUSED[verb].get(where):
            continue
        names = [build(desk)]
        if verb in ("merge", "contradict"):
            names.append(an_item(desk, text=f"beside {where}"))
        if verb == "merge-topics":
            names += partners(desk, verb)
        if verb == "current":
            names += next(why.ids for why in desk.item(names[0]).why if why.code == "same-subject")
        args = args_of(desk, verb)
        offer = next(o for o in desk.offers(names) if o.name == verb)
        assert (offer.fits, offer.why_not) == (True, None), where
        ids = {row[0] for row in rows(desk, "items")["items"]}
        shown = desk.preview(verb, names, args)
        reached = {t for name in names if name.startswith("memwd-") for t in desk.forgetting.scope(name).terms}
        at = head(desk)
        applied = decide(desk, verb, *names, **args)
        assert (applied.seq, applied.decisions, applied.who) == (at + 1, 1, "mira"), where
        assert applied.verbs == (verb,)
        assert head(desk) == at + applied.entries
        assert ids <= {row[0] for row in rows(desk, "items")["items"]}, "an item left"
        assert {change.id for change in shown} <= {*names, *reached, "new:1"}
    sound(desk)


def test_offers_that_fit_come_first_and_say_what_they_need(desk: Desk) -> None:
    offers = desk.offers([an_item(desk, status="pending-cleanup")])
    fits = [offer.fits for offer in offers]
    assert fits == sorted(fits, reverse=True)
    assert {offer.name for offer in offers} == set(VERBS)
    assert next(offer for offer in offers if offer.name == "source").needs == ("source",)


def test_the_evidence_hints_at_resolving_only_where_a_successor_is_known(desk: Desk) -> None:
    known = STANDINGS["a pending state with a successor"](desk)
    rivalled = STANDINGS["a state with a rival"](desk)
    hints = {name: {o.name for o in desk.offers([name]) if o.hint} for name in (known, rivalled)}
    assert hints == {known: {"resolve"}, rivalled: set()}


def test_one_target_that_does_not_fit_refuses_the_whole_decision(desk: Desk) -> None:
    good, bad = an_item(desk, status="pending-cleanup"), an_item(desk)
    before = untouched(desk)
    with pytest.raises(Refusal, match=f"keep is refused. {bad}: it is active already"):
        decide(desk, "keep", good, bad)
    assert untouched(desk) == before


@pytest.mark.parametrize(
    ("verb", "args", "why"),
    [
        ("absolve", {}, "There is no verb 'absolve'"),
        ("keep", {"text": "x"}, "keep takes no text"),
        ("source", {}, "source needs source"),
        ("source", {"source": "  "}, "source needs source"),
    ],
)
def test_an_argument_that_makes_no_sense_is_refused(desk: Desk, verb: str, args: dict[str, str], why: str) -> None:
    name = an_item(desk, status="pending-cleanup")
    with pytest.raises(Refusal, match=why) as refused:
        desk.preview(verb, [name], args)
    assert refused.value.kind is RefusalKind.BAD_INPUT


def test_a_decision_names_each_target_once_and_something_at_all(desk: Desk) -> None:
    name = an_item(desk, status="pending-cleanup", words={"written_id": "note-7"})
    with pytest.raises(Refusal, match="One target is named twice"):
        desk.preview("keep", [name, "note-7"])
    with pytest.raises(Refusal, match="keep needs something to decide about"):
        desk.preview("keep", [])
    with pytest.raises(Refusal, match="There is nothing called note-8") as refused:
        desk.preview("keep", ["note-8"])
    assert refused.value.kind is RefusalKind.NOT_FOUND


def test_a_target_can_be_named_by_the_id_it_was_written_with(desk: Desk) -> None:
    written = "mem-2026-06-01-1000000"  # a form of ours, with an ordinal that no foreign id may claim
    name = an_item(desk, status="pending-cleanup", words={"written_id": written})
    assert desk.item(written).row.id == name
    assert stage(desk, "keep", written).staged[0].targets == (name,)
    assert decide(desk, "stale", written).ids == (name,)
