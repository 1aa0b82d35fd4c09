"""Who may: people, keys, grants as a tree, tokens; each read as it is, or as it was at an entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from store.records.views import GrantView, KeyView, PrincipalView, TokenView
from tui.panes.cards_who import grant_card, key_card, person_card, token_card
from tui.panes.list_pane import Tab
from tui.panes.listing import Listing, has
from tui.safe import safe
from tui.widgets.card import Card
from tui.widgets.columns import Column, Line
from tui.widgets.text import said, stored
from tui.wording.authority import KINDS, kind_words, scope_words, verbs_words
from tui.wording.glyphs import Glyphs
from tui.wording.sentences import number
from tui.wording.times import clock_time

if TYPE_CHECKING:
    from governance.desk import Desk

KEYLESS = "The store is keyless: whoever sits down may decide.\n\n: then `adopt a key` gives it its first key."


def who_tabs(desk: Desk, at_seq: int | None, signs: Glyphs) -> tuple[Tab, ...]:
    """The tabs of Who may."""
    from tui.panes.policy import PolicyList

    return (
        Tab("People", lambda: PeopleList(desk, at_seq, signs)),
        Tab("Keys", lambda: KeyList(desk, at_seq, signs)),
        Tab("Grants", lambda: GrantList(desk, at_seq, signs)),
        Tab("Policy", lambda: PolicyList(desk, at_seq, signs)),
        Tab("Tokens", lambda: TokenList(desk, at_seq, signs)),
    )


class WhoList(Listing):
    """Rows of who may: few, and read at once."""

    decidable = False
    marked = False

    def __init__(self, desk: Desk, at_seq: int | None, signs: Glyphs) -> None:
        super().__init__(desk, signs)
        self.at_seq = at_seq
        """The entry at which it stands; None is now."""
        self.found: dict[str, Any] = {}

    def rows(self, keys: Sequence[str]) -> Sequence[Any]:
        """The rows themselves."""
        return [self.found.get(key) for key in keys]

    def until(self, expires: int | None) -> str:
        """An end, or that there is none."""
        return clock_time(expires, self.desk.zone) if expires is not None else self.signs.dash


class PeopleList(WhoList):
    """People, agents and services."""

    title = "Who may: people, agents, services"
    command = ("principal", "list")
    empty = "Nobody is known here yet."
    columns = (
        Column("id", 7, 6),
        Column("name", 16, 9),
        Column("what", 12, 8),
        Column("keys", 4, 5, right=True),
        Column("grants", 6, 5, right=True),
        Column("tokens", 6, 4, right=True),
        Column("", 0),
    )
    tall_columns = (Column("id", 6, 7), Column("name", 14, 9), Column("what", 11, 8))

    def keys(self, text: str) -> Sequence[str]:
        """In the order they came."""
        self.found = {one.id: one for one in self.desk.principals(self.at_seq)}
        return tuple(
            key for key, one in self.found.items() if has(text, one.id, one.name, kind_words(one.kind, one.role))
        )

    def line(self, row: PrincipalView, tall: bool) -> Line:
        """Name, what they are, how many keys, grants and tokens count now."""
        live = (
            (sum(key.state == "live" for key in row.keys), "key"),
            (sum(grant.void is None for grant in row.grants), "grant"),
            (sum(token.live for token in row.tokens), "token"),
        )
        dot = f" {self.signs.dot} "
        notes = [*(["you"] if row.me else ()), *(["retired"] if row.retired else ())]
        name = stored(row.name, "dim" if row.retired else "strong")
        what = said(kind_words(row.kind, row.role) if row.role else KINDS[row.kind], "dim" if row.retired else "plain")
        style = "warn" if row.retired else "accent"
        if tall:
            has_them = [number(count, word) for count, word in live if count]
            told = said(dot.join(notes), style) + said(dot if notes and has_them else "", "dim")
            return Line((said(row.id, "dim"), name, what), told + said(dot.join(has_them), "dim"))
        counts = (said(str(count) if count else self.signs.dash, "dim") for count, _ in live)
        return Line((said(row.id, "dim"), name, what, *counts, said(dot.join(notes), style)))

    def card(self, key: str, row: PrincipalView | None) -> Card | None:  # noqa: ARG002 - the row has it
        """Everything about them."""
        everybody = tuple(self.found.values())
        return person_card(row, everybody, self.desk.zone, self.signs) if row is not None else None


class KeyList(WhoList):
    """Every key, live or not."""

    title = "Who may: keys"
    command = ("key", "list")
    empty = KEYLESS
    columns = (
        Column("id", 8, 7),
        Column("whose", 14, 9),
        Column("for", 8, 8),
        Column("state", 10, 8),
        Column("here", 4, 5),
        Column("fingerprint", 0),
    )
    tall_columns = (Column("id", 8, 9), Column("whose", 12, 8), Column("state", 10, 7))

    def keys(self, text: str) -> Sequence[str]:
        """In the order they came."""
        self.found = {key.id: key for key in self.desk.keys(self.at_seq)}
        return tuple(k for k, one in self.found.items() if has(text, k, one.who, one.fingerprint, one.role, one.state))

    def line(self, row: KeyView, tall: bool) -> Line:
        """Whose, what for, whether it signs, whether its file is here."""
        live = row.state == "live"
        state = said("distrusted", "bad") if row.distrusted is not None else said(row.state, "good" if live else "dim")
        name, who = said(row.id, "dim"), stored(row.who, "strong" if live else "dim")
        where = f"{'hardware ' if row.hardware else ''}{row.fingerprint}"
        here = said(self.signs.found if row.file else "", "good")
        if tall:
            told = said(row.role.value) + (said(" ") + here + said(" here", "dim") if row.file else said(""))
            return Line((name, who, state), told + stored(f"  {where}", "dim"))
        return Line((name, who, said(row.role.value), state, here, stored(where, "dim")))

    def card(self, key: str, row: KeyView | None) -> Card | None:  # noqa: ARG002 - the row has it
        """The key in full."""
        return key_card(row, self.desk.zone, self.signs) if row is not None else None


class GrantList(WhoList):
    """Grants as a tree: each below the one it was made from."""

    title = "Who may: grants"
    command = ("grant", "list")
    empty = "Nothing is granted: only an owner decides.\n\n: then `grant` lets somebody use verbs."
    columns = (
        Column("grant", 16, 9),
        Column("who", 12, 8),
        Column("until", 16, 5),
        Column("used", 9, 4, right=True),
        Column("by", 10, 3),
        Column("may", 0),
    )
    tall_columns = (Column("grant", 18, 9), Column("who", 14, 8))

    def __init__(self, desk: Desk, at_seq: int | None, signs: Glyphs) -> None:
        super().__init__(desk, at_seq, signs)
        self._deep: dict[str, int] = {}

    def keys(self, text: str) -> Sequence[str]:
        """Depth first."""
        grants = {grant.id: grant for grant in self.desk.grants(self.at_seq)}
        self.found = {}
        for grant, deep in _tree(grants):
            self.found[grant.id], self._deep[grant.id] = grant, deep
        return tuple(
            key
            for key, one in self.found.items()
            if has(text, key, one.who, one.by_who, " ".join(one.verbs), " ".join(one.scope), one.void)
        )

    def line(self, row: GrantView, tall: bool) -> Line:
        """Id below its parent, whose, until when, how often used, by whom, what it allows or why nothing."""
        deep = self._deep.get(row.id, 0)
        branch = f"{'  ' * (deep - 1)}{'└ ' if self.signs.rule == '─' else '` '}" if deep else ""
        name = said(branch, "dim") + said(row.id, "dim" if row.void else "strong")
        mark = said(f"by itself {self.signs.dot} ", "warn") if row.constitutional else said("")
        may = mark + stored(f"{verbs_words(row.verbs)} on {scope_words(row.scope)}", "dim" if row.void else "plain")
        if row.void:
            may = said(f"void: {safe(row.void)}  ", "warn") + may
        until = said(self.until(row.expires), "dim")
        used = said(f"{row.used:,}" + (f" of {row.count:,}" if row.count is not None else ""), "dim")
        if tall:
            end = said(f"to {self.until(row.expires)[:10]}  " if row.expires is not None else "", "dim")
            return Line((name, stored(row.who)), may if row.void else end + may)
        return Line((name, stored(row.who), until, used, stored(row.by_who, "dim"), may))

    def card(self, key: str, row: GrantView | None) -> Card | None:  # noqa: ARG002 - the row has it
        """The grant in words, those it was made from and those made from it."""
        return grant_card(row, tuple(self.found.values()), self.desk.zone, self.signs) if row is not None else None


def _tree(grants: dict[str, GrantView], parent: str | None = None, deep: int = 0) -> Iterator[tuple[GrantView, int]]:
    """Grants, each followed by those made from it, with how deep they stand."""
    for grant in grants.values():
        above = grant.parent if grant.parent in grants else None
        if above == parent:
            yield grant, deep
            yield from _tree(grants, grant.id, deep + 1)


class TokenList(WhoList):
    """What agents and services show."""

    title = "Who may: tokens"
    command = ("token", "list")
    empty = "No agent or service has a token.\n\n: then `connect an agent` makes one known."
    columns = (
        Column("id", 9, 8),
        Column("whose", 14, 9),
        Column("counts", 8, 8),
        Column("until", 16, 5),
        Column("for", 0),
    )
    tall_columns = (Column("id", 8, 9), Column("whose", 14, 8), Column("counts", 7, 7))

    def keys(self, text: str) -> Sequence[str]:
        """In the order they were given."""
        self.found = {token.id: token for token in self.desk.tokens(self.at_seq)}
        return tuple(key for key, one in self.found.items() if has(text, key, one.who, " ".join(one.projects)))

    def line(self, row: TokenView, tall: bool) -> Line:
        """Whose, whether it counts, until when, for which projects."""
        state = said("live", "good") if row.live else said("over", "dim")
        reach = stored(", ".join(row.projects)) if row.projects else said("no project", "dim")
        name, who, until = said(row.id, "dim"), stored(row.who, "strong"), said(self.until(row.expires), "dim")
        if tall:
            return Line((name, who, state), said("for ", "dim") + reach + said("  to ", "dim") + until)
        return Line((name, who, state, until, reach))

    def card(self, key: str, row: TokenView | None) -> Card | None:  # noqa: ARG002 - the row has it
        """The token in words; itself it is kept nowhere."""
        return token_card(row, self.desk.zone, self.signs) if row is not None else None
