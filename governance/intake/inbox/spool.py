"""The spool: what was examined while the store was busy is put down as a file, and comes in with the next reading."""

from __future__ import annotations

import json
import os
import secrets
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from governance.errors import Refusal, RefusalKind
from governance.intake.inbox.dropped import SPOOLED
from governance.intake.inbox.files import beside, shown, sync_folder, write_new
from governance.rules.examining import Examined, Sent
from governance.rules.secrets import redact
from store.files import drop_folder
from store.records.views.intake import CaptureReceipt
from store.records.words import Door, Fault

if TYPE_CHECKING:
    from governance.desk import Desk

_HINT: Final = "`memdesk watch once` takes it in, and so does the next pass."


class Spooled(NamedTuple):
    """A capture that was spooled."""

    sent: Sent
    by: str
    """Whoever sent it, as is only claimed."""


def spool_it(desk: Desk, examined: Examined, by: str | None) -> CaptureReceipt:
    """Put down one capture beside a store that is busy; a credential never, and for no other project."""
    if examined.fault is Fault.SECRET:
        return _refused(Fault.SECRET, examined.faults, "Take the credential out and send it again.")
    given, sent, at = examined.sent.given, examined.sent, desk.now()
    projects = () if by else desk.person.projects
    if isinstance(given, dict):
        given = dict(given)
        asked = given.get("project")
        if projects and (asked not in projects if asked is not None else len(projects) > 1):
            faults = (("project", f"This token writes for {', '.join(projects)} only, and each capture for one."),)
            return _refused(Fault.PROJECT, faults, "Name one of them and send it again.")
        if projects:
            given["project"] = asked or projects[0]
        given["client_ref"] = given.get("client_ref") or f"spool-{secrets.token_hex(12)}"
    name = by or desk.person.name
    kept = {
        SPOOLED: 1,
        "at": at,
        "by": name,
        "given": given,
        "bytes": sent.bytes,
        "fact": sent.fact,
        "file": sent.file,
        "line": sent.line,
        "fault": sent.fault,
    }
    folder = drop_folder(desk.path)
    try:
        _put(folder, f"{at:017d}-{secrets.token_hex(6)}.json", json.dumps(kept, default=str).encode("ascii"))
    except OSError as error:
        raise Refusal(
            RefusalKind.BUSY,
            f"The store is busy, and {shown(str(folder))} could not be written ({error.strerror}); nothing was kept.",
            "Make room or set its rights right, and send it again.",
        ) from error
    sentence = f"The store is busy: it was put into {shown(str(folder))}, and comes in as claimed by {name}."
    return CaptureReceipt(came="spooled", findings=examined.flags, sentence=sentence, hint=_HINT)


def _put(folder: Path, name: str, content: bytes) -> None:
    """Write a file under its name at once, so that nobody reads half of it."""
    folder.mkdir(mode=0o700, exist_ok=True)
    if not stat.S_ISDIR(os.lstat(folder).st_mode):
        raise NotADirectoryError(20, "it is no folder")
    path = str(folder / name)
    new = beside(path, "new")
    write_new(new, content, 0o600)
    os.rename(new, path)
    sync_folder(str(folder))


def _refused(fault: Fault, faults: tuple[tuple[str, str], ...], hint: str) -> CaptureReceipt:
    said = "; ".join(f"{name}: {sentence}" if name else sentence for name, sentence in faults)
    return CaptureReceipt(came="refused", fault=fault, faults=faults, sentence=said, hint=hint)


def spooled(raw: bytes, today: str, desk: Desk) -> Spooled | None:
    """Read a spooled capture again; None where the file is none. It bears the day on which it was sent."""
    try:
        kept = json.loads(raw)
        if not isinstance(kept, dict) or kept.get(SPOOLED) != 1:
            return None
        given: Any = kept["given"]
        day = desk.day_of(int(kept["at"]))
        if isinstance(given, dict) and day != today:
            given.setdefault("date", day)
        start, end = kept["fact"] or (None, None)
        fact = None if start is None or end is None else (int(start), int(end))
        fault = (Fault(kept["fault"][0]), str(kept["fault"][1])) if kept["fault"] else None
        line = None if kept["line"] is None else int(kept["line"])
        sent = Sent(given, Door.DROP, _text(kept["bytes"]), fact, _text(kept["file"]), line, fault)
        return Spooled(sent, redact(str(kept["by"]))[0][:200])
    except (ValueError, KeyError, TypeError, IndexError, OverflowError, OSError, RecursionError):
        return None


def _text(value: object) -> str | None:
    return None if value is None else str(value)
