"""From a verb key to a staged decision."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from governance.errors import Refusal
from store.records.words import Kind, Shown
from tui.actions import BY_ID, shown
from tui.dialogs.target import Target, why_not
from tui.panes.footers import footer, typing
from tui.panes.seat import why_reading
from tui.safe import safe
from tui.widgets.filter import FilterInput
from tui.widgets.frame import KeyLine
from tui.wording.sentences import number, staged_sentence

if TYPE_CHECKING:
    from store.records.views import ItemDetail, Offer, PlanView
    from tui.panes.desk_screen import DeskScreen

MANY = 1_000
"""Rows from which a decision takes a moment to be worked out."""
JUDGED = 200
"""Rows of which it is asked which verbs fit; the one that is chosen is asked of all of them."""
SAMPLES = 4
"""Rows whose words a dialog about several of them shows."""


def _words_of(row: Any) -> str:
    """What a row says, or how what it is about is called."""
    return str(getattr(row, "text", "") or getattr(row, "title", ""))


class Deciding:
    """What the screen does about verbs."""

    def __init__(self, screen: DeskScreen) -> None:
        self.screen = screen
        self._offers: tuple[Offer, ...] = ()

    # what is shown

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The verbs for the rows that are selected, as the footer shows them."""
        return self._offers

    def mark_staged(self) -> None:
        """The gutter: the key of the verb that is staged for a row, or its first letter."""
        pane = self.screen.pane
        if pane is None or not pane.is_mounted:
            return
        marks = {
            target: self._sign_of(staged.verb) for staged in self.screen.planning.staged for target in staged.targets
        }
        if (staged := marks | pane.listing.staged(marks)) != pane.table.marks.staged:
            pane.table.marks.staged = staged
            pane.table.repaint()

    def key_of(self, verb: str) -> str:
        """The key of a verb, or a colon for those in the menu."""
        action = BY_ID.get(f"verb.{verb}")
        if action is None:
            return ":"
        remapped = self.screen.app._keymap.get(action.id)
        return shown(remapped.split(",")[0]) if remapped else action.shown_key

    def _sign_of(self, verb: str) -> str:
        """The key of a verb, or of those that have none the first letter."""
        if verb == "current":
            return BY_ID["conflicts.left"].shown_key
        return self.key_of(verb) if f"verb.{verb}" in BY_ID else verb[:1].upper()

    def show_keys(self) -> None:
        """The footer: verbs that fit the row, then what always works."""
        pane = self.screen.pane
        if pane is None:
            return
        self._offers = self._offered()
        if isinstance(line := self.screen.focused, FilterInput):
            told = typing(line.value)
        else:
            able = pane.listing.withdrawable and bool(pane.table.keys)
            told = footer(self.screen.place, self._offers, self.key_of, wide=self.screen.wide, withdrawable=able)
        self.screen.query_one(KeyLine).offer(told)

    def _offered(self) -> tuple[Offer, ...]:
        target = self.target(JUDGED)
        if not target.ids:
            return ()
        try:
            return self._offers_of(target)
        except Refusal:
            return ()

    def _offers_of(self, target: Target) -> tuple[Offer, ...]:
        """What can be done with the rows; a row that is about two things can be folded by itself."""
        desk, pane = self.screen.desk, self.screen.pane
        offers = {offer.name: offer for offer in desk.offers(target.ids)} if target.ids else {}
        folding: dict[tuple[str, ...], list[str]] = {}
        for name in pane.listing.folds if pane is not None else ():
            folding.setdefault(self.target(JUDGED, together=name).ids, []).append(name)
        for ids, names in folding.items():
            if ids != target.ids:
                offers |= {one.name: one for one in desk.offers(ids, names)}
        if founds := self._founds:
            offers |= {one.name: one for one in desk.offers((), founds)}
        return tuple(sorted(offers.values(), key=lambda offer: not offer.fits))

    @property
    def _founds(self) -> tuple[str, ...]:
        """The verbs that make something of nothing where one stands."""
        return self.screen.pane.listing.founds if self.screen.pane is not None else ()

    @property
    def chosen(self) -> dict[Any, int]:
        """Where the marked rows stand, or the one at the cursor."""
        if self.screen.pane is None:
            return {}
        table = self.screen.pane.table
        if not table.marks.marked:
            return {table.key: table.cursor} if table.key is not None else {}
        return {key: n for n, key in enumerate(table.keys) if key in table.marks.marked}

    @property
    def count(self) -> int:
        """How many things are selected, those of a group counted one by one."""
        from store.records.views import Group

        rows = len(self.chosen)
        return rows if rows >= MANY else sum(r.count if isinstance(r, Group) else 1 for _, r in self.selection())

    def selection(self, most: int | None = None) -> list[tuple[Any, Any]]:
        """The marked rows (or the first of them), or the one at the cursor: (key, row) pairs as shown."""
        pane = self.screen.pane
        return [] if pane is None else [(k, pane.table.row_at(n)) for k, n in list(self.chosen.items())[:most]]

    def target(self, most: int | None = None, *, together: str = "") -> Target:
        """The selection as what a decision is about; the first `most` of it, to see which verbs fit."""
        pane = self.screen.pane
        if pane is None:
            return Target((), (), Shown.LISTED)
        ids: list[str] = []
        seen: list[str] = []
        chosen, here = self.selection(most), pane.table.key
        if together == "current" and together in pane.listing.folds:  # whatever is marked: `beside` has who gives way
            chosen = [(here, pane.table.row)] if here is not None else []
        for key, row in chosen:
            ids += pane.listing.targets(key, row)
            if most is None:
                seen += pane.listing.seen(key, row)
        if together and len(chosen) == 1 and len(ids) == 1:
            others, digests = pane.listing.beside(together, *chosen[0])
            ids += others
            seen += digests if most is None else ()
        ids = ids[:most]
        card = self.screen.detail.card if self.screen.detail_seen else None
        opened = len(ids) == 1 and card is not None and card.id == ids[0]
        if opened and card is not None and card.seen and not card.shows:
            seen = [card.seen]
        in_full = dict(card.shows) if card is not None else {}
        opened = opened or (bool(ids) and in_full.keys() >= set(ids))
        words = {key: _words_of(row) for key, row in chosen[:SAMPLES]} if len(ids) == len(chosen) else {}
        words = words or pane.listing.words_of(ids[:SAMPLES])
        if opened and card is not None and len(ids) == 1:
            words = {ids[0]: card.text}
        return Target(tuple(ids), tuple(seen), Shown.OPENED if opened else Shown.LISTED, tuple(words.values()))

    # deciding

    def verb(self, name: str, text: str | None = None) -> None:
        """Ask for the reason and what else the verb needs; say so first where that takes a while."""
        if name in ("withdraw", "reinstate"):
            self.screen.influence.begin(name)
            return
        if (count := self.count) < MANY:
            self._ask(name, text)
            return
        self.screen.app.notify(f"{number(count, 'row')}: one moment", markup=False)
        self.screen.set_timer(0.1, partial(self._ask, name, text))

    def _ask(self, name: str, text: str | None) -> None:
        try:
            target = self.target(together=name)
            if name in self._founds:
                target = Target((), (), Shown.LISTED)
            elif not target.ids:
                self.no_row()
                return
            offer = next(iter(self.screen.desk.offers(target.ids, (name,))))
        except Refusal as refusal:
            self.screen.trouble(refusal)
            return
        except StopIteration:
            self.screen.app.notify(f"No verb {name} here.", markup=False)
            return
        if name == "promote-type":
            from tui.panes.promoting import Promoting

            Promoting(self.screen).begin(target, offer)
            return
        hurdle = self.hurdle(offer, target)
        if hurdle:
            self.screen.app.notify(hurdle, severity="warning", timeout=6, markup=False)
            return
        from tui.dialogs.decide import DecideDialog
        from tui.panes.prefilled import options

        offer = self._fitted(offer, target)
        values, picks = self._values(offer, target), options(self.screen.desk, offer, target)
        if text is not None:
            values["text"] = text
        target = target._replace(sent=bool(target.ids) and self._sent(target.ids[0]))
        dialog = DecideDialog(self.screen.desk, offer, target, values, self.screen.signs, picks)
        self.screen.app.push_screen(dialog, self.staged)

    def hurdle(self, offer: Offer, target: Target) -> str:
        """What stands in the way, said before anybody types a reason; the desk would refuse it anyway."""
        if why := why_reading(self.screen.desk):
            return why
        if told := self.decided_already(target.ids):
            return told
        return "" if offer.fits else f"{offer.label}: {why_not(offer, target.ids)}"

    def decided_already(self, ids: Sequence[str]) -> str:
        """Which staged decision is about one of these; empty where none is."""
        for staged in self.screen.planning.staged:
            if not frozenset(staged.targets).isdisjoint(ids):
                return f"Decided already: {staged.n} {staged_sentence(staged)}. P goes there, u takes it back."
        return ""

    def no_row(self) -> None:
        """Say that there is nothing to decide on."""
        rows = self.screen.pane is not None and self.screen.pane.table.keys
        told = "No verb applies to this row; ? shows the keys." if rows else "There is no row here to decide on."
        self.screen.app.notify(told, markup=False)

    def _values(self, offer: Offer, target: Target) -> dict[str, str]:
        """What the fields begin with: the suggestion, the words, the newer row."""
        from tui.panes.prefilled import prefilled

        if not target.ids:
            return {}
        detail = self._detail(target.ids[0]) if len(target.ids) == 1 else None
        return prefilled(self.screen.desk, offer, target, self.selection(1)[0][1], detail)

    def _fitted(self, offer: Offer, target: Target) -> Offer:
        """The verb without fields that mean nothing for these rows."""
        details = [self._detail(name) for name in target.ids[:SAMPLES]]
        idle: set[str] = set()
        if not any(details) and offer.name != "reconcile":
            idle.add("by")
        if offer.name == "correct" and not any(d and d.strip.kind == Kind.STATE for d in details):
            idle.add("subject")
        return offer.model_copy(update={"fields": tuple(name for name in offer.fields if name not in idle)})

    def _sent(self, target: str) -> bool:
        """Whether something came in by a door, or was refused at one."""
        detail = self._detail(target)
        return target.startswith("quar-") or (detail is not None and detail.row.review is not None)

    def _detail(self, target: str) -> ItemDetail | None:
        try:
            return self.screen.desk.item(target)
        except Refusal:
            return None

    def staged(self, plan: PlanView | None) -> None:
        """A decision was staged: the gutter and the plan bar follow, the cursor goes on."""
        if plan is None:
            return
        self.screen.planning.take(plan)
        pane = self.screen.pane
        if pane is not None:
            marked = bool(pane.table.marks.marked)
            pane.table.marks.marked.clear()
            if not marked:
                pane.table.action_down()
        self.screen.alive.count()
        if pane is not None and self.screen.place == "plan":
            pane.refresh_rows()

    def menu(self) -> None:
        """Every verb, fitting or not."""
        from tui.dialogs.menu import MenuDialog

        target = self.target(JUDGED)
        if not target.ids and not self._founds:
            self.no_row()
            return
        try:
            offers = self._offers_of(target)
        except Refusal as refusal:
            self.screen.trouble(refusal)
            return
        self.screen.app.push_screen(
            MenuDialog(offers, target.ids, self.screen.signs, self.count),
            lambda verb: self.verb(verb) if verb else None,
        )

    def correct_in_editor(self) -> None:
        """Write the corrected words in one's own editor, then decide."""
        from tui.dialogs.editor import edit

        target = self.target(2)
        detail = self._detail(target.ids[0]) if len(target.ids) == 1 else None
        if detail is None:
            self.screen.app.notify("E corrects one item: put the cursor on it.", markup=False)
            return
        words, trouble = edit(self.screen.app, safe(detail.text, lines=True))
        if trouble:
            self.screen.app.notify(trouble, severity="warning", markup=False)
        elif words is None:
            self.screen.app.notify("The words are as they were.", markup=False)
        else:
            self.verb("correct", words)
