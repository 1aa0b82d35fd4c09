"""Passes in words: what runs, and what one did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.wording.organizing import wait_words
from tui.wording.sentences import number

if TYPE_CHECKING:
    from store.records.views import LaneWait, PassReport

NAMES = {"archive": "Archive pass", "distil": "Distillation pass"}
"""The passes by the name their action has."""
STOPPED = "Stopped. What was done stands; run it again, and it goes on."
STANDS = "U undoes plans, not passes: decide about its items instead."
"""Said with the summary of a pass."""
DOES = {
    "archive": "What came in goes into the archive, word for word. Nothing is judged and nothing is lost.",
    "distil": "What is archived becomes items: newer state supersedes older, knowledge is added, doubts are marked.",
}
"""What each does, while it runs."""


def pass_title(report: PassReport) -> str:
    """Which pass it was."""
    name = NAMES["archive" if report.action.startswith("archive") else "distil"]
    return f"{name}{f' {report.run}' if report.run else ''}"


def pass_sentence(report: PassReport) -> str:
    """What it did, in one sentence."""
    if report.cancelled:
        return f"{STOPPED} {_counts(report)}".strip()
    if report.action == "archive-skip":
        return f"There was nothing to archive: {_in_lanes(report) or 'nothing new had come in'}."
    if report.action == "autodream-skip":
        return f"There was nothing to distil: {_in_lanes(report) or 'nothing new is in the archive'}."
    if report.action == "archive":
        went = number(report.archived, "capture")
        return f"{went} went into the archive; Z distils what is archived."
    return _counts(report) or "Nothing changed."


def _counts(report: PassReport) -> str:
    """The figures, the weightiest first."""
    counted = [
        (report.archived, "archived"),
        (len(report.added), "added"),
        (len({one.id for one in report.superseded} - set(report.resolved)), "superseded"),
        (len(report.resolved), "resolved"),
        (len(report.pending), "marked pending"),
        (len(report.suggested), "suggested"),
        (len(report.cooled), "cooled"),
        (len(report.refused), "refused"),
    ]
    told = ", ".join(f"{count:,} {word}" for count, word in counted if count)
    return f"{told[:1].upper()}{told[1:]}." if told else ""


def left_sentence(report: PassReport) -> str:
    """What waits for a person or in a lane, and what follows."""
    told = lane_sentence(report)
    if not report.waiting:
        return told
    verb = "waits" if report.waiting == 1 else "wait"
    return f"{number(report.waiting, 'capture')} {verb} for a person: 1 shows them. {told}".strip()


def lane_sentence(report: PassReport) -> str:
    """What a pass left in lanes that are frozen or cleared, beside what it did; a skipped one says so itself."""
    told = "" if report.action.endswith("skip") and not report.cancelled else _in_lanes(report)
    return f"{told}." if told else ""


def _in_lanes(report: PassReport) -> str:
    return "; ".join(wait_words(one, "capture") for one in report.left)


def ahead_sentences(name: str, count: int, left: int, in_lanes: Sequence[LaneWait]) -> list[str]:
    """What a pass will do, with how much there is of it, and what it leaves alone; said before it begins."""
    went = number(count, "capture")
    if name == "archive":
        told = [f"{went} will go into the archive, word for word." if count else "No capture waits for the archive."]
        told.append("Watched files are read first; one of which all is preserved is written blank.")
    else:
        told = [f"{went} of the archive will become items, by the rules." if count else "No capture waits for it."]
        told.append("Newer state lets older give way, and what lay untouched for long is cooled.")
    if left:
        verb = "needs" if left == 1 else "need"
        stays = "archived too, and stay in the Inbox" if name == "archive" else "left out"
        told.append(f"{number(left, 'capture')} that {verb} a look: {stays} until a person decides.")
    told += [f"{wait_words(one, 'capture')}: left where it is." for one in in_lanes]
    told.append("U does not undo a pass: what it did is mended by decisions about its items.")
    return told
