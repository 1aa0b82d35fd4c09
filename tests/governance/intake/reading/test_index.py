import pytest

from governance.intake.reading import TopicMapRow
from tests.governance.intake.reading.builders import read, texts

INDEX = """# Memory Index

## Recent Activity

- [2026-05-11] (state) Crane changed → topics/harbour.md

## Topic Map

- harbour.md — Read when a crane matters.
- [Fog](topics/fog.md) - Read in fog.
- `tides.md`: Read at low tide.
- gulls.md

## Pending Cleanup

- [2026-05-11] (knowledge) Gulls are quiet. Source: archive/2026-05-11.md.
- [ ] look again
"""


def test_only_pending_entries_of_an_index_are_items() -> None:
    assert texts(INDEX, "index") == ["Gulls are quiet."]


def test_topic_map_rows_name_a_file_and_when_to_read_it() -> None:
    assert read(INDEX, "index").topic_map == (
        TopicMapRow(9, "harbour.md", "Read when a crane matters."),
        TopicMapRow(10, "topics/fog.md", "Read in fog."),
        TopicMapRow(11, "tides.md", "Read at low tide."),
        TopicMapRow(12, "gulls.md", ""),
    )


@pytest.mark.parametrize("separator", [" — ", " – ", " - ", ": ", "：", "—"])
def test_any_usual_separator_parts_file_and_trigger(separator: str) -> None:
    (row,) = read(f"## Topic Map\n- low tide.md{separator}When dry\n", "index").topic_map
    assert (row.file, row.trigger) == ("low tide.md", "When dry")


def test_an_index_of_star_links_holds_no_memories() -> None:
    index = read(
        "---\nokf_version: 2\n---\n\n# Notes\n\n* [Crane](crane.md) - all of it\n* [Fog](fog.md) - less\n", "index"
    )
    assert index.items == ()
    assert index.frontmatter is not None
    assert index.frontmatter.other == (("okf_version", "2"),)
