"""The sample memory is found wherever memdesk runs from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui.sample import sample_memory_path


def make_room(home: Path, *, checkout: bool, beside: bool, inside: bool) -> Path:
    room = home / "tui"
    room.mkdir()
    if checkout:
        (home / "pyproject.toml").touch()
    if beside:
        (home / "sample_memory").mkdir()
    if inside:
        (room / "sample_memory").mkdir()
    return room


def test_a_checkout_uses_the_folder_beside_the_room(tmp_path: Path) -> None:
    room = make_room(tmp_path, checkout=True, beside=True, inside=True)
    assert sample_memory_path(room) == tmp_path / "sample_memory"


def test_an_installed_copy_uses_the_folder_inside_the_room(tmp_path: Path) -> None:
    room = make_room(tmp_path, checkout=False, beside=False, inside=True)
    assert sample_memory_path(room) == room / "sample_memory"


def test_an_installed_copy_does_not_take_a_stranger_of_the_same_name(tmp_path: Path) -> None:
    room = make_room(tmp_path, checkout=False, beside=True, inside=True)
    assert sample_memory_path(room) == room / "sample_memory"


def test_a_missing_sample_is_said_with_both_places(tmp_path: Path) -> None:
    room = make_room(tmp_path, checkout=True, beside=False, inside=False)
    with pytest.raises(FileNotFoundError, match=r"neither at .*sample_memory nor at"):
        sample_memory_path(room)
