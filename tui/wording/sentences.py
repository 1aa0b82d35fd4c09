"""Sentences: why a row waits, what keeps it from being whole, what a verb did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from store.records.words import Action, Drift, Queue, Reason
from tui.safe import cut, safe
from tui.wording.controls import control_why
from tui.wording.glyphs import UNICODE, Glyphs
from tui.wording.noticed import noticed_sentence, noticed_short

if TYPE_CHECKING:
    from store.records.views import Change, LogRow, Move, Staged, Why

_WHY: dict[str, tuple[str, str]] = {
    "marked-pending": ("marked as pending cleanup", "marked pending"),
    "contradicted-by": ("contradicted by {ids}", "contradicted"),
    "successor-known": ("a newer row is known: {ids}", "newer known"),
    "successor-unknown": ("no newer value of its subject is known", "newer unknown"),
    "source-missing": ("its source is not in the archive", "source lost"),
    "source-not-archive": ("its source lies outside the archive", "source outside"),
    "no-source": ("no source was given", "no source"),
    "judged-stale": ("judged to be no longer true", "judged stale"),
    "goes-on": ("both hold: it goes on as {ids}, under the subject {detail}", "goes on"),
    "goes-on-elsewhere": ("both hold: it goes on as {ids}, under another subject", "goes on"),
    "same-subject": ("same subject as {ids}; {all} still stand", "same subject"),
    "subject-like": ("its subject is spelled otherwise in {ids}", "spelled alike"),
    "contradicts": ("contradicts {ids}", "contradicts"),
    "refutes": ("says that {ids} is wrong", "refutes"),
    "refuted-by": ("{ids} says that it is wrong", "refuted"),
    "along-with": ("{ids} hangs together with it as well", "more rows"),
    "needs-evidence": ("missing for {ids}: {detail}", "needs evidence"),
    "undistilled": ("archived, and nothing was distilled from it", "not distilled"),
    "no-trigger": ("no trigger leads to it, so that the index leads nobody there", "no trigger"),
    "same-text": ("says the same as {ids}", "same text"),
    "deferred": ("put off until {detail}", "put off"),
    "undone": ("its making was undone: it is no record any more, and only its history stays", "undone"),
    "held": ("a person holds it back", "held"),
    "possible-duplicate": ("may say the same as {ids}", "may be the same"),
    "possible-contradiction": ("may contradict {ids}", "may contradict"),
}
CONFLICT = frozenset(
    {
        "same-subject", "subject-like", "contradicts", "contradicted-by", "refutes", "refuted-by",
        "possible-duplicate", "possible-contradiction", "along-with", "needs-evidence",
    }
)  # fmt: skip
"""Reasons that are about a conflict."""
_DRIFT: dict[Drift, tuple[str, str]] = {
    Drift.KIND_MISSING: ("it says neither state nor knowledge", "no kind"),
    Drift.KIND_UNKNOWN: ("its kind is not one of state and knowledge", "odd kind"),
    Drift.SOURCE_MISSING: ("it names no source", "no source"),
    Drift.SUBJECT_MISSING: ("a state item without a subject", "no subject"),
    Drift.DATE_MISSING: ("it bears no date", "no date"),
    Drift.STATUS_UNKNOWN: ("its status is not one of the four", "odd status"),
    Drift.CONFIDENCE_UNKNOWN: ("its confidence is not one of the four", "odd confidence"),
    Drift.SCHEME_MISSING: ("it does not name its confidence scheme", "no scheme"),
    Drift.LEGACY_MARKER: ("it bears a marker of an older format", "old marker"),
    Drift.ID_TAKEN: ("its id was taken already", "id taken"),
    Drift.SUCCESSOR_MISSING: ("superseded, but it names no successor", "no successor"),
    Drift.KNOWLEDGE_SUPERSEDED: ("knowledge that says it gave way to a newer value", "superseded"),
    Drift.SUCCESSOR_LOST: ("the successor it names is not here", "successor lost"),
    Drift.CONFLICT_MARKER: ("it holds conflict markers of a merge", "merge markers"),
    Drift.UNREADABLE: ("it could not be read as an item", "unreadable"),
}
_QUEUES = {
    Queue.INBOX: "Inbox",
    Queue.PENDING: "Pending",
    Queue.DRIFT: "Drift",
    Queue.STALE: "Stale",
    Queue.ADDITIVE: "Left additive",
    Queue.UNDISTILLED: "Not distilled",
    Queue.UNTRIGGERED: "No trigger",
    Queue.SUGGESTED: "Suggested",
    Queue.CONFLICTS: "Conflicts",
    Queue.QUARANTINE: "Quarantine",
    Queue.WITHDRAWALS: "Withdrawals",
}
_REASONS = {
    Reason.CONFIRMED_STILL_TRUE: "confirmed: still true",
    Reason.NO_LONGER_TRUE: "no longer true",
    Reason.NOT_LOAD_BEARING: "not load-bearing",
    Reason.IN_DOUBT: "in doubt",
    Reason.DUPLICATE: "a duplicate",
    Reason.NEWER_VALUE: "there is a newer value",
    Reason.WRONG_KIND: "wrong kind",
    Reason.WRONG_WORDS: "wrong words",
    Reason.SOURCE_FOUND: "the source was found",
    Reason.SCHEMA_REPAIR: "repair of the record",
    Reason.NOTHING_TO_DISTIL: "nothing to distil",
    Reason.WORTH_KEEPING: "worth keeping",
    Reason.ROUTING: "so that it is found",
    Reason.LATER: "later",
    Reason.UNTRUSTED: "not to be trusted",
    Reason.NOT_MEMORY: "no memory at all",
    Reason.DIFFERENT_THINGS: "they are different things",
    Reason.FAILED_EXPLORATION: "a failed exploration",
    Reason.ABANDONED: "abandoned",
    Reason.WRONG_IMPORT: "the wrong thing was imported",
    Reason.OWNER_REQUEST: "its owner asks for it",
    Reason.USABLE_AGAIN: "it may be used again",
    Reason.RECONCILED: "settled between those who decided",
    Reason.CURRENT_VALUE: "it is the current value",
    Reason.BOTH_HOLD: "both hold",
    Reason.NEEDS_EVIDENCE: "it needs evidence",
    Reason.IN_CONFLICT: "they cannot all hold",
    Reason.GENERALIZED: "it holds beyond one case",
    Reason.ORGANIZED: "so that it is in order",
    Reason.EXPERIMENT: "for an experiment",
    Reason.MISTAKE: "a mistake",
    Reason.NEEDED: "it is needed",
    Reason.KEY_LOST: "the key is lost",
    Reason.KEY_COMPROMISED: "somebody else may have the key",
    Reason.LEFT: "they left",
    Reason.OTHER: "other (say so in the note)",
}
_ACTIONS = {
    Action.AUTODREAM: "distillation pass",
    Action.AUTODREAM_SKIP: "nothing to distil",
    Action.MANUAL_CORRECTION: "corrected by hand",
    Action.RUN_OPENED: "import opened",
    Action.RUN_CLOSED: "import closed",
    Action.ARCHIVE_SKIP: "nothing to archive",
    Action.TASK_OPENED: "task opened",
    Action.TASK_CLOSED: "task closed",
    Action.ADD: "taken in by a pass",
    Action.PENDING_CLEANUP: "marked by a pass",
    Action.SUGGEST: "noticed by a pass",
    Action.LANE: "lane",
    Action.LINK: "linked",
    Action.SOURCE: "source named",
    Action.WITHDRAW: "withdrawn",
    Action.REINSTATE: "reinstated",
    Action.PROMOTE_TYPE: "promoted to a type",
}


_VERBS = {
    "new-lane": "new lane",
    "lane": "move to lane",
    "new-topic": "new topic",
    "split-topic": "split topic",
    "merge-topics": "merge topics",
    "retag": "re-tag",
    "defer": "not now",
}
"""Verbs whose key is labelled otherwise than they are typed."""
_FIELDS = {
    "source_state": "source is",
    "superseded_by": "newer row",
    "deferred": "put off for",
    "skipped": "nothing to distil",
    "new lane": "lane",
    "new topic": "topic",
    "drift": "defects",
}
"""Fields whose name would not explain itself."""
_VALUES = {
    "source_state": {"missing": "lost", "not-archive": "not in the archive", "none": "not given"},
    "state": {"active": "in use", "frozen_readonly": "frozen"},
    "read by": {"grant": "whom a grant lets", "all": "everybody"},
    "deferred": {"1d": "a day", "7d": "a week", "30d": "30 days", "90d": "90 days"},
}


MIND = "mind: "
"""How a caution begins."""
VARIED = 3
"""Different changes of one field that are still told one by one."""


def number(count: int, one: str, many: str = "") -> str:
    """A count and its noun: `1 row`, `3 rows`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def verb_words(verb: str) -> str:
    """A verb as its key is labelled."""
    return _VERBS.get(verb, safe(verb))


