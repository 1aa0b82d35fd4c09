"""The public suite of edits at rest against a store with keys and a witness elsewhere: each one is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from agmi import check  # type: ignore[import-untyped]
from agmi.attacks.at_rest import AT_REST_ATTACKS_WITH_SNAPSHOT  # type: ignore[import-untyped]

from tests.integrity.adapter import MemdeskAdapter, MendingAdapter

ARTIFACTS = Path(__file__).parents[2] / ".pytest_artifacts"
EDITS = [
    "T1 content tamper", "T2 tail truncation", "T3 middle deletion", "T4 reordering", "T5 forged insertion",
    "T6 cross-context replay", "T7 rollback replay", "T8 metadata tamper", "T9 snapshot rollback",
]  # fmt: skip


@pytest.mark.parametrize(
    ("adapter", "report"),
    [("MemdeskAdapter", "agmi.json"), ("MendingAdapter", "agmi-mended.json")],
    ids=["edits", "edits that are mended"],
)
def test_every_edit_at_rest_is_reported(adapter: str, report: str, capsys: pytest.CaptureFixture[str]) -> None:
    ARTIFACTS.mkdir(exist_ok=True)
    path = ARTIFACTS / report
    code = check.main(["--adapter", f"tests.integrity.adapter:{adapter}", "--json", str(path)])
    table = capsys.readouterr().out
    with capsys.disabled():
        print(f"\n{table}")
    rows: list[dict[str, Any]] = json.loads(path.read_bytes())["edits"]
    assert [(row["edit"], row["verdict"]) for row in rows] == [(edit, "REPORTED") for edit in EDITS], rows
    assert code == 0


@pytest.mark.parametrize("adapter", [MemdeskAdapter(), MendingAdapter()], ids=["as it is", "drawn anew"])
def test_the_store_that_nobody_edited_verifies(adapter: MemdeskAdapter) -> None:
    adapter.setup()
    try:
        adapter.seed(3)
        adapter.seed_other(2)
        adapter.reload()
        assert adapter.verify(), adapter.verify_detail
        assert len(adapter.read_all_raw()) == 3
        assert len(adapter.read_other_raw()) == 2
    finally:
        adapter.teardown()


class _Blind(MendingAdapter):
    """The desk without its witness and without what a signature says."""

    name = "blind"

    def verify(self) -> bool:
        super().verify()
        return not set(self.steps) - {"witness", "signatures", "authority", "decisions"}


def test_of_edits_that_are_mended_only_signatures_and_witness_tell() -> None:
    """What the chain alone would let pass; this is why they are there, and that the attacker is a good one."""
    verdicts = {row["edit"]: row["verdict"] for row in check.run(_Blind())}
    assert verdicts == dict.fromkeys(EDITS, "ACCEPTED")


def test_the_suite_has_no_further_edit() -> None:
    assert [check.LABELS[one.name] for one in AT_REST_ATTACKS_WITH_SNAPSHOT] == EDITS
