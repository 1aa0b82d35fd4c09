"""What withdrawals cost: resolving their chains, one more of them in a large store, and lists beside many of them."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from governance.desk import Desk, create_store, open_desk
from store.controls import Event, resolve
from store.database import Store
from store.records.controls import ControlAction
from store.records.views import ItemFilter
from store.records.words import Kind
from tests.bench.measure import Line, milliseconds, pairs, seconds
from tests.builders import a_capture, a_control, did

EVENTS, SCOPES = 100_000, 10_000
RESOLVED, ONE_MORE, SLOWER = 1.0, 0.05, 1.1
ROUNDS, BATCH, SHOWN = 21, 500, 500


def chains(events: int, scopes: int) -> list[list[Event]]:
    """So many events over so many scopes, withdrawn and reinstated in turn, in the order of a shuffled copy."""
    luck, each, found = random.Random(5), events // scopes, []
    for scope in range(scopes):
        chain = [
            Event(
                f"memwd-2026-06-01-{scope * each + n}",
                ControlAction.REINSTATE if n % 2 else ControlAction.WITHDRAW,
                f"memwd-2026-06-01-{scope * each + n - 1}" if n else None,
            )
            for n in range(each)
        ]
        luck.shuffle(chain)
        found.append(chain)
    return found


def resolving_lines() -> Iterator[Line]:
    """All events in one chain, and as many in chains of ten."""
    for scopes in (1, SCOPES):
        known = chains(EVENTS, scopes)
        spent = min(seconds(lambda known=known: [resolve(chain) for chain in known]) for _ in range(5))  # type: ignore[misc]
        assert not any(resolve(chain).fault for chain in known)
        told = "one chain" if scopes == 1 else f"{scopes:,} chains"
        yield Line(f"resolving {EVENTS:,} control records, {told} (bound {RESOLVED:.0f} s)", milliseconds(spent),
                   f"{RESOLVED:.0f} s", spent / RESOLVED, 1.0)  # fmt: skip


def one_more_lines(path: Path) -> Iterator[Line]:
    """One withdrawal more in a large store, of an item that nothing else comes of; on a copy, with its commit."""
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        copy = Path(folder) / "memory.db"
        shutil.copyfile(path, copy)
        store = Store(copy)
        sql = "SELECT id FROM items WHERE to_seq IS NULL ORDER BY created DESC LIMIT 20"
        names = [row[0] for row in store.reader().execute(sql)]
        items, entries = (
            store.reader().execute("SELECT (SELECT count(DISTINCT id) FROM items), max(seq) FROM log").fetchone()
        )
        did(store, a_control(names.pop()))
        spans = sorted(seconds(lambda name=name: did(store, a_control(name))) for name in names)  # type: ignore[misc]
        store.close()
    spent = spans[len(spans) // 2]
    yield Line(f"one more control, {items:,} items and {entries:,} entries (bound {ONE_MORE * 1000:.0f} ms)",
               milliseconds(spent), milliseconds(ONE_MORE), spent / ONE_MORE, 1.0)  # fmt: skip


def listing_lines() -> Iterator[Line]:
    """The very same lists of two copies of a store, in turns; beside those of one so many scopes were withdrawn."""
    with tempfile.TemporaryDirectory() as folder:
        path, plain = Path(folder) / "memory.db", Path(folder) / "plain.db"
        with create_store(path, zone="UTC", witnessed=False) as desk:
            gone, last = filled(desk)
        shutil.copyfile(path, plain)
        with open_desk(path) as desk, open_desk(plain) as other:
            for start in range(0, SCOPES, BATCH):
                did(desk.store, *[a_control(one) for one in gone[start : start + BATCH]])
            for name, shown in LISTS.items():
                assert shown(desk, last) == shown(other, last)
                mine, theirs, ratio = pairs(
                    lambda shown=shown: seconds(lambda: shown(desk, last)),  # type: ignore[misc]
                    lambda shown=shown: seconds(lambda: shown(other, last)),  # type: ignore[misc]
                    ROUNDS,
                )
                yield Line(f"{name} beside {SCOPES:,} withdrawn scopes (beside none)", milliseconds(mine),
                           milliseconds(theirs), ratio, SLOWER)  # fmt: skip


def _items(desk: Desk, _: int) -> object:
    """Everything of a kind, and what the first screens of it show."""
    keys = desk.item_keys(ItemFilter(kind=Kind.KNOWLEDGE))
    return keys, desk.item_rows(keys[:SHOWN])


def _log(desk: Desk, last: int) -> object:
    return desk.log_rows(range(last - SHOWN, last))


def _index(desk: Desk, _: int) -> object:
    return desk.intake.index_page()


LISTS = {"a list of items": _items, "a screen of the log": _log, "the index": _index}


def filled(desk: Desk) -> tuple[list[str], int]:
    """State items that will be withdrawn, then as many items of knowledge that stay; and the last entry."""
    gone: list[str] = []
    for kind in (Kind.STATE, Kind.KNOWLEDGE):
        for start in range(0, SCOPES, BATCH):
            facts = [a_capture(f"fact {start + n} of {kind}", kind=kind.value, subject=f"{kind}:{start + n}")
                     for n in range(BATCH)]  # fmt: skip
            made = did(desk.store, *facts)
            gone += [entry.subjects[0] for entry in made if kind is Kind.STATE]
    return gone, made[-1].seq


def lines() -> Iterator[Line]:
    """What needs no large store."""
    yield from resolving_lines()
    yield from listing_lines()


if __name__ == "__main__":
    print(*lines(), sep="\n")
