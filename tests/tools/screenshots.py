"""Draw the screens of the README: the sample memory, a fixed clock, keys pressed as a person would.

python -m tests.tools.screenshots [FOLDER]
"""

from __future__ import annotations

import asyncio
import itertools
import os
import pwd
import re
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from store.records.words import PrincipalKind, Role
from tests.tui.desks import captured_store, opened, press, sample_store, settle, still
from tests.tui.keyed import decided, enrolled, keyed_store, principal, signing, sits
from tui.app import DeskApp
from tui.settings import Settings

FOLDER = Path(__file__).parents[2] / "screenshots"
SHOTS: tuple[tuple[str, tuple[int, int], tuple[str, ...], Settings], ...] = (
    ("home", (120, 34), ("0",), Settings()),
    ("pending", (120, 40), ("2",), Settings()),
    (
        "plan",
        (120, 34),
        ("2", "y", "enter", "j", "c", "enter", "g", "j", "j", "j", "f", "enter", "P"),
        Settings(),
    ),
    ("conflicts", (120, 40), ("3", "j"), Settings()),
    ("search", (120, 34), ("S", *"backup"), Settings(theme="memdesk-light")),
    ("index", (120, 40), ("T", "T", "T", "T"), Settings()),
    ("drift", (120, 34), ("9",), Settings()),
    ("log", (120, 34), ("L", "G"), Settings(theme="memdesk-light")),
)
KEYED: tuple[tuple[str, tuple[int, int], tuple[str, ...], Settings], ...] = (
    ("who", (120, 34), ("W", "W", "W"), Settings()),
    ("sign", (120, 36), ("2", "y", "enter", "ctrl+s"), Settings()),
    ("log-signed", (120, 40), ("L", "G", "k", "enter"), Settings()),
    ("log-at-entry", (120, 34), ("L", "G", *("k",) * 8, "at", "2"), Settings()),
    ("cosign", (120, 34), ("0",), Settings(theme="memdesk-light")),
)
"""Pictures of a store with keys: its owner, a maintainer with grants, an agent, and a plan that waits."""
WRITTEN: tuple[tuple[str, tuple[int, int], tuple[str, ...], Settings], ...] = (
    ("inbox", (120, 40), ("1", "G", "k", "k"), Settings()),
    ("quarantine", (120, 30), ("8",), Settings(theme="memdesk-light")),
    ("withdrawals", (120, 40), ("5",), Settings()),
    ("distilled", (120, 40), ("1", "N", "y", "escape", "Z", "y"), Settings()),
)
"""Pictures of a store into which agents write."""
HOME = "/home/mira/notes"
"""Where the pictures say that the store lies."""
_COUNT = itertools.count()
"""What takes the place of chance: each picture is the same each time it is drawn."""
_WEB_FONT = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)


def governed_store(folder: Path) -> None:
    """The sample memory in a store with keys, in which people may do different things."""
    path = keyed_store(folder, anew=True)
    enrolled(path, "ines", Role.MAINTAINER, folder)
    with opened(path) as desk:
        ines = principal(desk, "ines")
        signing(desk).authorize.grant(ines, ["keep", "stale", "cool"], depth=1, expires=still() + 90 * 86_400_000_000)
        signing(desk).authorize.connect("codex", PrincipalKind.AGENT, projects=["tidebook"])
        signing(desk).authorize.set_policy({"two.stale": "yes"})
    with sits(path, "ines") as desk:
        decided(signing(desk), "stale", n=1, note="The migration is done.")
    with opened(path) as desk:
        decided(signing(desk), "keep")


async def draw(
    folder: Path,
    name: str,
    size: tuple[int, int],
    keys: tuple[str, ...],
    settings: Settings,
    fill: Callable[[Path], object],
) -> None:
    """Open the desk on a fresh store, press the keys, keep the picture."""
    with tempfile.TemporaryDirectory() as place, mock.patch.dict(os.environ, homes(place)):
        os.chdir(place)
        fill(Path())
        app = DeskApp(Path("memory.db"), settings, opener=opened, live=False)
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            for key in keys:
                await press(pilot, key)
            picture = _WEB_FONT.sub("", app.export_screenshot(title="memdesk"))
        picture = picture.replace(place, HOME.ljust(len(place), "_"))
    (folder / f"{name}.svg").write_text(picture + "\n", encoding="utf-8")


def homes(place: str) -> dict[str, str]:
    """Folders of its own for settings, keys and witnesses."""
    return {"XDG_CONFIG_HOME": f"{place}/config", "XDG_STATE_HOME": f"{place}/state"}


def main() -> None:
    """Draw every picture into the folder that was named, else into `screenshots/`."""
    folder = Path(sys.argv[1]).absolute() if len(sys.argv) > 1 else FOLDER
    folder.mkdir(exist_ok=True)
    with (
        mock.patch.object(pwd, "getpwuid", return_value=SimpleNamespace(pw_name="mira")),
        mock.patch("secrets.token_hex", lambda n: ("5e" * n + f"{next(_COUNT):04x}")[-2 * n :]),
    ):
        for name, size, keys, settings in SHOTS:
            asyncio.run(draw(folder, name, size, keys, settings, partial(sample_store, anew=True)))
        for name, size, keys, settings in KEYED:
            asyncio.run(draw(folder, name, size, keys, settings, governed_store))
        for name, size, keys, settings in WRITTEN:
            asyncio.run(draw(folder, name, size, keys, settings, partial(captured_store, anew=True)))


if __name__ == "__main__":
    main()
