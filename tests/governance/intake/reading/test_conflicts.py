from tests.governance.intake.reading.builders import codes, read, texts

HUNK = "<<<<<<< HEAD\n- [2026-05-11] port 1\n=======\n- [2026-05-11] port 2\n>>>>>>> theirs\n"


def test_both_sides_of_a_conflict_are_kept_and_marked() -> None:
    items = read("- [2026-05-10] before\n" + HUNK + "- [2026-05-12] after\n").items
    assert [(item.text, item.in_conflict) for item in items] == [
        ("before", False),
        ("port 1", True),
        ("port 2", True),
        ("after", False),
    ]


def test_each_hunk_is_reported_where_it_begins_even_at_the_end_of_the_file() -> None:
    text = HUNK + "\n| ~~old~~ |\n|---|\n\n" + HUNK.removesuffix(">>>>>>> theirs\n")
    assert codes(text) == [("conflict-marker", 1), ("conflict-marker", 10)]
    assert [item.in_conflict for item in read(text).items] == [True] * 4


def test_a_marker_under_a_paragraph_makes_no_heading() -> None:
    text = "# Lamp\n\n<<<<<<< HEAD\nlit\n=======\ndark\n>>>>>>> theirs\n\n- end\n"
    items = read(text, "document").items
    assert [(item.text, item.headings) for item in items] == [(words, ("Lamp",)) for words in ("lit", "dark", "end")]


def test_a_base_between_the_sides_is_no_text_of_either() -> None:
    text = "<<<<<<< a\n- [2026-05-11] x\n||||||| base\n- [2026-05-11] y\n=======\n- [2026-05-11] z\n>>>>>>> b\n"
    assert texts(text) == ["x", "y", "z"]


def test_an_underline_without_a_conflict_makes_a_heading() -> None:
    page = read("Lamp\n=======\n\n- end\n", "document")
    assert page.findings == ()
    assert page.items[0].headings == ("Lamp",)


def test_a_lone_marker_is_reported_and_marks_nothing() -> None:
    text = "- [2026-05-11] x\n<<<<<<< a\n- [2026-05-12] y\n"
    assert codes(text) == [("conflict-marker", 2)]
    assert [item.in_conflict for item in read(text).items] == [False, False]
