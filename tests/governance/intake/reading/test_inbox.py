import pytest

from tests.governance.intake.reading.builders import codes, one, read, texts

FULL = "- [2026-05-11] [mem-2026-05-11-001] (state) Quay [north] opens at 6: sharp. Subject: quay:opens. Source: Ann.\n"


def test_a_full_line_gives_every_field_and_leaves_them_out_of_the_words() -> None:
    item = one("# Inbox\n\n" + FULL)
    assert (item.form, item.date, item.foreign_id, item.kind) == ("inbox", "2026-05-11", "mem-2026-05-11-001", "state")
    assert (item.subject, item.source) == ("quay:opens", "Ann")
    assert item.text == "Quay [north] opens at 6: sharp."
    assert (item.line, item.headings) == (3, ("Inbox",))


def test_the_fact_span_is_exactly_the_words() -> None:
    raw = ("# Büro\n" + FULL).encode()
    item = one(raw)
    assert raw[item.fact.start : item.fact.end].decode() == item.text


def test_subject_and_source_may_come_in_any_order() -> None:
    item = one("* [2026-05-11] [mem-2026-05-11-001] (state) Up. Source: archive/2026-05-11.md#x. Subject: a:b.\n")
    assert (item.subject, item.source, item.text) == ("a:b", "archive/2026-05-11.md#x", "Up.")


def test_a_line_without_id_is_the_short_form() -> None:
    item = one("- [2026-05-11] (knowledge) Gulls nest here. Source: walk\n")
    assert (item.form, item.foreign_id, item.source) == ("short", None, "walk")


def test_words_are_kept_as_written_even_when_no_rule_knows_them() -> None:
    item = one("- [2026-13-45] [kb-12] (fact) Odd. Status: 待定. Source: x.\n")
    assert (item.date, item.foreign_id, item.kind, item.status) == ("2026-13-45", "kb-12", "fact", "待定")


SECOND_BRACKETS = [
    ("[2026-05-11 09:30]", None),
    ("[2026-05-11T09:30Z]", None),
    ("[09:30Z]", None),
    ("[9:30 am]", None),
    ("[2026-W20]", None),
    ("[11-May-2026]", None),
    ("[mem-2026-05-11-001]", "mem-2026-05-11-001"),
    ("[MEM-20260511-004]", "MEM-20260511-004"),
    ("[kb-12]", "kb-12"),
    ("[todo]", None),
    ("[a](https://example.org)", None),
]


@pytest.mark.parametrize(
    ("bracket", "foreign_id"),
    SECOND_BRACKETS,
    ids=[f"{bracket} after the date is {'an id' if known else 'no id'}" for bracket, known in SECOND_BRACKETS],
)
def test_a_second_bracket_is_an_id_only_when_it_looks_like_one(bracket: str, foreign_id: str | None) -> None:
    item = one(f"- [2026-05-11] {bracket} Words.\n")
    assert item.foreign_id == foreign_id
    assert item.text == ("Words." if foreign_id else f"{bracket} Words.")


def test_a_whole_file_callout_is_found_and_mixed_bullets_are_read() -> None:
    text = "> [!SUPERSEDED 2026-06-01] See the new file.\n\n- [2026-05-11] [2026-05-11 09:30] One\n* [2026-05-12] Two\n"
    assert codes(text) == [("superseded-callout", 1)]
    assert texts(text) == ["[2026-05-11 09:30] One", "Two"]


def test_unindented_paragraphs_between_items_go_on_with_the_item_above() -> None:
    text = "- [2026-05-11] One\nstill one\n\nand more of one\n\n- [2026-05-12] Two\n"
    assert texts(text) == ["One still one\n\nand more of one", "Two"]


def test_a_paragraph_after_a_heading_does_not_go_on_with_the_item_before_it() -> None:
    assert texts("- [2026-05-11] One\n\n# Notes\n\nNot one.\n") == ["One"]


def test_hard_wrapped_lines_are_one_item_and_wrapped_sources_one_value() -> None:
    item = one("- [2026-05-11] (knowledge) The long\n  way round. Source: a talk\n  on the pier.\n")
    assert (item.text, item.source) == ("The long way round.", "a talk on the pier")


def test_words_after_a_source_that_ends_its_line_belong_to_the_fact() -> None:
    item = one("- [2026-05-11] (knowledge) First. Source: talk.\nSecond thought.\n")
    assert (item.text, item.source) == ("First. Second thought.", "talk")


def test_a_label_in_inline_code_is_no_label() -> None:
    item = one("- [2026-05-11] (knowledge) Write `x. Source: y` there. Source: z.\n")
    assert (item.text, item.source) == ("Write `x. Source: y` there.", "z")


def test_open_source_is_no_source() -> None:
    assert one("- [2026-05-11] (knowledge) We use Open Source: it is cheap.\n").source is None


def test_chinese_wraps_are_folded_without_a_blank() -> None:
    assert one("- [2026-05-11] (knowledge) 码头的\n  风很大。 Source: 散步。\n").text == "码头的风很大。"


@pytest.mark.parametrize("marker", ["[待清理]", "[待确认]", "【待清理】", "【待确认】"])
def test_a_legacy_marker_is_named_and_stays_in_the_words(marker: str) -> None:
    item = one(f"- [2026-05-11] [mem-2026-05-11-001] (knowledge) {marker} Old crane. Source: x.\n")
    assert item.legacy_marker == marker
    assert item.text == f"{marker} Old crane."


NO_ITEMS = [
    "- [ ] a",
    "- [x] b",
    "- [X] c",
    "- [/] d",
    "- [>] e",
    "> [!warning] f",
    "- [00:00:11] g",
    "- [1] h",
    "- [] i",
    "- [link](u) j",
    "- [^1] k",
    "- [YYYY-MM-DD] [mem-YYYY-MM-DD-NNN] (kind) l",
    "- `[2026-05-11] (state) m`",
    "- <!-- n -->",
    "    - [2026-05-11] (state) o",
    "> - [2026-05-11] (state) p",
    "```\n- [2026-05-11] (state) q\n```",
    "<!--\n- [2026-05-11] (state) r\n-->",
    "| [2026-05-11] (state) s |\n|---|\n| - [2026-05-11] t |",
    "- > [2026-05-11] (state) u",
    "1. v",
    "Prose about w.",
]


@pytest.mark.parametrize("text", NO_ITEMS, ids=[f"{text!r} is no item" for text in NO_ITEMS])
def test_what_is_no_memory_gives_no_item(text: str) -> None:
    assert texts(text + "\n") == []
    assert texts(text + "\n", "document") == (
        [text] if text in ("Prose about w.",) else [text[3:]] if text == "1. v" else []
    )


def test_a_category_in_brackets_is_an_observation() -> None:
    item = one("- [decision] z #t (ctx)\n")
    assert (item.form, item.text, item.foreign_id) == ("plain", "[decision] z #t (ctx)", None)


def test_right_to_left_words_are_kept_in_place() -> None:
    assert (
        one("- [2026-05-11] (knowledge) The word ميناء means harbour. Source: x.\n").text
        == "The word ميناء means harbour."
    )


def test_identical_lines_are_read_each_for_itself() -> None:
    items = read(FULL * 3).items
    assert [item.line for item in items] == [1, 2, 3]
    assert len({item.block for item in items}) == 3


def test_a_label_inside_a_sentence_is_part_of_it_unless_it_names_source_or_key() -> None:
    item = one("- [2026-05-11] (state) It prints Status: ready Subject: lamp:state. Source: x.\n")
    assert (item.text, item.status, item.subject) == ("It prints Status: ready", None, "lamp:state")
