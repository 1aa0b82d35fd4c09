"""No copy of a passphrase stays in the memory of the desk, and the search for one does find one."""

from __future__ import annotations

import secrets
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pexpect
import pytest

from governance.authority.keys.keyfile import KeyFile
from governance.authority.keys.sshsig import DECISION, signed_by
from tests.keys import key_pair
from tests.tui.cli import environment
from tests.tui.memory import copies

linux = pytest.mark.skipif(sys.platform != "linux", reason="memory is looked at through /proc")


# An app at a real terminal, which unlocks a key with what is typed, signs, locks again, and goes on.
PROGRAM = """
import sys
from pathlib import Path
from textual.app import App
from textual.widgets import Input
from governance.authority.keys.keyfile import look_at
from governance.authority.keys.signer import unlock
from tui.widgets.secret import SecretField

kind, key, told = sys.argv[1], look_at(Path(sys.argv[2])), Path(sys.argv[3])

class Desk(App):
    def compose(self):
        yield SecretField() if kind == "secret" else Input(password=True)

    def on_ready(self):
        self.tell("ready", "")

    def tell(self, name, text):
        (told / f"{name}.new").write_text(text)
        (told / f"{name}.new").rename(told / name)

    def on_input_submitted(self, message):
        self.unlock(bytearray(message.input.value.encode()))
        message.input.value = ""
        self.call_later(self.tell, "done", "")

    def on_secret_field_submitted(self, message):
        self.unlock(message.field.take())
        self.call_later(self.tell, "done", "")

    def unlock(self, secret):
        try:
            with unlock(key, secret) as held:
                (told / "pid").write_text(str(held._hand.helper.pid))
                (told / "armor").write_text(held.sign(b"text"))
        except Exception as error:
            (told / "refused").write_text(str(error))

Desk().run()
"""


@pytest.fixture
def passphrase() -> str:
    """Words that stand in the memory of no process by chance."""
    return secrets.token_hex(14)


def wait_for(path: Path) -> str:
    """What the app told."""
    until = time.monotonic() + 30
    while not path.exists():
        assert time.monotonic() < until, f"the app told no {path.name}"
        time.sleep(0.02)
    return path.read_text()


def typed_into(kind: str, key: KeyFile, told: Path, words: str) -> Any:
    """An app of its own after these words were typed, key by key as a person does, and entered."""
    child = pexpect.spawn(
        sys.executable,
        ["-c", PROGRAM, kind, str(key.path), str(told)],
        env=environment(),
        dimensions=(24, 80),
        timeout=30,
    )
    wait_for(told / "ready")
    for sign in words:
        child.send(sign)
        time.sleep(0.02)
        child.read_nonblocking(1 << 16, timeout=5)
    child.send("\r")
    wait_for(told / "done")
    return child


@linux
def test_after_a_signature_no_copy_of_the_passphrase_is_in_the_memory_of_the_desk(
    tmp_path: Path, passphrase: str
) -> None:
    key = key_pair(tmp_path, secret=passphrase.encode())
    child = typed_into("secret", key, tmp_path, passphrase)
    try:
        assert signed_by((tmp_path / "armor").read_text(), b"text", DECISION) == key.public
        assert copies(child.pid, "SecretField") > 0
        assert copies(child.pid, passphrase) == 0
        assert copies(child.pid, passphrase[:8]) == 0
        assert copies(child.pid, passphrase[-8:]) == 0
        assert not Path(f"/proc/{(tmp_path / 'pid').read_text()}").exists()
    finally:
        child.close(force=True)


@linux
def test_a_wrong_passphrase_leaves_no_copy_either(tmp_path: Path, passphrase: str) -> None:
    key = key_pair(tmp_path)
    child = typed_into("secret", key, tmp_path, passphrase)
    try:
        assert (tmp_path / "refused").read_text() == "That is not the passphrase of owner."
        assert copies(child.pid, passphrase[:8]) == 0
    finally:
        child.close(force=True)


@linux
def test_the_same_search_finds_what_an_ordinary_input_leaves(tmp_path: Path, passphrase: str) -> None:
    key = key_pair(tmp_path, secret=passphrase.encode())
    child = typed_into("input", key, tmp_path, passphrase)
    try:
        assert (tmp_path / "armor").exists()
        assert copies(child.pid, passphrase[:8]) > 0
    finally:
        child.close(force=True)


@linux
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-32-le"])
def test_the_search_finds_one_plain_copy_in_each_encoding(encoding: str, passphrase: str) -> None:
    program = "import sys; kept = sys.stdin.readline().strip().encode(sys.argv[1]); print('held', flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", program, encoding], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        holder.stdin.write(passphrase + "\n")
        holder.stdin.flush()
        holder.stdout.readline()
        assert copies(holder.pid, passphrase) > 0
        assert copies(holder.pid, passphrase[::-1]) == 0
        holder.stdin.write("\n")
