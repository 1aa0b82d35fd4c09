"""What is said to a person: broken at blanks on a terminal, one line anywhere else."""

from __future__ import annotations

import io

import pytest

from tui.commands.printer import Printer


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def said(text: str, columns: int | None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that are written at so many columns; None is no terminal."""
    monkeypatch.setenv("COLUMNS", str(columns))
    stream = io.StringIO() if columns is None else Terminal()
    Printer(stream).words(text)
    return stream.getvalue().splitlines()


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("in the place of yours", 21, ["in the place of yours"]),
        ("in the place of yours", 20, ["in the place of", "yours"]),
        ("in the place of yours", None, ["in the place of yours"]),
        ("/a/path/longer/than/it is", 10, ["/a/path/longer/than/it", "is"]),
        ("at /a/path/longer/than/it", 10, ["at", "/a/path/longer/than/it"]),
        ("鰻魚飯館 電話番号 ab", 12, ["鰻魚飯館", "電話番号 ab"]),
        ("  `a  b` stays", 20, ["  `a  b` stays"]),
        ("", 20, [""]),
    ],
    ids=["fits", "does not fit", "no terminal", "a long word", "a long word behind", "wide", "blanks", "nothing"],
)
def test_words_are_broken_at_blanks(
    text: str, columns: int | None, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said(text, columns, monkeypatch) == lines


def test_what_could_drive_the_terminal_is_as_wide_as_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said("\x9b\x9b one", 11, monkeypatch) == ["\\x9b\\x9b", "one"]
