"""Answers: records and refusals as a client gets them; stored text in them is data, with nothing in it that acts."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from mcp_types import CallToolResult, TextContent

from governance.errors import Refusal
from store.records.views import CaptureReceipt
from store.records.views.recall import Answer
from store.records.words import Review
from tui.commands.shapes import shape
from tui.mcp.hints import for_tools
from tui.notices import Notice, error_shape, notice_of
from tui.safe import safe
from tui.wording.captures import told
from tui.wording.glyphs import UNICODE
from tui.wording.recalled import answer_lines

LATER: Final = "It answers once the passes have archived and distilled it; of a working record, its own task at once."
"""What a client that recalls what it just captured has to know."""


def of_receipt(receipt: CaptureReceipt) -> CallToolResult:
    """What became of a capture; a refusal is an error that names each field that failed."""
    receipt = receipt.model_copy(update={"hint": for_tools(receipt.hint)})
    said: dict[str, Any] = shape(receipt)
    said["faults"] = [{"field": field, "sentence": sentence} for field, sentence in receipt.faults]
    lines = [f"{receipt.came} {receipt.id or ''}".rstrip(), *(line for line in told(receipt) if line)]
    lines += [LATER] if receipt.came == "captured" and receipt.review is not Review.NEEDED else []
    return answer(said, *lines, error=receipt.came == "refused")


def of_answer(found: Answer, fields: Iterable[str]) -> CallToolResult:
    """An answer of recall: records with what is needed to doubt them, never a bare text; `fields` are the tool's."""
    raising = {name: f"the argument `{name}`" for name in fields}
    lines = (f"{indent}{text}" for indent, _, text in answer_lines(found, UNICODE, raising))
    return answer(shape(found), *(line for told in lines for line in told.split("\n")))


def of_error(error: Exception) -> CallToolResult:
    """An act that was refused, or that nobody foresaw."""
    notice = _notice(error)
    return answer({"error": error_shape(notice)}, notice.sentence, notice.hint, error=True)


def _notice(error: Exception) -> Notice:
    """An error, with a hint that fits a client."""
    notice = notice_of(error)
    return notice._replace(hint=for_tools(notice.hint))


def answer(said: dict[str, Any], *lines: str, error: bool = False) -> CallToolResult:
    """An answer as structure, and in words for clients that read no structure."""
    words = "\n".join(safe(line) for line in lines if line)
    content: list[Any] = [TextContent(type="text", text=words)]
    return CallToolResult(content=content, structured_content=harmless(said), is_error=error)


def page_text(page: Any) -> str:
    """A page as JSON."""
    return json.dumps(harmless(shape(page)), ensure_ascii=False, indent=1)


def harmless(value: Any) -> Any:
    """The same with every text made safe; line breaks stay."""
    if isinstance(value, str):
        return safe(str(value), lines=True)
    if isinstance(value, dict):
        return {safe(name): harmless(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [harmless(part) for part in value]
    return value


def sentence_of(error: Exception) -> str:
    """An error in one line."""
    notice = _notice(error)
    return safe(f"{notice.sentence} {notice.hint}".strip())


def is_missing(error: Exception) -> bool:
    """Whether there is nothing of that name."""
    return isinstance(error, Refusal) and error.kind == "not-found"
