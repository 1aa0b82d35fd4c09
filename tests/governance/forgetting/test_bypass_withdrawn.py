"""Whoever has no authority over a scope takes nothing out of influence and brings nothing back; their wish waits."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.errors import Broken
from store.records.controls import ControlAction, ControlState, Selectors
from store.records.entry import Draft
from store.records.words import Action, Assurance, PrincipalKind, Queue, Reason
from tests.clock import StillClock
from tests.governance.builders import beside, head, rows, untouched
from tests.governance.bypassing import appended
from tests.governance.forgetting.gazing import MARK, nowhere
from tests.governance.forgetting.scopes import WHY, act, excluded, reinstate, withdraw
from tests.governance.intake.passes.passing import send
from tests.governance.signed import (
    a_key,
    a_maintainer,
    a_person,
    a_service,
    a_signed_desk,
    alarms,
    an_item,
    fault,
    findings,
    forge,
    grant,
    signed,
    signer,
    with_token,
)

FACT = f"The {MARK} is kept cold."


class Scene(NamedTuple):
    """A store with keys: one item that is withdrawn, one that is not, and what names them."""

    desk: Desk
    gone: str
    kept: str
    control: str


@pytest.fixture
def scene(tmp_path: Path, clock: StillClock) -> Iterator[Scene]:
    with a_signed_desk(tmp_path, clock) as desk:
        gone, kept = an_item(desk, text=FACT), an_item(desk, text="The tide was late.")
        control = signed(desk, lambda: withdraw(desk, gone))
        yield Scene(desk, gone, kept, control)


def an_agent(desk: Desk) -> Desk:
    """An agent that may read what is kept."""
    desk.intake.archive()
    desk.intake.distill()
    _, token = signed(desk, lambda: desk.authorize.connect("codex", PrincipalKind.AGENT))
    return with_token(desk, token)


def a_claimed(desk: Desk) -> Desk:
    return beside(desk, "mira", Assurance.CLAIMED)


def a_stranger(desk: Desk) -> Desk:
    """Somebody enrolled who was granted nothing."""
    return a_person(desk, "ines")


def a_keeper(desk: Desk) -> Desk:
    """A maintainer who may do other things, not this."""
    return a_maintainer(desk, "jun", "keep", "stale", "defer")


def a_lodger(desk: Desk) -> Desk:
    """A maintainer who may withdraw what belongs to a project that this is not of."""
    return a_maintainer(desk, "kim", "withdraw", "reinstate", terms=("project=birch",))


def a_cron(desk: Desk) -> Desk:
    made, who = a_service(desk)
    grant(desk, who, "defer", constitutional=True, expires=desk.now() + 86_400_000_000, count=5)
    return made


OTHERS: tuple[Callable[[Desk], Desk], ...] = (an_agent, a_claimed, a_stranger, a_keeper, a_lodger, a_cron)
WHO = pytest.mark.parametrize("who", OTHERS, ids=lambda who: who.__name__)


def theirs(desk: Desk, act: Callable[[], Any]) -> Any:
    """What somebody does, with their key in the hand where they have one."""
    try:
        return signed(desk, act)
    except (IndexError, KeyError):
        return act()


# deciding


@WHO
@pytest.mark.parametrize("asks", ["withdraw", "reinstate", "undo"])
def test_whoever_may_not_decides_neither_a_withdrawal_nor_its_end(
    scene: Scene, who: Callable[[Desk], Desk], asks: str
) -> None:
    plan = next(plan.plan for plan in scene.desk.plans() if "withdraw" in plan.verbs)
    with who(scene.desk) as other:
        before, gone = untouched(scene.desk), excluded(scene.desk)
        acts: dict[str, Callable[[], Any]] = {
            "withdraw": lambda: act(other, "withdraw", scene.kept, reason=WHY),
            "reinstate": lambda: act(other, "reinstate", scene.control, reason=Reason.USABLE_AGAIN),
            "undo": lambda: other.undo(plan),
        }
        with pytest.raises(Refusal) as refused:
            theirs(other, acts[asks])
    assert refused.value.kind is RefusalKind.NOT_ALLOWED, refused.value
    assert (untouched(scene.desk), excluded(scene.desk)) == (before, gone)
    nowhere(scene.desk, MARK)


@WHO
def test_what_they_ask_for_instead_waits_and_does_nothing(scene: Scene, who: Callable[[Desk], Desk]) -> None:
    with who(scene.desk) as other:
        state, gone = rows(scene.desk), excluded(scene.desk)
        assert not other.forgetting.may_decide("withdraw", [scene.kept])
        assert not other.forgetting.may_decide("reinstate", [scene.control])
        one = other.forgetting.propose(ControlAction.WITHDRAW, [scene.kept], WHY)
        two = other.forgetting.propose(ControlAction.REINSTATE, [scene.gone], Reason.USABLE_AGAIN)
        assert other.forgetting.propose(ControlAction.WITHDRAW, [scene.kept], WHY) == one, "asked twice is asked once"
    assert (rows(scene.desk), excluded(scene.desk)) == (state, gone)
    assert set(scene.desk.queue_keys(Queue.WITHDRAWALS)) == {one, two}
    assert scene.kept in scene.desk.item_keys()
    nowhere(scene.desk, MARK)
    assert findings(scene.desk, replay=True) == []
    signed(scene.desk, lambda: act(scene.desk, "decline", one, two, reason=Reason.NEEDED))
    assert scene.desk.queue_keys(Queue.WITHDRAWALS) == ()
    assert (rows(scene.desk), excluded(scene.desk)) == (state, gone)


def test_an_owner_who_follows_a_proposal_decides_it_under_their_own_name(scene: Scene) -> None:
    with an_agent(scene.desk) as agent:
        asked = agent.forgetting.propose(ControlAction.WITHDRAW, [scene.kept], WHY)
    applied = signed(scene.desk, lambda: act(scene.desk, "withdraw", asked, reason=Reason.OWNER_REQUEST))
    assert scene.kept in excluded(scene.desk)
    scope = scene.desk.forgetting.scope(asked)
    assert [(one.state, one.who, one.assurance) for one in scope.events] == [
        (ControlState.FOLLOWED, "codex", Assurance.TOKEN),
        (ControlState.DECIDED, "mira", Assurance.SIGNED),
    ]
    assert fault(scene.desk, applied.plan) is None
    assert findings(scene.desk, replay=True) == []


def test_a_maintainer_with_a_grant_over_it_decides(scene: Scene) -> None:
    with a_maintainer(scene.desk, "ines", "withdraw", "reinstate") as ines:
        assert ines.forgetting.may_decide("withdraw", [scene.kept])
        control = signed(ines, lambda: withdraw(ines, scene.kept))
        signed(ines, lambda: reinstate(ines, control))
    assert findings(scene.desk, replay=True) == []
    assert scene.kept in scene.desk.item_keys()


def test_what_a_withdrawal_takes_along_is_within_the_grant_of_who_decides_it(scene: Scene) -> None:
    """A grant over a project does not reach what lies outside of it, also not by way of what was made of it."""
    desk = scene.desk
    inside = an_item(desk, text="of birch", words={"project": "birch"})
    with a_lodger(desk) as kim:
        signed(kim, lambda: withdraw(kim, inside))
        with pytest.raises(Refusal) as refused:
            signed(kim, lambda: withdraw(kim, inside, scene.kept))
        assert refused.value.kind in (RefusalKind.NOT_ALLOWED, RefusalKind.RULE)
        segment = send(desk, "archived for all"), desk.intake.archive().segments[0]
        with pytest.raises(Refusal) as refused:
            signed(kim, lambda: withdraw(kim, segment[1]))
        assert refused.value.kind is RefusalKind.NOT_ALLOWED
    assert segment[0] in desk.item_keys()


def test_somebody_without_a_right_to_look_behind_is_shown_nothing_by_the_audit_view(scene: Scene) -> None:
    for who in (an_agent, a_claimed):
        with who(scene.desk) as other, pytest.raises(Refusal) as refused:
            other.look_behind(scene.gone)
        assert refused.value.kind is RefusalKind.NOT_ALLOWED


def test_an_agents_desk_shows_no_word_of_it(scene: Scene) -> None:
    with an_agent(scene.desk) as agent:
        told = [agent.intake.page(page) for page in ("index", "topics", "conventions", "quarantine")]
        assert MARK not in str([*told, agent.intake.items()])
        assert agent.recalling.search(MARK).groups == ()
        with pytest.raises(Refusal, match=f"There is no {scene.gone}"):
            agent.recalling.record(scene.gone)


# around the desk


def a_control_entry(*terms: str, action: str = "withdraw", supersedes: str | None = None, **told: Any) -> Draft:
    made = Action.WITHDRAW if action == "withdraw" else Action.REINSTATE
    control = {"action": action, "scope": Selectors.of(terms).to_json(), "supersedes": supersedes}
    return Draft(made, ("memwd-2026-06-01-050", *terms), {"control": control, "state": "decided", **told})


FORGED: dict[str, Callable[[Scene], Sequence[Draft]]] = {
    "a withdrawal": lambda s: [a_control_entry(s.kept)],
    "a reinstatement": lambda s: [a_control_entry(s.gone, action="reinstate", supersedes=s.control)],
    "a withdrawal with a reason and a verb": lambda s: [a_control_entry(s.kept, verb="withdraw", reason="abandoned")],
    "a withdrawal that calls itself carried": lambda s: [a_control_entry(s.kept, state="carried")],
    "one that says an import carried it that was never open": lambda s: [
        a_control_entry(s.kept, state="carried", run="run-2026-06-01-900")
    ],
    "a carried reinstatement": lambda s: [
        a_control_entry(s.gone, action="reinstate", supersedes=s.control, state="carried")
    ],
    "a proposal that settles others": lambda s: [
        a_control_entry(s.gone, action="reinstate", supersedes=s.control, state="proposed", settles=[s.control])
    ],
    "a proposal with further effects": lambda s: [a_control_entry(s.kept, state="proposed", set={"status": "stale"})],
    "a proposal that is taken as decided": lambda s: [
        a_control_entry(s.kept, state="proposed"),
        Draft(Action.REVIEW, ("memwd-2026-06-01-050",), {"set": {"state": "decided"}}),
    ],
    "a withdrawal that is declined afterwards": lambda s: [
        Draft(Action.REVIEW, (s.control,), {"set": {"state": "declined"}})
    ],
    "an action that does the other thing": lambda s: [
        a_control_entry(s.gone, action="reinstate", supersedes=s.control)._replace(action=Action.WITHDRAW)
    ],
    "a withdrawal that also clears a status": lambda s: [a_control_entry(s.kept, set={"status": "active"})],
    "a source that takes along what does not name it": lambda s: [
        Draft(Action.SOURCE, ("src-0050", s.kept), {}, {"v": 1, "name": "nobody says so"})
    ],
    "an unlinking that lets it go": lambda s: [Draft(Action.REVIEW, (s.gone,), {"unlink": [["derived-from", s.kept]]})],
}


@pytest.mark.parametrize("what", FORGED)
def test_verify_finds_what_was_appended_around_the_desk(scene: Scene, what: str) -> None:
    """Whoever can write the file can append entries with a correct chain: the check says that nobody decided them."""
    before = head(scene.desk)
    try:
        entries = appended(scene.desk, *FORGED[what](scene))
    except Broken:  # a shape that the store itself refuses never stands
        assert head(scene.desk) == before
        return
    found = findings(scene.desk, replay=True)
    assert any(str(entry.seq) in sentence for entry in entries for sentence in found), found


@pytest.mark.parametrize("what", ["a withdrawal", "a reinstatement"])
def test_and_the_desk_raises_an_alarm(scene: Scene, what: str) -> None:
    appended(scene.desk, *FORGED[what](scene))
    assert "forged" in alarms(scene.desk)


@pytest.mark.parametrize("asks", ["withdraw", "reinstate"])
def test_a_plan_that_was_slipped_in_unsigned_is_worth_nothing(scene: Scene, asks: str) -> None:
    target, term = (scene.kept, scene.kept) if asks == "withdraw" else (scene.control, scene.gone)
    draft = a_control_entry(term, action=asks, supersedes=None if asks == "withdraw" else scene.control)
    plan = forge(scene.desk, asks, [target], draft._replace(subjects=("new:1", term)))
    assert fault(scene.desk, plan) is not None
    assert findings(scene.desk) != []


def test_a_signed_plan_withdraws_nothing_but_what_its_decision_names(scene: Scene) -> None:
    key = signer(a_key(scene.desk.path.parent, "owner"))
    for terms in ((scene.kept,), (scene.gone, scene.kept)):
        draft = a_control_entry(*terms)._replace(subjects=("new:1", *terms))
        plan = forge(scene.desk, "withdraw", [scene.gone], draft, signers=[key])
        assert fault(scene.desk, plan) is not None


BARE = (
    "UPDATE items SET withdrawn = 0",
    "UPDATE items SET withdrawn = 1",
    "DELETE FROM excluded",
    "UPDATE excluded SET to_seq = (SELECT max(seq) FROM log), entry_seq = (SELECT max(seq) FROM log)",
    "DELETE FROM controls",
    "UPDATE controls SET state = 'declined'",
    "DELETE FROM scopes",
    "UPDATE scopes SET excluded = 0",
    "UPDATE log SET action = 'audit' WHERE action = 'withdraw'",
    "DELETE FROM log WHERE action = 'withdraw'",
)


@pytest.mark.parametrize("sql", BARE)
def test_plain_sqlite_brings_nothing_back(scene: Scene, sql: str) -> None:
    send(scene.desk, "the head is another entry by now")
    before = excluded(scene.desk)
    with (
        closing(sqlite3.connect(scene.desk.path, isolation_level=None)) as conn,
        pytest.raises(sqlite3.IntegrityError, match="memdesk"),
    ):
        conn.execute(sql)
    assert excluded(scene.desk) == before
    nowhere(scene.desk, MARK)
