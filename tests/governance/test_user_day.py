"""One user day per store: the zone of its genesis says it, never the process, and clocks may jump."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from governance.desk import Desk, create_store, open_desk
from governance.errors import Refusal, RefusalKind
from store.records.words import Queue
from tests.clock import StillClock
from tests.governance.builders import a_desk, an_item, decide, made
from tests.governance.standings import PENDING

ROOT = Path(__file__).parents[2]


def at(text: str) -> StillClock:
    return StillClock(datetime.datetime.fromisoformat(text))


@pytest.mark.parametrize(
    ("moment", "zone", "day"),
    [
        ("2025-07-24T19:00:00-07:00", "UTC", "2025-07-25"),
        ("2025-07-24T19:00:00-07:00", "Asia/Shanghai", "2025-07-25"),
        ("2025-07-24T19:00:00-07:00", "America/Los_Angeles", "2025-07-24"),
        ("2026-03-29T00:59:59+00:00", "Europe/Prague", "2026-03-29"),
        ("2026-03-28T22:59:59+00:00", "Europe/Prague", "2026-03-28"),
        ("2026-03-28T23:00:00+00:00", "Europe/Prague", "2026-03-29"),
        ("2026-10-25T22:59:59+00:00", "Europe/Prague", "2026-10-25"),
        ("2026-10-25T23:00:00+00:00", "Europe/Prague", "2026-10-26"),
        ("2026-01-01T10:00:00+00:00", "Pacific/Kiritimati", "2026-01-02"),
        ("2026-01-01T10:00:00+00:00", "Pacific/Pago_Pago", "2025-12-31"),
        ("2026-01-01T18:29:59+00:00", "Asia/Kolkata", "2026-01-01"),
        ("2026-01-01T18:30:00+00:00", "Asia/Kolkata", "2026-01-02"),
        ("1969-12-31T23:00:00+00:00", "UTC", "1969-12-31"),
    ],
)
def test_the_day_is_that_of_the_zone_of_the_store(tmp_path: Path, moment: str, zone: str, day: str) -> None:
    with a_desk(tmp_path, at(moment), zone=zone) as desk:
        old = an_item(desk)
        assert (desk.zone, desk.today(), desk.day_of(desk.now())) == (zone, day, day)
        assert made(decide(desk, "correct", old, text="better words"), old).startswith(f"mem-{day}-")
        assert desk.plans()[0].plan == f"plan-{day}-001"


def test_a_microsecond_parts_two_days(tmp_path: Path) -> None:
    with a_desk(tmp_path, zone="Europe/Prague") as desk:
        midnight = int(datetime.datetime(2026, 3, 28, 23, tzinfo=datetime.UTC).timestamp()) * 1_000_000
        assert (desk.day_of(midnight - 1), desk.day_of(midnight)) == ("2026-03-28", "2026-03-29")


def test_ids_of_two_days_count_apart_and_a_clock_that_goes_back_reuses_none(tmp_path: Path) -> None:
    clock = at("2026-03-28T22:30:00+00:00")
    with a_desk(tmp_path, clock, zone="Europe/Prague") as desk:
        old = an_item(desk)
        ids: list[str] = []
        for hours in (0, 1, -1, 1):
            clock.tick(hours=hours)
            ids.append(made(decide(desk, "correct", old, text=f"words {len(ids)}"), old))
        assert ids == ["mem-2026-03-28-001", "mem-2026-03-29-001", "mem-2026-03-28-002", "mem-2026-03-29-002"]
        assert desk.verify(replay=True).ok


@pytest.mark.parametrize(("until", "days"), [("1d", 1), ("7d", 7), ("30d", 30), ("90d", 90)])
def test_what_is_put_off_is_hidden_until_its_day_and_comes_back_on_it(tmp_path: Path, until: str, days: int) -> None:
    clock = at("2026-03-28T22:30:00+00:00")  # half an hour before midnight, a day before the clocks change
    with a_desk(tmp_path, clock, zone="Europe/Prague") as desk:
        name = an_item(desk, status=PENDING)
        decide(desk, "defer", name, until=until)
        back = (datetime.date(2026, 3, 28) + datetime.timedelta(days=days)).isoformat()
        assert desk.queue_keys(Queue.PENDING) == ()
        assert desk.item(name).deferred_until == back
        assert desk.item(name).why[-1].code == "deferred"
        midnight = datetime.datetime.fromisoformat(back).replace(tzinfo=desk._zone)
        clock.now = midnight.astimezone(datetime.UTC) - datetime.timedelta(seconds=1)
        assert desk.queue_keys(Queue.PENDING) == ()
        clock.tick(seconds=1)
        assert desk.today() == back
        assert desk.queue_keys(Queue.PENDING) == (name,)
        assert desk.item(name).deferred_until is None


def test_putting_off_anew_counts_from_then_and_a_decision_ends_it(desk: Desk, clock: StillClock) -> None:
    name = an_item(desk, status=PENDING)
    decide(desk, "defer", name, until="1d")
    clock.tick(days=3)
    decide(desk, "defer", name)
    assert desk.item(name).deferred_until == "2026-06-11"
    assert dict(desk.item(name).history[-1].before) == {"deferred": "1d"}
    decide(desk, "stale", name)
    assert desk.queue_keys(Queue.STALE) == (name,)
    with pytest.raises(Refusal, match="is no time to put off to"):
        decide(desk, "defer", name, until="8d")


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../../etc/passwd", "/etc/localtime", "Europe/prague\x00"])
def test_a_zone_that_is_none_is_refused_and_no_store_is_made(tmp_path: Path, zone: str) -> None:
    with pytest.raises(Refusal) as refused:
        create_store(tmp_path / "memory.db", zone=zone)
    assert refused.value.kind is RefusalKind.BAD_INPUT
    assert list(tmp_path.iterdir()) == []


def test_the_environment_says_neither_the_zone_of_a_new_store_nor_the_day_of_an_old_one(tmp_path: Path) -> None:
    script = (
        "import json, pathlib, sys\n"
        "from governance.desk import create_store, open_desk\n"
        "create_store(pathlib.Path(sys.argv[1]), clock=lambda: 0).close()\n"
        "desk = open_desk(pathlib.Path(sys.argv[1]), clock=lambda: 1753408800_000000)\n"
        "print(json.dumps([desk.zone, desk.today(), desk.day_of(0)]))\n"
    )
    said = []
    for zone in ("Asia/Shanghai", "America/Los_Angeles"):
        path = tmp_path / f"{zone.split('/')[1]}.db"
        command = [sys.executable, "-c", script, str(path)]
        done = subprocess.run(command, cwd=ROOT, env=os.environ | {"TZ": zone}, capture_output=True, check=True)
        said.append(json.loads(done.stdout))
    assert said[0] == said[1]
    with open_desk(path) as desk:
        assert desk.zone == said[0][0]
