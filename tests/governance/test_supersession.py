"""Law 6: a state item gives way only to a live state item with exactly its subject, and knowledge never."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.index import fold
from store.records.words import Reason, Shown
from tests.governance.builders import a_topic, an_item, decide, head, item, made, seen, sound, stage, untouched
from tests.governance.standings import PENDING

SUBJECT = "Local:Default-Model"
ALMOST = {
    "another case": "local:default-model",
    "a blank at the end": "Local:Default-Model ",
    "a blank in front": " Local:Default-Model",
    "a wide colon": "Local：Default-Model",
    "a wide letter": "Ｌocal:Default-Model",
    "a combining accent": "Local:Defa\u0301ult-Model",
    "a soft hyphen": "Local:Default\u00ad-Model",
    "another hyphen": "Local:Default\u2010Model",
    "a part of it": "Local:Default",
    "nothing": "",
}


def state(desk: Desk, subject: str = SUBJECT, **more: Any) -> str:
    return an_item(desk, kind="state", subject=subject, **more)


@pytest.mark.parametrize("almost", ALMOST.values(), ids=ALMOST)
def test_a_subject_that_is_only_almost_equal_gives_no_way(desk: Desk, almost: str) -> None:
    old, new = state(desk, status=PENDING), state(desk, almost)
    before = untouched(desk)
    with pytest.raises(Refusal):
        decide(desk, "resolve", old, owner="mira")
    with pytest.raises(Refusal, match=r"is refused|is not"):
        decide(desk, "resolve", old, by=new, owner="mira")
    assert untouched(desk) == before
    noted = state(desk, status=PENDING, superseded_by=new)
    with pytest.raises(Refusal, match="is not") as refused:
        decide(desk, "resolve", noted, owner="mira")
    assert refused.value.kind is RefusalKind.RULE


@given(st.text(min_size=1, max_size=8), st.text(min_size=1, max_size=8))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_two_subjects_give_way_exactly_when_they_are_equal_as_strings(desk: Desk, one: str, two: str) -> None:
    subjects = {one, two, one + two, fold(one)} - {""}
    names = {subject: (state(desk, subject), state(desk, subject)) for subject in sorted(subjects)}
    for subject, (old, new) in names.items():
        for other, (_, strange) in names.items():
            if other != subject:
                with pytest.raises(Refusal):
                    decide(desk, "resolve", old, by=strange, owner="mira")
        decide(desk, "resolve", old, by=new, owner="mira")


def _knowledge(desk: Desk) -> str:
    return an_item(desk, subject=SUBJECT)


UNFIT: dict[str, tuple[Callable[[Desk], str], str]] = {
    "knowledge of the same subject": (_knowledge, "only state supersedes state"),
    "a stale row": (lambda desk: state(desk, status="stale"), "is not active"),
    "a pending row": (lambda desk: state(desk, status=PENDING), "is not active"),
    "a superseded row": (lambda desk: state(desk, status="superseded"), "is not active"),
    "a drifting row": (
        lambda desk: an_item(desk, kind="state", subject=SUBJECT, drift=["date-missing"]),
        "is not active",
    ),
    "an item that never was": (lambda _: "mem-2026-06-01-999", "is not there"),
}


@pytest.mark.parametrize("unfit", UNFIT)
def test_no_row_gives_way_to(desk: Desk, unfit: str) -> None:
    build, why = UNFIT[unfit]
    old, _ = state(desk), state(desk)
    new = build(desk)
    before = untouched(desk)
    with pytest.raises(Refusal, match=why) as refused:
        decide(desk, "resolve", old, by=new, owner="mira")
    assert refused.value.ids == (old,)
    assert untouched(desk) == before


def test_no_row_gives_way_to_itself(desk: Desk) -> None:
    old, _ = state(desk), state(desk)
    with pytest.raises(Refusal, match="cannot succeed itself"):
        decide(desk, "resolve", old, by=old, owner="mira")


def test_knowledge_never_gives_way_not_even_to_its_equal(desk: Desk) -> None:
    one, two = _knowledge(desk), _knowledge(desk)
    pending = an_item(desk, status=PENDING, subject=SUBJECT, superseded_by=two)
    for name in (one, pending):
        with pytest.raises(Refusal, match="knowledge is never superseded"):
            decide(desk, "resolve", name, by=two, owner="mira")


def test_a_pending_row_gives_way_to_the_live_row_that_a_person_finds(desk: Desk) -> None:
    old, new = state(desk, status=PENDING), state(desk)
    assert item(desk, old).row.superseded_by is None
    decide(desk, "resolve", old)
    assert (item(desk, old).row.status, item(desk, old).row.superseded_by) == ("superseded", new)


def test_a_row_that_was_put_off_still_gives_way(desk: Desk) -> None:
    old, new = state(desk), state(desk)
    decide(desk, "defer", old)
    decide(desk, "resolve", old, owner="mira")
    assert item(desk, old).row.superseded_by == new


def test_two_rivals_are_told_apart_only_by_a_person(desk: Desk) -> None:
    old, one, two = state(desk), state(desk), state(desk)
    with pytest.raises(Refusal, match=f"more than one live row shares its subject: {one}, {two}"):
        decide(desk, "resolve", old, owner="mira")
    decide(desk, "resolve", old, by=two, owner="mira")
    assert item(desk, old).row.superseded_by == two


def test_two_rows_never_give_way_to_each_other_in_one_plan(desk: Desk) -> None:
    one, two = state(desk), state(desk)
    before = untouched(desk)
    with pytest.raises(Refusal, match="is itself decided") as refused:
        decide(desk, "resolve", one, two, owner="mira")
    assert refused.value.kind is RefusalKind.RULE
    assert untouched(desk) == before
    stage(desk, "resolve", one, owner="mira")
    stage(desk, "stale", two, owner="mira")
    with pytest.raises(Refusal, match=f"{two} is to succeed {one} and is itself decided"):
        desk.apply()
    assert item(desk, one).row.status == "active"


def test_a_successor_named_by_another_name_is_still_itself_decided(desk: Desk) -> None:
    one = state(desk)
    two = an_item(desk, kind="state", subject=SUBJECT, words={"written_id": "note-7"})
    stage(desk, "resolve", one, by="note-7", owner="mira")
    stage(desk, "stale", two, owner="mira")
    with pytest.raises(Refusal, match="is itself decided"):
        desk.apply()


def test_a_rival_that_changed_since_it_was_shown_is_not_given_way_to(desk: Desk) -> None:
    old, new = state(desk), state(desk)
    shown = seen(desk, old)
    newest = made(decide(desk, "correct", new, text="port 9000"), new)
    with pytest.raises(Refusal) as refused:
        desk.decide("resolve", [old], {"owner": "mira"}, reason=Reason.NEWER_VALUE, seen=shown, shown=Shown.LISTED)
    assert refused.value.kind is RefusalKind.MOVED
    decide(desk, "resolve", old, owner="mira")
    assert item(desk, old).row.superseded_by == newest


def test_retagging_the_topic_leaves_a_subject_as_it_is_to_the_last_blank(desk: Desk) -> None:
    plain, spaced, topic = state(desk), state(desk, SUBJECT + " "), a_topic(desk)
    decide(desk, "retag", spaced, topic=topic)
    assert item(desk, spaced).strip.subject == SUBJECT + " "
    assert not any(why.code == "same-subject" for why in item(desk, plain).why)


@pytest.mark.parametrize("verb", ["retag", "accept"])
def test_what_turns_out_to_be_knowledge_is_superseded_no_more(desk: Desk, verb: str) -> None:
    newer = state(desk)
    old = an_item(desk, kind="state", status="superseded", subject=None, drift=["subject-missing"], superseded_by=newer)
    args: dict[str, Any] = {"kind": "knowledge"} if verb == "retag" else {}
    decide(desk, verb, old, **args)
    row = item(desk, old).row
    assert (row.kind, row.status, row.superseded_by, row.drift) == ("knowledge", PENDING, None, ())
    assert item(desk, old).linked == ()


def test_a_state_without_a_subject_is_refused(desk: Desk) -> None:
    name = an_item(desk)
    for subject in ("", " "):
        with pytest.raises(Refusal, match="a state item needs a subject"):
            decide(desk, "retag", name, kind="state", subject=subject)
    with pytest.raises(Refusal, match="is no kind"):
        decide(desk, "retag", name, kind="fact")
    with pytest.raises(Refusal, match="tagged already"):
        decide(desk, "retag", name, kind="knowledge")
    with pytest.raises(Refusal, match="a state item needs a subject"):
        decide(desk, "correct", state(desk), text="other words", subject=" ")


def test_a_long_line_of_successions_ends_in_one_live_row(desk: Desk) -> None:
    rows = [state(desk, text=f"port {n}") for n in range(6)]
    for older, newer in pairwise(rows):
        decide(desk, "resolve", older, by=newer, owner="mira")
    standing = [item(desk, name).row for name in rows]
    assert [row.superseded_by for row in standing] == [*rows[1:], None]
    assert [row.id for row in standing if row.live] == rows[-1:]
    assert head(desk) == 1 + 6 + 2 * 5
    sound(desk)
