"""Laws that hold for any bytes whatever."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from governance.intake.reading import ReadFile, Role, Unreadable, outline, read_file
from governance.intake.reading.lines import lines_of
from governance.intake.reading.outline import constructs_of
from tests.growth import assert_linear

SCRAPS = [
    *(
        "- ",
        "* ",
        "1. ",
        "  ",
        "    ",
        "\t",
        "\n",
        "\n\n",
        "\r",
        "\r\n",
        "\0",
        "\ufeff",
        "\u2028",
        "记忆",
        "😀",
        "words ",
    ),
    *(
        "[2026-05-11] ",
        "[mem-2026-05-11-001] ",
        "(state) ",
        "Source: ",
        "Subject: ",
        "  - id: x",
        "  - source: y",
        "[ ] ",
    ),
    *("```", "~~~", "# ", "## Topic Map\n", "## Pending Cleanup\n", "> ", "|a|\n|-|\n", "<!-- ", "-->", "<div>\n"),
    *("---\n", "===", "<<<<<<< a\n", "=======\n", ">>>>>>> b\n", "a: b\n", "&x ", "*x", "{", "[", "](", "`", "\\", "."),
    *("- [2026-05-11 10:00] archive: ", "## [2026-05-11] op | x", "archive/2026-05-11.md", "[待清理] "),
]
SCRAPPY = st.lists(st.sampled_from(SCRAPS), max_size=40).map("".join)
RAW = st.one_of(
    st.binary(max_size=200),
    SCRAPPY.map(str.encode),
    SCRAPPY.map(lambda text: ("\ufeff" + text).encode("utf-16-le")),
    st.tuples(SCRAPPY, st.binary(max_size=4), SCRAPPY).map(
        lambda parts: parts[0].encode() + parts[1] + parts[2].encode()
    ),
)


def check_blocks(found: ReadFile, raw: bytes) -> None:
    assert b"".join(raw[block.start : block.end] for block in found.blocks) == raw
    at, line = 0, 1
    for block in found.blocks:
        assert (block.start, block.line) == (at, line)
        at, line = block.end, block.last_line + 1
    assert at == len(raw)


@pytest.mark.parametrize(
    "role", get_args(Role), ids=[f"{role} files are covered by their blocks" for role in get_args(Role)]
)
@settings(max_examples=60, deadline=None)
@given(raw=RAW)
def test_blocks_are_every_byte_in_order_and_hold_their_items(role: Role, raw: bytes) -> None:
    try:
        found = read_file("x/2026-05-01.md", raw, role)
    except Unreadable:
        return
    check_blocks(found, raw)
    for item in found.items:
        block = found.blocks[item.block]
        assert block.start <= item.fact.start <= item.fact.end <= block.end
        assert block.line <= item.line <= block.last_line
        assert block.number is not None
        item.text.encode()
    assert all(1 <= finding.line <= max(1, found.lines) for finding in found.findings)


@settings(max_examples=150, deadline=None)
@given(text=SCRAPPY)
def test_reading_stretch_by_stretch_sees_what_reading_at_once_sees(text: str) -> None:
    lines, _ = lines_of("x.md", text.replace("\0", "").encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outline, "_STRIDE", 1)
        pieced = constructs_of(lines, frozenset())
    assert pieced == tuple(
        outline._top(outline._parser().parse("\n".join(map(outline._parsed, lines.texts))), lines.texts, 0)
    )


LARGE = [
    ("a line of a megabyte", "- [2026-05-11] " + "word " * 200_000),
    ("brackets", "- " + "[" * 500_000),
    ("pairs of brackets", "- [2026-05-11] " + "[a] " * 120_000),
    ("backticks", "- " + "` `` " * 100_000),
    ("labels", "- [2026-05-11] x. " + "Source: a. " * 50_000),
    ("continuation lines", "- [2026-05-11] x\n" + "more. Source: y.\n" * 30_000),
    ("number signs", "# " + " #" * 200_000),
    ("blanks in a heading", "# a" + " " * 300_000 + "b"),
    ("conflict markers", "<<<<<<< a\n" + "=======\n" * 40_000),
    ("stamps", "- [2026-05-11 10:00] a" * 20_000),
    ("quotes", ">" * 300_000),
]


@pytest.mark.parametrize("role", ["inbox", "document", "log"])
@pytest.mark.parametrize("text", [text for _, text in LARGE], ids=[f"{name} take their time" for name, _ in LARGE])
def test_size_alone_takes_no_long_time(text: str, role: Role) -> None:
    half, whole = text[: len(text) // 4].encode(), text[: len(text) // 2].encode()
    assert_linear(lambda: read_file("x.md", half, role), lambda: read_file("x.md", whole, role))


def test_twice_as_many_bullets_take_twice_the_time() -> None:
    line = "- [2026-05-11] [mem-2026-05-11-{0}] (state) Fact {0}. Subject: a:{0}. Source: talk.\n"
    raw = "".join(line.format(number) for number in range(6_000)).encode()
    half = raw[: len(raw) // 2]
    assert_linear(lambda: read_file("memory.md", half, "inbox"), lambda: read_file("memory.md", raw, "inbox"))
    found = read_file("memory.md", raw, "inbox")
    assert len(found.items) == 6_000
