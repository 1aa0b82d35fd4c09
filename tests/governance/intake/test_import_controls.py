"""Withdrawals that a memory brings along hold before any of its content is seen, and nothing weaker comes of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.words import ControlAction, ControlFault, ControlState, Queue
from tests.governance.builders import decide, head, sound, untouched

MEMORY = """# Memory

- [2026-06-01] [mem-2026-06-01-001] (knowledge) zebras stop the queue. Source: archive/2026-06-01.md#1.
- [2026-06-01] [mem-2026-06-01-002] (knowledge) lions start it. Source: run:retry-42.
- [2026-06-01] [mem-2026-06-01-003] (knowledge) terns are counted. Source: the office.
"""
DAY = "# 2026-06-01\n\n- zebras were seen at the queue\n- terns were counted\n"


def record(
    name: str,
    action: str = "withdraw",
    *,
    items: str = "",
    archive: str = "",
    runs: str = "",
    supersedes: str = "",
    **more: str,
) -> str:
    """A record as the protocol spells it."""
    effect = "exclude-from-influence" if action == "withdraw" else "restore-eligibility"
    told = {
        "withdrawal_id": name,
        "record_type": "withdrawal-control-v1",
        "action": action,
        "reason": "failed-exploration",
        "decided_by": "Ilse (owner)",
        "decided_at": "2026-06-02T09:00:00Z",
        "effect": effect,
        "supersedes": supersedes,
    } | more
    scope = f"scope:\n  memory_item_ids: [{items}]\n  archive_refs: [{archive}]\n  source_or_run_refs: [{runs}]\n"
    return "".join(f"{key}: {value}\n" for key, value in told.items()) + scope


def a_memory(folder: Path, *records: str) -> Path:
    """A folder with three items, an archive day, and these control records."""
    root = folder / "memory"
    (root / "archive").mkdir(parents=True)
    (root / "topics").mkdir()
    (root / "topics" / "animals.md").write_text(MEMORY, encoding="utf-8")
    (root / "archive" / "2026-06-01.md").write_text(DAY, encoding="utf-8")
    write(root, *records)
    return root


def write(root: Path, *records: str) -> None:
    (root / "controls").mkdir(exist_ok=True)
    for number, text in enumerate(records, 1):
        (root / "controls" / f"{number}.yaml").write_text(text, encoding="utf-8")


def seen(desk: Desk) -> tuple[str, ...]:
    return tuple(sorted(row.text for row in desk.item_rows(desk.item_keys())))


ZEBRAS, LIONS, TERNS = "zebras stop the queue.", "lions start it.", "terns are counted."


def test_a_withdrawal_excludes_at_once_and_its_record_keeps_who_decided_it(desk: Desk, tmp_path: Path) -> None:
    report = desk.import_memory(a_memory(tmp_path, record("memwd-2026-06-02-001", items="mem-2026-06-01-001")))
    assert (report.new, report.controls) == (3, 1)
    assert seen(desk) == (LIONS, TERNS)
    scope = desk.forgetting.scope("memwd-2026-06-02-001")
    assert (scope.excluded, scope.control, scope.fault) == (True, "memwd-2026-06-02-001", None)
    assert (scope.events[0].state, scope.events[0].decided_by) == (ControlState.CARRIED, "Ilse (owner)")
    sound(desk)


def test_before_the_import_is_closed_nothing_of_it_was_ever_seen(desk: Desk, tmp_path: Path) -> None:
    root = a_memory(tmp_path, record("memwd-2026-06-02-001", items="mem-2026-06-01-001"))
    desk.import_memory(root)
    words = {seq: row.words for seq in range(1, head(desk) + 1) for row in desk.log_rows([seq])}
    assert not [seq for seq, said in words.items() if "zebras stop" in said]


@pytest.mark.parametrize(
    ("scope", "left"),
    [
        ({"archive": "archive/2026-06-01.md#1"}, (LIONS, TERNS)),
        ({"archive": "archive/2026-06-01.md"}, (LIONS, TERNS)),
        ({"runs": "run:retry-42"}, (TERNS, ZEBRAS)),
        ({"runs": "run:retry-42", "items": "mem-2026-06-01-003"}, (ZEBRAS,)),
    ],
    ids=["a block", "a day", "a run by its name", "the union of two"],
)
def test_every_kind_of_selector_reaches_what_it_names(
    desk: Desk, tmp_path: Path, scope: dict[str, str], left: tuple[str, ...]
) -> None:
    desk.import_memory(a_memory(tmp_path, record("memwd-2026-06-02-001", **scope)))
    assert seen(desk) == left
    sound(desk)


def test_a_reinstatement_waits_for_an_owner_and_until_then_nothing_comes_back(desk: Desk, tmp_path: Path) -> None:
    chain = (
        record("memwd-2026-06-02-001", items="mem-2026-06-01-001"),
        record("memwd-2026-06-03-001", "reinstate", items="mem-2026-06-01-001", supersedes="memwd-2026-06-02-001"),
    )
    desk.import_memory(a_memory(tmp_path, *chain))
    assert seen(desk) == (LIONS, TERNS)
    assert desk.queue_keys(Queue.WITHDRAWALS) == ("memwd-2026-06-03-001",)
    decide(desk, "reinstate", "memwd-2026-06-03-001")
    assert seen(desk) == (LIONS, TERNS, ZEBRAS)
    assert desk.queue_keys(Queue.WITHDRAWALS) == ()
    sound(desk)


def test_a_chain_that_ends_in_a_withdrawal_is_whole(desk: Desk, tmp_path: Path) -> None:
    chain = (
        record("memwd-2026-06-02-001", items="mem-2026-06-01-001"),
        record("memwd-2026-06-03-001", "reinstate", items="mem-2026-06-01-001", supersedes="memwd-2026-06-02-001"),
        record("memwd-2026-06-04-001", items="mem-2026-06-01-001", supersedes="memwd-2026-06-03-001"),
    )
    desk.import_memory(a_memory(tmp_path, *reversed(chain)))
    scope = desk.forgetting.scope("memwd-2026-06-04-001")
    assert (scope.excluded, scope.control, scope.fault) == (True, "memwd-2026-06-04-001", None)
    assert [event.action for event in scope.events] == [
        ControlAction.WITHDRAW, ControlAction.REINSTATE, ControlAction.WITHDRAW,
    ]  # fmt: skip
    sound(desk)


@pytest.mark.parametrize(
    ("records", "fault"),
    [
        (
            (
                record("memwd-2026-06-02-001", items="mem-2026-06-01-001"),
                record("memwd-2026-06-02-002", items="mem-2026-06-01-001"),
            ),
            ControlFault.TWO_BEGINNINGS,
        ),
        (
            (
                record("memwd-2026-06-02-001", items="mem-2026-06-01-001"),
                record("memwd-2026-06-03-001", items="mem-2026-06-01-001", supersedes="memwd-2026-06-02-001"),
                record("memwd-2026-06-03-002", items="mem-2026-06-01-001", supersedes="memwd-2026-06-02-001"),
            ),
            ControlFault.FORK,
        ),
        (
            (record("memwd-2026-06-03-001", items="mem-2026-06-01-001", supersedes="memwd-2026-06-02-009"),),
            ControlFault.PREDECESSOR_UNKNOWN,
        ),
    ],
    ids=["two beginnings", "a fork", "half a chain"],
)
def test_a_broken_chain_excludes_until_somebody_reconciles_it(
    desk: Desk, tmp_path: Path, records: tuple[str, ...], fault: ControlFault
) -> None:
    desk.import_memory(a_memory(tmp_path, *records))
    assert seen(desk) == (LIONS, TERNS)
    [waiting] = desk.queue_keys(Queue.WITHDRAWALS)
    assert desk.forgetting.scope(waiting).fault is fault
    decide(desk, "reconcile", waiting, by="reinstate")
    assert seen(desk) == (LIONS, TERNS, ZEBRAS)
    assert desk.queue_keys(Queue.WITHDRAWALS) == ()
    sound(desk)


def test_importing_again_adds_nothing_and_brings_nothing_back(desk: Desk, tmp_path: Path) -> None:
    root = a_memory(tmp_path, record("memwd-2026-06-02-001", items="mem-2026-06-01-001"))
    desk.import_memory(root)
    before = untouched(desk)
    report = desk.import_memory(root)
    assert (report.new, report.controls) == (0, 0)
    assert untouched(desk) == before
    (root / "controls" / "1.yaml").unlink()
    desk.import_memory(root)
    assert seen(desk) == (LIONS, TERNS)


def test_an_id_that_is_taken_is_minted_anew_and_its_chain_follows_it(desk: Desk, tmp_path: Path) -> None:
    desk.import_memory(a_memory(tmp_path / "one", record("memwd-2026-06-02-001", items="mem-2026-06-01-001")))
    other = a_memory(
        tmp_path / "two",
        record("memwd-2026-06-02-001", items="mem-2026-06-01-002"),
        record("memwd-2026-06-03-001", "reinstate", items="mem-2026-06-01-002", supersedes="memwd-2026-06-02-001"),
        record("memwd-2026-06-04-001", items="mem-2026-06-01-002", supersedes="memwd-2026-06-03-001"),
    )
    (other / "topics" / "animals.md").write_text(MEMORY.replace("lions", "wolves"), encoding="utf-8")
    desk.import_memory(other)
    assert "wolves start it." not in seen(desk)
    scopes = desk.forgetting.called(desk.forgetting.scopes())
    assert [scope.fault for scope in scopes] == [None, None]
    sound(desk)


BAD = {
    "no action": record("memwd-2026-06-02-001", items="x", action="erase").replace("action: withdraw", ""),
    "another effect": record("memwd-2026-06-02-001", items="x", effect="restore-eligibility"),
    "a reinstatement of nothing": record("memwd-2026-06-02-001", "reinstate", items="x"),
    "no scope": record("memwd-2026-06-02-001"),
    "a field of its own": record("memwd-2026-06-02-001", items="x") + "because: I say so\n",
    "a field twice": record("memwd-2026-06-02-001", items="x") + "reason: other\n",
    "no mapping": "- withdraw everything\n",
    "no YAML": "scope: [\n",
    "an anchor": "scope: &x [1]\nreason: *x\n",
    "nothing": "",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_where_one_record_cannot_be_read_the_whole_folder_stays_out(desk: Desk, tmp_path: Path, text: str) -> None:
    root = a_memory(tmp_path, record("memwd-2026-06-02-001", items="mem-2026-06-01-001"), text)
    before = untouched(desk)
    with pytest.raises(Refusal) as refused:
        desk.import_memory(root)
    assert refused.value.kind is RefusalKind.BAD_INPUT
    assert "controls/2.yaml" in refused.value.sentence
    assert "Nothing was taken in" in refused.value.sentence
    assert untouched(desk) == before


def test_a_dry_run_writes_nothing_and_says_that_withdrawals_come_along(desk: Desk, tmp_path: Path) -> None:
    before = untouched(desk)
    report = desk.import_memory(
        a_memory(tmp_path, record("memwd-2026-06-02-001", items="mem-2026-06-01-001")), dry_run=True
    )
    assert report.controls == 1
    assert untouched(desk) == before


def test_a_page_that_only_repeats_an_item_shows_it_no_more_once_that_is_withdrawn(desk: Desk, tmp_path: Path) -> None:
    root = a_memory(tmp_path)
    (root / "index.md").write_text(f"# Memory Index\n\n## Pending Cleanup\n\n{MEMORY.splitlines()[2]}\n", "utf-8")
    desk.import_memory(root)
    shown = [block.text for segment in desk.segments() for block in desk.blocks(segment.id)]
    assert sum("zebras stop" in text for text in shown) == 2
    decide(desk, "withdraw", "mem-2026-06-01-001")
    shown = [block.text for segment in desk.segments() for block in desk.blocks(segment.id)]
    assert not any("zebras stop" in text for text in shown)
    assert any("lions" in text for text in shown)
    sound(desk)


def test_an_import_gives_nothing_back_that_was_withdrawn_here_whatever_chain_it_brings(
    desk: Desk, tmp_path: Path
) -> None:
    desk.import_memory(a_memory(tmp_path / "one"))
    own = decide(desk, "withdraw", "mem-2026-06-01-001").ids[0]
    other = a_memory(
        tmp_path / "two",
        record("memwd-2026-07-01-001", "reinstate", items="mem-2026-06-01-001", supersedes=own),
        record("memwd-2026-07-02-001", items="mem-2026-06-01-002", supersedes="memwd-2026-07-01-001"),
    )
    desk.import_memory(other)
    assert ZEBRAS not in seen(desk)
    assert desk.forgetting.scope(own).control == own
    sound(desk)


def test_a_record_that_names_an_item_which_is_nowhere_keeps_the_folder_out(desk: Desk, tmp_path: Path) -> None:
    root = a_memory(tmp_path, record("memwd-2026-06-02-001", items="mem-2026-06-01-001, mem-2026-06-01-099"))
    before = untouched(desk)
    with pytest.raises(Refusal, match="mem-2026-06-01-099 is neither in this folder nor known from it"):
        desk.import_memory(root)
    assert untouched(desk) == before


def test_what_is_known_and_withdrawn_is_counted_when_it_is_imported_again(desk: Desk, tmp_path: Path) -> None:
    root = a_memory(tmp_path)
    desk.import_memory(root)
    decide(desk, "withdraw", "mem-2026-06-01-001")
    report = desk.import_memory(root)
    assert (report.known, report.withdrawn) == (3, 1)
