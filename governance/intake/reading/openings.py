"""What an item says before its words: date, id, kind and cleanup marker in brackets."""

import re
from dataclasses import dataclass

from governance.intake.reading.dates import is_date, is_moment, is_placeholder

_BRACKET = re.compile(r"(\*{0,2})(?:\[([^\[\]\n]{1,120})\]|【([^【】\n]{1,120})】)\1")
_USUAL = re.compile(r"\[(\d{4}-\d{2}-\d{2})\] (?:\[(mem-[0-9-]+)\] )?\((state|knowledge)\) (?=[^\s\[【(（])")
"""The front that nearly every item has, read at once."""
_MARKER = re.compile(r"\s*待(?:清理|确认|確認)")
_ID_SIGNS = re.compile(r"[\w.:#/@+\-]+")
_LETTER = re.compile(r"[^\W\d_]")
_DIGIT = re.compile(r"\d")
_PART_SIGN = re.compile(r"[-_:#/]")
_HEX = re.compile(r"[0-9a-fA-F]{8,}")
_OWN_ID = re.compile(r"mem[-_]\S*\d", re.IGNORECASE)
_KIND = re.compile(r"\s*(?:\(([^()（）\n]{1,40})\)|（([^()（）\n]{1,40})）)")
_KNOWN_KIND = re.compile(r"\s*(?:state|knowledge)\s*", re.IGNORECASE)
_ONE_WORD = re.compile(r"[^\W\d][\w-]*")
_AFTER_DATE = re.compile(r"\s*(?:[:：]|[-–—](?=\s))\s*")
_BOX = re.compile(r"\[(?:.?|\d+|\^[^\]]*|![^\]]*)\](?!\()")
_BLANKS = re.compile(r"[ \t\n]*")
_LINK = re.compile(r"!?\[[^\[\]\n]*\][(\[]")
_NAME_ONLY = re.compile(r"\s*!?\[\[[^\[\]\n]+\]\]\s*")


@dataclass(frozen=True, slots=True)
class Opening:
    """What was read off the front of a text."""

    date: str | None = None
    foreign_id: str | None = None
    kind: str | None = None
    marker: str | None = None
    kept: str = ""
    """Brackets that belong to the words: markers and times."""
    begins: int = 0
    """Where the first word of the fact stands, a kept bracket included."""
    rest: int = 0
    """Where the words after all brackets stand."""
    template: bool = False
    """Whether the line is a form to be filled in."""


def opening_of(text: str, *, reference: bool) -> Opening:
    """Read the brackets at the front of a text; in reference files any word in parentheses there is a kind."""
    if usual := _USUAL.match(text):
        return Opening(usual[1], usual[2], usual[3], begins=usual.end(), rest=usual.end())
    date = foreign_id = marker = None
    kept: list[str] = []
    begins: int | None = None
    template = False
    at = 0
    while found := _BRACKET.match(text, at):
        token = (found[2] or found[3]).strip()
        if found[2] and _is_link(text, found.end()):
            break
        if _MARKER.match(token):
            marker = marker or found[0].strip("*")
            kept.append(found[0])
            begins = at if begins is None else begins
        elif date is None and not kept and is_placeholder(token):
            template = True
        elif date is None and is_date(token):
            date = token
        elif date is not None and is_moment(token):
            kept.append(found[0])
            begins = at if begins is None else begins
        elif foreign_id is None and _is_id(token) and (date or template or _stands_alone(text, found, token)):
            foreign_id = token
        else:
            break
        at = _past_blanks(text, found.end())
    strict = not (date or foreign_id or template) or not (reference or foreign_id)
    kind, at = _kind(text, at, strict=strict)
    if kind is None and date and not kept and (joint := _AFTER_DATE.match(text, at)):
        at = joint.end()
    if (found := _BRACKET.match(text, at)) and _MARKER.match(found[2] or found[3]) and marker is None:
        marker = found[0].strip("*")
    begins = at if begins is None else begins
    return Opening(date, foreign_id, kind, marker, " ".join(kept), begins, at, template)


def is_box(text: str) -> bool:
    """Say whether a text opens like a task, a footnote, a callout or a spoken line of a transcript."""
    if _BOX.match(text):
        return True
    found = _BRACKET.match(text)
    return bool(found and found[2] and is_moment(found[2].strip()) and not is_date(found[2].strip()))


def is_link(text: str) -> bool:
    """Say whether a text opens with a link, or is the name of a page and nothing else."""
    return bool(_LINK.match(text) or _NAME_ONLY.fullmatch(text))


def _is_id(token: str) -> bool:
    if not _ID_SIGNS.fullmatch(token) or not _LETTER.search(token):
        return False
    if token[:4].lower() == "mem-":
        return True
    parted = _PART_SIGN.search(token) and _DIGIT.search(token)
    return bool(parted or _HEX.fullmatch(token)) and not is_moment(token)


def _stands_alone(text: str, found: re.Match[str], token: str) -> bool:
    """Say whether an identifier is one even without a date before it."""
    return bool(_OWN_ID.match(token)) or _kind_at(text, found.end())


def _is_link(text: str, end: int) -> bool:
    return text[end : end + 1] == "(" and not _kind_at(text, end)


def _kind_at(text: str, at: int) -> bool:
    found = _KIND.match(text, at)
    return bool(found and _KNOWN_KIND.fullmatch(found[1] or found[2]))


def _kind(text: str, at: int, *, strict: bool) -> tuple[str | None, int]:
    found = _KIND.match(text, at)
    if not found:
        return None, at
    word = (found[1] or found[2]).strip()
    known = _KNOWN_KIND.fullmatch(word) or (not strict and _ONE_WORD.fullmatch(word) and not is_moment(word))
    return (word, _past_blanks(text, found.end())) if known else (None, at)


def _past_blanks(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found else at
