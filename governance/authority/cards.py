"""The contract cards: for each type of memory, the question it answers and the fields it cannot do without (T).

A store's policy may ask for more fields than a card does, never for less.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from store.records.words import Kind, MemoryType

UNKNOWN: Final = "unknown"
"""What a field says where nobody knows; it is allowed only where a card says so, and kept."""
VERIFIED: Final = "verified-success"
"""The only outcome from which a procedure may be made or used (T)."""


class Card(NamedTuple):
    """What one type of memory promises."""

    question: str
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    may_be_unknown: frozenset[str] = frozenset()
    kinds: tuple[Kind, ...] = (Kind.STATE, Kind.KNOWLEDGE)
    ends: str = ""
    """How a record of this type ends."""


CARDS: Final[dict[MemoryType, Card]] = {
    MemoryType.WORKING: Card(
        "What is the current task doing now?",
        ("task",),
        ends="released when its task is closed; the history stays",
    ),
    MemoryType.EPISODIC: Card(
        "What happened, when, and with which outcome?",
        ("event_time", "outcome"),
        ("participants", "action", "observed"),
        frozenset({"outcome"}),
        (Kind.KNOWLEDGE,),
        "stays, also when it failed",
    ),
    MemoryType.SEMANTIC: Card(
        "What is claimed to hold beyond one case?",
        ("provenance", "scope", "confidence", "valid_from"),
        ("valid_to", "external_source", "source_prior"),
        ends="over when its validity is",
    ),
    MemoryType.PROCEDURAL: Card(
        "How is a class of tasks carried out?",
        (
            "name", "version", "preconditions", "expected_effects", "failure_handling", "owner",
            "validation_evidence", "outcome",
        ),
        ("valid_from", "valid_to"),
        frozenset({"outcome"}),
        (Kind.KNOWLEDGE,),
        "deprecated by a person",
    ),
}  # fmt: skip
FIELDS: Final = tuple(
    dict.fromkeys(
        name
        for card in CARDS.values()
        for name in (*card.required, *card.optional)
        if name not in {"task", "scope", "confidence"}
    )
)
"""Every field that only a type asks for."""
