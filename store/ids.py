"""The ids that memdesk mints: their forms, their order, and reading them back."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

DATED: Final = frozenset({"mem", "run", "plan", "seg", "memerase", "quar", "memwd", "forget"})
PLAIN: Final = frozenset({"p", "top", "hold", "key", "grant", "lane", "src", "doc", "tok", "task"})
MAX_FOREIGN: Final = 999_999
"""The highest ordinal that an imported id may claim."""

# Ordinals end at 18 digits: the most that SQLite counts.
_DATED = re.compile(r"([a-z]+)-(\d{4})-(\d{2})-(\d{2})-(\d{3,18})", re.ASCII)
_PLAIN = re.compile(r"([a-z]+)-(\d{4,18})", re.ASCII)
_LONGEST = len("memerase-2026-05-11-") + 18
_STORE = re.compile(r"store-[0-9a-f]{32}", re.ASCII)
_BLOCK = re.compile(r"(seg-\d{4}-\d{2}-\d{2}-\d{3,18})/(\d{1,18})", re.ASCII)


class Id(NamedTuple):
    """An id taken apart; `day` is YYYYMMDD, or 0 for ids without a date."""

    prefix: str
    day: int
    n: int


def read_id(text: str) -> Id | None:
    """Take a minted id apart, or say that it is none (wrong form, impossible date, odd zeros)."""
    return _read(text) if len(text) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _read(text: str) -> Id | None:
    if found := _DATED.fullmatch(text):
        prefix, year, month, day, n = found.groups()
        if prefix not in DATED or int(n) < 1 or (len(n) > 3 and n[0] == "0"):
            return None
        try:
            date(int(year), int(month), int(day))
        except ValueError:
            return None
        return Id(prefix, int(year + month + day), int(n))
    if (found := _PLAIN.fullmatch(text)) and found[1] in PLAIN:
        if int(found[2]) < 1 or (len(found[2]) > 4 and found[2][0] == "0"):
            return None
        return Id(found[1], 0, int(found[2]))
    return None


def make_id(prefix: str, day: int, n: int) -> str:
    """Spell an id: ``mem-2026-05-11-001`` for dated prefixes, ``p-0001`` for the others."""
    if prefix in DATED:
        text = f"{day:08d}"
        return f"{prefix}-{text[:4]}-{text[4:6]}-{text[6:]}-{n:03d}"
    return f"{prefix}-{n:04d}"


def is_minted(text: str) -> bool:
    """Whether a header may bear this as a subject or ref."""
    return read_id(text) is not None or _STORE.fullmatch(text) is not None


def block_id(segment: str, ordinal: int) -> str:
    """How a block is named to people: ``seg-2026-05-11-001/3``."""
    return f"{segment}/{ordinal}"


def read_block_id(text: str) -> tuple[str, int] | None:
    """Take a block's name apart."""
    found = _BLOCK.fullmatch(text)
    return (found[1], int(found[2])) if found else None


def day_number(day: str) -> int:
    """YYYY-MM-DD as the integer YYYYMMDD."""
    return int(day.replace("-", ""))
