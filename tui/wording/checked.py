"""What a check of the log came to, and the witness, in words for every face."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.wording.times import clock_time

if TYPE_CHECKING:
    from store.records.views import Overview, WitnessView
    from tui.wording.glyphs import Glyphs

FAILED_HINT = "Decide nothing before `memdesk verify` is clean."


def failed_words(seen: Overview) -> str:
    """What the last check found that found something; empty where none did. It may quote stored text."""
    if seen.failed is None:
        return ""
    when = f" on {clock_time(seen.failed_at, seen.zone)}" if seen.failed_at is not None else ""
    return f"verify found something{when}{found_words(seen.failed_seq, seen.failed)}"


def found_words(seq: int | None, sentence: str) -> str:
    """The first thing that is wrong, behind what found it."""
    return f"{f', first at entry {seq:,}' if seq is not None else ''}: {sentence}"


def witness_words(witness: WitnessView | None, signs: Glyphs) -> str:
    """Whether there is a witness of this store, and which head it knows."""
    if witness is None:
        return "not looked at yet"
    if witness.pinned is None:
        return "no witness here"
    if witness.seq is None:
        return f"{signs.found} no head noted yet"
    return f"{signs.found} last head {witness.seq:,}"
