"""A store of 100,000 items and a million entries, built once through the write door and kept."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from store import commit, migrate
from store.commit import Build, Snapshot
from store.records.entry import Draft
from store.records.words import Action, Drift, SegmentRole
from tests.bench.measure import CACHE
from tests.builders import AT, MIRA, Drafts, some_words, standing

ITEMS = 100_000
ENTRIES = 1_000_000
BATCH = 20_000
A_DAY = 86_400_000_000
_WORDS = (
    *("gateway", "retry", "timeout", "queue", "deploy", "cache", "index", "build", "schema", "pier", "board"),
    *("clock", "harbour", "ferry", "signal", "ledger", "morning", "route", "token", "batch", "worker", "socket"),
    *("owner", "budget", "archive", "東京", "時刻表", "設定", "Élan", "quai", "Zürich", "naïve"),
)
_MOVES: tuple[dict[str, str | None], ...] = (
    {"status": "pending-cleanup"},
    {"status": "active"},
    {"confidence": "confirmed"},
    {"confidence": "inferred"},
    {"deferred": "7d"},
    {"deferred": None},
)


def big_store(items: int = ITEMS, entries: int = ENTRIES) -> Path:
    """The path of the store; built when it is not there yet."""
    path = CACHE / f"{items}-{entries}" / "memory.db"
    if not path.exists():
        print(f"Building {path} once; this takes some minutes.", file=sys.stderr)
        draft = path.with_name("unfinished.db")
        draft.unlink(missing_ok=True)
        _fill(draft, items, entries)
        draft.rename(path)
    return path


def items_store(items: int) -> Path:
    """The path of a store of so many distilled items and nothing else; built when it is not there yet."""
    path = CACHE / f"items-{items}" / "memory.db"
    if not path.exists():
        print(f"Building {path} once; this takes some minutes.", file=sys.stderr)
        draft = path.with_name("unfinished.db")
        draft.unlink(missing_ok=True)
        _write(draft, _items(items))
        draft.rename(path)
    return path


def _fill(path: Path, items: int, entries: int) -> None:
    _write(path, _history(items, entries - 1))


def _write(path: Path, steps: Iterator[Build]) -> None:
    store = migrate.create(path, at=AT, zone="UTC", name="mira")
    store.writer().execute("PRAGMA synchronous = OFF")
    store.writer().execute("PRAGMA cache_size = -400000")
    started, done = time.monotonic(), 1
    while part := list(islice(steps, BATCH)):
        done += len(commit.write(store, _together(part), at=AT + done * A_DAY // 10_000, actor=MIRA))
        print(f"\r{done:,} entries, {done / (time.monotonic() - started):,.0f} /s", end="", file=sys.stderr)
    print(file=sys.stderr)
    store.close()


def _together(builds: list[Build]) -> Build:
    def build(snapshot: Snapshot) -> Drafts:
        for one in builds:
            yield from one(snapshot)

    return build


def _history(items: int, entries: int) -> Iterator[Build]:
    """One item and one block in twenty entries at first, then reviews of what is there."""
    luck = random.Random(7)
    each = entries // items
    for number in range(items):
        day = 20240101 + number % 28 + 100 * (number // 28 % 12) + 10_000 * (number // 336 % 3)
        yield _block(day, " ".join(luck.choices(_WORDS, k=12)), number)
        yield _item(day, " ".join(luck.choices(_WORDS, k=10)), number)
        for turn in range(each - 2):
            yield _move(number - luck.randrange(min(number + 1, 5000)), _MOVES[(number + turn) % 6])
    for turn in range(entries - items * each):
        yield _move(turn % items, _MOVES[turn % 6])


def _items(items: int) -> Iterator[Build]:
    luck = random.Random(7)
    for number in range(items):
        day = 20240101 + number % 28 + 100 * (number // 28 % 12) + 10_000 * (number // 336 % 3)
        yield _item(day, " ".join(luck.choices(_WORDS, k=10)), number, distilled=True)


_IDS: list[str] = []


def _item(day: int, fact: str, number: int, *, distilled: bool = False) -> Build:
    def build(snapshot: Snapshot) -> Drafts:
        name = snapshot.mint("mem", day)
        _IDS.append(name)
        state = number % 5 == 0
        row = standing(
            kind="state" if state else "knowledge",
            place="inbox" if number % 50 and not distilled else "store",
            source_state="missing" if number % 40 == 9 else "not-archive",
        )
        if number % 40 == 3:
            row["drift"] = [Drift.SOURCE_MISSING.value]
        subject = f"{fact.split(maxsplit=1)[0]}:{number % 977}" if state else None
        words = some_words(f"{fact} {number}", subject=subject, source="archive/x.md#1")
        yield Draft(Action.IMPORT, (name,), {"item": row}, words)

    return build


def _block(day: int, text: str, number: int) -> Build:
    def build(snapshot: Snapshot) -> Drafts:
        effect = {
            "role": SegmentRole.ARCHIVE_DAY.value,
            "encoding": "utf-8",
            "holder": None,
            "run": None,
            "ordinal": 1,
            "same_as": None,
            "entry": True,
            "sanitized": False,
        }
        payload = {"v": 1, "bytes": f"{text} {number}\n", "path": f"archive/{day}.md", "number": number}
        yield Draft(Action.ARCHIVE, (snapshot.mint("seg", day),), effect, payload)

    return build


def _move(number: int, changes: dict[str, str | None]) -> Build:
    def build(_: Snapshot) -> Drafts:
        yield Draft(Action.REVIEW, (_IDS[number],), {"set": dict(changes)})

    return build


if __name__ == "__main__":
    print(big_store())
