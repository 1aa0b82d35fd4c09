"""Authority at a terminal: what is shown, asked and typed there, and that no name drives the screen."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pexpect
import pytest

from governance.desk import Desk
from store.records.words import PrincipalKind, Reason, Role, Shown
from tests.keys import SECRET
from tests.tui.cli import ENTRY, run
from tests.tui.commands.conftest import seen
from tests.tui.commands.keyed import ME, Keyed, desk_of, enroll_ines, signed
from tests.tui.commands.test_deciding import KEPT, status_of
from tests.tui.commands.test_terminal import _OURS, ATTACKS, MANY, terminal


def ended(child: Any) -> tuple[int, str]:
    """The exit code, and what the terminal got behind the last question."""
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, child.before


def raw(said: str) -> list[str]:
    """The signs among what a terminal got that could drive it, beside our own colours and cleared lines."""
    left = re.sub(r"\r[^\r\n\x1b]*\x1b\[K", "", _OURS.sub("", said).replace("\r\n", ""))
    return re.findall(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", left)


def test_init_asks_for_both_passphrases_twice_and_where_the_recovery_key_goes(folder: Path) -> None:
    child = terminal(ENTRY, "init", "--tz", "UTC", cwd=folder)
    for prompt in ("the owner's key: ", "the owner's key, again: "):
        child.expect_exact(prompt)
        child.send("correct horse\r")
    child.expect_exact("A recovery key only adds, replaces and revokes keys.")
    child.expect_exact("empty: make none)?")
    child.sendline("stick/recovery")
    for prompt in ("the recovery key: ", "the recovery key, again: "):
        child.expect_exact(prompt)
        child.send("in the drawer\r")
    code, said = ended(child)
    assert (code, "horse" in said, "in the drawer" in said) == (0, False, False)
    assert (folder / "stick" / "recovery.pub").exists()
    assert [key["role"] for key in run("key", "--json").json["keys"]] == ["signing", "recovery"]


def test_init_with_two_passphrases_that_differ_makes_nothing(folder: Path) -> None:
    child = terminal(ENTRY, "init", cwd=folder)
    for _ in range(3):
        for prompt, typed in (("the owner's key: ", "correct horse"), ("again: ", "correct house")):
            child.expect_exact(prompt)
            child.send(f"{typed}\r")
    code, said = ended(child)
    assert (code, "passphrases differ" in said) == (2, True)
    assert list(folder.iterdir()) == []


def test_the_passphrase_is_asked_for_after_the_preview_and_the_yes(adopted: Keyed) -> None:
    child = terminal(ENTRY, "decide", "keep", KEPT, "--reason", "confirmed-still-true", cwd=adopted.folder)
    child.expect_exact("Decide so? [y/N] ")
    assert "Passphrase" not in child.before
    assert "pending-cleanup → active" in child.before
    child.sendline("y")
    child.expect_exact("This needs your signature: keep")
    child.expect_exact("Your key is key-0001")
    child.expect_exact("Passphrase of owner: ")
    child.send("correct horse\r")
    code, said = ended(child)
    assert (code, "correct horse" in said, "plan-" in said) == (0, False, True)
    assert status_of(KEPT) == "active"


def test_a_wrong_passphrase_is_told_and_asked_for_again(adopted: Keyed) -> None:
    child = terminal(ENTRY, "decide", "keep", KEPT, "--reason", "other", "--seen", seen(KEPT), cwd=adopted.folder)
    for typed in ("wrong horse", "", "correct horse"):
        child.expect_exact("Passphrase of owner: ")
        before = child.before
        child.send(f"{typed}\r")
    assert "An empty passphrase was given" in before
    assert ended(child)[0] == 0
    assert status_of(KEPT) == "active"


def test_after_three_wrong_passphrases_nothing_is_decided(adopted: Keyed) -> None:
    head = run("status", "--json").json["head"]
    child = terminal(ENTRY, "connect", "codex", "--yes", cwd=adopted.folder)
    for time_ in range(3):
        child.expect_exact("Passphrase of owner: ")
        assert ("That is not the passphrase of owner. Try again." in child.before) == (time_ > 0)
        child.send("wrong horse\r")
    code, said = ended(child)
    assert (code, "not the passphrase of owner" in said, "mdt_" in said) == (3, True, False)
    assert run("status", "--json").json["head"] == head


@pytest.mark.parametrize("yes", [True, False], ids=["yes", "no"])
def test_an_import_says_what_it_takes_in_before_it_asks_for_the_passphrase(
    yes: bool, keyed: Keyed, template: Path
) -> None:
    head = run("status", "--json").json["head"]
    child = terminal(ENTRY, "import", str(template / "memory"), cwd=keyed.folder)
    child.expect_exact(" in? [y/N] ")
    assert re.search(r"\d+ files; items: \d+ read = \d+ new", child.before)
    assert "Passphrase" not in child.before
    child.sendline("y" if yes else "")
    if not yes:
        assert ended(child)[0] == 130
        assert run("status", "--json").json["head"] == head
        return
    child.expect_exact("Passphrase of owner: ")
    child.send("correct horse\r")
    code, said = ended(child)
    assert code in (0, 6), said
    child = terminal(ENTRY, "import", str(template / "memory"), cwd=keyed.folder)
    code, said = ended(child)
    assert (code, "[y/N]" in said, "0 new" in said) == (0, False, True)


def test_of_two_imports_the_one_that_was_declined_is_named(keyed: Keyed, template: Path) -> None:
    one, two = template / "memory" / "topics" / "workflows.md", template / "memory" / "memory.md"
    child = terminal(ENTRY, "import", str(one), str(two), cwd=keyed.folder)
    child.expect_exact(" in? [y/N] ")
    child.sendline("y")
    child.expect_exact("Passphrase of owner: ")
    child.send("correct horse\r")
    child.expect_exact(" in? [y/N] ")
    child.sendline("n")
    code, said = ended(child)
    assert (code, "not taken in" in said) == (6, True)


@pytest.mark.parametrize("at", ["the question", "the passphrase"])
def test_leaving_changes_nothing_at(at: str, adopted: Keyed) -> None:
    before = run("status", "--json").json["head"]
    child = terminal(ENTRY, "connect", "codex", cwd=adopted.folder)
    child.expect_exact("Connect codex? [y/N] ")
    if at == "the passphrase":
        child.sendline("y")
        child.expect_exact("Passphrase of owner: ")
        child.sendcontrol("c")
    else:
        child.sendline("")
    code, said = ended(child)
    assert (code, "mdt_" in said) == (130, False)
    assert run("status", "--json").json["head"] == before


def test_an_act_shows_what_it_changes_before_it_asks(adopted: Keyed) -> None:
    assert signed("principal", "enroll", "ines", "--role", "maintainer").code == 0
    child = terminal(ENTRY, "grant", "add", "ines", "keep", "--scope", "kind=state", cwd=adopted.folder)
    child.expect_exact("Grant that to ines? [y/N] ")
    assert "may use  – → keep on kind=state" in child.before
    child.sendline("n")
    assert ended(child)[0] == 130
    assert run("grant", "--json").json["grants"] == []


def test_a_request_is_shown_before_it_is_signed(adopted: Keyed) -> None:
    ines = enroll_ines(adopted)
    assert signed("policy", "set", "two.keep=yes").code == 0
    with desk_of(adopted, "ines", ines) as desk:
        desk.decide("keep", [KEPT], reason=Reason.OTHER, note="asked the office", seen=[seen(KEPT)], shown=Shown.OPENED)
    child = terminal(ENTRY, "cosign", "1", cwd=adopted.folder)
    child.expect_exact("Sign request 1 and apply it? [y/N] ")
    for words in ("ines asks for a second signature: keep", "asked the office", "pending-cleanup → active"):
        assert words in child.before
    child.sendline("y")
    child.expect_exact("Passphrase of owner: ")
    child.send("correct horse\r")
    assert ended(child)[0] == 0
    assert status_of(KEPT) == "active"


def test_a_request_that_was_exchanged_while_it_was_read_is_not_signed(adopted: Keyed) -> None:
    ines = enroll_ines(adopted)
    assert signed("policy", "set", "two.keep=yes", "two.stale=yes").code == 0
    digest = seen(KEPT)
    with desk_of(adopted, "ines", ines) as desk:
        desk.decide("keep", [KEPT], reason=Reason.OTHER, seen=[digest], shown=Shown.OPENED)
        child = terminal(ENTRY, "cosign", "1", "--yes", cwd=adopted.folder)
        child.expect_exact("Passphrase of owner: ")
        desk.decline(1)
        desk.decide("stale", [KEPT], reason=Reason.OTHER, seen=[digest], shown=Shown.OPENED)
        child.send("correct horse\r")
        code, _ = ended(child)
    assert code in (2, 4)
    assert status_of(KEPT) == "pending-cleanup"


HOSTILE = f"[@click=app.quit]x[/] {''.join(sign for sign in ATTACKS.values())} end"


def hostile_names(desk: Desk) -> None:
    """Somebody whose name, note and projects attack."""
    desk.authorize.enroll(HOSTILE, PrincipalKind.HUMAN, Role.MAINTAINER)
    desk.authorize.connect(f"bot{HOSTILE}", PrincipalKind.SERVICE, projects=[HOSTILE])
    who = next(one.id for one in desk.principals() if one.name == HOSTILE)
    desk.authorize.grant(who, ["keep"], scope=desk.authorize.scope([f"subject={HOSTILE}"]), note=HOSTILE)


def test_no_byte_of_a_name_reaches_the_terminal_raw(keyed: Keyed) -> None:
    with desk_of(keyed, ME, keyed.key) as desk:
        hostile_names(desk)
    commands = [("principal",), ("principal", "show", "p-0002"), ("principal", "show", HOSTILE), ("token",), ("grant",)]
    commands += [("key",), ("policy",), ("cosign",), ("log",), ("status",), ("principal", "show", f"no{HOSTILE}")]
    child = terminal(MANY, json.dumps(commands), cwd=keyed.folder)
    child.expect(pexpect.EOF)
    said = child.before
    assert said.count("left with 0") == len(commands) - 1
    assert raw(said) == []
    assert said.count("[@click=app.quit]x[/]") >= 6
    assert "\u241b" in said


def test_no_byte_of_a_name_drives_the_terminal_while_it_is_asked_about(keyed: Keyed) -> None:
    child = terminal(ENTRY, "principal", "enroll", HOSTILE, cwd=keyed.folder)
    child.expect_exact("known? [y/N] ")
    asked = child.before
    child.sendline("y")
    child.expect_exact("Passphrase of owner: ")
    asked += child.before
    child.send("correct horse\r")
    code, said = ended(child)
    assert code == 0, said
    assert raw(asked + said) == []


def test_the_json_of_a_hostile_name_is_ascii_and_keeps_it(keyed: Keyed) -> None:
    with desk_of(keyed, ME, keyed.key) as desk:
        hostile_names(desk)
    out = run("principal", "list", "--json").out
    assert out.isascii()
    assert not re.findall(r"[\x00-\x09\x0b-\x1f\x7f]", out)
    assert [one["name"] for one in json.loads(out)["principals"]][1] == HOSTILE


def test_secrets_are_not_shown(adopted: Keyed) -> None:
    child = terminal(ENTRY, "key", "new", "fresh", cwd=adopted.folder)
    for prompt in ("New passphrase of fresh: ", "again: "):
        child.expect_exact(prompt)
        child.send(f"{SECRET.decode()}\r")
    code, said = ended(child)
    assert (code, SECRET.decode() in said, "ssh-ed25519 AAAA" in said) == (0, False, True)
