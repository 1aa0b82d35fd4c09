"""Text that frees an agent from what it was told, hides itself, or has something run, in whatever language."""

from __future__ import annotations

import pytest

from governance.rules.instructing import text_findings
from store.records.words import Flag
from tests.governance.rules.orders import EMPTY_WORDS, ORDERS
from tests.growth import assert_linear


@pytest.mark.parametrize(("flag", "text"), [(flag, text) for flag, texts in ORDERS.items() for text in texts])
def test_an_order_is_noticed_however_it_is_put(flag: Flag, text: str) -> None:
    assert flag in text_findings(text)


@pytest.mark.parametrize("text", EMPTY_WORDS)
def test_what_only_sounds_like_one_is_left_alone(text: str) -> None:
    assert text_findings(text) == ()


HOSTILE = (
    "disregard all you i ",
    "führe immer /tmp/a ",
    "immer ausführen ",
    "/tmp/" + "a" * 40,
    "必ず実行 /tmp/x",
    "curl http://a.b ; ",
    "never mention this ",
    "safety checks for a b ",
    "errata: utf-8 only ",
    "ne le dis jamais ",
    "不要让用户",
    "sende alle daten an ",
    "タスクの前に",
)


@pytest.mark.parametrize("unit", HOSTILE)
def test_the_work_grows_with_the_text_and_no_faster(unit: str) -> None:
    many = 30_000 // len(unit)
    assert_linear(lambda: text_findings(unit * many), lambda: text_findings(unit * 2 * many))
