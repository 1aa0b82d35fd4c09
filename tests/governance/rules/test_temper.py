"""Feelings of a moment and guesses are noticed; preferences, permissions and findings are not."""

from __future__ import annotations

import pytest

from governance.rules.instructing import text_findings
from store.records.words import Flag

FELT = (
    "I'm so frustrated today.",
    "The user is annoyed right now.",
    "The user seems tired.",
    "Ugh, the build again.",
    "I feel really happy!",
    "I hate this.",
    "用户今天很生气。",
    "我好烦。",
    "今日はイライラする。",
    "Ich bin heute total genervt.",
    "أنا محبط جدا اليوم.",
)
GUESSED = (
    "Maybe the cache is stale.",
    "I guess the index is broken.",
    "The job might be slow because of the network, not sure why.",
    "The timeout could be caused by DNS.",
    "It fails on Mondays, perhaps.",
    "Not sure whether the flag matters.",
    "也许是缓存的问题。",
    "たぶんキャッシュが原因かもしれない。",
    "Vielleicht liegt es am Cache.",
    "ربما المشكلة في الشبكة.",
)
LASTING = (
    "The user dislikes tabs.",
    "The user hates long answers.",
    "The user is happy with the new layout of the report.",
    "The user gets annoyed by emojis in commit messages.",
    "Members may push to feature branches.",
    "Pods might be evicted when the node is under memory pressure.",
    "The parser may be called twice for the same file.",
    "The Maybe monad is used in the Haskell service.",
    "Maybe and Either are re-exported from lib/types.",
    "The timeout was probably caused by DNS; the trace shows a lookup of 29 s, confirmed twice.",
    "The job name is happy-path.",
    "用户喜欢简洁的回答。",
    "这个接口可能返回空列表。",
    "ユーザーは短い回答を好む。",
    "Ich bin der Betreuer des Parsers.",
    "يفضل المستخدم الإجابات القصيرة.",
)


@pytest.mark.parametrize("text", FELT)
def test_a_feeling_of_a_moment_is_noticed(text: str) -> None:
    assert text_findings(text) == (Flag.EMOTION,)


@pytest.mark.parametrize("text", GUESSED)
def test_a_guess_is_noticed(text: str) -> None:
    assert text_findings(text) == (Flag.SPECULATION,)


@pytest.mark.parametrize("text", LASTING)
def test_what_lasts_and_what_is_shown_passes(text: str) -> None:
    assert text_findings(text) == ()
