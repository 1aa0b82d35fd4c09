"""A store that is busy: what was sent is put down beside it, never a credential, and comes in exactly once."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from governance.authority.people import Person
from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from governance.intake.inbox import spool
from governance.rules.examining import Sent
from store.database import Store
from store.records.views import CaptureReceipt
from store.records.words import Assurance, Door, Fault
from tests.clock import StillClock
from tests.governance.builders import beside, sound
from tests.governance.intake.inbox.inboxes import captured, quarantined, secret, texts


@contextmanager
def held(desk: Desk) -> Iterator[None]:
    """Another one holds the store, longer than anybody waits."""
    other = Store(desk.path)
    desk.store.busy_seconds = 0.05
    with other.locked():
        yield
    other.close()


def sent(desk: Desk, words: str, **more: object) -> CaptureReceipt:
    return desk.intake.capture({"text": words, "source": "me", **more})


def folder(desk: Desk) -> Path:
    return desk.path.with_name("memory.db.drop")


def test_what_is_sent_to_a_busy_store_is_put_down_said_and_comes_in_once(desk: Desk) -> None:
    with held(desk):
        receipts = [sent(desk, f"fact {n}") for n in range(3)]
    assert {receipt.came for receipt in receipts} == {"spooled"}
    assert "memory.db.drop, and comes in as claimed by mira." in receipts[0].sentence
    assert (texts(desk), desk.spooled()) == ([], 3)
    report = desk.intake.scan()
    assert desk.spooled() == 0
    assert (report.captured, report.places[-1].kind) == (3, "spool")
    assert desk.intake.scan().captured == 0
    assert texts(desk) == ["fact 0", "fact 1", "fact 2"]
    assert {(row.who, row.assurance, row.door) for row in captured(desk)} == {("mira", Assurance.CLAIMED, Door.DROP)}
    assert list(folder(desk).iterdir()) == []
    sound(desk)


def test_the_folder_and_its_files_are_nobody_elses(desk: Desk) -> None:
    with held(desk):
        sent(desk, "one")
    (path,) = folder(desk).iterdir()
    assert stat.S_IMODE(folder(desk).stat().st_mode) == 0o700
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_was_drained_and_could_not_be_removed_comes_in_once(desk: Desk) -> None:
    with held(desk):
        sent(desk, "one")
    (path,) = folder(desk).iterdir()
    raw = path.read_bytes()
    desk.intake.scan()
    path.write_bytes(raw)
    assert (desk.intake.scan().captured, texts(desk)) == (0, ["one"])


def test_a_credential_is_refused_and_written_nowhere(desk: Desk) -> None:
    with held(desk):
        receipt = sent(desk, f"the token is {secret()}")
    assert (receipt.came, receipt.fault) == ("refused", Fault.SECRET)
    assert not folder(desk).exists()


def test_what_will_be_refused_is_put_down_too_and_reaches_quarantine(desk: Desk) -> None:
    with held(desk):
        receipts = desk.intake.capture_all([Sent({"text": "no source"}, Door.BATCH), Sent("words", Door.BATCH)])
    assert {receipt.came for receipt in receipts} == {"spooled"}
    assert desk.intake.scan().refused == 2
    assert len(quarantined(desk)) == 2
    assert list(folder(desk).iterdir()) == []


def test_it_bears_the_day_on_which_it_was_sent(desk: Desk, clock: StillClock) -> None:
    with held(desk):
        sent(desk, "one")
    clock.tick(days=2)
    desk.intake.scan()
    assert captured(desk)[0].id == "mem-2026-06-01-001"


def test_a_client_reference_of_its_own_is_kept(desk: Desk) -> None:
    with held(desk):
        for _ in range(2):
            sent(desk, "one", client_ref="r-1")
    report = desk.intake.scan()
    assert (report.captured, report.known) == (1, 1)


def test_a_token_puts_down_nothing_for_a_project_of_others(desk: Desk) -> None:
    agent = Person("codex", Assurance.TOKEN, principal="p-0002", projects=("cedar",))
    other = Desk(Store(desk.path), desk._clock, agent)
    with held(other):
        refused = sent(other, "one", project="birch")
        spooled = sent(other, "two")
    assert (refused.came, refused.fault) == ("refused", Fault.PROJECT)
    (path,) = folder(desk).iterdir()
    assert (spooled.came, json.loads(path.read_text())["given"]["project"]) == ("spooled", "cedar")


def test_a_full_disk_or_a_folder_without_rights_keeps_nothing_and_says_so(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    folder(desk).symlink_to("/tmp")
    with held(desk), pytest.raises(Refusal, match=r"could not be written .*; nothing was kept") as refused:
        sent(desk, "one")
    assert refused.value.kind is RefusalKind.BUSY
    folder(desk).unlink()
    with monkeypatch.context() as patch:
        patch.setattr(spool, "write_new", full)
        with held(desk), pytest.raises(Refusal, match="No space left on device"):
            sent(desk, "one")
    assert list(folder(desk).iterdir()) == []


def test_a_drop_folder_that_was_tampered_with_harms_nothing(desk: Desk) -> None:
    with held(desk):
        sent(desk, "one")
    (path,) = folder(desk).iterdir()
    for n, bad in enumerate(({"memdesk-spool": 1}, {"memdesk-spool": 1, "at": 10**40, "by": 3}, [1], "x")):
        (folder(desk) / f"bad-{n}.json").write_text(json.dumps(bad) + "\n")
    forged = json.loads(path.read_text()) | {"fact": [5, 10**9], "bytes": "x\n", "fault": None}
    (folder(desk) / "forged.json").write_text(json.dumps(forged))
    desk.intake.scan(settle=0)
    assert "one" in texts(desk)
    sound(desk)


def test_a_spooled_capture_can_be_taken_in_by_another_person(desk: Desk) -> None:
    with held(desk):
        sent(desk, "one")
    assert beside(desk, "ines").intake.scan().captured == 1
    assert captured(desk)[0].who == "mira"
