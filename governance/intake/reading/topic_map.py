"""Rows of an index's topic map: which file to read, and when."""

import re
from collections.abc import Sequence

from governance.intake.reading.lines import Lines
from governance.intake.reading.outline import Construct
from governance.intake.reading.passages import passage_of
from governance.intake.reading.types import TopicMapRow

_FILE = re.compile(
    r"(?:\[[^\[\]\n]*\]\(<?(?P<link>[^()<>\n]+?)>?\)"
    r"|\[\[(?P<wiki>[^\[\]|\n]+)(?:\|[^\[\]\n]*)?\]\]"
    r"|`(?P<code>[^`\n]+)`"
    r"|(?P<bare>[^\s`\[*][^\n]{0,200}?\.md)(?=[\s:：—–*-]|$))"
)
_SEPARATOR = re.compile(r"\s*(?:[—–:：→-]+>?\s*)?")


def topic_rows(lines: Lines, constructs: Sequence[Construct]) -> list[TopicMapRow]:
    """Read every list item among the constructs, nested ones too, that names a file."""
    rows: list[TopicMapRow] = []
    waiting = list(reversed(constructs))
    while waiting:
        construct = waiting.pop()
        if construct.kind not in ("bullet", "number"):
            continue
        waiting.extend(reversed(construct.children))
        first = construct.children[0] if construct.children else construct
        if first.kind != "paragraph" or first.start != construct.start:
            continue
        text = passage_of(lines, first.start, first.end, bullet=True).text
        bare = text.removeprefix("**")
        if found := _FILE.match(bare):
            file = next(part for part in found.groups() if part)
            rest = bare[found.end() :].removeprefix("**")
            rows.append(TopicMapRow(construct.start + 1, file.strip(), _after_separator(rest)))
    return rows


def _after_separator(rest: str) -> str:
    found = _SEPARATOR.match(rest)
    return rest[found.end() if found else 0 :].strip()
