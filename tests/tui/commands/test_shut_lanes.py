"""Frozen and cleared lanes on the command line: what is refused, what passes leave there, how lists mark it."""

from __future__ import annotations

import pytest

from tests.tui.cli import run
from tests.tui.commands.conftest import seen
from tests.tui.commands.organized import HOSTILE, ONE, TWO, lane, put


@pytest.mark.usefixtures("sample")
def test_what_lies_in_a_frozen_lane_is_refused_by_name_and_passes_say_where_it_waits() -> None:
    made = lane("Baseline")
    inside = run("capture", "the pier is wet", "--source", "seen", "--lane", "Baseline", "--json").json["id"]
    put("lane", "move", ONE, "--lane", "Baseline")
    put("lane", "freeze", made)
    before = run("log", "--json").out
    for words in (("stale", ONE), ("defer", inside), ("link", ONE, "--relation", "references", "--to", TWO)):
        done = run("decide", *words, "--reason", "other", "--seen", seen(ONE if ONE in words else inside))
        assert (done.code, f"its lane {made} is frozen: thaw that first" in done.err) == (4, True), done.err
    assert run("log", "--json").out == before
    run("archive"), run("distill")
    told = f"1 capture waits in {made} 'Baseline', which is frozen."
    again = run("archive")
    assert again.out == f"There was nothing to archive: {told}\n"
    assert run("archive", "--json").json["left"] == [
        {"lane": made, "title": "Baseline", "state": "frozen_readonly", "count": 1}
    ]
    status = run("status")
    [left] = run("status", "--json").json["left"]
    assert left["lane"] == made
    assert f"{left['count']} items wait in {made} 'Baseline', which is frozen" in status.err
    assert made not in status.out, "the line of a shell prompt stays one"
    put("lane", "thaw", made)
    assert run("archive").out.startswith("1 capture archived")
    assert run("status", "--json").json["left"] == []


@pytest.mark.usefixtures("sample")
def test_the_title_of_a_frozen_lane_reaches_no_terminal_raw_where_a_pass_names_it() -> None:
    made = lane(HOSTILE)
    run("capture", "the pier is wet", "--source", "seen", "--lane", made)
    put("lane", "freeze", made)
    for words in (("archive",), ("status",)):
        done = run(*words)
        assert made in done.out + done.err
        assert not {"\x1b", "\x07", "\u202e"} & set(done.out + done.err)


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(("act", "word"), [("freeze", "frozen"), ("clear", "cleared")])
def test_lists_and_answers_mark_what_lies_in_a_lane_of_which_recall_uses_nothing(act: str, word: str) -> None:
    made = lane("Baseline", TWO, "--seen", seen(TWO))
    said = run("show", TWO, "--json").json["text"].split()[:3]
    plain = {one["id"]: one for one in run("search", *said, "--json").json["rows"]}
    assert (plain[TWO]["lane"], plain[TWO]["lane_state"]) == (made, "active")
    put("lane", act, made)
    for words in (("list", "items", "--limit", "0"), ("search", *said)):
        [found] = [one for one in run(*words, "--json").json["rows"] if one["id"] == TWO]
        assert found["lane_state"] == {"freeze": "frozen_readonly", "clear": "cleared"}[act]
        marked = [line for line in run(*words).out.splitlines() if f" {word}  " in line]
        assert [line.split()[0] for line in marked] == [TWO], "what lies in no such lane bears no mark"
    assert f"{word.capitalize()}: " in run("show", TWO).out
    assert "recall" in next(line for line in run("show", TWO).out.splitlines() if f"{word.capitalize()}: " in line)
    audit = run("recall", *said, "--audit", "--payloads", "100")
    assert "! This is an explicit read for audit or comparison" in audit.out
    assert f"! It lies in {made}, which is {word}: read for audit" in audit.out
    assert f"in a {word} lane" in audit.out
    assert TWO not in run("recall", *said).out
