import pytest

from governance.intake.reading.blocks import LARGEST
from governance.intake.reading.headings import slug_of
from tests.governance.intake.reading.builders import read


def test_what_stands_apart_has_blocks_without_number() -> None:
    text = "---\ntitle: x\n---\n# A\n\nintro\n\n## B\n- [2026-05-11] one\n\ntail\n\n## C\n\nnothing here\n"
    blocks = read(text, "topic").blocks
    assert [(block.line, block.last_line, block.number) for block in blocks] == [
        (1, 3, None),
        (4, 7, None),
        (8, 12, 1),
        (13, 15, None),
    ]
    assert blocks[2].slugs == ("a", "b")


def test_a_file_without_entries_is_one_block() -> None:
    assert [(block.start, block.end, block.number) for block in read("just prose\n").blocks] == [(0, 11, None)]


def test_an_empty_file_is_one_empty_block() -> None:
    nothing = read(b"")
    assert (nothing.lines, [(block.start, block.end) for block in nothing.blocks]) == (0, [(0, 0)])


def test_a_large_block_is_split_at_line_ends() -> None:
    text = "```\n" + "some archived line of words\n" * 9_000 + "```\n"
    blocks = read(text, "archive-day").blocks
    assert len(blocks) > 3
    assert all(block.end - block.start <= LARGEST for block in blocks)
    assert {block.number for block in blocks} == {1}


def test_an_item_is_never_split() -> None:
    text = "- [2026-05-11] long\n" + "  more words of it\n" * 9_000
    assert len(read(text).blocks) == 1


SLUGS = [
    ("The Blank Boards!", "the-blank-boards"),
    ("Inès et les captures d'écran", "inès-et-les-captures-décran"),
    ("海斗の夜勤メモ", "海斗の夜勤メモ"),
    ("`make ship` & go_home", "make-ship--go_home"),
    ("[Link](https://example.org) here", "link-here"),
    ("2026-05-11 (walk)", "2026-05-11-walk"),
]


@pytest.mark.parametrize(
    ("heading", "slug"), SLUGS, ids=[f"{heading} is anchored as {slug}" for heading, slug in SLUGS]
)
def test_headings_give_the_anchors_of_code_hosting_sites(heading: str, slug: str) -> None:
    assert slug_of(heading) == slug


def test_repeated_headings_are_numbered() -> None:
    blocks = read("## A\n- x\n\n## A\n- y\n\n## A\n- z\n", "archive-day").blocks
    assert [block.slugs for block in blocks] == [("a",), ("a-1",), ("a-2",)]
