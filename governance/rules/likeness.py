"""Two texts that say the same, or that may contradict each other; pure.

Near-duplicates say the same with small changes: case, order, punctuation, width, inflection, words that carry nothing.
A possible contradiction speaks of the same thing and is turned round by a negation or a contrary, or gives another
value. What names which thing is meant (`web-1`, step 3, a file, the day something happened) is no value: where it
differs, the two speak of different things. Suggestions go to people, so doubt means silence.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Literal, NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq

from governance.rules.likeness_reading import Reading, Value, read
from governance.rules.likeness_words import RELATIONS, SUFFIXES
from store.index import fold

__all__ = ["Likeness", "compare", "likeness"]

DUPLICATE = 500
"""From this likeness on two texts with no difference that counts say the same."""
CONTRADICTION = 500
"""From this likeness on a difference is one about the same thing."""
_FAR = 40.0
"""Below this ratio of letters nothing else is looked at."""
_EXTRA = 8
"""One word more may stand in one of the texts for so many that stand in both."""
_FORMS = 6
"""More words in another form than this are not looked for."""
_TURNS = 8
"""More places than this are not tried."""
_LONGEST = 8_000
"""Longer texts are the same or nothing."""
_PAIRS = 2
"""More values than this differ only in reports of one form."""


class Likeness(NamedTuple):
    """What two texts are to each other, and how alike they are."""

    kind: Literal["duplicate", "contradiction"]
    score: int
    """Per mille."""


def likeness(left: str, right: str) -> int:
    """Say how alike two texts are, per mille: their letters in order, and twice as much the words they share."""
    return _score(read(left), read(right))


def _score(one: Reading, other: Reading) -> int:
    if one.folded == other.folded:
        return 1000
    total = len(one.parts) + len(other.parts)
    shared = 2 * len(one.parts & other.parts) / total if total else 0.0
    return round((10 * fuzz.ratio(one.folded, other.folded) + 2000 * shared) / 3)


def compare(left: str, right: str) -> Likeness | None:
    """Say whether one text says the same as the other or may contradict it; None for anything else."""
    if max(len(left), len(right)) > _LONGEST:
        return Likeness("duplicate", 1000) if fold(left) == fold(right) and left.strip() else None
    one, other = read(left), read(right)
    if not (one.words or one.names or one.values):
        return None
    if one.folded == other.folded:
        return Likeness("duplicate", 1000)
    if fuzz.ratio(one.folded, other.folded, score_cutoff=_FAR) == 0 or one.names != other.names:
        return None
    kind = _kind(one, other)
    if kind is None:
        return None
    score = _score(one, other)
    return Likeness(kind, score) if score >= (DUPLICATE if kind == "duplicate" else CONTRADICTION) else None


def _kind(one: Reading, other: Reading) -> Literal["duplicate", "contradiction"] | None:
    found = _shared(one.words, other.words)
    if found is None or not (found[0] or one.names):
        return None
    shared, turned, twins = found
    words = tuple(twins.get(word, word) for word in other.words) if twins else other.words
    order = tuple(twins.get(word, word) for word in other.order) if twins else other.order
    turned += (one.negations - other.negations) % 2
    turned += sum(abs(one.sides.get(pair, 0) - other.sides.get(pair, 0)) for pair in {**one.sides, **other.sides})
    values = _values_differ(one, other)
    if values is None or (values and turned):
        return None
    if values:
        return "contradiction" if _in_order(one.words, words) else None
    if _exchanged(one.order, order):
        turned += 1
    elif not (_in_order(one.words, words) if turned else _in_order(_said(one.order), _said(order))):
        return None
    if turned % 2:
        return "contradiction"
    return "duplicate" if turned == 0 or shared > 1 else None


def _said(order: tuple[str, ...]) -> tuple[str, ...]:
    """The words without the negations, which may stand before one word or another."""
    return tuple(word for word in order if word != "not") if "not" in order else order


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[int, int, dict[str, str]] | None:
    """Count the words both have, and those whose first letters turn them round, and pair words in two forms.

    None where each has words of its own, or one has too many.
    """
    if one == other:
        return len(one), 0, {}
    turned = 0
    twins: dict[str, str] = {}
    ours, theirs = Counter(one), Counter(other)
    left = list((ours - theirs).elements())
    right = list((theirs - ours).elements())
    if min(len(left), len(right)) > _FORMS:
        return None
    for word in left.copy() if right else ():
        twin = next((found for found in right if _inflected(word, found)), None)
        if twin is None:
            twin = next((found for found in right if _contrary(word, found)), None)
            turned += twin is not None
        if twin is not None:
            twins[twin] = word
            left.remove(word)
            right.remove(twin)
    if left and right:
        return None
    shared = len(one) - len(left)
    return (shared, turned, twins) if (len(left) + len(right)) * _EXTRA <= shared else None


def _inflected(one: str, other: str) -> bool:
    """Whether two words are one in two forms."""
    stem = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        stem += 1
    if "\uac00" <= one[0] <= "\ud7a3":
        return stem >= 2 and len(one) - stem <= 3 and len(other) - stem <= 3
    return stem >= 3 and one[stem:] in SUFFIXES and other[stem:] in SUFFIXES


def _contrary(one: str, other: str) -> bool:
    """Whether one word is the other behind a syllable that turns it round."""
    short, long = sorted((one, other), key=len)
    return (
        len(short) >= 5
        and long.endswith(short)
        and long[: -len(short)] in ("un", "non", "non-", "in", "im", "ir", "dis")
    )


def _in_order(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the words stand in the same order, or in that of a clause that was put in front."""
    if one == other or len(one) < 2:
        return True
    if len(one) != len(other):
        return LCSseq.similarity(one, other) == min(len(one), len(other))
    turns = [at for at in range(1, len(one)) if one[at] == other[0]][:_TURNS]
    return len(one) > 2 and any(one[at:] + one[:at] == other for at in turns)


