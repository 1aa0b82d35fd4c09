"""What goes on after a withdrawal: imports, passes, captures, decisions, each of which could bring something back."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from contextlib import suppress

import pytest

from governance.desk import Desk
from governance.errors import Refusal
from governance.verbs import VERBS
from store.records.words import Flag, Review, Shown
from tests.governance.builders import head
from tests.governance.forgetting.gazing import MARK, leaks
from tests.governance.forgetting.scopes import act, reinstate, withdraw
from tests.governance.forgetting.worlds import FACT, HELD, WIKI, World
from tests.governance.intake.memories import put
from tests.governance.intake.outside.scripts import a_program
from tests.governance.intake.passes.passing import both, send


def the_same_file_again(world: World) -> None:
    """The folder is imported once more."""
    if (world.folder / "home").exists():
        world.desk.import_memory(world.folder / "home")


def changed_around_it(world: World) -> None:
    """The same files, with lines before and behind."""
    home = world.folder / "home"
    if not home.exists():
        return
    inbox, day = home / "memory/memory.md", home / "memory/archive/2026-05-11.md"
    first = "- [2026-05-12] [mem-2026-05-12-009] (knowledge) Cranes are tall. Source: seen.\n"
    inbox.write_text(inbox.read_text().replace("# Memory\n\n", f"# Memory\n\n{first}") + first.replace("009", "010"))
    day.write_text(day.read_text().replace("## Morning\n\n", "## Dawn\n\n- a gull\n") + "- the fog came\n")
    world.desk.import_memory(home)


def moved_elsewhere(world: World) -> None:
    """The same folder at another place."""
    if (world.folder / "home").exists():
        shutil.copytree(world.folder / "home", world.folder / "elsewhere/deep")
        world.desk.import_memory(world.folder / "elsewhere/deep")


def moved_deeper(world: World) -> None:
    """The same folder below another one, so that every path is spelled anew."""
    if (world.folder / "home").exists():
        shutil.copytree(world.folder / "home", world.folder / "below/deep")
        world.desk.import_memory(world.folder / "below")


def under_another_name(world: World) -> None:
    """The same words in other files."""
    files: dict[str, str | bytes] = {
        "memory/archive/2026-05-13.md": f"# Day\n\n- {FACT}\n- the ferry came back\n",
        "memory/topics/more.md": "# More\n\n## Facts\n\n"
        f"- [2026-05-11] {FACT}\n  - kind: knowledge\n  - Source: {WIKI}\n",
    }
    world.desk.import_memory(put(world.folder / "other", files))


def passes(world: World) -> None:
    """What is archived is distilled, old and new."""
    both(world.desk)
    world.desk.import_memory(put(world.folder / "new", {"memory/archive/2026-06-02.md": "# Day\n\n- a new day\n"}))
    both(world.desk)


def a_distiller(world: World) -> None:
    """It hears nothing of what is withdrawn, and whatever it proposes about it is refused."""
    desk, heard = world.desk, world.folder / "heard"
    more = [send(desk, text) for text in ("Cold keeps at night.", "Keep it cold at night.")]
    desk.intake.archive()
    asked = [
        {"op": "distil", "from": [world.marked[0], more[0]], "text": "Cold keeps at night."},
        {"op": "duplicate", "items": [world.marked[0], more[1]]},
        {"op": "add", "capture": world.marked[0]},
        {"op": "refute", "capture": more[0], "item": world.marked[0]},
        {"op": "cool", "item": world.marked[0]},
    ]
    code = (
        f"import sys\nfrom pathlib import Path\nPath({str(heard)!r}).write_text(sys.stdin.read())\n"
        f"print({json.dumps(json.dumps({'operations': asked}))})"
    )
    report = desk.intake.distill(distiller=a_program(world.folder, code))
    assert MARK not in heard.read_text()
    assert len(report.refused) == len(asked)
    assert MARK not in str(report)


def the_capture_again(world: World) -> None:
    """A retry is known; words that only an import held come as a capture of their own, and wait for a person."""
    for _ in range(2):
        receipt = world.desk.intake.capture(HELD)
        assert MARK not in str(receipt)
        if receipt.came == "captured" and str(receipt.id) in world.desk.item_keys():
            assert (receipt.review, Flag.WORDS_WITHDRAWN in receipt.findings) == (Review.NEEDED, True)
            act(world.desk, "refuse", str(receipt.id))
            withdraw(world.desk, str(receipt.id))
    both(world.desk)


def merged_into_another(world: World) -> None:
    """A person would fold it into something else."""
    for verb, names in (("merge", (world.marked[0], world.plain)), ("merge", (world.plain, world.marked[0]))):
        with pytest.raises(Refusal) as refused:
            act(world.desk, verb, *names, text="Both at once.")
        assert MARK not in refused.value.sentence


def every_verb_about_it(world: World) -> None:
    """Nothing is decided about it."""
    before = head(world.desk)
    for verb in VERBS.values():
        for name in (world.marked[0], *[f"{segment}/1" for segment in names_of_segments(world.desk)[:1]]):
            args = dict.fromkeys(verb.needs, "knowledge")
            with pytest.raises(Refusal) as refused:
                world.desk.decide(verb.name, [name], args, reason=verb.reasons[0], seen=["0" * 16], shown=Shown.OPENED)
            assert MARK not in f"{refused.value.sentence} {refused.value.hint}"
    assert head(world.desk) == before


def names_of_segments(desk: Desk) -> list[str]:
    """The segments that hold a block which is withdrawn."""
    sql = "SELECT DISTINCT segment FROM blocks WHERE withdrawn = 1"
    with desk.store.reading() as conn:
        return [row[0] for row in conn.execute(sql)]


def a_topic_of_it(world: World) -> None:
    """A topic is made from what is there, and a capture beside it names one."""
    world.desk.import_memory(
        put(world.folder / "topics", {"memory/topics/cold.md": "---\ntriggers:\n  - cold\n---\n# Cold\n"})
    )
    topic = next(one.id for one in world.desk.topics() if "Cold" in (one.title or one.file) or "cold" in one.file)
    send(world.desk, "Cold is a topic.", topic="Cold")
    both(world.desk)
    with suppress(Refusal):
        act(world.desk, "retag", world.marked[0], kind="knowledge", topic=topic)
    assert MARK not in str(world.desk.intake.page(f"topics/{topic}"))


def the_index_is_made_anew(world: World) -> None:
    """The index is navigation, made from what is there."""
    assert not [line for line in world.desk.intake.index_page() if MARK in line]
    world.desk.intake.distill()


def rebuilt(world: World) -> None:
    """Every table is made anew from the log."""
    world.desk.rebuild()


def an_older_plan_is_undone(world: World) -> None:
    """Undoing what was decided about it before either is refused or moves a row that stays hidden."""
    with suppress(Refusal):
        world.desk.undo(world.decided)


def overlapped_and_given_back(world: World) -> None:
    """Another scope over the same things comes and goes."""
    again = withdraw(world.desk, *extra(world))
    nowhere_now(world.desk)
    reinstate(world.desk, again)


def extra(world: World) -> tuple[str, ...]:
    """What overlaps."""
    return (world.plain,)


def nowhere_now(desk: Desk) -> None:
    """No path shows the word."""
    assert leaks(desk, MARK) == []


GOES_ON: tuple[Callable[[World], None], ...] = (
    the_same_file_again, changed_around_it, moved_elsewhere, moved_deeper, passes, a_distiller,
    the_capture_again, merged_into_another, every_verb_about_it, a_topic_of_it, the_index_is_made_anew, rebuilt,
    an_older_plan_is_undone, overlapped_and_given_back,
)  # fmt: skip
