"""Asking for a passphrase: where it may come from, in which order, and that the terminal is as it was afterwards."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

import click
import pytest

from governance.errors import Refusal, RefusalKind
from tests.keys import key_pair, secret_fd
from tests.tui.cli import run
from tests.tui.commands.asking import alone, asked, askpass, at_terminal, got, the_end
from tests.tui.memory import copies
from tui.commands.call import Call, Command
from tui.commands.secrets import read_secret, unlocking
from tui.widgets.typed import MOST

# --- a descriptor ---------------------------------------------------------------------------------------------------


def test_a_descriptor_that_was_named_is_read_to_the_end_of_its_line() -> None:
    for written, wanted in (
        (b"correct horse", b"correct horse"),
        (b" spaces count \nsecond line", b" spaces count "),
        (b"\xff\x00 bytes \r", b"\xff\x00 bytes \r"),
    ):
        number = secret_fd(written)
        assert alone("fd", str(number), fds=(number,)).out.strip() == got(wanted)
        os.close(number)


def test_a_line_without_an_end_is_taken_too() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"correct horse")
    os.close(writing)
    assert alone("fd", str(reading), fds=(reading,)).out.strip() == got("correct horse")
    os.close(reading)


def test_a_descriptor_wins_over_terminal_and_askpass_and_is_not_asked_twice(tmp_path: Path) -> None:
    program = askpass(tmp_path, "echo wrong")
    script = '"$@" 5<<end\ncorrect horse\nend\n:'
    child = at_terminal("twice", "fd", "5", script=script, SSH_ASKPASS=program, SSH_ASKPASS_REQUIRE="force")
    child.expect_exact(got("correct horse"))
    child.expect("left with 0")
    child.close()


def test_two_lines_of_a_descriptor_are_two_passphrases() -> None:
    number = secret_fd(b"old one\nnew one")
    call = Call()
    call.passphrase_fd = number
    assert [read_secret(call, "?"), read_secret(call, "?")] == [b"old one", b"new one"]
    with pytest.raises(Refusal, match="empty passphrase") as caught:
        read_secret(call, "?")
    assert caught.value.kind is RefusalKind.LOCKED
    os.close(number)


def test_a_descriptor_that_is_not_open_is_named() -> None:
    done = alone("fd", "77")
    assert (done.code, done.out) == (2, "")
    assert "file descriptor 77: Bad file descriptor" in done.err


def test_a_passphrase_without_end_is_refused() -> None:
    number = secret_fd(b"x" * (MOST + 1))
    assert "has at most 1,024 bytes" in alone("fd", str(number), fds=(number,)).err
    os.close(number)
    number = secret_fd(b"x" * MOST)
    assert alone("fd", str(number), fds=(number,)).out.strip() == got("x" * MOST)
    os.close(number)


def test_every_command_knows_the_option_and_no_standard_stream_will_do() -> None:
    seen = []

    @click.command(cls=Command)
    @click.pass_obj
    def command(call: Call) -> None:
        seen.append(call.passphrase_fd)

    for given in (["--passphrase-fd", "7"], []):
        command.main(given, standalone_mode=False, obj=Call())
    assert seen == [7, None]
    for stream in ("0", "1", "2", "-1", "x"):
        for words in (("--passphrase-fd", stream, "status"), ("status", "--passphrase-fd", stream)):
            assert run(*words).code == 2


def test_a_key_that_does_not_open_is_tried_once_by_a_descriptor_and_the_secret_is_wiped() -> None:
    number = secret_fd(b"wrong horse\ncorrect horse")
    call = Call()
    call.passphrase_fd = number
    given = []

    def take(secret: bytearray) -> None:
        given.append(secret)
        if secret != b"correct horse":
            raise Refusal(RefusalKind.LOCKED, "That is not the passphrase.")

    with pytest.raises(Refusal, match="not the passphrase"):
        unlocking(call, "?", take)
    unlocking(call, "?", take)
    assert [bytes(one) for one in given] == [b"\0" * 11, b"\0" * 13]
    os.close(number)


# --- nobody to ask --------------------------------------------------------------------------------------------------


def test_without_anybody_to_ask_the_key_stays_locked_and_nothing_hangs() -> None:
    done = alone(stdin=b"correct horse\n", MEMDESK_PASSPHRASE="correct horse", PASSPHRASE="correct horse")
    assert (done.code, done.out) == (3, "")
    assert "no terminal to ask at" in done.err
    assert "--passphrase-fd N" in done.err


def test_a_process_in_the_background_of_a_terminal_does_not_hang() -> None:
    child = at_terminal(script='set -m; "$@" & wait $!')
    code, said = the_end(child)
    assert (code, "no terminal to ask at" in said) == (3, True)


# --- askpass --------------------------------------------------------------------------------------------------------


def test_without_a_terminal_an_askpass_program_asks(tmp_path: Path) -> None:
    program = askpass(tmp_path, f'printf "%s" "$1" > {tmp_path / "prompt"}; printf "correct horse\\r\\nmore\\n"')
    assert alone(SSH_ASKPASS=program).out.strip() == got("correct horse")
    assert (tmp_path / "prompt").read_text() == "Passphrase of ␛[31mowner: "


def test_at_a_terminal_an_askpass_program_asks_only_if_forced(tmp_path: Path) -> None:
    program = askpass(tmp_path, "echo from the program")
    child = at_terminal(SSH_ASKPASS=program)
    asked(child)
    child.send("correct horse\r")
    assert got("correct horse") in the_end(child)[1]
    child = at_terminal(SSH_ASKPASS=program, SSH_ASKPASS_REQUIRE="force")
    assert got("from the program") in the_end(child)[1]


def test_an_askpass_program_can_be_ruled_out(tmp_path: Path) -> None:
    program = askpass(tmp_path, "echo from the program")
    assert alone(SSH_ASKPASS=program, SSH_ASKPASS_REQUIRE="never").code == 3
    assert alone(SSH_ASKPASS_REQUIRE="force").code == 3


def test_an_askpass_program_asks_only_once(tmp_path: Path) -> None:
    program = askpass(tmp_path, f"echo x >> {tmp_path / 'asked'}; echo")
    assert alone(SSH_ASKPASS=program).code == 3
    assert alone("twice", SSH_ASKPASS=program).code == 3
    assert (tmp_path / "asked").read_text().split() == ["x", "x"]


def test_a_person_can_leave_an_askpass_program(tmp_path: Path) -> None:
    done = alone(SSH_ASKPASS=askpass(tmp_path, "echo half; exit 1"))
    assert (done.code, done.out) == (130, "")


def test_an_askpass_program_that_is_missing_is_named(tmp_path: Path) -> None:
    done = alone(SSH_ASKPASS=str(tmp_path / "nothing"))
    assert (done.code, str(tmp_path / "nothing") in done.err) == (3, True)


# --- memory ---------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="memory is looked at through /proc")
@pytest.mark.parametrize("way", ["terminal", "descriptor", "askpass"])
def test_after_unlocking_no_copy_is_in_the_memory_of_the_command_when_it_came_by(way: str, tmp_path: Path) -> None:
    passphrase = secrets.token_hex(14)
    key = key_pair(tmp_path, secret=passphrase.encode())
    words, env, script = ["hold", str(key.path)], {}, 'exec "$@"'
    if way == "descriptor":
        (tmp_path / "line").write_text(passphrase)
        words, script = ["fd", "5", *words], f'exec "$@" 5< {tmp_path / "line"}'
    if way == "askpass":
        (tmp_path / "line").write_text(passphrase)
        env = {"SSH_ASKPASS": askpass(tmp_path, f"cat {tmp_path / 'line'}"), "SSH_ASKPASS_REQUIRE": "force"}
    child = at_terminal(*words, script=script, **env)
    if way == "terminal":
        asked(child)
        child.send(passphrase + "\r")
    child.expect_exact("unlocked")
    assert copies(child.pid, "governance.authority") > 0
    assert copies(child.pid, passphrase) == 0
    assert copies(child.pid, passphrase[:8]) == 0
    child.close(force=True)
