"""What a distiller is given: four hundred captures and two hundred items beside them, and no more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from governance.desk import Desk
from governance.rules.examining import Sent
from store.records.words import Door
from tests.governance.intake.outside.scripts import READ, a_program

CAPTURES, BESIDE = 400, 200


def captured(desk: Desk, facts: list[str]) -> None:
    """Capture facts of one kind and archive them."""
    given = [{"text": fact, "kind": "knowledge", "source": "seen"} for fact in facts]
    desk.intake.capture_all([Sent(one, Door.BATCH) for one in given])
    desk.intake.archive()


def given_to(desk: Desk, folder: Path) -> tuple[Any, Any]:
    """How much a distiller was given, and the report of the pass."""
    told = folder / "given.json"
    code = f"{READ}\nopen({str(told)!r}, 'w').write(json.dumps(given))\nprint('{{\"operations\": []}}')"
    report = desk.intake.distill(distiller=a_program(folder, code))
    return json.loads(told.read_text(encoding="utf-8")), report


def test_a_distiller_is_given_four_hundred_captures_at_most_and_told_of_the_rest(desk: Desk, tmp_path: Path) -> None:
    captured(desk, [f"crane {n} is slow" for n in range(CAPTURES + 5)])
    given, report = given_to(desk, tmp_path)
    assert len(given["captures"]) == CAPTURES
    assert report.notes == ("400 captures were given to the distiller; 5 more were not.",)
    assert len(report.added) == CAPTURES + 5


def test_a_distiller_sees_two_hundred_items_of_the_store_at_most(desk: Desk, tmp_path: Path) -> None:
    sides = ["north", "south", "east", "west", "upper", "lower", "inner", "outer", "old", "new", "long", "short"]
    texts = [f"the {side} crane of quay {n} is slow and its brake {side} worn" for side in sides for n in range(20)]
    captured(desk, texts)
    desk.intake.distill()
    captured(desk, [f"the {side} crane is slow and its brake worn" for side in sides])
    given, _ = given_to(desk, tmp_path)
    assert len(given["captures"]) == len(sides)
    assert len(given["items"]) == BESIDE
