"""Scopes: a conjunction of terms over project, lane, kind, subject and item; a grant only narrows its parent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from governance.errors import Refusal, RefusalKind
from store.ids import read_block_id, read_id
from store.records.words import Field, Kind

Facts = Mapping[str, str | None]
"""What is known of a target: field → value; a field that is missing or None is not known and matches no term."""


class Term(NamedTuple):
    """One condition: a field equals a value, or begins with it."""

    field: Field
    value: str
    prefix: bool = False

    def covers(self, facts: Facts) -> bool:
        """Whether a target meets the condition."""
        found = facts.get(self.field.value)
        if found is None:
            return False
        return found.startswith(self.value) if self.prefix else found == self.value

    def within(self, other: Term) -> bool:
        """Whether whatever meets this term meets the other one too."""
        if self.field is not other.field:
            return False
        if other.prefix:
            return self.value.startswith(other.value)
        return not self.prefix and self.value == other.value

    @property
    def spelled(self) -> str:
        """As it is typed: ``kind=state``, ``subject=host:*``."""
        return f"{self.field}={self.value}{'*' if self.prefix else ''}"


Scope = tuple[Term, ...]
"""All of these terms hold; without a term the scope is everything."""


def covers(scope: Iterable[Term], facts: Facts) -> bool:
    """Whether a target lies within a scope."""
    return all(term.covers(facts) for term in scope)


def within(scope: Scope, parent: Scope) -> bool:
    """Whether a scope lies within another: each term of the parent is implied by one of its own."""
    return all(any(own.within(term) for own in scope) for term in parent)


def read_scope(words: Iterable[str]) -> Scope:
    """Terms as people type them: ``field=value``, with ``*`` at the end for everything that begins so."""
    found = []
    for word in words:
        name, is_there, value = word.partition("=")
        fields = ", ".join(field.value for field in Field)
        if not is_there or name not in set(Field) or not value.strip("*"):
            raise Refusal(
                RefusalKind.BAD_INPUT,
                f"{word!r} is no term of a scope.",
                f"A term is FIELD=VALUE or FIELD=PREFIX*; fields: {fields}.",
            )
        term = Term(Field(name), value[:-1] if value.endswith("*") else value, value.endswith("*"))
        _refuse_empty(word, term)
        found.append(term)
    return tuple(found)


_BEGUN = re.compile(r"(mem|seg|top)-[\d/-]*", re.ASCII)
"""How the id of a row begins."""


def _refuse_empty(word: str, term: Term) -> None:
    """Refuse a term that no row could ever meet: a kind there is not, an item that is no id."""
    if term.field is Field.KIND:
        kinds = [kind.value for kind in Kind]
        meets = any(kind.startswith(term.value) if term.prefix else kind == term.value for kind in kinds)
        hint = f"A kind is {' or '.join(kinds)}."
    elif term.field is Field.ITEM:
        whole = read_id(term.value) is not None or read_block_id(term.value) is not None
        meets = _BEGUN.fullmatch(term.value) is not None and (term.prefix or whole)
        hint = "An item is named by its id, as `memdesk list items` shows it."
    else:
        return
    if not meets:
        raise Refusal(RefusalKind.BAD_INPUT, f"{word!r} would never hold of any row.", hint)


def kept_scope(scope: Scope) -> list[list[Any]]:
    """A scope as it stands in a grant's payload."""
    return [[term.field.value, term.value, term.prefix] for term in scope]


def loaded_scope(kept: Any) -> Scope:
    """A scope out of a grant's payload."""
    return tuple(Term(Field(name), str(value), bool(prefix)) for name, value, prefix in kept)
