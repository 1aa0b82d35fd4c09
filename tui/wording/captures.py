"""Captures in words: every field that a writer may give, for command line and tools; and what admission noticed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from store.records.words import Confidence, Flag, Kind, MemoryType, Review

if TYPE_CHECKING:
    from collections.abc import Sequence

    from store.records.views import CaptureReceipt


class Field(NamedTuple):
    """One field of a capture."""

    name: str
    help: str
    option: str = ""
    """How the command line calls it, where that is another name."""
    many: bool = False
    """Whether it takes several values."""
    words: tuple[str, ...] = ()
    """The closed set it is taken from."""
    metavar: str = "TEXT"


FIELDS: Final = (
    Field("kind", "state (a current value, with a subject) or knowledge; knowledge where in doubt.", words=tuple(Kind),
          metavar="KIND"),
    Field("subject", "What a state is the current value of: a stable key, such as gateway:port."),
    Field("source", "Where it comes from: an archive anchor, an id, or the event itself. Never left out."),
    Field("project", "The project it belongs to; a token binds to its own.", metavar="P"),
    Field("topic", "The topic it belongs to, as far as its writer knows."),
    Field("date", "The day it holds for, 2026-08-28, or a time with its offset; else today.", metavar="DATE"),
    Field("id", "An id of its own, mem-YYYY-MM-DD-NNN; usually one is given.", metavar="MEM"),
    Field("scope", "How far it holds: global, project, environment, workflow, user preference."),
    Field("confidence", "observed-once, inferred or unknown; confirmed is kept as a proposal.",
          words=tuple(Confidence), metavar="LEVEL"),
    Field("corroborating", "A further place that supports it; may be given often.", many=True),
    Field("refutes", "A record that this one says is wrong; may be given often.", many=True, metavar="MEM"),
    Field("inspired_by", "The hypothesis that led to it; no evidence.", "inspired-by", metavar="ID"),
    Field("client_ref", "The writer's own name for this capture: sent again, it is the same one.", "client-ref",
          metavar="REF"),
    Field("type", "working, episodic, semantic or procedural; each asks for fields of its own.",
          words=tuple(MemoryType), metavar="TYPE"),
    Field("task", "The open task that a working record belongs to.", metavar="TASK"),
    Field("lane", "The lane it belongs to, by id or title; one that takes nothing refuses it.", metavar="LANE"),
    Field("continues", "The record that this one goes on from; nothing is written into that.", metavar="MEM"),
    Field("retrieval_terms", "A word by which it should be found; may be given often.", "retrieval-term", many=True),
    Field("domain_tags", "A field it belongs to; may be given often.", "domain-tag", many=True),
    Field("applies_when", "When it should come up.", "applies-when"),
    Field("does_not_apply_when", "When it should not.", "does-not-apply-when"),
    Field("category", "Its category."),
    Field("content_language", "The language it is written in.", "language", metavar="LANG"),
    Field("open_loops", "A question it leaves open; may be given often.", "open-loop", many=True),
)  # fmt: skip
"""What every capture may bear beside its text."""
CARD_FIELDS: Final = {
    "event_time": "episodic: when it happened, 2026-08-28T10:00:00Z.",
    "outcome": "episodic, procedural: what came of it; unknown is allowed and kept.",
    "participants": "episodic: who took part.",
    "action": "episodic: what was done.",
    "observed": "episodic: what was seen.",
    "provenance": "semantic: what the claim rests on.",
    "valid_from": "semantic, procedural: since when it holds.",
    "valid_to": "semantic, procedural: until when it holds.",
    "external_source": "semantic: the authority outside that owns it.",
    "source_prior": "semantic: how far that authority is trusted beforehand.",
    "name": "procedural: what it is called.",
    "version": "procedural: which version this is.",
    "preconditions": "procedural: what must hold before.",
    "expected_effects": "procedural: what it brings about.",
    "failure_handling": "procedural: what to do when it fails.",
    "owner": "procedural: who answers for it.",
    "validation_evidence": "procedural: what shows that it works.",
}
"""The fields of the contract cards: what a record of a type must bear, or may."""

FINDINGS: Final = {
    Flag.INSTRUCTION: "it reads like an instruction to an agent",
    Flag.PERMISSION_CLAIM: "it claims a permission, which it cannot give",
    Flag.EXFILTRATION: "it speaks of sending something out",
    Flag.REMOTE_CODE: "it would have something fetched and run",
    Flag.WEAKENING: "it would weaken a safeguard",
    Flag.BACKDOOR: "it would open a way in",
    Flag.PROMOTION: "it would make itself a standing rule",
    Flag.HIDDEN: "it holds characters that nobody sees",
    Flag.ENCODED: "it holds an encoded block",
    Flag.EMOTION: "it is a feeling more than a finding",
    Flag.SPECULATION: "it is a guess more than a finding",
    Flag.FIELD_STRIPPED: "a field that no writer may set was taken off",
    Flag.FIELD_UNKNOWN: "a field that is not known here was taken off",
    Flag.CONFIDENCE_PROPOSED: "confirmed is kept as a proposal: a person may accept it",
    Flag.KIND_ASSUMED: "no kind that is known was given, so it is knowledge",
    Flag.SUBJECT_MISSING: "a state needs a subject, so it was taken as knowledge",
    Flag.SOURCE_LOST: "its source means a place in the archive and names none",
    Flag.ID_TAKEN: "the id it came with is another record's, so it bears its own and keeps that one as an alias",
    Flag.TARGET_LOST: "it names a record that it refutes or continues, and there is none",
    Flag.DATE_AHEAD: "it is dated in the future",
    Flag.PROJECT_CLAIM: "nobody knows whether its writer works for the project that it names",
    Flag.WORDS_WITHDRAWN: "it repeats, word for word, something that is withdrawn",
    Flag.TYPE_CLAIM: "that something holds in general is for people to say",
}
"""What admission noticed, in words."""
_OF_FIELDS: Final = (Flag.FIELD_STRIPPED, Flag.FIELD_UNKNOWN)
"""Findings that are told by the names of the fields, where those are known."""
LOOKED_AT: Final = {
    Review.HELD: "A person holds it back.",
    Review.REFUSED: "A person refused it: it is kept, and goes nowhere.",
}
"""What a person decided about a capture that is sent again."""
NAMED: Final = 8
"""Fields that were taken off and are named."""
WAITS: Final = "A person looks at it before a pass may take it, and nobody reads it until then."


def told(receipt: CaptureReceipt) -> tuple[str, ...]:
    """What became of a capture beyond its id, a sentence each: what was noticed and what follows from it."""
    if receipt.came == "refused":
        named = faults_told(receipt.faults)
        return (f"Refused ({receipt.fault}), kept as {receipt.id}.", *named, *_taken_off(receipt), receipt.hint)
    if receipt.came == "spooled":
        return (receipt.sentence, receipt.hint)
    lines = ["Known already: the same was sent before."] if receipt.came == "known" else []
    if receipt.status not in (None, "active"):
        lines.append(f"It is {receipt.status} now.")
    lines += [receipt.sentence] if receipt.sentence else []
    if receipt.review in LOOKED_AT:
        lines.append(LOOKED_AT[receipt.review])
    named = _taken_off(receipt)
    lines += [_sentence(FINDINGS[flag]) for flag in receipt.findings if not (named and flag in _OF_FIELDS)]
    lines += named
    if receipt.review is Review.NEEDED:
        lines.append(WAITS)
    return tuple(lines)


def faults_told(faults: Sequence[tuple[str, str]]) -> list[str]:
    """What is wrong, a sentence each, behind the names of all fields of which the same is to be said."""
    fields: dict[str, list[str]] = {}
    for field, sentence in faults:
        fields.setdefault(sentence, []).append(field)
    return [f"{', '.join(filter(None, names))}: {said}" if any(names) else said for said, names in fields.items()]


def told_short(receipt: CaptureReceipt) -> str:
    """The same in one line, without what every capture of its kind is told."""
    if receipt.came in ("refused", "spooled"):
        faults = faults_told(receipt.faults) if receipt.came == "refused" else []
        return "; ".join((*(faults or [receipt.sentence]), *_taken_off(receipt)))
    lines = [LOOKED_AT[receipt.review]] if receipt.review in LOOKED_AT else []
    named = _taken_off(receipt)
    lines += [FINDINGS[flag] for flag in receipt.findings if not (named and flag in _OF_FIELDS)]
    return "; ".join(line.rstrip(".") for line in (*lines, *named))


def _taken_off(receipt: CaptureReceipt) -> list[str]:
    """Which fields were taken off, and why."""
    told = []
    if receipt.stripped:
        told.append(f"Taken off, since no writer may set it: {_named(receipt.stripped)}.")
    if receipt.unknown:
        told.append(f"Taken off, since a capture has no such field: {_named(receipt.unknown)}.")
    return told


def _named(names: Sequence[str]) -> str:
    """The names of a few fields; a writer may have made up many, and long ones."""
    told = ", ".join(name[:60] for name in names[:NAMED])
    return told if len(names) <= NAMED else f"{told} and {len(names) - NAMED:,} more"


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
