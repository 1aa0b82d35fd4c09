"""Draw the screens of the README: the sample memory, a fixed clock, keys pressed as a person would.

python -m tests.tools.screenshots [FOLDER]
"""

from __future__ import annotations

import asyncio
import os
import pwd
import re
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from tests.tui.desks import opened, press, sample_store, settle
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
    ("drift", (120, 34), ("9",), Settings()),
    ("log", (120, 34), ("L", "G"), Settings(theme="memdesk-light")),
)
_WEB_FONT = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)


async def draw(folder: Path, name: str, size: tuple[int, int], keys: tuple[str, ...], settings: Settings) -> None:
    """Open the desk on a fresh store, press the keys, keep the picture."""
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        sample_store(Path())
        app = DeskApp(Path("memory.db"), settings, opener=opened, live=False)
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await press(pilot, *keys)
            await settle(pilot)
            picture = _WEB_FONT.sub("", app.export_screenshot(title="memdesk"))
    (folder / f"{name}.svg").write_text(picture + "\n", encoding="utf-8")


def main() -> None:
    """Draw every picture into the folder that was named, else into `screenshots/`."""
    folder = Path(sys.argv[1]).absolute() if len(sys.argv) > 1 else FOLDER
    folder.mkdir(exist_ok=True)
    with (
        mock.patch.object(pwd, "getpwuid", return_value=SimpleNamespace(pw_name="mira")),
        mock.patch("secrets.token_hex", lambda n: "5e" * n),
    ):
        for name, size, keys, settings in SHOTS:
            asyncio.run(draw(folder, name, size, keys, settings))


if __name__ == "__main__":
    main()
