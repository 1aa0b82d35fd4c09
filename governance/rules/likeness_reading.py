"""A text read for comparison: what it speaks of, which things it names, its values, and how it is turned; pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from governance.rules.likeness_words import (
    EVENTS,
    FUNCTION,
    LIGHT,
    NEGATIONS,
    NUMBERS,
    OFTEN,
    PAST,
    POLARITY,
    SAME,
)
from store.index import fold


class Value(NamedTuple):
    """A number, version, date, address or path, and where it stands."""

    kind: str
    key: str
    start: int
    end: int


class Reading(NamedTuple):
    """What a text says, taken apart."""

    folded: str
    parts: frozenset[str]
    """Everything that was taken out, to see how much two texts share."""
    words: tuple[str, ...]
    """What carries meaning, in order; a word that has a contrary stands under the name of the pair."""
    names: tuple[str, ...]
    """Identifiers, in order of the alphabet."""
    values: tuple[Value, ...]
    sides: dict[str, int]
    """For each pair of contraries, how often its second side stands here."""
    negations: int
    event: bool
    """Whether it tells of something that happened once."""
    order: tuple[str, ...]
    """Words with negations and contraries spelled out, in order."""


_L = r"a-z0-9\u00b5-\u00d6\u00d8-\u00f6\u00f8-\u1fff\uac00-\ud7a3"
_HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff々"
_KANA = r"\u3041-\u3096"
_PAIRS_CJK = "|".join(
    sorted(
        (
            word
            for word in {**POLARITY, **OFTEN}
            if not word[0].isascii() and ord(word[0]) > 0x2FFF and ord(word[0]) < 0xA000
        ),
        key=len,
        reverse=True,
    )
)
_NEGATION_CJK = fold(
    "不(?![仅但同过断久错管论少])|没有|沒有|没|未|勿|别(?=[再用在把让])|无(?=[法需须])|禁止|严禁|ません|ない(?!と)|なかった|ず(?=に)|非(?=公開)"
)
_FILLER_CJK = fold(
    "なければなりません|なければならない|なくてはならない|かもしれない|かもしれません|しかない|允许|可以|应该|必须|需要"
    "|已经|现在|仍然|总是|一直|常に|必ず|許可"
)
_PARTICLE_CJK = fold("[有的了是在把被就都也会请要将吧呢着过得地和与及对于很还再并这那其该个]")
_KANA_ENDINGS = re.compile(
    fold(
        "ください|でした|ました|ています|ている|ていた|できます|できる|します|する|した|して|です|ます|ある|あります|いる|から|まで|より|だ|は|が|を|に|で|と|の|も|へ|た|て|る|い|う|く|す|り|し"
    )
)
_TOKEN = re.compile(
    r"\s{0,8}+(?:(?P<plain>[a-z]++(?=[ ,;!?)\n]|\.?\Z|\. ))"
    rf"|(?P<url>[a-z][a-z0-9+.-]{{1,12}}://[^\s<>\"'，。）)]+)"
    rf"|(?P<path>(?<![{_L}/])(?:~|\.{{1,2}})?(?:/[\w.+@-]*\w)+)"
    r"|(?P<date>\d{4}-\d\d?-\d\d?|\d{1,2}\.\d{1,2}\.\d{4}|\d{4}年\d{1,2}月\d{1,2}日)"
    r"|(?P<ip>\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?)"
    r"|(?P<time>\d{1,2}:\d\d(?::\d\d)?)(?![\w:])"
    rf"|(?P<number>v?\d+(?:[.,]\d+)*)(?:[ -]?(?P<unit>%|percent|prozent|ms|milliseconds?|s|sec|seconds?|sekunden?|秒|m"
    rf"|min|minutes?|minuten?|分钟?|h|hours?|stunden?|小时|時間|d|days?|tagen?|天|kb|mb|gb|tb|kib|mib|gib|tib|k|x))?"
    rf"(?![{_L}]|[_-][{_L}]|\.\d)"
    rf"|(?P<word>[{_L}]+(?:[_'.-]+[{_L}]+)*)"
    rf"|(?P<filler>{_FILLER_CJK})|(?P<pair>{_PAIRS_CJK})|(?P<not>{_NEGATION_CJK})|(?P<particle>{_PARTICLE_CJK})"
    rf"|(?P<han>[{_HAN}])|(?P<kata>[\u30a0-\u30ff]+)|(?P<kana>[{_KANA}]+?(?={fold('ない|ません|なかった|なければ|かもしれ')}|[^{_KANA}]|$)))"
)
_SOFTWARE = re.compile(
    r"(python|node|nodejs|debian|ubuntu|fedora|postgres|postgresql|java|jdk|php|go|ruby|mysql|mariadb|redis|django|rails"
    r"|kernel|linux|macos|ios|android|windows|gcc|clang|llvm|rust|vue|react|angular|kafka|tls|http|es|terraform)[-_]?v?(\d+(?:\.\d+)*)"
)
_SCALE = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
_UNITS = {
    **dict.fromkeys(("ms", "millisecond", "milliseconds"), "ms"),
    **dict.fromkeys(("s", "sec", "second", "seconds", "sekunde", "sekunden", "秒"), "s"),
    **dict.fromkeys(("m", "min", "minute", "minutes", "minuten", "分", "分钟"), "m"),
    **dict.fromkeys(("h", "hour", "hours", "stunde", "stunden", "小时", "時間"), "h"),
    **dict.fromkeys(("d", "day", "days", "tage", "tagen", "天"), "d"),
    **dict.fromkeys(("%", "percent", "prozent"), "%"),
}
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")


@lru_cache(maxsize=2048)
def read(text: str) -> Reading:
    """Take a text apart."""
    folded = fold(text).replace("’", "'")
    taken = _Taken()
    words, order = taken.words, taken.order
    for found in _TOKEN.finditer(folded):
        kind = found.lastgroup
        if kind == "plain":
            word = found["plain"]
            role = _ROLES.get(word)
            if role is None:
                words.append(word)
                order.append(word)
            elif role != "function":
                taken.take(role, word, found)
        elif kind not in ("filler", "particle"):
            taken.take(kind or "", found[kind or 0], found)
    names = tuple(sorted(taken.names)) if taken.names else ()
    plain = tuple(words or taken.light)
    parts = frozenset((*order, *names, *(value.key for value in taken.values)))
    return Reading(
        folded, parts, plain, names, tuple(taken.values), taken.sides, taken.negations, taken.event, tuple(order)
    )


class _Taken:
    """What was taken out of a text so far."""

    __slots__ = ("event", "light", "names", "negations", "order", "sides", "values", "words")

    def __init__(self) -> None:
        self.words: list[str] = []
        self.order: list[str] = []
        self.light: list[str] = []
        self.names: list[str] = []
        self.values: list[Value] = []
        self.sides: dict[str, int] = {}
        self.negations = 0
        self.event = False

    def take(self, role: str, token: str, found: re.Match[str]) -> None:
        """Put a token where it belongs."""
        if role == "word":
            self._word(token, found)
        elif role == "not":
            self.negations += 1
            self.order.append("not")
        elif token in OFTEN:
            self._value(Value("often", OFTEN[token], *found.span()))
        elif role == "pair":
            name, side = POLARITY[token]
            self.words.append(name)
            self.order.append(token)
            self.sides[name] = self.sides.get(name, 0) + side
            self.event = self.event or token in EVENTS
        elif role == "relation":
            self.order.append(token)
        elif role == "past":
            self.event = True
        elif role == "light":
            self.light.append(token)
        elif role in ("same", "event", "han", "kata", "kana"):
            self.event = self.event or role == "event"
            word = _KANA_ENDINGS.sub("", token) if role == "kana" else SAME.get(token, token)
            if word:
                self.words.append(word)
                self.order.append(word)
        else:
            self._value(_value(role, token, found))

    def _value(self, value: Value) -> None:
        self.values.append(value)
        self.order.append(value.key)

    def _word(self, token: str, found: re.Match[str]) -> None:
        """Sort a word that has more than letters of the plain alphabet."""
        word = token[2:] if token.startswith(_ELISIONS) else token
        negated = token[:2] == "n'" and len(token) > 3
        self.negations += negated and " pas" not in found.string[found.end() :]
        word = word[:-2] if word.endswith("'s") else word
        role = "not" if word.endswith("n't") else _ROLES.get(word)
        if role is not None:
            if role != "function":
                self.take(role, word, found)
        elif not any(c.isdigit() for c in word):
            for part in word.split("-"):
                role = _ROLES.get(part)
                if role is None and part:
                    self.words.append(part)
                    self.order.append(part)
                elif role is not None and role != "function":
                    self.take(role, part, found)
        elif soft := _SOFTWARE.fullmatch(word):
            name = SAME.get(soft[1], soft[1])
            self.words.append(name)
            self.order.append(name)
            self._value(Value("number", soft[2], *found.span()))
        elif counted := _COUNTED.fullmatch(word):
            self._value(Value("number", counted[1], *found.span()))
        else:
            self.names.append(word.translate(_JOINERS))


_ROLES: dict[str, str] = {
    **dict.fromkeys(SAME, "same"),
    **dict.fromkeys(EVENTS, "event"),
    **dict.fromkeys(FUNCTION, "function"),
    **dict.fromkeys(("over", "than", "to", "als"), "relation"),
    **dict.fromkeys(PAST, "past"),
    **dict.fromkeys(LIGHT, "light"),
    **dict.fromkeys(NUMBERS, "number"),
    **dict.fromkeys(OFTEN, "often"),
    **dict.fromkeys(POLARITY, "pair"),
    **dict.fromkeys(NEGATIONS, "not"),
}
"""What each known word is; the later list wins."""
_ELISIONS = ("l'", "d'", "n'", "s'", "j'", "c'", "m'", "t'")
_COUNTED = re.compile(r"(\d+)[\uac00-\ud7a3]{1,4}")
_JOINERS = str.maketrans("", "", "-_.'")


def _value(role: str, token: str, found: re.Match[str]) -> Value:
    """A value in one spelling."""
    end = found.end()
    start = end - len(found[0].lstrip())
    if token in NUMBERS:
        return Value("number", NUMBERS[token], start, end)
    if role == "time":
        return Value("time", token.lstrip("0") or "0", start, end)
    if role not in ("number", "unit"):
        return Value(role, token, start, end)
    number = found["number"].lstrip("v")
    if _THOUSANDS.fullmatch(number):
        number = number.replace(",", "")
    if not found["unit"]:
        return Value("number", number, start, end)
    unit = _UNITS.get(found["unit"], found["unit"])
    if unit in _SCALE and number.replace(".", "", 1).isdigit():
        return Value("duration", str(round(float(number) * _SCALE[unit])), start, end)
    return Value(f"number {unit}", number, start, end)
