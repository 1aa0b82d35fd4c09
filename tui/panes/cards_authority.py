"""What an entry's card says of authority: who vouched for it with which key, on what, and under which grants."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from textual.content import Content

from governance.errors import Refusal
from store.records.views import DecisionView, EntryDetail, SeenView, SignatureView
from store.records.words import Action, Assurance
from tui.panes.listing import Listing
from tui.safe import safe
from tui.widgets.card import Section
from tui.widgets.text import lines, said, stored
from tui.wording.authority import distrusted_words, grant_sentence
from tui.wording.sentences import number, verb_words
from tui.wording.times import clock_time

if TYPE_CHECKING:
    from tui.wording.glyphs import Glyphs

TARGETS = 40
"""Targets of a decision that are listed."""
_SHOWN = {"listed": "in a list", "opened": "opened in full", "previewed": "previewed with what would change"}
_SURE = {
    Assurance.CLAIMED: "only a name that was given",
    Assurance.OS_USER: "vouched for by the system user alone; no signature proves it",
    Assurance.TOKEN: "a token that was shown; no signature proves it",
    Assurance.SIGNED: "signed",
}
THEN = "Signatures are checked at the desk of now: @ leads back to it."


def authority_sections(listing: Listing, entry: EntryDetail) -> list[Section]:
    """The sections about who vouched for an entry and under which grant; none where the log names none."""
    own = entry.row.action is Action.DECISION
    if not own and entry.plan is None:
        return []
    if listing.desk.at_seq is not None:
        return [Section("signature", said(THEN, "dim"))]
    try:
        decision = listing.desk.decision(entry.row.seq if own else str(entry.plan))
    except Refusal as refusal:
        return [Section("signature", stored(f"cannot be read: {refusal.sentence}", "bad"))]
    if not own:
        return [Section("decided by", _short(decision, listing.signs), cut=False)]
    return _in_full(decision, listing)


def _in_full(one: DecisionView, listing: Listing) -> list[Section]:
    signs, zone = listing.signs, listing.desk.zone
    sections = []
    if one.fault:
        sections.append(Section("DOES NOT HOLD", stored(f"{signs.lost} does not hold: {one.fault}", "bad"), cut=False))
    rows = [_signature(s, signs) for s in one.signatures]
    doubts = _doubts(one, signs)
    if doubts:
        sections.append(Section("DISTRUSTED" if not one.ratified else "distrusted", lines(*doubts), cut=False))
    if not rows:
        style = "dim" if one.assurance is Assurance.OS_USER else "warn"
        rows = [said(f"{signs.assurance(one.assurance)} {one.assurance.value}: {_SURE[one.assurance]}", style)]
    elif not one.fault and not doubts:
        rows.append(said(f"{signs.found} its author could decide so", "good"))
    rows.append(said("has seen   ", "dim") + said(f"the log up to entry {one.head:,}"))
    if one.expires is not None:
        rows.append(said("to apply   ", "dim") + said(f"until {clock_time(one.expires, zone)}"))
    if one.undone_by:
        rows.append(stored(f"undone by {one.undone_by}", "warn"))
    title = (
        "signature" if len(one.signatures) < 2 else f"signatures of {number(len(one.signatures), 'person', 'people')}"
    )
    sections.append(Section(title, lines(*rows), cut=False))
    if one.targets:
        sections.append(Section("on the screen when it was decided", _targets(one.targets, signs), cut=False))
    if one.grants:
        told = [said(f"{g.id}  ", "strong") + stored(f"{grant_sentence(g, zone)}.") for g in one.grants]
        sections.append(Section("under these grants, as they are now", lines(*told), cut=False))
    elif any(target.grant for target in one.targets):
        sections.append(Section("grants", said("The grants it names are not known here any more.", "warn")))
    return sections


def _signature(one: SignatureView, signs: Glyphs) -> Content:
    who = stored(one.who or "nobody known", "strong")
    key = said(f" {signs.dot} {safe(one.key)}" if one.key else "", "accent")
    mark = said(f"{signs.signed} ", "good" if one.fault is None else "bad")
    holds = said(f"  {signs.found} holds", "good")
    if one.fault is not None:
        holds = stored(f"  {signs.lost} does not hold: {one.fault}", "bad")
    first = mark + who + key + holds
    return lines(first, stored(f"  {one.fingerprint}", "dim")) if one.fingerprint else first


def _doubts(one: DecisionView, signs: Glyphs) -> list[Content]:
    """By which distrusted key it was signed, and whether it was ratified; nothing where none is."""
    style = "bad" if not (one.ratified or one.undone_by) else "warn"
    rows = [stored(f"{signs.lost} {told}", style) for told in distrusted_words(one)]
    return rows + ([said(f"{signs.found} ratified since: an owner confirmed it", "good")] if one.ratified else [])


def _short(one: DecisionView, signs: Glyphs) -> Content:
    """The plan of an effect, in one or two lines."""
    rows = [_signature(s, signs) for s in one.signatures]
    if not rows:
        rows = [said(f"{signs.assurance(one.assurance)} {one.assurance.value}: {_SURE[one.assurance]}", "dim")]
    rows.append(stored(f"{one.plan}, entry {one.seq:,}", "accent"))
    if one.fault:
        rows.insert(0, stored(f"{signs.lost} does not hold: {one.fault}", "bad"))
    rows[:0] = _doubts(one, signs)
    if one.undone_by:
        rows.append(stored(f"undone by {one.undone_by}", "warn"))
    return lines(*rows)


def _targets(targets: tuple[SeenView, ...], signs: Glyphs) -> Content:
    """What each target looked like to whoever decided: how it was shown, and the digest of that."""
    rows = []
    for one in targets[:TARGETS]:
        row = said(f"{verb_words(one.verb):<9} ", "dim") + stored(one.target, "accent")
        row += said(f"  {_SHOWN.get(one.shown.value, one.shown.value)}")
        row += stored(f"  {one.seen[:12]}", "dim")
        if one.grant:
            row += stored(f"  {one.grant}", "dim")
        rows.append(row)
    left = targets[TARGETS:]
    if left:
        counted = Counter(one.shown.value for one in left)
        told = ", ".join(f"{count:,} {_SHOWN.get(how, how)}" for how, count in counted.items())
        rows.append(said(f"{signs.more} {len(left):,} more: {told}", "dim"))
    return lines(*rows)
