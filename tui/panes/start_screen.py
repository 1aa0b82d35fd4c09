"""The start: no store yet; import what lies nearby, begin an empty one, or look at the sample."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.worker import get_current_worker

from governance.errors import Refusal
from store.records.views import ImportReport
from tui.dialogs.confirm import ConfirmDialog
from tui.panes.nearby import Nearby, memories
from tui.panes.report import report_content
from tui.widgets.columns import Column, Line
from tui.widgets.frame import KeyLine
from tui.widgets.table import WindowedTable
from tui.widgets.text import StoredText, lines, said, stored
from tui.wording.glyphs import Glyphs

if TYPE_CHECKING:
    from governance.desk import Desk

CALM = 0.2
"""Seconds between two words on how far an import is."""


class Way(NamedTuple):
    """One way to begin."""

    title: str
    what: str
    memory: Path | None = None
    """What would be imported."""
    sample: bool = False


class StartScreen(Screen["Desk | None"]):
    """Answers the desk of the store that was made."""

    BINDINGS: ClassVar[list[BindingType]] = [("q,escape", "quit_start", "leave")]
    DEFAULT_CSS = """
    StartScreen #welcome { padding: 1 2 1 2; height: auto; }
    StartScreen WindowedTable { margin: 0 1; }
    StartScreen #trouble { padding: 0 2; height: auto; }
    """

    def __init__(self, here: Path, signs: Glyphs, keep: Callable[[Path], None]) -> None:
        super().__init__()
        self.keep = keep
        """Told of the folder that is thrown away when the app ends."""
        self.here = here
        self.store = here / "memory" / "memory.db"
        self.signs = signs
        self._ways: list[Way] = []

    def compose(self) -> ComposeResult:
        """What this is, the ways, the keys."""
        yield StoredText(
            lines(
                said("memdesk", "strong") + said("   the desk at which people review what agents remember"),
                said(""),
                stored(f"There is no store at {self.store} yet. How do you want to begin?"),
                said("Importing only reads: no file of yours is changed, and first you see what would happen.", "dim"),
            ),
            id="welcome",
        )
        yield WindowedTable(signs=self.signs, id="table")
        yield StoredText(id="trouble")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Look around first, so that no row moves under the hand."""
        table = self.query_one(WindowedTable)
        table.configure((Column("", 36, 9), Column("", 0)), self._rows, self._line)
        self.query_one(KeyLine).offer([("enter", "begin", False), ("j k", "move", False), ("q", "leave", False)])
        table.empty = said("Looking around …", "dim")
        table.focus()
        self._look_around()

    @work(thread=True)
    def _look_around(self) -> None:
        found = memories(self.here)
        self.app.call_from_thread(self._show, found)

    def _show(self, found: Sequence[Nearby]) -> None:
        ways = [Way(f"import {m.what}", f"./{m.root.relative_to(self.here)}", m.root) for m in found]
        ways.append(Way("a new, empty store", f"at {self.store}"))
        ways.append(Way("look at a sample", "a throw-away copy of a small memory, to try every key on", sample=True))
        self._ways = ways
        self.query_one(WindowedTable).show(range(len(ways)))

    def _rows(self, keys: Sequence[int]) -> Sequence[Way]:
        return [self._ways[key] for key in keys]

    @staticmethod
    def _line(row: Way) -> Line:
        return Line((said(row.title, "strong"), stored(row.what)))

    def on_windowed_table_opened(self) -> None:
        """Begin this way."""
        way = self.query_one(WindowedTable).row
        if not isinstance(way, Way):
            return
        if way.memory is not None:
            self._say("Reading, to see what would happen …")
            self._try_out(way.memory)
            return
        try:
            self.dismiss(self._sample() if way.sample else self._create(self.store))
        except (Refusal, OSError) as error:
            self._say(str(error), "bad")

    @work(thread=True, exclusive=True)
    def _try_out(self, root: Path) -> None:
        """What an import would do, in a store that is thrown away."""
        try:
            with tempfile.TemporaryDirectory(prefix="memdesk-") as folder:
                desk = self._create(Path(folder) / "memory.db")
                try:
                    report = desk.import_memory(root, dry_run=True)
                finally:
                    desk.close()
        except (Refusal, OSError) as error:
            self.app.call_from_thread(self._say, str(error), "bad")
            return
        self.app.call_from_thread(self._offer, root, report)

    def _offer(self, root: Path, report: ImportReport) -> None:
        self._say("")

        body = report_content(report, self.store)
        dialog = ConfirmDialog(f"Import {root}", body, "y", "import", lambda: "import")
        self.app.push_screen(dialog, lambda answer: self._go_on(root) if answer else None)

    def _go_on(self, root: Path) -> None:
        self._say("Importing …")
        self._import(root)

    @work(thread=True, exclusive=True)
    def _import(self, root: Path) -> None:
        worker, told = get_current_worker(), 0.0

        def progress(done: int, of: int) -> None:
            nonlocal told
            if worker.is_cancelled:
                raise InterruptedError
            if monotonic() - told > CALM:
                told = monotonic()
                self.app.call_from_thread(self._say, f"Importing: {done:,} of {of:,}")

        try:
            with self._create(self.store) as desk:
                desk.import_memory(root, progress=progress)
        except InterruptedError:
            return
        except (Refusal, OSError) as error:
            self.app.call_from_thread(self._say, str(error), "bad")
            return
        self.app.call_from_thread(self._open)

    def _open(self) -> None:
        from governance.desk import open_desk

        try:
            self.dismiss(open_desk(self.store))
        except Refusal as refusal:
            self._say(refusal.sentence, "bad")

    def _create(self, path: Path) -> Desk:
        from governance.desk import create_store

        return create_store(path)

    def _sample(self) -> Desk:
        from tui.sample import sample_memory_path

        folder = Path(tempfile.mkdtemp(prefix="memdesk-sample-"))
        self.keep(folder)
        shutil.copytree(sample_memory_path(), folder / "sample")
        desk = self._create(folder / "memory" / "memory.db")
        desk.import_memory(folder / "sample" / "memory")
        return desk

    def _say(self, text: str, style: str = "dim") -> None:
        self.query_one("#trouble", StoredText).show(stored(text, style))

    def action_quit_start(self) -> None:
        """Leave without a store."""
        self.dismiss(None)
