"""Where the words of a Source lead."""

from __future__ import annotations

import pytest

from governance.intake.reading import Block
from governance.intake.sources import Places
from governance.rules.anchors import MOST, Anchor, anchors_in
from store.records.words import SourceState

DAY = "archive/2026-05-11.md"


def places() -> Places:
    made = Places()
    made.add(
        DAY,
        [
            Block(0, 10, 1, 3, 1, ("day", "morning")),
            Block(10, 20, 4, 6, 2, ("day", "morning")),
            Block(20, 30, 7, 8, None, ("day", "übergabe")),
            Block(30, 40, 9, 9, 3, ("day", "übergabe")),
        ],
        [11, 12, 13, 14],
    )
    return made


@pytest.mark.parametrize(
    ("source", "seqs"),
    [
        (f"{DAY}#2", (12,)),
        ("archive/2026-05-11#2", (12,)),
        (f"{DAY}#morning", (11, 12)),
        (f"{DAY}#Morning", (11, 12)),
        (DAY, (11, 12, 14)),
        ("archive/2026-05-11", (11, 12, 14)),
        (f"{DAY}#L3-L5", (11, 12)),
        (f"{DAY}#L9", (14,)),
        (f"./{DAY}#2", (12,)),
        (f"memory/{DAY}#2", (12,)),
        (f"./memory/{DAY}#2", (12,)),
        (f"{DAY}#%C3%BCbergabe", (14,)),
        ("archive%2F2026-05-11.md#2", (12,)),
        (f"`{DAY}#2`", (12,)),
        (f"<{DAY}#2>", (12,)),
        (f"[the day]({DAY}#2)", (12,)),
        (f"{DAY}#2.", (12,)),
        (f"{DAY}#1, {DAY}#3", (11, 14)),
        (f"{DAY}#1; talk with Ilse", (11,)),
        (f"{DAY}#1, {DAY}#41", (11,)),
    ],
)
def test_an_anchor_leads_to_its_blocks(source: str, seqs: tuple[int, ...]) -> None:
    assert places().look_up(source, ()) == (SourceState.FOUND, seqs)


@pytest.mark.parametrize(
    "source",
    [
        f"{DAY}#41",
        f"{DAY}#0",
        f"{DAY}#no-such-heading",
        "archive/2026-05-12.md",
        f"../{DAY}#2",
        f"archive/../{DAY}#2",
        f"/srv/memory/{DAY}#2",
        f"C:\\memory\\{DAY}",
        "archive\\..\\2026-05-11.md",
        f"%2e%2e/{DAY}#2",
        "../../etc/passwd",
        "/etc/passwd.md",
        "file:///etc/passwd",
        f"archive/%2e%2e/{DAY}",
    ],
)
def test_a_path_that_leads_nowhere_or_out_is_missing(source: str) -> None:
    assert places().look_up(source, ()) == (SourceState.MISSING, ())


@pytest.mark.parametrize(
    "source",
    [
        "explicit user preference",
        "topics/environment.md#ports",
        "runtime:host-check-2026-05-11",
        "talk about the archive with Rui",
        "https://example.invalid/archive/2026-05-11.md",
        "/remember",
        "100% sure",
    ],
)
def test_other_words_are_no_place_in_the_archive(source: str) -> None:
    assert places().look_up(source, ()) == (SourceState.NOT_ARCHIVE, ())


def test_no_words_are_no_source() -> None:
    assert places().look_up(None, ()) == (SourceState.NONE, ())
    assert places().look_up("  ", (DAY,)) == (SourceState.NONE, ())


def test_what_corroborates_is_cited_beside_a_source_that_was_found() -> None:
    assert places().look_up(f"{DAY}#1", (f"{DAY}#3", "hearsay")) == (SourceState.FOUND, (11, 14))
    assert places().look_up(f"{DAY}#41", (f"{DAY}#3",)) == (SourceState.MISSING, ())


def test_a_day_of_many_blocks_is_linked_to_so_many_and_no_more() -> None:
    made = Places()
    made.add(DAY, [Block(n, n + 1, n + 1, n + 1, n + 1, ()) for n in range(200)], list(range(1, 201)))
    assert len(made.look_up(DAY, ())[1]) == MOST


def test_files_that_were_not_read_are_asked_for_elsewhere() -> None:
    asked: list[Anchor] = []

    def elsewhere(anchor: Anchor) -> tuple[int, ...]:
        asked.append(anchor)
        return (7,)

    made = Places(elsewhere)
    assert made.look_up(f"{DAY}#2", ()) == (SourceState.FOUND, (7,))
    assert asked == list(anchors_in(f"{DAY}#2")[0])
