"""Titles: one for each lane of a project and each topic, however it is spelled; what is called so no more says why."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from governance.desk import Desk, open_desk
from governance.errors import Refusal, RefusalKind
from tests.governance.builders import a_topic, an_item, decide, sound, stage, untouched
from tests.governance.forgetting.scopes import withdraw
from tests.governance.intake.passes.passing import send
from tests.governance.standings import a_lane

ALIKE = {
    "case": "TRIAL RUN",
    "width": "Ｔｒｉａｌ\u3000Ｒｕｎ",
    "blanks": "trial  run",
    "no blank": "TrialRun",
    "unseen signs": "Trial\u200b Run\u2060",
}
OTHER = ("Trial Runs", "Trial-Run", "Tríal Run", "Trial Run 2")


@pytest.mark.parametrize("title", ALIKE.values(), ids=ALIKE)
def test_what_is_spelled_alike_is_refused_and_names_the_one_that_stands(desk: Desk, title: str) -> None:
    lane = a_lane(desk, title="Trial Run")
    topic = decide(desk, "new-topic", title="Trial Run").ids[0]
    before = untouched(desk)
    for verb, name in (("new-lane", lane), ("new-topic", topic)):
        for act in (decide, stage):
            with pytest.raises(Refusal, match=f"{name} is called 'Trial Run' already") as said:
                act(desk, verb, title=title)
            assert said.value.ids == (name,)
    assert untouched(desk) == before


@pytest.mark.parametrize("title", OTHER)
def test_what_is_spelled_otherwise_is_another_title(desk: Desk, title: str) -> None:
    a_lane(desk, title="Trial Run")
    decide(desk, "new-topic", title="Trial Run")
    assert a_lane(desk, title=title) == "lane-0002"
    assert decide(desk, "new-topic", title=title).ids == ("top-0002",)


def test_normalisation_makes_no_second_title(desk: Desk) -> None:
    a_lane(desk, title="Caf\u00e9")
    with pytest.raises(Refusal, match="lane-0001 is called"):
        a_lane(desk, title="Cafe\u0301")


def test_a_lane_of_another_project_may_bear_it_and_a_topic_may_be_spelled_anew(desk: Desk) -> None:
    a_lane(desk, title="Trial")
    assert a_lane(desk, title="TRIAL", project="cedar") == "lane-0002"
    topic, other = decide(desk, "new-topic", title="Trial").ids[0], decide(desk, "new-topic", title="Other").ids[0]
    decide(desk, "retitle", topic, title="TRIAL")
    with pytest.raises(Refusal, match=f"{topic} is called 'TRIAL' already"):
        decide(desk, "retitle", other, title="trial")
    sound(desk)


def test_two_decisions_of_a_plan_make_no_two_that_are_spelled_alike(desk: Desk) -> None:
    stage(desk, "new-lane", title="Trial")
    stage(desk, "new-lane", title="ｔｒｉａｌ")
    with pytest.raises(Refusal, match="is called 'Trial' already"):
        desk.apply()
    assert desk.lanes() == ()


def test_a_title_is_found_in_any_spelling(desk: Desk) -> None:
    lane, topic = a_lane(desk, title="Trial Run"), decide(desk, "new-topic", title="Trial Run").ids[0]
    for title in ("Trial Run", *ALIKE.values()):
        assert (desk.lane_called(title).id, desk.topic_called(title).id) == (lane, topic)
        name = an_item(desk, text=f"about {len(title)} {title}")
        decide(desk, "lane", name, lane=title)
        decide(desk, "retag", name, topic=title)
        assert (desk.item(name).row.lane, desk.item(name).row.topic) == (lane, topic)
        assert desk.item(send(desk, f"sent {title}", lane=title)).row.lane == lane
    for ask in (desk.lane_called, desk.topic_called):
        for nothing in ("", "\u200b", "Trial"):
            with pytest.raises(Refusal, match="There is no"):
                ask(nothing)


def test_an_older_store_with_titles_that_are_spelled_alike_opens_and_works_by_id(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    dump = Path(__file__).parents[2] / "store" / "data" / "schema-5.sql"
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA journal_mode = WAL")
        conn.executescript(dump.read_text(encoding="utf-8"))
    with open_desk(path) as desk:
        lanes = {lane.title: lane.id for lane in desk.lanes() if lane.title.strip() in ("Trial", "trial", "ＴＲＩＡＬ")}
        assert len(lanes) == 3
        assert {desk.lane_called(title).id for title in lanes} == set(lanes.values()), "each by its very title"
        for ask in (desk.lane_called, desk.topic_called):
            with pytest.raises(Refusal, match=r"Several are called '(tRIAL|wETTER)'") as said:
                ask("tRIAL" if ask == desk.lane_called else "wETTER")
            assert said.value.hint == "Name it by its id."
        refused = send_refused(desk, lane="tRIAL")
        assert "Several lanes are called 'tRIAL'" in refused
        decide(desk, "freeze", lanes["Trial"])
        decide(desk, "retitle", "top-0004", title="Storm")
        assert desk.topic_called("wETTER").id == "top-0003"
        found = desk.verify(replay=True).findings
        assert not [one for one in found if one.step in ("schema", "replay")], "what it holds was made without people"


def send_refused(desk: Desk, **fields: str) -> str:
    """What a capture is refused with."""
    receipt = desk.intake.capture({"text": "x", "kind": "knowledge", "source": "seen", **fields})
    return " ".join(sentence for _, sentence in receipt.faults)


def test_a_topic_that_was_merged_says_into_which_wherever_it_is_named(desk: Desk) -> None:
    kept, gone = a_topic(desk, "outage"), decide(desk, "new-topic", title="Outages").ids[0]
    last = decide(desk, "new-topic", title="All of it").ids[0]
    name = an_item(desk)
    decide(desk, "merge-topics", kept, gone, to=kept)
    before = desk.pulse()[1]
    told = f"^{gone} 'Outages' was merged into {kept} 'Incidents' on \\d{{4}}-\\d\\d-\\d\\d"
    for look in (
        lambda: desk.show(gone),
        lambda: desk.links(gone),
        lambda: desk.topic_called(gone),
        lambda: desk.topic_called("OUTAGES"),
        lambda: decide(desk, "retitle", gone, title="Again"),
        lambda: decide(desk, "retag", name, topic=gone),
        lambda: decide(desk, "retag", name, topic="outages"),
    ):
        with pytest.raises(Refusal, match=told) as said:
            look()
        assert (said.value.kind, said.value.ids) == (RefusalKind.NOT_FOUND, (gone, kept))
    decide(desk, "merge-topics", kept, last, to=last)
    with pytest.raises(Refusal, match=rf"{gone} 'Outages' was merged into {last} 'All of it'"):
        desk.show(gone)
    with pytest.raises(Refusal, match=f"{gone} 'Outages' was merged into {kept} 'Incidents'"):
        desk.show(gone, at_seq=before)
    assert decide(desk, "new-topic", title="outages").ids[0] == "top-0004", "a title that nobody bears is free"


def test_a_topic_whose_making_was_undone_says_so_and_one_that_never_was_is_just_not_there(desk: Desk) -> None:
    made = decide(desk, "new-topic", title="Payments")
    desk.undo(made.plan)
    with pytest.raises(Refusal, match=r"What made top-0001 'Payments' was undone on .*: it is no topic any more"):
        desk.show("top-0001")
    for name in ("top-0009", "Nothing"):
        with pytest.raises(Refusal, match="There is no"):
            desk.topic_called(name)


def test_what_became_of_a_topic_that_is_withdrawn_is_not_told(desk: Desk, tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    (memory / "topics").mkdir(parents=True)
    (memory / "topics" / "o.md").write_text("---\ntitle: Outages\n---\n\n- [2026-05-01] One. Source: seen.\n")
    run = desk.import_memory(memory).run
    assert run is not None
    [gone] = [one.id for one in desk.topics()]
    kept = decide(desk, "new-topic", title="Incidents").ids[0]
    decide(desk, "merge-topics", kept, gone, to=kept)
    with pytest.raises(Refusal, match="was merged into"):
        desk.topic_called("outages")
    withdraw(desk, run)
    for ask, name in ((desk.topic_called, "outages"), (desk.show, gone)):
        with pytest.raises(Refusal) as said:
            ask(name)
        assert "merged" not in said.value.sentence
