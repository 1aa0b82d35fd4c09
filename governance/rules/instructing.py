"""Captured text that would steer an agent, or is no knowledge: what a person should see before it counts; pure.

1. The text is folded once: compatibility forms, case, quotes; invisible signs are taken out after they were noticed.
2. Rules are asked only when one of their key stems stands in the text, so plain text costs little.
3. A rule reads one sentence at a time, or the whole text when what it looks for spans sentences.
4. A phrase that is forbidden or denied ("never disable TLS") is advice, not an attack.
"""

from __future__ import annotations

import re
import unicodedata

from governance.rules.claiming_words import CLAIMS
from governance.rules.foreign_words import FOREIGN, LATIN
from governance.rules.hidden import encoded_blob, hidden_signs
from governance.rules.instructing_words import ORDERS
from governance.rules.phrases import Phrase
from governance.rules.running_words import ABROAD, RUNNING
from governance.rules.sending_words import SENDING
from governance.rules.settings_words import SETTINGS
from governance.rules.temper import emotion, speculation
from governance.rules.unbinding_words import UNBINDING
from governance.rules.weakening_words import WEAKENING
from store.records.words import Flag

__all__ = ["REVIEWED", "text_findings"]

_ORDER = tuple(Flag)
REVIEWED = frozenset(
    {
        Flag.INSTRUCTION,
        Flag.PERMISSION_CLAIM,
        Flag.EXFILTRATION,
        Flag.REMOTE_CODE,
        Flag.WEAKENING,
        Flag.BACKDOOR,
        Flag.PROMOTION,
        Flag.HIDDEN,
        Flag.ENCODED,
        Flag.EMOTION,
        Flag.SPECULATION,
    }
)
"""What sends a capture to a person instead of letting it pass."""

_PHRASES = (*ORDERS, *UNBINDING, *RUNNING, *CLAIMS, *SENDING, *WEAKENING, *SETTINGS, *LATIN, *ABROAD)
_BY_STEM: dict[str, tuple[Phrase, ...]] = {
    stem: tuple(phrase for phrase in _PHRASES if stem in phrase.stems) for phrase in _PHRASES for stem in phrase.stems
}
_STEM = re.compile(r"(?<![a-z])[a-z]{1,4}")
_OUTSIDE = re.compile(r"://|@|[a-z0-9]\.[a-z0-9]")
_SENTENCE = re.compile(r"[.!?;]\s+|[\n。！？]\s*")
_QUOTES = str.maketrans("’‘ʼ“”„«»「」", '\'\'\'"""""""')
_FORMAT = re.compile("[\u00ad\u034f\u180e\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef]")


def text_findings(text: str) -> tuple[Flag, ...]:
    """Name what is noticed in a captured text, in the order of the flags, each once."""
    found: set[Flag] = set()
    if hidden_signs(text):
        found.add(Flag.HIDDEN)
    if encoded_blob(text):
        found.add(Flag.ENCODED)
    folded = _folded(text)
    stems = set(_STEM.findall(folded))
    _read(text, folded, stems, found)
    if not folded.isascii():
        _read_abroad(folded, found)
    if emotion(folded, stems):
        found.add(Flag.EMOTION)
    if speculation(folded, stems):
        found.add(Flag.SPECULATION)
    return tuple(flag for flag in _ORDER if flag in found)


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", _FORMAT.sub("", text)).casefold().translate(_QUOTES)


def _read_abroad(folded: str, found: set[Flag]) -> None:
    """Ask the rules about languages whose words no stem of plain letters tells."""
    sentences = _SENTENCE.split(folded)
    for phrase in FOREIGN:
        if phrase.flag not in found and phrase.stands_in(folded, folded):
            found.add(phrase.flag)
    for phrase in ABROAD:
        if phrase.flag not in found and any(phrase.stands_in(sentence, folded) for sentence in sentences):
            found.add(phrase.flag)


def _read(text: str, folded: str, stems: set[str], found: set[Flag]) -> None:
    """Ask every rule that one of the text's stems calls for."""
    asked: set[Phrase] = set()
    for stem in stems:
        asked.update(_BY_STEM.get(stem, ()))
    if not asked:
        return
    sentences = _SENTENCE.split(folded)
    reaches_out = bool(_OUTSIDE.search(folded))
    for phrase in asked:
        if phrase.flag in found or (phrase.hosted and not reaches_out) or phrase.also.isdisjoint(stems):
            continue
        where = (text,) if phrase.cased else (folded,) if phrase.whole else sentences
        if any(phrase.stands_in(sentence, folded) for sentence in where):
            found.add(phrase.flag)
