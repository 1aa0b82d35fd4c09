"""Counts in words: one is one, what is refused for one reason is said once, and what an import leaves out is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.cli import run
from tests.tui.commands.conftest import seen


@pytest.mark.usefixtures("folder")
def test_one_of_a_thing_is_no_plural(tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    (memory / "archive").mkdir(parents=True)
    entry = "- [2026-05-01] [mem-2026-05-01-001] (knowledge) The pier is wet. Source: seen.\n"
    (memory / "memory.md").write_text(f"# M\n{entry}", encoding="utf-8")
    assert run("init", "--no-key", "--tz", "UTC").code == 0
    told = run("import", str(memory), "--yes")
    assert told.code == 0, told.err
    assert "1 block in 1 segment, 0 topics, 0 links" in told.out
    [line] = run("list", "runs").out.splitlines()
    assert line.split()[2:8] == ["1", "item", "1", "segment", "1", "file"]


@pytest.mark.usefixtures("sample")
def test_what_an_import_brought_and_no_list_shows_is_told() -> None:
    [line] = run("list", "runs").out.splitlines()
    [listed] = run("list", "runs", "--json").json["rows"]
    assert (listed["items"], listed["withdrawn"]) == (141, 4)
    assert "141 items" in line
    assert "4 more withdrawn" in line
    with_them = run("import", "memory", "--dry-run", "--json").json
    assert with_them["imports"][0]["withdrawn"] == 4


@pytest.mark.usefixtures("sample")
def test_what_is_refused_for_one_reason_is_said_once_with_all_that_it_is_about() -> None:
    rows = run("list", "items", "--json", "--limit", "0").json["rows"]
    active = [one["id"] for one in rows if one["status"] == "active" and not one["drift"]][:5]
    done = run("decide", "keep", *active, "--reason", "other", *(w for one in active for w in ("--seen", seen(one))))
    assert done.code == 4
    assert f"keep is refused. {', '.join(active[:4])} and 1 more: it is active already." in done.err
    assert done.err.count("active already") == 1
