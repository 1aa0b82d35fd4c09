"""Reading everything that is watched, once: what is new is taken, what may still be being written waits."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from governance.intake.inbox import files
from governance.intake.inbox.dropped import ENDINGS, dropped, sent_of
from governance.intake.inbox.files import REFUSED, Read, Unfit
from governance.intake.inbox.records import Contents, contents_of
from governance.intake.inbox.spool import spooled
from governance.intake.inbox.taking_in import BATCH, Piece, Tally, take_in
from governance.intake.reading import Unreadable
from store import index, seal, watches
from store.files import drop_folder
from store.records.views.intake import ScanPlace, ScanReport
from store.records.words import Door
from store.watches import Watch

if TYPE_CHECKING:
    from governance.capturing import Capturing

_CERTAIN: Final = 1.0
"""Seconds after which a file that looks unchanged is unchanged: clocks of file systems are coarse."""
_WHOLE: Final = 2.0
"""Seconds that a dropped file without a last line end has to be left alone, whatever is asked for."""
_QUIET: Final = 60.0
"""Seconds after which nobody writes to a former content any more, where the system cannot tell."""
_BEGUN: Final = ("~", ".tmp", ".part", ".swp", ".crdownload")
"""Endings under which programs write what they name otherwise later."""
_NAMED: Final = 5
"""So many names of what is left alone are told."""
_NO_END: Final = "Its last line has no end yet; it is taken once it has one."


class Scan:
    """One reading of what is watched."""

    def __init__(self, intake: Capturing, settle: float, held: dict[str, Read]) -> None:
        self.intake = intake
        self.desk = intake.desk
        self.settle = settle
        self.held = held
        """What stood in a file whose last record was not settled yet, by path: another one may take its place."""
        with self.desk.store.reading() as conn:
            self._key = index.look_up_key(conn)

    def all(self) -> ScanReport:
        """Read every place."""
        with self.desk.store.reading() as conn:
            places = [place for place in watches.watches(conn) if place.standing]
        path = str(drop_folder(self.desk.path))
        if not any(place.path == path for place in places) and os.path.lexists(path):
            places.append(Watch(files.name_of(path), path, "spool"))
        return report([self.place(place) for place in places])

    def place(self, place: Watch) -> ScanPlace:
        """Read one place."""
        tally = Tally()
        try:
            if place.kind in ("folder", "spool"):
                self._folder(place, tally)
            else:
                self._file(place, tally)
        except Unfit as fault:
            tally.sentences.append(fault.sentence)
            self._note(place, trouble=fault.sentence)
        return ScanPlace(
            path=files.shown(place.path),
            kind=place.kind,
            captured=tally.captured,
            known=tally.known,
            refused=tally.refused,
            waiting=tally.waiting,
            sentences=tuple(tally.sentences),
        )

    def digest(self, text: str) -> str:
        """The keyed digest of something that stands in a place."""
        return seal.look_up(self._key, "watch", text).hex()[:24]

    def keyed(self, contents: Contents) -> list[str]:
        """The key of each record of a file."""
        return [self.digest(record.bytes.rstrip("\r\n")) for record in contents.records]

    # a file

    def _file(self, place: Watch, tally: Tally) -> None:
        found = files.read(place.path)
        before = self.held.pop(place.path, None)
        if before is not None and (found is None or not found.raw.startswith(before.raw)):
            take_in(self.intake, place, self._pieces(place, before, contents_of(place.path, before.raw)), tally)
        if found is None:
            self._gone(place)
            return
        free = place.kind == "old" and self._free(place, found)
        if free:
            found = files.read(place.path) or found  # what was written before its last writer left
        if found.mark == place.mark and not free:
            return
        age = self._age(found)
        try:
            contents = contents_of(files.shown(place.path), found.raw)
        except Unreadable as fault:
            tally.waiting += age < self.settle
            if age >= self.settle:
                raise Unfit(f"line {fault.line}: {fault.sentence} {fault.hint}".strip()) from fault
            return
        pieces = self._pieces(place, found, contents)
        present = {piece.key for piece in pieces}
        if pieces and not free and (age < self.settle or not contents.ended) and pieces[-1].key not in place.known():
            pieces.pop()
            tally.waiting += 1
            if contents.ended:
                self.held[place.path] = found
            elif age >= self.settle:
                tally.sentences.append(_NO_END)
        take_in(self.intake, place, pieces, tally)
        self._note(place, present=present, mark=found.mark if not tally.waiting and age >= _CERTAIN else [])
        if free:
            self._forget(place, found.mark)

    def _pieces(self, place: Watch, found: Read, contents: Contents) -> list[Piece]:
        told = files.shown(place.path)
        return [
            Piece(key, sent_of(record, Door.FILE, told), found.owner)
            for key, record in zip(self.keyed(contents), contents.records, strict=True)
        ]

    def _age(self, found: Read) -> float:
        """Seconds since a file was written to; a time in the future says nothing, and counts as long ago."""
        return abs(self.desk.now() - found.changed) / 1_000_000

    def _gone(self, place: Watch) -> None:
        """A file that is not there: what comes under its name begins anew."""
        if place.kind == "old":
            self._forget(place, None)
        else:
            self._note(place, present=set(), trouble="There is no such file.")

    def _free(self, place: Watch, found: Read) -> bool:
        """Whether nobody can write to a former content any more."""
        written = files.is_written(place.path)
        return self._age(found) >= _QUIET if written is None else not written

    def _forget(self, place: Watch, mark: list[int] | None) -> None:
        """Let a former content go, if it is still what was read; files change places under the same lock."""
        with self.desk.store.locked() as conn:
            if files.mark_of(place.path) == mark:
                with suppress(FileNotFoundError):
                    Path(place.path).unlink()
                watches.forget(conn, place.name)

    def _note(
        self, place: Watch, *, present: set[str] | None = None, mark: Sequence[int] = (), trouble: str | None = None
    ) -> None:
        """Remember beside the log what stands in a place, where that changed."""
        with self.desk.store.reading() as conn:
            now = watches.watch(conn, place.name)
        if now is None:
            return
        if (now.mark, now.trouble) == (list(mark), trouble) and (present is None or present.issuperset(now.seen)):
            return
        with self.desk.store.locked() as conn:
            now = watches.watch(conn, place.name)
            if now is None:
                return
            if present is not None:
                if not present and (now.seen or now.stays or now.mark) and now.kind == "file":
                    now.generation += 1
                now.seen = [key for key in now.seen if key in present]
            now.mark, now.trouble = list(mark), trouble
            watches.keep(conn, now)

    # a folder

    def _folder(self, place: Watch, tally: Tally) -> None:
        """Take what was dropped, in lots, and take wholly taken files away."""
        lot: list[tuple[str, Read, list[Piece]]] = []
        for name in _names(place.path):
            path = os.path.join(place.path, name)
            try:
                found = files.read(path)
                if found is not None:
                    pieces = self._dropped(place, name, found, tally)
                    if pieces is not None:
                        lot.append((path, found, pieces))
            except Unfit as fault:
                self._unfit(path, fault.sentence, tally)
            if sum(len(pieces) for _, _, pieces in lot) >= BATCH or len(lot) >= BATCH:
                self._lot(place, lot, tally)
                lot = []
        self._lot(place, lot, tally)
        left = _left_alone(place.path) if place.kind == "folder" else None
        if left:
            tally.sentences.append(left)
        if place.known() or place.trouble != left:
            self._tidy(place, left)

    def _tidy(self, place: Watch, trouble: str | None) -> None:
        """Forget what was taken of files that are gone; looked at under the lock, as is what others take."""
        with self.desk.store.locked() as conn:
            now = watches.watch(conn, place.name)
            if now is not None:
                names = _names(place.path)
                marks = [(name, files.mark_of(os.path.join(place.path, name))) for name in names]
                there = {self._token(name, mark) for name, mark in marks if mark is not None}
                now.seen = [key for key in now.seen if key.partition(":")[0] in there]
                now.stays = [key for key in now.stays if key.partition(":")[0] in there]
                now.trouble = trouble
                watches.keep(conn, now)

    def _token(self, name: str, mark: Sequence[int]) -> str:
        """What tells a dropped file from every other one of that name."""
        return self.digest("\0".join(map(str, (name, *mark))))

    def _dropped(self, place: Watch, name: str, found: Read, tally: Tally) -> list[Piece] | None:
        """The records of a dropped file; None while it may still be being written."""
        told = files.shown(f"{place.path}/{name}") if place.kind == "folder" else files.shown(name)
        token, file = self._token(name, found.mark), (os.path.join(place.path, name), found.mark)
        age = self._age(found)
        if place.kind == "spool" and (one := spooled(found.raw, self.desk.today(), self.desk)):
            return [Piece(f"{token}:0", one.sent, one.by, file)]
        if age < self.settle or (age < _WHOLE and not found.raw.endswith((b"\n", b"\n\0"))):
            tally.waiting += 1
            return None
        try:
            sents = list(dropped(name, found.raw, told))
        except Unreadable as fault:
            raise Unfit(f"line {fault.line}: {fault.sentence} {fault.hint}".strip()) from fault
        return [Piece(f"{token}:{n}", sent, found.owner, file) for n, sent in enumerate(sents)]

    def _lot(self, place: Watch, lot: list[tuple[str, Read, list[Piece]]], tally: Tally) -> None:
        take_in(self.intake, place, [piece for _, _, pieces in lot for piece in pieces], tally)
        stays = set(place.stays)
        for path, found, pieces in lot:
            if any(piece.key in stays for piece in pieces) and place.kind == "folder":
                self._put_aside(path, "not all of it was taken", tally)
            elif not files.drop_away(path, found):
                tally.waiting += os.path.lexists(path)

    def _unfit(self, path: str, sentence: str, tally: Tally) -> None:
        """A file that cannot be read: told, and moved where it is a file at all."""
        name = files.shown(os.path.basename(path))
        if files.mark_of(path) is None:
            tally.sentences.append(f"{name}: {sentence}")
        else:
            tally.refused += 1
            self._put_aside(path, sentence, tally)

    def _put_aside(self, path: str, why: str, tally: Tally) -> None:
        name = files.shown(os.path.basename(path))
        moved = files.set_aside(path)
        where = f"it lies in {REFUSED}/ now" if moved else "it could not be moved, and stays"
        tally.sentences.append(f"{name}: {why.rstrip('.')}; {where}.")


def _names(path: str) -> list[str]:
    """The names of what was dropped, without what is hidden or of another kind."""
    try:
        if not stat.S_ISDIR(os.lstat(path).st_mode):
            raise Unfit("It is no folder.")
        names = [entry.name for entry in os.scandir(path) if not entry.is_dir(follow_symlinks=False)]
    except FileNotFoundError as error:
        raise Unfit("There is no such folder.") from error
    except OSError as error:
        raise Unfit(f"It cannot be read ({error.strerror}).") from error
    wanted = [name for name in names if not name.startswith(".") and name.lower().endswith(ENDINGS)]
    return sorted(wanted, key=os.fsencode)


def _left_alone(path: str) -> str | None:
    """What lies in a drop folder and is never taken, in a sentence; None where all of it is."""
    try:
        entries = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in os.scandir(path)]
    except OSError:
        return None
    left = sorted(
        f"{files.shown(name)}/" if folder else files.shown(name)
        for name, folder in entries
        if not name.startswith(".") and (name != REFUSED if folder else not name.lower().endswith((*ENDINGS, *_BEGUN)))
    )
    if not left:
        return None
    named = ", ".join(left[:_NAMED]) + (f" and {len(left) - _NAMED:,} more" if len(left) > _NAMED else "")
    return f"{named}: left alone; only files of the folder itself are taken, {', '.join(ENDINGS)}."


def report(places: Sequence[ScanPlace]) -> ScanReport:
    """What was read, with sums."""
    return ScanReport(
        places=tuple(places),
        captured=sum(one.captured for one in places),
        known=sum(one.known for one in places),
        refused=sum(one.refused for one in places),
        waiting=sum(one.waiting for one in places),
    )