def counted(verbs: Sequence[str], *, typed: bool = False) -> str:
    """Verbs with how often each: `keep 2, not now 1`; or as they are typed in a command."""
    word = safe if typed else verb_words
    return ", ".join(f"{word(verb)} {count:,}" for verb, count in Counter(verbs).items())


def ids_words(ids: Sequence[str], most: int = 3) -> str:
    """The first of these ids, and how many more there are."""
    named = ", ".join(safe(i) for i in ids[:most])
    return named if len(ids) <= most else f"{named} and {len(ids) - most:,} more"


def why_sentence(why: Why) -> str:
    """Why a row is here, as a sentence without a full stop."""
    if why.code.startswith(("finding:", "fault:")):
        return noticed_sentence(why.code)
    if told := control_why(why.code):
        return told[0]
    if why.code.startswith("drift:"):
        sentence = drift_sentence(why.code.partition(":")[2])
        return f"{sentence} (written: {safe(why.detail)})" if why.detail else sentence
    sentence = _WHY.get(why.code, (safe(why.code), ""))[0]
    detail = safe(why.detail) if why.detail else "later"
    every = "both" if len(why.ids) < 2 else "all"
    return sentence.format(ids=ids_words(why.ids) or "another row", detail=detail, all=every)


def why_short(why: Why) -> str:
    """Why a row is here, in two words for a list."""
    if why.code.startswith(("finding:", "fault:")):
        return noticed_short(why.code)
    if told := control_why(why.code):
        return told[1]
    if why.code.startswith("drift:"):
        code = why.code.partition(":")[2]
        return _DRIFT[Drift(code)][1] if code in set(Drift) else safe(code)
    return _WHY.get(why.code, ("", safe(why.code)))[1]


