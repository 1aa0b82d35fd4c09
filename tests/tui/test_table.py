"""The windowed table: what it fetches, how it is cut, how it is marked."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rich.cells import cell_len
from rich.style import Style
from textual.app import App, ComposeResult
from textual.content import Content
from textual.strip import Strip
from textual.visual import Visual

from tui.widgets.columns import Column, Line, cut, fit, lay_out
from tui.widgets.pages import KEPT, PAGE, Pages
from tui.widgets.table import WindowedTable
from tui.widgets.text import stored, strip_of
from tui.widgets.themes import ANSI


class TableApp(App[None]):
    """A table over a million keys."""

    def __init__(self, keys: Sequence[int]) -> None:
        super().__init__()
        self.wanted: list[int] = []
        self.drawn: list[int] = []
        self.rows = keys

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return {"dim": "#888888"}

    def compose(self) -> ComposeResult:
        yield WindowedTable()

    def on_mount(self) -> None:
        table = self.query_one(WindowedTable)
        table.configure((Column("n", 10), Column("words", 0)), self.fetch, self.line)
        table.show(self.rows)
        table.focus()

    def fetch(self, keys: Sequence[int]) -> Sequence[int]:
        self.wanted.extend(keys)
        return keys

    def line(self, row: int) -> Line:
        self.drawn.append(row)
        return Line((Content(f"{row:,}"), stored(f"row {row} 記憶 👩‍🚀 [x] end")))


@pytest.mark.anyio
async def test_of_a_million_rows_only_the_pages_in_sight_are_fetched() -> None:
    app = TableApp(range(1_000_000))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert len(app.wanted) == PAGE
        await pilot.press("G")
        await pilot.pause()
        assert app.query_one(WindowedTable).row == 999_999
        assert len(app.wanted) <= 3 * PAGE


@pytest.mark.anyio
async def test_the_cursor_stays_with_its_row_when_the_order_changes() -> None:
    app = TableApp([10, 20, 30])
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.query_one(WindowedTable)
        await pilot.press("j", "space")
        table.show([30, 5, 20, 10])
        assert table.key == 30
        assert list(table.marks.marked) == [20]
        table.show([1, 2])
        assert table.cursor == 0
        assert len(table.marks) == 0


@pytest.mark.anyio
async def test_growing_moves_nothing_unless_the_end_is_followed() -> None:
    app = TableApp(range(100))
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.query_one(WindowedTable)
        await pilot.press("j")
        table.grow(range(200))
        assert table.key == 1
        await pilot.press("end", "end")
        table.grow(range(300))
        assert table.key == 199
        table.follows = True
        await pilot.press("end", "end")
        table.grow(range(400))
        assert table.key == 399


@pytest.mark.anyio
async def test_rows_that_come_behind_the_window_draw_nothing_again_and_can_be_reached() -> None:
    app = TableApp(range(100))
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.query_one(WindowedTable)
        await pilot.pause()
        app.drawn.clear()
        table.grow(range(2_000))
        await pilot.pause()
        assert app.drawn == []
        assert table.show_vertical_scrollbar
        await pilot.press("G")
        await pilot.pause()
        assert 1_999 in app.drawn


@pytest.mark.anyio
async def test_a_scrollbar_comes_and_goes_with_the_rows_and_reaches_the_last() -> None:
    app = TableApp(range(3))
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.query_one(WindowedTable)
        await pilot.pause()
        for rows, shown in ((range(500), True), (range(1_000), True), (range(2), False), ((), False)):
            table.show(rows)
            await pilot.pause()
            assert table.show_vertical_scrollbar is shown
            assert table.max_scroll_y == max(0, len(rows) + 1 - 24)


@pytest.mark.anyio
async def test_first_rows_that_are_there_already_are_not_fetched() -> None:
    app = TableApp(range(100))
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.query_one(WindowedTable)
        await pilot.pause()
        app.wanted.clear()
        table.show(range(1_000, 2_000), tuple(range(1_000, 1_000 + table.room)))
        await pilot.pause()
        assert table.row == 1_000
        assert app.wanted == []
        await pilot.press("G")
        await pilot.pause()
        assert table.row == 1_999


@pytest.mark.anyio
async def test_starting_over_forgets_marks_and_place() -> None:
    app = TableApp(range(100))
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.query_one(WindowedTable)
        await pilot.press("G", "space")
        table.start_over()
        table.show(range(100))
        await pilot.pause()
        assert (table.key, len(table.marks), table.scroll_y) == (0, 0, 0)


@pytest.mark.parametrize(
    "content",
    [
        Content(""),
        Content("plain"),
        stored("記憶 👩‍🚀 e\u0301 [bold]x[/]"),
        Content("a ") + Content.styled("b", "bold $dim") + Content.styled("cd", "reverse") + Content(" e"),
        Content.styled("much more than there is room for", "$dim"),
    ],
    ids=lambda content: content.plain,
)
@pytest.mark.anyio
async def test_a_line_is_drawn_as_the_toolkit_draws_it(content: Content) -> None:
    app = TableApp(())
    async with app.run_test(size=(80, 24)):
        table, width = app.query_one(WindowedTable), 32
        (theirs,) = Visual.to_strips(table, content, width, 1, table.visual_style, pad=True)
        assert _look_of(strip_of(content, width, table.visual_style)) == _look_of(theirs)


def _look_of(strip: Strip) -> list[tuple[str, Style]]:
    return [(sign, style.clear_meta_and_links() if style else Style()) for text, style, _ in strip for sign in text]


@pytest.mark.anyio
async def test_every_line_is_exactly_as_wide_as_the_table() -> None:
    app = TableApp(range(50))
    async with app.run_test(size=(37, 12)) as pilot:
        await pilot.pause()
        table = app.query_one(WindowedTable)
        for y in range(table.size.height):
            assert table.render_line(y).cell_length == table.size.width


def test_pages_are_dropped_when_there_are_too_many() -> None:
    calls: list[int] = []

    def fetch(keys: Sequence[int]) -> Sequence[int]:
        calls.append(keys[0])
        return keys

    pages = Pages(range(PAGE * (KEPT + 2)), fetch)
    for page in range(KEPT + 1):
        assert pages.row(page * PAGE) == page * PAGE
    pages.row(0)
    assert calls.count(0) == 2
    pages.row(PAGE * KEPT)
    assert calls.count(PAGE * KEPT) == 1


@pytest.mark.parametrize("width", range(1, 30))
def test_cells_are_cut_by_width_and_never_beyond(width: int) -> None:
    assert cell_len(cut(Content("記憶システム設計 and more"), width).plain) <= width


def test_the_least_wanted_columns_give_way_first() -> None:
    columns = (Column("a", 10, 9), Column("b", 10, 1), Column("c", 0))
    assert fit(columns, 80) == [10, 10, 56]
    assert fit(columns, 40) == [10, 0, 28]
    assert fit(columns, 20) == [0, 0, 20]


def test_columns_stand_below_each_other_whatever_the_script() -> None:
    columns = (Column("a", 6), Column("b", 4, right=True))
    lines = [lay_out(Line((Content(a), Content("7"))), columns, [6, 4]).plain for a in ("abc", "記憶", "👩‍🚀x")]
    assert {cell_len(line) for line in lines} == {12}
    assert all(line.endswith("   7") for line in lines)


@pytest.mark.anyio
async def test_in_sixteen_colours_the_cursor_is_underlined_and_no_word_vanishes_in_its_ground() -> None:
    app = TableApp(range(5))
    app.register_theme(ANSI)
    app.theme = ANSI.name
    async with app.run_test() as pilot:
        await pilot.pause()
        style = app.query_one(WindowedTable).get_visual_style("table--cursor")
        assert style.underline
        assert style.background is not None
        assert style.background.ansi == -1
