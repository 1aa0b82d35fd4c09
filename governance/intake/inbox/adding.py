"""What may be watched: a file or a folder of this machine that is not ours, and not one whose files are precious."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from governance.errors import Refusal, RefusalKind
from governance.intake.inbox.dropped import ENDINGS
from governance.intake.inbox.files import name_of, shown
from store import watches
from store.errors import Unwritable
from store.files import drop_folder, refuse_network
from store.records.views.intake import WatchView
from store.records.words import Assurance
from store.watches import Watch, WatchKind

if TYPE_CHECKING:
    from governance.desk import Desk

_LAYOUT = ("memory.md", "index.md", "conventions.md", "topics", "archive")
_EATEN = "Files of a drop folder are removed once they are taken: make a folder of its own for them."


def add(desk: Desk, path: Path) -> WatchView:
    """Watch a file or folder from now on; one that is watched already stays as it is."""
    refuse_others(desk)
    real = _real(path)
    with desk.store.reading() as conn:
        others = [place for place in watches.watches(conn) if place.standing and place.kind in ("file", "folder")]
    kind = _kind(real)
    _refuse_ours(desk, real, kind, others)
    try:
        refuse_network(Path(real))
    except Unwritable as fault:
        sentence = f"{shown(real)} lies on a network file system, where changes are not told and renames not certain."
        raise _refusal(sentence, "Watch a file of this machine.") from fault
    with desk.store.locked() as conn:
        found = watches.watch(conn, name_of(real)) or Watch(name_of(real), real, kind)
        found.standing, found.kind, found.mark, found.trouble = True, kind, [], None
        watches.keep(conn, found)
    return view(found)


def remove(desk: Desk, path: Path) -> WatchView:
    """Watch a place no more; the file itself is left as it is."""
    refuse_others(desk)
    names = {name_of(os.path.abspath(path)), name_of(os.path.realpath(path)), str(path)}
    with desk.store.locked() as conn:
        found = [place for name in sorted(names) if (place := watches.watch(conn, name)) and place.standing]
        if not found or found[0].kind not in ("file", "folder"):
            raise Refusal(RefusalKind.NOT_FOUND, f"{shown(str(path))} is not watched.", "`memdesk watch list`.")
        found[0].standing = False
        watches.keep(conn, found[0])
    return view(found[0])


def listed(desk: Desk) -> tuple[WatchView, ...]:
    """Every place that is watched, by path."""
    with desk.store.reading() as conn:
        found = watches.watches(conn)
    return tuple(view(place) for place in found if place.standing and place.kind in ("file", "folder"))


def view(place: Watch) -> WatchView:
    """A place as people see it."""
    return WatchView(
        path=shown(place.path),
        kind="file" if place.kind == "file" else "folder",
        taken=place.taken,
        refused=place.refused,
        last_at=place.last_at,
        trouble=place.trouble,
    )


def refuse_others(desk: Desk) -> None:
    """Refuse whoever shows a token or only claims a name: a watched path opens the door to files of this machine."""
    if desk.person.assurance is not Assurance.OS_USER:
        sentence = "What is watched is chosen by a system user, and not under a token or a claimed name."
        raise Refusal(RefusalKind.NOT_ALLOWED, sentence, "Ask whoever keeps this store.")


def _real(path: Path) -> str:
    """Where a path leads, links resolved."""
    try:
        return os.path.realpath(path, strict=True)
    except FileNotFoundError:
        real = os.path.realpath(path)
        if real.lower().endswith(".md") and os.path.isdir(os.path.dirname(real)):
            return real
        hint = "A file that is still to be written may be watched, if its folder is there and it ends in .md."
        raise Refusal(RefusalKind.NOT_FOUND, f"There is no {shown(str(path))}.", hint) from None
    except OSError as error:
        raise _refusal(f"{shown(str(path))} cannot be watched ({error.strerror}).", "Name the file itself.") from error


def _kind(real: str) -> WatchKind:
    try:
        mode = os.stat(real).st_mode
    except OSError:
        return "file"
    if stat.S_ISDIR(mode):
        return "folder"
    if not stat.S_ISREG(mode):
        raise _refusal(f"{shown(real)} is neither a file nor a folder.", "Watch a Markdown file or a folder.")
    return "file"


def _refuse_ours(desk: Desk, real: str, kind: str, others: Sequence[Watch]) -> None:
    """Refuse the store and what belongs to it, and folders of which something else lives."""
    store, drop = os.path.realpath(desk.path), os.path.realpath(drop_folder(desk.path))
    if real == drop or real.startswith(f"{drop}/"):
        raise _refusal(f"{shown(real)} is our own drop folder, and is always read.", "There is nothing to do.")
    if kind == "file":
        if real in (store, f"{store}-wal", f"{store}-shm", f"{store}-journal"):
            raise _refusal(f"{shown(real)} is the store itself.", "Watch a file into which agents write.")
        if not real.lower().endswith((".md", ".markdown")):
            raise _refusal(f"{shown(real)} is no Markdown file (.md).", f"A drop folder takes {', '.join(ENDINGS)}.")
        if any(place.kind == "folder" and os.path.dirname(real) == place.path for place in others):
            raise _refusal(f"{shown(real)} lies in a drop folder that is watched.", _EATEN)
        return
    if real in ("/", os.path.realpath(Path.home())) or store.startswith(f"{real.rstrip('/')}/"):
        raise _refusal(f"{shown(real)} holds more than what agents drop.", _EATEN)
    if any(os.path.lexists(os.path.join(real, name)) for name in _LAYOUT):
        raise _refusal(f"{shown(real)} is a memory folder.", f"Watch its memory.md. {_EATEN}")
    if any(place.kind == "file" and os.path.dirname(place.path) == real for place in others):
        raise _refusal(f"A file of {shown(real)} is watched.", _EATEN)


def _refusal(sentence: str, hint: str) -> Refusal:
    return Refusal(RefusalKind.BAD_INPUT, sentence, hint)