def _exchanged(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the two sides of a word like `over` changed places."""
    if one == other:
        return False
    for at in _relations(one):
        for place in _relations(other):
            if other[place] != one[at] and not {other[place], one[at]} <= _BEFORE:
                continue
            before, after = one[at - 1], one[at + 1]
            if before != after == other[place - 1] and before in other[place + 1 :]:
                return True
    return False


def _relations(words: tuple[str, ...]) -> list[int]:
    return [at for at in range(1, len(words) - 1) if words[at] in RELATIONS][:_TURNS]


_BEFORE = {"before", "after", "vor", "nach"}
_NAMING = frozenset(
    fold(
        "step host node job run issue pr ticket shard replica worker server machine case part item page line "
        "chapter room team sprint week build attempt retry try incident slot no nr nummer number task bug commit id "
        "user customer order account disk gpu core zone rack rule law section figure table question lesson day "
        "phase round level channel queue schritt kapitel seite zeile raum zimmer etape paso capitulo"
    ).split()
)
_NAMING_CJK = tuple(fold("第 节点 主机 步骤 工单 编号 サーバー ノード 手順 노드 서버").split())
_NUMBERED = re.compile(r"\s?(?:号|章|节|步|月|台目|番目|st\b|nd\b|rd\b|th\b)")
_CUES = frozenset(
    fold(
        "is are at to on port under in from address ip = lies live lives kept listens store stored ist liegt liegen "
        "lauft unter nach esta est sont dans"
    ).split()
)
_CUES_CJK = tuple(fold(": = 是 为 在 は に へ 到").split())
_PAST_CJK = ("了", *fold("ました だった した。").split())
_PASSIVE = ("is", "are", "be", "get", "gets", "being")
_DUE = re.compile(
    r"\b(?:expires?|until|due|deadline|valid|ends?|starts?|by|since|freeze|lauft|bis|ab|expire|jusqu|vence|hasta)\b"
    rf"|到期|截止|期限|{fold('まで')}"
)


def _values_differ(one: Reading, other: Reading) -> bool | None:
    """Whether a value of the same thing differs; None where a thing or an event is another one."""
    keys = [(value.kind, value.key) for value in one.values]
    if keys == [(value.kind, value.key) for value in other.values]:
        return False
    if len(keys) != len(other.values):
        return None
    pairs = [pair for pair in zip(one.values, other.values, strict=True) if pair[0][:2] != pair[1][:2]]
    if sorted(keys) == sorted((value.kind, value.key) for value in other.values):
        return None
    if len(pairs) > _PAIRS or _happened(one) or _happened(other):
        return None
    for mine, theirs in pairs:
        if mine.kind != theirs.kind:
            return None
        if not (_is_value(mine, one) and _is_value(theirs, other)):
            return None
    return True


def _happened(text: Reading) -> bool:
    """Tell whether a text speaks of something past: then other numbers are those of another time."""
    if text.event or (not text.folded.isascii() and any(sign in text.folded for sign in _PAST_CJK)):
        return True
    past = [word for word in text.order if word.endswith("ed") and len(word) > 4 and word[-3] != "e"]
    return any(not any(f"{verb} {word}" in text.folded for verb in _PASSIVE) for word in past)


def _is_value(value: Value, reading: Reading) -> bool:
    """Tell a value of a thing from what says which thing is meant."""
    before = reading.folded[max(0, value.start - 32) : value.start].rstrip(" `\"'")
    behind = reading.folded[value.end :]
    if value.kind == "date":
        return _DUE.search(before) is not None
    if " " not in before.strip() and (value.start == 0 or len(behind.split()) > 1):
        return False  # it stands where the thing is named, not where something is said of it
    if value.kind == "often":
        return len(behind.split()) <= 2
    word = before.rpartition(" ")[2]
    if value.kind in ("path", "url", "ip"):
        last = len(behind.split()) <= 2 or len(behind) * 4 < len(reading.folded)
        return last and value.start > 4 and (word in _CUES or before.endswith(_CUES_CJK))
    if value.kind != "number":
        return True
    if before.endswith("#") or word.rstrip(".:") in _NAMING or before.endswith(_NAMING_CJK):
        return False
    return _NUMBERED.match(behind) is None
