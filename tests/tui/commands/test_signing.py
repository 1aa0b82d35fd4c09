"""Signing: what a store with keys asks for before it is decided at, and what it refuses."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from store.records.words import PrincipalKind, Reason, Role, Shown
from tests.keys import SECRET, key_pair, secret_fd
from tests.tui.cli import ENTRY, Done, environment, run
from tests.tui.commands.conftest import seen
from tests.tui.commands.keyed import ME, Keyed, become_maintainer, desk_of, detached, enroll_ines, signed
from tests.tui.commands.test_deciding import KEPT, STALE, status_of

KEEP = ("decide", "keep", KEPT, "--reason", "confirmed-still-true")


def keep(one: str = KEPT, secret: bytes = SECRET) -> Done:
    return signed("decide", "keep", one, "--reason", "confirmed-still-true", "--seen", seen(one), secret=secret)


def head() -> int:
    number = run("status", "--json").json["head"]
    assert isinstance(number, int)
    return number


@pytest.mark.usefixtures("adopted")
def test_a_decision_is_signed_and_names_the_key_on_stderr() -> None:
    done = keep()
    assert done.code == 0, done.err
    assert done.out.startswith("plan-")
    assert "Your key is key-0001" in done.err
    assert f"keep ({KEPT})" in done.err
    assert status_of(KEPT) == "active"
    assert run("log", "--action", "decision", "--json").lines[-1]["assurance"] == "signed"
    assert run("verify", "--replay").code == 0


@pytest.mark.usefixtures("adopted")
def test_a_plan_and_its_undo_are_signed_once_each() -> None:
    for one in (KEPT, STALE):
        assert run("plan", "stage", "keep", one, "--reason", "other", "--seen", seen(one)).code == 0
    applied = signed("plan", "apply", "--yes", "--json")
    assert applied.code == 0, applied.err
    assert applied.json["decisions"] == 2
    assert run("undo", applied.json["plan"], "--yes").code == 3
    unasked = signed("undo", applied.json["plan"])
    assert (unasked.code, "Nobody is here to be asked" in unasked.err) == (2, True)
    undone = signed("undo", applied.json["plan"], "--yes")
    assert undone.code == 0, undone.err
    assert status_of(KEPT) == "pending-cleanup"
    assert run("verify", "--replay").code == 0


@pytest.mark.usefixtures("adopted")
def test_a_wrong_passphrase_decides_nothing_and_is_3() -> None:
    before = head()
    done = keep(secret=b"wrong horse")
    assert (done.code, "not the passphrase" in done.err) == (3, True)
    assert (head(), status_of(KEPT)) == (before, "pending-cleanup")


@pytest.mark.usefixtures("adopted")
def test_a_descriptor_that_gives_nothing_decides_nothing() -> None:
    before, digest = head(), seen(KEPT)
    reading, writing = os.pipe()
    os.close(reading)
    os.close(writing)
    closed = run(*KEEP, "--seen", digest, "--passphrase-fd", str(reading))
    assert (closed.code, "descriptor" in closed.err) == (2, True)
    empty = secret_fd(b"")
    try:
        assert run(*KEEP, "--seen", digest, "--passphrase-fd", str(empty)).code == 3
    finally:
        os.close(empty)
    assert head() == before


def test_without_anybody_to_ask_it_is_3_and_says_how_to_give_it(adopted: Keyed) -> None:
    done = detached(*KEEP, "--seen", seen(KEPT), cwd=adopted.folder)
    assert (done.code, "--passphrase-fd N" in done.err) == (3, True)
    assert status_of(KEPT) == "pending-cleanup"


def test_a_passphrase_comes_through_a_descriptor_and_never_from_stdin(adopted: Keyed) -> None:
    fd = secret_fd(SECRET)
    try:
        done = detached(*KEEP, "--seen", seen(KEPT), "--passphrase-fd", str(fd), cwd=adopted.folder, fds=(fd,))
    finally:
        os.close(fd)
    assert done.code == 0, done.err
    piped = f"printf 'correct horse\\n' | setsid -w {shlex.quote(sys.executable)} -c '{ENTRY}' undo --yes"
    left = subprocess.run(["sh", "-c", piped], cwd=adopted.folder, env=environment(), capture_output=True, timeout=60)
    assert left.returncode == 3
    assert status_of(KEPT) == "active"


def test_what_is_refused_anyway_is_refused_before_a_key_is_asked_for(adopted: Keyed) -> None:
    done = detached("revoke", "grant-0001", cwd=adopted.folder)
    assert (done.code, "There is no grant grant-0001" in done.err) == (2, True)


def test_a_person_without_a_named_key_is_told_how_to_name_it(adopted: Keyed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(adopted.folder.parent / "another-machine"))
    done = keep()
    assert (done.code, "memdesk key use PATH" in done.err) == (3, True)
    assert run("key", "use", str(adopted.key.path)).code == 0
    assert keep().code == 0


@pytest.mark.usefixtures("adopted")
def test_a_name_that_is_only_claimed_signs_nothing() -> None:
    done = signed(*KEEP, "--seen", seen(KEPT), "--as", ME, "--json")
    assert (done.code, done.error["kind"]) == (3, "not-allowed")


def test_a_retired_person_is_a_stranger_who_is_not_even_asked_for_a_passphrase(adopted: Keyed) -> None:
    owner = enroll_ines(adopted)
    with desk_of(adopted, "ines", owner) as desk:
        desk.authorize.retire("p-0001")
    done = keep()
    assert (done.code, "nobody this store knows" in done.err) == (3, True)
    assert "Your key" not in done.err
    assert run("status").out.rstrip().endswith("nobody known here")


def test_a_maintainer_decides_within_the_grant_and_not_beyond(adopted: Keyed) -> None:
    become_maintainer(adopted, ("keep",), f"item={KEPT}")
    inside = keep()
    assert inside.code == 0, inside.err
    beyond = keep(STALE)
    assert (beyond.code, "No grant of yours covers keep" in beyond.err) == (3, True)
    assert "Your key" not in beyond.err
    other = signed("decide", "stale", KEPT, "--reason", "no-longer-true", "--seen", seen(KEPT))
    assert other.code == 3
    assert (status_of(KEPT), status_of(STALE)) == ("active", "pending-cleanup")
    shown = run("show", inside.out.strip(), "--json")
    assert shown.code == 0
    assert run("status").out.rstrip().endswith("maintainer")
    assert run("grant", "list", "--json").json["grants"][0]["used"] == 1


def test_an_auditor_reads_and_changes_nothing(adopted: Keyed) -> None:
    owner = enroll_ines(adopted)
    with desk_of(adopted, "ines", owner) as desk:
        desk.authorize.retire("p-0001")
        desk.authorize.enroll(ME, PrincipalKind.HUMAN, Role.AUDITOR)
    assert keep().code == 3
    assert run("principal", "list").code == 0
    assert run("status").out.rstrip().endswith("auditor")


@pytest.mark.usefixtures("adopted")
def test_where_the_policy_is_content_with_the_system_user_no_passphrase_is_asked() -> None:
    assert signed("policy", "set", "needs.keep=os-user").code == 0
    done = run(*KEEP, "--seen", seen(KEPT))
    assert done.code == 0, done.err
    assert "signature" not in done.err
    assert run("decide", "stale", KEPT, "--reason", "other", "--seen", seen(KEPT)).code == 3


@pytest.mark.usefixtures("adopted")
def test_an_agent_with_a_token_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    token = signed("connect", "codex", "--json").json["token"]
    digest = seen(KEPT)
    monkeypatch.setenv("MEMDESK_TOKEN", token)
    assert run("status").out.rstrip().endswith("codex, token")
    done = signed(*KEEP, "--seen", digest)
    assert done.code == 3
    assert "Your key" not in done.err
    monkeypatch.setenv("MEMDESK_TOKEN", "mdt_forged")
    assert run("status").code == 3


def test_what_two_people_must_sign_waits_for_the_second(adopted: Keyed) -> None:
    ines = enroll_ines(adopted)
    assert signed("policy", "set", "two.keep=yes").code == 0
    asked = keep()
    assert (asked.code, asked.out) == (6, "request 1\n")
    assert "a second person has to sign it (`memdesk cosign 1`)" in asked.err
    assert status_of(KEPT) == "pending-cleanup"
    assert "1 to cosign" in run("status").out
    own = signed("cosign", "1")
    assert (own.code, "yourself" in own.err) == (3, True)
    assert "yourself" in run("cosign").out
    with desk_of(adopted, "ines", ines) as desk:
        desk.hand.unlock(ines, bytearray(SECRET))
        desk.cosign(1)
    assert status_of(KEPT) == "active"
    assert run("verify", "--replay").code == 0
    assert run("cosign", "--json").json["requests"] == []


def test_a_request_of_another_is_signed_or_declined_here(adopted: Keyed) -> None:
    ines = enroll_ines(adopted)
    assert signed("policy", "set", "two.keep=yes", "two.stale=yes").code == 0
    with desk_of(adopted, "ines", ines) as desk:
        for verb, one in (("keep", KEPT), ("stale", STALE)):
            desk.decide(verb, [one], reason=Reason.OTHER, note="asked", seen=[seen(one)], shown=Shown.OPENED)
    assert len(run("cosign", "--json").json["requests"]) == 2
    assert run("cosign", "1").code == 2
    assert signed("cosign", "1", secret=b"wrong").code == 3
    done = signed("cosign", "1")
    assert done.code == 0, done.err
    assert done.out.startswith("plan-")
    assert "asked" in done.err
    assert (status_of(KEPT), status_of(STALE)) == ("active", "pending-cleanup")
    assert run("cosign", "decline", "2").code == 0
    assert run("cosign", "2", "--yes").code == 2
    assert run("cosign", "nonsense").code == 2
    assert run("cosign", "decline").code == 2
    assert status_of(STALE) == "pending-cleanup"


def test_the_json_of_what_waits_says_so(adopted: Keyed) -> None:
    enroll_ines(adopted)
    assert signed("policy", "set", "two.keep=yes", "two.grant=yes").code == 0
    asked = signed(*KEEP, "--seen", seen(KEPT), "--json")
    assert (asked.code, asked.json["waiting"], asked.json["plan"]) == (6, 1, "")


@pytest.mark.usefixtures("keyed")
def test_an_import_is_signed_too(template: Path) -> None:
    path = str(template / "memory" / "topics" / "workflows.md")
    nobody = run("import", path)
    assert (nobody.code, "Nobody is here to be asked" in nobody.err) == (2, True)
    assert run("import", path, "--yes").code == 3
    done = signed("import", path)
    assert done.code in (0, 6), done.err
    assert run("status", "--json").json["items"] > 0
    assert run("verify", "--replay").code == 0


def test_a_key_that_was_replaced_signs_no_more(adopted: Keyed) -> None:
    new = key_pair(adopted.key.path.parent, "new", b"second horse")
    fd = secret_fd(b"second horse\n" + SECRET)
    rotated = run("key", "rotate", "--new", str(new.path), "--passphrase-fd", str(fd))
    os.close(fd)
    assert rotated.code == 0, rotated.err
    assert keep().code == 3
    assert keep(secret=b"second horse").code == 0


def test_a_prompt_stands_even_where_the_key_cannot_be_used(adopted: Keyed) -> None:
    assert run("status", "--json").json["key"] == "key-0001"
    adopted.key.path.chmod(0o644)
    assert run("status").out.rstrip().endswith("owner, no key here")
    done = keep()
    assert (done.code, "Others can read the key" in done.err) == (3, True)
