"""Lanes that a memory brings along: M's fields on a file or an item, made with the import and by nobody else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from governance.intake.run import import_memory
from store.commit import write
from store.records.entry import Draft
from store.records.words import Action, LaneState
from tests.builders import AT
from tests.governance.builders import decide, head, sound
from tests.governance.standings import a_lane

FRONT = "title: Trial\nlane: Retry  Trial\nlane_state: frozen_readonly"
ITEM = "- [2026-05-0{n}] [mem-2026-05-0{n}-001] (knowledge) Words {n}. Source: seen.\n"


def page(folder: Path, name: str, front: str, *items: str) -> Path:
    """A topic page; an item is the lines below its own, as keys."""
    file = folder / "topics" / f"{name}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    body = "".join(ITEM.format(n=n) + below for n, below in enumerate(items or ("",), 1))
    file.write_text(f"---\n{front}\n---\n\n{body}", encoding="utf-8")
    return file


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    """The folder of an agent's memory, empty."""
    folder = tmp_path / "agent"
    folder.mkdir()
    return folder


def lanes(desk: Desk) -> dict[str, tuple[str, int, bool]]:
    return {one.title: (one.state.value, one.items, one.closed) for one in desk.lanes()}


def lying(desk: Desk) -> dict[str, str | None]:
    return {name: desk.item(name).row.lane for name in desk.item_keys()}


def test_a_page_and_an_item_name_the_lane_and_how_it_stands(desk: Desk, memory: Path) -> None:
    page(memory, "t", FRONT, "", "  - Lane: baseline\n", "  - Lane: global\n", "  - lane_state: frozen_readonly\n")
    dry = desk.import_memory(memory, dry_run=True)
    assert (dry.lanes, desk.lanes()) == (2, ())
    report = desk.import_memory(memory)
    assert (report.lanes, report.new, report.partial) == (2, 4, False)
    assert lanes(desk) == {"Retry Trial": ("frozen_readonly", 2, False), "baseline": ("active", 1, False)}
    assert lying(desk) == {
        "mem-2026-05-01-001": "lane-0001", "mem-2026-05-02-001": "lane-0002",
        "mem-2026-05-03-001": None, "mem-2026-05-04-001": "lane-0001",
    }  # fmt: skip
    sound(desk)


def test_the_same_memory_again_changes_nothing_though_its_lane_is_frozen(desk: Desk, memory: Path) -> None:
    page(memory, "t", FRONT, "", "")
    desk.import_memory(memory)
    before = head(desk)
    again = desk.import_memory(memory)
    assert (again.known, again.partial, again.lanes, head(desk)) == (2, False, 0, before)


def test_a_lane_that_stands_is_found_however_it_is_spelled_and_is_never_turned(desk: Desk, memory: Path) -> None:
    lane = a_lane(desk, title="TRIAL")
    page(memory, "t", "lane: trial\nlane_state: active")
    assert desk.import_memory(memory).lanes == 0
    assert lying(desk) == {"mem-2026-05-01-001": lane}
    page(memory, "t", "lane: trial\nlane_state: cleared", "", "")
    report = desk.import_memory(memory)
    [failed] = [one for one in report.files if one.failed]
    assert failed.failed == (
        f"Line 1: lane: {lane} 'trial' is in use here, and cleared there."
        " Freeze or clear it, or call it otherwise there."
    )
    assert (report.partial, desk.lanes()[0].state, len(lying(desk))) == (True, LaneState.ACTIVE, 1)


@pytest.mark.parametrize("turn", ["freeze", "clear"])
def test_nothing_is_written_into_a_lane_that_is_shut_here_and_it_comes_once_that_is_settled(
    desk: Desk, memory: Path, turn: str
) -> None:
    lane = a_lane(desk, title="Trial")
    decide(desk, turn, lane)
    page(memory, "t", "lane: Trial")
    page(memory, "other", "title: Other").write_text("- [2026-06-01] (knowledge) Other. Source: seen.\n")
    report = desk.import_memory(memory)
    [failed] = [one for one in report.files if one.failed]
    assert (failed.path, f"{lane} 'Trial' is {desk.lanes()[0].state} here" in str(failed.failed)) == (
        "topics/t.md", True,
    )  # fmt: skip
    assert (report.new, report.partial, list(lying(desk).values())) == (1, True, [None]), "it holds up no other file"
    decide(desk, "thaw", lane)
    assert desk.import_memory(memory).new == 1
    assert sorted(lying(desk).values(), key=str) == [None, lane]
    sound(desk)


WRONG = {
    "an unknown state": ("lane: T\nlane_state: frozn", "", "Line 1: lane_state: 'frozn' is none of active"),
    "a state of no lane": (
        "lane_state: cleared",
        "",
        "Line 1: lane_state says how a lane stands, and no lane is named.",
    ),
    "an id": ("lane: lane-0001", "", "Line 1: lane: 'lane-0001' is no title of a lane."),
    "too long": (f"lane: {'x' * 121}", "", "Line 1: lane: it has 121 characters"),
    "of an item": ("title: T", "  - Lane: T\n  - Lane-State: shut\n", "Line 5: lane_state: 'shut' is none of"),
    "twice on an item": ("title: T", "  - Lane: A\n  - Lane: B\n", "Line 5: lane stands there twice."),
    "unseen signs": ('lane: "\u200b\u2060"', "", "Line 1: lane: a lane needs a title that can be read."),
}


