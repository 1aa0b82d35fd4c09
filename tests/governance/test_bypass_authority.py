"""An agent under the same user id at a store with keys: through the command line, and through Python of its own."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from governance.desk import Desk
from store import log
from store.records.entry import Draft
from store.records.words import Action, Assurance, PrincipalKind
from tests.builders import MIRA
from tests.governance.builders import head, rows, seen
from tests.governance.bypassing import appended
from tests.governance.signed import (
    DAYS,
    a_key,
    a_maintainer,
    a_person,
    a_signed_desk,
    alarms,
    an_item,
    fault,
    findings,
    forge,
    signed,
    signer,
    sit_down,
    slip_in,
    vouched,
)
from tests.keys import SECRET, secret_fd

ROOT = Path(__file__).parents[2]
ME = pwd.getpwuid(os.getuid()).pw_name
CLI = "from tui.cli import main; main()"


class Scene(NamedTuple):
    """A store whose owner is the very user who runs the agent, and an item that waits."""

    desk: Desk
    item: str
    seen: str
    token: str
    """Of an agent that was connected."""

    def state(self) -> tuple[Any, ...]:
        return head(self.desk), rows(self.desk)


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with a_signed_desk(tmp_path, who=ME) as desk:
        item = an_item(desk, status="pending-cleanup")
        _, token = signed(desk, lambda: desk.authorize.connect("codex", PrincipalKind.AGENT))
        yield Scene(desk, item, seen(desk, item)[0], token)


def run(
    scene: Scene, code: str, *arguments: str, fd: int | None = None, **env: str
) -> subprocess.CompletedProcess[str]:
    """A process of the same user, with the owner's own folders, and no terminal."""
    homes = scene.desk.path.parent / "homes" / ME
    known = {"XDG_CONFIG_HOME": str(homes), "XDG_STATE_HOME": str(homes), "MEMDESK_STORE": str(scene.desk.path)}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT, env={**os.environ, **known, **env}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False, start_new_session=True, pass_fds=() if fd is None else (fd,),
    )  # fmt: skip


KEY_HERE = "memdesk"  # the folder of settings below XDG_CONFIG_HOME


@pytest.mark.parametrize(
    ("extra", "env", "said"),
    [
        ([], {}, "No key of yours is named on this machine"),
        (["--as", ME], {}, "only a name that was given"),
        (["--as", "owner"], {}, "only a name that was given"),
        ([], {"USER": "owner", "LOGNAME": "owner", "HOME": "/nowhere"}, "No key of yours"),
        ([], {"MEMDESK_TOKEN": "theirs"}, "agents propose and people decide"),
        ([], {"MEMDESK_TOKEN": "mdt_made-up"}, "is not one of this store"),
        ([], {"SSH_ASKPASS": "/bin/false", "SSH_ASKPASS_REQUIRE": "force"}, "No key of yours"),
    ],
    ids=[
        "no key",
        "the owner's name",
        "another name",
        "another environment",
        "its token",
        "a made-up token",
        "askpass",
    ],
)
def test_the_command_line_decides_nothing_for_an_agent_that_gives(
    scene: Scene, extra: list[str], env: dict[str, str], said: str
) -> None:
    """Refused: exit 3, and nothing changed. Without its token an agent is the system user, who has no key to show."""
    before = scene.state()
    given: dict[str, Any] = {name: scene.token if value == "theirs" else value for name, value in env.items()}
    done = run(scene, CLI, *extra, "decide", "keep", scene.item, "--seen", scene.seen, "--reason", "other", **given)
    assert (done.returncode, done.stdout) == (3, ""), done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert scene.state() == before


def test_nor_where_the_owners_key_is_named_and_the_agent_does_not_know_the_passphrase(scene: Scene) -> None:
    config = scene.desk.homes.config
    (config.parent / KEY_HERE).symlink_to(config)
    before = scene.state()
    asks = ["decide", "keep", scene.item, "--seen", scene.seen, "--reason", "other"]
    blind = run(scene, CLI, *asks, XDG_CONFIG_HOME=str(config.parent))
    assert (blind.returncode, "there is no terminal to ask at" in blind.stderr) == (3, True), blind.stderr
    fd = secret_fd(b"a guess")
    guess = run(scene, CLI, "--passphrase-fd", str(fd), *asks, fd=fd, XDG_CONFIG_HOME=str(config.parent))
    os.close(fd)
    assert (guess.returncode, "not the passphrase" in guess.stderr) == (3, True), guess.stderr
    assert scene.state() == before
    fd = secret_fd(SECRET)
    good = run(scene, CLI, "--passphrase-fd", str(fd), *asks, fd=fd, XDG_CONFIG_HOME=str(config.parent))
    os.close(fd)
    assert good.returncode == 0, good.stderr
    assert scene.desk.item(scene.item).row.status == "active"


