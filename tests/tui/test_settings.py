"""The settings file, and how its mistakes are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.errors import Refusal
from tui.settings import Settings, load, settings_path


def written(folder: Path, text: str) -> Path:
    path = folder / "settings.toml"
    path.write_text(text)
    return path


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load(tmp_path / "none.toml") == Settings()


def test_every_setting_is_read(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'theme = "memdesk-light"\ndensity = "compact"\nascii = true\n'
        '[keymap]\nverb.keep = "ctrl+y"\n"desk.leave" = "Q"\n',
    )
    keymap = {"verb.keep": "ctrl+y", "desk.leave": "Q"}
    assert load(path) == Settings("memdesk-light", "compact", True, keymap)


@pytest.mark.parametrize(
    ("text", "named", "nearest"),
    [
        ('thme = "ansi"', "'thme'", "'theme'"),
        ('theme = "memdesk-drak"', "'theme'", "'memdesk-dark'"),
        ('ascii = "yes"', "'ascii'", ""),
        ('[keymap]\nverb.kep = "y"', "'verb.kep'", "'verb.keep'"),
        ('[keymap]\nverb.keep = "s"', "'verb.stale'", ""),
        ("theme = ", "no TOML", ""),
    ],
    ids=["a key", "a value", "a type", "a binding", "a key that is taken", "no TOML"],
)
def test_a_mistake_names_the_file_the_key_and_the_nearest(tmp_path: Path, text: str, named: str, nearest: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(Refusal) as refused:
        load(path)
    assert str(path) in refused.value.sentence
    assert named in refused.value.sentence
    assert nearest in refused.value.hint


def test_the_file_is_where_the_desktop_says(tmp_path: Path) -> None:
    assert settings_path({"XDG_CONFIG_HOME": str(tmp_path)}) == tmp_path / "memdesk" / "settings.toml"
    assert settings_path({"XDG_CONFIG_HOME": "not/absolute"}).is_relative_to(Path.home())
