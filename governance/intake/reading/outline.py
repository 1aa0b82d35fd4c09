"""The constructs a Markdown file is made of, by line, as the CommonMark parser sees them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

from governance.intake.reading.lines import Lines
from governance.intake.reading.types import Finding

Kind = Literal["heading", "bullet", "number", "paragraph", "fence", "code", "quote", "table", "html", "rule"]

_OPENERS: dict[str, Kind] = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "blockquote_open": "quote",
    "table_open": "table",
}
_LEAVES: dict[str, Kind] = {"fence": "fence", "code_block": "code", "html_block": "html", "hr": "rule"}
_STAND_IN = "\ufffc"
"""Takes the place of a carriage return, which the parser would read as a line end."""

_ONE_LINER = re.compile(r"[-*] (?:\[|[^\W\d_])")
_STRIDE = 200
"""How many lines are parsed at a time."""

_FENCE_END = re.compile(r"[ \t>]*(`{3,}|~{3,})[ \t]*")
_CALLOUT = re.compile(r"[ \t]*>[ \t]*\[!SUPERSEDED\b", re.IGNORECASE)
_REFERENCE = re.compile(r"[ \t]*\[(?:\^[^\]\n]+\]:|[^\]\n]+\]:[ \t]*\S*(?:[ \t]+[\"'(].*)?[ \t]*$)")


@dataclass(slots=True)
class Construct:
    """One Markdown construct; a list counts as its items."""

    kind: Kind
    start: int
    """First line, by index."""
    end: int
    """The line after the last one that is not blank."""
    level: int = 0
    """Of a heading, 1 to 6."""
    mark: str = ""
    """Of a fence, the signs that opened it."""
    children: "list[Construct]" = field(default_factory=list)
    """What stands inside a list item or a quote, nested lists as their items."""


def constructs_of(lines: Lines, hidden: frozenset[int]) -> tuple[Construct, ...]:
    """Parse the lines, the hidden ones taken as blank.

    A long file is parsed a stretch at a time, each beginning again at the last construct of the one before: what stands
    before that one is closed and nothing further down can change it. Runs of one-line bullets, which is what long
    memories are made of, need no parser: a bullet of plain words followed by another one is an item of one paragraph.
    """
    texts = ["" if line in hidden else _parsed(text) for line, text in enumerate(lines.texts)]
    parser = _parser()
    made: list[Construct] = []
    start, stride = 0, _STRIDE
    while start < len(texts):
        while start + 1 < len(texts) and _ONE_LINER.match(texts[start]) and _ONE_LINER.match(texts[start + 1]):
            words = Construct("paragraph", start, start + 1)
            made.append(Construct("bullet", start, start + 1, children=[words]))
            start += 1
        stop = min(start + stride, len(texts))
        found = _top(parser.parse("\n".join(texts[start:stop])), texts, start)
        if stop == len(texts):
            made += found
            break
        if len(found) > 1:
            made += found[:-1]
            start, stride = found[-1].start, _STRIDE
        elif found:
            stride *= 2
        else:
            start = stop
    return tuple(made)


def _top(tokens: Sequence[Token], texts: Sequence[str], start: int) -> list[Construct]:
    """Build the top-level constructs from the tokens of the lines that begin at `start`."""
    top: list[Construct] = []
    open_: list[Construct | None] = []
    for token in tokens:
        if token.nesting < 0:
            open_.pop()
            continue
        made = _construct(token, texts, start)
        if made:
            parent = next((construct for construct in reversed(open_) if construct), None)
            (parent.children if parent else top).append(made)
        if token.nesting > 0:
            open_.append(made)
    return top


def _parser() -> MarkdownIt:
    """Blocks only: inline content is never needed, and link definitions are told apart by their first line."""
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.disable("inline")
    parser.block.ruler.disable("reference")
    return parser


def _parsed(text: str) -> str:
    return text.replace("\r", _STAND_IN) if "\r" in text else text


def _construct(token: Token, texts: Sequence[str], offset: int) -> Construct | None:
    kind = _OPENERS.get(token.type) or _LEAVES.get(token.type)
    if token.type == "list_item_open":
        kind = "number" if token.markup in (".", ")") else "bullet"
    if kind is None or token.map is None:
        return None
    start, end = token.map[0] + offset, min(token.map[1] + offset, len(texts))
    while end > start + 1 and not texts[end - 1].strip(" \t"):
        end -= 1
    level = int(token.tag[1:]) if kind == "heading" else 0
    return Construct(kind, start, end, level, token.markup if kind == "fence" else "")


def is_comment(lines: Lines, construct: Construct) -> bool:
    """Say whether an HTML construct is a comment."""
    return construct.kind == "html" and lines.texts[construct.start].lstrip().startswith("<!--")


def is_reference(lines: Lines, construct: Construct) -> bool:
    """Say whether a paragraph defines links or footnotes instead of saying something."""
    return construct.kind == "paragraph" and bool(_REFERENCE.match(lines.texts[construct.start]))


def findings_in(lines: Lines, constructs: Sequence[Construct]) -> tuple[Finding, ...]:
    """Report fences and comments that are never closed, and the callout that declares a file superseded."""
    found: list[Finding] = []
    waiting = [(construct, True) for construct in reversed(constructs)]
    before_entries = True
    while waiting:
        construct, top = waiting.pop()
        line = construct.start + 1
        if construct.kind == "fence" and not _closes(lines, construct):
            words = "A code fence opens here and is never closed; what stands after it was read as code."
            found.append(Finding("unclosed-fence", line, words))
        elif is_comment(lines, construct) and "-->" not in lines.texts[construct.end - 1]:
            words = "A comment opens here and is never closed; nothing after it was read as memory."
            found.append(Finding("unclosed-comment", line, words))
        elif construct.kind == "quote" and before_entries and _CALLOUT.match(lines.texts[construct.start]):
            words = "A callout at the top declares the whole file superseded; its items were read all the same."
            found.append(Finding("superseded-callout", line, words))
        before_entries = before_entries and (not top or construct.kind in ("heading", "quote", "html", "rule"))
        waiting.extend((child, False) for child in reversed(construct.children))
    return tuple(found)


def _closes(lines: Lines, fence: Construct) -> bool:
    last = _FENCE_END.fullmatch(lines.texts[fence.end - 1])
    return fence.end - fence.start > 1 and last is not None and last[1].startswith(fence.mark)
