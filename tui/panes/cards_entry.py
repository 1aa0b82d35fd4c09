"""The card of one entry of the log: who, what it changed, what stands before and after it, header and payload."""

from __future__ import annotations

import json
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from textual.content import Content

from governance.errors import Refusal
from store.records.views import EntryDetail, LogFilter
from store.records.words import Action
from tui.panes.cards_authority import authority_sections
from tui.panes.listing import Listing
from tui.widgets.card import Card, Section
from tui.widgets.text import lines, one_line, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import did_words
from tui.wording.times import clock_time

if TYPE_CHECKING:
    from governance.desk import Desk

SUBJECTS = 4
"""Subjects of an entry whose neighbours are shown."""
PASSES = frozenset({Action.AUTODREAM, Action.AUTODREAM_SKIP, Action.ARCHIVE_SKIP})
"""Entries by which a pass ends."""
ROWS, WORDS, MANY = 60, 160, 2_000
"""Lines of what a pass did that are shown, the characters of one, and from how many things on none is named."""


def entry_card(listing: Listing, entry: EntryDetail) -> Card:
    """One entry in full."""
    signs, row = listing.signs, entry.row
    sections = [Section("this entry", _facts(listing, entry), cut=False)]
    changes = _changes(entry, signs)
    if changes is not None:
        sections.append(Section(f"before {signs.arrow} after: {row.subjects[0]}", changes, cut=False))
    sections += authority_sections(listing, entry)
    done = pass_rows(listing, entry)
    if done:
        sections.append(Section("what this pass did", lines(*done), cut=False))
    if row.subjects:
        near = [_neighbours(listing.desk, row.seq, subject, signs) for subject in row.about[:SUBJECTS]]
        if told := [one for one in near if one is not None]:
            sections.append(Section("about the same", lines(*told), cut=False))
    if row.erased_by:
        body = stored(f"{signs.erased} erased under {row.erased_by}", "bad")
    elif row.withdrawn:
        body = said(f"{signs.withdrawn} withdrawn: its words are not shown", "warn")
    elif entry.payload is None:
        body = said("none", "dim")
    else:
        body = stored(entry.payload, lines=True)
    sections.append(Section("payload", body))
    sections.append(Section("header, as hashed", stored(entry.header, "dim"), aside=True))
    top = said(f"{row.seq:,} ", "strong") + said(did_words(row), "accent")
    return Card(f"entry {row.seq}", top, tuple(sections), "", entry.payload or entry.header)


def pass_rows(listing: Listing, entry: EntryDetail) -> list[Content]:
    """What the pass did that an entry ends, thing by thing; none where it is no such entry."""
    if entry.row.action not in PASSES or not entry.row.subjects[0].startswith("run-"):
        return []
    from store.records.views import PassReport
    from tui.widgets.first_words import words_of
    from tui.wording.pass_lines import told_of
    from tui.wording.passes import left_sentence, pass_sentence

    run = entry.row.subjects[0]
    counts = json.loads(entry.payload or "{}").get("counts") or {}
    if sum(counts.values()) > MANY:
        told = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)
        return [said(told, "strong"), said(f"memdesk show {run} names them.", "dim")]
    try:
        report = listing.desk.show(run)
    except Refusal:
        return []
    if not isinstance(report, PassReport):
        return []
    done = list(told_of(report, listing.signs))
    words = words_of(listing.desk, [one.id for one in done[:ROWS] if one.words is None])
    rows = [said(pass_sentence(report), "strong")]
    if left := left_sentence(report):
        rows.append(said(left, "warn"))
    for one in done[:ROWS]:
        if not one.id:
            rows.append(said(one.lead, "accent") + stored(f"  {one_line(one.words or '')}", "dim"))
            continue
        first = one.words if one.words is not None else words.of(one.id, listing.signs) or ""
        text = stored(one_line(first)[:WORDS]) if isinstance(first, str) else first
        rows.append((said(f"{one.lead}  ", "dim") if one.lead else stored(f"  {one.id}  ", "dim")) + text)
    if len(done) > ROWS:
        more = f"{listing.signs.more} {len(done) - ROWS:,} more lines: memdesk show {run}"
        rows.append(said(more, "dim"))
    return rows


def around(desk: Desk, seq: int, subject: str) -> tuple[int | None, int | None]:
    """The entries before and after this one about the same subject."""
    keys = desk.log_keys(LogFilter(subject=subject))
    at = bisect_left(keys, seq)
    after = at + 1 if at < len(keys) and keys[at] == seq else at
    return keys[at - 1] if at else None, keys[after] if after < len(keys) else None


def _facts(listing: Listing, entry: EntryDetail) -> Content:
    signs, desk, row = listing.signs, listing.desk, entry.row
    named = stored(f"{row.who} ") + said(f"{signs.dot} {row.actor} ", "dim")
    sure = row.assurance.value if row.assurance else "no decision: nobody had to vouch for it"
    facts = [
        said("when     ", "dim") + said(f"{clock_time(row.at, desk.zone, seconds=True)} {desk.zone}"),
        said("who      ", "dim") + named + said(f"{signs.dot} {signs.assurance(row.assurance)} {sure}", "dim"),
        said("about    ", "dim") + stored(", ".join(row.about) or signs.dash),
        said("hash     ", "dim") + said(entry.hash, "dim"),
    ]
    if entry.plan:
        facts.append(said("plan     ", "dim") + stored(entry.plan, "accent"))
    return lines(*facts)


def _changes(entry: EntryDetail, signs: Glyphs) -> Content | None:
    """What the header says of its first subject: each field before and after."""
    effect = json.loads(entry.header)["effect"]
    before, after = effect.get("before") or {}, effect.get("set") or effect.get("item") or {}
    if not entry.row.subjects or not after:
        return None
    moved = {name: value for name, value in after.items() if _word(before.get(name), signs) != _word(value, signs)}
    if not moved:
        return said("nothing: every field is as it was", "dim")
    rows = []
    for name, value in moved.items():
        was = f"{_word(before.get(name), signs)} {signs.arrow} " if before else ""
        rows.append(stored(f"{name}: {was}{_word(value, signs)}"))
    return lines(*rows)


def _word(value: Any, signs: Glyphs) -> str:
    if value is None or value == []:
        return signs.dash
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _neighbours(desk: Desk, seq: int, subject: str, signs: Glyphs) -> Content | None:
    """A subject with the entries before and after this one that are about it; None where there are none."""
    both = around(desk, seq, subject)
    if both == (None, None):
        return None
    told = {row.seq: did_words(row) for row in desk.log_rows([one for one in both if one is not None])}
    text = stored(subject, "accent")
    for name, one in zip(("before", "after"), both, strict=True):
        text += said(f"\n    {name:<7}", "dim")
        text += said(f"{one:,} {told.get(one, '')}") if one is not None else said(signs.dash, "dim")
    return text
