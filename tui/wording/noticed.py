"""What admission noticed, and why it refused, in the words of lists and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from store.records.words import Door, Fault, Flag, Origin, PermittedUse, Review
from tui.safe import safe

if TYPE_CHECKING:
    from tui.wording.glyphs import Glyphs
    from tui.wording.strip import Part

SHORT: Final = {
    Flag.INSTRUCTION: "gives orders",
    Flag.PERMISSION_CLAIM: "claims a right",
    Flag.EXFILTRATION: "sends out",
    Flag.REMOTE_CODE: "runs code",
    Flag.WEAKENING: "weakens guards",
    Flag.BACKDOOR: "opens a way in",
    Flag.PROMOTION: "makes a rule",
    Flag.HIDDEN: "hidden signs",
    Flag.ENCODED: "encoded block",
    Flag.EMOTION: "a feeling",
    Flag.SPECULATION: "a guess",
    Flag.FIELD_STRIPPED: "field taken off",
    Flag.FIELD_UNKNOWN: "unknown field",
    Flag.CONFIDENCE_PROPOSED: "says confirmed",
    Flag.KIND_ASSUMED: "kind assumed",
    Flag.SUBJECT_MISSING: "no subject",
    Flag.SOURCE_LOST: "source lost",
    Flag.ID_TAKEN: "id taken",
    Flag.TARGET_LOST: "target lost",
    Flag.DATE_AHEAD: "dated ahead",
    Flag.WORDS_WITHDRAWN: "words withdrawn",
    Flag.TYPE_CLAIM: "general claim",
    Flag.PROJECT_CLAIM: "project claimed",
}
"""A finding in two words."""
_FAULTS: Final = {
    Fault.SCHEMA: ("its fields are not as they should be", "wrong fields"),
    Fault.SECRET: ("it held what looks like a credential", "a credential"),
    Fault.EMPTY: ("there was nothing in it", "empty"),
    Fault.BINARY: ("it is no text", "no text"),
    Fault.TOO_LONG: ("it is longer than the policy allows", "too long"),
    Fault.TRANSCRIPT: ("it is a conversation, not what came of it", "a conversation"),
    Fault.UNREADABLE: ("it could not be read as a record", "unreadable"),
    Fault.PROJECT: ("its writer may not write for this project", "other project"),
    Fault.TASK: ("it belongs to no open task of its writer", "no open task"),
    Fault.WITHDRAWN: ("it leans on something that is withdrawn", "leans on withdrawn"),
    Fault.LANE: ("it names a lane that takes nothing of it", "no such lane"),
}
_NEXT: Final = {
    Fault.SCHEMA: "Mend the fields and send it again: `:` then resubmit.",
    Fault.SECRET: "Nothing of it is kept, so there is nothing to mend: its writer takes the credential out and sends "
    "the rest again. Rotate the credential where it was real.",
    Fault.EMPTY: "There is nothing to keep: `:` then discard.",
    Fault.BINARY: "Say in words what it shows and resubmit that; the file itself belongs elsewhere.",
    Fault.TOO_LONG: "Resubmit the conclusion, one to a record, with its source; the full text belongs to its source.",
    Fault.TRANSCRIPT: "Resubmit what was learned from it, one conclusion to a record, with its source.",
    Fault.UNREADABLE: "Write it as one record: `:` then resubmit.",
    Fault.PROJECT: "Resubmit it for a project of yours, or let its writer use the token of that project.",
    Fault.TASK: "Its writer opens a task first; or resubmit it as what lasts, without the type.",
    Fault.WITHDRAWN: "Send it without *inspired by*, or reinstate what that names first.",
    Fault.LANE: "Resubmit it with another lane, or with none; or thaw the lane first.",
}
_DOORS: Final = {
    Door.COMMAND: "the command line",
    Door.BATCH: "a batch of lines",
    Door.FILE: "a watched file",
    Door.DROP: "a drop folder",
    Door.MCP: "an agent's tool (MCP)",
    Door.DESK: "this desk",
}
_ASSURANCE: Final = {
    "signed": "signed with a key",
    "token": "showed a token",
    "os-user": "as the operating system says",
    "claimed": "only claimed",
}
_ORIGINS: Final = {
    Origin.AGENT: "an agent's own words",
    Origin.PERSON: "a person's words",
    Origin.DOCUMENT: "taken from a document",
    Origin.PASS: "a distiller's words",
}
_USES: Final = {
    PermittedUse.TESTIMONY: "as testimony: it may inform, and authorizes nothing",
    PermittedUse.NONE: "none before a person looked at it",
}
_REVIEWS: Final = {
    Review.SOURCE_CLAIM: ("", "as it is", "dim"),
    Review.NEEDED: ("pending", "look at it", "warn"),
    Review.HELD: ("stale", "held", "warn"),
    Review.REVIEWED: ("found", "accepted", "good"),
    Review.REFUSED: ("lost", "refused", "bad"),
}


def noticed_short(code: str) -> str:
    """A code of a finding or fault in two words."""
    kind, _, name = code.partition(":")
    if kind == "fault":
        return _FAULTS[Fault(name)][1] if name in set(Fault) else safe(name)
    return SHORT[Flag(name)] if name in set(Flag) else safe(name)


def noticed_sentence(code: str) -> str:
    """The same as a sentence without a full stop."""
    kind, _, name = code.partition(":")
    if kind == "fault":
        return _FAULTS[Fault(name)][0] if name in set(Fault) else safe(name)
    from tui.wording.captures import FINDINGS

    return FINDINGS.get(Flag(name), SHORT[Flag(name)]) if name in set(Flag) else safe(name)


def fault_next(fault: Fault) -> str:
    """What can be done about something that was refused."""
    return _NEXT[fault]


def door_words(door: Door | None) -> str:
    """By which door something came in."""
    return _DOORS[door] if door is not None else ""


def sure_words(level: str | None) -> str:
    """How sure we are who it was."""
    return _ASSURANCE.get(level or "", "")


def origin_words(origin: str | None) -> str:
    """Whose words they are."""
    return _ORIGINS[Origin(origin)] if origin in set(Origin) else ""


def use_words(use: str | None) -> str:
    """What it may be used for."""
    return _USES[PermittedUse(use)] if use in set(PermittedUse) else ""


def review_part(review: Review | None, signs: Glyphs) -> Part:
    """How far a person looked at a capture: glyph and word."""
    if review is None:
        return "", "dim"
    field, word, style = _REVIEWS[review]
    return f"{getattr(signs, field)} {word}" if field else word, style


def who_part(who: str | None, level: str | None, signs: Glyphs) -> Part:
    """A writer, with the glyph of how sure we are that it was them."""
    return f"{signs.assurance(level)} {safe(who) if who else signs.dash}", "accent"


def who_sentence(signs: Glyphs) -> str:
    """What the signs before a name mean."""
    return (
        f"The sign before a name says how sure it is that it was them: {signs.signed} a key signed, {signs.token} a"
        f" token was shown, {signs.os_user} the system user of this machine, {signs.claimed} only a name that was"
        " given."
    )


def actor_part(who: str, level: str | None, signs: Glyphs) -> Part:
    """Who did something, with the glyph of how sure we are; the store itself stands for whom nobody here knows."""
    return who_part("nobody known" if who.startswith("store-") else who, level, signs)


def likeness_words(relation: str, score: int | None) -> str:
    """How near two records are, in words; the score is per mille."""
    if relation == "possible-contradiction":
        return "may contradict each other" if (score or 0) < 800 else "may well contradict each other"
    if score is None:
        return "may say the same"
    for least, words in ((980, "word for word nearly the same"), (920, "almost the same"), (850, "much alike")):
        if score >= least:
            return words
    return "somewhat alike"
