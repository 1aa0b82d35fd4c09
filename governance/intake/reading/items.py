"""One list item or paragraph as a remembered thing, or as none."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from governance.intake.reading.children import Keyed, keyed_children
from governance.intake.reading.dates import opening_day
from governance.intake.reading.labels import OF_LANES, Labelled, labels_at_end
from governance.intake.reading.lines import Lines
from governance.intake.reading.openings import Opening, is_box, is_link, opening_of
from governance.intake.reading.outline import Construct, is_comment
from governance.intake.reading.passages import Passage, dedented, is_code_only, passage_of
from governance.intake.reading.types import Form, ReadItem, Span

_POINTER = re.compile(r"(?:→|⇒|->|=>)\s")
_COMMENT_ONLY = re.compile(r"<!--.*-->", re.DOTALL)
_RELATION = re.compile(r"[a-z]+(?:_[a-z]+)+ \[\[[^\]]+\]\](?: \([^)]*\))?")
_LISTS = ("bullet", "number")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the rest of the file says about one entry."""

    lines: Lines
    block: int
    reference: bool
    """Whether the file follows the reference forms, so that loose spellings of them are meant as such."""
    links: bool
    """Whether an entry that opens with a link is a memory here."""
    headings: tuple[str, ...]
    date_hint: str | None
    in_conflict: bool
    markers: frozenset[int]
    """Lines that are no text."""


def item_of(entry: Construct, joined: Sequence[Construct], around: Surroundings) -> ReadItem | None:
    """Read an entry as an item; `joined` are paragraphs after it that go on with it."""
    bullet = entry.kind in _LISTS
    first = entry.children[0] if bullet and entry.children else entry
    if first.kind != "paragraph":
        return None
    passage = passage_of(around.lines, first.start, first.end, bullet=bullet)
    opening = opening_of(passage.text, reference=around.reference)
    if _is_none(passage.text, opening, around, bullet=bullet):
        return None
    keyed = keyed_children(around.lines, entry, reference=around.reference) if bullet else ()
    labelled = labels_at_end(passage, opening.rest, reference=around.reference or bool(opening.foreign_id))
    values, corroborating, extra = _fields(opening, keyed, labelled)
    first_key = keyed[0].child.start if keyed else None
    text, end = _words(passage, opening, labelled, [*_more(entry, keyed), *joined], around, first_key)
    if not text and not values:
        return None
    begins = passage.offset(around.lines, min(opening.begins, len(passage.text)))
    last = joined[-1].end if joined else entry.end
    return ReadItem(
        line=entry.start + 1,
        block=around.block,
        fact=Span(begins, max(begins, end)),
        text=text,
        form=_form(opening, keyed, values, around),
        foreign_id=values.get("foreign_id"),
        date=opening.date,
        kind=values.get("kind"),
        status=values.get("status"),
        subject=values.get("subject"),
        source=values.get("source"),
        superseded_by=values.get("superseded_by"),
        confidence=values.get("confidence"),
        scheme=values.get("scheme"),
        scope=values.get("scope"),
        inspired_by=values.get("inspired_by"),
        corroborating=corroborating,
        extra=extra,
        legacy_marker=opening.marker,
        headings=around.headings,
        date_hint=opening_day(passage.text) or around.date_hint,
        in_conflict=around.in_conflict,
        undecodable=any(line in around.lines.undecodable for line in range(entry.start, last)),
    )


def _is_none(text: str, opening: Opening, around: Surroundings, *, bullet: bool) -> bool:
    """Say whether an entry remembers nothing: a task, a pointer, a template, a link, code or a comment."""
    if opening.template or is_code_only(text) or _COMMENT_ONLY.fullmatch(text.strip()):
        return True
    if opening.date or opening.foreign_id or opening.marker:
        return False
    if bullet and is_link(text) and not around.links:
        return True
    return is_box(text) or bool(_POINTER.match(text) or _RELATION.fullmatch(text.strip()))


def _form(opening: Opening, keyed: Sequence[Keyed], values: dict[str, str], around: Surroundings) -> Form:
    if keyed:
        return "structured"
    if opening.foreign_id:
        return "inbox"
    stated = values.keys() & {"kind", "source", "subject"} or (opening.date and around.reference)
    return "short" if stated else "plain"


def _fields(
    opening: Opening, keyed: Sequence[Keyed], labelled: Labelled
) -> tuple[dict[str, str], tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return the fields stated, the corroborating references and what is left; who states a field first keeps it."""
    values: dict[str, str] = {}
    corroborating: tuple[str, ...] = ()
    extra: list[tuple[str, str]] = []
    if opening.foreign_id:
        values["foreign_id"] = opening.foreign_id
    if opening.kind:
        values["kind"] = opening.kind
    opened = dict(values)
    for field, label, value in labelled.values:
        if field in values:
            extra.append((label, value))
        elif value:
            values[field] = value
    for child in keyed:
        if child.field == "corroborating" and not corroborating:
            corroborating = child.parts
        elif child.field is None or child.field in OF_LANES | {"corroborating"} | values.keys():
            if child.field is None or opened.pop(child.field, None) != child.value:
                extra.append((child.key, child.value))
        elif child.value:
            values[child.field] = child.value
    return values, corroborating, tuple(extra)


def _more(entry: Construct, keyed: Sequence[Keyed]) -> list[Construct]:
    """Return what an item holds besides its first paragraph and its keyed children."""
    if entry.kind not in _LISTS:
        return []
    stated = {id(child.child) for child in keyed}
    return [child for child in entry.children[1:] if id(child) not in stated]


def _words(
    passage: Passage,
    opening: Opening,
    labelled: Labelled,
    more: Sequence[Construct],
    around: Surroundings,
    until: int | None,
) -> tuple[str, int]:
    """Return the fact in words, and the byte offset just after those of them that stand before the line `until`."""
    lines = around.lines
    first = passage.text[opening.rest : labelled.begins].strip()
    after = passage.text[labelled.resumes :].strip()
    text = " ".join(part for part in (opening.kept, first, after) if part)
    end = len(passage.text) if after else labelled.begins
    while end > opening.begins and passage.text[end - 1] in " \t\n\r":
        end -= 1
    offset = passage.offset_after(lines, end)
    for construct in more:
        if is_comment(lines, construct):
            continue
        if construct.kind == "paragraph":
            words = "\n\n" + passage_of(lines, construct.start, construct.end, bullet=False).text
        else:
            joint = "\n" if construct.kind in _LISTS else "\n\n"
            words = joint + dedented(lines, construct.start, construct.end, around.markers)
        text += words
        last = construct.end - 1
        if until is None or last < until:
            offset = max(offset, lines.offset(last, len(lines.texts[last].rstrip())))
    return text.strip(), offset
