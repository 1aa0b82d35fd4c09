"""Asking for a passphrase at a terminal, which is as it was afterwards."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.tui.commands.asking import asked, at_terminal, got, the_end


def test_at_a_terminal_it_is_asked_without_being_shown() -> None:
    child = at_terminal()
    asked(child)
    child.send("correct horse\r")
    code, said = the_end(child)
    assert (code, got("correct horse") in said, "correct" in said) == (0, True, False)


def test_the_question_is_asked_even_where_every_stream_leads_elsewhere(tmp_path: Path) -> None:
    child = at_terminal(script=f'"$@" < /dev/null > {tmp_path / "out"} 2> {tmp_path / "err"}')
    asked(child)
    child.send("correct horse\r")
    assert the_end(child)[0] == 0
    assert (tmp_path / "out").read_text().strip() == got("correct horse")


def test_the_words_of_a_question_cannot_drive_the_terminal() -> None:
    child = at_terminal()
    asked(child)
    assert "\x1b" not in child.before
    child.sendcontrol("c")
    the_end(child)


def test_keys_that_mend_a_line_work() -> None:
    child = at_terminal()
    asked(child)
    for piece in ("wrong", "\x15", "corrért", "\x7f\x7f\x08", "ect\x01\x1a\x1b horse"):
        child.send(piece)
    child.send("\r")
    assert got("correct horse") in the_end(child)[1]


def test_bytes_that_are_no_text_are_taken_as_they_are() -> None:
    child = at_terminal()
    asked(child)
    os.write(child.child_fd, b"\xe9\xff\ttab\r")
    assert got(b"\xe9\xff\ttab") in the_end(child)[1]


def test_what_was_typed_before_the_question_does_not_answer_it() -> None:
    child = at_terminal(script='printf waiting; sleep 0.3; stty -echo; "$@"; stty echo')
    child.expect_exact("waiting")
    child.send("too early\r")
    asked(child)
    time.sleep(0.05)
    child.send("correct horse\r")
    child.expect_exact(got("correct horse"))
    child.close()


@pytest.mark.parametrize(("key", "words"), [("c", "Interrupted"), ("d", "Not done"), ("\\", "Interrupted")])
def test_a_person_can_leave_and_the_terminal_is_as_it_was(key: str, words: str) -> None:
    child = at_terminal()
    asked(child)
    child.sendcontrol(key)
    code, said = the_end(child)
    assert (code, words in said) == (130, True)


@pytest.mark.parametrize(
    ("number", "left"),
    [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)],
    ids=["it is ended", "its terminal hangs up", "it is interrupted"],
)
def test_the_terminal_is_as_it_was_when(number: signal.Signals, left: int) -> None:
    ending = f"import os, signal, threading; threading.Timer(0.5, os.kill, (os.getpid(), {int(number)})).start()\n"
    child = at_terminal(before=ending)
    asked(child)
    child.send("half a pass")
    code, said = the_end(child)
    assert (code, "half" in said) == (left, False)


def test_an_empty_passphrase_is_refused_and_asked_for_three_times_in_all() -> None:
    child = at_terminal()
    for time_ in range(3):
        asked(child)
        assert ("empty passphrase was given" in child.before) == (time_ > 0)
        child.send("\r")
    code, said = the_end(child)
    assert (code, "empty passphrase" in said, "Try again" in said) == (3, True, False)


def test_a_new_passphrase_is_asked_for_twice_and_both_must_agree() -> None:
    child = at_terminal("twice")
    for first, second in (("correct horse", "correct hors"), ("correct horse", "correct horse")):
        asked(child)
        child.send(f"{first}\r")
        asked(child, "owner, again: ")
        child.send(f"{second}\r")
        if second == "correct hors":
            child.expect_exact("The two passphrases differ. Try again.")
    code, said = the_end(child)
    assert (code, got("correct horse") in said) == (0, True)


def test_a_new_passphrase_that_is_too_short_is_told_before_it_is_typed_again() -> None:
    child = at_terminal("twice")
    for typed in ("x", "seven77", "é" * 7):
        asked(child)
        child.send(f"{typed}\r")
    code, said = the_end(child)
    assert (code, "at least 8 characters" in said, "again: " in said) == (2, True, False)


def test_a_person_can_leave_at_the_second_try_too() -> None:
    child = at_terminal("twice")
    asked(child)
    child.send("short\r")
    asked(child)
    child.sendcontrol("d")
    assert the_end(child)[0] == 130
