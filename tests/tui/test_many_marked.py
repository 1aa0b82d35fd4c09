"""Many rows at once: the menu opens without asking all of them, and what is chosen is asked of every one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import pytest

from governance.desk import Desk
from store.records.views import Offer
from tests.governance.builders import an_item
from tests.tui.desks import desk_app, memory_store, opened, pane_of, press, sample_store, text_of
from tui.panes.deciding import JUDGED

pytestmark = pytest.mark.anyio
ROWS = JUDGED + 60


async def test_the_menu_asks_of_few_rows_which_verbs_fit_and_the_chosen_one_of_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = memory_store(tmp_path, "# M\n")
    with opened(path) as desk:
        for n in range(ROWS):
            an_item(desk, text=f"fact {n}", status="pending-cleanup")
    asked: list[tuple[int, Collection[str] | None]] = []
    offers = Desk.offers

    def counted(self: Desk, ids: Sequence[str], verbs: Collection[str] | None = None) -> tuple[Offer, ...]:
        asked.append((len(ids), verbs))
        return offers(self, ids, verbs)

    async with desk_app(path) as (pilot, desk):
        await press(pilot, "2", "*")
        monkeypatch.setattr(Desk, "offers", counted)
        await press(pilot, "colon")
        assert f"Verbs for {ROWS} rows" in text_of(pilot)
        assert f"judged by the first {JUDGED}" in " ".join(text_of(pilot).split())
        assert max(count for count, _ in asked) <= JUDGED
        asked.clear()
        await press(pilot, *"keep", "enter")
        assert (ROWS, ("keep",)) in asked
        await press(pilot, "enter")
        assert len(desk.plan().staged[0].targets) == ROWS


@pytest.mark.parametrize("keys", [("space",), ("V", "j", "V"), ("*",)], ids=["space", "V", "*"])
async def test_where_no_verb_takes_a_row_none_is_marked(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async with desk_app(sample_store(tmp_path)) as (pilot, _):
        for place, able in (("0", False), ("L", False), ("2", True), ("A", True)):
            await press(pilot, place, *keys)
            assert bool(pane_of(pilot).table.marks.marked) is able, place
            assert ("marked" in text_of(pilot).split("\n")[1]) is able, place
