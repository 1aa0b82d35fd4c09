"""A source gets its id with the decision or the proposal that names it, and with nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store import log
from store.commit import Snapshot
from store.decided import text_of
from store.records.entry import Draft
from store.records.words import Action, ControlAction, Reason, Shown
from tests.builders import Drafts
from tests.clock import StillClock
from tests.governance.builders import a_desk, did
from tests.governance.forgetting.scopes import act, reinstate, shown_of, withdraw
from tests.governance.intake.passes.passing import both, send
from tests.governance.signed import a_maintainer, a_signed_desk, fault, signed

WIKI, BOARD = "the old wiki", "the board"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A desk with two items of one source and one of another."""
    made = a_desk(tmp_path, StillClock())
    for text, source in (("The gate opens.", WIKI), ("The crane is slow.", WIKI), ("The tide was late.", BOARD)):
        send(made, text, source=source)
    both(made)
    return made


def head(desk: Desk) -> int:
    """The last entry."""
    return desk.pulse()[1]


def named(desk: Desk, *sources: str) -> tuple[str, ...]:
    """The sources, as a decision calls them."""
    return desk.forgetting.named(sources=sources)


def items_of(desk: Desk, source: str) -> list[str]:
    """The items that say they come from it."""
    return sorted(name for name in desk.item_keys() if (words := desk.item(name).words) and words.source == source)


def test_nothing_is_written_while_a_source_is_named_looked_at_and_previewed(desk: Desk) -> None:
    before = head(desk)
    (name,) = named(desk, WIKI)
    assert name == f"source:{WIKI}"
    assert desk.forgetting.would_reach([name]).items == 2
    assert desk.preview("withdraw", [name], reason=Reason.OTHER)[0].id == name
    assert desk.forgetting.seen(name) == shown_of(desk, name)
    assert desk.show(name).items == 2  # type: ignore[union-attr]
    desk.stage("withdraw", [name], {}, reason=Reason.ABANDONED, seen=[shown_of(desk, name)], shown=Shown.OPENED)
    desk.unstage()
    assert head(desk) == before


def test_the_id_comes_with_the_decision_and_the_signed_text_bears_no_words(desk: Desk) -> None:
    gone = items_of(desk, WIKI)
    applied = act(desk, "withdraw", *named(desk, WIKI))
    assert not set(gone) & set(desk.item_keys())
    with desk.store.reading() as conn:
        entries = list(log.entries(conn, applied.seq - 1))
        text = text_of(log.payload(conn, applied.seq))
    assert [entry.action for entry in entries] == [Action.DECISION, Action.SOURCE, Action.WITHDRAW]
    assert entries[1].subjects == ("src-0001", *gone)
    assert text["decisions"][0]["targets"] == ["new:1"]
    assert WIKI not in str(text)
    assert desk.decision(applied.plan).targets[0].target == "src-0001"
    assert desk.verify(replay=True).ok


def test_a_source_that_no_item_names_holds_back_what_comes_of_it_later(desk: Desk) -> None:
    withdraw(desk, *named(desk, "a page that nobody read"))
    late = send(desk, "Gulls like chips.", source="a page that nobody read")
    assert late not in desk.item_keys()


def test_several_sources_and_an_item_are_one_scope_and_come_back_as_one(desk: Desk) -> None:
    before = set(desk.item_keys())
    control = withdraw(desk, *named(desk, WIKI, BOARD))
    assert desk.forgetting.scope(control).source_or_run_refs == ("src-0001", "src-0002")
    assert not desk.item_keys()
    reinstate(desk, control)
    assert set(desk.item_keys()) == before
    assert named(desk, f" {WIKI} ") == ("src-0001",)
    assert desk.verify(replay=True).ok


def test_undoing_it_gives_the_items_back_and_the_source_keeps_its_id(desk: Desk) -> None:
    before = set(desk.item_keys())
    applied = act(desk, "withdraw", *named(desk, WIKI))
    desk.undo(applied.plan)
    assert set(desk.item_keys()) == before
    assert named(desk, WIKI) == ("src-0001",)
    assert desk.verify(replay=True).ok


def test_what_was_decided_beside_a_withdrawal_is_undone_once_that_is_given_back(desk: Desk) -> None:
    other = send(desk, "The lamp is green.", source="a log")
    both(desk)
    for verb, name in (("withdraw", *named(desk, WIKI)), ("stale", other)):
        seen, reason = [shown_of(desk, name)], Reason.ABANDONED if verb == "withdraw" else Reason.DUPLICATE
        desk.stage(verb, [name], {}, reason=reason, seen=seen, shown=Shown.OPENED)
    plan = desk.apply().plan
    with pytest.raises(Refusal, match="withdraws or reinstates beside other decisions") as refused:
        desk.undo(plan)
    control = refused.value.ids[1]
    assert f"memdesk reinstate {control}" in refused.value.hint
    reinstate(desk, control)
    before = set(desk.item_keys())
    desk.undo(plan)
    assert desk.item(other).row.status == "active"
    assert set(desk.item_keys()) == before
    assert desk.verify(replay=True).ok
    with pytest.raises(Refusal, match="was undone already"):
        desk.undo(plan)


