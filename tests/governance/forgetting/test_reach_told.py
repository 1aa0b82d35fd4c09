"""What a withdrawal says that it reaches: every file that bears the words, nothing that waits for it, then and now."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.desk import Desk
from store.commit import Snapshot
from store.records.entry import Draft
from store.records.words import Action, Queue
from tests.builders import Drafts
from tests.clock import StillClock
from tests.governance.builders import a_desk, did
from tests.governance.forgetting.gazing import MARK
from tests.governance.forgetting.scopes import act, reinstate, withdraw
from tests.governance.forgetting.worlds import FACT, WIKI, memory
from tests.governance.intake.memories import put
from tests.governance.intake.passes.passing import both, send

ITEM = "mem-2026-05-11-001"
LINE = f"- [2026-05-11] [{ITEM}] (knowledge) {FACT} Source: {WIKI}.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def desk(folder: Path) -> Desk:
    """A desk that imported a small memory."""
    made = a_desk(folder, StillClock())
    made.import_memory(put(folder / "home", memory(FACT)))
    return made


def files(desk: Desk, *terms: str) -> set[str]:
    """The folders whose files a withdrawal would name."""
    return {Path(one).parts[-3] for one in desk.forgetting.would_reach(terms).files}


def test_the_files_of_a_later_import_of_the_same_words_are_named(desk: Desk, folder: Path) -> None:
    assert files(desk, ITEM) == {"home"}
    desk.import_memory(put(folder / "again", memory(FACT)))
    assert files(desk, ITEM) == {"home", "again"}
    control = withdraw(desk, ITEM)
    desk.import_memory(put(folder / "later", memory(FACT)))
    assert len(desk.forgetting.scope(control).reach.files) == 3
    before = desk.pulse()[1]
    desk.import_memory(folder / "later")
    assert desk.pulse()[1] == before, "a file that is known to hold them is not noted twice"
    assert desk.verify(replay=True).ok


def test_a_file_of_another_name_that_repeats_an_item_is_named_and_goes_with_it(desk: Desk, folder: Path) -> None:
    desk.import_memory(
        put(folder / "other", {"memory/memory.md": "# M\n\n", "memory/topics/old.md": f"# Old\n\n{LINE}"})
    )
    reach = desk.forgetting.would_reach([ITEM])
    assert {Path(one).name for one in reach.files} == {"memory.md", "old.md"}
    withdraw(desk, ITEM)
    shown = [block.text for segment in desk.segments() for block in desk.blocks(segment.id)]
    assert not any(MARK in text for text in shown)
    assert desk.verify(replay=True).ok


def test_who_notes_more_than_a_file_that_holds_a_segment_is_found(desk: Desk) -> None:
    for effect, told in (
        ({"role": "input", "links": [["source", ITEM]]}, "links to more than what it holds"),
        ({"role": "input", "links": [["holds", "seg-2031-01-01-001"]]}, "holds what was not there"),
        ({"role": "input", "assurance": "os-user"}, "does more than name what holds content"),
    ):

        def build(snapshot: Snapshot, effect: object = effect) -> Drafts:
            yield Draft(Action.HOLDER, (snapshot.mint("hold"),), effect, {"v": 1, "path": "/x"})  # type: ignore[arg-type]

        did(desk, build)
        assert any(told in one.sentence for one in desk.verify().findings)


@pytest.mark.parametrize(
    "record",
    [
        f"- [2026-05-11] (knowledge) The crane is slow. Source: {WIKI}.",
        f"- [2026-05-11] The crane is slow.\n  - kind: knowledge\n  - source: {WIKI}\n  - project: cedar",
        "- [2026-05-11] (knowledge) The crane is slow. Source: the old\n  wiki.",
    ],
    ids=["in a line", "in a line of its own", "wrapped"],
)
def test_an_archived_record_of_a_withdrawn_source_waits_for_nobody(folder: Path, record: str) -> None:
    desk = a_desk(folder, StillClock())
    others = "- the ferry left, see the source: the old wiki is wrong\n- tide. Source: seen.\n"
    day = f"# Day\n\n## Morning\n\n{record}\n{others}"
    desk.import_memory(put(folder / "home", {"memory/memory.md": "# M\n", "memory/archive/2026-05-11.md": day}))
    waiting = desk.queue_keys(Queue.UNDISTILLED)
    assert len(waiting) == 3
    control = withdraw(desk, *desk.forgetting.named(sources=[WIKI]))
    assert desk.queue_keys(Queue.UNDISTILLED) == waiting[1:]
    (segment,) = (one for one in desk.segments() if one.path == "archive/2026-05-11.md")
    assert segment.undistilled == 2
    reinstate(desk, control)
    assert desk.queue_keys(Queue.UNDISTILLED) == waiting


def test_a_view_of_an_entry_tells_what_was_excluded_there(desk: Desk) -> None:
    own, task = send(desk, "Ferries need a pilot."), None
    both(desk)
    first = withdraw(desk, own, ITEM)
    then = desk.pulse()[1]
    assert task is None
    derived = act(desk, "reinstate", first)
    now = desk.pulse()[1]
    (past,) = desk.forgetting.called([desk.forgetting.scope(first).key], then)
    assert (past.excluded, past.reach.items) == (True, 2)
    assert {Path(one).name for one in past.reach.files} == {"memory.md"}
    again = withdraw(desk, own, ITEM)
    (gap,) = desk.forgetting.called([desk.forgetting.scope(first).key], now)
    assert (gap.excluded, gap.reach.items, derived.decisions) == (False, 0, 1)
    assert desk.forgetting.scope(again).reach.items == 2
    (past,) = desk.forgetting.called([desk.forgetting.scope(first).key], then)
    assert past.reach.items == 2
