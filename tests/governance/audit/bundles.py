"""Stores with everything an auditor may meet, their bundles, and the program that checks one."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from governance.audit.checker.log import dumps
from governance.audit.checker.signed import main
from governance.audit.evidence import write_evidence
from governance.audit.witness import Witness
from governance.audit.witnessing import erased, moved, opened, sign_checkpoint
from governance.authority.people import Person
from governance.authority.reading import authority_at
from governance.desk import Desk
from governance.seat import Homes
from store import log
from store.database import Store
from store.purge import purge
from store.records.entry import Draft
from store.records.words import Action, Assurance
from tests.builders import AT, DAY, MIRA, a_capture, did
from tests.governance.audit.makers import (
    MINUTE,
    a_corrected,
    a_kept,
    a_keyed_store,
    a_plan_of,
    a_signer,
    a_witness,
    head,
    store_id,
)

FIRST, SECOND, RECOVERY, THIRD = a_signer(1), a_signer(2), a_signer(3), a_signer(4)


SAMPLED = 12
"""How many places of a file are tried; the first and the last byte always are."""


class World(NamedTuple):
    """A store with everything that an auditor may meet."""

    store: Store
    witness: Witness

    def write(self, target: Path, **asked: Any) -> Any:
        """Write a bundle."""
        with self.store.reading() as conn:
            return write_evidence(conn, target, auth=authority_at(conn), witness=self.witness, **asked)


def a_world(folder: Path, *, keyless: bool = False) -> World:
    """A store and its witness, with nothing but genesis."""
    store = a_keyed_store(folder) if keyless else a_keyed_store(folder, FIRST, RECOVERY)
    world = World(store, a_witness(folder, store))
    with store.reading() as conn:
        assert opened(conn, world.witness, []) is None
    return world


def a_key(number: int, public: str, verb: str, replaces: str | None = None) -> Draft:
    """A key that a plan makes somebody's."""
    effect = {"verb": verb, "reason": "needed", "principal": MIRA, "role": "signing", "replaces": replaces}
    names = (f"new:{number}", MIRA, *([replaces] if replaces else []))
    return Draft(Action.KEY, names, effect, {"v": 1, "public": public})


def a_revocation(key: str, since: int | None) -> Draft:
    """A key that signs no more."""
    return Draft(Action.KEY_REVOKED, (key, MIRA), {"verb": "revoke-key", "reason": "needed", "since": since})


def a_full_world(folder: Path) -> World:
    """Plans, a rotation, a revocation with a ratified plan, a freed verb, an erasure, a checkpoint, a succession."""
    world = a_world(folder)
    store, told, homes = world.store, world.witness, Homes(folder / "config", folder / "state")
    a_kept(store, FIRST, witness=told)
    a_corrected(store, "mem-2026-06-01-001", FIRST, witness=told)
    rotation = a_key(1, SECOND.public.line, "rotate-key", "key-0001")
    a_plan_of(store, "rotate-key", ["key-0001"], rotation, signers=(FIRST, SECOND), witness=told, at=AT + MINUTE)
    adding = a_key(1, THIRD.public.line, "add-key")
    a_plan_of(store, "add-key", [MIRA], adding, signers=(SECOND,), witness=told, at=AT + MINUTE)
    doubtful = a_kept(store, THIRD, witness=told, at=AT + 2 * MINUTE)
    revoking = a_revocation("key-0004", doubtful[0].seq)
    a_plan_of(store, "revoke-key", ["key-0004"], revoking, signers=(SECOND,), witness=told, at=AT + 2 * MINUTE)
    ratifying = Draft(Action.RATIFY, (doubtful[0].subjects[0],), {"verb": "ratify", "reason": "needed"})
    a_plan_of(store, "ratify", [doubtful[0].subjects[0]], ratifying, signers=(SECOND,), witness=told, at=AT + MINUTE)
    with Desk(Store(store.path), lambda: AT + 3 * MINUTE, Person("mira", Assurance.OS_USER), homes=homes) as desk:
        desk.hand._signer = a_signer(2)
        desk.authorize.set_policy({"needs.stale": "os-user"})
    a_kept(store, witness=told, words="freed by policy", at=AT + 3 * MINUTE)
    (secret,) = did(store, a_capture("quokka secret"))
    purge(store, [secret.seq], at=AT, actor=MIRA, day=DAY)
    with store.reading() as conn:
        erasure = log.entry(conn, head(store)[0])
    assert erasure is not None
    assert erased(told, erasure) is None
    lost = {"v": 1, "abandoned": [[7, "a" * 64]]}
    giving_up = Draft(Action.SUCCESSION, (store_id(store),), {"verb": "succession", "reason": "needed"}, lost)
    a_plan_of(store, "succession", [], giving_up, signers=(SECOND,), witness=told, at=AT + 4 * MINUTE)
    told.note_head(7, "a" * 64)
    sign_checkpoint(told, head(store), SECOND)
    did(store, a_capture("wombat retries"), at=AT + 5 * MINUTE)
    assert moved(told, head(store)) is None
    return world


def checked(folder: Path) -> tuple[int, str]:
    """Run the program in the bundle, alone: no site-packages, no memdesk, no settings."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-B", str(folder / "check.py")],
        cwd="/",
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


def here(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The same program in this process, which is quicker."""
    code = main(folder)
    return code, capsys.readouterr().out


def flipped(raw: bytes, at: int, bit: int = 0) -> bytes:
    return raw[:at] + bytes([raw[at] ^ (1 << bit)]) + raw[at + 1 :]


def vouched_again(folder: Path) -> None:
    """Make the manifest agree with what stands there, as somebody would who changes a bundle with care."""
    path = folder / "manifest.json"
    told = json.loads(path.read_bytes())
    del told["digest"]
    told["files"] = {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest()
        for name in told["files"]
        if (folder / name).exists()
    }
    for name in ("payloads", "witness"):
        told["counts"][name] = (folder / f"{name}.jsonl").read_bytes().count(b"\n")
    told["digest"] = hashlib.sha256(dumps(told)).hexdigest()
    path.write_text(json.dumps(told, sort_keys=True, indent=1) + "\n")
