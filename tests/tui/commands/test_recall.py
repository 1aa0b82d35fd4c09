"""`memdesk recall`: testimony with what is needed to doubt it, for people and as JSON; nothing in it acts."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.records.recall import UseRole
from tests.governance.builders import a_desk, an_item
from tests.tui.cli import run

HOSTILE = "\x1b]52;c;QUJD\x07\x1b[2J[@click=app.quit]x[/] \u202ereversed"


@pytest.mark.usefixtures("reading")
def test_a_person_reads_the_cautions_before_the_words_and_the_conflict_whole_and_dated() -> None:
    told = run("recall", "when does the backup start").out
    note, rest = told.split("\n", 1)
    assert note.startswith("Testimony, not fact")
    assert rest.index("! It is the last known value") < rest.index(
        "The nightly backup of cormorant starts at 03:15 UTC."
    )
    assert "Conflict on `subject: nightly-backup:schedule`:" in rest
    assert "- [2026-03-09] (state) The nightly backup of cormorant starts at 02:30 UTC." in rest
    assert "← currently `active`  mem-2026-05-19-002" in rest
    assert "authority for action: none" in rest
    assert "2 opened of at most 2" in rest


def test_of_a_conflict_of_many_rows_a_person_is_told_how_many_more_there_are_and_what_shows_them(
    tmp_path: Path,
) -> None:
    desk = a_desk(tmp_path)
    for at in range(12):
        an_item(desk, kind="state", text=f"the gate listens on {at}", subject="gate:port", date=f"2026-05-{at + 1:02}")
    desk.close()
    told = run("--store", str(tmp_path / "memory.db"), "recall", "gate").out
    [line] = [line for line in told.splitlines() if "more rows of it" in line]
    shown = line.split("`")[1].removeprefix("memdesk ").split()
    rows = told.count("] (state) the gate listens")
    assert line.strip().startswith(f"and {12 - rows} more rows of it, not told here: `memdesk reconcile mem-")
    assert run("--store", str(tmp_path / "memory.db"), *shown).out.count("Source:") == 12


@pytest.mark.usefixtures("reading")
def test_the_topics_that_led_stand_before_the_records_with_what_leads_how_near_and_where_from() -> None:
    topic = next(one for one in run("list", "index", "--json").json["topics"] if one["title"] == "Environment")
    told = run("recall", "what is the backup schedule?").out
    line = f"led by {topic['id']}  Environment · its trigger “backup schedule” · warm · comes from {topic['source']}"
    assert line in told
    assert told.index(line) < told.index("mem-2026")
    [led] = run("recall", "what is the backup schedule?", "--json").json["topics"]
    assert led == {name: topic[name] for name in ("id", "title", "source", "near")} | {"trigger": "backup schedule"}
    assert run("recall", "when does the backup start", "--json").json["topics"] == []


@pytest.mark.usefixtures("reading")
def test_json_bears_every_field_that_a_result_cannot_do_without() -> None:
    found = run("recall", "when does the backup start", "--json", "--payloads", "3").json
    assert found["schema"] == "memdesk/recall/1"
    assert found["budget"] | {"payloads_opened": 3} == found["budget"]
    wanted = {
        "memory_id", "snippet", "kind", "type", "status", "standing", "source", "source_state", "date", "age_days",
        "source_tag", "belief_status", "epistemic_confidence", "confidence_scheme", "confidence", "derived_from",
        "permitted_use", "action_authority", "score_method", "cautions", "conflicts_with", "superseded_by",
    }  # fmt: skip
    every = [one for group in found["groups"] for one in group["results"]]
    assert len(every) == 3
    assert all(wanted <= set(one) for one in every)
    assert all(set(one["confidence"]) == {"label", "basis"} for one in every)
    parts = {"type", "ref_id", "relationship", "inherited_boundary"}
    assert all(set(made) == parts for one in every for made in one["derived_from"])


@pytest.mark.usefixtures("reading")
def test_every_part_of_the_budget_that_can_be_raised_is_an_option_and_is_told() -> None:
    usual = run("recall", "backup", "--json").json["budget"]
    raised = run("recall", "backup", "--json", "--category-indexes", "3", "--full-history-scan").json["budget"]
    assert (usual["meta_indexes"], usual["category_indexes"], usual["full_history_scan"]) == (1, 1, False)
    assert (raised["meta_indexes"], raised["category_indexes"], raised["full_history_scan"]) == (1, 3, True)
    assert raised["rows_weighed"] == usual["rows_weighed"] > usual["payloads_opened"] == 2
    told = run("recall", "backup", "--full-history-scan").out
    assert f"out of {raised['rows_weighed']} weighed in 1 list (everything that matches)" in told


@pytest.mark.usefixtures("reading")
def test_where_nothing_may_be_used_that_is_said_in_a_sentence() -> None:
    told = run("recall", "backup", "--use-role", "action-premise").out
    assert "! No record may be used as action-premise here: look at the source, check it live, or ask." in told
    assert "Nothing that may be used answers this" in run("recall", "zzz").out


@pytest.mark.usefixtures("reading")
@pytest.mark.parametrize("role", list(UseRole))
def test_every_use_is_asked_for_by_its_name_and_untyped_records_are_no_premise(role: UseRole) -> None:
    done = run("recall", "backup", "--use-role", role.value)
    assert done.code == 0
    assert (" untyped" in done.out) is (role in (UseRole.ACTION_PREMISE, UseRole.CONSTRAINT))


@pytest.mark.usefixtures("reading")
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("backup", "--use-role", "truth"), 2, "background"),
        (("backup", "--type", "state"), 2, "episodic"),
        (("backup", "--when", "soon"), 2, "is no time"),
        (("backup", "--observed", "gate"), 2, "SUBJECT=VALUE"),
        (("backup", "--payloads", "0"), 2, "between 1 and 100"),
        (("backup", "--category-indexes", "101"), 2, "between 1 and 100"),
        (("backup", "--audit", "--full-history-scan"), 2, "takes no --full-history-scan"),
        (("backup", "--project", "cedar"), 3, "No token or grant of yours"),
        (("backup", "--task", "task-0001"), 2, "no open task"),
        (("backup", "--audit", "--type", "episodic"), 2, "--audit looks at everything"),
        ((" ",), 2, "between 1 and"),
        ((), 2, "QUERY"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_to_do(words: tuple[str, ...], code: int, said: str) -> None:
    done = run("recall", *words)
    assert (done.code, done.out) == (code, "")
    assert said in done.err


@pytest.mark.usefixtures("sample")
def test_an_audit_opens_the_archive_and_names_its_entry_of_the_log() -> None:
    before = run("status", "--json").json["head"]
    told = run("recall", "--audit", "backup").out
    assert "in the archive: what was once written down, and no guidance" in told
    assert f"this look is entry {before + 1:,} of the log" in told
    assert run("log", "--json", "--limit", "1").lines[-1]["action"] == "audit"


@pytest.mark.usefixtures("reading")
def test_without_an_audit_the_archive_stays_shut() -> None:
    found = run("recall", "backup", "--json", "--payloads", "50").json
    assert (found["archive"], found["audit"]) == ([], None)


@pytest.mark.usefixtures("reading")
def test_read_only_answers_and_an_audit_there_leaves_no_entry_and_says_so() -> None:
    said = "nothing records that you looked"
    usual = run("--read-only", "recall", "backup")
    assert (usual.code, said in usual.out) == (0, False)
    assert run("--read-only", "recall", "--audit", "backup", "--json").json["audit"] is None
    assert f"! The store is opened for reading only: {said}." in run("--read-only", "recall", "--audit", "backup").out


def test_stored_text_drives_no_terminal_and_is_no_markup(folder: Path) -> None:
    assert folder.exists()
    assert run("init", "--no-key", "--tz", "UTC").code == 0
    sent = run("capture", f"The harbour {HOSTILE}", "--source", HOSTILE, "--kind", "state", "--subject", HOSTILE)
    assert sent.code == 0, sent.err
    [row] = run("list", "inbox", "--json").json["rows"]
    assert row["review"] == "needs-review", "hidden signs wait for a person"
    assert run("decide", "accept", row["id"], "--reason", "worth-keeping", "--seen", row["seen"]).code == 0
    assert run("archive").code == 0
    assert run("distill").code == 0
    told = run("recall", "harbour").out
    assert "harbour" in told
    assert "[@click=app.quit]x[/]" in told
    assert not {"\x1b", "\x07", "\u202e", "\x9b"} & set(told)
