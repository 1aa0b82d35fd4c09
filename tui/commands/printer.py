"""The only way to a stream: every word passes `safe` here, and colour is added afterwards or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TextIO, TypeAlias

from tui.notices import dumps
from tui.safe import clip, isolate, plain, safe

Piece: TypeAlias = str | tuple[str, str]
"""A text, or a text with the name of its style."""

_STYLES = {
    "dim": "2",
    "bold": "1",
    "good": "32",
    "warn": "33",
    "bad": "31",
    "accent": "36",
    "second": "35",
}


class Printer:
    """Write lines of data or talk; a reader that went away is no error, it is just not written to any more."""

    def __init__(self, stream: TextIO, *, ascii: bool = False) -> None:  # noqa: A002 - the name of the option
        self._stream = stream
        self._ascii = ascii
        """Whether no sign of ours may be beyond ASCII; words are what they are."""
        self.gone = False
        """Whether nobody reads any more; loops look at it."""
        self.terminal = stream.isatty()
        self.colour = self.terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.encoding = (stream.encoding or "ascii").lower().replace("-", "")

    @property
    def symbols(self) -> bool:
        """Whether the stream can carry more than ASCII."""
        return self.encoding.startswith("utf")

    @cached_property
    def width(self) -> int:
        """The columns of a terminal; 0 where lines may be as long as they like."""
        if not self.terminal:
            return 0
        asked = os.environ.get("COLUMNS", "")
        if asked.isascii() and asked.isdigit() and int(asked[:6]):
            return int(asked[:6])
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or 80
        except OSError:
            return 80

    def line(self, *pieces: Piece) -> None:
        """Write one line; a line break inside a piece becomes visible."""
        self._write("".join(map(self._dressed, pieces)).rstrip(" ") + "\n")

    def words(self, text: str) -> None:
        """Write words that a terminal breaks at blanks, and never inside a word that fits a line."""
        text = safe(text)
        for line in _broken(text, self.width) if self.width else (text,):
            self.line(line)

    def row(self, pieces: Iterable[Piece], text: str) -> None:
        """Write one line of a list; on a terminal its text is cut at the edge."""
        pieces = list(pieces)
        if self.width:
            used = sum(len(piece if isinstance(piece, str) else piece[0]) for piece in pieces)
            text = clip(safe(text), max(12, self.width - used))
        self.line(*pieces, text)

    def block(self, text: str, indent: str = "  ", style: str = "plain") -> None:
        """Write text of several lines, each behind the indent."""
        for line in safe(text, lines=True).split("\n"):
            self.line(indent, (line, style))

    def json(self, shape: object) -> None:
        """Write one object on one line of ASCII."""
        self._write(dumps(shape) + "\n")

    def same_line(self, text: str) -> None:
        """Write over the line the cursor is in; on a terminal only."""
        if self.terminal:
            self._write(f"\r{safe(text)}\x1b[K")

    def end(self) -> None:
        """Hand everything over."""
        self._write("")

    def _dressed(self, piece: Piece) -> str:
        text, style = (piece, "plain") if isinstance(piece, str) else piece
        text = safe(text)
        if self.terminal:
            text = isolate(text)
        code = _STYLES.get(style) if self.colour and text else None
        return f"\x1b[{code}m{text}\x1b[0m" if code else text

    def _write(self, text: str) -> None:
        if self.gone:
            return
        if self._ascii or not self.symbols:
            text = plain(text)
        if not self.symbols:
            text = text.encode("ascii", "backslashreplace").decode("ascii")
        try:
            self._stream.write(text)
            if self.terminal or not text:
                self._stream.flush()
        except BrokenPipeError:
            self.let_go()

    def let_go(self) -> None:
        """Point the stream at nothing, so that the interpreter's last flush is quiet too."""
        self.gone = True
        nothing = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nothing, self._stream.fileno())
        finally:
            os.close(nothing)


def _broken(text: str, width: int) -> Iterator[str]:
    """The lines of a text that is broken at blanks, each at most so many cells wide if its words are."""
    line, *words = text.split(" ")
    for word in words:
        if line.strip() and _cells(line) + 1 + _cells(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}"
    yield line


def _cells(text: str) -> int:
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # late: the light path never measures

    return cell_len(text)
