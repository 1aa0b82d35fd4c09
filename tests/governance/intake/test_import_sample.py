"""The sample memory is taken in with exactly the counts that its page says were planted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from store.database import Store
from store.records.views import ImportReport
from tests.builders import a_store
from tests.governance.intake.memories import SAMPLE, adds_up, head_of, items, links, of, rows, sound, take_in

DRIFT = {
    "kind-missing": {"mem-2026-03-24-010", "mem-2026-04-07-010", "mem-2026-05-19-007", "mem-2026-07-30-007"},
    "source-missing": {"mem-2026-04-21-012", "mem-2026-07-30-012", "mem-2026-08-13-009"},
    "subject-missing": {"mem-2026-06-03-008"},
    "date-missing": {"mem-2026-05-06-007"},
    "status-unknown": {"mem-2026-07-14-009", "mem-2026-07-30-010"},
    "kind-unknown": {"mem-2026-05-06-011"},
    "confidence-unknown": {"mem-2026-04-21-011"},
    "scheme-missing": {"mem-2026-05-19-005"},
    "successor-lost": {"mem-2026-06-03-009"},
    "legacy-marker": {"mem-2026-03-24-009", "mem-2026-04-07-011", "mem-2026-08-13-008"},
}
PENDING = {
    "mem-2026-03-24-006", "mem-2026-04-07-008", "mem-2026-05-19-001", "mem-2026-05-19-004",
    "mem-2026-05-19-011", "mem-2026-06-03-007", "mem-2026-07-14-008", "mem-2026-07-14-012",
    "mem-2026-08-13-004",
}  # fmt: skip


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, ImportReport]]:
    store = a_store(tmp_path_factory.mktemp("sample"))
    report = take_in(store, SAMPLE)
    yield store, report
    store.close()


def test_every_item_of_topics_and_inbox_is_taken_in(taken: tuple[Store, ImportReport]) -> None:
    store, report = taken
    places = Counter(one["place"] for one in items(store).values())
    assert places == {"store": 139, "inbox": 6}
    assert (report.new, report.drift, report.known, report.refused) == (126, 19, 9, 0)
    assert adds_up(report)


def test_each_topic_page_counts_its_own_items(taken: tuple[Store, ImportReport]) -> None:
    _, report = taken
    counts = {file.path.removeprefix("topics/"): file.read for file in report.files if file.role == "topic"}
    assert counts == {
        "user-preferences.md": 18,
        "environment.md": 32,
        "workflows.md": 18,
        "decisions.md": 15,
        "operational-pitfalls.md": 25,
        "incidents.md": 20,
        "memory-system.md": 11,
    }


def test_what_waits_in_the_index_is_a_reference_and_no_twin(taken: tuple[Store, ImportReport]) -> None:
    _, report = taken
    index = of(report, "index.md")
    assert (index.read, index.known, index.new) == (9, 9, 0)


def test_the_pending_items_are_pending(taken: tuple[Store, ImportReport]) -> None:
    store, _ = taken
    found = {name for name, one in items(store).items() if one["status"] == "pending-cleanup"}
    assert found == PENDING
    assert items(store)["mem-2026-05-19-004"]["superseded_by"] == "mem-2026-08-13-001"


def test_sound_items_stand_by_their_status(taken: tuple[Store, ImportReport]) -> None:
    store, _ = taken
    sound_ones = [one for one in items(store).values() if not one["drift"] and one["place"] == "store"]
    assert Counter(one["status"] for one in sound_ones) == {
        "active": 102,
        "pending-cleanup": 9,
        "superseded": 7,
        "stale": 2,
    }
    assert Counter(one["kind"] for one in sound_ones) == {"knowledge": 91, "state": 29}


def test_each_planted_fault_is_found_and_no_other(taken: tuple[Store, ImportReport]) -> None:
    store, _ = taken
    found: dict[str, set[str]] = {}
    for name, one in items(store).items():
        for code in one["drift"].split():
            found.setdefault(code, set()).add(name)
    second = found.pop("id-taken")
    assert found == DRIFT
    assert len(second) == 1
    assert links(store, "same-id") == {(second.pop(), "mem-2026-05-06-006")}


def test_an_item_with_a_fault_is_given_no_word_that_nobody_wrote(taken: tuple[Store, ImportReport]) -> None:
    store, _ = taken
    found = items(store)
    assert found["mem-2026-03-24-010"]["kind"] is None
    assert found["mem-2026-05-06-011"]["kind"] is None
    assert found["mem-2026-07-14-009"]["status"] is None
    assert found["mem-2026-03-24-009"]["status"] is None
    assert found["mem-2026-05-19-005"]["status"] == "active"
    assert ["status", "待定"] in found["mem-2026-07-14-009"]["words"]["as_written"]


def test_withdrawals_come_along_a_run_a_chain_that_waits_and_a_fork(taken: tuple[Store, ImportReport]) -> None:
    store, report = taken
    assert report.controls == 6
    assert {name for name, one in items(store).items() if one["withdrawn"]} == {
        f"mem-2026-07-22-00{n}" for n in (1, 2, 3, 4)
    }
    states = Counter(rows(store, "SELECT action, state FROM controls WHERE to_seq IS NULL"))
    assert states == {("withdraw", "carried"): 5, ("reinstate", "proposed"): 1}
    faults = Counter(fault for (fault,) in rows(store, "SELECT fault FROM scopes WHERE to_seq IS NULL"))
    assert faults == {None: 2, "fork": 1}


def test_sources_lead_where_they_say(taken: tuple[Store, ImportReport]) -> None:
    store, _ = taken
    states = Counter(one["source_state"] for one in items(store).values() if one["place"] == "store")
    assert states == {"found": 120, "missing": 4, "not-archive": 12, "none": 3}
    missing = {name for name, one in items(store).items() if one["source_state"] == "missing"}
    assert missing == {"mem-2026-03-02-001", "mem-2026-05-06-012", "mem-2026-06-11-001", "mem-2026-07-14-013"}


def test_every_cited_block_is_linked(taken: tuple[Store, ImportReport]) -> None:
    store, _ = taken
    linked = {name for name, _ in links(store, "source")}
    assert linked == {name for name, one in items(store).items() if one["source_state"] == "found"}


def test_undistilled_blocks_are_those_of_the_days_no_pass_covered(taken: tuple[Store, ImportReport]) -> None:
    store, _ = taken
    sql = (
        "SELECT s.id, count(*) FROM blocks b JOIN segments s ON s.id = b.segment AND s.to_seq IS NULL"
        " WHERE b.to_seq IS NULL AND b.entry = 1 AND s.role = 'archive-day' AND s.covered = 0 AND NOT EXISTS"
        " (SELECT 1 FROM links l WHERE l.dst = CAST(b.seq AS TEXT) AND l.relation = 'source' AND l.to_seq IS NULL)"
        " GROUP BY s.id"
    )
    assert dict(rows(store, sql)) == {"seg-2026-06-30-001": 7, "seg-2026-08-25-001": 6}


def test_archive_days_keep_their_entries(taken: tuple[Store, ImportReport]) -> None:
    store, _ = taken
    sql = (
        "SELECT count(DISTINCT s.id), sum(b.entry) FROM blocks b JOIN segments s ON s.id = b.segment"
        " AND s.to_seq IS NULL WHERE b.to_seq IS NULL AND s.role = 'archive-day'"
    )
    assert rows(store, sql) == [(12, 137)]


def test_contradictions_and_successions_are_linked(taken: tuple[Store, ImportReport]) -> None:
    store, _ = taken
    assert links(store, "contradicted-by") == {
        ("mem-2026-03-24-006", "mem-2026-05-06-009"),
        ("mem-2026-04-07-008", "mem-2026-06-03-003"),
        ("mem-2026-05-19-001", "mem-2026-06-03-001"),
        ("mem-2026-07-14-008", "mem-2026-08-13-005"),
    }
    assert ("mem-2026-03-09-001", "mem-2026-04-07-006") in links(store, "superseded-by")
    assert ("mem-2026-04-07-006", "mem-2026-07-30-001") in links(store, "superseded-by")


def test_one_topic_has_no_trigger(taken: tuple[Store, ImportReport]) -> None:
    store, report = taken
    sql = "SELECT triggered, layer, count(*) FROM topics WHERE to_seq IS NULL GROUP BY 1, 2 ORDER BY 1"
    assert next((row[0], row[2]) for row in rows(store, sql)) == (0, 1)
    assert report.topics == 7


def test_cooled_items_are_the_historical_lessons(taken: tuple[Store, ImportReport]) -> None:
    store, _ = taken
    cooled = {name for name, one in items(store).items() if one["cooled"]}
    assert cooled == {"mem-2026-03-24-011", "mem-2026-06-03-012"}


def test_items_without_an_id_get_one_of_their_own_day_above_all_that_are_taken(
    taken: tuple[Store, ImportReport],
) -> None:
    store, _ = taken
    nameless = {name for name, one in items(store).items() if "written_id" not in one["words"]}
    assert len(nameless) == 6
    for name in nameless:
        day, n = re.fullmatch(r"mem-(\d{4}-\d\d-\d\d)-(\d+)", name).groups()  # type: ignore[union-attr]
        same_day = [other for other in items(store) if other.startswith(f"mem-{day}")]
        assert int(n) >= len(same_day) - len(nameless)
        assert items(store)[name]["words"]["date"] == day


def test_unknown_keys_and_where_it_stood_are_kept(taken: tuple[Store, ImportReport]) -> None:
    store, _ = taken
    words = items(store)["mem-2026-03-24-002"]["words"]
    assert words["extra"][0][0] == "asked-by"
    assert words["file"].startswith("topics/")
    assert words["line"] > 1


def test_what_is_no_memory_is_named_and_left_alone(taken: tuple[Store, ImportReport]) -> None:
    _, report = taken
    skipped = {file.path for file in report.files if file.role is None}
    assert skipped == {"../AGENTS.md", "../README.md", "README.md"}


def test_the_store_is_sound_after_it(taken: tuple[Store, ImportReport]) -> None:
    assert sound(taken[0])


def test_a_dry_run_says_the_same_and_writes_nothing(tmp_path: Path, taken: tuple[Store, ImportReport]) -> None:
    store = a_store(tmp_path)
    report = take_in(store, SAMPLE, dry_run=True)
    assert head_of(store) == 1
    assert report.dry
    assert report.run is None
    assert (report.controls, report.withdrawn, taken[1].withdrawn) == (6, None, 4)
    assert report.model_copy(update={"dry": False, "run": taken[1].run, "withdrawn": 4}) == taken[1]
    store.close()


def test_a_dry_run_of_what_is_there_counts_what_of_it_is_withdrawn(taken: tuple[Store, ImportReport]) -> None:
    again = take_in(taken[0], SAMPLE, dry_run=True)
    assert (again.new, again.controls, again.withdrawn) == (0, 0, 4)
