import pytest

from tests.governance.intake.reading.builders import codes, read, texts

BODY = "\n# Lamp\n\n- wipe it first\n"


def other(text: str | bytes) -> dict[str, str]:
    page = read(text, "document")
    assert page.frontmatter is not None
    return dict(page.frontmatter.other)


def test_nested_keys_are_joined_with_dots_and_quotes_are_taken_off() -> None:
    text = (
        '---\nname: lamp\ndescription: "the \\"big\\" lamp"\nmetadata: \n  node_type: memory\n  type: feedback\n---\n'
        + BODY
    )
    assert other(text) == {
        "name": "lamp",
        "description": 'the "big" lamp',
        "metadata.node_type": "memory",
        "metadata.type": "feedback",
    }
    assert codes(text, "document") == []


BROKEN = [
    ("description: a lamp: the big one", "a colon in a description", 3),
    ("description: " + "x" * 190 + " y: z", "a colon far to the right", 3),
    ("description: a — b: c", "a colon after a dash", 3),
    ("globs: **/*", "a glob that reads as an alias", 3),
    ("description: &anchor x", "an anchor", 3),
    ("description: x\n\ttabbed: y", "a tab", 4),
]


@pytest.mark.parametrize(
    ("line", "at"),
    [(line, at) for line, _, at in BROKEN],
    ids=[f"{name} is reported, the body read" for _, name, _ in BROKEN],
)
def test_a_head_that_is_no_yaml_is_read_line_by_line(line: str, at: int) -> None:
    text = f"---\nname: lamp – big\n{line}\n---\n{BODY}"
    assert codes(text, "document") == [("bad-frontmatter", at)]
    assert texts(text, "document") == ["wipe it first"]
    found = other(text)
    key, value = line.split("\n", maxsplit=1)[0].split(": ", 1)
    assert (found["name"], found[key]) == ("lamp – big", value)


def test_a_broken_head_with_a_numbered_body_and_a_chinese_folder_is_read() -> None:
    page = read("---\nname: x\ndescription: a: b\n---\n\n1. first\n2. second\n", "document", "笔记/x.md")
    assert [item.text for item in page.items] == ["first", "second"]


def test_a_loose_head_still_gives_title_and_triggers() -> None:
    page = read("---\ntitle: Lamp\ntriggers:\n  - crane\n  - fog\ndescription: a: b\n---\n", "topic").frontmatter
    assert page is not None
    assert (page.title, page.triggers) == ("Lamp", ("crane", "fog"))


def test_a_head_never_closed_is_reported_and_the_rest_read() -> None:
    text = "---\nname: lamp\ntype: user\n\n- wipe it first\n"
    assert codes(text, "document") == [("unclosed-frontmatter", 1)]
    assert texts(text, "document") == ["wipe it first"]
    assert other(text) == {"name": "lamp", "type": "user"}


def test_a_rule_at_the_top_is_a_rule() -> None:
    text = "---\n\n# Lamp\n\nWords.\n"
    assert codes(text, "document") == [("unclosed-frontmatter", 1)]
    assert texts(text, "document") == ["Words."]
    assert read(text, "document").frontmatter is None


def test_prose_between_two_rules_is_prose() -> None:
    text = "---\nJust prose\n---\nmore\n"
    assert codes(text, "document") == [("bad-frontmatter", 2)]
    assert texts(text, "document") == ["Just prose", "more"]


def test_a_byte_order_mark_and_crlf_change_nothing() -> None:
    raw = "\ufeff---\r\nname: x\r\ntype: user\r\n---\r\nbody".encode()
    assert other(raw) == {"name": "x", "type": "user"}
    assert texts(raw, "document") == ["body"]


HOSTILE = [
    "a: " + "[" * 50_000,
    "a: &a [*a, *a]\nb: [*a, *a]",
    "? [x]\n: y",
    "!!python/object:os.system x",
    "%YAML 9.9",
    "a: 1\na: 2",
]


@pytest.mark.parametrize("head", HOSTILE, ids=[f"{head[:20]!r} does no harm" for head in HOSTILE])
def test_a_hostile_head_does_no_harm(head: str) -> None:
    assert "wipe it first" in texts(f"---\n{head}\n---\n{BODY}", "document")
