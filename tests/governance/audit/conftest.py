"""One whole bundle that is written once, and copies of it for tests that change one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.governance.audit.bundles import World, a_full_world


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return a_full_world(tmp_path_factory.mktemp("world"))


@pytest.fixture(scope="module")
def template(world: World, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole bundle, not to be changed."""
    target = tmp_path_factory.mktemp("evidence") / "bundle"
    world.write(target)
    return target


@pytest.fixture
def bundle(template: Path, tmp_path: Path) -> Path:
    """A bundle of one's own."""
    return Path(shutil.copytree(template, tmp_path / "bundle"))
