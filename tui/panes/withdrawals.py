"""Withdrawals: every scope that was ever withdrawn, as a tree of its events; those that wait for a person first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from store.records.views import ControlKey, ControlView, ScopeView
from store.records.words import ControlState
from tui.panes.cards_withdrawal import scope_card
from tui.panes.listing import Listing, has
from tui.widgets.card import Card
from tui.widgets.columns import Column, Line
from tui.widgets.text import matched, one_line, said, stored
from tui.wording.chains import tree
from tui.wording.controls import STATES, asks_words, fault_sentence, glyph_of, scope_words, standing_part
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import number, reason_label

if TYPE_CHECKING:
    from governance.desk import Desk

EXPLAIN = (
    "Every scope that was ever taken out of influence, each event below the one that it follows; the chain decides what"
    " is in effect, not the clock. A scope is in effect while its latest event withdraws it: nothing of it is used,"
    " listed or found. What somebody without authority asks for, and a chain that has no one latest event, waits for a"
    " person and stands first; until it is reconciled, a broken chain keeps its scope out.\n\n"
    "i gives back what is in effect, w follows a proposal, `:` declines it or reconciles a chain, v looks at what is"
    " kept out: the audit view, which the log records. Status and Confidence stay as they are."
)
"""What f1 says of the list."""
DEEP = 4
"""Steps of a chain that are indented."""


class Step(NamedTuple):
    """One event of a scope as the list shows it."""

    scope: ScopeView
    event: ControlView
    depth: int
    first: bool

    @property
    def seen(self) -> str:
        """The digest of the scope with its chain."""
        return self.scope.seen

    @property
    def text(self) -> str:
        """What it names."""
        return scope_words(self.scope)

    @property
    def target(self) -> str:
        """The event that a verb takes: a proposal itself, else the one in effect."""
        return self.event.id if self.event.state is ControlState.PROPOSED else self.scope.last.id


class WithdrawalList(Listing):
    """Events below those that they follow; `desk` is the desk of now, `at_seq` the entry that is looked at."""

    title = "Withdrawals"
    command = ("list", "withdrawals")
    empty = "Nothing was ever withdrawn. w on an item, block, segment or import takes it out of influence."
    columns = (
        Column("event", 26, 9),
        Column("it is", 12, 8),
        Column("who", 12, 5),
        Column("reason", 20, 3),
        Column("what it names", 0, least=14),
    )
    tall_columns = (Column("event", 0, least=38), Column("who", 12, 4))

    def __init__(self, desk: Desk, at_seq: int | None, signs: Glyphs) -> None:
        super().__init__(desk, signs)
        self.at_seq = at_seq
        self.explain = EXPLAIN
        self._places: dict[str, tuple[ControlKey, int, bool]] = {}
        self._waiting = self._excluded = 0

    def keys(self, text: str) -> Sequence[str]:
        """Ids of events, scope by scope."""
        events = self.desk.forgetting.events(self.at_seq)
        if text:
            scopes = self.desk.forgetting.called(dict.fromkeys(one.scope for one in events), self.at_seq)
            kept = {one.key for one in scopes if has(text, scope_words(one), *_said(one))}
            events = tuple(one for one in events if one.scope in kept)
        self._places = {}
        for _, of_scope in groupby(events, key=lambda one: one.scope):
            for at, (depth, one) in enumerate(tree(tuple(of_scope))):
                self._places[one.id] = (one, depth, at == 0)
        self.weight = len(self._places)
        return tuple(self._places)

    def rows(self, keys: Sequence[str]) -> Sequence[Step | None]:
        """The events with their scopes."""
        wanted = dict.fromkeys(self._places[key][0].scope for key in keys if key in self._places)
        scopes = {scope.key: scope for scope in self.desk.forgetting.called(wanted, self.at_seq)}
        return [self._step(key, scopes) for key in keys]

    def _step(self, key: str, scopes: dict[str, ScopeView]) -> Step | None:
        if key not in self._places:
            return None
        one, depth, first = self._places[key]
        scope = scopes.get(one.scope)
        event = next((event for event in scope.events if event.id == key), None) if scope else None
        return Step(scope, event, depth, first) if scope and event else None

    def note(self) -> Sequence[Content]:
        """Nothing that stands here as in effect is read by anybody."""
        if not self._places:
            return ()
        scopes = len({one.scope for one, _, _ in self._places.values()})
        dot = f"{self.signs.dot} "
        return (
            said(number(scopes, "scope"), "accent"),
            said(f"{dot}i gives one back", "dim"),
            said(f"{dot}: reconciles, declines", "dim"),
            said(f"{dot}v audit view", "dim"),
        )

    def line(self, row: Step, tall: bool) -> Line:
        """The event below the one that it follows, what has become of it, who; below that, what it names and why."""
        signs, event, scope = self.signs, row.event, row.scope
        lead = f"{' ' * (min(row.depth, DEEP) - 1)}{signs.branch} " if row.depth else ""
        style = "bad" if scope.fault else "plain" if event.id == scope.control else "dim"
        name = said(f"{lead}{glyph_of(event, signs)} ", style) + said(event.id, style)
        standing = said(*standing_part(scope, event, signs, short=True))
        who = said(f"{signs.assurance(event.assurance)} ", "dim") + stored(event.decided_by or event.who)
        reason = said(reason_label(event.reason) if event.reason else STATES[event.state], "dim")
        words = matched(stored(one_line(row.text)), self.needle)
        if scope.fault and row.first:
            words = said(f"{fault_sentence(scope)} {signs.dot} ", "bad") + words
        if not tall:
            return Line((name, standing, who, reason, words), words)
        if event.state is ControlState.PROPOSED:
            words = said(f"{asks_words(event.action)} {signs.dot} ", "warn") + words
        second = words + said(f" {signs.dot} ", "dim") + reason if row.first else reason
        if event.note:
            second += said(f" {signs.dot} ", "dim") + stored(one_line(event.note), "dim")
        return Line((name + said("  ") + standing, who), said("   ") + second)

    def card(self, key: str, row: Step | None) -> Card | None:  # noqa: ARG002 - the row has it
        """The scope in full, with its chain and what it reaches."""
        return scope_card(self, row.scope, row.event, row.event.id) if row is not None else None

    def targets(self, key: str, row: Step | None) -> tuple[str, ...]:  # noqa: ARG002 - the row says it
        """A proposal itself, else the event of the scope that is in effect."""
        return (row.target,) if row is not None else ()


def _said(scope: ScopeView) -> tuple[str | None, ...]:
    names = (words for _, words in scope.names)
    return (
        *names,
        *(event.id for event in scope.events),
        *(event.who for event in scope.events),
        fault_sentence(scope),
    )
