import pytest

from tests.governance.intake.reading.builders import codes, one, read, texts


def test_top_level_bullets_and_paragraphs_are_plain_entries() -> None:
    text = "# Notes\n\nA paragraph.\n\n- one\n  - below one\n- two\n\n1. three\n"
    items = read(text, "document").items
    assert [item.text for item in items] == ["A paragraph.", "one\n- below one", "two", "three"]
    assert {item.form for item in items} == {"plain"}


def test_one_line_of_prose_after_a_byte_order_mark_is_read_and_nothing_is_invented() -> None:
    item = one(b"\xef\xbb\xbfOn 2026-05-14 the lamp was cleaned by Ann.", "document")
    assert item.text == "On 2026-05-14 the lamp was cleaned by Ann."
    assert (item.date, item.date_hint, item.kind, item.foreign_id, item.source) == (None, None, None, None, None)


def test_bullets_under_a_dated_heading_get_a_hint_and_no_date() -> None:
    text = (
        "<!-- Newest last.\nProse here. -->\n\n## Lamp (2026-05-14)\n\n- 灯塔 cleaned\n→ **Extracted to**: lamp.md\n\n"
        "## Fog (2026-05-12)\n\n- thick\n"
    )
    items = read(text, "document").items
    assert [(item.date, item.date_hint) for item in items] == [(None, "2026-05-14"), (None, "2026-05-12")]


def test_a_pointer_line_of_its_own_is_no_item() -> None:
    assert texts("## Lamp\n\n→ **Extracted to**: lamp.md\n\n- → fog.md\n", "document") == []


def test_a_paragraph_under_a_dated_heading_is_the_item() -> None:
    item = one(f"## [2026-05-14] cleaned | The lamp\n\nDone with [[soap]], sheet 1x-{'ab' * 900}.\n", "document")
    assert item.text.startswith("Done with [[soap]]")
    assert (item.date_hint, item.headings) == ("2026-05-14", ("[2026-05-14] cleaned | The lamp",))


def test_a_dated_bullet_bears_its_date() -> None:
    item = one("- [2026-05-14] lamp cleaned\n", "document")
    assert (item.form, item.date) == ("plain", "2026-05-14")


def test_reference_forms_are_known_in_any_document() -> None:
    text = "- [2026-05-14] [mem-2026-05-14-001] (knowledge) Lamp. Source: x.\n- [2026-05-14] (state) Fog. Source: y.\n"
    assert [item.form for item in read(text, "document").items] == ["inbox", "short"]


def test_nested_remarks_with_colons_do_not_make_a_structured_item() -> None:
    item = one("- The lamp\n  - Status: lit\n", "document")
    assert (item.form, item.status) == ("plain", None)


NAMES = [
    ("memory/2026-05-11.md", "2026-05-11"),
    ("2026-05-11-fog.md", "2026-05-11"),
    ("20260511.md", "2026-05-11"),
    ("9.md", None),
]


@pytest.mark.parametrize(("path", "hint"), NAMES, ids=[f"{path} hints at {hint}" for path, hint in NAMES])
def test_a_file_name_may_hint_at_a_date(path: str, hint: str | None) -> None:
    item = one(b"\xef\xbb\xbfThe lamp was cleaned.", "document", path)
    assert (item.date, item.date_hint) == (None, hint)


def test_a_table_beside_a_long_line_gives_only_the_line() -> None:
    text = "# Lamp\n\n| when | who |\n|---|---|\n| dawn | Ann |\n\n" + "word " * 90 + "\n"
    assert len(read(text, "document", "2026-05-11.md").items) == 1


def test_a_table_alone_gives_no_items() -> None:
    table = "# 항구 港口\n\n| 이름 | 뜻 |\n|---|---|\n" + "| 항구 | 港口 |\n" * 10
    assert texts(table, "document") == []


