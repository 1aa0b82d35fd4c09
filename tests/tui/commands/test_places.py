"""Which store a command means."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.cli import run


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two folders with a store each, one inside the other."""
    monkeypatch.delenv("MEMDESK_STORE", raising=False)
    for folder in (tmp_path, tmp_path / "inner"):
        folder.mkdir(exist_ok=True)
        monkeypatch.chdir(folder)
        assert run("init", "--no-key").code == 0
    (tmp_path / "inner" / "deep" / "deeper").mkdir(parents=True)
    return tmp_path


def used() -> str:
    path = run("status", "--json").json["store_path"]
    assert isinstance(path, str)
    return path


def test_the_nearest_store_upwards_is_used(two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(two / "inner" / "deep" / "deeper")
    assert Path(used()).resolve() == two / "inner" / "memory" / "memory.db"


def test_the_environment_outranks_the_nearest_and_an_option_outranks_both(
    two: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outer = two / "memory" / "memory.db"
    monkeypatch.chdir(two / "inner")
    monkeypatch.setenv("MEMDESK_STORE", str(outer))
    assert Path(used()).resolve() == outer
    inner = two / "inner" / "memory" / "memory.db"
    assert Path(run("status", "--json", "--store", str(inner)).json["store_path"]).resolve() == inner


def test_where_there_is_no_store_the_refusal_says_how_to_make_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MEMDESK_STORE", raising=False)
    monkeypatch.chdir(tmp_path)
    for words in (("status",), ("import", "."), ("list", "pending")):
        done = run(*words)
        assert done.code == 2
        assert "memdesk init" in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_new_store_says_that_it_is_keyless_and_is_never_made_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MEMDESK_STORE", raising=False)
    monkeypatch.chdir(tmp_path)
    done = run("init", "--tz", "Asia/Tokyo", "--no-key")
    assert done.code == 0
    assert "keyless" in done.err
    assert run("status", "--json").json["zone"] == "Asia/Tokyo"
    before = (tmp_path / "memory" / "memory.db").read_bytes()
    assert run("init", "--no-key").code in (2, 4)
    assert (tmp_path / "memory" / "memory.db").read_bytes() == before


def test_a_zone_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    assert run("init", "--no-key", "--tz", "Mars/Olympus", "--store", str(tmp_path / "s.db")).code == 2
    assert not (tmp_path / "s.db").exists()
