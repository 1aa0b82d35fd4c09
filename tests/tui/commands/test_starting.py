"""Starting commands: a demo that cleans up behind itself, an import whose report adds up."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.keys import SECRET, key_pair
from tests.tui.cli import run, spawn
from tests.tui.commands.conftest import stand_in
from tests.tui.commands.keyed import secrets
from tui.commands.call import Call


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an empty store."""
    folder = tmp_path / "agent"
    folder.mkdir()
    stand_in(folder, monkeypatch)
    assert run("init", "--no-key", "--tz", "UTC").code == 0
    return folder


def test_a_demo_that_is_not_opened_prints_its_folder_and_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = run("demo", "--no-open", "--json")
    assert done.code == 0, done.err
    assert run("status", "--store", done.json["store"]).out.startswith("· 15 inbox  ▲ 9 pending")
    assert Path(done.json["folder"]).is_dir()
    lanes = run("lane", "list", "--store", done.json["store"], "--json").json["rows"]
    assert [(lane["title"], lane["state"], lane["closed"], lane["items"]) for lane in lanes] == [
        ("About Ilse", "active", True, 4), ("Outages of spring", "frozen_readonly", False, 2),
    ]  # fmt: skip


def test_a_demo_without_a_terminal_leaves_nothing_behind(tmp_path: Path) -> None:
    done = spawn("demo", cwd=tmp_path, TMPDIR=str(tmp_path))
    assert done.code == 2
    assert "--no-open" in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_demo_whose_desk_was_left_removes_its_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Path | None] = []
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("tui.commands.demo.at_terminal", lambda: True)
    monkeypatch.setattr("tui.commands.demo.open_the_desk", lambda call: opened.append(call.store))
    assert run("demo").code == 0
    assert opened
    assert list(tmp_path.iterdir()) == []
    kept = run("demo", "--keep")
    assert Path(kept.out.strip()).is_dir()


def test_a_demo_takes_the_keys_made_for_it_along_and_leaves_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path, monkeypatch)
    brought = key_pair(tmp_path / "keys", "brought")
    config, state = Path(os.environ["XDG_CONFIG_HOME"]) / "memdesk", tmp_path.parent / "state"

    def adopts(call: Call) -> None:
        store = str(call.store)
        with secrets(SECRET) as fd:
            assert run("key", "adopt", "--no-recovery", "--passphrase-fd", fd, "--store", store).code == 0
        assert run("key", "use", str(brought.path), "--store", store).code == 0
        assert len(list((config / "keys").iterdir())) == 2

    (tmp_path / "demos").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "demos"))
    monkeypatch.setattr("tui.commands.demo.at_terminal", lambda: True)
    monkeypatch.setattr("tui.commands.demo.open_the_desk", adopts)
    done = run("demo")
    assert (done.code, done.err) == (0, "")
    assert list((tmp_path / "demos").iterdir()) == []
    assert list((config / "keys").iterdir()) == []
    assert json.loads((config / "keys.json").read_text())["stores"] == {}
    assert not list(state.rglob("*.jsonl"))
    assert brought.path.exists()


def test_an_import_adds_up_and_a_second_one_finds_nothing_new(empty: Path, template: Path) -> None:
    shutil.copytree(template / "memory", empty / "theirs", ignore=shutil.ignore_patterns("memory.db*"))
    first = run("import", "theirs", "--json").json["imports"][0]
    assert first["read"] == first["new"] + first["known"] + first["drift"] + first["refused"]
    assert first["new"] > 100
    again = run("import", "theirs", "--json")
    assert again.code == 0
    assert (again.json["imports"][0]["new"], again.json["imports"][0]["drift"]) == (0, 0)


def test_a_dry_run_says_the_same_and_takes_nothing(empty: Path, template: Path) -> None:
    dry = run("import", str(template / "memory"), "--dry-run", "--json").json["imports"][0]
    assert run("status", "--json").json["items"] == 0
    real = run("import", str(template / "memory"), "--json").json["imports"][0]
    assert [dry[name] for name in ("read", "new", "drift", "refused")] == [
        real[name] for name in ("read", "new", "drift", "refused")
    ]
    assert len(list(empty.rglob("*.db"))) == 1


def test_one_bad_file_does_not_stop_the_others_and_the_exit_code_is_6(empty: Path) -> None:
    folder = empty / "theirs" / "topics"
    folder.mkdir(parents=True)
    folder.joinpath("good.md").write_text(
        "---\ntitle: good\n---\n- [2026-05-11] [mem-2026-05-11-001] (knowledge) a fact. Source: a talk.\n",
        encoding="utf-8",
    )
    folder.joinpath("bad.md").write_bytes(b"\xff\xfe\x00\x00\xd8\xff" * 20)
    done = run("import", "theirs")
    assert done.code == 6, done.out + done.err
    assert "bad.md" in done.out
    assert run("list", "items", "--json").json["total"] == 1


@pytest.mark.usefixtures("empty")
def test_of_two_paths_the_missing_one_is_named_and_the_other_taken(template: Path) -> None:
    done = run("import", "no-such-folder", str(template / "memory"), "--json")
    assert done.code == 6
    assert done.json["failed"][0]["error"]["kind"] == "not-found"
    assert done.json["imports"][0]["new"] > 100
    assert run("import", "no-such-folder", "nor-this").code == 2
