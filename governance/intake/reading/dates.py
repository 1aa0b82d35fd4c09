"""Which words are a date or a time, and which calendar day a text names."""

import datetime
import re

_DAY = re.compile(r"(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)|(?<!\d)(\d{4})年(\d{1,2})月(\d{1,2})日")
_PACKED_DAY = re.compile(r"(?<!\d)((?:19|20)\d{2})(\d{2})(\d{2})(?!\d)")
_PLACEHOLDER = re.compile(r"YYYY[-/.]?MM[-/.]?DD", re.IGNORECASE)
_OPENING_DAY = re.compile(r"\s*\*{0,2}\d{4}-\d{2}-\d{2}(?!\d|-\d)")

_ISO_WEEK = re.compile(r"\d{4}-?[WwQq]\d{1,2}(?:-\d)?")
_JOINT = re.compile(r"(?<=\d)[TtZzHhMmSs](?=\d|$|[ +\-:)\]])")
_WORD = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_CLOCK = re.compile(r"\d{1,2}[:：h]\d{2}|\d\s*(?:am|pm)\b|\d[时点]", re.IGNORECASE)
_DATE_SHAPE = re.compile(
    r"\d{4}[-/.年]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|(?<!\d)(?:19|20)\d{6}(?!\d)", re.IGNORECASE
)
_AFTER_DAY = ("", "T", " ", ",", "_", "(", "（")
_YEAR = re.compile(r"(?<!\d)(?:\d{4}|(?:19|20)\d{6})(?!\d)")

_MONTHS = "jan feb mar apr may jun jul aug sep sept oct nov dec"
_LONG_MONTHS = "january february march april june july august september october november december"
_WEEKDAYS = "mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday"
_ZONES = "z t utc gmt am pm est edt cst cdt mst mdt pst pdt cet cest bst ist jst kst st nd rd th"
_HAN = "年 月 日 时 點 点 分 秒 上午 下午 晚上 凌晨 中午 早上 周一 周二 周三 周四 周五 周六 周日"
_MONTH_WORDS = frozenset((_MONTHS + " " + _LONG_MONTHS).split())
_MOMENT_WORDS = _MONTH_WORDS | frozenset((_WEEKDAYS + " " + _ZONES + " " + _HAN).split())


def real_day(year: str, month: str, day: str) -> str | None:
    """Return the day as YYYY-MM-DD when the calendar has it."""
    try:
        return datetime.date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None


def day_in(text: str) -> str | None:
    """Return the first calendar day a text names, as YYYY-MM-DD."""
    for found in _DAY.finditer(text):
        parts = (found[1], found[3], found[4]) if found[1] else (found[5], found[6], found[7])
        if day := real_day(*parts):
            return day
    return None


def day_in_name(path: str) -> str | None:
    """Return the calendar day a file name bears."""
    name = path.rsplit("/", 1)[-1]
    if day := day_in(name):
        return day
    for found in _PACKED_DAY.finditer(name):
        if day := real_day(found[1], found[2], found[3]):
            return day
    return None


def opening_day(text: str) -> str | None:
    """Return the calendar day a text opens with."""
    found = _OPENING_DAY.match(text)
    return day_in(found[0]) if found else None


def is_moment(token: str) -> bool:
    """Say whether a token is a date, a time of day or both, and so no identifier."""
    first = _WORD.search(token)
    if len(token) > 64 or (first and len(first[0]) > 1 and first[0].casefold() not in _MOMENT_WORDS):
        return False
    if _ISO_WEEK.fullmatch(token):
        return True
    words = [word.casefold() for word in _WORD.findall(_JOINT.sub(" ", token))]
    if not _DIGIT.search(token) or not _MOMENT_WORDS.issuperset(words):
        return False
    return bool(_CLOCK.search(token) or _DATE_SHAPE.search(token) or _MONTH_WORDS.intersection(words))


def is_date(token: str) -> bool:
    """Say whether a token states a day, well formed or not."""
    opening = _DAY.match(token)
    if opening and token[opening.end() : opening.end() + 1] in _AFTER_DAY:
        return True
    return is_moment(token) and bool(_YEAR.search(token))


def is_placeholder(token: str) -> bool:
    """Say whether a token is the YYYY-MM-DD of a template."""
    return bool(_PLACEHOLDER.fullmatch(token))