@pytest.mark.parametrize(
    "words",
    [
        ["principal", "enroll", "mallory", "--role", "owner"],
        ["grant", "add", "ines", "keep"],
        ["policy", "set", "needs.keep=os-user"],
        ["principal", "retire", "ines"],
        ["undo"],
    ],
    ids=["enrols an owner", "grants", "weakens the policy", "retires somebody", "undoes"],
)
def test_nor_does_it_change_who_may_decide_when_it(scene: Scene, words: list[str]) -> None:
    a_person(scene.desk, "ines").close()
    before = scene.state()
    for token in ("", scene.token):
        done = run(scene, CLI, *words, MEMDESK_TOKEN=token)
        assert (done.returncode, done.stdout) == (4 if words == ["undo"] and not token else 3, ""), done.stderr
        assert "Traceback" not in done.stderr
    assert scene.state() == before


JUDGE = """
import pathlib, sys
from governance import settling
from governance.authority import acting, judge
from governance.authority.judge import Judged
from governance.authority.people import Person
from governance.desk import Desk
from governance import committing
from store.database import Store
from store.records.words import Assurance, Reason, Shown
settling.judge = lambda auth, case: Judged(None)
committing._assurance = lambda desk, auth, compiled: Assurance.OS_USER
desk = Desk(Store(pathlib.Path(sys.argv[1])), lambda: int(sys.argv[4]), Person(sys.argv[5], Assurance.OS_USER))
done = desk.decide("keep", [sys.argv[2]], {}, reason=Reason.OTHER, seen=[sys.argv[3]], shown=Shown.OPENED)
print(done.plan)
"""


def test_a_process_that_silences_its_own_judge_appends_what_every_other_desk_tells_of(scene: Scene) -> None:
    """Found: by `verify`, and by the alarm of any desk that is opened or open; the row moved, and can be undone."""
    now = str(scene.desk.now())
    done = run(scene, JUDGE, str(scene.desk.path), scene.item, scene.seen, now, ME)
    assert done.returncode == 0, done.stderr
    plan = done.stdout.strip()
    assert fault(scene.desk, plan) == "keep needs `signed`, and it is only `os-user`"
    sentence = f"{plan} may not have been decided so: keep needs `signed`, and it is only `os-user`."
    assert findings(scene.desk) == [sentence]
    assert alarms(scene.desk) == ["forged"]
    with sit_down(scene.desk.path.parent, ME, scene.desk._clock) as fresh:
        assert alarms(fresh) == ["forged"]
    signed(scene.desk, lambda: scene.desk.undo(plan))
    assert scene.desk.item(scene.item).row.status == "pending-cleanup"


# through Python, in a process of its own

KEEP = {"set": {"status": "active"}, "before": {"status": "pending-cleanup"}}


def a_keep(scene: Scene, **more: Any) -> Draft:
    return Draft(Action.REVIEW, (scene.item,), {**KEEP, **more})


def told(desk: Desk, sentence: str) -> None:
    """`verify` says so, and the desk alarms."""
    assert sentence in " ".join(findings(desk))
    assert alarms(desk) == ["forged"]


def test_an_entry_through_the_write_door_is_found(scene: Scene) -> None:
    """Found: verify and alarm."""
    appended(scene.desk, a_keep(scene, verb="keep", reason="other", shown="opened"))
    told(scene.desk, f"Entry {head(scene.desk)} (review) was decided by nobody.")


def test_an_entry_that_names_the_plan_of_another_is_found(scene: Scene) -> None:
    """Found: verify and alarm."""
    plan = scene.desk.plans()[0].plan
    appended(scene.desk, a_keep(scene, verb="keep")._replace(refs=(plan,)))
    told(scene.desk, f"calls itself an effect of {plan}, which did not decide it.")


