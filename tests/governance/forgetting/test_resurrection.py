"""Nothing that goes on after a withdrawal brings a word of it back: not in one string that the desk gives."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.words import Flag, Queue, Reason, Review, Shown
from tests.clock import StillClock
from tests.governance.builders import an_item, head, sound
from tests.governance.forgetting.gazing import MARK, leaked, leaks, nowhere
from tests.governance.forgetting.going_on import GOES_ON, names_of_segments, under_another_name
from tests.governance.forgetting.scopes import act, reinstate, shown_of, withdraw
from tests.governance.forgetting.worlds import FACT, SCOPES, World, a_world
from tests.governance.intake.memories import put
from tests.governance.intake.outside.scripts import that_says
from tests.governance.intake.passes.passing import both, send
from tests.store.processes import start
from tests.tui.cli import spawn

WHAT = pytest.mark.parametrize("what", SCOPES)


@pytest.fixture
def world(tmp_path: Path, clock: StillClock, what: str) -> Iterator[World]:
    made = a_world(tmp_path, clock, what)
    yield made
    made.desk.close()


@WHAT
def test_of_what_is_withdrawn_no_word_is_shown_now_or_in_any_past(world: World) -> None:
    nowhere(world.desk, MARK, every_past=True)
    sound(world.desk)


@WHAT
def test_and_it_was_there_before(tmp_path: Path, clock: StillClock, what: str) -> None:
    """The search itself finds what is shown: given back, the word stands in lists, in the log and in the past."""
    world = a_world(tmp_path, clock, what)
    reinstate(world.desk, world.control)
    found = leaks(world.desk, MARK)
    assert {"items", f"show {world.marked[0]}", f"search finds {world.marked[0]} for {MARK}"} <= set(found)
    assert {where.split()[0] for where in found} >= {"log", "entry", "search", "show", "items"}
    assert {"items", f"show {world.marked[0]}"} <= {at.split(" at ")[0] for at in leaked(world.desk, MARK)}
    world.desk.close()


@WHAT
@pytest.mark.parametrize("goes_on", GOES_ON, ids=lambda act: act.__name__)
def test_nothing_brings_it_back(world: World, goes_on: Callable[[World], None]) -> None:
    goes_on(world)
    nowhere(world.desk, MARK)
    assert world.plain in world.desk.item_keys()
    sound(world.desk)


@WHAT
def test_nor_all_of_that_one_after_the_other(world: World) -> None:
    for goes_on in GOES_ON:
        goes_on(world)
    nowhere(world.desk, MARK)
    sound(world.desk)


@WHAT
def test_showing_it_says_which_withdrawal_hides_it(world: World) -> None:
    for name in world.marked:
        with pytest.raises(Refusal) as refused:
            world.desk.show(name)
        assert refused.value.kind is RefusalKind.RULE
        assert refused.value.ids == (name, world.control)
        found, seq = world.desk.look_behind(name)
        assert MARK in str(found), "the audit view, on the record, is the one place"
        assert seq == head(world.desk)


@WHAT
def test_what_is_withdrawn_waits_in_no_queue_and_is_in_no_count(world: World) -> None:
    desk = world.desk
    gone = {*world.marked, *names_of_segments(desk)}
    for queue in Queue:
        assert not {key.split("/")[0] for key in desk.queue_keys(queue)} & gone, queue
    counts = {count.queue: count.count for count in desk.overview().queues}
    assert counts == {queue: len(desk.queue_keys(queue)) for queue in counts}
    assert desk.overview().items == len(desk.item_keys())
    assert desk.overview().segments == len(desk.segments())


def test_the_same_words_from_another_writer_wait_for_a_person_and_reach_no_agent(
    tmp_path: Path, clock: StillClock
) -> None:
    world = a_world(tmp_path, clock, "a captured item")
    receipt = world.desk.intake.capture({"text": FACT, "kind": "knowledge", "source": "somebody else"})
    assert (receipt.review, Flag.WORDS_WITHDRAWN in receipt.findings) == (Review.NEEDED, True)
    both(world.desk)
    assert world.desk.item(str(receipt.id)).row.place == "archived"
    assert MARK not in str(world.desk.intake.page("index"))
    assert MARK not in "\n".join(world.desk.intake.index_page())
    world.desk.close()


@WHAT
def test_an_import_that_repeats_the_words_elsewhere_gives_agents_nothing(world: World) -> None:
    """A copy under another name is not what was withdrawn, but neither is it current: a person has to look first."""
    under_another_name(world)
    both(world.desk)
    for page in ("index", "topics", "conventions", *(f"topics/{topic.id}" for topic in world.desk.topics())):
        assert MARK not in str(world.desk.intake.page(page)), page
    assert MARK not in "\n".join(world.desk.intake.index_page())


# what comes of it


@pytest.mark.parametrize("verb", ["merge", "correct"])
@pytest.mark.parametrize("undone", [False, True], ids=["standing", "undone before"])
def test_what_a_person_made_of_it_goes_with_it_also_where_that_was_undone(desk: Desk, verb: str, undone: bool) -> None:
    one, other = an_item(desk, text=FACT), an_item(desk, text="Cold is fine.")
    targets = (one, other) if verb == "merge" else (one,)
    plan = act(desk, verb, *targets, text=f"The {MARK} stays cold.").plan
    if undone:
        desk.undo(plan)
    withdraw(desk, one)
    nowhere(desk, MARK, every_past=True)
    assert other in desk.item_keys()
    sound(desk)


def test_what_a_distiller_made_of_it_goes_with_it(desk: Desk, tmp_path: Path) -> None:
    texts = (f"Retries of {MARK} are safe.", "Retries at night are safe.")
    one, other = (send(desk, text) for text in texts)
    desk.intake.archive()
    asked = {"op": "distil", "from": [f"${text}" for text in texts], "text": f"Retries of {MARK} at night are safe."}
    [new] = desk.intake.distill(distiller=that_says(tmp_path, asked)).added
    withdraw(desk, one)
    assert new not in desk.item_keys()
    nowhere(desk, MARK, every_past=True)
    assert other in desk.item_keys()
    act(desk, "split", other)
    assert not desk.item(other).row.cooled, "what was folded away with it can stand by itself again"
    sound(desk)


def test_a_topic_of_a_withdrawn_run_goes_with_it_also_where_a_later_run_renamed_it(desk: Desk, tmp_path: Path) -> None:
    page = "---\ntitle: {0}\ntriggers:\n  - pier\n---\n\n# {0}\n"
    one = put(tmp_path / "home", {"memory/topics/notes.md": page.format(f"All of {MARK}")})
    first = str(desk.import_memory(one).run)
    put(one, {"memory/topics/notes.md": page.format("Harbour")})
    desk.import_memory(one)
    withdraw(desk, first)
    nowhere(desk, MARK, every_past=True)
    sound(desk)


@pytest.mark.parametrize("by", ["segment", "first block"])
def test_a_topic_goes_with_its_page_and_what_lies_under_it_stays(desk: Desk, tmp_path: Path, by: str) -> None:
    page = f"---\ntitle: All of {MARK}\nlayer: warm\ntriggers:\n  - harbour {MARK}\n---\n\n# Harbour\n"
    put(tmp_path / "home", {"memory/topics/notes.md": page})
    desk.import_memory(tmp_path / "home")
    [topic], [segment] = desk.topics(), desk.segments()
    act(desk, "retitle", topic.id, title=f"Still of {MARK}")
    act(desk, "retitle", topic.id, title="Harbour")
    under = an_item(desk, text="the pier is long", topic=topic.id)
    assert [one.id for one in desk.recalling.recall(f"what of harbour {MARK}").topics] == [topic.id]
    control = withdraw(desk, segment.id if by == "segment" else f"{segment.id}/1")
    nowhere(desk, MARK, "Harbour", every_past=True)
    assert (desk.topics(), desk.recalling.recall(f"what of harbour {MARK}").topics) == ((), ())
    assert under in desk.item_keys()
    with pytest.raises(Refusal):
        act(desk, "trigger", topic.id, triggers="pier")
    sound(desk)
    reinstate(desk, control)
    assert [(one.id, one.title) for one in desk.topics()] == [(topic.id, "Harbour")]


def test_a_topic_whose_page_stands_stays_where_that_of_another_is_withdrawn(desk: Desk, tmp_path: Path) -> None:
    page = "---\ntitle: {0}\ntriggers:\n  - {0}\n---\n\n# {0}\n"
    put(tmp_path / "home", {f"memory/topics/{name}.md": page.format(name) for name in ("pier", "gate")})
    desk.import_memory(tmp_path / "home")
    withdraw(desk, next(one.id for one in desk.segments() if one.path == "topics/gate.md"))
    assert [one.title for one in desk.topics()] == ["pier"]


def test_the_block_before_and_the_one_behind_are_shown_without_it(desk: Desk, tmp_path: Path) -> None:
    root = put(tmp_path / "home", {"memory/archive/2026-05-11.md": f"# Day\n\n- before\n- {FACT}\n- behind\n"})
    desk.import_memory(root)
    [segment] = desk.segments()
    block = next(one for one in desk.blocks(segment.id) if MARK in one.text)
    withdraw(desk, block.id)
    nowhere(desk, MARK, every_past=True)
    assert [one.text[-9:].strip("- \n") for one in desk.blocks(segment.id)][-2:] == ["before", "behind"]
    assert MARK.encode() not in (desk.segment_bytes(segment.id) or b"")
    sound(desk)


def test_a_note_about_it_is_not_shown_and_a_decision_that_was_staged_about_it_cannot_be_applied(desk: Desk) -> None:
    one = an_item(desk, text=FACT, status="pending-cleanup")
    act(desk, "keep", one, note=f"about the {MARK}")
    desk.stage("cool", [one], reason=Reason.OTHER, seen=[shown_of(desk, one)], shown=Shown.OPENED)
    withdraw(desk, one)
    nowhere(desk, MARK, every_past=True)
    assert not desk.plan().ready


@WHAT
def test_the_commands_show_none_of_it_either(world: World) -> None:
    """What a terminal gets, byte for byte: lists, search, log, show, status, verify, each also as JSON."""
    path, desk = str(world.desk.path), world.desk
    plan, mine = world.decided, world.marked[0]
    queues = (
        "items",
        "inbox",
        "pending",
        "stale",
        "undistilled",
        "topics",
        "archive",
        "plans",
        "withdrawals",
        "suggested",
    )
    ids = [mine, plan, world.control, *names_of_segments(desk)[:1]]
    commands = [
        *(["list", queue] for queue in queues),
        *(["show", name] for name in ids),
        *(["show", str(seq)] for seq in range(world.before - 4, head(desk) + 1)),
        ["search", MARK],
        ["search", "kept cold"],
        ["log"],
        ["log", "--text", MARK],
        ["log", "--subject", mine],
        ["status"],
        ["verify", "--replay"],
        ["list", "items", "--at-seq", str(world.before)],
        ["list", "items", "--filter", "cold"],
    ]
    script = (
        "from tests.tui.cli import run; import json, sys\n"
        "print(json.dumps([run(*words) for words in json.load(sys.stdin)]))"
    )
    process = start(script)
    given = [["--store", path, *form, *words] for words in commands for form in ([], ["--json"])]
    out, err = process.communicate(json.dumps(given), timeout=120)
    assert process.returncode == 0, err
    for words, (code, said, complained) in zip(given, json.loads(out), strict=True):
        searched = " ".join(words[2:])
        assert code in (0, 1, 2, 3, 4, 5), (searched, complained)
        echoed = said.replace(f"“{MARK}”", "").replace(f'"{MARK}"', "") if MARK in searched else said
        assert MARK not in echoed, searched
        assert MARK not in complained or MARK in searched, searched
    done = spawn("--store", path, "search", MARK, cwd=world.folder)
    assert FACT not in done.out + done.err
