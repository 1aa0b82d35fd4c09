"""Distillers for tests: real programs that answer what they are told to."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

READ = """
import json, sys
given = json.loads(sys.stdin.read().partition("-" * 72)[2])
captures = {one["text"]: one["id"] for one in given["captures"]}
items = {one["text"]: one["id"] for one in given["items"]}
"""


def a_program(folder: Path, code: str, name: str = "distiller") -> str:
    """A command that runs this Python."""
    path = folder / f"{name}.py"
    path.write_text(code, encoding="utf-8")
    return f"'{sys.executable}' '{path}'"


def that_says(folder: Path, *operations: dict[str, Any]) -> str:
    """A command that proposes these operations; ``$text`` in them is the id of the capture or item of that text."""
    code = f"""{READ}
both = items | captures
def filled(value):
    if isinstance(value, str) and value.startswith("$"):
        return both.get(value[1:], value)
    if isinstance(value, list):
        return [filled(one) for one in value]
    return {{name: filled(one) for name, one in value.items()}} if isinstance(value, dict) else value
print(json.dumps({{"operations": filled(json.loads({json.dumps(json.dumps(list(operations)))}))}}))
"""
    return a_program(folder, code)


def captured(desk: Any, facts: Iterable[str], **more: Any) -> list[str]:
    """Capture facts and archive them; their ids."""
    ids = [desk.intake.capture({"text": fact, "kind": "knowledge", "source": "seen", **more}).id for fact in facts]
    desk.intake.archive()
    return ids
