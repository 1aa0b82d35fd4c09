"""The archive: segments, and the blocks inside one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from store.records.views import BlockView, SegmentView
from tui.panes.cards_archive import block_card, segment_card
from tui.panes.listing import Lead, Listing, has
from tui.widgets.card import Card
from tui.widgets.columns import Column, Line
from tui.widgets.text import matched, one_line, said, stored
from tui.wording.glyphs import Glyphs

if TYPE_CHECKING:
    from governance.desk import Desk


class SegmentList(Listing):
    """Every archived file or day."""

    title = "Archive"
    command = ("list", "archive")
    decidable = False
    withdrawable = True
    empty = "Nothing is archived yet: import a memory with `memdesk import PATH`, then r."
    columns = (
        Column("open", 5, 8, right=True),
        Column("blocks", 7, 6, right=True),
        Column("what it was", 12, 4),
        Column("file", 0),
    )

    def __init__(self, desk: Desk, signs: Glyphs) -> None:
        super().__init__(desk, signs)
        self._segments: dict[str, SegmentView] = {}

    def keys(self, text: str) -> Sequence[str]:
        """Segment ids, as the desk orders them."""
        self._segments = {segment.id: segment for segment in self.desk.segments()}
        return tuple(
            key for key, segment in self._segments.items() if has(text, segment.path, segment.id, segment.role.value)
        )

    def rows(self, keys: Sequence[str]) -> Sequence[SegmentView | None]:
        """The segments themselves."""
        return [self._segments.get(key) for key in keys]

    def line(self, row: SegmentView, tall: bool) -> Line:  # noqa: ARG002 - one drawing for both heights
        """How much is open, how large, what it was."""
        name = matched(stored(row.path or row.id), self.needle)
        open_ = said(f"{row.undistilled:,}", "warn") if row.undistilled else said(self.signs.dash, "dim")
        return Line((open_, said(f"{row.blocks:,}"), said(row.role.value, "dim"), name), stored(row.id, "dim"))

    def card(self, key: str, row: SegmentView | None) -> Card | None:  # noqa: ARG002 - the row has it
        """Facts about the segment."""
        return segment_card(self.desk, row, self.signs) if row is not None else None

    def lead(self, key: str, row: SegmentView | None) -> Lead:  # noqa: ARG002 - the row has it
        """Enter lists the blocks."""
        return BlockList(self.desk, self.signs, row) if row is not None else None


class BlockList(Listing):
    """The blocks of one segment, in their order."""

    empty = "This segment is empty. Esc goes back."
    columns = (Column("no.", 5, 8, right=True), Column("state", 10, 6), Column("words", 0))

    def __init__(self, desk: Desk, signs: Glyphs, segment: SegmentView) -> None:
        super().__init__(desk, signs)
        self._segment = segment.id
        self.weight = segment.blocks
        self._blocks: dict[str, BlockView] = {}
        self.title = f"Archive {signs.here} {segment.path or segment.id}"

    def keys(self, text: str) -> Sequence[str]:
        """Block ids in order."""
        self._blocks = {block.id: block for block in self.desk.blocks(self._segment)}
        return tuple(key for key, block in self._blocks.items() if has(text, block.text, key))

    def rows(self, keys: Sequence[str]) -> Sequence[BlockView | None]:
        """The blocks themselves."""
        return [self._blocks.get(key) for key in keys]

    def line(self, row: BlockView, tall: bool) -> Line:  # noqa: ARG002 - one drawing for both heights
        """Number, whether it was distilled, first words."""
        state = said("")
        if row.erased_by:
            state = said(f"{self.signs.erased} erased", "bad")
        elif row.entry:
            state = said(*((f"{self.signs.found} distilled", "dim") if row.distilled else ("open", "warn")))
        words = matched(stored(one_line(row.text[:400])), self.needle)
        return Line((said(str(row.ordinal), "dim"), state, words), words)

    def card(self, key: str, row: BlockView | None) -> Card | None:  # noqa: ARG002 - the row has it
        """The block in full."""
        return block_card(self.desk, row, self.signs) if row is not None else None
