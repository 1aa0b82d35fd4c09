"""A file holds one idea, and one idea fits into 320 lines."""

from __future__ import annotations

import pytest

from tests.house.places import ROOMS, ROOT

LIMIT = 320


@pytest.mark.parametrize("room", ROOMS)
def test_no_file_has_grown_past_the_limit_in(room: str) -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_bytes().splitlines())
        for path in (ROOT / room).rglob("*")
        if path.suffix in {".py", ".tcss"}
    }
    assert lengths, f"{room} holds no code"
    assert {name: length for name, length in lengths.items() if length > LIMIT} == {}
