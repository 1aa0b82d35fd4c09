"""Without a store: what lies nearby, a dry run, an import, a sample."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from governance.desk import open_desk
from store.records.views import ItemFilter
from tests.tui.desks import press, settle, until
from tui.app import DeskApp
from tui.panes.nearby import memories
from tui.sample import sample_memory_path
from tui.settings import Settings


def test_memories_are_found_three_folders_down_and_not_in_hidden_ones(tmp_path: Path) -> None:
    for name in ("a/memory/x.md", "b/c/MEMORY.md", "b/CLAUDE.md", ".git/memory/x.md", "1/2/3/4/memory.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("- x\n")
    found = [str(m.root.relative_to(tmp_path)) for m in memories(tmp_path)]
    assert found == ["a/memory", "b/CLAUDE.md", "b/c/MEMORY.md"]


@pytest.mark.anyio
async def test_an_import_is_shown_first_and_happens_only_when_confirmed(tmp_path: Path) -> None:
    shutil.copytree(sample_memory_path() / "memory", tmp_path / "notes" / "memory")
    store = tmp_path / "memory" / "memory.db"
    app = DeskApp(None, Settings(), live=False, here=tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, "./notes/memory")
        await pilot.press("enter")
        await until(pilot, "records read")
        await press(pilot, "enter")
        assert not store.exists()
        await pilot.press("enter")
        await until(pilot, "records read")
        await pilot.press("y")
        await until(pilot, "What needs you")
        await settle(pilot)
    if app.desk is not None:
        app.desk.close()
    with open_desk(store) as desk:
        assert len(desk.item_keys(ItemFilter())) > 100


@pytest.mark.anyio
async def test_the_sample_is_a_copy_that_is_thrown_away(tmp_path: Path) -> None:
    app = DeskApp(None, Settings(), live=False, here=tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, "look at a sample")
        await pilot.press("G", "enter")
        await until(pilot, "What needs you")
        await settle(pilot)
        assert app.desk is not None
        place = app.desk.path
        assert not place.is_relative_to(tmp_path)
        assert place.exists()
        app.desk.close()
        app.throw_away()
    assert not place.exists()
    assert memories(tmp_path) == []


def test_instructions_without_a_memory_folder_are_offered_and_beside_one_are_not(tmp_path: Path) -> None:
    (tmp_path / "alone").mkdir()
    (tmp_path / "alone" / "CLAUDE.md").write_text("- [2026-06-01] (knowledge) a fact. Source: talk.\n")
    (tmp_path / "both" / "memory").mkdir(parents=True)
    (tmp_path / "both" / "CLAUDE.md").write_text("# rules\n")
    assert [(found.root.relative_to(tmp_path).as_posix(), found.what) for found in memories(tmp_path)] == [
        ("alone/CLAUDE.md", "an agent's instructions"),
        ("both/memory", "a memory folder beside CLAUDE.md"),
    ]
