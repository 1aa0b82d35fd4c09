"""The helper process: it hides, it signs for memdesk only, and it ends with its desk."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from governance.authority.keys import process, signer
from governance.authority.keys.keyfile import KeyFile
from governance.authority.keys.process import Helper
from governance.authority.keys.signer import Signer, unlock
from governance.authority.keys.sshsig import DECISION, spell
from governance.authority.keys.wire import fields
from governance.errors import Refusal, RefusalKind
from tests.house.places import ROOT
from tests.keys import SECRET, key_pair

MESSAGE = b"keep mem-2026-05-11-001\n"
HELPER = ROOT / "governance" / "authority" / "keys" / "helper.py"
linux = pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells this on Linux only")


@pytest.fixture
def key(tmp_path: Path) -> KeyFile:
    return key_pair(tmp_path)


def pid_of(held: Signer) -> int:
    hand = held._hand
    assert isinstance(hand, signer._InHelper)
    return hand.helper.pid


def lives(pid: int) -> bool:
    """Whether the process runs, a dead one that nobody waited for aside."""
    try:
        os.kill(pid, 0)
        if sys.platform != "linux":
            return True
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def soon(state: Callable[[], bool]) -> bool:
    """Whether it comes true within five seconds."""
    until = time.monotonic() + 5
    while not state():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def test_a_closed_signer_signs_no_more_and_its_helper_is_gone(key: KeyFile) -> None:
    held = unlock(key, bytearray(SECRET))
    pid = pid_of(held)
    assert lives(pid)
    held.close()
    held.close()
    assert not lives(pid)
    with pytest.raises(Refusal, match="locked again"):
        held.sign(MESSAGE)


def test_a_helper_that_dies_is_a_locked_key(key: KeyFile) -> None:
    with unlock(key, bytearray(SECRET)) as held:
        os.kill(pid_of(held), signal.SIGKILL)
        with pytest.raises(Refusal, match="has ended") as caught:
            held.sign(MESSAGE)
        assert caught.value.kind is RefusalKind.LOCKED
        with pytest.raises(Refusal):
            held.sign(MESSAGE)


def test_a_helper_that_hangs_is_given_up_and_killed(key: KeyFile) -> None:
    helper = Helper()
    os.kill(helper.pid, signal.SIGSTOP)
    with pytest.raises(Refusal, match="does not answer"):
        helper.ask(b"unlock", key.path.read_bytes(), bytearray(SECRET), seconds=0.1)
    assert not lives(helper.pid)


def test_the_secret_is_in_no_argument_and_no_environment(key: KeyFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMDESK_ODD", "set by somebody")
    with unlock(key, bytearray(SECRET)) as held:
        place = Path(f"/proc/{pid_of(held)}")
        if not place.exists():
            pytest.skip("no /proc")
        told = (place / "cmdline").read_bytes() + (place / "environ").read_bytes()
        assert b"helper.py" in told
        assert SECRET not in told
        assert b"MEMDESK_ODD" not in told
        assert SECRET not in repr(vars(held)).encode() + repr(vars(held._hand)).encode()


@linux
def test_nobody_else_of_the_same_user_reads_the_memory_of_a_helper() -> None:
    """The kernel gives the folder of such a process to root; a root that gave up its rights is the user here."""
    program = (
        "import ctypes, os, resource, runpy, sys\n"
        "path, hide = sys.argv[1:]\n"
        "helper = runpy.run_path(path)\n"
        "if os.getuid() == 0: os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)\n"
        "if hide == 'hide': helper['hide']()\n"
        "print(os.stat(f'/proc/{os.getpid()}/mem').st_uid, os.getuid(), resource.getrlimit(resource.RLIMIT_CORE)[0])\n"
    )

    def owner(hide: str) -> list[str]:
        done = subprocess.run([sys.executable, "-c", program, str(HELPER), hide], capture_output=True, text=True)
        return done.stdout.split()

    mine = str(os.getuid() or 65534)
    assert owner("show")[:2] == [mine, mine]
    assert owner("hide") == ["0", mine, "0"]


@linux
def test_a_helper_hides_before_it_takes_a_secret() -> None:
    with subprocess.Popen([sys.executable, "-I", str(HELPER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as helper:
        assert helper.stdout is not None
        assert helper.stdin is not None
        expected = (2).to_bytes(4, "big") + fields(b"ready", b"0")
        assert helper.stdout.read(len(expected)) == expected
        limits = Path(f"/proc/{helper.pid}/limits").read_text()
        assert limits.split("Max core file size")[1].split()[:2] == ["0", "0"]
        helper.stdin.close()
        assert helper.wait(5) == 0


@linux
def test_a_desk_that_is_killed_takes_its_helper_along(key: KeyFile) -> None:
    program = (
        "import sys, time; from pathlib import Path\n"
        "from governance.authority.keys.keyfile import look_at\n"
        "from governance.authority.keys.signer import unlock\n"
        f"held = unlock(look_at(Path(sys.argv[1])), bytearray({SECRET!r}))\n"
        "print(held._hand.helper.pid, flush=True); time.sleep(60)\n"
    )
    desk = subprocess.Popen([sys.executable, "-c", program, str(key.path)], cwd=ROOT, stdout=subprocess.PIPE)
    with desk:
        assert desk.stdout is not None
        pid = int(desk.stdout.readline())
        assert lives(pid)
        desk.kill()
    assert soon(lambda: not lives(pid))


def test_the_helper_does_not_hear_a_ctrl_c_that_is_meant_for_the_desk(key: KeyFile) -> None:
    with unlock(key, bytearray(SECRET)) as held:
        assert os.getpgid(pid_of(held)) != os.getpgid(0)


@linux
def test_the_desk_can_hide_its_own_memory() -> None:
    program = (
        "import ctypes, resource; from governance.authority.keys.signer import undumpable\n"
        "get = lambda: ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)\n"
        "print(get(), undumpable(), get(), resource.getrlimit(resource.RLIMIT_CORE)[0])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.split() == ["1", "True", "0", "0"], done.stderr


def test_a_helper_that_cannot_hide_gets_no_secret(
    key: KeyFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = tmp_path / "helper.py"
    shown.write_text(HELPER.read_text().replace("libc.prctl(_SET_DUMPABLE, 0, 0, 0, 0)", "pass"))
    monkeypatch.setattr(process, "__file__", str(tmp_path / "process.py"))
    if sys.platform == "linux":
        with pytest.raises(Refusal, match="cannot hide its memory"):
            unlock(key, bytearray(SECRET))


def test_a_raw_signature_of_the_helper_is_what_spell_takes(key: KeyFile) -> None:
    with unlock(key, bytearray(SECRET)) as held:
        hand = held._hand
        assert isinstance(hand, signer._InHelper)
        how, raw = hand.helper.ask(b"sign", DECISION.encode(), MESSAGE)
        assert (how, len(raw)) == (b"signed", 64)
        assert spell(key.public, raw, DECISION) == held.sign(MESSAGE)
        assert hand.helper.ask(b"export") == [b"failed", b"request"]
