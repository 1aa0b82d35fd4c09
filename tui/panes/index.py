"""The index on the screen (P§10): the topic map, what is recent, what waits, pages of static knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from governance.errors import Refusal
from store.records.views import IndexLine, Nearness, StaticPage, TopicRoute
from tui.panes.cards import item_card
from tui.panes.cards_archive import topic_card
from tui.panes.listing import Lead, Listing, has
from tui.panes.rows import topic_items
from tui.widgets.card import Card, Section
from tui.widgets.columns import Column, Line
from tui.widgets.text import lines, matched, one_line, said, stored
from tui.wording.glyphs import Glyphs
from tui.wording.nearness import STYLES, near_words
from tui.wording.sentences import number

if TYPE_CHECKING:
    from governance.desk import Desk


class Entry(NamedTuple):
    """One line of the index: what part it stands in, and what it is about."""

    part: str
    """topic, recent, pending or page."""
    id: str
    near: Nearness
    text: str
    told: str
    """What stands below or beside it: triggers, topic, path."""
    loud: bool = False
    page: StaticPage | None = None


class IndexList(Listing):
    """Where to begin: what leads where, what is new, what waits, which pages there are."""

    title = "Index"
    command = ("list", "index")
    empty = "Nothing is indexed yet: it comes with an import, or a pass. r looks again."
    explain = (
        "Hot is always loaded, warm is read when a trigger calls it, cold is searched or audited; the card says why."
        " A topic without a trigger is cold in effect: `:` on it, among all topics, names one."
    )
    decidable: ClassVar[bool] = False
    columns = (Column("part", 8, 8), Column("near", 5, 9), Column("id", 20, 6), Column("what", 0))
    tall_columns = (Column("part", 8, 8), Column("what", 0))

    def __init__(self, desk: Desk, signs: Glyphs) -> None:
        super().__init__(desk, signs)
        self._entries: dict[str, Entry] = {}

    def keys(self, text: str) -> Sequence[str]:
        """Topics, recent, pending, pages; the same item may stand in two parts."""
        view = self.desk.index(0)
        found = [*map(_topic, view.topics), *(_item("recent", one) for one in view.recent)]
        found += [*(_item("pending", one) for one in view.pending), *map(_page, view.pages)]
        self._entries = {f"{one.part} {one.id}": one for one in found}
        return tuple(key for key, one in self._entries.items() if has(text, one.id, one.text, one.told))

    def rows(self, keys: Sequence[str]) -> Sequence[Entry | None]:
        """The lines themselves."""
        return [self._entries.get(key) for key in keys]

    def line(self, row: Entry, tall: bool) -> Line:
        """Part, layer, id, words."""
        part, near = said(row.part, "dim"), said(row.near.layer.value, STYLES[row.near.layer])
        words = matched(stored(one_line(row.text)), self.needle)
        told = stored(one_line(row.told), "warn" if row.loud else "dim")
        if tall:
            return Line((part, words), near + said(f" {self.signs.dot} ", "dim") + told if row.told else near)
        return Line((part, near, stored(row.id, "accent"), words + said("  ") + told))

    def lead(self, key: str, row: Entry | None) -> Lead:  # noqa: ARG002 - the row has it
        """Enter lists the items of a topic; any other line opens wide."""
        return topic_items(self.desk, self.signs, row.id) if row is not None and row.part == "topic" else None

    def card(self, key: str, row: Entry | None) -> Card | None:  # noqa: ARG002 - the row has it
        """The topic, item or page in full."""
        if row is None:
            return None
        if row.page is not None:
            return page_card(row.page, self.signs)
        if row.part == "topic":
            topic = next((one for one in self.desk.topics() if one.id == row.id), None)
            return topic_card(topic, self.signs) if topic else None
        try:
            return item_card(self.desk, self.desk.item(row.id), self.signs)
        except Refusal as refusal:
            return Card(row.id, stored(row.id), (Section("not to be seen", stored(refusal.sentence, "bad")),), "", "")


def _topic(one: TopicRoute) -> Entry:
    told = "; ".join(one.triggers) or "no trigger leads here"
    words = f"{one.title}: {one.status}, {number(one.items, 'item')}"
    return Entry("topic", one.id, one.near, words, told, loud=not one.triggers)


def _item(part: str, one: IndexLine) -> Entry:
    return Entry(part, one.id, one.near, one.text, one.topic or "")


def _page(one: StaticPage) -> Entry:
    return Entry("page", one.id, one.near, one.title, one.path or "", page=one)


def page_card(page: StaticPage, signs: Glyphs) -> Card:
    """One page of static knowledge: what it is, what cites it; it proves nothing by itself."""
    facts = [
        ("page", page.path or signs.dash),
        ("role", page.role.value),
        ("source", page.source_tag.value),
        ("believed", page.belief_status.value),
        ("topic", page.topic or signs.dash),
    ]
    rows = [said(f"{name:<9}", "dim") + stored(value) for name, value in facts]
    cited = [stored(one, "accent") for one in page.capsules]
    if page.cited > len(cited):
        cited.append(said(f"{signs.more} {number(page.cited - len(cited), 'more item')}", "dim"))
    sections = (
        Section("how near it is", stored(near_words(page.near))),
        Section("this page", lines(*rows)),
        Section("cited by", lines(*cited) if cited else said("nothing yet", "dim")),
        Section("mind", said("What a page says is what it says: nothing here verified it unless a record shows that.")),
    )
    return Card(page.id, stored(page.title, "strong"), sections, "", page.title)
