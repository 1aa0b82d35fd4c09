"""A memory of thousands of items is taken in, commit by commit."""

from __future__ import annotations

from pathlib import Path

from store.database import Store
from tests.governance.intake.memories import head_of, item, put, take_in, topic

FILES, EACH = 10, 250


def test_thousands_of_items_come_in_over_several_commits_and_are_known_again(store: Store, tmp_path: Path) -> None:
    for file in range(FILES):
        day = f"2026-05-{file + 1:02d}"
        notes = [
            item(
                f"The {file}th crane lifts {n} tons of salt over the old quay before the tide turns.",
                f"mem-{day}-{n:03d}",
                date=day,
                Source=f"archive/{day}.md#{n}",
            )
            for n in range(1, EACH + 1)
        ]
        lines = "".join(f"- the crane lifted {n} tons\n" for n in range(1, EACH + 1))
        put(tmp_path / "m", {f"topics/{file}.md": topic(*notes), f"archive/{day}.md": f"# Day\n\n{lines}"})
    told: list[tuple[int, int]] = []
    report = take_in(store, tmp_path / "m", progress=lambda done, total: told.append((done, total)))
    assert (report.new, report.links) == (FILES * EACH, FILES * EACH)
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]
    assert len(told) > 2
    head = head_of(store)
    assert take_in(store, tmp_path / "m").known == FILES * EACH
    assert head_of(store) == head
