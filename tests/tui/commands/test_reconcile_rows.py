"""`memdesk reconcile` of more than two rows: some of them alone, told apart, put off, of one date."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Any

import pytest

from governance.desk import open_desk
from tests.governance.builders import an_item, decide
from tests.governance.influence.learned import typed
from tests.tui.cli import run
from tests.tui.commands.conftest import seen

ELSEWHERE = "mem-2026-03-24-007"
"""A row of another conflict of the sample memory."""


def decided(*words: str, ids: tuple[str, ...]) -> list[str]:
    return [*words, *(part for one in ids for part in ("--seen", seen(one)))]


def several(sample: Path) -> list[str]:
    """Three rows of a subject, two of one date, and a claim against the first."""
    with open_desk(sample / "memory" / "memory.db") as desk:
        told = (("at eight", "2026-08-01"), ("at nine", "2026-08-02"), ("at ten", "2026-08-02"))
        rows = [an_item(desk, kind="state", subject="board:opens", text=text, date=date) for text, date in told]
        return [*rows, an_item(desk, text="the board never opens", links=[("refutes", rows[0])], date="2026-08-09")]


def test_a_claim_beside_rows_of_one_subject_takes_no_command_away_and_a_shared_date_names_the_row(sample: Path) -> None:
    one, two, three, claim = several(sample)
    lines = run("reconcile", claim).out.splitlines()
    acting = f"Acting on [2026-08-02]'s value, of {three}, which came last of that date. Every earlier row is"
    assert any(line.startswith(acting) for line in lines)
    assert any(line.startswith("Of the others none is picked") for line in lines)
    typed = [line.strip() for line in lines]
    assert f"memdesk decide current {three} {two} {one} --evidence REF --reason current-value" in typed
    assert f"memdesk decide both {one} --subject OTHER --reason both-hold" in typed
    assert f"memdesk decide apart {one} {two} --reason different-things" in typed
    assert run("reconcile", claim, "--json").json["conflicts"][0]["current"] == three


def test_some_rows_are_shown_alone_with_what_settles_them_and_how_many_stay(sample: Path) -> None:
    one, two, three, claim = several(sample)
    out = run("reconcile", claim, "--row", one, "--row", claim).out
    assert "not spoken of 2 of its 4 rows: they stay in conflict" in out
    assert (one in out, claim in out, two in out, three in out) == (True, True, False, False)
    assert f"memdesk decide apart {one} {claim} --reason different-things" in out
    words = ("decide", "apart", one, claim, "--reason", "different-things")
    assert run(*decided(*words, ids=(one, claim))).code == 0
    groups = [row["group"] for row in run("list", "conflicts", "--json").json["rows"]]
    assert f"{one} {two} {three}" in groups
    shown = run("reconcile", one, "--row", two, "--json").json["conflicts"]
    assert [row["id"] for row in shown[0]["rows"]] == [two]
    part = run("reconcile", one, "--row", one, "--row", two).out
    assert "decide current" not in part, "which is refused unless every row of the subject is named"
    assert "memdesk decide resolve" in part


CLAIM = {"provenance": "spec", "valid_from": "2026-01-01"}


@pytest.mark.parametrize(
    ("newer", "stands"),
    [
        ({}, 1),
        ({"words": {"scope": "elsewhere"}}, None),
        ({"fields": {"valid_to": "2026-08-10"}}, 0),
        ({"fields": {"valid_from": "2030-01-01"}, "date": "2030-01-01"}, 0),
        ({"claimed": True}, None),
    ],
    ids=["newer", "of another scope", "over", "later", "claimed against"],
)
def test_the_row_that_recall_acts_on_stands_for_now_and_is_the_first_that_a_command_names(
    sample: Path, newer: dict[str, Any], stands: int | None
) -> None:
    claimed, fields = newer.pop("claimed", False), CLAIM | newer.pop("fields", {})
    more = {"kind": "state", "subject": "board:opens", "confidence": "confirmed"}
    with open_desk(sample / "memory" / "memory.db") as desk:
        old = typed(desk, "semantic", "the board opens at eight", CLAIM, **more, date="2026-08-01")
        new = typed(desk, "semantic", "the board opens at nine", fields, **{**more, "date": "2026-08-05", **newer})
        if claimed:
            an_item(desk, text="it does not", links=[("contradicts", new)])
        answer = desk.recalling.recall("board opens", payloads=9)
    rows = {row.memory_id for one in answer.conflicts for row in one.rows if row.current} & {old, new}
    wanted = None if stands is None else (old, new)[stands]
    assert rows == ({new} if stands else set()), "where one does not hold they disagree no more"
    [told] = run("reconcile", old, "--json").json["conflicts"]
    assert told["current"] == wanted
    lines = run("reconcile", old).out.splitlines()
    assert any(line.startswith("Acting on") for line in lines) is (wanted is not None)
    first = next(line for line in lines if "decide current" in line or "decide resolve" in line)
    assert wanted is None or f"current {wanted}" in first or f"--by {wanted}" in first


def test_of_rows_that_were_told_apart_it_says_so_and_offers_nothing(sample: Path) -> None:
    one, two, three, claim = several(sample)
    with open_desk(sample / "memory" / "memory.db") as desk:
        decide(desk, "apart", one, two)
    out = run("reconcile", one, "--row", one, "--row", two).out
    assert out.startswith("No conflict on `subject: board:opens` between these:")
    assert f"noted {one} and {two} were told apart" in out
    assert [word for word in ("Acting on", "memdesk decide", "picked") if word in out] == []
    assert f"memdesk reconcile {one}" in out
    whole = run("reconcile", one).out
    assert f"because {one}: same subject as {three}; both still stand" in " ".join(whole.split())
    assert f"noted {one} and {two} were told apart" in whole
    assert f"memdesk decide current {three} {two} {one} --evidence" in whole, "which collides with either"
    rows = run("reconcile", one, "--json").json["conflicts"][0]["rows"]
    assert {row["id"]: row["apart"] for row in rows} == {one: [two], two: [one], three: [], claim: []}


def test_what_was_told_apart_from_the_current_row_does_not_give_way_to_it(sample: Path) -> None:
    one, two, three, _ = several(sample)
    with open_desk(sample / "memory" / "memory.db") as desk:
        decide(desk, "apart", one, three)
    out = run("reconcile", one).out
    assert f"memdesk decide current {three} {two} --evidence" in out
    words = ("decide", "current", three, two, "--owner", getpass.getuser(), "--reason", "current-value")
    assert run(*decided(*words, ids=(three, two))).code == 0
    assert run("show", one, "--json").json["row"]["status"] == "active"


def test_a_row_that_is_put_off_says_until_when_in_the_list_and_in_reconcile(sample: Path) -> None:
    one, two, _, claim = several(sample)
    with open_desk(sample / "memory" / "memory.db") as desk:
        decide(desk, "defer", two, until="7d")
        until = desk.item(two).deferred_until
    out = run("reconcile", claim).out
    (line,) = (line for line in out.splitlines() if line.endswith(f"put off until {until}"))
    assert two in line
    (told,) = run("reconcile", claim, "--json").json["conflicts"]
    assert [row["id"] for row in told["rows"] if row["deferred_until"] == until] == [two]
    listed = next(row for row in run("list", "conflicts", "--json").json["rows"] if row["id"] == one)
    assert listed["deferred_until"] is None, "which is that of its first row"
    (off,) = (why for why in listed["why"] if why["code"] == "deferred")
    assert (off["ids"], off["detail"]) == ([two], until)


def test_a_row_of_another_conflict_is_refused_by_name(sample: Path) -> None:
    one, *_ = several(sample)
    done = run("reconcile", one, "--row", ELSEWHERE, "--json")
    assert (done.code, done.error["kind"]) == (2, "bad-input")
    assert f"{ELSEWHERE} is no row of this conflict" in done.error["sentence"]