@pytest.mark.parametrize(("front", "below", "why"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_read_is_told_with_file_and_line_and_waits_whole(
    desk: Desk, memory: Path, front: str, below: str, why: str
) -> None:
    file = page(memory, "t", front, below)
    report = desk.import_memory(memory)
    [failed] = [one for one in report.files if one.failed]
    assert (failed.path, str(failed.failed)[: len(why)]) == ("topics/t.md", why)
    assert (desk.lanes(), desk.item_keys(), desk.topics()) == ((), (), ())
    file.write_text(file.read_text().replace(front, "title: T").replace(below or "\0", ""), encoding="utf-8")
    assert desk.import_memory(memory).new == 1, "mended, it comes in"


def test_two_files_that_say_otherwise_of_one_lane_do_not_both_come_in(desk: Desk, memory: Path) -> None:
    page(memory, "a", "lane: Trial\nlane_state: frozen_readonly")
    page(memory, "b", "lane: TRIAL\nlane_state: active").write_text(
        "---\nlane: TRIAL\nlane_state: active\n---\n\n- [2026-06-01] (knowledge) B. Source: seen.\n", encoding="utf-8"
    )
    report = desk.import_memory(memory)
    assert [(one.path, one.failed) for one in report.files if one.failed] == [
        ("topics/b.md", "Line 1: lane_state: 'TRIAL' is active here, and frozen_readonly in topics/a.md.")
    ]
    assert lanes(desk) == {"Trial": ("frozen_readonly", 1, False)}


def test_keys_of_other_markdown_make_no_lane(desk: Desk, memory: Path) -> None:
    (memory / "notes.md").write_text("---\nlane: left\nlane_state: x\n---\n\n- Drive on.\n", encoding="utf-8")
    assert desk.import_memory(memory).drift == 1
    assert desk.lanes() == ()


def test_an_import_that_was_cut_off_goes_on_with_its_own_lane(desk: Desk, memory: Path) -> None:
    page(memory, "t", FRONT, *[""] * 8)

    def killed(done: int, _: int) -> None:
        if done > 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_memory(desk.store, memory, at=AT, actor="p-0001", day_of=lambda _: 20260601, progress=killed, batch=4)
    assert lanes(desk) == {"Retry Trial": ("active", 0, False)}, "what came in is not seen yet"
    report = desk.import_memory(memory)
    assert report.resumed
    assert lanes(desk) == {"Retry Trial": ("frozen_readonly", 8, False)}
    sound(desk)


def test_an_import_stops_in_front_of_a_lane_that_is_frozen_meanwhile(desk: Desk, memory: Path) -> None:
    lane = a_lane(desk, title="Trial")
    page(memory, "t", "lane: Trial", *[""] * 8)

    def frozen(done: int, _: int) -> None:
        if done > 10 and desk.lanes()[0].state is LaneState.ACTIVE:
            decide(desk, "freeze", lane)

    more: dict[str, Any] = {"at": AT, "actor": "p-0001", "day_of": lambda _: 20260601, "batch": 4}
    with pytest.raises(Refusal, match=f"{lane} is frozen_readonly meanwhile; the import stopped in front of it"):
        import_memory(desk.store, memory, progress=frozen, **more)
    decide(desk, "thaw", lane)
    desk.import_memory(memory)
    assert set(lying(desk).values()) == {lane}
    sound(desk)


FORGED = {
    "outside any import": ({"state": "active", "closed": False, "run": "run-2026-06-01-001"}, False),
    "of no run": ({"state": "active", "closed": False}, True),
    "closed": ({"state": "active", "closed": True, "run": "RUN"}, True),
    "cleared at once": ({"state": "cleared", "closed": False, "run": "RUN"}, True),
    "turning another's": ({"run": "RUN", "before": {"state": "active"}, "set": {"state": "cleared"}}, True),
}


@pytest.mark.parametrize(("effect", "during"), FORGED.values(), ids=FORGED)
def test_verify_finds_a_lane_that_no_person_and_no_import_made(
    desk: Desk, effect: dict[str, Any], during: bool
) -> None:
    own = a_lane(desk, title="Own")

    def build(snapshot: Any) -> Any:
        run = snapshot.mint("run", 20260601)
        if during:
            yield Draft(Action.RUN_OPENED, (run,), {}, {"v": 1, "root": "/x", "files": []})
        told = {name: run if value == "RUN" else value for name, value in effect.items()}
        lane = own if "set" in effect else snapshot.mint("lane")
        yield Draft(Action.LANE, (lane,), told, None if "set" in effect else {"v": 1, "title": "Forged"})

    write(desk.store, build, at=AT, actor="p-0001")
    found = [one.sentence for one in desk.verify(replay=True).findings if one.step == "authority"]
    assert any("(lane) was decided by nobody" in sentence for sentence in found)
