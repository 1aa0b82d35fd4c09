"""A sample store that is made once and copied for each test that changes it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.keys import key_pair
from tests.tui.cli import Done, run
from tests.tui.commands.keyed import Keyed, make_keyed, signed
from tui.sample import sample_memory_path


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample memory and a store that took it in."""
    folder = tmp_path_factory.mktemp("sample")
    shutil.copytree(sample_memory_path(), folder, dirs_exist_ok=True)
    store = str(folder / "memory" / "memory.db")
    assert run("init", "--no-key", "--tz", "UTC", "--store", store).code == 0
    taken = run("import", str(folder), "--store", store)
    assert taken.code == 0, taken.err + taken.out
    assert run("verify", "--store", store).code == 0
    return folder


@pytest.fixture
def sample(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same as a copy of its own, with the test standing in it."""
    folder = tmp_path / "agent"
    shutil.copytree(template, folder)
    stand_in(folder, monkeypatch)
    return folder


@pytest.fixture
def reading(template: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The one that all reading tests share."""
    stand_in(template, monkeypatch)
    return template


def stand_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.delenv("MEMDESK_STORE", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(folder.parent / "state"))


def seen(one: str) -> str:
    """The digest of what `show` shows."""
    shown: Done = run("show", one, "--json")
    assert shown.code == 0, shown.err
    digest = shown.json["seen"]
    assert isinstance(digest, str)
    return digest


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without a store, with the test standing in it."""
    folder = tmp_path / "agent"
    folder.mkdir()
    stand_in(folder, monkeypatch)
    return folder


@pytest.fixture
def keyed(folder: Path) -> Keyed:
    """An empty store with an owner's key and a recovery key, with the test standing in its folder."""
    return make_keyed(folder)


@pytest.fixture
def adopted(sample: Path) -> Keyed:
    """The sample's store, whose owner adopted a key."""
    keys = sample.parent / "keys"
    keys.mkdir()
    key, recovery = key_pair(keys), key_pair(keys, "recovery", b"in the drawer")
    done = signed("key", "adopt", str(key.path), "--recovery", f"{recovery.path}.pub")
    assert done.code == 0, done.err
    return Keyed(sample, sample / "memory" / "memory.db", key, recovery)
