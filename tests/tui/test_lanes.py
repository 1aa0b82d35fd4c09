"""Topics and lanes on the screen: made in the menu, turned, filled, walked into; what an item says of its lane."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from store.records.words import LaneState
from tests.governance.builders import decide
from tests.governance.standings import a_lane
from tests.tui.desks import card_text, desk_app, memory_store, opened, pane_of, press, screen_of, text_of, told
from tests.tui.keyed import words
from tui.dialogs.fields import Field
from tui.widgets.text import StoredText

pytestmark = pytest.mark.anyio
MEMORY = "# M\n" + "".join(
    f"- [2026-05-0{n}] [mem-2026-05-0{n}-001] (knowledge) {words} Source: seen.\n"
    for n, words in enumerate(("The pier is wet.", "The gulls are loud.", "The quay is dry."), 1)
)
PIER, GULLS, QUAY = (f"mem-2026-05-0{n}-001" for n in (1, 2, 3))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return memory_store(tmp_path, MEMORY)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
async def test_a_lane_is_made_where_there_is_none_yet(store: Path, size: tuple[int, int]) -> None:
    async with desk_app(store, size=size) as (pilot, desk):
        await press(pilot, "T", "T", "T")
        assert "No lane yet" in text_of(pilot)
        await press(pilot, "colon")
        assert "What is made here" in text_of(pilot)
        assert "Keep" not in text_of(pilot)
        await press(pilot, *"new lane", "enter")
        await press(pilot, *"Trial")
        await press(pilot, "enter")
        [staged] = desk.plan().staged
        assert (staged.verb, staged.targets, dict(staged.args)["title"]) == ("new-lane", (), "Trial")
        assert desk.lanes() == ()
        await press(pilot, "P")
        assert "new lane" in text_of(pilot)
        assert "Trial" in text_of(pilot)
        await press(pilot, "ctrl+s", "y")
        assert [lane.title for lane in desk.lanes()] == ["Trial"]


async def test_a_closed_lane_is_chosen_in_the_dialog(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "T", "T", "T", "colon", *"new lane", "enter")
        await press(pilot, *"Trial")
        dialog = pilot.app.screen
        field = dialog.query_one("#field-access", Field)
        assert "closed: only those whom a grant lets" in text_of(pilot).replace("\xa0", " ")
        assert "may stay empty" in text_of(pilot)
        assert "A store without keys has no grants: no agent reads a closed lane there." in words(pilot)
        field.input.focus()
        await press(pilot, "2")
        assert field.value == "closed"
        await press(pilot, "enter", "ctrl+s", "y")
        assert [lane.closed for lane in desk.lanes()] == [True]


async def test_a_lane_is_frozen_from_its_row_and_the_row_says_so_in_words(store: Path) -> None:
    with opened(store) as desk:
        lane = a_lane(desk, title="Trial", access="closed", purpose="to compare with")
        decide(desk, "lane", PIER, lane=lane)
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "T", "T", "T")
        shown = text_of(pilot)
        assert "in use" in shown
        assert "closed" in shown
        assert "to compare with" in card_text(pilot)
        await press(pilot, "colon", *"freeze", "enter", "enter", "ctrl+s", "y")
        assert desk.lanes()[0].state is LaneState.FROZEN
        assert "▣ frozen" in text_of(pilot)
        await press(pilot, "enter")
        assert list(pane_of(pilot).table.keys) == [PIER]
        assert "lane Trial · ▣ frozen · closed" in card_text(pilot)
        await press(pilot, "c")
        assert f"its lane {lane} is frozen" in told(pilot)
        assert desk.plan().staged == ()


async def test_the_menu_of_a_lane_leaves_out_what_is_for_items_until_it_is_typed(store: Path) -> None:
    with opened(store) as desk:
        lane = a_lane(desk, title="Trial")
    async with desk_app(store) as (pilot, _):
        await press(pilot, "T", "T", "T", "colon")
        shown = text_of(pilot)
        assert "Freeze" in shown
        assert "is for an item" not in shown
        await press(pilot, *"cool")
        assert f"{lane} is a lane; cool is for an item" in text_of(pilot)


async def test_marked_items_go_into_a_lane_that_is_named(store: Path) -> None:
    with opened(store) as desk:
        lane = a_lane(desk, title="Trial")
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "I", "asterisk", "colon", *"move to lane", "enter")
        await press(pilot, *"Trial")
        await press(pilot, "enter", "ctrl+s", "y")
        assert {desk.item(name).row.lane for name in (PIER, GULLS, QUAY)} == {lane}


async def test_a_lane_is_picked_with_the_arrows_among_those_in_use(store: Path) -> None:
    with opened(store) as desk:
        for title in ("Trial", "Baseline", "Trial 2", "[bold]\x1b[31m"):
            a_lane(desk, title=title)
        decide(desk, "freeze", "lane-0002")
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "I", "g", "colon", *"move to lane", "enter")
        shown = text_of(pilot).replace("\xa0", " ")
        assert "lane*" in shown
        assert "Trial (lane-0001)  Trial 2 (lane-0003)" in shown
        assert "none: no lane" in shown
        assert "Baseline" not in shown, "nothing is written into what is frozen"
        assert "\x1b" not in shown
        await press(pilot, "down", "down")
        assert pilot.app.screen.query_one("#field-lane Input", Input).value == "Trial 2 (lane-0003)"
        await press(pilot, "enter")
        [staged] = desk.plan().staged
        assert dict(staged.args)["lane"] == "lane-0003"
        await press(pilot, "u", "colon", *"move to lane", "enter", *"Trial")
        await press(pilot, "enter")
        assert dict(desk.plan().staged[0].args)["lane"] == "Trial", (
            "several have these letters: it is the one so called"
        )
        await press(pilot, "u", "colon", *"move to lane", "enter", *"nowhere", "enter")
        assert "there is no lane 'nowhere'" in text_of(pilot).replace("\xa0", " ")
        assert desk.plan().staged == ()


async def test_what_is_made_new_of_marked_rows_keeps_nothing_as_it_is(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        for verb, fields in (("new lane", ("title*", "project", "access")), ("new topic", ("title*", "triggers"))):
            await press(pilot, "I", "asterisk", "colon", *verb, "enter")
            shown = text_of(pilot).replace("\xa0", " ")
            assert all(field in shown for field in fields)
            assert "may stay empty" in shown
            assert "as it is)" not in shown
            await press(pilot, "escape", "escape")


async def test_a_topic_is_picked_where_an_item_is_tagged_anew(store: Path) -> None:
    with opened(store) as desk:
        decide(desk, "new-topic", PIER, title="Harbour")
        decide(desk, "new-topic", title="Birds")
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "I", "G", "t")
        field = pilot.app.screen.query_one("#field-topic Input", Input)
        assert field.value == "Harbour (top-0001)"
        field.focus()
        field.value = "bir"
        await press(pilot, "enter")
        assert dict(desk.plan().staged[0].args)["topic"] == "top-0002"


async def test_topics_are_made_retitled_split_and_merged_from_the_menu(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "T", "colon", *"new topic", "enter")
        await press(pilot, *"Harbour")
        await press(pilot, "enter", "ctrl+s", "y")
        [first] = desk.topics()
        await press(pilot, "I", "asterisk", "colon", *"new topic", "enter")
        await press(pilot, *"Birds")
        await press(pilot, "enter", "ctrl+s", "y")
        assert [(one.title, one.items) for one in desk.topics()] == [("Harbour", 0), ("Birds", 3)]
        await press(pilot, "g", "colon", *"split topic", "enter")
        await press(pilot, *"Quays")
        await press(pilot, "enter", "ctrl+s", "y")
        assert [(one.title, one.items) for one in desk.topics()][1:] == [("Birds", 2), ("Quays", 1)]
        await press(pilot, "T", "g", "colon", *"retitle", "enter")
        title = pilot.app.screen.query_one("#field-title Input", Input)
        assert title.value == "Harbour"
        title.value = "The harbour"
        await press(pilot, "enter", "ctrl+s", "y")
        await press(pilot, "asterisk", "colon", *"merge topics", "enter")
        assert pilot.app.screen.query_one("#field-to Input", Input).value == f"The harbour ({first.id})"
        await press(pilot, "enter", "ctrl+s", "y")
        assert [(one.title, one.items) for one in desk.topics()] == [("The harbour", 3)]
        assert desk.verify(replay=True).ok


async def test_new_triggers_begin_with_those_that_stand_and_say_that_they_take_their_place(store: Path) -> None:
    with opened(store) as desk:
        decide(desk, "new-topic", PIER, title="Harbour", triggers="pier; quay")
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "T", "colon", *"trigger", "enter")
        field = pilot.app.screen.query_one("#field-triggers Input", Input)
        assert field.value == "pier; quay"
        assert "stand for those that lead to it now" in text_of(pilot).replace("\xa0", " ")
        field.value += "; Quay; mole"
        await press(pilot, "enter", "ctrl+s", "y")
        assert [one.triggers for one in desk.topics()] == [("pier", "quay", "mole")]


async def test_topics_that_are_merged_are_named_by_their_titles(store: Path) -> None:
    with opened(store) as desk:
        for title in ("Harbour", "The quays"):
            decide(desk, "new-topic", title=title)
    async with desk_app(store) as (pilot, _):
        await press(pilot, "T", "asterisk", "colon", *"merge topics", "enter")
        about = [str(one.render()) for one in pilot.app.screen.query(StoredText)]
        assert "Harbour\nThe quays" in about, about


async def test_a_topic_leads_to_its_items_and_back(store: Path) -> None:
    with opened(store) as desk:
        topic = decide(desk, "new-topic", PIER, QUAY, title="Harbour", triggers="pier; quay").ids[0]
        decide(desk, "new-topic", title="Birds")
    async with desk_app(store) as (pilot, _):
        await press(pilot, "T")
        assert "Enter lists its items." in card_text(pilot)
        await press(pilot, "enter")
        assert list(pane_of(pilot).table.keys) == [QUAY, PIER]
        assert "read when pier; quay" in text_of(pilot).replace("\xa0", " ")
        assert pane_of(pilot).listing.command == ("list", "items", "--topic", topic)
        assert "The quay is dry." in card_text(pilot)
        await press(pilot, "escape")
        assert list(pane_of(pilot).table.keys) == [topic, "top-0002"]
        await press(pilot, "j", "enter")
        assert "Nothing lies under this topic" in text_of(pilot).replace("\xa0", " ")
        assert "no trigger leads here" in text_of(pilot).replace("\xa0", " ")
        await press(pilot, "escape", "T", "enter")
        assert "Nothing lies under this topic" in text_of(pilot).replace("\xa0", " "), "without trigger: it leads too"
        await press(pilot, "escape", "T", "T", "enter")
        assert list(pane_of(pilot).table.keys) == [QUAY, PIER], "a topic of the index leads there as well"


async def test_a_link_is_made_from_the_menu_and_stands_on_both_cards(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "I", "g", "colon", *"link", "enter")
        pilot.app.screen.query_one("#field-to Input", Input).value = PIER
        await press(pilot, "tab")
        pilot.app.screen.query_one("#field-to Input").focus()
        await press(pilot, "enter", "ctrl+s", "y")
        assert [(edge.word, edge.other) for edge in desk.links(QUAY) if edge.relation == "continues"] == [
            ("continues", PIER)
        ]
        await press(pilot, "I")
        pane_of(pilot).table.move_to(0)
        await press(pilot, "g")
        assert f"continues {PIER}" in card_text(pilot)
        pane_of(pilot).table.move_to(2)
        await press(pilot, "r")
        assert f"continued by {QUAY}" in card_text(pilot)


async def test_hostile_titles_are_shown_as_they_are_written(store: Path) -> None:
    with opened(store) as desk:
        lane = a_lane(desk, title="[bold]x[/] \x1b[31m\u202ey")
        decide(desk, "lane", PIER, lane=lane)
    async with desk_app(store) as (pilot, _):
        await press(pilot, "T", "T", "T")
        shown = text_of(pilot)
        assert "[bold]x[/]" in shown
        assert not {"\x1b", "\u202e"} & set(shown)
        await press(pilot, "enter")
        assert "[bold]x[/]" in card_text(pilot)
        assert not {"\x1b", "\u202e"} & set(text_of(pilot))


async def test_the_past_shows_lanes_as_they_were_and_makes_none(store: Path) -> None:
    with opened(store) as desk:
        lane = a_lane(desk, title="Trial")
        then = desk.pulse()[1]
        decide(desk, "clear", lane)
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "L", "G", "k", "k", "@")
        await press(pilot, "T", "T", "T")
        assert "in use" in text_of(pilot), then
        await press(pilot, "colon")
        assert "What is made here" not in text_of(pilot)
        assert desk.plan().staged == ()
        assert screen_of(pilot) is not None


async def test_the_footer_of_imports_and_segments_names_the_key_that_withdraws_them(store: Path) -> None:
    async with desk_app(store, size=(160, 40)) as (pilot, _):
        for keys in (("A",), ("A", "A")):
            await press(pilot, *keys)
            foot = text_of(pilot).replace("\xa0", " ").splitlines()[-1]
            assert "w withdraw" in foot
            assert ": verbs" not in foot, "no other verb applies there"
        await press(pilot, "w")
        assert "withdraw" in text_of(pilot).lower().replace("\xa0", " ")
        assert len(pilot.app.screen_stack) > 1
