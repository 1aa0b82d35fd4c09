"""Watching, for the desk: files and folders into which agents write, read once each."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from governance.capturing import Capturing
from governance.errors import Refusal, RefusalKind
from governance.seat import refuse_reader, refusing

if TYPE_CHECKING:
    from governance.desk import Desk
    from governance.intake.inbox.files import Read
    from store.records.views import ScanReport, WatchView

SETTLE = 2.0
"""Seconds for which a file is left alone until its last record counts as written to its end."""


class Watching(Capturing):
    """The doors that agents write by, files among them."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._held: dict[str, Read] = {}
        """Files whose last record was not settled when they were read."""
        self._reading = threading.Lock()

    def watch_add(self, path: Path) -> WatchView:
        """Watch a file or a drop folder from now on; only a system user may."""
        from governance.intake.inbox.adding import add

        refuse_reader(self.desk)
        with refusing():
            return add(self.desk, path)

    def watch_remove(self, path: Path) -> WatchView:
        """Watch a place no more."""
        from governance.intake.inbox.adding import remove

        refuse_reader(self.desk)
        with refusing():
            return remove(self.desk, path)

    def watches(self) -> tuple[WatchView, ...]:
        """Every place that is watched, by path."""
        from governance.intake.inbox.adding import listed

        self.desk.refuse_partial()
        with refusing():
            return listed(self.desk)

    def anything_watched(self) -> bool:
        """Whether there is anything to read: a watched place, or what was spooled."""
        from store.files import drop_folder

        return drop_folder(self.desk.path).is_dir() or bool(self.watches())

    def scan(self, *, settle: float = SETTLE) -> ScanReport:
        """Read every watched place once, and what was spooled.

        The last record of a file waits until the file has been left alone for `settle` seconds.
        """
        from governance.intake.inbox.scanning import Scan

        refuse_reader(self.desk)
        with self._reading, refusing():
            return Scan(self, settle, self._held).all()

    def watch(self, stop: threading.Event, told: Callable[[ScanReport], None], *, settle: float = SETTLE) -> None:
        """Read whatever agents write, until `stop` is set; `told` hears of each reading that came to something."""
        from governance.intake.inbox.loop import rounds
        from store.files import drop_folder
        from store.watches import Watch, watches

        refuse_reader(self.desk)
        last: list[ScanReport] = []
        drop = str(drop_folder(self.desk.path))

        def places() -> list[Watch]:
            with self.desk.store.reading() as conn:
                return [*(place for place in watches(conn) if place.standing), Watch(drop, drop, "spool")]

        def reading() -> None:
            try:
                found = self.scan(settle=settle)
            except Refusal as refusal:
                if refusal.kind is RefusalKind.BUSY:
                    return  # a pass or an import holds the store; the next beat asks again
                raise
            moved = found.captured or found.known or found.refused
            if moved or not last or _troubles(found) != _troubles(last[0]):
                told(found)
            last[:] = [found]

        with refusing():
            rounds(stop, places, reading)

    def blank_after_archive(self) -> tuple[tuple[str, str], ...]:
        """Rewrite each watched file blank whose records were all taken: (path, what became of it)."""
        from governance.intake.inbox.blanking import blank_all
        from governance.intake.inbox.scanning import Scan

        refuse_reader(self.desk)
        with self._reading, refusing():
            return blank_all(Scan(self, 0.0, self._held))


def _troubles(found: ScanReport) -> list[tuple[str, tuple[str, ...]]]:
    """What could not be read."""
    return [(place.path, place.sentences) for place in found.places if place.sentences]