def test_a_made_up_plan_is_found(scene: Scene, tmp_path: Path) -> None:
    """Found: verify and alarm, whatever it says of itself."""
    mallory = signer(a_key(tmp_path, "mallory"))
    a_maintainer(scene.desk, "ines", "defer").close()
    ines = signer(a_key(tmp_path, "ines"))
    for more, said in (
        ({}, "keep needs `signed`"),
        ({"assurance": Assurance.SIGNED}, "it says `signed` and bears no signature"),
        ({"assurance": Assurance.TOKEN}, "a token decides nothing for one"),
        ({"signers": [mallory]}, "is no live key of anybody"),
        ({"signers": [ines]}, "p-0001 did not sign it"),
        ({"signers": [ines], "who": "p-0003", "grants": ["grant-0001"]}, "does not cover keep"),
        ({"who": "p-0002", "assurance": Assurance.TOKEN}, "is an agent, and agents decide nothing"),
        ({"who": "p-0099"}, "is nobody this store knows"),
    ):
        plan = forge(scene.desk, "keep", [scene.item], a_keep(scene), **more)
        assert said in (fault(scene.desk, plan) or "")
        assert f"{plan} may not have been decided so" in " ".join(findings(scene.desk))
    assert alarms(scene.desk) == ["forged"]


def test_a_signature_that_is_too_old_for_its_entry_is_found(scene: Scene, tmp_path: Path) -> None:
    """Found: a text that was signed and kept back is not applied later."""
    owner = signer(a_key(tmp_path, "owner"))
    now = scene.desk.now()
    plan = forge(scene.desk, "keep", [scene.item], a_keep(scene), signers=[owner], expires=now, at=now + DAYS)
    told(scene.desk, f"{plan} may not have been decided so: its signature had expired.")


def test_a_decision_about_another_store_is_found(scene: Scene, tmp_path: Path) -> None:
    """Found: the same person signs for many stores with one key, and each text names its own."""
    owner = signer(a_key(tmp_path, "owner"))
    plan = forge(scene.desk, "keep", [scene.item], a_keep(scene), signers=[owner], store="store-" + "0" * 32)
    told(scene.desk, f"The text of {plan} (entry {head(scene.desk) - 1}) was decided for another store.")


def test_a_decision_on_a_head_that_never_was_is_found(scene: Scene, tmp_path: Path) -> None:
    """Found, and refused by every door of ours."""
    owner = signer(a_key(tmp_path, "owner"))
    draft = a_keep(scene, verb="keep", reason="other", shown="opened")
    plan = vouched(scene.desk, "keep", [scene.item], draft, signers=[owner], head=(3, "0" * 64))
    with pytest.raises(Exception, match="decided on another log"):
        slip_in(scene.desk, plan)
    words = {"v": 1, "text": plan.text, "signatures": list(plan.signatures)}
    decision = Draft(Action.DECISION, ("plan-2026-06-01-777",), {"assurance": "signed", "undoes": None}, words)
    appended(scene.desk, decision, draft._replace(refs=("plan-2026-06-01-777",)))
    told(scene.desk, "was decided on a head that is not in this log.")


def test_enrolling_itself_or_granting_itself_through_python_counts_for_nothing(scene: Scene, tmp_path: Path) -> None:
    """Found, and without effect: nobody is enrolled, nothing is granted."""
    key = a_key(tmp_path, "mallory")
    people, grants = scene.desk.principals(), scene.desk.grants()
    enroll = Draft(Action.ENROLL, ("new:1",), {"kind": "human", "role": "owner"}, {"v": 1, "name": "mallory"})
    adds = Draft(
        Action.KEY,
        ("new:2", "new:1"),
        {"principal": "new:1", "role": "signing", "replaces": None},
        {"v": 1, "public": key.public.line},
    )
    to_owner = adds._replace(subjects=("new:1", MIRA), effect={**adds.effect, "principal": MIRA})
    bounds = {"v": 1, "scope": [], "expires": None, "depth": 3, "count": None}
    given = {"grantee": "p-0002", "verbs": ["keep"], "parent": None, "constitutional": False}
    for verb, *drafts in (
        ("enroll", enroll, adds),
        ("add-key", to_owner),
        ("grant", Draft(Action.GRANT, ("new:1", "p-0002"), given, bounds)),
    ):
        for signers in ((), (signer(key),)):
            forge(scene.desk, str(verb), [], *drafts, signers=signers)
    assert (scene.desk.principals(), scene.desk.grants()) == (people, grants)
    assert alarms(scene.desk) == ["forged"]
    with scene.desk.store.reading() as conn:
        assert log.head(conn)[0] == head(scene.desk)
