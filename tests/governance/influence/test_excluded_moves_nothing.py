"""Non-interference: an answer is the same, byte for byte, with and without the records that may not answer."""

from __future__ import annotations

import functools
import itertools
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from governance.authority.people import Person
from governance.desk import Desk
from governance.influence.pool import UNDER
from store.database import Store
from store.purge import purge
from store.records.recall import UseRole
from store.records.words import Assurance
from tests.builders import AT, DAY, MIRA
from tests.clock import StillClock
from tests.governance.builders import a_desk, a_topic, an_item, decide, micros
from tests.governance.influence.learned import asked, told

WORDS = ("gate", "gates", "harbour", "ferry", "winter", "pier 4", "closes", "渡し船", "冬")
LANES = {"closed": "lane-0001", "frozen": "lane-0002", "cleared": "lane-0003"}
TOPICS = ("top-0001", "top-0002")
MINE, OTHER = "task-0001", "task-0002"
WAYS: Mapping[str, Mapping[str, Any]] = {
    "withdrawn": {},
    "another project": {"words": {"project": "cedar"}},
    "a closed lane": {"lane": LANES["closed"]},
    "a frozen lane": {"lane": LANES["frozen"]},
    "a cleared lane": {"lane": LANES["cleared"]},
    "held back": {"review": "held"},
    "it waits for a person": {"review": "needs-review"},
    "refused": {"review": "refused"},
    "not distilled": {"place": "inbox"},
    "of another task": {"place": "inbox", "type": "working", "task": OTHER},
    "erased": {},
}
"""Why a record may not answer, and what of its row says so."""
Row = tuple[str, str, str | None]
"""Kind, text, and why it may not answer, if it may not."""
Left = Literal["as they are", "other words", "absent"]
_TEXT = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
_ROW = st.tuples(st.sampled_from(("state", "knowledge")), _TEXT, st.sampled_from((None, None, *WAYS)))


@functools.cache
def ground() -> bytes:
    """A store with two topics that are asked for, a lane of each sort that answers nobody here, and two open tasks."""
    with tempfile.TemporaryDirectory() as folder:
        with a_desk(Path(folder)) as desk:
            topics = (
                a_topic(desk, "pier 4", title="Winter"),
                a_topic(desk, "冬", title="ferry gate", file="topics/g.md"),
            )
            assert topics == TOPICS
            for called in LANES:
                decide(desk, "new-lane", title=called, access="closed" if called == "closed" else "open")
            decide(desk, "freeze", LANES["frozen"])
            decide(desk, "clear", LANES["cleared"])
            assert [desk.intake.open_task(one) for one in ("mine", "other")] == [MINE, OTHER]
        return (Path(folder) / "memory.db").read_bytes()


def filled(folder: Path, rows: Sequence[Row], left: Left = "as they are") -> Desk:
    """A store of these rows; what may not answer is as it is, has words in its place that nobody asks for, or is
    not there at all.
    """
    path = folder / "memory.db"
    path.write_bytes(ground())
    desk = Desk(Store(path), micros(StillClock()), Person("mira", Assurance.OS_USER))
    out_of_it, erased = [], []
    for number, (kind, text, out) in enumerate(rows):
        if out and left == "absent":
            continue
        said = "nothing at all" if out and left == "other words" else text
        subject = f"{'other' if out and left == 'other words' else 'harbour'}:{number % 3}"
        name = f"mem-2026-05-11-{number + 1:03}"
        given: Mapping[str, Any] = WAYS[out] if out else {}
        an_item(desk, kind=kind, text=said, subject=subject, name=name, **{"topic": TOPICS[number % 2], **given})
        out_of_it += [name] if out == "withdrawn" else []
        erased += [name] if out == "erased" else []
    if out_of_it:
        decide(desk, "withdraw", *out_of_it)
    if erased:
        empty(desk, erased)
    return desk


