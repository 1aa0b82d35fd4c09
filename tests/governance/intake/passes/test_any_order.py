"""Random captures in any order, in any batching: the same live rows, and no knowledge is ever lost."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from governance.desk import Desk
from store.records.words import Kind, Place, Review, Status
from tests.governance.builders import a_desk, decide
from tests.governance.intake.passes.passing import sound, standing

CLAIM = {
    "type": "semantic",
    "provenance": "seen",
    "scope": "project",
    "confidence": "inferred",
    "valid_from": "2026-01-01",
}
_SUBJECTS = st.sampled_from(["gate:port", "gate:host"])
_DATES = st.sampled_from(["2026-05-01", "2026-05-02", "2026-05-03"])
_PROJECTS = st.sampled_from([None, "cedar"])
_HOLDS: dict[str, dict[str, str]] = {
    "now": {},
    "later": {"valid_from": "2026-07-01"},
    "no more": {"valid_to": "2026-05-31"},
}
_WHEN = st.sampled_from(["now", "now", *_HOLDS])
_CAPTURE = st.tuples(st.sampled_from(["state", "state", "knowledge"]), _SUBJECTS, _DATES, _PROJECTS, _WHEN)
Capture = tuple[str, str, str, str | None, str]


def sent(n: int, one: Capture) -> dict[str, Any]:
    kind, subject, date, project, when = one
    text = f"value {n} of a thing"
    more = {"project": project} if project else {}
    more |= CLAIM | _HOLDS[when] if kind == "state" else {}
    return {"text": text, "kind": kind, "subject": subject, "date": date, "source": "seen", **more}


def expected(captures: list[Capture]) -> list[tuple[str, str]]:
    """(text, status) by the rule itself: active is what is no older than the latest of its group that holds now.

    Knowledge always is.
    """
    latest: dict[tuple[str, str | None], str] = {}
    for kind, subject, date, project, when in captures:
        if kind == "state" and when == "now":
            latest[subject, project] = max(latest.get((subject, project), ""), date)
    found = []
    for n, (kind, subject, date, project, _) in enumerate(captures):
        live = kind == "knowledge" or date >= latest.get((subject, project), "")
        found.append((f"value {n} of a thing", "active" if live else "superseded"))
    return sorted(found)


def passed(desk: Desk, sending: list[dict[str, Any]], cuts: set[int], batch: int) -> None:
    """Send all of it, with passes after some captures."""
    for n, one in enumerate(sending):
        receipt = desk.intake.capture(one)
        if receipt.review is Review.NEEDED and receipt.id is not None:
            decide(desk, "accept", receipt.id)
        if n in cuts:
            desk.intake.archive()
            desk.intake.distill(batch=batch)
            kept = [desk.item(name).row for name in desk.item_keys()]
            assert all(row.status is Status.ACTIVE for row in kept if row.kind is Kind.KNOWLEDGE)
    desk.intake.archive()
    desk.intake.distill(batch=batch)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    captures=st.lists(_CAPTURE, min_size=1, max_size=12),
    data=st.data(),
    batch=st.integers(1, 6),
    cuts=st.sets(st.integers(0, 11), max_size=4),
)
def test_random_captures_in_any_order_and_batching_leave_the_same_live_rows(
    captures: list[Capture], data: Any, batch: int, cuts: set[int]
) -> None:
    sending = [sent(n, one) for n, one in enumerate(captures)]
    order = data.draw(st.permutations(sending))
    with tempfile.TemporaryDirectory() as folder, a_desk(Path(folder)) as desk:
        passed(desk, order, cuts, batch)
        rows = standing(desk)
        assert [(text, status) for text, _, _, status, _, _ in rows] == expected(captures)
        assert {place for _, place, *_ in rows} == {Place.STORE.value}
        successors = {text: by for text, *_, by in rows if by}
        dates = {one["text"]: one["date"] for one in sending}
        assert all(dates[text] < dates[by] for text, by in successors.items())
        assert sound(desk)
