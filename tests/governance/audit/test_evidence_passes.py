"""A bundle of a store with keys in which passes ran: what they do by themselves is nobody's decision, and good."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.desk import Desk
from store.records.entry import Draft
from store.records.words import Action
from tests.governance.audit.bundles import here
from tests.governance.bypassing import appended
from tests.governance.signed import a_signed_desk, findings


def passed(desk: Desk) -> None:
    for day, value in (("2026-01-01", "port 80"), ("2026-02-01", "port 81")):
        sent = {"text": value, "kind": "state", "subject": "gate:port", "source": "seen", "date": day}
        desk.intake.capture(sent)
    desk.intake.archive()
    assert desk.intake.distill().superseded
    assert desk.intake.distill().action == "autodream-skip"


def test_what_a_pass_does_by_itself_is_good_in_a_bundle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with a_signed_desk(tmp_path) as desk:
        passed(desk)
        assert findings(desk) == []
        desk.evidence(tmp_path / "bundle")
    code, said = here(tmp_path / "bundle", capsys)
    assert code == 0, said


@pytest.mark.parametrize(
    ("action", "put"),
    [
        (Action.COOL, {"status": "stale"}),
        (Action.COOL, {"cooled": False}),
        (Action.SUPERSEDE, {"status": "stale", "superseded_by": None}),
        (Action.REVIEW, {"review": "reviewed"}),
    ],
)
def test_what_only_borrows_the_name_of_a_pass_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], action: Action, put: dict[str, object]
) -> None:
    with a_signed_desk(tmp_path) as desk:
        passed(desk)
        draft = Draft(action, ("mem-2026-02-01-001",), {"set": put}, refs=("run-2026-06-01-001",))
        (entry,) = appended(desk, draft)
        assert any(f"Entry {entry.seq} " in one for one in findings(desk))
        desk.evidence(tmp_path / "bundle")
    code, said = here(tmp_path / "bundle", capsys)
    assert (code, f"Entry {entry.seq} ({action.value}) was decided by nobody." in said) == (1, True), said
