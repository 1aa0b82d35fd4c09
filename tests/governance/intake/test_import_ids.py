"""Ids, successors and links of what is taken in."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.database import Store
from tests.builders import a_capture, did
from tests.governance.intake.memories import item, items, links, of, put, rows, sound, take_in, topic


def test_ids_past_999_are_kept_and_new_ones_lie_above(store: Store, tmp_path: Path) -> None:
    named = [item(f"Note {n}.", f"mem-2026-05-11-{n:03d}") for n in (998, 999, 1000, 1001)]
    short = "- [2026-05-11] (knowledge) A note without id. Source: seen.\n"
    take_in(store, put(tmp_path / "m", {"topics/notes.md": topic(short, *named)}))
    assert list(items(store)) == [f"mem-2026-05-11-{n}" for n in ("998", "999", "1000", "1001", "1002")]
    assert items(store)["mem-2026-05-11-1002"]["text"] == "A note without id."
    assert sound(store)


def test_an_ordinal_past_a_million_becomes_an_alias(store: Store, tmp_path: Path) -> None:
    take_in(store, put(tmp_path / "m", {"topics/notes.md": topic(item("Note.", "mem-2026-05-11-1000000"))}))
    one = items(store)["mem-2026-05-11-001"]
    assert one["words"]["written_id"] == "mem-2026-05-11-1000000"
    assert one["drift"] == ""


def test_an_id_of_an_impossible_day_becomes_an_alias(store: Store, tmp_path: Path) -> None:
    take_in(store, put(tmp_path / "m", {"topics/notes.md": topic(item("Note.", "mem-2026-02-30-001"))}))
    assert items(store)["mem-2026-05-11-001"]["words"]["written_id"] == "mem-2026-02-30-001"


def test_an_id_that_the_store_gave_to_other_words_is_not_given_twice(store: Store, tmp_path: Path) -> None:
    did(store, a_capture("quite another thing", name="mem-2026-05-11-001"))
    report = take_in(store, put(tmp_path / "m", {"topics/notes.md": topic(item("The crane is slow."))}))
    assert report.drift == 1
    assert items(store)["mem-2026-05-11-002"]["drift"] == "id-taken"
    assert links(store, "same-id") == {("mem-2026-05-11-002", "mem-2026-05-11-001")}
    assert of(report, "topics/notes.md").notes[0][0] == 12


def test_items_without_a_date_get_the_day_near_them_or_today(store: Store, tmp_path: Path) -> None:
    home = put(tmp_path / "m", {"notes.md": "- plain one\n\n## On 2026-05-14\n\n- plain two\n"})
    take_in(store, home)
    assert {one["text"]: name[:14] for name, one in items(store).items()} == {
        "plain one": "mem-2026-06-01",
        "plain two": "mem-2026-05-14",
    }


def test_a_successor_may_stand_in_a_later_file(store: Store, tmp_path: Path) -> None:
    state = {"kind": "state", "subject": "crane:speed"}
    old = item("It lifts 4 t.", **state, Status="superseded", superseded_by="mem-2026-05-20-001")
    new = item("It lifts 6 t.", "mem-2026-05-20-001", date="2026-05-20", **state)
    home = put(tmp_path / "m", {"topics/a.md": topic(old), "topics/b.md": topic(new)})
    assert take_in(store, home).new == 2
    assert items(store)["mem-2026-05-11-001"]["superseded_by"] == "mem-2026-05-20-001"
    made = rows(store, "SELECT id FROM items ORDER BY created")
    assert made == [("mem-2026-05-20-001",), ("mem-2026-05-11-001",)]


def test_a_successor_under_a_foreign_id_is_found_by_its_alias(store: Store, tmp_path: Path) -> None:
    state = {"kind": "state", "subject": "crane:speed"}
    old = item("It lifts 4 t.", "NOTE-1", **state, Status="superseded", superseded_by="`NOTE-2`")
    new = item("It lifts 6 t.", "NOTE-2", **state)
    take_in(store, put(tmp_path / "m", {"topics/a.md": topic(old, new)}))
    by_alias = {one["words"]["written_id"]: one for one in items(store).values()}
    assert by_alias["NOTE-1"]["superseded_by"] == by_alias["NOTE-2"]["id"]


def test_a_circle_of_successors_is_broken_open_for_a_person(store: Store, tmp_path: Path) -> None:
    state = {"kind": "state", "subject": "crane:speed", "Status": "superseded"}
    one = item("One.", "mem-2026-05-11-001", **state, superseded_by="mem-2026-05-11-002")
    two = item("Two.", "mem-2026-05-11-002", **state, superseded_by="mem-2026-05-11-001")
    own = item("Three.", "mem-2026-05-11-003", **state, superseded_by="mem-2026-05-11-003")
    take_in(store, put(tmp_path / "m", {"topics/a.md": topic(one, two, own)}))
    found = items(store)
    assert found["mem-2026-05-11-001"]["superseded_by"] == "mem-2026-05-11-002"
    assert found["mem-2026-05-11-002"]["drift"] == "successor-lost"
    assert found["mem-2026-05-11-003"]["drift"] == "successor-lost"
    assert sound(store)


def test_a_chain_of_a_thousand_successors_is_taken_in(store: Store, tmp_path: Path) -> None:
    count = 1_000
    chain = [
        item(
            f"Value {n}.",
            f"mem-2026-05-11-{n:03d}",
            kind="state",
            subject="crane:speed",
            Status="superseded" if n < count else "active",
            superseded_by=f"mem-2026-05-11-{n + 1:03d}" if n < count else None,
        )
        for n in range(1, count + 1)
    ]
    assert take_in(store, put(tmp_path / "m", {"topics/a.md": topic(*chain)})).new == count


def test_superseded_without_a_successor_and_with_a_lost_one_are_told_apart(store: Store, tmp_path: Path) -> None:
    state = {"kind": "state", "subject": "crane:speed", "Status": "superseded"}
    none = item("One.", "mem-2026-05-11-001", **state)
    lost = item("Two.", "mem-2026-05-11-002", **state, superseded_by="mem-2026-05-11-009")
    take_in(store, put(tmp_path / "m", {"topics/a.md": topic(none, lost)}))
    assert [one["drift"] for one in items(store).values()] == ["successor-missing", "successor-lost"]


def test_an_entry_that_waits_in_the_index_alone_is_an_item_that_waits(store: Store, tmp_path: Path) -> None:
    line = "- [2026-05-11] [mem-2026-05-11-001] (knowledge) The crane is slow. Source: seen.\n"
    take_in(store, put(tmp_path / "m", {"index.md": f"# Index\n\n## Pending Cleanup\n\n{line}", "topics/.keep": ""}))
    assert items(store)["mem-2026-05-11-001"]["status"] == "pending-cleanup"


def test_inbox_lines_are_captures_and_the_rest_is_not(store: Store, tmp_path: Path) -> None:
    line = "- [2026-05-12] [mem-2026-05-12-001] (knowledge) The tide was late. Source: seen.\n"
    home = put(
        tmp_path / "m", {"memory.md": f"# Inbox\n\n{line}", "topics/notes.md": topic(item("The crane is slow."))}
    )
    take_in(store, home)
    actions = "SELECT action FROM log WHERE action IN ('capture', 'import') ORDER BY 1"
    assert rows(store, actions) == [("capture",), ("import",)]
    assert {one["place"] for one in items(store).values()} == {"inbox", "store"}
    assert items(store)["mem-2026-05-11-001"]["topic"] == "top-0001"


def test_an_entry_of_the_index_without_an_id_refers_to_the_item_with_its_words(store: Store, tmp_path: Path) -> None:
    line = "- [2026-05-11] (knowledge) The crane  is slow.\n"
    index = f"# Index\n\n## Pending Cleanup\n\n{line}"
    home = put(tmp_path / "m", {"index.md": index, "topics/notes.md": topic(item("The crane is slow."))})
    report = take_in(store, home)
    assert (report.new, report.known) == (1, 1)


def test_a_topic_map_is_read_for_its_triggers_and_never_followed(store: Store, tmp_path: Path) -> None:
    put(tmp_path, {"outside.md": topic(item("Not yours.", "mem-2026-05-11-009"))})
    names = ("notes.md", "../../outside.md", "/etc/passwd.md", "C:\\x.md", "a\\..\\b.md", "%2e%2e/outside.md")
    index = "# Index\n\n## Topic Map\n\n" + "".join(f"- {name} — Read when needed.\n" for name in names)
    page = topic(item("The crane is slow."), triggers="triggers: []\n")
    take_in(store, put(tmp_path / "m", {"index.md": index, "topics/notes.md": page}))
    assert list(items(store)) == ["mem-2026-05-11-001"]
    assert rows(store, "SELECT id, triggered FROM topics WHERE to_seq IS NULL") == [("top-0001", 1)]
    assert rows(store, "SELECT count(*) FROM holders WHERE to_seq IS NULL") == [(2,)]


def test_a_name_that_leads_nowhere_is_not_given_to_the_next_item(store: Store, tmp_path: Path) -> None:
    state = {"kind": "state", "subject": "crane:speed", "Status": "superseded"}
    lost = item("One.", "mem-2026-05-11-001", **state, superseded_by="mem-2026-05-11-002")
    take_in(store, put(tmp_path / "m", {"topics/a.md": topic(item("Two.", "NOTE-1"), lost)}))
    assert {one["text"]: name for name, one in items(store).items()} == {
        "One.": "mem-2026-05-11-001",
        "Two.": "mem-2026-05-11-003",
    }
    assert items(store)["mem-2026-05-11-001"]["drift"] == "successor-lost"


def test_a_successor_in_the_store_must_be_the_value_of_the_same_thing(store: Store, tmp_path: Path) -> None:
    new = item("It lifts 6 t.", "mem-2026-05-20-001", kind="state", subject="crane:speed")
    take_in(store, put(tmp_path / "one", {"topics/a.md": topic(new)}))
    old = {"kind": "state", "Status": "superseded", "superseded_by": "mem-2026-05-20-001"}
    same = item("It lifts 4 t.", "mem-2026-05-11-001", **old, subject="crane:speed")
    other = item("The tide is low.", "mem-2026-05-11-002", **old, subject="tide")
    take_in(store, put(tmp_path / "two", {"topics/b.md": topic(same, other)}))
    assert items(store)["mem-2026-05-11-001"]["superseded_by"] == "mem-2026-05-20-001"
    assert items(store)["mem-2026-05-11-002"]["drift"] == "successor-lost"


@pytest.mark.parametrize(
    ("other", "drift"),
    [
        ({"kind": "state", "subject": "quay:crane"}, ""),
        ({"kind": "state", "subject": "Quay:Crane"}, "successor-lost"),
        ({"kind": "knowledge"}, "successor-lost"),
    ],
    ids=["the same subject", "a subject spelt otherwise", "knowledge"],
)
def test_state_gives_way_only_to_state_of_the_very_same_subject(
    store: Store, tmp_path: Path, other: dict[str, str], drift: str
) -> None:
    old = item(
        "The crane lifts 2 tons.", "mem-2026-05-11-001", kind="state", subject="quay:crane",
        Status="superseded", superseded_by="mem-2026-05-12-001", Source="talk",
    )  # fmt: skip
    new = item("The crane lifts 3 tons.", "mem-2026-05-12-001", date="2026-05-12", Source="talk", **other)
    put(tmp_path / "m", {"topics/a.md": topic(old, new)})
    take_in(store, tmp_path / "m")
    assert items(store)["mem-2026-05-11-001"]["drift"] == drift