def empty(desk: Desk, names: Sequence[str]) -> None:
    """Erase the words of these records; their rows stand."""
    with desk.reader() as reader:
        bodies = [row.body for row in reader.item_rows(names).values()]
    purge(desk.store, bodies, at=AT, actor=MIRA, day=DAY)


def answers(desk: Desk, query: str, *, without: tuple[str, ...] = ()) -> list[bytes]:
    """Everything that recall and search say to a question, however it is asked."""
    found = [
        desk.recalling.recall(query, use_role=role.value, payloads=many, task=MINE)
        for role, many in itertools.product(UseRole, (1, 50))
    ]
    return [one.model_dump_json(exclude=set(without)).encode() for one in (*found, desk.recalling.search(query))]


@settings(max_examples=8, deadline=None)
@given(rows=st.lists(_ROW, min_size=1, max_size=14), query=_TEXT)
def test_what_may_not_answer_moves_no_byte_of_any_answer(rows: list[Row], query: str) -> None:
    with ExitStack() as stack:

        def store(left: Left) -> Desk:
            return stack.enter_context(filled(Path(stack.enter_context(tempfile.TemporaryDirectory())), rows, left))

        full = store("as they are")
        assert answers(full, query) == answers(store("other words"), query)
        assert answers(full, query, without=("beyond",)) == answers(store("absent"), query, without=("beyond",))


@pytest.mark.parametrize("out", WAYS)
def test_a_record_that_may_not_answer_would_have_answered_otherwise(tmp_path: Path, out: str) -> None:
    for folder, way in (("a", None), ("b", out)):
        (tmp_path / folder).mkdir()
        with filled(tmp_path / folder, [("knowledge", "gate", way)]) as desk:
            assert len(asked(desk, "gate", task=MINE)) == (way is None)


@pytest.mark.parametrize(("project", "lane"), [("cedar", None), (None, LANES["closed"]), (None, LANES["frozen"])])
def test_only_the_totals_of_what_lies_beyond_tell_that_a_record_is_there(
    tmp_path: Path, project: str | None, lane: str | None
) -> None:
    out = next(name for name, row in WAYS.items() if row in ({"words": {"project": project}}, {"lane": lane}))
    told = []
    for left in ("as they are", "absent"):
        (tmp_path / left).mkdir()
        with filled(tmp_path / left, [("knowledge", "gate", out)], left) as desk:
            told.append([(one.project, one.lane, one.records) for one in desk.recalling.recall("gate").beyond])
    assert told == [[(project, lane, 1)], []]


def test_many_records_that_may_not_answer_push_none_of_those_that_may_out_of_the_pool(desk: Desk) -> None:
    first = an_item(desk, text="the gate of pier 4")
    for _ in range(300):
        an_item(desk, text="the gate of pier 4", words={"project": "cedar"})
    assert asked(desk, "gate pier 4") == (first,)
    assert asked(desk, "gate") == (first,)


def test_a_topic_leads_to_the_same_behind_many_records_of_which_no_word_is_left(tmp_path: Path) -> None:
    said = []
    for erased in (0, UNDER + 1):
        (home := tmp_path / str(erased)).mkdir()
        with a_desk(home) as desk:
            topic = a_topic(desk, "pier four")
            first = an_item(desk, text="it closes early", topic=topic)
            gone = [an_item(desk, text=f"a secret {number}", topic=topic) for number in range(erased)]
            if gone:
                empty(desk, gone)
            answer = desk.recalling.recall("what of pier four")
            assert told(answer) == (first,)
            said.append(answer.model_dump_json())
    assert said[0] == said[1]


def test_records_that_were_erased_make_no_index(desk: Desk) -> None:
    """An answer calls itself partially adapted where every record under the topics is a tombstone."""
    name = an_item(desk, text="it closes early", topic=a_topic(desk, "pier four"))
    assert desk.recalling.recall("gate").adapted == "full"
    empty(desk, [name])
    assert desk.recalling.recall("gate").adapted == "partial"
