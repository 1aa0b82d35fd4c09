"""The shapes of what the commands about who may decide write as JSON."""

from __future__ import annotations

import os
from pathlib import Path

from tests.keys import SECRET, key_pair, secret_fd
from tests.tui.cli import run
from tests.tui.commands.keyed import ME, Keyed, enroll_ines, signed
from tests.tui.commands.test_shapes import check


def test_the_shapes_of_authority_are_kept(keyed: Keyed) -> None:
    enroll_ines(keyed)
    check("connect", signed("connect", "codex", "--project", "cedar", "--expires", "90d", "--json"))
    check("principal-enroll", signed("principal", "enroll", "noor", "--role", "maintainer", "--json"))
    check("grant-add", signed("grant", "add", "noor", "keep", "--scope", "kind=state", "--depth", "1", "--json"))
    words = ("grant", "hand-on", "grant-0001", "ines", "keep", "--scope", "kind=state", "--json")
    assert signed(*words).code == 4  # an owner needs none
    check("token-new", signed("token", "new", "codex", "--json"))
    check("token-list", run("token", "list", "--json"))
    check("grant-list", run("grant", "list", "--json"))
    check("principal-list", run("principal", "list", "--json"))
    check("principal-show", run("principal", "show", "noor", "--json"))
    check("policy", run("policy", "--json"))
    check("policy-set", signed("policy", "set", "two.retire=yes", "--json"))
    check("status-keyed", run("status", "--json"))
    check("revoke", signed("revoke", "grant-0001", "--json"))
    check("token-revoke", signed("token", "revoke", "tok-0001", "--json"))
    asked = signed("principal", "retire", "noor", "--json")
    assert asked.code == 6
    check("waiting", asked)
    check("cosign", run("cosign", "--json"))
    check("cosign-decline", run("cosign", "decline", "1", "--json"))


def test_the_shapes_of_keys_are_kept(keyed: Keyed) -> None:
    check("key-list", run("key", "list", "--json"))
    second = key_pair(keyed.folder.parent, "second")
    check("key-add", signed("key", "add", ME, f"{second.path}.pub", "--json"))
    check("key-use", run("key", "use", str(second.path), "--json"))
    check("key-revoke", signed("key", "revoke", "key-0001", "--distrust-since", "4", "--json"))
    fd = secret_fd(SECRET + b"\n" + SECRET)
    try:
        check("key-rotate", run("key", "rotate", "--new", "third", "--passphrase-fd", str(fd), "--json"))
    finally:
        os.close(fd)
    check("key-new", signed("key", "new", "fourth", "--json"))


def test_the_shape_of_a_keyed_beginning_is_kept(keyed: Keyed) -> None:
    store = str(keyed.folder / "other.db")
    check("init-keyed", run("init", "--key", str(keyed.key.path), "--no-recovery", "--store", store, "--json"))


def test_the_shape_of_an_adoption_is_kept(sample: Path) -> None:
    key = key_pair(sample.parent)
    check("key-adopt", signed("key", "adopt", str(key.path), "--no-recovery", "--json"))
