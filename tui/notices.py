"""Errors turned into words, once for every face: a notice for a toast, a line on stderr and an exit code.

    0 done · 1 a check found something · 2 usage · 3 not allowed · 4 refused by a rule · 5 busy or blocked
    6 partly done · 70 internal · 130 interrupted

What nobody foresaw is "internal": where it happened goes to a log file, and never to the screen. The words of such an
error may quote stored text, so only those of errors that speak of code and of the system are written down.
"""

from __future__ import annotations

import errno
import json as json_text
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from governance.errors import Refusal, RefusalKind
from tui.safe import safe

DONE, FOUND, USAGE, NOT_ALLOWED, REFUSED, BLOCKED, PARTLY, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 4, 5, 6, 70, 130

EXIT_CODES: dict[int, str] = {
    DONE: "done",
    FOUND: "a check found something",
    USAGE: "usage: an option, an id or a path makes no sense",
    NOT_ALLOWED: "not allowed",
    REFUSED: "refused by a rule, or what was decided on moved since it was shown",
    BLOCKED: "busy or blocked",
    PARTLY: "partly done",
    INTERNAL: "internal: a defect of memdesk; the message names its log file",
    INTERRUPTED: "interrupted, or answered with no",
}
"""What an exit code means; the README shows this table."""

_CODES = {
    RefusalKind.NOT_FOUND: USAGE,
    RefusalKind.BAD_INPUT: USAGE,
    RefusalKind.NOT_ALLOWED: NOT_ALLOWED,
    RefusalKind.LOCKED: NOT_ALLOWED,
    RefusalKind.READ_ONLY: NOT_ALLOWED,
    RefusalKind.RULE: REFUSED,
    RefusalKind.MOVED: REFUSED,
    RefusalKind.NOT_OURS: REFUSED,
    RefusalKind.NEWER: REFUSED,
    RefusalKind.BUSY: BLOCKED,
    RefusalKind.FULL: BLOCKED,
    RefusalKind.BROKEN: FOUND,
}
LONGEST = 1_000
"""A sentence that quotes more than that is cut on stderr; JSON has all of it."""
NO_ROOM = "Free some space and try again; what was done before stays."
"""What to do where a disk is full."""
_SPEAKS_OF_CODE = (TypeError, AttributeError, NameError, ImportError, NotImplementedError)


class Declined(Exception):
    """A person was asked and did not say yes."""


class Notice(NamedTuple):
    """An error as people read it; the texts may quote stored text and are shown through `safe` only."""

    kind: str
    """A refusal's kind, or usage, blocked, interrupted, internal."""
    sentence: str
    hint: str
    """What to do next; may be empty."""
    ids: tuple[str, ...]
    code: int
    """The exit code of a command that ends with it."""


def notice_of(error: BaseException) -> Notice:
    """Say what happened; an error that nobody foresaw is logged here."""
    match error:
        case Refusal():
            return Notice(str(error.kind), error.sentence, error.hint, error.ids, _CODES.get(error.kind, REFUSED))
        case click.UsageError():
            asked = error.ctx.command_path if error.ctx else "memdesk"
            return Notice("usage", _one_line(error), f"{asked} --help", (), USAGE)
        case click.ClickException():
            return Notice("usage", _one_line(error), "", (), USAGE)
        case Declined():
            return Notice("interrupted", "Not done: nothing was changed.", "", (), INTERRUPTED)
        case KeyboardInterrupt() | EOFError() | click.Abort():
            return Notice("interrupted", "Interrupted.", "", (), INTERRUPTED)
        case OSError() if error.strerror:
            where = f"{error.filename}: " if isinstance(error.filename, str) else ""
            hint = NO_ROOM if error.errno in (errno.ENOSPC, errno.EDQUOT) else ""
            return Notice("blocked", f"{where}{error.strerror}.", hint, (), BLOCKED)
    return _unforeseen(error)


def complain(error: BaseException, *, json: bool) -> int:
    """Write an error to stderr, as one line of JSON where that is wanted, and answer the exit code."""
    notice = notice_of(error)
    try:
        sys.stderr.write(_as_json(notice) if json else _as_text(notice))
        sys.stderr.flush()
    except (OSError, ValueError):  # nobody listens
        pass
    return notice.code


def dumps(shape: object) -> str:
    """One line of JSON in which no control byte is left; `json` itself lets DEL through."""
    return json_text.dumps(shape, ensure_ascii=True).replace("\x7f", "\\u007f")


def state_folder() -> Path:
    """Where memdesk keeps its own notes, outside every store."""
    base = os.environ.get("XDG_STATE_HOME", "")
    return (Path(base) if base.startswith("/") else Path.home() / ".local" / "state") / "memdesk"


def error_shape(notice: Notice) -> dict[str, object]:
    """An error as JSON."""
    return {"kind": notice.kind, "sentence": notice.sentence, "hint": notice.hint, "ids": list(notice.ids)}


def _as_json(notice: Notice) -> str:
    return dumps({"error": error_shape(notice)}) + "\n"


def _cut(sentence: str) -> str:
    return sentence if len(sentence) <= LONGEST else f"{sentence[:LONGEST]}…"


def _one_line(error: click.ClickException) -> str:
    return " ".join(error.format_message().split())


def _as_text(notice: Notice) -> str:
    encoding = sys.stderr.encoding or "ascii"
    text = f"memdesk: {safe(_cut(notice.sentence))}\n"
    if notice.hint:
        text += f"  {safe(notice.hint)}\n"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _unforeseen(error: BaseException) -> Notice:
    from datetime import UTC, datetime

    log = state_folder() / "errors.log"
    kept = f"Where it happened is written in {log}."
    try:
        log.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        log.touch(mode=0o600)
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{datetime.now(UTC).isoformat()}\n{''.join(_places(error))}\n")
    except (OSError, RuntimeError):
        kept = f"Where it happened could not be written to {log}."
    return Notice("internal", f"Something unforeseen happened ({type(error).__name__}). {kept}", "", (), INTERNAL)


def _places(error: BaseException) -> Iterator[str]:
    """A traceback without source lines and without words that could be stored text."""
    import traceback  # late: a prompt needs none of it

    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        yield from _places(cause)
        yield "which led to\n"
    for frame, line in traceback.walk_tb(error.__traceback__):
        yield f"  {frame.f_code.co_filename}:{line} in {frame.f_code.co_name}\n"
    words = f": {error}" if isinstance(error, _SPEAKS_OF_CODE) or type(error).__module__ == "sqlite3" else ""
    yield f"{type(error).__module__}.{type(error).__name__}{safe(words)}\n"
