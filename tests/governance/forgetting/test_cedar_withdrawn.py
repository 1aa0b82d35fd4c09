"""The acceptance cases of revocation (R) on Cedar's fixture, and of withdrawal (P§21), each with its record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store import log
from store.records.controls import ControlAction
from store.records.entry import Entry
from store.records.views import CaptureReceipt, ItemFilter
from store.records.words import Action, Fault, PrincipalKind, Queue, Reason, Shown, Status
from tests.governance.builders import head, item, rows, sound
from tests.governance.forgetting.gazing import leaks, nowhere
from tests.governance.forgetting.scopes import WHY, act, excluded, reinstate, withdraw
from tests.governance.intake.outside.scripts import that_says
from tests.governance.intake.passes.passing import both
from tests.governance.signed import with_token

ZONE = "kuiperzone"
FACT = f"Incident timestamps of Cedar use {ZONE}."
DOCUMENT = (
    f"# Cedar documentation fixture, revision 3.\n\nIncident timestamps use {ZONE}.\n\nThe pier is made of oak.\n"
)


class Cedar(NamedTuple):
    """Session A: a document was imported, and an agent whose token binds to the project captured a fact of it."""

    desk: Desk
    agent: Desk
    source: str
    """The block that holds the fact."""
    name: str

    def capture(self, text: str = FACT, **fields: Any) -> CaptureReceipt:
        return self.agent.intake.capture({"text": text, "source": self.source, "kind": "knowledge", **fields})

    def session(self, name: str = "drafter") -> Desk:
        """A further session: another agent of the project."""
        _, token = self.desk.authorize.connect(name, PrincipalKind.AGENT, projects=("cedar",))
        return with_token(self.desk, token)

    def record(self, control: str) -> dict[str, Any]:
        """The control record as its entry bears it."""
        seq = self.desk.forgetting.scope(control).events[-1].seq
        header = json.loads(self.desk.entry(seq).header)
        told: dict[str, Any] = header["effect"]["control"]
        return told | {"reason": header["effect"]["reason"], "decided_by": header["actor"], "at": header["at"]}


@pytest.fixture
def cedar(desk: Desk, tmp_path: Path) -> Iterator[Cedar]:
    file = tmp_path / "cedar" / "docs" / "cedar.md"
    file.parent.mkdir(parents=True)
    file.write_text(DOCUMENT)
    desk.import_memory(file.parents[1])
    [segment] = desk.segments()
    source = next(block.id for block in desk.blocks(segment.id) if ZONE in block.text)
    _, token = desk.authorize.connect("cedar-writer", PrincipalKind.AGENT, projects=("cedar",))
    with with_token(desk, token) as agent:
        receipt = agent.intake.capture({"text": FACT, "source": source, "kind": "knowledge", "client_ref": "job-7"})
        both(desk)
        yield Cedar(desk, agent, source, str(receipt.id))


def entries(desk: Desk, since: int) -> list[Entry]:
    with desk.store.reading() as conn:
        return [entry for seq in desk.log_keys(after=since) if (entry := log.entry(conn, seq))]


def topics_of(session: Desk) -> Any:
    page: Any = session.intake.page("topics")
    return page.topics


def read(session: Desk) -> str:
    """Everything that an agent reads at the start of a session."""
    pages = ["index", "topics", "conventions", *(f"topics/{one.id}" for one in topics_of(session))]
    return str([session.intake.page(page) for page in pages]) + "\n".join(session.intake.index_page())


# ML09: revoked before session B starts


def test_ml09_a_session_that_starts_after_a_withdrawal_retrieves_nothing_of_it(cedar: Cedar) -> None:
    with cedar.session("early") as early:
        assert FACT in read(early)
    control = withdraw(cedar.desk, cedar.name)
    with cedar.session("late") as late:
        assert ZONE not in read(late)
        assert late.recalling.search(ZONE).groups == ()
        with pytest.raises(Refusal) as refused:
            late.recalling.record(cedar.name)
        assert (refused.value.kind, refused.value.ids) == (RefusalKind.NOT_FOUND, (cedar.name,))
    with pytest.raises(Refusal) as refused:
        cedar.desk.item(cedar.name)
    assert (refused.value.kind, refused.value.ids) == (RefusalKind.RULE, (cedar.name, control))
    assert cedar.record(control) == {
        "action": "withdraw",
        "scope": {"memory_item_ids": [cedar.name]},
        "supersedes": None,
        "reason": WHY.value,
        "decided_by": "p-0001",
        "at": cedar.record(control)["at"],
    }


def test_ml09_its_allowed_source_can_still_be_read_and_asked_for_again(cedar: Cedar) -> None:
    """Withdrawn is what was concluded, not the document: rereading that is how session B finds out."""
    withdraw(cedar.desk, cedar.name)
    assert ZONE in cedar.desk.passage(cedar.source).text
    with cedar.session() as late:
        again = late.intake.capture({"text": f"It says {ZONE} for timestamps.", "source": cedar.source})
        assert again.came == "captured"


def test_ml09_withdrawing_the_source_leaves_no_claim_that_rests_on_it(cedar: Cedar) -> None:
    withdraw(cedar.desk, cedar.source)
    with cedar.session() as late:
        assert ZONE not in read(late)
        with pytest.raises(Refusal):
            cedar.desk.passage(cedar.source)
        receipt = late.intake.capture({"text": "Timestamps are as the document says.", "source": cedar.source})
        assert receipt.id not in cedar.desk.item_keys()
    nowhere(cedar.desk, ZONE)
    sound(cedar.desk)


# ML10: revoked after B assembled its context


def test_ml10_the_desk_names_the_open_tasks_whose_records_a_withdrawal_reaches(cedar: Cedar) -> None:
    with cedar.session() as late:
        task = late.intake.open_task("write the summary")
        step = late.intake.capture(
            {"text": f"Convert to {ZONE}.", "type": "working", "task": task, "source": cedar.source}
        )
    reach = cedar.desk.forgetting.would_reach([cedar.source])
    assert reach.tasks == (task,)
    assert (reach.items, reach.held) == (3, 1), "what was read from it, the fact, the working record that waits still"
    control = withdraw(cedar.desk, cedar.source)
    assert cedar.desk.forgetting.scope(control).reach.tasks == (task,)
    assert {cedar.name, str(step.id)} <= excluded(cedar.desk)


def test_ml10_useful_local_work_goes_on_and_whatever_is_of_consequence_is_decided_anew(cedar: Cedar) -> None:
    """What the agent works on stays its own and may be ended; a decision that was shown before is refused by name."""
    with cedar.session() as late:
        task = late.intake.open_task("write the summary")
        kept = late.intake.capture(
            {"text": "The summary has three parts.", "type": "working", "task": task, "source": "seen"}
        )
        shown = item(cedar.desk, cedar.name).seen
        control = withdraw(cedar.desk, cedar.name)
        with pytest.raises(Refusal) as refused:
            cedar.desk.decide("stale", [cedar.name], {}, reason=Reason.OTHER, seen=[shown], shown=Shown.OPENED)
        assert refused.value.ids == (cedar.name, control)
        rests = late.intake.capture({"text": "So all of it is converted.", "source": "seen", "inspired_by": cedar.name})
        assert (rests.came, rests.fault) == ("refused", Fault.WITHDRAWN)
        assert late.intake.close_task(task, "done") == (str(kept.id),)
    sound(cedar.desk)


def test_ml10_a_decision_staged_before_is_not_applied_after(cedar: Cedar) -> None:
    shown = item(cedar.desk, cedar.name).seen
    cedar.desk.stage("cool", [cedar.name], {}, reason=Reason.OTHER, seen=[shown], shown=Shown.LISTED)
    withdraw(cedar.desk, cedar.name)
    before = rows(cedar.desk)
    assert not cedar.desk.plan().ready
    with pytest.raises(Refusal, match="is withdrawn by"):
        cedar.desk.apply()
    assert rows(cedar.desk) == before


# ML11: a derived summary exists


def test_ml11_what_was_derived_is_withheld_with_its_parent_and_named(cedar: Cedar, tmp_path: Path) -> None:
    second = str(cedar.capture("Incident timestamps bear seconds.").id)
    third = str(cedar.capture(f"Timestamps of incidents use {ZONE} throughout.").id)
    cedar.desk.intake.archive()
    said = {
        "op": "distil",
        "from": ["$Incident timestamps bear seconds.", f"$Timestamps of incidents use {ZONE} throughout."],
        "text": f"Timestamps of incidents use {ZONE} throughout, with seconds.",
    }
    [summary] = cedar.desk.intake.distill(distiller=that_says(tmp_path, said)).added
    reach = cedar.desk.forgetting.would_reach([third])
    assert reach.derived == (summary,)
    control = withdraw(cedar.desk, third)
    shown = cedar.desk.forgetting.scope(control)
    assert shown.reach.derived == (summary,), "no claim that one key was all there was"
    assert shown.reach.given, "whoever was given the words may have kept them"
    assert cedar.desk.forgetting.excluders([summary]) == {summary: (control,)}
    with pytest.raises(Refusal, match="is withdrawn by"):
        cedar.desk.show(summary)
    assert second in cedar.desk.item_keys()
    sound(cedar.desk)


def test_ml11_files_that_hold_the_words_are_named_as_out_of_reach(cedar: Cedar) -> None:
    reach = cedar.desk.forgetting.would_reach([cedar.source.split("/")[0]])
    assert [path for path in reach.files if path.endswith("docs/cedar.md")]


@pytest.mark.parametrize("verb", ["merge", "correct"])
def test_ml11_what_a_person_made_of_it_is_withheld_and_can_be_split(cedar: Cedar, verb: str) -> None:
    other = str(cedar.capture("Timestamps have an offset.").id)
    both(cedar.desk)
    names = (cedar.name, other) if verb == "merge" else (cedar.name,)
    made = act(cedar.desk, verb, *names, text=f"Timestamps use {ZONE} with an offset.").ids
    new = next(name for name in made if name.startswith("mem-") and name not in (cedar.name, other))
    withdraw(cedar.desk, cedar.name)
    assert {cedar.name, new} <= excluded(cedar.desk)
    if verb == "merge":
        act(cedar.desk, "split", other)
        assert not item(cedar.desk, other).row.cooled
    assert other in cedar.desk.item_keys()
    sound(cedar.desk)


# ML12: a background writer retries


@pytest.mark.parametrize("again", ["the same reference", "the same words"])
def test_ml12_a_late_write_of_a_background_writer_resurrects_nothing(cedar: Cedar, again: str) -> None:
    control = withdraw(cedar.desk, cedar.name)
    before, state, gone = head(cedar.desk), rows(cedar.desk), excluded(cedar.desk)
    for _ in range(3):
        late = cedar.capture(client_ref="job-7") if again == "the same reference" else cedar.capture()
        assert (late.came, late.id) == ("known", cedar.name)
        assert "withdrawn" in late.sentence
        assert ZONE not in late.sentence
    assert (head(cedar.desk), rows(cedar.desk), excluded(cedar.desk)) == (before, state, gone)
    both(cedar.desk)
    assert cedar.desk.forgetting.excluders([cedar.name]) == {cedar.name: (control,)}
    assert cedar.name not in cedar.desk.item_keys()


def test_ml12_a_revision_that_a_writer_sends_later_is_held_with_what_it_rests_on(cedar: Cedar) -> None:
    withdraw(cedar.desk, cedar.source)
    late = cedar.capture(f"Timestamps use {ZONE} since June.", client_ref="job-8")
    assert late.came == "captured"
    assert "held back" in late.sentence
    both(cedar.desk)
    nowhere(cedar.desk, ZONE)
    sound(cedar.desk)


# P§21


def test_p21_18_an_exploration_that_never_entered_memory_is_not_copied_to_be_withdrawn(cedar: Cedar) -> None:
    """A withdrawal names ids of what is there: words of something that is not cannot be taken in by one."""
    before = head(cedar.desk)
    for terms in (["mem-2026-06-01-099"], ["seg-2026-06-01-099"], ["run-2026-06-01-099"], ["the failed exploration"]):
        with pytest.raises(Refusal) as refused:
            act(cedar.desk, "withdraw", *terms, reason=WHY)
        assert refused.value.kind is RefusalKind.NOT_FOUND
    refused_ = cedar.agent.intake.capture({"text": "", "source": "s"})
    with pytest.raises(Refusal):
        act(cedar.desk, "withdraw", str(refused_.id), reason=WHY)
    assert {entry.action for entry in entries(cedar.desk, before)} <= {Action.QUARANTINE}
    assert cedar.desk.forgetting.scopes() == ()


def test_p21_19_a_withdrawal_excludes_its_scope_until_an_attributable_reinstatement(cedar: Cedar) -> None:
    """From retrieval, activation, distillation, review and links followed; and then it is back as it was."""
    other = str(cedar.capture("It rains in June.", refutes=[cedar.name]).id)
    before = item(cedar.desk, cedar.name)
    control = withdraw(cedar.desk, cedar.name, cedar.source)
    assert cedar.desk.search(ZONE) == ()
    assert cedar.name not in cedar.desk.item_keys(ItemFilter(live=True))
    with cedar.session() as late:
        assert ZONE not in read(late)
    report = both(cedar.desk)
    assert cedar.name not in str(report)
    assert not [key for key in cedar.desk.queue_keys(Queue.UNDISTILLED) if key == cedar.source]
    assert ZONE not in str(item_or_none(cedar.desk, other))
    nowhere(cedar.desk, ZONE)
    back = reinstate(cedar.desk, control)
    record = cedar.record(back)
    assert (record["action"], record["supersedes"], record["decided_by"]) == ("reinstate", control, "p-0001")
    assert record["scope"] == cedar.record(control)["scope"]
    after = item(cedar.desk, cedar.name)
    assert (after.row.status, after.row.confidence) == (before.row.status, before.row.confidence)
    assert (after.text, after.row.status) == (FACT, Status.ACTIVE)
    assert leaks(cedar.desk, ZONE)
    sound(cedar.desk)


def item_or_none(desk: Desk, name: str) -> Any:
    try:
        return desk.item(name)
    except Refusal as refused:
        return refused.sentence


def test_p21_19_an_agents_wish_supersedes_no_withdrawal(cedar: Cedar) -> None:
    control = withdraw(cedar.desk, cedar.name)
    cedar.agent.forgetting.propose(ControlAction.REINSTATE, [cedar.name], Reason.USABLE_AGAIN)
    assert cedar.desk.forgetting.excluders([cedar.name]) == {cedar.name: (control,)}
    nowhere(cedar.desk, FACT)
