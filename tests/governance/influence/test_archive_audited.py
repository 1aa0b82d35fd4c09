"""The archive under an audit: passages that bear the words of a question as words, newest first, within the budget."""

from __future__ import annotations

import pytest

from governance.desk import Desk
from tests.governance.builders import a_block


def passages(desk: Desk, query: str) -> tuple[str, ...]:
    """What an audit shows of the archive."""
    return tuple(one.snippet for one in desk.recalling.audit(query).archive)


TEXTS = {
    "tern": ("a tern nests on the roof", "terns come in May"),
    "afternoon": ("the pattern of the afternoon",),
    "roof may": (),
    "use": ("they use the crane",),
    "時刻": ("時刻表は駅にある",),
    "刻表": ("時刻表は駅にある",),
    "表": ("時刻表は駅にある",),
    '"the crane"': ("they use the crane",),
    '"use crane"': (),
    "%": (),
    "useful,": ("was it useful, or in disuse?",),
    "++": (),
    '"e crane"': (),
}
"""Each question with the passages that bear its words: from their beginning, or anywhere where there are no blanks."""


@pytest.mark.parametrize("query", TEXTS)
def test_a_passage_is_found_by_whole_words_their_beginnings_and_phrases(desk: Desk, query: str) -> None:
    for text in ("they use the crane", "the pattern of the afternoon", "a tern nests on the roof",
                 "terns come in May", "was it useful, or in disuse?", "時刻表は駅にある"):  # fmt: skip
        a_block(desk, text)
    assert sorted(passages(desk, query)) == sorted(TEXTS[query])


def test_more_passages_than_the_budget_are_said_to_be_there(desk: Desk) -> None:
    for number in range(3):
        a_block(desk, f"the tern of pier {number}\n")
    few, all_of_them = (desk.recalling.audit("tern", payloads=many) for many in (2, 3))
    assert ([one.snippet for one in few.archive], few.archive_more) == (
        ["the tern of pier 2", "the tern of pier 1"],
        True,
    )
    assert (len(all_of_them.archive), all_of_them.archive_more) == (3, False)
