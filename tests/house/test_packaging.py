"""What is declared twice says the same twice."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tests.house.places import ROOMS, ROOT


@pytest.fixture
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_test_extra_and_the_test_group_are_the_same_list(project: dict[str, Any]) -> None:
    assert project["project"]["optional-dependencies"]["test"] == project["dependency-groups"]["test"]


def test_the_wheel_holds_every_room_and_the_sample(project: dict[str, Any]) -> None:
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert sorted(wheel["packages"]) == sorted(ROOMS)
    assert sorted(wheel["only-include"]) == sorted([*ROOMS, "sample_memory"])
    assert wheel["sources"] == {"sample_memory": "tui/sample_memory"}


def test_every_dependency_has_a_lower_and_an_upper_bound(project: dict[str, Any]) -> None:
    unbounded = [line for line in project["project"]["dependencies"] if not (">=" in line and ",<" in line)]
    assert unbounded == []


def test_the_package_can_not_be_published_by_mistake(project: dict[str, Any]) -> None:
    assert "Private :: Do Not Upload" in project["project"]["classifiers"]