def test_a_staged_withdrawal_is_refused_where_an_item_of_the_source_came_since(desk: Desk) -> None:
    (name,) = named(desk, WIKI)
    desk.stage("withdraw", [name], {}, reason=Reason.ABANDONED, seen=[shown_of(desk, name)], shown=Shown.OPENED)
    send(desk, "The pier is wet.", source=WIKI)
    with pytest.raises(Refusal) as refused:
        desk.apply()
    assert refused.value.kind is RefusalKind.MOVED
    desk.restage(desk.plan().staged[0].n)
    desk.apply()
    assert not items_of(desk, WIKI)


def test_what_the_same_plan_makes_of_the_source_goes_with_it(desk: Desk) -> None:
    (name,), (other,) = named(desk, WIKI), items_of(desk, BOARD)
    for ids, verb, args in (((name,), "withdraw", {}), ((other,), "source", {"source": WIKI})):
        seen = [shown_of(desk, one) for one in ids]
        desk.stage(verb, ids, args, reason=Reason.ABANDONED, seen=seen, shown=Shown.OPENED)
    desk.apply()
    assert not desk.item_keys()
    assert desk.verify(replay=True).ok


def test_what_the_same_plan_takes_off_the_source_was_of_it_when_it_was_decided(desk: Desk) -> None:
    (name,), moved = named(desk, WIKI), items_of(desk, WIKI)[0]
    for ids, verb, args in (((moved,), "source", {"source": "seen"}), ((name,), "withdraw", {})):
        seen = [shown_of(desk, one) for one in ids]
        desk.stage(verb, ids, args, reason=Reason.ABANDONED, seen=seen, shown=Shown.OPENED)
    desk.apply()
    assert desk.item_keys() == tuple(items_of(desk, BOARD))
    assert desk.verify(replay=True).ok


def test_a_proposal_brings_the_id_along_and_withdraws_nothing(desk: Desk) -> None:
    before = set(desk.item_keys())
    made = desk.forgetting.propose(ControlAction.WITHDRAW, named(desk, WIKI), Reason.ABANDONED)
    assert desk.forgetting.scope(made).source_or_run_refs == ("src-0001",)
    assert set(desk.item_keys()) == before
    assert desk.forgetting.would_reach(["src-0001"]).items == 2
    assert desk.forgetting.propose(ControlAction.WITHDRAW, named(desk, WIKI), Reason.ABANDONED) == made
    act(desk, "withdraw", made)
    assert not items_of(desk, WIKI)
    assert desk.verify(replay=True).ok


def test_a_credential_is_no_source_whoever_names_it(desk: Desk) -> None:
    secret = "AKIA" + "IOSFODNN7EXAMPLF"
    before = head(desk)
    for tried in (
        lambda: named(desk, secret),
        lambda: act(desk, "withdraw", f"source:{secret}"),
        lambda: desk.forgetting.propose(ControlAction.WITHDRAW, [f"source:{secret}"], Reason.ABANDONED),
        lambda: named(desk, "  "),
    ):
        with pytest.raises(Refusal) as refused:
            tried()
        assert secret not in refused.value.sentence
    assert head(desk) == before


def test_who_gives_a_source_the_words_of_another_is_found(desk: Desk) -> None:
    withdraw(desk, *named(desk, WIKI))
    (item,) = items_of(desk, BOARD)

    def build(_: Snapshot) -> Drafts:
        yield Draft(Action.SOURCE, ("src-0001", item), {}, {"v": 1, "name": BOARD})

    did(desk, build)
    assert any("the words of another source" in one.sentence for one in desk.verify().findings)


def test_who_gives_a_source_an_id_that_a_plan_is_not_about_is_found(desk: Desk) -> None:
    applied = act(desk, "stale", items_of(desk, BOARD)[0])

    def build(_: Snapshot) -> Drafts:
        effect = {"verb": "withdraw", "reason": "other", "shown": "listed"}
        yield Draft(Action.SOURCE, ("src-0009",), effect, {"v": 1, "name": WIKI}, refs=(applied.plan,))

    did(desk, build)
    assert not desk.verify().ok


def test_two_people_sign_for_a_source_and_it_gets_its_id_with_the_second(tmp_path: Path) -> None:
    with a_signed_desk(tmp_path, StillClock()) as desk, a_maintainer(desk, "ines", "withdraw") as ines:
        signed(desk, lambda: desk.authorize.set_policy({"two.withdraw": "yes"}))
        item = send(desk, "The gate opens.", source=WIKI)
        (name,) = named(desk, WIKI)
        before = head(desk)
        waiting = signed(desk, lambda: act(desk, "withdraw", name)).waiting
        assert waiting is not None
        (view,) = ines.requests()
        assert (view.ids, view.why_not, head(desk)) == ((name,), None, before)
        assert [(one.id, one.after) for one in view.changes] == [(name, "withdrawn")]
        applied = signed(ines, lambda: ines.cosign(waiting))
        assert fault(desk, applied.plan) is None
        assert item not in desk.item_keys()
        assert desk.verify(replay=True).ok
