"""The windowed table: any number of rows, drawn line by line, fetched a page at a time."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, ClassVar, TypeAlias

from textual import events
from textual.cache import LRUCache
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import Reactive, reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.widgets.columns import Column, Line, cut, fit, heads, lay_out
from tui.widgets.keys import bindings
from tui.widgets.marks import Marks
from tui.widgets.pages import PAGE, Pages
from tui.widgets.text import strip_of
from tui.wording.glyphs import UNICODE, Glyphs

Key: TypeAlias = Hashable
GUTTER = 3
"""Cells on the left: mark or staged verb, live sign, and one between them and the words."""
HEAD = 1
"""Lines of column titles."""


class WindowedTable(ScrollView, can_focus=True, inherit_bindings=False):
    """Rows of a list or log; paints what is in the window and fetches nothing else."""

    BINDINGS = bindings("table")
    DEFAULT_CSS = """
    WindowedTable { height: 1fr; background: $surface; overflow-x: hidden; scrollbar-size-vertical: 1; }
    WindowedTable > .table--title { color: $dim; text-style: bold; }
    WindowedTable > .table--cursor { background: $boost; }
    WindowedTable:focus > .table--cursor { background: $primary-muted; text-style: bold; }
    WindowedTable:ansi:focus > .table--cursor { background: ansi_default; text-style: bold underline; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"table--title", "table--cursor"}
    explain = (
        "The list. j and k move, space marks, V marks a range, * marks all shown; a verb key "
        "stages a decision for the marked rows, or for this one. Signs on the left: a mark, "
        "what is new or changed since shown (the title counts it), the verb that is staged (its key or first letter)."
    )

    cursor: reactive[int] = reactive(0, repaint=False)
    """The position of the row the cursor is on."""
    tall: reactive[bool] = reactive(False)
    """Whether a row takes two lines."""
    virtual_size = Reactive(Size(0, 0))
    """The lines of all rows; only a scrollbar that comes or goes lays anything out again."""

    class Moved(Message):
        """The cursor came to stand on another row, or the row became another."""

    class Opened(Message):
        """Enter or a double click on the row at the cursor."""

    class Followed(Message):
        """`End` was pressed at the end already, or following ended."""

        def __init__(self, on: bool) -> None:
            super().__init__()
            self.on = on

    def __init__(self, *, signs: Glyphs = UNICODE, id: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self.signs = signs
        self.marks = Marks()
        self.empty = Content("")
        self.following = False
        self.follows = False
        """Whether the end can be followed: rows come after the last one."""
        self._columns: Sequence[Column] = ()
        self._pages: Pages[Any, Any] = Pages((), lambda _: ())
        self._line: Callable[[Any], Line] = lambda _: Line(())
        self._drawn: LRUCache[tuple[object, ...], list[Strip]] = LRUCache(512)

    # what it shows

    def configure(
        self,
        columns: Sequence[Column],
        fetch: Callable[[Sequence[Any]], Sequence[Any]],
        line: Callable[[Any], Line],
        *,
        tall: bool = False,
        page: int = PAGE,
    ) -> None:
        """Take other columns, and say how rows are fetched (so many at once) and drawn."""
        self._columns, self._line = columns, line
        self.tall = tall
        self._pages = Pages((), fetch, page)
        self.marks.clear()
        self._resized()

    @property
    def keys(self) -> Sequence[Any]:
        """The keys of all rows, shown or not."""
        return self._pages.keys

    @property
    def key(self) -> Any | None:
        """The key at the cursor."""
        return self.keys[self.cursor] if self.cursor < len(self.keys) else None

    @property
    def row(self) -> Any | None:
        """The row at the cursor, as it is shown."""
        return self.row_at(self.cursor)

    def row_at(self, at: int) -> Any | None:
        """The row at a position, as it is shown."""
        return self._pages.row(at) if 0 <= at < len(self.keys) else None

    def start_over(self) -> None:
        """Forget marks and place: what is shown next is looked at from its first row."""
        self._pages.begin(())
        self.marks.keep_only(())
        self.cursor = 0

    def show(self, keys: Sequence[Any], first: Sequence[Any] = ()) -> None:
        """Show other keys in their order, the first rows at once; the cursor stays with its row where it can."""
        old, top = self.key, self.cursor - round(self.scroll_y) // self.lines
        self._pages.begin(keys, first)
        self.marks.keep_only(keys)
        at = None if old is None else self._pages.position(old)
        self.cursor = min(self.cursor, max(0, len(keys) - 1)) if at is None else at
        self._resized()
        self.scroll_to(y=max(0, (self.cursor - top) * self.lines), animate=False, force=True)
        self._reveal()
        self.post_message(self.Moved())

    def grow(self, keys: Sequence[Any]) -> None:
        """Take more keys after the present ones; nothing moves unless the end is followed."""
        before = len(self.keys)
        self._pages.grow(keys)
        (self._resized if self.in_view.stop > before else self._measured)()
        if self.following:
            self.move_to(len(keys) - 1)

    def move_to(self, at: int) -> None:
        """Put the cursor on a row and bring it into view."""
        self.cursor = max(0, min(at, len(self.keys) - 1))

    def repaint(self) -> None:
        """Draw again: marks or signs changed, not the rows."""
        self._drawn.clear()
        self.refresh()

    # geometry

    @property
    def lines(self) -> int:
        """Lines a row takes."""
        return 2 if self.tall else 1

    @property
    def room(self) -> int:
        """How many rows the window shows, the last perhaps in part."""
        return max(0, self.size.height - HEAD) // self.lines + 1

    @property
    def in_view(self) -> range:
        """The positions that are in the window."""
        first = round(self.scroll_y) // self.lines
        return range(first, min(len(self.keys), first + self.room))

    def line_of(self, at: int) -> int:
        """The line inside the widget a row is drawn at."""
        return HEAD + at * self.lines - round(self.scroll_y)

    def _resized(self) -> None:
        self._drawn.clear()
        self._measured()
        self.refresh()

    def _measured(self) -> None:
        """There are more or fewer lines; the layout stays unless a scrollbar comes or goes."""
        lines = HEAD + len(self.keys) * self.lines
        self.virtual_size = Size(self.size.width, lines)
        if (lines > self.size.height) is not self.show_vertical_scrollbar:
            self.refresh(layout=True)
        elif self.show_vertical_scrollbar:
            self.vertical_scrollbar.window_virtual_size = lines

    def _reveal(self) -> None:
        top = self.cursor * self.lines
        room = max(self.lines, self.size.height - HEAD)
        if top < self.scroll_y:
            self.scroll_to(y=top, animate=False, force=True)
        elif top + self.lines > self.scroll_y + room:
            self.scroll_to(y=top + self.lines - room, animate=False, force=True)

    # drawing

    def render_line(self, y: int) -> Strip:
        """One line of the window."""
        width = self.size.width
        if y == 0:
            return self._title(width)
        if not self.keys:
            rows = (*self.empty.wrap(max(8, width - 4)), *[Content("")] * y)
            return strip_of(Content("  ") + cut(rows[y - HEAD], width - 2), width, self.visual_style)
        at, second = divmod(round(self.scroll_y) + y - HEAD, self.lines)
        if at >= len(self.keys):
            return Strip.blank(width, self.visual_style.rich_style)
        here = at == self.cursor
        cache = (at, width, here, self.has_focus)
        if cache not in self._drawn:
            self._drawn[cache] = self._draw(at, width, here)
        return self._drawn[cache][second]

    def _draw(self, at: int, width: int, here: bool) -> list[Strip]:
        key, row = self.keys[at], self._pages.row(at)
        style = self.get_visual_style("table--cursor") if here else self.visual_style
        line = self._line(row) if row is not None else Line((Content(""),) * len(self._columns))
        widths = fit(self._columns, width - GUTTER - 1)
        more = self.signs.more
        gutter = self.marks.gutter(key, at, self.cursor, self.signs)
        text = [gutter + cut(lay_out(line, self._columns, widths, more), width - GUTTER, more)]
        if self.tall:
            below = cut(line.second or Content(""), width - GUTTER - 3, more)
            text.append(Content(" " * (GUTTER + 2)) + below)
        return [strip_of(content, width, style) for content in text]

    def _title(self, width: int) -> Strip:
        content = Content(" " * GUTTER) + heads(self._columns, width - GUTTER - 1)
        return strip_of(cut(content, width), width, self.get_visual_style("table--title"))

    # watching

    def watch_cursor(self, old: int, new: int) -> None:
        """Redraw the two rows and bring the new one into view."""
        if self.marks.anchor is not None:
            self.repaint()
        for at in (old, new):
            self.refresh(Region(0, self.line_of(at), self.size.width, self.lines))
        self._reveal()
        if self.following and new < len(self.keys) - 1:
            self._follow(False)
        self.post_message(self.Moved())

    def watch_tall(self) -> None:
        """Take the other height."""
        self._resized()
        self._reveal()

    def on_resize(self) -> None:
        """Fit the columns anew."""
        self._resized()
        self.call_after_refresh(self._reveal)

    def on_click(self, event: events.Click) -> None:
        """A click moves the cursor, a double click opens."""
        at = (round(self.scroll_y) + event.y - HEAD) // self.lines
        if event.y >= HEAD and 0 <= at < len(self.keys):
            self.move_to(at)
            if event.chain == 2:
                self.action_open()

    def _follow(self, on: bool) -> None:
        if self.following is not on:
            self.following = on
            self.post_message(self.Followed(on))

    # actions

    def action_down(self) -> None:
        """One row down."""
        self.move_to(self.cursor + 1)

    def action_up(self) -> None:
        """One row up."""
        self.move_to(self.cursor - 1)

    def action_page(self, way: int) -> None:
        """Half a window down or up."""
        half = max(1, (self.size.height - HEAD) // self.lines // 2)
        self.move_to(self.cursor + way * half)

    def action_top(self) -> None:
        """To the first row."""
        self.move_to(0)

    def action_bottom(self) -> None:
        """To the last row; there already: follow it."""
        last = len(self.keys) - 1
        if self.follows and self.cursor == last >= 0:
            self._follow(True)
        self.move_to(last)

    def action_open(self) -> None:
        """Open the row."""
        if self.keys:
            self.post_message(self.Opened())

    def action_mark(self) -> None:
        """Mark or unmark the row and go on to the next."""
        if self.key is not None and self.marks.able:
            self.marks.toggle(self.key)
            self._marked()
            self.move_to(self.cursor + 1)

    def action_range(self) -> None:
        """Begin a range at the cursor, or mark from where it began to here."""
        self.marks.range(self.cursor, self.keys)
        self._marked()

    def action_all(self) -> None:
        """Mark all rows shown, or none if all are."""
        self.marks.all(self.keys)
        self._marked()

    def _marked(self) -> None:
        self.repaint()
        self.post_message(self.Moved())
