"""A hint fits its face: no answer of a tool or page names an option, or a command that an agent has no tool for."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from typing import Any

import pytest

from governance.errors import Refusal, RefusalKind
from store.records.views import CaptureReceipt
from tests.governance.builders import an_item, decide
from tests.house.places import ROOT
from tests.tui.mcp.clients import client
from tests.tui.mcp.conftest import Place
from tui.mcp.answers import of_error, of_receipt, sentence_of
from tui.mcp.hints import COMMAND

pytestmark = pytest.mark.anyio


def hints() -> Iterator[str]:
    """Every text below the faces that names a command or an option, as far as it is a literal of its own."""
    for room in ("governance", "store"):
        for path in sorted((ROOT / room).rglob("*.py")):
            written = path.read_text(encoding="utf-8")
            if not COMMAND.search(written):
                continue
            tree = ast.parse(written)
            told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in told:
                    text = "".join(_texts(node))
                    if COMMAND.search(text):
                        yield text


def _texts(node: ast.Constant | ast.JoinedStr) -> Iterator[str]:
    if isinstance(node, ast.Constant):
        yield node.value if isinstance(node.value, str) else ""
    else:
        for part in node.values:
            yield from _texts(part) if isinstance(part, ast.Constant) else iter("…")


HINTS = sorted(set(hints()))


def test_there_are_many_hints_that_speak_of_the_command_line() -> None:
    assert len(HINTS) > 60
    assert any("memdesk task list" in one for one in HINTS)


@pytest.mark.parametrize("hint", HINTS)
def test_whatever_is_refused_a_client_is_told_of_no_command(hint: str) -> None:
    refusal = Refusal(RefusalKind.RULE, "It was refused.", hint)
    receipt = CaptureReceipt(came="refused", fault=None, sentence="", hint=hint)
    for told in (of_error(refusal), of_receipt(receipt)):
        assert not COMMAND.search(told.model_dump_json())
        assert told.model_dump_json().count(".") > 1, "something is still said of what to do"
    assert not COMMAND.search(sentence_of(refusal))


async def test_no_tool_and_no_page_names_one_whatever_it_is_asked(place: Place) -> None:
    for number in range(5):
        an_item(place.desk, text=f"the harbour gate {number}", words={"project": "cedar"} if number == 4 else {})
    decide(place.desk, "withdraw", an_item(place.desk, text="the harbour gate, gone"))
    calls: list[tuple[str, dict[str, Any]]] = [
        *(("recall", {"query": "harbour gate", **more}) for more in (
            {}, {"payloads": 1}, {"payloads": 0}, {"when": "soon"}, {"type": "truth"}, {"use_role": "action-premise"},
            {"use_role": "truth"}, {"project": "birch"}, {"task": "task-0009"}, {"observed": ["x"]}, {"audit": True},
            {"category_indexes": 0}, {"full_history_scan": True},
        )),
        *(("search", {"query": "gate", **more}) for more in ({}, {"payloads": 1}, {"payloads": 900}, {"when": "now"})),
        *(("capture", more) for more in (
            {}, {"text": "x"}, {"text": "x", "source": "y", "lane": "lane-0009"}, {"text": "x", "project": "birch"},
            {"text": "AKIAIOSFODNN7EXAMPLE", "source": "y"}, {"text": "x", "source": "y", "type": "procedural"},
            {"text": "x", "source": "y", "refutes": ["mem-2026-01-01-001"]}, {"text": "x", "source": "y", "id": "7"},
            {"text": "x", "source": "y", "type": "working"}, {"text": "z" * 50_000, "source": "y"},
        )),
        ("task_open", {"project": "birch"}), ("task_open", {"title": "x" * 5_000}), ("task_open", {"what": 1}),
        ("task_close", {"task": "task-0009"}), ("task_close", {"task": "x", "outcome": "?"}), ("task_close", {}),
    ]  # fmt: skip
    async with client(place.path, place.token("codex", "cedar")) as one:
        told = [(await one.call_tool(name, given)).model_dump_json() for name, given in calls]
        told.append((await one.list_tools()).model_dump_json())
        told.append((await one.list_resources()).model_dump_json())
        told.append(json.dumps(one.instructions))
        for page in ("index", "topics", "topics/top-0009", "nothing", "conventions", "quarantine"):
            try:
                told.append((await one.read_resource(f"memdesk://{page}")).model_dump_json())
            except Exception as error:
                told.append(str(error))
        place.desk.authorize.revoke_token(place.desk.tokens()[0].id)
        told += [(await one.call_tool(name, {"query": "gate"})).model_dump_json() for name in ("recall", "search")]
    assert "not opened: 3; the argument `payloads` opens more" in "".join(told)
    for text in told:
        assert not COMMAND.search(text), text
