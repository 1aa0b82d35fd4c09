"""What a signature costs: signing a plan beyond the unlock, and checking the signatures of a log."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from governance.audit.decisions import check_authority, check_signatures
from governance.authority.people import Person
from governance.desk import Desk
from governance.seat import Homes
from store.database import Store
from store.migrate import OwnerKey, create
from store.records.words import Assurance, Reason, Shown
from tests.bench.measure import Line, milliseconds, seconds
from tests.governance.builders import an_item
from tests.keys import SECRET, key_pair

PLAN, PLANS = 50, 200
SIGN_MS, VERIFY_MS = 20.0, 0.3
AT = 1_780_000_000_000_000


def a_desk(folder: Path, *, keyed: bool) -> Desk:
    """A desk at a new store; with a key it stays unlocked."""
    folder.mkdir()
    homes = Homes(folder / "config", folder / "state")
    file = key_pair(folder)
    owned = OwnerKey(file.public.line, file.public.fingerprint) if keyed else None
    create(folder / "memory.db", at=AT, zone="UTC", name="mira", key=owned, witnessed=False).close()
    desk = Desk(Store(folder / "memory.db"), lambda: AT, Person("mira", Assurance.OS_USER), homes=homes)
    if keyed:
        desk.hand.unlock(file, bytearray(SECRET), until=AT + 3_600_000_000)
    return desk


def applied(desk: Desk, size: int) -> float:
    """How long it takes to apply a plan of so many decisions."""
    for _ in range(size):
        name = an_item(desk)
        said = {"seen": [desk.item(name).seen], "shown": Shown.OPENED}
        desk.stage("defer", [name], {"until": "7d"}, reason=Reason.LATER, **said)  # type: ignore[arg-type]
    return seconds(desk.apply)


def lines() -> Iterator[Line]:
    """Signing and checking."""
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(a_desk(Path(folder) / "keyed", keyed=True)) as keyed,
        closing(a_desk(Path(folder) / "keyless", keyed=False)) as keyless,
    ):
        rounds = [(applied(keyed, PLAN), applied(keyless, PLAN)) for _ in range(9)]
        extra = statistics.median(ours - theirs for ours, theirs in rounds) * 1000
        ours, theirs = (statistics.median(column) for column in zip(*rounds, strict=True))
        yield Line(f"a plan of {PLAN} decisions, signed beyond the unlock (unsigned; bound 20 ms)",
                   milliseconds(ours), milliseconds(theirs), extra / SIGN_MS, 1.0)  # fmt: skip
        for _ in range(PLANS):
            applied(keyed, 1)
        with keyed.reader() as reader:
            count = len([one for one in check_signatures(reader.conn) if isinstance(one, int)])
            signatures = min(seconds(lambda: list(check_signatures(reader.conn))) for _ in range(3)) / count
            authority = min(seconds(lambda: list(check_authority(reader.conn, keyed.day_of))) for _ in range(3))
        yield Line("a signature, verified (bound 0.3 ms)", milliseconds(signatures), f"{VERIFY_MS} ms",
                   signatures * 1000 / VERIFY_MS, 1.0)  # fmt: skip
        yield Line("… and its author's authority judged", milliseconds(authority / count))
