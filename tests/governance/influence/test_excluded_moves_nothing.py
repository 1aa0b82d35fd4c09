"""Non-interference: an answer is the same, byte for byte, with and without the records that may not answer."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from governance.desk import Desk
from store.records.recall import UseRole
from tests.governance.builders import a_desk, a_topic, an_item, decide
from tests.governance.influence.learned import asked

WORDS = ("gate", "gates", "harbour", "ferry", "winter", "pier 4", "closes", "渡し船", "冬")
WAYS = ("withdrawn", "another project", "a closed lane", "held back")
_TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
_ROW = st.tuples(st.sampled_from(("state", "knowledge")), _TEXT, st.sampled_from((None, *WAYS)))


def filled(folder: Path, rows: Sequence[tuple[str, str, str | None]], *, bare: bool) -> Desk:
    """A store of these rows under two topics that are asked for; `bare` puts words that nobody asks for in the place of
    what may not answer.
    """
    desk = a_desk(folder)
    topics = (a_topic(desk, "pier 4", title="Winter"), a_topic(desk, "冬", title="ferry gate", file="topics/gate.md"))
    for number, (kind, text, out) in enumerate(rows):
        said = "nothing at all" if bare and out else text
        subject = f"{'other' if bare and out else 'harbour'}:{number % 3}"
        more: dict[str, Any] = {"topic": topics[number % 2]}
        more |= {"review": "held"} if out == "held back" else {}
        more |= {"lane": "lane-0001"} if out == "a closed lane" else {}
        words = {"project": "cedar"} if out == "another project" else {}
        name = an_item(desk, kind=kind, text=said, subject=subject, words=words, **more)
        if out == "withdrawn":
            decide(desk, "withdraw", name)
    return desk


def answers(desk: Desk, query: str) -> list[bytes]:
    """Everything that recall and search say to a question, however it is asked."""
    found = [
        desk.recalling.recall(query, use_role=role.value, payloads=many)
        for role, many in itertools.product(UseRole, (1, 50))
    ]
    return [one.model_dump_json().encode() for one in (*found, desk.recalling.search(query))]


@settings(max_examples=25, deadline=None)
@given(rows=st.lists(_ROW, min_size=1, max_size=14), query=_TEXT)
def test_what_may_not_answer_moves_no_byte_of_any_answer(rows: list[tuple[str, str, str | None]], query: str) -> None:
    with (
        tempfile.TemporaryDirectory() as one,
        tempfile.TemporaryDirectory() as other,
        filled(Path(one), rows, bare=False) as full,
        filled(Path(other), rows, bare=True) as bare,
    ):
        assert answers(full, query) == answers(bare, query)


@pytest.mark.parametrize("out", WAYS)
def test_a_record_that_may_not_answer_would_have_answered_otherwise(tmp_path: Path, out: str) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with filled(tmp_path / "a", [("knowledge", "gate", None)], bare=False) as desk:
        assert len(asked(desk, "gate")) == 1
    with filled(tmp_path / "b", [("knowledge", "gate", out)], bare=False) as desk:
        assert asked(desk, "gate") == ()


def test_many_records_that_may_not_answer_push_none_of_those_that_may_out_of_the_pool(desk: Desk) -> None:
    first = an_item(desk, text="the gate of pier 4")
    for _ in range(300):
        an_item(desk, text="the gate of pier 4", words={"project": "cedar"})
    assert asked(desk, "gate pier 4") == (first,)
    assert asked(desk, "gate") == (first,)
