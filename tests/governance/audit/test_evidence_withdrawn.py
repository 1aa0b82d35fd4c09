"""A bundle leaves out the words that are withdrawn, says how many, and checks without them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from store.records.words import Reason, Shown
from tests.governance.audit.bundles import here
from tests.governance.builders import decide
from tests.governance.signed import a_signed_desk, signed


def test_withdrawn_words_are_in_no_file_of_a_bundle_which_still_checks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with a_signed_desk(tmp_path) as desk:
        name = desk.intake.capture({"text": "quokkas swim at noon", "kind": "knowledge", "source": "seen"}).id
        assert name is not None
        desk.intake.archive()
        desk.intake.distill()
        before = desk.evidence(tmp_path / "before")
        signed(desk, lambda: decide(desk, "withdraw", name))
        report = desk.evidence(tmp_path / "bundle")
    assert (before.withdrawn, report.withdrawn > 0) == (0, True)
    assert any(b"quokka" in path.read_bytes() for path in (tmp_path / "before").rglob("*") if path.is_file())
    assert not any(b"quokka" in path.read_bytes() for path in (tmp_path / "bundle").rglob("*") if path.is_file())
    code, said = here(tmp_path / "bundle", capsys)
    assert (code, "left out: they are withdrawn in the store" in said) == (0, True), said


def test_a_payload_that_is_left_out_without_a_word_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with a_signed_desk(tmp_path) as desk:
        name = desk.intake.capture({"text": "quokkas swim at noon", "kind": "knowledge", "source": "seen"}).id
        assert name is not None
        signed(desk, lambda: decide(desk, "withdraw", name))
        desk.evidence(tmp_path / "bundle")
    path = tmp_path / "bundle" / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    manifest["withdrawn"] = []
    path.write_text(json.dumps(manifest, sort_keys=True, separators=(",", ":")), "utf-8")
    assert here(tmp_path / "bundle", capsys)[0] == 1


def test_a_withdrawn_source_is_called_by_its_id_alone_in_a_bundle_and_in_what_was_signed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with a_signed_desk(tmp_path) as desk:
        desk.intake.capture({"text": "It rains.", "kind": "knowledge", "source": "the quokka diaries"})
        (name,) = desk.forgetting.named(sources=["the quokka diaries"])
        told = [desk.forgetting.seen(name)]
        why = {"reason": Reason.UNTRUSTED, "shown": Shown.OPENED}
        applied = signed(desk, lambda: desk.decide("withdraw", [name], seen=told, **why))  # type: ignore[arg-type]
        desk.evidence(tmp_path / "bundle")
    text = (tmp_path / "bundle" / "decisions" / f"{applied.plan}.txt").read_text("ascii")
    assert ('"targets":["new:1"]' in text, "quokka" in text) == (True, False)
    assert not any(b"quokka" in path.read_bytes() for path in (tmp_path / "bundle").rglob("*") if path.is_file())
    code, said = here(tmp_path / "bundle", capsys)
    assert code == 0, said