def drift_sentence(code: str) -> str:
    """What keeps an item from being a whole record."""
    return _DRIFT[Drift(code)][0] if code in set(Drift) else safe(code)


def queue_label(queue: Queue) -> str:
    """The name of a queue."""
    return _QUEUES[queue]


def reason_label(reason: Reason) -> str:
    """A reason in words."""
    return _REASONS[reason]


def did_words(row: LogRow | Move) -> str:
    """What an entry did; of a proposal, what it asks for."""
    return f"asks: {row.action.value}" if row.proposed else action_words(row.action)


def action_words(action: Action) -> str:
    """What an entry did, in words."""
    return _ACTIONS.get(action, action.value)


def change_sentence(change: Change, signs: Glyphs = UNICODE) -> str:
    """One change: field, before, after."""
    if change.field == "body":  # a pointer to the entry that holds the words
        return "words  as they were before"
    if change.field == "caution":
        return f"{MIND}{safe(change.after or '')}"
    known = _VALUES.get(change.field, {})
    before, after = (
        signs.dash if value is None else known.get(value) or safe(value) for value in (change.before, change.after)
    )
    return f"{_FIELDS.get(change.field) or safe(change.field)}  {before} {signs.arrow} {after}"


def together(changes: Sequence[Change], signs: Glyphs = UNICODE) -> list[tuple[str, int]]:
    """Changes of several rows: (sentence, how many rows), those of the same field as one where each is another."""
    told: dict[str, Counter[str]] = {}
    for change in changes:
        told.setdefault(change.field, Counter())[change_sentence(change, signs)] += 1
    rows: list[tuple[str, int]] = []
    for sentences in told.values():
        if len(sentences) > VARIED:
            name = next(iter(sentences)).partition("  ")[0]
            rows.append((f"{name}  each its own", sentences.total()))
        else:
            rows += sentences.items()
    return rows


def staged_sentence(staged: Staged, *, typed: bool = False) -> str:
    """One staged decision: verb, or as it is typed in a command, and what it is about."""
    verb = safe(staged.verb) if typed else verb_words(staged.verb)
    if not staged.targets:
        return f"{verb} {safe(dict(staged.args).get('title', ''))}"
    return f"{verb} {safe(cut(staged.targets[0])) if len(staged.targets) == 1 else number(len(staged.targets), 'row')}"


def result_sentence(verbs: Sequence[str], entries: int, seq: int, *, typed: bool = False) -> str:
    """What applying a plan did."""
    told = counted(verbs, typed=typed) or "nothing"
    return f"Applied: {told}. {number(entries, 'entry', 'entries')} added; the log is at {seq:,}."
