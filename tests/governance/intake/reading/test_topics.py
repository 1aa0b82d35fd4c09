from tests.governance.intake.reading.builders import one, read, texts, under

STRUCTURED = under(
    "- [2026-05-21] (state) The crane is model `K-1`.",
    "  - id: mem-2026-05-21-001                    # required",
    "  - kind: state",
    "  - Subject: crane:model",
    "  - Scope: environment",
    "  - Status: superseded",
    "  - superseded_by: mem-2026-06-01-001",
    "  - inspired_by: hyp-7",
    "  - corroborating_refs:                       # optional",
    "    - archive/2026-05-20.md#one",
    "    - archive/2026-05-20.md#two",
    "  - Source: archive/2026-05-21.md#a",
    "  - Confidence-Scheme: epistemic-status-v1",
    "  - Confidence: observed-once",
)


def test_keyed_children_in_any_case_fill_every_field() -> None:
    item = one(STRUCTURED, "topic")
    assert (item.form, item.text, item.date) == ("structured", "The crane is model `K-1`.", "2026-05-21")
    assert (item.foreign_id, item.kind, item.subject) == ("mem-2026-05-21-001", "state", "crane:model")
    assert (item.scope, item.status, item.superseded_by) == ("environment", "superseded", "mem-2026-06-01-001")
    assert (item.inspired_by, item.source) == ("hyp-7", "archive/2026-05-21.md#a")
    assert item.corroborating == ("archive/2026-05-20.md#one", "archive/2026-05-20.md#two")
    assert (item.scheme, item.confidence) == ("epistemic-status-v1", "observed-once")
    assert item.extra == ()


def test_a_fact_span_ends_before_the_children() -> None:
    item = one(STRUCTURED, "topic")
    assert STRUCTURED.encode()[item.fact.start : item.fact.end] == b"The crane is model `K-1`."


def test_a_number_sign_without_two_blanks_before_it_is_no_comment() -> None:
    item = one(under("- [2026-05-21] x", "  - Source: room #3 of archive/2026-05-21.md#a"), "topic")
    assert item.source == "room #3 of archive/2026-05-21.md#a"


def test_unknown_keys_and_later_repetitions_are_kept_in_order() -> None:
    text = under(
        "- [2026-05-21] x", "  - kind: state", "  - Owner-Of: ann", "  - kind: knowledge", "  - status: active"
    )
    item = one(text, "topic")
    assert (item.kind, item.status) == ("state", "active")
    assert item.extra == (("Owner-Of", "ann"), ("kind", "knowledge"))


def test_a_kind_said_twice_the_same_way_leaves_nothing_over() -> None:
    assert one(under("- [2026-05-21] (state) x", "  - kind: state"), "topic").extra == ()


def test_a_wrapped_value_is_one_value() -> None:
    assert (
        one(under("- [2026-05-21] x", "  - Source: a talk", "    on the pier"), "topic").source == "a talk on the pier"
    )


def test_an_undated_bullet_with_keyed_children_is_an_item_without_date() -> None:
    item = one(under("- Fog horn broken", "  - kind: state", heading="Historical"), "topic")
    assert (item.form, item.date, item.text) == ("structured", None, "Fog horn broken")


def test_a_bare_bullet_is_a_plain_item() -> None:
    item = one(under("- Fog horn broken"), "topic")
    assert (item.form, item.kind, item.source) == ("plain", None, None)


def test_bullets_under_summary_are_no_items() -> None:
    assert texts(under("- [2026-05-21] (state) x. Source: y.", heading="Summary"), "topic") == []


def test_a_child_that_is_no_key_stays_in_the_words() -> None:
    item = one(under("- [2026-05-21] x", "  - kind: state", "  - seen twice"), "topic")
    assert item.text == "x\n- seen twice"


def test_frontmatter_of_a_topic_is_read_and_gives_no_items() -> None:
    text = (
        "---\ntitle: Harbour\nlayer: warm\ntriggers:\n  - crane\n  - fog horn\n"
        "last_updated: 2026-05-21\nsource_dates: [2026-05-20, 2026-05-21]\n---\n" + STRUCTURED
    )
    page = read(text, "topic")
    assert page.frontmatter is not None
    assert (page.frontmatter.title, page.frontmatter.layer) == ("Harbour", "warm")
    assert page.frontmatter.triggers == ("crane", "fog horn")
    assert (page.frontmatter.last_updated, page.frontmatter.source_dates) == (
        "2026-05-21",
        ("2026-05-20", "2026-05-21"),
    )
    assert len(page.items) == 1


def test_full_width_parentheses_with_a_time_are_no_kind_and_no_id() -> None:
    items = read(under(*(f"- [2026-05-14]（{hour}:30）灯塔亮了{hour}次" for hour in range(10, 14))), "topic").items
    assert [(item.kind, item.foreign_id, item.date) for item in items] == [(None, None, "2026-05-14")] * 4
    assert items[0].text == "（10:30）灯塔亮了10次"