def test_an_index_of_links_is_read_as_entries_in_a_memory_file_only() -> None:
    text = "> This index is too long.\n\n## Harbour\n\n- [Crane](crane.md) — all of it\n- see [[fog]], superseded\n"
    assert texts(text, "document", "MEMORY.md") == ["[Crane](crane.md) — all of it", "see [[fog]], superseded"]
    assert texts(text, "document", "other.md") == ["see [[fog]], superseded"]


def test_long_bullets_with_addresses_are_read_whole() -> None:
    text = "## Gemini Added Memories\n" + "".join(f"- Look at https://example.org/{'x' * 430}/{n}\n" for n in range(3))
    assert [len(words) for words in texts(text, "document")] == [460, 460, 460]


def test_hard_wrapped_bullets_are_one_item_each() -> None:
    text = "---\nalwaysApply: true\n---\n\n- the lamp is\n  cleaned at dawn\n- the fog horn\n  is not\n"
    assert texts(text, "document") == ["the lamp is cleaned at dawn", "the fog horn is not"]


def test_crlf_lines_without_a_last_line_end_read_like_any_other() -> None:
    text = "# Lamp\r\n\r\n- one\r\n- two"
    assert texts(text, "document") == ["one", "two"]
    assert codes(text, "document") == []
    assert read(text, "document").lines == 4


def test_japanese_and_joined_emoji_are_kept() -> None:
    assert texts("# 港\n\n- 灯台守は👩‍🚀です\n", "document") == ["灯台守は👩‍🚀です"]


def test_near_identical_files_differ_only_where_they_differ() -> None:
    shared = [f"- watch {number} was quiet" for number in range(93)]
    first = texts("\n".join([*shared, "- key kelp-AKIA-none"]), "document", "2026-05-11.md")
    second = texts("\n".join([*shared, "- added later", "- key kelp-AKIA-none"]), "document", "2026-05-11-0930.md")
    assert [words for words in second if words not in first] == ["added later"]


def test_observations_are_items_and_typed_relations_are_not() -> None:
    head = "---\ntitle: Lamp\naliases: [light, beacon]\n---\n\n"
    text = head + "- [method] mask-editing is slow; costly #lamp (pier)\n- relates_to [[Fog]]"
    page = read(text, "document")
    assert [item.text for item in page.items] == ["[method] mask-editing is slow; costly #lamp (pier)"]
    assert page.frontmatter is not None
    assert page.frontmatter.other == (("aliases", "light, beacon"),)


def test_a_format_reference_of_fences_and_tables_gives_no_items() -> None:
    fence = "```markdown\n- [decision] lit #lamp\n- relates_to [[Fog]]\n```\n\n"
    table = "| key | use |\n|---|---|\n| - a | b |\n\n"
    assert texts("# Format\n\n" + (fence + table) * 20, "document") == []


def test_written_out_escapes_and_a_bitten_fence_do_not_leak() -> None:
    text = (
        "\ufeff# Lessons`r`n`r`nKept by hand.`r`n\n\n## [LRN-20260511-002] lamp\n\nWipe it first.\n\n"
        "```\text\n- [2026-05-11] (state) not this\n```\n\n## [LRN-20260510-001] fog\n\n- See Also: LRN-20260511-002\n"
    )
    page = read(text, "document")
    assert [item.text for item in page.items] == ["Wipe it first.", "See Also: LRN-20260511-002"]
    assert page.items[0].headings == ("Lessons`r`n`r`nKept by hand.`r`n", "[LRN-20260511-002] lamp")
    assert codes(text, "document") == [("bom", 1)]


def test_a_fence_never_closed_is_reported_where_it_opens_and_hides_what_follows() -> None:
    text = "---\ndescription:\nglobs:\n---\n\n- kept\n\n```sh\n" + "- hidden\n" * 9
    assert texts(text, "document") == ["kept"]
    assert codes(text, "document") == [("unclosed-fence", 8)]


def test_a_comment_never_closed_is_reported() -> None:
    assert codes("- a\n\n<!-- open\n- b\n", "document") == [("unclosed-comment", 3)]


def test_definitions_of_links_are_no_items() -> None:
    assert texts("[crane]: https://example.org\n\n[^1]: A note.\n", "document") == []
