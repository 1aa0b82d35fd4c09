"""The lock of passes: one holder at a time, named by its pid, let go of when it ends or dies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from store.errors import Busy, Unwritable
from store.locks import pass_lock
from tests.store.processes import start

HOLD = """
import sys
from pathlib import Path
from store.locks import pass_lock
with pass_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_it_may_be_taken_again_once_it_was_let_go(tmp_path: Path) -> None:
    for _ in range(2):
        with pass_lock(tmp_path / "memory.db"):
            assert (tmp_path / "memory.db.pass").read_text() == f"{os.getpid()}\n"


def test_a_second_holder_is_refused_in_the_same_process_too(tmp_path: Path) -> None:
    with (
        pass_lock(tmp_path / "memory.db"),
        pytest.raises(Busy, match=f"process {os.getpid()}"),
        pass_lock(tmp_path / "memory.db"),
    ):
        pass


def test_a_second_is_told_the_pid_of_the_first_until_that_dies(tmp_path: Path) -> None:
    holder = start(HOLD, tmp_path / "memory.db")
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(Busy, match=f"process {holder.pid}"), pass_lock(tmp_path / "memory.db"):
        pass
    holder.kill()
    holder.communicate()
    with pass_lock(tmp_path / "memory.db"):
        pass


def test_stores_do_not_hold_each_other_up(tmp_path: Path) -> None:
    with pass_lock(tmp_path / "one.db"), pass_lock(tmp_path / "other.db"):
        pass


def test_what_others_wrote_into_the_file_is_not_repeated(tmp_path: Path) -> None:
    with pass_lock(tmp_path / "memory.db"):
        (tmp_path / "memory.db.pass").write_text("\x1b]0;owned\x07")
        with pytest.raises(Busy) as refused, pass_lock(tmp_path / "memory.db"):
            pass
    assert refused.value.sentence == "Another pass is running; nothing was changed."


def test_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("kept")
    (tmp_path / "memory.db.pass").symlink_to(target)
    with pytest.raises(Unwritable), pass_lock(tmp_path / "memory.db"):
        pass
    assert target.read_text() == "kept"
