"""The card of a scope: whether it is in effect and why, its chain, what it excludes and what it cannot reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from governance.errors import Refusal
from store.records.words import ControlAction, ControlState
from tui.panes.cards_authority import authority_sections
from tui.safe import cut
from tui.widgets.card import Card, Section
from tui.widgets.reach import bullets
from tui.widgets.text import lines, said, stored
from tui.wording.chains import tree
from tui.wording.controls import (
    STATES,
    STAYS,
    asks_words,
    effect_words,
    excluded_lines,
    glyph_of,
    left_lines,
    regained_lines,
    scope_words,
    standing_part,
    task_lines,
)
from tui.wording.sentences import reason_label
from tui.wording.times import clock_time

if TYPE_CHECKING:
    from store.records.views import ControlView, ScopeView
    from tui.panes.withdrawals import WithdrawalList

_CATEGORIES = (
    ("memory_item_ids", "items"),
    ("archive_refs", "archive"),
    ("source_or_run_refs", "sources and runs"),
)
"""The selectors of a record, and what people call them."""


def scope_card(listing: WithdrawalList, scope: ScopeView, event: ControlView, target: str) -> Card:
    """One scope in full, seen from one of its events."""
    signs = listing.signs
    style = "bad" if scope.fault else "warn" if scope.excluded else "good" if scope.control else "plain"
    top = said(f"{glyph_of(event, signs)} {event.id} {event.action.value}", "strong")
    top += said(f" {signs.dot} {STATES[event.state]} {signs.dot} ", "dim") + said(*standing_part(scope, event, signs))
    sections = [Section("in effect or not", stored(effect_words(scope), style), cut=False)]
    if scope.proposals:
        sections.append(Section("asked for", _asked(listing, scope), cut=False))
    sections.append(Section("what it names", _names(scope), cut=False))
    sections.append(Section("events", _chain(listing, scope), cut=False))
    sections += _reach(listing, scope, event)
    if scope.overlaps:
        told = lines(
            *(stored(one, "accent") for one in scope.overlaps), said("Reinstated, it stays out by these.", "dim")
        )
        sections.append(Section("also reached by", told))
    if scope.excluded:
        told = said("v looks at what it keeps out: the audit view, which the log records.", "dim")
        sections.append(Section("audit view", told))
    sections += _decided(listing, event)
    return Card(target, top, tuple(sections), scope.seen, f"{scope_words(scope)}\n{effect_words(scope)}")


def _asked(listing: WithdrawalList, scope: ScopeView) -> Content:
    rows = []
    for one in scope.proposals:
        who = stored(one.decided_by or one.who, "accent") + said(f" {listing.signs.assurance(one.assurance)} ", "dim")
        rows.append(who + said(asks_words(one.action), "warn") + stored(f": {one.id}"))
    key = "i" if scope.proposals[-1].action is ControlAction.REINSTATE else "w"
    keys = f"On its row: {key} follows it, `:` declines it. Until then nothing of it happens."
    return lines(*rows, said(keys, "dim"))


def _names(scope: ScopeView) -> Content:
    names, rows = dict(scope.names), []
    for field, title in _CATEGORIES:
        terms: tuple[str, ...] = getattr(scope, field)
        for at, one in enumerate(terms):
            row = said(f"{'' if at else title:<17}", "dim") + stored(one, "accent")
            rows.append(row + stored(f"  {cut(names[one])}") if one in names else row)
    return lines(*rows)


def _chain(listing: WithdrawalList, scope: ScopeView) -> Content:
    """The events as a tree, each with who, when and why."""
    signs, rows = listing.signs, []
    for depth, event in tree(scope.events):
        lead = f"{'  ' * (depth - 1)}{signs.branch} " if depth else ""
        row = said(f"{lead}{glyph_of(event, signs)} {event.id} ", "strong") + said(event.action.value)
        row += said(f" {signs.dot} ", "dim") + said(reason_label(event.reason) if event.reason else signs.dash)
        row += said(f" {signs.dot} ", "dim") + stored(event.decided_by or event.who, "accent")
        row += said(f" {signs.assurance(event.assurance)}  ", "dim") + said(*standing_part(scope, event, signs))
        indent = " " * (len(lead) + 2)
        told = f"{event.decided_at or clock_time(event.at, listing.desk.zone)}, {STATES[event.state]}"
        told += f" ({event.run}, {clock_time(event.at, listing.desk.zone)})" if event.run else ""
        told += f", settles {', '.join(event.settles)}" if event.settles else ""
        row += said(f"\n{indent}") + stored(told, "dim")
        if event.note:
            row += said(f"\n{indent}") + stored(event.note)
        rows.append(row)
    return lines(*rows)


def _reach(listing: WithdrawalList, scope: ScopeView, event: ControlView) -> list[Section]:
    signs = listing.signs
    if scope.excluded:
        sections = [
            Section("what it excludes now", bullets(excluded_lines(scope.reach), signs, "warn"), cut=False),
            Section("what it does not reach", bullets(left_lines(scope.reach), signs), cut=False),
            Section("open tasks", bullets(_tasks(listing, scope), signs), cut=False),
        ]
        if scope.fault is None and listing.at_seq is None:
            told = lines(bullets(_regained(listing, event), signs, "good"), said(STAYS, "dim"))
            sections.append(Section("if i gives it back", told, cut=False))
        return sections
    if event.state is ControlState.PROPOSED and listing.at_seq is None:
        try:
            reach = listing.desk.forgetting.would_reach(scope.terms)
        except Refusal as refusal:
            return [Section("what it would exclude", stored(refusal.sentence, "bad"))]
        return [
            Section("what it would exclude", bullets(excluded_lines(reach), signs, "warn"), cut=False),
            Section("what it would not reach", bullets(left_lines(reach), signs), cut=False),
        ]
    return []


def _tasks(listing: WithdrawalList, scope: ScopeView) -> tuple[str, ...]:
    return task_lines(scope.reach, listing.desk.policy(listing.at_seq).in_flight)


def _regained(listing: WithdrawalList, event: ControlView) -> tuple[str, ...]:
    try:
        return regained_lines(listing.desk.forgetting.regained(event.id))
    except Refusal as refusal:
        return (refusal.sentence,)


def _decided(listing: WithdrawalList, event: ControlView) -> list[Section]:
    """The signature, and what was on the signer's screen; those of a moment are checked at the desk of now."""
    if event.plan is None:
        return []
    try:
        seq = listing.desk.decision(event.plan).seq
        return [Section("plan", stored(event.plan, "accent")), *authority_sections(listing, listing.desk.entry(seq))]
    except Refusal as refusal:
        return [Section("plan", stored(refusal.sentence, "bad"))]
