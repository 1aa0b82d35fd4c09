"""Scopes: what a term covers, and that a narrower scope never reaches further."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from governance.authority.scope import Scope, Term, covers, kept_scope, loaded_scope, read_scope, within
from governance.errors import Refusal, RefusalKind
from store.records.words import Field

VALUES = st.text("ab:/", min_size=1, max_size=3)
TERMS = st.builds(Term, st.sampled_from(list(Field)), VALUES, st.booleans())
SCOPES = st.lists(TERMS, max_size=4).map(tuple)
FACTS = st.dictionaries(st.sampled_from([field.value for field in Field]), VALUES | st.none())


@given(SCOPES, SCOPES, FACTS)
def test_what_a_scope_within_another_covers_the_other_covers_too(child: Scope, parent: Scope, facts: Any) -> None:
    if within(child, parent) and covers(child, facts):
        assert covers(parent, facts)


@given(SCOPES, TERMS, FACTS)
def test_one_more_term_lies_within_and_never_covers_more(scope: Scope, more: Term, facts: Any) -> None:
    narrower = (*scope, more)
    assert within(narrower, scope)
    assert within(narrower, narrower)
    assert not covers(narrower, facts) or covers(scope, facts)


@given(SCOPES, SCOPES, SCOPES)
def test_a_scope_within_one_that_lies_within_a_third_lies_within_that(a: Scope, b: Scope, c: Scope) -> None:
    if within(a, b) and within(b, c):
        assert within(a, c)


@given(TERMS, TERMS)
def test_a_term_within_another_was_found_so_because_its_own_value_meets_the_other(own: Term, other: Term) -> None:
    """The rule is not only safe, it is exact: a value of the narrower term that the wider does not cover is a no."""
    sample = {own.field.value: own.value}
    longer = {own.field.value: own.value + "z"}
    meets = other.covers(sample) and (not own.prefix or other.covers(longer))
    assert own.within(other) is meets


@given(SCOPES)
def test_a_scope_comes_back_from_a_payload_as_it_was(scope: Scope) -> None:
    assert loaded_scope(kept_scope(scope)) == scope


def test_a_field_that_is_not_known_of_a_target_meets_no_term() -> None:
    term = Term(Field.SUBJECT, "host:", prefix=True)
    assert not term.covers({})
    assert not term.covers({"subject": None})
    assert not term.covers({"project": "host:port"})
    assert term.covers({"subject": "host:port"})
    assert covers((), {}), "without a term a scope is everything"
    assert covers((term, Term(Field.KIND, "state")), {"subject": "host:port", "kind": "state"})
    assert not covers((term, Term(Field.KIND, "state")), {"subject": "host:port"}), "every term has to hold"


@pytest.mark.parametrize(
    ("child", "parent", "answer"),
    [
        ("project=a", "project=a", True),
        ("project=a", "project=a*", True),
        ("project=ab*", "project=a*", True),
        ("project=a*", "project=a", False),
        ("project=a*", "project=ab*", False),
        ("project=a", "subject=a", False),
        ("project=a subject=b", "project=a", True),
        ("project=a", "project=a subject=b", False),
        ("", "project=a", False),
        ("project=a", "", True),
    ],
)
def test_which_scope_lies_within_which(child: str, parent: str, answer: bool) -> None:
    assert within(read_scope(child.split()), read_scope(parent.split())) is answer


def test_terms_are_read_as_they_are_typed_and_spelled_so_again() -> None:
    words = ["kind=state", "subject=host:*", "item=mem-2026-06-01-001"]
    assert [term.spelled for term in read_scope(words)] == words
    assert read_scope(["subject=a=b"]) == (Term(Field.SUBJECT, "a=b"),)


@pytest.mark.parametrize("word", ["host", "=x", "author=mira", "item=", "item=*", "item=**", "Item=x", ""])
def test_what_is_no_term_is_refused_with_the_fields_there_are(word: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_scope([word])
    assert refused.value.kind is RefusalKind.BAD_INPUT
    assert "project, lane, kind, subject, item" in (refused.value.hint or "")


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("kind=nonsense", "state or knowledge"),
        ("kind=states", "state or knowledge"),
        ("kind=x*", "state or knowledge"),
        ("item=nonsense", "its id"),
        ("item=p-0002", "its id"),
        ("item=mem-2026-06", "its id"),
        ("item=memo*", "its id"),
    ],
)
def test_a_term_that_no_row_could_meet_is_refused(word: str, hint: str) -> None:
    with pytest.raises(Refusal, match="would never hold of any row") as refused:
        read_scope([word])
    assert refused.value.kind is RefusalKind.BAD_INPUT
    assert hint in (refused.value.hint or "")


@pytest.mark.parametrize("word", ["kind=know*", "item=mem-2026-*", "item=seg-2026-06-01-001/3", "item=top-0002"])
def test_a_term_that_some_row_could_meet_is_taken(word: str) -> None:
    assert [term.spelled for term in read_scope([word])] == [word]
