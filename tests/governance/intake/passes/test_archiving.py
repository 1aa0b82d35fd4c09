"""The archive pass: every capture becomes a block of the user day's segment, once, and nothing is written over."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from governance.desk import Desk, create_store
from store import log
from store.records.words import Action, Place, Queue, SourceState
from tests.clock import StillClock
from tests.governance.builders import a_desk, decide, micros
from tests.governance.intake.memories import put
from tests.governance.intake.passes.passing import both, port, row, send, sound

DAY = "2026-06-01"


def numbers(desk: Desk) -> list[tuple[str | None, int | None]]:
    """(path, number) of every archived block, in order."""
    return [
        (segment.path, block.number)
        for segment in sorted(desk.segments(), key=lambda one: (len(one.id), one.id))
        for block in desk.blocks(segment.id)
    ]


def test_p21_4_the_archive_preserves_what_came_in_before_anything_is_distilled(desk: Desk) -> None:
    one = send(desk, "retries are safe\nafter a timeout")
    assert desk.intake.distill().action == "autodream-skip"
    assert row(desk, one).place is Place.INBOX
    report = desk.intake.archive()
    [segment] = report.segments
    assert (report.action, report.archived) == ("archive", 1)
    before = desk.blocks(segment)
    [done] = desk.intake.distill().added
    assert done == one
    assert desk.blocks(segment)[0].text == before[0].text
    assert "retries are safe" in before[0].text
    assert sound(desk)


def test_the_text_of_a_block_is_the_bytes_of_its_capture(desk: Desk) -> None:
    one = send(desk, "übergrün – naïve 東京 text", project="cedar")
    [segment] = desk.intake.archive().segments
    made = desk.item(one).history[0].seq
    with desk.store.reading() as conn:
        held = log.payload(conn, made)
    assert held is not None
    assert desk.blocks(segment)[0].text == held["bytes"]


def test_twice_a_day_the_archive_goes_on_and_the_numbers_too(desk: Desk) -> None:
    send(desk, "first thing")
    first = desk.intake.archive()
    send(desk, "second thing")
    second = desk.intake.archive()
    assert first.segments == second.segments
    assert numbers(desk) == [(f"archive/{DAY}.md", 1), (f"archive/{DAY}.md", 2)]
    desk.intake.distill()
    send(desk, "third thing")
    third = desk.intake.archive()
    assert third.segments != first.segments
    assert numbers(desk)[-1] == (f"archive/{DAY}.md", 3)
    assert desk.intake.archive().action == "archive-skip"
    assert sound(desk)


def test_an_imported_day_of_the_same_name_is_never_written_over(desk: Desk, tmp_path: Path) -> None:
    home = put(tmp_path / "m", {f"archive/{DAY}.md": "# Day\n\n- the crane is slow\n"})
    desk.import_memory(home)
    before = {one.id: [block.text for block in desk.blocks(one.id)] for one in desk.segments()}
    send(desk, "the quay is wet")
    [segment] = desk.intake.archive().segments
    assert segment not in before
    assert {name: [block.text for block in desk.blocks(name)] for name in before} == before
    assert sound(desk)


def test_what_a_person_refused_stays_out(desk: Desk) -> None:
    one, other = send(desk, "this is not wanted"), send(desk, "this is wanted")
    decide(desk, "refuse", one)
    assert desk.intake.archive().archived == 1
    assert row(desk, one).place is Place.INBOX
    assert row(desk, other).place is Place.ARCHIVED


def test_nothing_to_archive_is_an_entry_of_its_own(desk: Desk) -> None:
    report = desk.intake.archive()
    assert (report.action, report.archived, report.segments) == ("archive-skip", 0, ())
    head = desk.pulse()[1]
    entry = desk.entry(head)
    assert entry is not None
    assert entry.row.action is Action.ARCHIVE_SKIP
    assert entry.row.subjects == (report.run,)


@pytest.mark.parametrize(
    ("zone", "at", "day"),
    [
        ("UTC", datetime(2026, 6, 1, 23, 59, tzinfo=UTC), "2026-06-01"),
        ("Asia/Tokyo", datetime(2026, 6, 1, 15, 0, tzinfo=UTC), "2026-06-02"),
        ("Asia/Shanghai", datetime(2026, 6, 1, 15, 59, tzinfo=UTC), "2026-06-01"),
        ("Asia/Shanghai", datetime(2026, 6, 1, 16, 0, tzinfo=UTC), "2026-06-02"),
        ("America/Los_Angeles", datetime(2026, 6, 1, 6, 59, tzinfo=UTC), "2026-05-31"),
        ("America/Los_Angeles", datetime(2026, 3, 8, 7, 59, tzinfo=UTC), "2026-03-07"),
        ("America/Los_Angeles", datetime(2026, 3, 9, 6, 59, tzinfo=UTC), "2026-03-08"),
        ("America/Los_Angeles", datetime(2026, 3, 9, 7, 0, tzinfo=UTC), "2026-03-09"),
        ("America/Los_Angeles", datetime(2026, 11, 1, 6, 59, tzinfo=UTC), "2026-10-31"),
        ("America/Los_Angeles", datetime(2026, 11, 2, 7, 59, tzinfo=UTC), "2026-11-01"),
        ("America/Los_Angeles", datetime(2026, 11, 2, 8, 0, tzinfo=UTC), "2026-11-02"),
        ("Europe/Prague", datetime(2026, 3, 28, 22, 59, tzinfo=UTC), "2026-03-28"),
        ("Europe/Prague", datetime(2026, 3, 29, 21, 59, tzinfo=UTC), "2026-03-29"),
        ("Europe/Prague", datetime(2026, 3, 29, 22, 0, tzinfo=UTC), "2026-03-30"),
        ("Europe/Prague", datetime(2026, 10, 25, 22, 59, tzinfo=UTC), "2026-10-25"),
        ("Europe/Prague", datetime(2026, 10, 25, 23, 0, tzinfo=UTC), "2026-10-26"),
        ("Pacific/Apia", datetime(2026, 6, 1, 11, 0, tzinfo=UTC), "2026-06-02"),
    ],
)
def test_a_segment_belongs_to_the_day_of_the_user(tmp_path: Path, zone: str, at: datetime, day: str) -> None:
    clock = StillClock(at)
    with create_store(tmp_path / "m.db", clock=micros(clock), zone=zone, witnessed=False) as desk:
        send(desk, "retries are safe")
        [segment] = desk.intake.archive().segments
        assert segment.startswith(f"seg-{day}-")
        assert numbers(desk) == [(f"archive/{day}.md", 1)]


def test_midnight_begins_another_segment_with_numbers_of_its_own(tmp_path: Path) -> None:
    clock = StillClock(datetime(2026, 6, 1, 21, 59, tzinfo=UTC))
    with a_desk(tmp_path, clock, zone="Europe/Prague") as desk:
        send(desk, "before midnight")
        desk.intake.archive()
        clock.tick(minutes=2)
        send(desk, "after midnight")
        desk.intake.archive()
        assert numbers(desk) == [("archive/2026-06-01.md", 1), ("archive/2026-06-02.md", 1)]


def test_an_archived_block_is_found_as_the_source_of_a_later_capture(desk: Desk) -> None:
    send(desk, "the crane is slow")
    desk.intake.archive()
    found = send(desk, "the crane was slow on monday", source=f"archive/{DAY}.md#1")
    lost = send(desk, "the crane was slow on tuesday", source=f"archive/{DAY}.md#2")
    assert row(desk, found).source_state is SourceState.FOUND
    assert row(desk, lost).source_state is SourceState.MISSING


def test_cancelled_between_two_batches_it_keeps_what_is_archived(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("governance.intake.passes.archiving.BATCH", 3)
    for n in range(7):
        send(desk, f"thing number {n} of the quay")
    told: list[tuple[int, int]] = []
    report = desk.intake.archive(progress=lambda done, of: told.append((done, of)), cancelled=lambda: bool(told))
    assert (report.cancelled, report.archived, told) == (True, 3, [(3, 7)])
    assert desk.intake.archive().archived == 4
    assert [number for _, number in numbers(desk)] == [1, 2, 3, 4, 5, 6, 7]
    assert sound(desk)


def test_a_capture_is_in_the_inbox_until_a_pass_distils_it(desk: Desk) -> None:
    one = port(desk, "the port is 80", "2026-05-01")
    assert one in desk.queue_keys(Queue.INBOX)
    both(desk)
    assert one not in desk.queue_keys(Queue.INBOX)
