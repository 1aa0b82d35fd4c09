"""Pictures of who may, of signing and of what waits for a signature, looked at by a person before they are kept."""

from __future__ import annotations

import hashlib
import itertools
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.pilot import Pilot

from store.records.views import Alarm
from store.records.words import PrincipalKind, Role
from tests.tui.desks import opened, press, sample_store, settle
from tests.tui.keyed import decided, enrolled, keyed_store, principal, signing, sits, type_in
from tui.app import DeskApp
from tui.settings import Settings

Keys = Callable[[Pilot[Any]], Awaitable[None]]
DAY = 86_400_000_000
ALARM = Alarm(
    code="cut",
    sentence="The log ends at entry 560, and a witness knows entry 562.",
    hint="Somebody put an older copy of the file in its place: decide nothing before you know who.",
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is called the same on every machine, a person who is, and chance that is none."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pwd.getpwuid", lambda _uid: SimpleNamespace(pw_name="mira"))
    numbers = itertools.count(1)
    monkeypatch.setattr("secrets.token_hex", lambda n=32: f"{next(numbers):0{2 * n}x}")
    monkeypatch.setattr("secrets.token_urlsafe", lambda _n=32: f"token-{next(numbers)}")
    monkeypatch.setattr("os.urandom", lambda n: hashlib.sha512(next(numbers).to_bytes(8, "big")).digest()[:n])
    # What is imported names the folder of this checkout; a header that is shown must not depend on it.
    monkeypatch.setattr("store.seal.commitment", lambda salt, _body: hashlib.sha256(salt).hexdigest())
    for name in ("TMUX", "STY", "ZELLIJ"):
        monkeypatch.delenv(name, raising=False)
    return Path()


def team(folder: Path) -> Path:
    """A store with an owner, a maintainer with grants, one it was handed on to, an auditor, an agent and a service."""
    store = keyed_store(folder, anew=True)
    enrolled(store, "ines", Role.MAINTAINER, folder)
    enrolled(store, "jon", Role.MAINTAINER, folder)
    enrolled(store, "olga", Role.AUDITOR, folder)
    with opened(store) as desk:
        now = desk.now()
        signing(desk).authorize.connect("codex", PrincipalKind.AGENT, projects=["cedar"], expires=now + 90 * DAY)
        signing(desk).authorize.connect("nightly", PrincipalKind.SERVICE, projects=["cedar"])
        ines, jon, nightly = (principal(desk, name) for name in ("ines", "jon", "nightly"))
        scope = desk.authorize.scope(["kind=state"])
        signing(desk).authorize.grant(ines, ["keep", "stale", "defer"], scope=scope, expires=now + 60 * DAY, depth=1)
        signing(desk).authorize.grant(
            nightly, ["defer"], scope=scope, expires=now + 30 * DAY, constitutional=True, count=100
        )
        signing(desk).authorize.grant(jon, ["keep"])
        signing(desk).authorize.revoke("grant-0003")
        signing(desk).authorize.set_policy({"needs.defer": "os-user", "two.stale": "yes", "grant_days": "90"})
    with sits(store, "ines") as desk:
        scope = desk.authorize.scope(["kind=state", "subject=host:*"])
        signing(desk).authorize.grant(jon, ["keep"], scope=scope, expires=now + 30 * DAY, parent="grant-0001")
    settings = Path(os.environ["XDG_CONFIG_HOME"]) / "memdesk" / "keys.json"
    settings.write_text(settings.read_text().replace(f"{Path.cwd()}/", "keys/"))
    Path("keys").symlink_to(".")
    return store


def asked(folder: Path) -> Path:
    """The same, with a plan of a second owner that waits for the first one's signature."""
    store = team(folder)
    enrolled(store, "lena", Role.OWNER, folder)
    with sits(store, "lena") as desk:
        decided(signing(desk), "stale", 1, "the host was moved")
    return store


def app_on(store: Path, **settings: Any) -> DeskApp:
    return DeskApp(store, Settings(**settings), opener=opened, live=False)


def keys(*pressed: str) -> Keys:
    async def run(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        for key in pressed:
            if key.startswith("type "):
                await type_in(pilot, key.removeprefix("type "))
            else:
                await press(pilot, key)
        await settle(pilot)

    return run


SIGN = ("2", "y", "enter", "ctrl+s")


@pytest.mark.parametrize(
    ("size", "pressed", "settings"),
    [
        ((120, 40), ("W", "j"), {}),
        ((80, 24), ("W",), {"theme": "memdesk-light"}),
        ((80, 24), ("W", "j", "enter"), {}),
        ((120, 40), ("W", "W"), {"theme": "memdesk-light"}),
        ((120, 40), ("W", "W", "W"), {}),
        ((80, 24), ("W", "W", "W"), {}),
        ((120, 40), ("W", "W", "W", "W"), {}),
        ((120, 40), ("W", "W", "W", "W", "W"), {"ascii": True}),
        ((120, 40), ("W", "colon"), {}),
        ((120, 40), ("W", "j", "colon", "type grant", "enter", "type keep stale", "tab", "type kind=sta"), {}),
        ((120, 40), SIGN, {}),
        ((80, 24), SIGN, {"theme": "memdesk-light"}),
        ((120, 40), (*SIGN, "type wrong", "enter"), {}),
        ((120, 40), ("W", "j", "colon", "type retire", "enter", "enter"), {}),
        ((120, 40), ("L", "G", "enter"), {}),
    ],
    ids=[
        "people", "people-80x24", "person-80x24", "keys-light", "grants", "grants-80x24", "policy", "tokens-ascii",
        "menu", "grant-form", "sign", "sign-80x24-light", "sign-error", "retire", "entry",
    ],
)  # fmt: skip
def test_who_may_and_signing_look_as_they_did(
    place: Path, snap_compare: Any, size: tuple[int, int], pressed: tuple[str, ...], settings: dict[str, Any]
) -> None:
    store = team(place)
    if "L" in pressed:
        with opened(store) as desk:
            decided(signing(desk), "keep")
    assert snap_compare(app_on(store, **settings), terminal_size=size, run_before=keys(*pressed))


@pytest.mark.parametrize(
    ("size", "pressed", "settings"),
    [((120, 40), (), {}), ((80, 24), (), {"theme": "memdesk-light"}), ((120, 40), ("enter",), {})],
    ids=["home", "home-80x24-light", "dialog"],
)
def test_a_request_looks_as_it_did(
    place: Path, snap_compare: Any, size: tuple[int, int], pressed: tuple[str, ...], settings: dict[str, Any]
) -> None:
    assert snap_compare(app_on(asked(place), **settings), terminal_size=size, run_before=keys(*pressed))


@pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])
def test_an_alarm_looks_as_it_did(
    place: Path, snap_compare: Any, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    monkeypatch.setattr("governance.desk.Desk.alarms", lambda _self: (ALARM,), raising=False)
    assert snap_compare(app_on(keyed_store(place, anew=True)), terminal_size=size, run_before=keys("2"))


def test_adopting_a_key_looks_as_it_did(place: Path, snap_compare: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("governance.desk.keycase.free_path", lambda _store, name: Path("keys", name))
    app = app_on(sample_store(place, anew=True))
    assert snap_compare(app, terminal_size=(120, 40), run_before=keys("W", "colon", "type adopt", "enter"))
