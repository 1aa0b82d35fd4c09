"""Why something was refused is told within its own project alone, whoever asks and by whatever way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from governance.authority.people import Person
from governance.desk import Desk, create_store, open_desk
from governance.errors import Refusal, RefusalKind
from store.records.views import EntryDetail, LogFilter, QuarantineView
from store.records.words import Assurance, Queue
from tests.governance.builders import decide

OF_TIDES, OF_PIER, OF_NONE = (f"quar-2026-06-01-00{n}" for n in (1, 2, 3))
RAW = "the lamp of the north wharf is red"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with create_store(tmp_path / "memory.db", zone="UTC", witnessed=False, clock=lambda: 1_780_304_400_000_000) as desk:
        for project in ("tides", "pier", None):
            sent = {"text": RAW} | ({"project": project} if project else {})
            assert desk.intake.capture(sent).came == "refused"
        yield desk


def as_token(desk: Desk, *projects: str) -> Desk:
    """The same store, as somebody sees it who showed a token that binds to projects."""
    other = open_desk(desk.path, clock=desk.now)
    other.person = Person("codex", Assurance.TOKEN, "p-0001", projects, "tok-0001")
    return other


def as_claimed(desk: Desk) -> Desk:
    return open_desk(desk.path, claimed="codex", clock=desk.now)


@pytest.mark.parametrize(
    ("projects", "told"),
    [
        (("tides",), (OF_TIDES,)),
        (("tides", "pier"), (OF_TIDES, OF_PIER)),
        (("elsewhere",), ()),
        ((), (OF_NONE,)),
    ],
    ids=["one project", "two projects", "another project", "no project"],
)
def test_a_token_is_told_of_the_refusals_of_its_own_projects(
    desk: Desk, projects: tuple[str, ...], told: tuple[str, ...]
) -> None:
    with as_token(desk, *projects) as other:
        assert told_to(other) == told


def test_a_claimed_name_is_told_of_no_refusal_that_has_a_project(desk: Desk) -> None:
    with as_claimed(desk) as other:
        assert told_to(other) == (OF_NONE,)


def test_a_system_user_is_told_of_every_refusal(desk: Desk) -> None:
    assert told_to(desk) == (OF_TIDES, OF_PIER, OF_NONE)


def told_to(desk: Desk) -> tuple[str, ...]:
    """What a desk tells of the three refusals: by every way the same."""
    keys = desk.queue_keys(Queue.QUARANTINE)
    every = (OF_TIDES, OF_PIER, OF_NONE)
    assert desk.queue_keys(Queue.QUARANTINE, "wharf") == keys
    assert tuple(row.id for row in desk.queue_rows(Queue.QUARANTINE, every)) == keys
    assert next(one for one in desk.overview().queues if one.queue is Queue.QUARANTINE).count == len(keys)
    head = desk.overview().head
    assert desk.queue_keys(Queue.QUARANTINE, at_seq=head) == keys
    spoken = {desk.entry(seq).row.subjects[0] for seq in desk.log_keys(LogFilter(text="wharf"))}
    assert spoken == set(keys)
    for name in every:
        [seq] = desk.log_keys(LogFilter(subject=name))
        for shown in (desk.entry(seq), desk.show(str(seq))):
            assert isinstance(shown, EntryDetail)
            assert (RAW in (shown.payload or "")) is (name in keys)
        if name in keys:
            view = desk.show(name)
            assert isinstance(view, QuarantineView)
            assert view.raw is not None
            assert view.faults
        else:
            with pytest.raises(Refusal) as said:
                desk.show(name)
            assert said.value.kind is RefusalKind.NOT_FOUND
    return keys


def test_what_is_discarded_is_told_to_nobody_and_in_no_past(desk: Desk) -> None:
    before = desk.pulse()[1]
    [seq] = desk.log_keys(LogFilter(subject=OF_NONE))
    decide(desk, "discard", OF_NONE)
    assert desk.entry(seq).payload is None
    for shown in (desk.show(OF_NONE), desk.show(OF_NONE, at_seq=before)):
        assert isinstance(shown, QuarantineView)
        assert shown.raw is None
    behind, _ = desk.look_behind(OF_NONE)
    assert isinstance(behind, QuarantineView)
    assert RAW in str(behind.raw)


def test_a_token_of_a_project_is_shown_no_task_of_another(desk: Desk) -> None:
    task = desk.intake.open_task("sound the horn", project="pier")
    assert desk.show(task) is not None
    with as_token(desk, "tides") as other, pytest.raises(Refusal, match=task):
        other.show(task)
