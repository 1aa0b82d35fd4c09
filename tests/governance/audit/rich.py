"""One store with every shape of a decision that there is, each made by the real desk."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from governance.desk import Desk
from store.records.views import Applied
from store.records.words import KeyRole, PrincipalKind, Role
from tests.builders import MIRA
from tests.clock import StillClock
from tests.governance.builders import decide, head, stage
from tests.governance.intake.memories import item, put, topic
from tests.governance.signed import (
    DAYS,
    a_key,
    a_maintainer,
    a_person,
    a_service,
    a_signed_desk,
    an_item,
    grant,
    id_of,
    new_id,
    signed,
    signer,
    with_token,
)

ROOT = Path(__file__).parents[3]
KILLED = """
import os, pathlib, signal, sys
import governance.importing
from tests.governance.signed import a_key, signed, sit_down
folder, really = pathlib.Path(sys.argv[1]), governance.importing.import_memory
governance.importing.import_memory = lambda *a, **k: really(*a, **{**k, "batch": 7})
desk = sit_down(folder)
def die(done, of):
    if done >= 14:
        os.kill(os.getpid(), signal.SIGKILL)
signed(desk, lambda: desk.import_memory(folder / "notes", progress=die), key=a_key(folder, "owner"))
"""
"""An import that dies in the middle."""


class Rich(NamedTuple):
    """The desk of its owner, and the plans that a test asks for by name."""

    desk: Desk
    plans: dict[str, str]


def a_rich_store(folder: Path) -> Rich:
    """Imports, people, grants, services, two people, policies, keys that come and go, undos, lost heads."""
    desk = a_signed_desk(folder, StillClock(), recovery=True)
    plans: dict[str, str] = {}
    _imported(desk, folder)
    ines = a_maintainer(desk, "ines", "stale", "undo", "keep", depth=1)
    _handed_on(desk, ines)
    plans["unsigned"] = _freed(desk)
    plans["co-signed"] = _of_two(desk, ines)
    plans["service"] = _by_a_service(desk)
    _keys(desk, ines, folder, plans)
    _undone(desk, plans)
    desk._witness.note_head(head(desk) + 9, "a" * 64)
    signed(desk, desk.succeed)
    signed(desk, desk.witness_sign)
    ines.close()
    return Rich(desk, plans)


def _imported(desk: Desk, folder: Path) -> None:
    """An import that was cut off, one that goes on with it, and a further one."""
    many = "\n".join(item(f"fact {n}", f"mem-2026-05-11-{n:03}") for n in range(1, 30))
    memory = put(folder / "notes", {"memory.md": f"# Memory\n\n{many}", "topics/x.md": topic(item("in a topic", None))})
    done = subprocess.run([sys.executable, "-c", KILLED, str(folder)], cwd=ROOT, env=os.environ, check=False)
    assert done.returncode == -signal.SIGKILL
    put(memory, {"memory.md": "# Memory\n\n" + item("written meanwhile", "mem-2026-05-12-001")})
    assert signed(desk, lambda: desk.import_memory(memory)).resumed
    more = put(folder / "more", {"memory.md": "# More\n\n" + item("more", "mem-2026-05-13-001")})
    assert signed(desk, lambda: desk.import_memory(more)).new == 1


def _handed_on(desk: Desk, ines: Desk) -> None:
    """A grant of a grant, which the owner ends; a grantee's own decision; somebody who leaves."""
    owner_only = grant(desk, id_of(ines), "keep", depth=1, expires=desk.now() + DAYS)
    with a_maintainer(desk, "jon", "cool") as jon:
        below = grant(ines, id_of(jon), "keep", parent=owner_only, expires=desk.now() + DAYS // 2)
        signed(jon, lambda: decide(jon, "keep", an_item(desk, status="pending-cleanup"), note="still so"))
        signed(ines, lambda: ines.authorize.revoke(below, note="not needed"))
        signed(desk, lambda: desk.authorize.retire(id_of(jon)))


def _freed(desk: Desk) -> str:
    """What the policy lets the system user decide."""
    signed(desk, lambda: desk.authorize.set_policy({"needs.keep": "os-user", "needs.cool": "os-user"}))
    plan = decide(desk, "keep", an_item(desk, status="pending-cleanup")).plan
    signed(desk, lambda: desk.authorize.set_policy({"needs.cool": "signed", "signature_minutes": "20"}, note="less"))
    decide(desk, "keep", an_item(desk, status="pending-cleanup"))
    return plan


def _of_two(desk: Desk, ines: Desk) -> str:
    """A plan that waited for its second signature, its undo by two, and an act of authority by two owners."""
    with a_person(desk, "noor", Role.OWNER) as noor:
        signed(desk, lambda: desk.authorize.set_policy({"two.stale": "yes", "two.undo": "yes", "two.policy": "yes"}))
        plan = _both(ines, desk, lambda: decide(desk, "stale", an_item(desk)))
        _both(desk, ines, lambda: ines.undo(plan))
        _both(noor, desk, lambda: desk.authorize.set_policy({"two.undo": "no", "two.policy": "no"}))
    return plan


def _both(second: Desk, first: Desk, act: Callable[[], Applied]) -> str:
    """Let one person ask, and another sign too; the plan."""
    waiting = signed(first, act).waiting
    assert waiting is not None
    return signed(second, lambda: second.cosign(waiting)).plan


def _by_a_service(desk: Desk) -> str:
    """A service under a constitutional grant, with a second token; an agent."""
    cron, who = a_service(desk)
    grant(desk, who, "defer", "cool", constitutional=True, expires=desk.now() + 10 * DAYS, count=5)
    with cron:
        plan = decide(cron, "cool", an_item(desk)).plan
    applied, token = signed(desk, lambda: desk.authorize.issue_token(who, projects=["gateway"]))
    with with_token(desk, token) as again:
        decide(again, "defer", an_item(desk))
    signed(desk, lambda: desk.authorize.revoke_token(new_id(applied.ids, "tok-")))
    signed(desk, lambda: desk.authorize.connect("scout", PrincipalKind.AGENT))
    return plan


def _keys(desk: Desk, ines: Desk, folder: Path, plans: dict[str, str]) -> None:
    """A key that is added and stolen, plans of it that are ratified and undone, and a rotation of each role."""
    stolen, newer, saved = (a_key(folder, name) for name in ("stolen", "newer", "saved"))
    applied = signed(desk, lambda: desk.authorize.add_key(MIRA, stolen.public.line, note="for the laptop"))
    name, since = new_id(applied.ids, "key-"), head(desk) + 1
    both = [an_item(desk), an_item(desk)]
    plans["ratified"], plans["undone"] = (
        signed(desk, partial(decide, desk, "cool", one), key=stolen).plan for one in both
    )
    who = id_of(ines)
    signed(desk, lambda: desk.authorize.grant(who, ["defer"]), key=stolen)
    signed(desk, lambda: desk.authorize.set_policy({"needs.cool": "os-user"}), key=stolen)
    puppet = a_key(folder, "puppet").public.line
    enrolled = partial(desk.authorize.enroll, "puppet", PrincipalKind.HUMAN, Role.OWNER, public=puppet)
    plans["ended"] = signed(desk, enrolled, key=stolen).plan
    signed(desk, lambda: desk.authorize.revoke_key(name, since=since))
    signed(desk, lambda: desk.authorize.ratify(plans["ratified"], note="it was me"))
    signed(desk, lambda: desk.undo(plans["undone"]))
    known = desk.keys()
    owned = next(key.id for key in known if key.principal == MIRA and key.role is KeyRole.SIGNING)
    plans["rotated"] = signed(desk, lambda: desk.authorize.rotate_key(owned, signer(newer))).plan
    desk.use_key(newer.path)
    old = next(key.id for key in known if key.role is KeyRole.RECOVERY)
    recovery = a_key(folder, "recovery")
    signed(desk, lambda: desk.authorize.rotate_key(old, signer(saved)), key=recovery)


def _undone(desk: Desk, plans: dict[str, str]) -> None:
    """Verbs that make an item, an undo and the undo of that, a plan of several decisions."""
    first, second = an_item(desk), an_item(desk)
    plans["merge"] = signed(desk, lambda: decide(desk, "merge", first, second, text="folded")).plan
    corrected = signed(desk, lambda: decide(desk, "correct", an_item(desk), text="corrected words")).plan
    undone = signed(desk, lambda: desk.undo(corrected)).plan
    plans["undo of an undo"] = signed(desk, lambda: desk.undo(undone)).plan
    for verb, one in (("defer", an_item(desk)), ("cool", an_item(desk))):
        stage(desk, verb, one, note="both at once")
    plans["of several"] = signed(desk, desk.apply).plan
