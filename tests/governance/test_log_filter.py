"""Filtering the log by what people type."""

from __future__ import annotations

import pytest

from governance.desk import Desk
from store.records.views import LogFilter
from tests.governance.builders import an_item, decide
from tests.governance.standings import PENDING


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("keep", ["review"]),
        ("decision", ["decision"]),
        ("salt", ["import"]),
        ("my reason", ["review"]),
        ('"', []),
        ("%", []),
    ],
    ids=["a verb", "an action", "a stored word", "words of a note", "a quote", "a wildcard"],
)
def test_the_text_of_a_log_filter_finds(desk: Desk, text: str, found: list[str]) -> None:
    decide(desk, "keep", an_item(desk, status=PENDING, text="the crane lifts salt"), note="my reason")
    rows = desk.log_rows(desk.log_keys(LogFilter(text=text)))
    assert [row.action.value for row in rows] == found


def test_an_id_finds_all_that_happened_to_it(desk: Desk) -> None:
    name = an_item(desk, status=PENDING)
    decide(desk, "keep", name)
    rows = desk.log_rows(desk.log_keys(LogFilter(text=name)))
    assert [row.action.value for row in rows] == ["import", "review"]
