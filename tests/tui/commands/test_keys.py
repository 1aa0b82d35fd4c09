"""Keys on the command line: made, brought along, adopted, replaced, revoked; none is ever lost or overwritten."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from governance.authority.keys.keyfile import look_at
from governance.desk import Desk
from tests.keys import SECRET, key_pair, sk_pair
from tests.tui.cli import run
from tests.tui.commands.conftest import seen
from tests.tui.commands.keyed import (
    ME,
    Keyed,
    become_maintainer,
    desk_of,
    detached,
    enroll_ines,
    keygen,
    secrets,
    signed,
)
from tests.tui.commands.test_deciding import KEPT

# new, use, list


def test_a_new_key_is_protected_and_its_public_line_is_printed(folder: Path) -> None:
    with secrets(SECRET) as fd:
        done = run("key", "new", "mine", "--passphrase-fd", fd)
    assert done.code == 0, done.err
    path, line = done.out.splitlines()
    assert (path, line) == ("mine", (folder / "mine.pub").read_text().strip())
    assert look_at(folder / "mine").rounds >= 64
    with secrets(SECRET) as fd:
        again = run("key", "new", "mine", "--passphrase-fd", fd)
        assert (again.code, "no key is ever overwritten" in again.err) == (2, True)
        assert os.read(int(fd), 4) == SECRET[:4]  # nobody asked for it


@pytest.mark.usefixtures("keyed")
def test_a_new_key_at_a_store_says_the_next_step() -> None:
    with secrets(SECRET, SECRET) as fd:
        assert "memdesk key rotate --new" in run("key", "new", "a", "--passphrase-fd", fd).err
        assert (
            f"memdesk key add {ME} b.pub --recovery" in run("key", "new", "b", "--recovery", "--passphrase-fd", fd).err
        )
    assert run("key", "new", "--recovery").code == 2


def test_the_next_step_after_a_new_key_is_one_that_can_be_done(
    keyed: Keyed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "of-mine"))

    def step(name: str, *words: str) -> str:
        with secrets(SECRET) as fd:
            done = run("key", "new", name, *words, "--passphrase-fd", fd)
        assert done.code == 0, done.err
        return done.err

    unnamed = step("a")
    assert "You sign with key-0001, whose file is named with `memdesk key use PATH`" in unnamed
    assert "rotate" not in unnamed
    assert run("key", "use", str(keyed.key.path)).code == 0
    used = step("b")
    for told in ("memdesk key rotate --new b`", f"memdesk key add {ME} b.pub`", "memdesk key add WHO b.pub`"):
        assert told in used
    become_maintainer(keyed, ("keep",))
    assert "memdesk key add WHO" not in step("c"), "only an owner adds somebody else's"
    monkeypatch.setenv("MEMDESK_STORE", str(tmp_path / "keyless.db"))
    assert run("init", "--no-key").code == 0
    assert "`memdesk key adopt d`" in step("d")
    assert "`memdesk key adopt --recovery e.pub`" in step("e", "--recovery")


def test_use_refuses_a_key_without_a_passphrase_and_takes_one_of_hardware(keyed: Keyed) -> None:
    bare = keygen(keyed.folder.parent / "bare", "")
    done = run("key", "use", str(bare))
    assert (done.code, "has no passphrase" in done.err) == (3, True)
    touch = sk_pair(keyed.folder.parent)
    taken = run("key", "use", str(touch.file.path))
    assert (taken.code, "Nobody here has this key yet" in taken.err) == (0, True)
    mine = run("key", "use", str(keyed.key.path))
    assert "It is key-0001" in mine.err
    assert run("key", "use", "nowhere").code == 2


def test_use_warns_of_a_key_in_a_running_agent(keyed: Keyed, monkeypatch: pytest.MonkeyPatch) -> None:
    key = keygen(keyed.folder.parent / "known", "")
    started = subprocess.run(["ssh-agent", "-s"], check=True, capture_output=True, text=True).stdout
    told = dict(part.split("=", 1) for part in started.replace(";", "\n").split("\n") if part.startswith("SSH_"))
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    try:
        subprocess.run(["ssh-add", "-q", str(key)], check=True, capture_output=True)
        subprocess.run(["ssh-keygen", "-q", "-p", "-N", "secret", "-f", str(key)], check=True, capture_output=True)
        done = run("key", "use", str(key))
    finally:
        os.kill(int(told["SSH_AGENT_PID"]), 15)
    assert (done.code, "any process of yours" in done.err) == (0, True)


def test_a_hardware_key_is_touched_and_no_passphrase_is_asked(keyed: Keyed, monkeypatch: pytest.MonkeyPatch) -> None:
    touch = sk_pair(keyed.folder.parent)
    assert signed("key", "add", ME, f"{touch.file.path}.pub").code == 0
    assert run("key", "use", str(touch.file.path)).code == 0
    monkeypatch.setenv("PATH", f"{touch.keygen(keyed.folder.parent / 'bin')}:{os.environ['PATH']}")
    done = run("principal", "enroll", "ines")
    assert done.code == 0, done.err
    assert "touch it" in done.err
    assert run("verify").code == 0


# adopt


def test_a_keyless_store_adopts_a_key_and_asks_for_signatures_from_then_on(sample: Path) -> None:
    with secrets(SECRET, b"in the drawer") as fd:
        done = run("key", "adopt", "--recovery-to", "recovery", "--passphrase-fd", fd)
    assert done.code == 0, done.err
    assert "From now on every decision at this store needs your signature" in done.err
    assert (sample / "recovery").exists()
    decide = ("decide", "keep", KEPT, "--reason", "other", "--seen", seen(KEPT))
    assert detached(*decide, cwd=sample).code == 3
    assert signed(*decide).code == 0
    again = run("key", "adopt")
    assert (again.code, "has keys already" in again.err) == (4, True)
    assert run("verify", "--replay").code == 0


def test_an_adoption_that_fails_leaves_the_store_keyless_and_no_key_behind(sample: Path) -> None:
    key = key_pair(sample.parent)
    assert signed("key", "adopt", str(key.path), "--no-recovery", secret=b"wrong").code == 3
    assert key.path.exists()
    with secrets(SECRET) as fd:
        assert run("key", "adopt", "--recovery", "missing.pub", "--passphrase-fd", fd).code == 2
    assert not list(Path(os.environ["XDG_CONFIG_HOME"]).rglob("*.pub"))
    assert run("status", "--json").json["keyless"] is True
    assert signed("key", "adopt", str(key.path), "--as", ME).code == 3


@pytest.mark.parametrize(
    ("where", "words"),
    [("__init__", ("init", "--store", "other.db")), ("witnessed", ("key", "adopt"))],
    ids=["init", "adopt"],
)
def test_a_key_that_a_store_knows_by_then_stays_when_it_is_interrupted(
    where: str, words: tuple[str, ...], sample: Path
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch, secrets(SECRET) as fd:
        patch.setattr(Desk, where, interrupted)
        assert run(*words, "--no-recovery", "--passphrase-fd", fd).code == 130
    store = str(sample / "other.db" if where == "__init__" else sample / "memory" / "memory.db")
    (known,) = run("key", "list", "--json", "--store", store).json["keys"]
    (made,) = Path(os.environ["XDG_CONFIG_HOME"]).rglob("*.pub")
    assert look_at(made.with_suffix("")).public.fingerprint == known["fingerprint"]


# add, rotate, revoke, ratify


def test_a_further_key_signs_after_it_was_added_and_named(keyed: Keyed) -> None:
    second = key_pair(keyed.folder.parent, "second", b"second horse")
    assert signed("key", "add", ME, f"{second.path}.pub").code == 0
    again = signed("key", "add", ME, f"{second.path}.pub")
    assert (again.code, "somebody's already" in again.err) == (4, True)
    private = signed("key", "add", ME, str(second.path))
    assert (private.code, "private key" in private.err) == (2, True)
    assert run("key", "use", str(second.path)).code == 0
    assert signed("principal", "enroll", "ines", secret=b"second horse").code == 0


@pytest.mark.usefixtures("keyed")
def test_a_rotation_is_signed_by_the_new_key_and_the_old() -> None:
    with secrets(b"new horse", SECRET) as fd:
        done = run("key", "rotate", "--new", "fresh", "--passphrase-fd", fd, "--json")
    assert done.code == 0, done.err
    states = {key["id"]: key["state"] for key in run("key", "list", "--json").json["keys"]}
    assert states == {"key-0001": "replaced", "key-0002": "live", "key-0003": "live"}
    assert signed("principal", "enroll", "ines").code == 3
    assert signed("principal", "enroll", "ines", secret=b"new horse").code == 0
    assert run("verify", "--replay").code == 0


def test_a_lost_key_is_replaced_with_the_recovery_key(keyed: Keyed) -> None:
    keyed.key.path.unlink()
    lost = signed("principal", "enroll", "ines")
    assert (lost.code, "The file of your key-0001 is gone" in lost.err) == (3, True)
    with secrets(b"new horse", b"in the drawer") as fd:
        done = run(
            *("key", "rotate", "key-0001", "--new", "fresh", "--recovery", str(keyed.recovery.path)),
            *("--reason", "key-lost", "--passphrase-fd", fd),
        )
    assert done.code == 0, done.err
    assert signed("principal", "enroll", "ines", secret=b"new horse").code == 0


def test_a_rotation_with_a_wrong_passphrase_changes_nothing_and_keeps_the_new_file(keyed: Keyed) -> None:
    with secrets(b"new horse", b"wrong") as fd:
        assert run("key", "rotate", "--new", "fresh", "--passphrase-fd", fd).code == 3
    assert (keyed.folder / "fresh").exists()
    with secrets(b"new horse", SECRET) as fd:
        assert run("key", "rotate", "--new", "fresh", "--passphrase-fd", fd).code == 0
    assert run("key", "rotate", "key-0099", "--new", "x").code == 2


def test_what_a_revoked_key_signed_is_distrusted_until_it_is_ratified(adopted: Keyed) -> None:
    ines = enroll_ines(adopted)
    digest = seen(KEPT)
    decided = signed("decide", "keep", KEPT, "--reason", "confirmed-still-true", "--seen", digest)
    plan = decided.out.strip()
    since = run("show", plan, "--json").json["seq"]
    with desk_of(adopted, "ines", ines) as desk:
        desk.authorize.add_key("p-0001", key_pair(adopted.folder.parent, "next", SECRET).public.line)
    assert run("key", "use", str(adopted.folder.parent / "next")).code == 0
    done = signed("key", "revoke", "key-0001", "--distrust-since", str(since))
    assert done.code == 0, done.err
    assert f"nothing it signed from entry {since:,} on is trusted" in done.err
    assert "distrusted from entry" in run("key", "list").out
    told = f"signed with key-0001, which is distrusted since entry {since:,}; neither ratified nor undone"
    for shown in (run("show", plan), run("show", str(since)), run("show", str(since + 1))):
        assert told in shown.out
    assert run("show", plan).out.splitlines()[1].startswith("1 decision (keep), ")
    ratified = signed("key", "ratify", plan)
    assert ratified.code == 0, ratified.err
    assert "which is distrusted since" in run("show", plan).out
    assert "ratified since: an owner confirmed it" in run("show", plan).out
    assert "neither ratified nor undone" not in run("show", plan).out
    assert signed("key", "ratify", "plan-1999-01-01-001").code == 2


@pytest.mark.usefixtures("keyed")
def test_the_last_key_of_an_owner_is_not_revoked() -> None:
    assert signed("key", "revoke", "key-0002").code in (3, 4)
    assert signed("key", "revoke", "key-0099").code == 2
