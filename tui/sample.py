"""Where the sample memory lies, in a checkout and in an installed copy."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).resolve().parent


def sample_memory_path(room: Path = HERE) -> Path:
    """Find the sample folder beside the room (a checkout), else inside it (an installed copy).

    In an installed copy the room's neighbours are other people's packages, so a folder counts as a checkout only
    beside the project file.
    """
    checkout = room.parent / "sample_memory"
    if checkout.is_dir() and (room.parent / "pyproject.toml").is_file():
        return checkout
    packaged = room / "sample_memory"
    if packaged.is_dir():
        return packaged
    raise FileNotFoundError(f"the sample memory is neither at {checkout} nor at {packaged}")
