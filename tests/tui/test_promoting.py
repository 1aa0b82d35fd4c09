"""Promote type on the screen: the type, what its card asks for, a look at what it makes, then the plan."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from governance.desk import Desk
from store.records.words import MemoryType, Reason, Shown
from tests.governance.builders import an_item
from tests.tui.desks import desk_app, memory_store, opened, press, settle, text_of
from tui.dialogs.form import FormDialog
from tui.panes.promoting import card_fields
from tui.widgets.choice import Choice
from tui.wording.captures import CARD_FIELDS

pytestmark = pytest.mark.anyio
NOTES = (
    "# M\n\n"
    "- [2026-08-28] (knowledge) The retry with the original key charged once. Source: archive/2026-08-28.md#1\n"
    "- [2026-08-29] (knowledge) The retry was read back after a timeout. Source: archive/2026-08-29.md#1\n"
)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with two items, and a passage for each of them."""
    return memory_store(tmp_path, NOTES)


def passage_of(desk: Desk) -> str:
    """A block of the archive that can be looked at."""
    return next(block.id for segment in desk.segments() for block in desk.blocks(segment.id) if block.text.strip())


async def fill(pilot: Pilot[None], **values: str) -> None:
    """Type into the fields of the form that is open."""
    form = pilot.app.screen
    assert isinstance(form, FormDialog)
    for name, value in values.items():
        field = form.query_one(f"#field-{name}")
        if choices := list(field.query(Choice)):
            while choices[0].value != value:
                choices[0].action_step(1)
            continue
        field.query_one("Input").value = value  # type: ignore[attr-defined]
    await settle(pilot)


async def test_a_claim_is_promoted_step_by_step_and_staged_before_anything_happens(store: Path) -> None:
    async with desk_app(store, size=(140, 60)) as (pilot, desk):
        name = desk.item_keys()[0]
        await press(pilot, "I", "colon", *"promote type", "enter")
        assert "Promote the type of" in text_of(pilot)
        assert "the old one stays as it is" in text_of(pilot)
        await press(pilot, "2", "enter")
        assert f"Promote {name} to semantic" in text_of(pilot)
        evidence = passage_of(desk)
        await fill(pilot, evidence=evidence, scope="workflow", confidence="inferred", valid_from="2026-05-01")
        assert "memdesk decide promote-type" in text_of(pilot)
        assert "--field valid_from=2026-05-01" in text_of(pilot)
        await press(pilot, "enter")
        shown = text_of(pilot)
        assert "type" in shown
        assert "semantic" in shown
        assert "mind: it rests on one record; the policy would see 3" in shown
        assert desk.plan().staged == ()
        await press(pilot, "s")
        (staged,) = desk.plan().staged
        assert (staged.verb, staged.targets) == ("promote-type", (name,))
        before = desk.item(name).row
        await press(pilot, "ctrl+s", "y")
        (made,) = [one for one in desk.item_keys() if desk.item(one).row.type is MemoryType.SEMANTIC]
        assert ("derived-from", name) in {(link.relation.value, link.id) for link in desk.item(made).linked}
        assert desk.item(name).row == before


async def test_what_is_wrong_is_said_beside_its_field_and_nothing_typed_is_lost(store: Path) -> None:
    async with desk_app(store, size=(140, 60)) as (pilot, desk):
        await press(pilot, "I", "colon", *"promote type", "enter", "2", "enter")
        evidence = passage_of(desk)
        await fill(pilot, evidence=evidence, scope="global", confidence="inferred", valid_from="2026-05-01")
        await press(pilot, "enter")
        assert "Nothing that it comes from is global" in text_of(pilot)
        form = pilot.app.screen
        assert isinstance(form, FormDialog)
        assert form.values["evidence"] == evidence
        await fill(pilot, scope="workflow", evidence="everybody knows")
        await press(pilot, "enter")
        assert "counts for nothing as evidence" in text_of(pilot)
        assert desk.plan().staged == ()


async def test_a_procedure_of_an_unknown_outcome_is_refused_in_its_form_whose_names_are_whole(store: Path) -> None:
    with opened(store) as desk:
        name = an_item(desk, type="episodic", words={"typed": [["event_time", "2026-08-28"]]}, day=20260830)
    async with desk_app(store, size=(80, 24)) as (pilot, desk):
        await press(pilot, "I", "colon", *"promote type", "enter", "3", "enter")
        assert f"Promote {name} to procedural" in text_of(pilot)
        names = [one for one in card_fields(MemoryType.PROCEDURAL) if not one.startswith("valid_")]
        await fill(pilot, evidence=passage_of(desk), **dict.fromkeys(names, "x"))
        assert all(one in text_of(pilot) for one in ("preconditions", "failure_handling", "validation_evidence"))
        await press(pilot, "enter")
        assert "unknown outcome teaches no" in " ".join(text_of(pilot).split())
        assert desk.plan().staged == ()


async def test_esc_leaves_everything_as_it_was(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        head = desk.pulse()[1]
        await press(pilot, "I", "colon", *"promote type", "enter", "1", "enter", "escape", "escape", "escape")
        assert (desk.plan().staged, desk.pulse()[1]) == ((), head)


async def test_the_menu_says_why_a_row_cannot_be_promoted(store: Path) -> None:
    with opened(store) as desk:
        name = desk.item_keys()[0]

        seen = [desk.item(name).seen]
        desk.decide("stale", [name], reason=Reason.NO_LONGER_TRUE, seen=seen, shown=Shown.OPENED)
    async with desk_app(store, size=(180, 50)) as (pilot, _):
        await press(pilot, "I", "colon", *"promote type")
        assert "settle that first" in text_of(pilot)


@pytest.mark.parametrize("kind", [MemoryType.EPISODIC, MemoryType.SEMANTIC, MemoryType.PROCEDURAL])
def test_every_field_of_a_card_is_asked_for_on_the_screen(kind: MemoryType) -> None:
    from governance.authority.cards import CARDS, FIELDS

    card = CARDS[kind]
    assert set(card_fields(kind)) == {*card.required, *card.optional} & set(FIELDS)
    assert set(card_fields(kind)) <= set(CARD_FIELDS)


async def test_no_type_is_chosen_before_a_person_does_and_what_has_to_be_given_bears_a_star(store: Path) -> None:
    async with desk_app(store, size=(140, 60)) as (pilot, desk):
        await press(pilot, "I", "colon", *"promote type", "enter")
        assert "type*" in text_of(pilot)
        assert "[none chosen yet]" in text_of(pilot).replace("\u00a0", " ")
        await press(pilot, "enter")
        assert "type: This has to be given." in text_of(pilot)
        await press(pilot, "3", "enter")
        for name in ("evidence*", "validation_evidence*", "preconditions*"):
            assert name in text_of(pilot)
        assert "note*" not in text_of(pilot)
        assert desk.plan().staged == ()
