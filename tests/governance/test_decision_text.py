"""The decision entry holds exactly what was decided: canonical, complete, and without a word of content."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from governance.desk import Desk
from store import log, seal
from store.records.entry import Entry
from store.records.words import Action, Reason, Shown
from tests.governance.builders import (
    a_block,
    a_desk,
    a_topic,
    an_item,
    beside,
    decide,
    head,
    made,
    seen,
    sound,
    stage,
)
from tests.governance.standings import PENDING, REFUSED, STANDINGS, args_of, lots, more_of


def entries(desk: Desk) -> dict[int, Entry]:
    with desk.store.reading() as conn:
        return {entry.seq: entry for entry in log.entries(conn)}


def text_of(desk: Desk, seq: int) -> dict[str, Any]:
    """The text of a decision, after it was found to be canonical JSON."""
    with desk.store.reading() as conn:
        payload = log.payload(conn, seq)
    assert payload is not None
    assert (payload["v"], payload["signatures"], set(payload)) == (1, [], {"v", "text", "signatures"})
    found = json.loads(payload["text"])
    assert seal.canonical(found) == payload["text"].encode("ascii")
    return dict(found)


def test_the_text_names_store_head_person_and_each_decision_with_what_was_seen(desk: Desk) -> None:
    first, second, block = an_item(desk, status=PENDING), an_item(desk, status=PENDING), a_block(desk)
    shown = seen(desk, first, second), seen(desk, block)
    stage(desk, "keep", first, second)
    stage(desk, "resolve", block)
    with desk.store.reading() as conn:
        at = log.head(conn)
    text = text_of(desk, desk.apply().seq)
    assert (text["v"], text["store"], text["head"]) == (2, desk.store_id, list(at))
    assert (text["who"], text["assurance"], text["undoes"]) == ("p-0001", "os-user", None)
    assert text["expires"] is None
    committed = [entries(desk)[desk.item(name).row.created].commitment for name in (first, second)]
    assert text["decisions"] == [
        {"verb": "keep", "targets": [first, second], "seen": shown[0], "commitments": committed,
         "reason": "confirmed-still-true", "shown": "listed", "grant": None},
        {"verb": "resolve", "targets": [block], "seen": shown[1], "commitments": [None], "reason": "newer-value",
         "shown": "listed", "grant": None},
    ]  # fmt: skip
    assert len(text["nonce"]) == 32
    assert len(text["effects"]) == 3


def test_two_equal_decisions_never_have_one_text(desk: Desk) -> None:
    texts = [text_of(desk, decide(desk, "defer", an_item(desk)).seq) for _ in range(3)]
    assert len({text["nonce"] for text in texts}) == 3


@pytest.mark.parametrize("verb", REFUSED)
def test_each_effect_in_the_text_is_the_entry_that_follows(desk: Desk, verb: str) -> None:
    fitting = [where for where in STANDINGS if not REFUSED[verb].get(where)]
    names = [STANDINGS[where](desk) for where in fitting]
    [*_, names] = lots(verb, [*names, *more_of(desk, verb, names)])
    applied = decide(desk, verb, *names, note="a note of ours", **args_of(desk, verb))
    text, log_of = text_of(desk, applied.seq), entries(desk)
    effects = [log_of[seq] for seq in range(applied.seq + 1, head(desk) + 1)]
    assert [ordinal for ordinal, *_ in text["effects"]] == list(range(1, len(effects) + 1))
    new = [entry.subjects[0] for entry in effects if entry.effect.keys() & {"item", "control"} or made_by(entry)]
    minted = {f"new:{n}": name for n, name in enumerate(new, 1)}
    for said, entry in zip(text["effects"], effects, strict=True):
        assert said[1:] == [
            entry.action,
            list(unminted(entry.subjects, minted)),
            unminted(entry.effect, minted),
            entry.commitment,
        ]
        assert applied.plan in entry.refs
        assert entry.actor == "p-0001"
    decision = log_of[applied.seq]
    assert (decision.action, decision.subjects) == (Action.DECISION, (applied.plan,))
    assert decision.effect == {"assurance": "os-user", "undoes": None}


def made_by(entry: Entry) -> bool:
    """Whether an entry made a lane or a topic."""
    return entry.effect.get("verb") in ("new-lane", "new-topic", "split-topic") and "set" not in entry.effect


def unminted(value: Any, minted: dict[str, str]) -> Any:
    """A value of a header as it stood in the text, before its ids were minted."""
    back = {name: new for new, name in minted.items()}
    if isinstance(value, str):
        return back.get(value, value)
    if isinstance(value, dict):
        return {name: unminted(part, minted) for name, part in value.items()}
    return [unminted(part, minted) for part in value] if isinstance(value, list | tuple) else value


def test_notes_stand_with_the_effects_and_a_decision_without_words_has_no_payload(desk: Desk) -> None:
    one, two = an_item(desk), an_item(desk)
    noted = decide(desk, "stale", one, two, note="the note")
    silent = decide(desk, "cool", one)
    with desk.store.reading() as conn:
        assert log.payload(conn, noted.seq + 1) == log.payload(conn, noted.seq + 2) == {"v": 1, "note": "the note"}
        assert log.payload(conn, silent.seq + 1) is None
    commitments = [e.commitment for e in entries(desk).values() if e.seq in (noted.seq + 1, noted.seq + 2)]
    assert len(set(commitments)) == 2, "equal words can be told from their commitments"


def test_new_items_of_several_decisions_are_numbered_through(desk: Desk) -> None:
    drifting, block, old = an_item(desk, drift=["id-taken"]), a_block(desk), an_item(desk)
    stage(desk, "accept", drifting, block)
    stage(desk, "correct", old, text="better words")
    applied = desk.apply()
    made_of = [effect[2] for effect in text_of(desk, applied.seq)["effects"] if "item" in effect[3]]
    assert made_of == [["new:1"], ["new:2"]]
    assert len(set(applied.ids)) == 4


def test_an_undo_is_said_in_a_text_of_its_own(desk: Desk) -> None:
    applied = decide(desk, "stale", an_item(desk))
    undone = desk.undo(applied.plan)
    text = text_of(desk, undone.seq)
    assert text["undoes"] == applied.plan
    assert [(d["verb"], d["reason"]) for d in text["decisions"]] == [("undo", "mistake")]
    assert text["effects"][0][3]["undoes"] == applied.seq + 1


def test_a_target_named_by_a_foreign_id_stands_in_the_text_by_ours(desk: Desk) -> None:
    name = an_item(desk, status=PENDING, words={"written_id": "the-secret-project"})
    shown = seen(desk, name)
    applied = desk.decide("keep", ["the-secret-project"], {}, reason=Reason.OTHER, seen=shown, shown=Shown.OPENED)
    assert text_of(desk, applied.seq)["decisions"][0]["targets"] == [name]


def everything_said(desk: Desk) -> str:
    """All headers of the log and all decision texts, as one string."""
    with desk.store.reading() as conn:
        lines = [bytes(row[0]).decode("ascii") for row in conn.execute("SELECT header FROM log")]
        bodies = conn.execute("SELECT body FROM payloads JOIN log USING (seq) WHERE action = 'decision'")
        return "\n".join([*lines, *(bytes(row[0]).decode("ascii") for row in bodies)]).casefold()


WORD = st.text("ghjkqwxyz", min_size=6, max_size=10)


@given(st.lists(WORD, min_size=12, max_size=12, unique=True))
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_stored_word_stands_in_a_header_or_a_decision(tmp_path: Path, words: list[str]) -> None:
    fact, subject, other, source, note, title, trigger, new, tag, alias, who, text = words
    folder = tmp_path / fact
    folder.mkdir(exist_ok=True)
    with a_desk(folder, file=f"{len(list(folder.iterdir()))}.db", who=f"{who} of ours") as desk:
        told = {"words": {"written_id": alias}}
        old = an_item(desk, kind="state", text=fact, subject=subject, source=source, **told)  # type: ignore[arg-type]
        newer = an_item(desk, kind="state", text=other, subject=subject)
        block = a_block(desk, f"- {text}\n", path=f"archive/{title}.md")
        topic = a_topic(desk, file=f"topics/{title}.md", title=title)
        knowledge, twin = an_item(desk, text=other), an_item(desk, text=text)
        stage(desk, "resolve", old, by=newer, owner=f"{who} of ours", note=note)
        stage(desk, "trigger", topic, triggers=trigger)
        stage(desk, "retag", knowledge, kind="state", subject=tag, topic=f"{title}.md")
        desk.apply()
        correction = made(decide(desk, "correct", newer, text=new, source=f"archive/{title}.md", note=note), newer)
        decide(desk, "merge", twin, made(decide(desk, "accept", block, note=note)), note=note)
        with beside(desk, f"{who} of theirs") as ines:
            ines.undo(decide(desk, "defer", alias, note=note).plan)
        decide(desk, "source", correction, source=f"{source} of {alias}")
        said = everything_said(desk)
        assert [word for word in words if word in said] == []
        sound(desk)
