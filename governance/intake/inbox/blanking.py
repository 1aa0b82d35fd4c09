"""Rewriting an inbox file blank, once all that stood in it was taken, so that nobody who writes to it loses a word.

The blank file and the old one change places in one step. The old one keeps a hidden name in the same folder for as
long as a process may still write to it: whatever comes to it there is taken by the next reading, and then it goes.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from governance.errors import Refusal
from governance.intake.inbox import files
from governance.intake.inbox.files import Unfit
from governance.intake.inbox.records import Contents, contents_of
from governance.intake.reading import Unreadable
from store import watches
from store.watches import Watch

if TYPE_CHECKING:
    from governance.intake.inbox.scanning import Scan

_LEFT = "It was left as it is: "


def blank_all(scan: Scan) -> tuple[tuple[str, str], ...]:
    """Rewrite every watched file blank that was wholly taken; (path, what became of it) of those with content."""
    with scan.desk.store.reading() as conn:
        places = [place for place in watches.watches(conn) if place.standing and place.kind == "file"]
    told = []
    for place in places:
        try:
            became = _blank(scan, place)
        except (Unfit, Refusal) as fault:
            became = f"{_LEFT}{fault.sentence}"
        except Unreadable as unread:
            became = f"{_LEFT}{unread.sentence}"
        except OSError as error:
            became = f"{_LEFT}it could not be rewritten ({error.strerror})."
        if became:
            told.append((files.shown(place.path), became))
    return tuple(told)


def _blank(scan: Scan, place: Watch) -> str | None:
    """Rewrite one file, or say why not; None where nothing stands in it."""
    found = files.read(place.path)
    if found is None:
        return None
    contents = contents_of(files.shown(place.path), found.raw)
    if not contents.records:
        return None
    if reason := _not_yet(scan, place, contents):
        return _LEFT + reason
    former = files.beside(place.path, "old")
    files.write_new(former, _blank_bytes(scan, contents), found.mode)
    try:
        moved = _begin_anew(scan, place, former) and _change_places(scan, former, place.path, found.mark)
    except BaseException:
        with suppress(OSError):
            Path(former).unlink()
        raise
    if not moved:
        with suppress(OSError):
            Path(former).unlink()
        return f"{_LEFT}somebody wrote to it just now."
    files.sync_folder(os.path.dirname(place.path))
    return _after(scan, former)


def _not_yet(scan: Scan, place: Watch, contents: Contents) -> str | None:
    """Why a file may not be rewritten, or None."""
    with scan.desk.store.reading() as conn:
        now = watches.watch(conn, place.name)
    if now is None:
        return "it is watched no more."
    keyed = list(zip(scan.keyed(contents), contents.records, strict=True))
    stays = sorted({record.line for key, record in keyed if key in now.stays})
    if stays:
        lines = ", ".join(map(str, stays[:5])) + (" …" if len(stays) > 5 else "")
        where = f"line {lines} was" if len(stays) == 1 else f"lines {lines} were"
        return f"{where} refused and not kept whole (a credential, no text, or far too long). Take it out of the file."
    known = now.known()
    if not contents.ended or any(key not in known for key, _ in keyed):
        return "somebody wrote to it meanwhile; what is new comes in with the next reading."
    return None


def _blank_bytes(scan: Scan, contents: Contents) -> bytes:
    header = f"# {scan.desk.today()}{contents.newline}"
    return contents.head + header.encode(contents.codec)


def _begin_anew(scan: Scan, place: Watch, former: str) -> bool:
    """Remember, before anything moves, what the former content is; the file itself begins a new generation."""
    with scan.desk.store.locked() as conn:
        now = watches.watch(conn, place.name)
        if now is None or not now.standing:
            return False
        watches.keep(conn, Watch(files.name_of(former), former, "old", seen=now.seen, stays=now.stays))
        now.generation += 1
        now.seen, now.mark = [], []
        watches.keep(conn, now)
    return True


def _change_places(scan: Scan, former: str, path: str, mark: list[int]) -> bool:
    """Let the blank file and the old one change places, if nobody wrote to it or took the blank one away."""
    with scan.desk.store.locked() as conn:
        there = watches.watch(conn, files.name_of(former)) is not None
        return there and files.mark_of(former) is not None and files.mark_of(path) == mark and _swap(former, path)


def _swap(former: str, path: str) -> bool:
    """Put the blank file in the place of the other one, which gets the hidden name; False where it is no file now."""
    if files.exchange(former, path):
        if files.mark_of(former) is None:
            files.exchange(former, path)
            return False
        return True
    blank = files.beside(path, "new")
    os.rename(former, blank)
    os.rename(path, former)
    with suppress(FileExistsError):  # whoever began a new file in this moment keeps theirs
        os.link(blank, path)
    Path(blank).unlink()
    return True


def _after(scan: Scan, former: str) -> str:
    """Look at the former content once more, and take what came to it."""
    with scan.desk.store.reading() as conn:
        place = watches.watch(conn, files.name_of(former))
    if place is None:
        return "It was rewritten blank."
    late = scan.place(place)
    more = late.captured + late.known + late.refused
    kept = "" if not os.path.lexists(former) else " A process still has it open; what it writes comes in too."
    moved = "" if not more else f" {more} came to it in that moment, and {'was' if more == 1 else 'were'} taken."
    return f"It was rewritten blank.{moved}{kept}"
