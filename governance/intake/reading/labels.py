"""Labelled words at the end of an item's line: Subject, Source and their kin."""

import re
from dataclasses import dataclass

from governance.intake.reading.passages import Passage, without_code

FIELDS = {
    "id": "foreign_id",
    "kind": "kind",
    "subject": "subject",
    "scope": "scope",
    "status": "status",
    "superseded_by": "superseded_by",
    "inspired_by": "inspired_by",
    "corroborating_refs": "corroborating",
    "source": "source",
    "confidence_scheme": "scheme",
    "confidence": "confidence",
    "lane": "lane",
    "lane_state": "lane_state",
}
"""The keys of the format, folded, with the field of an item each one fills."""
OF_LANES = frozenset({"lane", "lane_state"})
"""Keys that say where an item lies, not what it is: they stay among the further keys, in order."""

_LABEL = re.compile(
    r"\*{0,2}\b(subject|source|status|scope|confidence(?:[- _]scheme)?|superseded[-_ ]by|inspired[-_ ]by)\*{0,2}"
    r"[ \t]*[:：]\*{0,2}(?=\s|$|[^\x00-\x7f]|[\w/`\"'<\[])",
    re.IGNORECASE | re.ASCII,
)
_ENDS_SENTENCE = ".。．!！?？;；,，)）]】\"”'’`*…>|"
_SENTENCE_SIGNS = ".。．!！?？"
_MOST_WORDS = {"source": 10_000, "subject": 6}
_MOST_LABELS = 16
_NOT_A_SOURCE = ("open", "data", "single", "closed")


@dataclass(frozen=True, slots=True)
class Labelled:
    """What the labels of a passage say."""

    values: tuple[tuple[str, str, str], ...]
    """Field, label as written, value; in order."""
    begins: int
    """Where the labels begin: the end of the fact's own words."""
    resumes: int
    """Where words go on after the labels; the length of the text when they do not."""


def fold_key(key: str) -> str:
    """Return a key in the spelling the table of fields uses."""
    return key.casefold().replace("-", "_").replace(" ", "_")


def labels_at_end(passage: Passage, start: int, *, reference: bool) -> Labelled:
    """Read the labelled words that close a passage; outside reference files only when they include a source."""
    text = passage.text
    if ":" not in text and "：" not in text:
        return Labelled((), len(text), len(text))
    found = list(_LABEL.finditer(without_code(text), start))
    end = resumes = len(text)
    taken: list[tuple[str, str, str]] = []
    begins = end
    for label in reversed(found[-_MOST_LABELS:]):
        grade = _grade(passage, label.start(), start)
        field = FIELDS[fold_key(label[1])]
        stop = end if taken else _value_end(passage, label.end())
        value = text[label.end() : stop].strip()
        words = len(value.split())
        apart = not taken if field == "source" else field == "subject" and words == 1
        loose = reference and label[1][0].isupper() and apart
        if not (grade == 2 or (grade == 1 and loose and not _names_a_thing(text, label))):
            continue
        if words > _MOST_WORDS.get(field, 3):
            continue
        if not taken:
            resumes = stop
        taken.append((field, label[1], without_stop(value)))
        begins = end = label.start()
    if not taken or not (reference or any(field == "source" for field, _, _ in taken)):
        return Labelled((), len(text), len(text))
    return Labelled(tuple(reversed(taken)), begins, resumes)


def without_stop(value: str) -> str:
    """Return a value without the full stop that ends its sentence."""
    value = value.strip().rstrip(";；,，").rstrip()
    if value.endswith("。") or (value.endswith(".") and not value.endswith("..")):
        return value[:-1].rstrip()
    return value


def _grade(passage: Passage, at: int, start: int) -> int:
    """Rate a label: 2 after a sentence or at the start of a line, 1 after any blank, 0 inside a word."""
    if at == start:
        return 0
    if at in passage.at:
        return 2
    before = passage.text[:at].rstrip(" \t")[-1:] if passage.text[at - 1] in " \t\n" else ""
    if before:
        return 2 if before in _ENDS_SENTENCE else 1
    return 2 if passage.text[at - 1] in "。．！？；，）】" else 0


def _names_a_thing(text: str, label: re.Match[str]) -> bool:
    words = text[max(0, label.start() - 20) : label.start()].split()
    return bool(words) and words[-1].casefold() in _NOT_A_SOURCE


def _value_end(passage: Passage, at: int) -> int:
    """Return where a last value ends: with its text, or with the line whose end closes a sentence."""
    for next_line in passage.at:
        if next_line > at and passage.text[max(0, next_line - 2) : next_line].rstrip()[-1:] in _SENTENCE_SIGNS:
            return next_line
    return len(passage.text)
