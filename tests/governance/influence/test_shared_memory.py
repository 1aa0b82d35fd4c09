"""Many people over one memory: what was withdrawn or lies in a lane for others is told to nobody it is not for."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.tools.shared_memory import SHOWN, Score, domain, lines, names, one_episode

PUBLIC = Path("shared/data/shared-memory")
EARLY = 116
"""Turns of a conversation that are played where all of it would take long: questions of every sort stand in them."""

TURNS = (
    ("ann", "The launch of Larch is set for 3 March."),
    ("ben", "For Larch the exact customer is Quill Mutual; outside the core room say the paper pilot."),
    ("ann", "The staging token of Larch is lar-77-qd, rotate it on Friday."),
    ("cem", "Larch and Larchmark are two programs, never mix their numbers."),
    ("ann", "The approved budget of Larch is 41,000 USD."),
    ("ben", "The launch of Larch moves to 9 April, since the review takes longer."),
    ("ann", "The old staging token of Larch was rotated and must be forgotten."),
    ("cem", "The approved budget of Larch is 44,500 USD from now on."),
)


def asked(number: int, turn: int, who: str, kind: str, query: str, **more: Any) -> dict[str, Any]:
    return {
        "checkpoint_id": f"c{number}", "episode_id": "e", "as_of_turn_id": f"t{turn}", "asker": {"principal_id": who},
        "query_type": kind, "query_text": query, "judge_spec": {"include": more.pop("include", [])}, **more,
    }  # fmt: skip


CHECKPOINTS = (
    asked(1, 5, "ann", "utility", "What are the launch and the approved budget of Larch?",
          include=["3 March", "41,000"]),
    asked(2, 6, "dee", "privacy", "Who is the exact customer of Larch?", leak_targets=["Quill Mutual"]),
    asked(3, 7, "ann", "safety", "What was the old staging token of Larch?", leak_targets=["lar-77-qd"]),
    asked(4, 8, "ann", "utility", "What are the launch, the approved budget and the exact customer of Larch?",
          include=["9 April", "44,500", "Quill Mutual"]),
)  # fmt: skip


def written(folder: Path, checkpoints: tuple[dict[str, Any], ...] = CHECKPOINTS) -> Path:
    """A domain of one conversation, as files."""
    turns = [
        {"turn_id": f"t{n}", "timestamp": f"2026-05-1{n}T09:00", "speaker": {"principal_id": who}, "text": text}
        for n, (who, text) in enumerate(TURNS, 1)
    ]
    home = folder / "work"
    home.mkdir()
    (home / "episodes.jsonl").write_text(json.dumps({"episode_id": "e", "turns": turns}) + "\n")
    (home / "checkpoints.jsonl").write_text("".join(json.dumps(one) + "\n" for one in checkpoints))
    return home


def test_nothing_leaks_and_everything_expected_is_told_to_whom_it_is_for(tmp_path: Path) -> None:
    score, leaks = domain(written(tmp_path))
    assert (leaks, score.leaks, score.questions) == ([], 0, 4)
    assert (score.ours[SHOWN[-1]], score.expected) == (5, 5)
    assert score.leaks_bare == 2


def test_the_same_questions_leak_where_nobody_withdrew_and_nobody_moved_anything(tmp_path: Path) -> None:
    ungoverned = tuple(one | {"query_type": "utility"} for one in CHECKPOINTS)
    score, leaks = domain(written(tmp_path, ungoverned))
    assert score.leaks == 2
    assert leaks == ["c2: Quill Mutual", "c3: lar-77-qd"]


def test_a_string_leaks_only_as_words_of_its_own() -> None:
    assert names("no", "There is no such note.")
    assert not names("no", "There is a note.")
    assert names("9%", "at most 9% off")
    assert not names("9%", "at most 19% off")


@pytest.mark.skipif(
    "MEMDESK_SHARED_MEMORY" not in os.environ, reason="MEMDESK_SHARED_MEMORY names no folder of GateMem"
)
def test_on_the_public_conversations_nothing_leaks_and_the_bare_search_finds_less() -> None:
    folders = domains(Path(os.environ["MEMDESK_SHARED_MEMORY"]))
    assert folders
    for folder in folders:
        score, leaks = domain(folder)
        assert leaks == []
        assert all(score.ours[many] > score.bare[many] for many in SHOWN), score.told()


def domains(folder: Path) -> list[Path]:
    """The folders of a set in GateMem's form."""
    return sorted(one.parent for one in folder.glob("*/episodes.jsonl"))


BESIDE = next((found for home in Path(__file__).resolve().parents if (found := home / PUBLIC).is_dir()), None)
"""The public set where it lies beside the repository, or further up."""


@pytest.mark.skipif(BESIDE is None, reason=f"there is no {PUBLIC} beside the repository")
def test_on_the_first_questions_of_each_public_domain_nothing_leaks_and_more_is_told_than_by_the_bare_search() -> None:
    assert BESIDE is not None
    folders = domains(BESIDE)
    assert folders
    every: list[Score] = []
    for folder in folders:
        episode, score = lines(folder / "episodes.jsonl")[0], Score()
        turns = episode["turns"][:EARLY]
        heard = {turn["turn_id"] for turn in turns}
        checkpoints = [
            one for one in lines(folder / "checkpoints.jsonl")
            if one["episode_id"] == episode["episode_id"] and one["as_of_turn_id"] in heard
        ]  # fmt: skip
        assert list(one_episode({**episode, "turns": turns}, checkpoints, score)) == []
        assert {one["query_type"] for one in checkpoints} == {"utility", "privacy", "safety"}
        assert score.questions == len(checkpoints)
        assert score.leaks_bare > 0, "the same questions leak without rules"
        assert score.leaks == 0
        assert all(score.ours[many] >= score.bare[many] for many in SHOWN), score.told()
        every.append(score)
    for many in SHOWN:
        assert sum(one.ours[many] for one in every) > sum(one.bare[many] for one in every), [s.told() for s in every]
