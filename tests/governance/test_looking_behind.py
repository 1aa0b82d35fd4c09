"""What is held back from every view is shown on demand, and that somebody looked stands in the log."""

from __future__ import annotations

import pytest

from governance.authority.people import Person
from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.database import Store
from store.records.views import ItemDetail, LogFilter
from store.records.words import Action, Assurance
from tests.governance.builders import a_block, an_item, an_open_run, beside, head, untouched


def held(desk: Desk) -> str:
    """An item that an unfinished import brought in."""
    return an_item(desk, text="words of a run that never ended", run=an_open_run(desk))


def test_a_held_item_is_shown_by_the_audit_view_alone_and_the_look_is_an_entry_about_it(desk: Desk) -> None:
    name = held(desk)
    with pytest.raises(Refusal):
        desk.item(name)
    before = head(desk)
    found, recorded = desk.look_behind(name)
    assert isinstance(found, ItemDetail)
    assert (found.text, recorded) == ("words of a run that never ended", before + 1)
    row = desk.log_rows([before + 1])[0]
    assert (row.action, row.subjects, row.who) == (Action.AUDIT, (name,), "mira")
    with pytest.raises(Refusal):
        desk.item(name)
    assert desk.verify(replay=True).ok


def test_a_desk_for_reading_only_shows_it_too_and_says_that_nothing_recorded_it(desk: Desk) -> None:
    name = held(desk)
    before = untouched(desk)
    with Desk(Store(desk.path, read_only=True), desk._clock, Person("mira", Assurance.OS_USER)) as reading:
        found, recorded = reading.look_behind(name)
    assert isinstance(found, ItemDetail)
    assert recorded is None
    assert untouched(desk) == before


def test_a_claimed_name_does_not_look_behind(desk: Desk) -> None:
    name = held(desk)
    before = untouched(desk)
    with beside(desk, "mira", Assurance.CLAIMED) as claimed, pytest.raises(Refusal) as refused:
        claimed.look_behind(name)
    assert refused.value.kind is RefusalKind.NOT_ALLOWED
    assert untouched(desk) == before


def test_what_is_nowhere_is_refused_and_leaves_no_entry(desk: Desk) -> None:
    before = untouched(desk)
    with pytest.raises(Refusal) as refused:
        desk.look_behind("mem-2026-06-01-777")
    assert refused.value.kind is RefusalKind.NOT_FOUND
    assert untouched(desk) == before
    assert list(desk.log_keys(LogFilter(action=Action.AUDIT))) == []


def test_a_look_at_an_entry_or_a_block_is_noted_with_what_that_is_about(desk: Desk) -> None:
    name = held(desk)
    row = desk.log_rows([head(desk)])[0]
    _, recorded = desk.look_behind(str(row.seq))
    assert recorded is not None
    assert (name in row.subjects, desk.log_rows([recorded])[0].subjects) == (True, (row.subjects[0],))
    block = a_block(desk)
    _, recorded = desk.look_behind(block)
    assert recorded is not None
    assert desk.log_rows([recorded])[0].subjects == (block.partition("/")[0],)
    assert desk.verify(replay=True).ok
