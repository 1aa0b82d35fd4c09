"""A Source that names a topic or a document of the store is looked up there, and told where it leads nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.desk import Desk
from store import log
from store.records.words import Flag, Origin, SourceState
from tests.governance.builders import a_topic, sound

TOPIC = "# Incidents\n\nTimestamps use UTC.\n\n## On call\n\nTwo people are on call.\n"


@pytest.fixture
def held(desk: Desk, tmp_path: Path) -> Desk:
    """A store that holds a topic page, a document and the conventions of a memory."""
    memory = tmp_path / "memory"
    (memory / "topics").mkdir(parents=True)
    (memory / "topics" / "incidents.md").write_text(TOPIC)
    (memory / "conventions.md").write_text("# Conventions\n\nDates are ISO.\n")
    (memory / "docs").mkdir()
    (memory / "docs" / "cedar.md").write_text("# Cedar\n\nBuilds take nine minutes.\n")
    desk.import_memory(memory)
    return desk


def captured(desk: Desk, source: str) -> tuple[SourceState, bool, Origin]:
    """What a Source became: its state, whether it is told as lost, and whose words that makes it."""
    receipt = desk.intake.capture({"text": f"What {source} says.", "source": source, "kind": "knowledge"})
    row = desk.item(str(receipt.id)).row
    [entry] = desk.log_rows(desk.log_keys()[-1:])
    with desk.store.reading() as conn:
        made = log.entry(conn, entry.seq)
    assert made is not None
    sound(desk)
    return SourceState(row.source_state), Flag.SOURCE_LOST in receipt.findings, Origin(made.effect["origin"])


FOUND = (
    "topics/incidents.md", "topics/incidents.md#on-call", "topics/incidents#on-call",
    "memory/topics/incidents.md#on-call", "./topics/incidents.md", "`topics/incidents.md#on-call`",
    "see topics/incidents.md#on-call, third line", "topics/incidents.md#on-call.", "topics%2Fincidents.md",
    "conventions.md", "docs/cedar.md", "docs/cedar.md#cedar",
)  # fmt: skip


@pytest.mark.parametrize("source", FOUND)
def test_a_place_that_is_there_is_found_and_its_words_are_a_documents(held: Desk, source: str) -> None:
    assert captured(held, source) == (SourceState.FOUND, False, Origin.DOCUMENT)


LOST = (
    "topics/x.md#a", "topics/x.md", "memory/topics/x.md", "see topics/x.md#a for more", "topics/incidents.md#nowhere",
    "docs/cedar.md#nowhere", "conventions.md#nowhere", "topics/deep/x.md",
)  # fmt: skip


@pytest.mark.parametrize("source", LOST)
def test_a_place_that_is_not_there_is_told_as_lost(held: Desk, source: str) -> None:
    assert captured(held, source) == (SourceState.MISSING, True, Origin.AGENT)


ELSEWHERE = (
    "the user", "README.md", "docs/other.md", "docs/other.md#part", "src/topics/x.md", "https://h.invalid/topics/x.md",
    "issue #12", "repo#12", "topics/orders", "topics/incidents", "topic x.md", "C#", "subtopics/x.md", "a#b",
)  # fmt: skip


@pytest.mark.parametrize("source", ELSEWHERE)
def test_what_may_lie_elsewhere_is_not_looked_for_and_not_lost(held: Desk, source: str) -> None:
    assert captured(held, source) == (SourceState.NOT_ARCHIVE, False, Origin.AGENT)


def test_a_topic_page_without_a_file_is_no_lost_source_and_a_part_of_it_is(desk: Desk) -> None:
    a_topic(desk, file="topics/rooms.md", title="Rooms")
    assert captured(desk, "topics/rooms.md") == (SourceState.NOT_ARCHIVE, False, Origin.AGENT)
    assert captured(desk, "topics/rooms.md#a") == (SourceState.MISSING, True, Origin.AGENT)
