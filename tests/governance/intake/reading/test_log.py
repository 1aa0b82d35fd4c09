import pytest

from tests.governance.intake.reading.builders import codes, read
from tests.growth import assert_linear

SHAPES = [
    ("- [2026-05-11 21:30] archive: done", ("2026-05-11 21:30", "archive", "done")),
    ("## [2026-05-11T21:30Z] review | with Ann", ("2026-05-11T21:30Z", "review", "with Ann")),
    ("[2026-05-11] cleanup two headings", ("2026-05-11", "cleanup", "two headings")),
    ("- [2026-05-11] archive-skip", ("2026-05-11", "archive-skip", "")),
    ("## [2026-05-11 10:00] op ¦ k:v ¦ l:w", ("2026-05-11 10:00", "op", "k:v ¦ l:w")),
]


@pytest.mark.parametrize(("line", "event"), SHAPES, ids=[f"{line!r} is an event" for line, _ in SHAPES])
def test_each_usual_shape_is_an_event(line: str, event: tuple[str, str, str]) -> None:
    log = read(f"# Log\n\n{line}\n", "log")
    assert [(each.at, each.name, each.words) for each in log.events] == [event]
    assert log.items == ()


DAYS = [
    ("- [2026-05-12] autodream: archive/2026-05-10.md, 2026-05-11.md; since 2025-01-01", ("2026-05-10", "2026-05-11")),
    ("- [2026-05-12] autodream: distilled 2026-05-09 and mem-2026-05-01-001", ("2026-05-09",)),
    ("- [2026-05-12 08:00] archive: moved", ("2026-05-12",)),
    ("- [2026-05-12] archive: archive/2026/2026-05-10.md", ("2026-05-10",)),
    ("- [2026-05-12] review: archive/2026-05-10.md", ()),
    ("- [2026-02-31] archive: moved", ()),
]


@pytest.mark.parametrize(("line", "days"), DAYS, ids=[f"{line!r} speaks of {len(days)} days" for line, days in DAYS])
def test_archive_and_autodream_events_name_their_days(line: str, days: tuple[str, ...]) -> None:
    (event,) = read(line, "log").events
    assert event.days == days


def test_two_entries_glued_in_one_line_are_read_apart_and_reported() -> None:
    text = (
        "## [2026-05-11 10:00] op ¦ k:v## [2026-05-11 11:00] shut ¦ k:w\n"
        "- [2026-05-12] archive: x- [2026-05-13] review: y"
    )
    log = read(text, "log")
    assert [(event.line, event.name, event.words) for event in log.events] == [
        (1, "op", "k:v"),
        (1, "shut", "k:w"),
        (2, "archive", "x"),
        (2, "review", "y"),
    ]
    assert codes(text, "log") == [("glued-entries", 1), ("glued-entries", 2)]


def test_a_stamp_mentioned_in_words_is_no_second_entry() -> None:
    assert len(read("- [2026-05-11] review: see - [2026-05-10] and ([2026-05-09 10:00] too)\n", "log").events) == 1


def test_the_body_below_a_heading_belongs_to_its_event() -> None:
    log = read("## [2026-05-11] autodream | pass\n\ntook archive/2026-05-09.md\n\n## Other\n\nnot this\n", "log")
    assert [(event.words, event.days) for event in log.events] == [("pass took archive/2026-05-09.md", ("2026-05-09",))]


def test_fenced_lines_are_no_events() -> None:
    text = "```\n- [2026-05-11] archive: x\n```\n- [2026-05-12] archive: y\n```\n- [2026-05-13] archive: z\n"
    assert [event.line for event in read(text, "log").events] == [4]
    assert codes(text, "log") == [("unclosed-fence", 5)]


def test_twice_as_long_a_log_takes_twice_the_time() -> None:
    line = "## [2026-05-11 10:{:02}] op{} ¦ key:value ¦ other:words that fill the line\n"
    text = "".join(line.format(number % 60, number) for number in range(4_000)).removesuffix("\n")
    assert_linear(lambda: read(text[: len(text) // 2], "log"), lambda: read(text, "log"))
    log = read(text, "log")
    assert len(log.events) == len(log.blocks) == 4_000
