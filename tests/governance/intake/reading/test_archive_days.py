from tests.governance.intake.reading.builders import read

DAY = """# 2026-05-11

- first
- second
  - below it

## Walk

A paragraph.

```
- fenced
```

| a |
|---|
| 1 |

> quoted

<!-- aside -->
"""


def test_every_construct_but_headings_and_comments_is_an_entry_numbered_from_one() -> None:
    day = read(DAY, "archive-day")
    assert [(block.number, block.line) for block in day.blocks] == [(1, 1), (2, 4), (3, 7), (4, 11), (5, 15), (6, 19)]
    assert day.items == ()


def test_blocks_bear_the_anchors_of_all_enclosing_headings() -> None:
    assert [block.slugs for block in read(DAY, "archive-day").blocks][1:3] == [("2026-05-11",), ("2026-05-11", "walk")]
