"""What a person is told about withdrawals: the way out of one, what comes back, which entries are about a block."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.views import LogFilter
from store.records.words import Action, ControlAction, Reason, Shown
from tests.clock import StillClock
from tests.governance.builders import a_desk
from tests.governance.forgetting.scopes import act, reinstate, shown_of, withdraw
from tests.governance.forgetting.worlds import FACT, memory
from tests.governance.intake.memories import put
from tests.governance.intake.passes.passing import both, send


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return a_desk(tmp_path, StillClock())


def three(desk: Desk) -> tuple[str, str, str]:
    """Three items that were distilled."""
    names = tuple(send(desk, text) for text in ("The gate opens.", "The crane is slow.", "The tide was late."))
    both(desk)
    return names  # type: ignore[return-value]


def hints(desk: Desk, name: str) -> list[str]:
    """What is said of an item that is withdrawn, where it is shown and where it is decided about."""
    told = []
    for tried in (lambda: desk.item(name), lambda: desk.offers([name])):
        with pytest.raises(Refusal) as refused:
            tried()
        told.append(refused.value.hint or "")
    return told


def test_a_merged_item_that_is_refused_names_what_can_be_split_off(desk: Desk) -> None:
    one, other, third = three(desk)
    act(desk, "merge", one, other, text="Both.", reason=Reason.DUPLICATE)
    (merged,) = set(desk.item_keys()) - {one, other, third}
    withdraw(desk, one)
    assert all(f"`memdesk decide split {other}`" in hint for hint in hints(desk, merged))
    assert not any("split" in hint for hint in hints(desk, one)), "it is what was withdrawn"
    act(desk, "split", other)
    assert not any("split" in hint for hint in hints(desk, merged)), "it stands by itself already"


def test_scopes_that_are_given_back_together_free_what_each_alone_would_not(desk: Desk) -> None:
    one, other, third = three(desk)
    source = desk.item(one).words
    assert source is not None
    first, second = withdraw(desk, one, other), withdraw(desk, *desk.forgetting.named(sources=[str(source.source)]))
    alone = desk.forgetting.regained(first)
    assert (alone.items, alone.by) == (0, (second,))
    both_ = desk.forgetting.regained(first, second)
    assert (both_.items, both_.stays, both_.by) == (3, 0, ())
    reinstate(desk, first)
    reinstate(desk, second)
    assert {one, other, third} <= set(desk.item_keys())


@pytest.mark.parametrize("note", [None, "", "  "])
def test_the_reason_other_asks_for_a_note_where_influence_is_taken_or_given_back(desk: Desk, note: str | None) -> None:
    one, other, _ = three(desk)
    control, before = withdraw(desk, other), desk.pulse()[1]
    why = {"reason": Reason.OTHER, "note": note, "shown": Shown.OPENED}
    for tried in (
        lambda: desk.decide("withdraw", [one], {}, seen=[shown_of(desk, one)], **why),  # type: ignore[arg-type]
        lambda: desk.stage("reinstate", [control], {}, seen=[shown_of(desk, control)], **why),  # type: ignore[arg-type]
        lambda: desk.forgetting.propose(ControlAction.WITHDRAW, [one], Reason.OTHER, note),
    ):
        with pytest.raises(Refusal, match="asks for a note") as refused:
            tried()
        assert refused.value.kind is RefusalKind.BAD_INPUT
    assert desk.pulse()[1] == before
    assert act(desk, "stale", one).decisions == 1, "other verbs ask for none"


def test_the_entries_about_a_block_are_found_by_its_name_and_name_it(desk: Desk, tmp_path: Path) -> None:
    desk.import_memory(put(tmp_path / "home", memory("The crane is heavy.", archived=FACT)))
    (segment,) = (one.id for one in desk.segments() if one.path == "archive/2026-05-11.md")
    block, other = f"{segment}/1", f"{segment}/2"
    act(desk, "resolve", other, reason=Reason.NOTHING_TO_DISTIL)
    control = withdraw(desk, block)

    def about(name: str) -> list[tuple[Action, tuple[str, ...]]]:
        return [(row.action, row.about) for row in desk.log_rows(desk.log_keys(LogFilter(subject=name)))]

    assert about(block) == [(Action.ARCHIVE, (segment,)), (Action.WITHDRAW, (control, block))]
    assert about(other) == [(Action.ARCHIVE, (segment,)), (Action.AUTODREAM_SKIP, (other,))]
    assert about(f"{segment}/9") == []
    whole = [row.subjects for row in desk.log_rows(desk.log_keys(LogFilter(subject=segment)))]
    assert all(segment in subjects for subjects in whole), "the header names the segment"
    assert len(whole) == 4


def test_captures_that_are_withdrawn_are_not_counted_as_new(desk: Desk) -> None:
    desk.mark_seen()
    one, _, _ = three(desk)
    assert desk.overview().new_captures == 3
    control = withdraw(desk, one)
    assert desk.overview().new_captures == 2
    reinstate(desk, control)
    assert desk.overview().new_captures == 3


def test_an_import_is_listed_with_what_it_brought_and_by_what_it_is_withdrawn(desk: Desk, tmp_path: Path) -> None:
    for name in ("one", "two"):
        desk.import_memory(put(tmp_path / name, memory(f"The {name} is wet.", archived=f"{name} left")))
    later, first = desk.runs()
    assert first.root is not None
    assert first.root.endswith("one/memory")
    assert (first.items, first.files, len(first.segments), first.withdrawn_by) == (2, 3, 3, ())
    assert desk.show(first.id) == first
    control = withdraw(desk, first.id)
    assert desk.runs()[1].withdrawn_by == (control,)
    assert desk.runs()[1].items == 0
    assert desk.at(desk.pulse()[1] - 2).runs()[0].id == later.id
