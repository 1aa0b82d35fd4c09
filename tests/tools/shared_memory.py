"""`python -m tests.tools.shared_memory PATH`: recall over conversations of many people in one memory (GateMem's form).

PATH holds a folder a domain with `episodes.jsonl` and `checkpoints.jsonl`. Each turn comes in as a capture of its
speaker; no model is asked. The person at the desk is played by rules: what a `safety` checkpoint names is found by
search and withdrawn before its turn, what a `privacy` checkpoint names goes to a closed lane for which its asker has
no grant. Then the question is recalled as of its turn, by the asker's own token. Counted are leaks (a string that must
not be told, then or at any earlier question unless somebody said it anew, as words of its own, in anything that the
answer bears out of the memory) and, for `utility`, the expected
strings in the first 5 and 10 results, beside a full-text search that ranks every turn by bm25 and knows no rules.
"""

from __future__ import annotations

import argparse
import json
import re
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from governance.authority.scope import read_scope
from governance.desk import Desk
from governance.rules.examining import Sent
from store.records.views.recall import Answer
from store.records.words import Door, PrincipalKind, Reason, Review, Shown
from tests.governance.builders import seen
from tests.governance.signed import a_signed_desk, new_id, signed, with_token

SHOWN: Final = (5, 10)
"""So many results are looked at."""
_LIMIT: Final = 5_000


@dataclass
class Score:
    """What one domain came to."""

    turns: int = 0
    refused: int = 0
    """Turns that admission refused, mostly for a credential in them."""
    questions: int = 0
    leaks: int = 0
    leaks_bare: int = 0
    """The same of the bare search, in its first ten."""
    expected: int = 0
    ours: dict[int, int] = field(default_factory=lambda: dict.fromkeys(SHOWN, 0))
    bare: dict[int, int] = field(default_factory=lambda: dict.fromkeys(SHOWN, 0))

    def told(self) -> dict[str, Any]:
        """As one JSON object."""
        shares = {
            f"first {many}": {
                "ours": _share(self.ours[many], self.expected),
                "bare": _share(self.bare[many], self.expected),
            }
            for many in SHOWN
        }
        return {
            "turns": self.turns,
            "refused": self.refused,
            "questions": self.questions,
            "leaks": self.leaks,
            "leaks of the bare search": self.leaks_bare,
            "expected": self.expected,
            **shares,
        }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def lines(path: Path) -> list[dict[str, Any]]:
    """One object a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def says(pattern: str, text: str) -> bool:
    """Whether a text says what is expected, which may be a pattern."""
    try:
        return re.search(pattern, text, re.IGNORECASE) is not None
    except re.error:
        return pattern.casefold() in text.casefold()


def names(said: str, text: str) -> bool:
    """Whether a text holds a string as words of its own: `no` is not in `note`."""
    return re.search(rf"(?<!\w){re.escape(said)}(?!\w)", text, re.IGNORECASE) is not None


class Episode:
    """One conversation at one store with keys, its speakers known as agents with tokens of their own."""

    def __init__(self, folder: Path, episode: dict[str, Any]) -> None:
        self.desk = a_signed_desk(folder, witnessed=False)
        self.turns: list[dict[str, Any]] = episode["turns"]
        self.texts: dict[str, str] = {}
        """The words of each record that was taken in."""
        self.refused = 0
        self._read = 0
        self._people: dict[str, Desk] = {}
        self._ids: dict[str, str] = {}
        self._denied: dict[str, frozenset[str]] = {}
        """Who may not read a record."""
        self._lanes: dict[frozenset[str], str] = {}

    def close(self) -> None:
        """Let go of every desk."""
        for desk in (self.desk, *self._people.values()):
            desk.close()

    def person(self, name: str) -> Desk:
        """The desk of a speaker."""
        if name not in self._people:
            _, token = signed(self.desk, lambda: self.desk.authorize.connect(name, PrincipalKind.AGENT))
            self._people[name] = with_token(self.desk, token)
            self._ids[name] = next(one.id for one in self.desk.principals() if one.name == name)
            for denied, lane in self._lanes.items():
                self._admit(name, lane, denied)
        return self._people[name]

    def listen(self, until: str) -> None:
        """Take in the turns up to one, let a person accept what waits, and let a pass distil them."""
        there = [turn["turn_id"] for turn in self.turns].index(until) + 1
        heard = self.turns[self._read : there]
        self._read = max(self._read, there)
        sent = [Sent(_capture(turn), Door.BATCH) for turn in heard]
        for turn, receipt in zip(heard, self.desk.intake.capture_all(sent), strict=True):
            if receipt.id is None or receipt.fault is not None:
                self.refused += 1
                continue
            self.texts[receipt.id] = " ".join(_capture(turn).values())
            if receipt.review is Review.NEEDED:
                self.decide("accept", [receipt.id], Reason.WORTH_KEEPING)
        if heard:
            self.desk.intake.archive()
            self.desk.intake.distill()

    def decide(self, verb: str, names: Sequence[str], reason: Reason, **args: str) -> tuple[str, ...]:
        """Decide with the owner's key, on what was just looked at."""
        shown = seen(self.desk, *names)
        return signed(
            self.desk, lambda: self.desk.decide(verb, names, args, reason=reason, seen=shown, shown=Shown.OPENED)
        ).ids

    def naming(self, words: Sequence[str]) -> list[str]:
        """The records that say one of these strings, as a person finds them: by search."""
        found: dict[str, None] = {}
        for said in words:
            rows = self.desk.search(f'"{said}"' if " " in said else said, _LIMIT)
            found |= dict.fromkeys(row.id for row in rows if names(said, self.texts.get(row.id, "")))
        return list(found)

    def withdraw(self, words: Sequence[str]) -> None:
        """Withdraw every record that says one of these strings."""
        if names := self.naming(words):
            self.decide("withdraw", names, Reason.OWNER_REQUEST)

    def keep_from(self, asker: str, words: Sequence[str]) -> None:
        """Move every record that says one of these strings to a lane that the asker may not read."""
        self.person(asker)
        moves: dict[frozenset[str], list[str]] = {}
        for name in self.naming(words):
            denied = self._denied.get(name, frozenset()) | {asker}
            if denied != self._denied.get(name):
                moves.setdefault(denied, []).append(name)
                self._denied[name] = denied
        for denied, names in moves.items():
            self.decide("lane", names, Reason.ORGANIZED, lane=self._lane(denied))

    def _lane(self, denied: frozenset[str]) -> str:
        if denied not in self._lanes:
            title = f"not for {', '.join(sorted(denied))}"[:300]
            made = self.decide("new-lane", [], Reason.ORGANIZED, title=title, access="closed")
            self._lanes[denied] = new_id(made, "lane-")
            for name in self._people:
                self._admit(name, self._lanes[denied], denied)
        return self._lanes[denied]

    def _admit(self, name: str, lane: str, denied: frozenset[str]) -> None:
        if name not in denied:
            scope = read_scope([f"lane={lane}"])
            signed(self.desk, lambda: self.desk.authorize.grant(self._ids[name], ["recall"], scope=scope))


def _capture(turn: dict[str, Any]) -> dict[str, Any]:
    speaker = turn.get("speaker", {}).get("principal_id", "somebody")
    return {
        "text": turn["text"],
        "kind": "knowledge",
        "source": f"{turn['turn_id']}, {speaker}",
        "date": turn["timestamp"][:10],
    }


def bare_search(texts: Sequence[str], question: str) -> list[str]:
    """The ten texts that SQLite's full text ranks first for the words of a question, any of them."""
    base = sqlite3.connect(":memory:")
    base.execute("CREATE VIRTUAL TABLE turns USING fts5 (text)")
    base.executemany("INSERT INTO turns VALUES (?)", [(text,) for text in texts])
    asked = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", question))
    found = base.execute("SELECT text FROM turns WHERE turns MATCH ? ORDER BY rank LIMIT 10", (asked,)).fetchall()
    base.close()
    return [row[0] for row in found]


class Kept(NamedTuple):
    """A string that no answer may give any more."""

    words: str
    at: int
    """How many turns had been heard by then; one that says it later says it anew."""
    asker: str | None
    """Whom it is kept from; nobody in particular: it was withdrawn."""

    def unsaid_in(self, heard: Sequence[str]) -> bool:
        """Whether nobody said it anew since."""
        return not any(names(self.words, text) for text in heard[self.at :])


def one_episode(episode: dict[str, Any], checkpoints: Sequence[dict[str, Any]], score: Score) -> Iterator[str]:
    """Play one conversation and ask its questions in their order; a line for each leak."""
    order = [turn["turn_id"] for turn in episode["turns"]]
    with tempfile.TemporaryDirectory() as folder:
        played, kept = Episode(Path(folder), episode), list[Kept]()
        for asked in sorted(checkpoints, key=lambda one: order.index(one["as_of_turn_id"])):
            played.listen(asked["as_of_turn_id"])
            leaks, asker = asked.get("leak_targets") or [], asked["asker"]["principal_id"]
            if asked["query_type"] == "safety":
                played.withdraw(leaks)
            elif asked["query_type"] == "privacy":
                played.keep_from(asker, leaks)
            answer = played.person(asker).recalling.recall(asked["query_text"], payloads=SHOWN[-1])
            said = "\n".join(_of_memory(answer))
            heard = [turn["text"] for turn in episode["turns"][: order.index(asked["as_of_turn_id"]) + 1]]
            bare = bare_search(heard, asked["query_text"])
            score.questions += 1
            before = [one.words for one in kept if one.asker in (None, asker) and one.unsaid_in(heard)]
            if asked["query_type"] != "utility":
                kept += [Kept(one, len(heard), asker if asked["query_type"] == "privacy" else None) for one in leaks]
            if told := [one for one in dict.fromkeys([*leaks, *before]) if names(one, said)]:
                score.leaks += 1
                yield f"{asked['checkpoint_id']}: {', '.join(told)}"
            score.leaks_bare += any(names(one, text) for one in leaks for text in bare)
            if asked["query_type"] == "utility":
                _count(score, asked["judge_spec"].get("include", ()), _snippets(answer), bare)
        score.turns += len(played.turns)
        score.refused += played.refused
        played.close()


def _of_memory(answer: Answer) -> Iterator[str]:
    """Every text of an answer that comes out of the memory, and none of the frame that memdesk puts around it."""
    for one in (one for group in answer.groups for one in group.results):
        yield from (one.snippet, one.source or "", one.subject or "", one.scope or "", one.project or "")
        yield from (value for _, value in one.typed)
    for row in (row for conflict in answer.conflicts for row in conflict.rows):
        yield from (row.value, row.source or "")
    yield from (conflict.subject or "" for conflict in answer.conflicts)


def _snippets(answer: Answer) -> list[str]:
    return [one.snippet for group in answer.groups for one in group.results]


def _count(score: Score, expected: Sequence[str], ours: Sequence[str], bare: Sequence[str]) -> None:
    for wanted in expected:
        score.expected += 1
        for many in SHOWN:
            score.ours[many] += any(says(wanted, text) for text in ours[:many])
            score.bare[many] += any(says(wanted, text) for text in bare[:many])


def domain(folder: Path, most: int | None = None) -> tuple[Score, list[str]]:
    """Play every episode of a domain (or so many): its score, and a line for each leak."""
    score, told = Score(), list[str]()
    checkpoints: dict[str, list[dict[str, Any]]] = {}
    for one in lines(folder / "checkpoints.jsonl"):
        checkpoints.setdefault(one["episode_id"], []).append(one)
    for episode in lines(folder / "episodes.jsonl")[:most]:
        told += one_episode(episode, checkpoints.get(episode["episode_id"], ()), score)
    return score, told


def main(arguments: Sequence[str]) -> int:
    """Play every domain below a folder, and fail where anything leaked or the bare search did better."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.shared_memory")
    parser.add_argument("path", type=Path)
    parser.add_argument("--episodes", type=int, default=None, help="only so many of each domain")
    asked = parser.parse_args(arguments)
    folders = sorted(one.parent for one in asked.path.glob("*/episodes.jsonl"))
    if not folders:
        print(f"There is no */episodes.jsonl below {asked.path}.", file=sys.stderr)
        return 2
    good = True
    for folder in folders:
        score, leaks = domain(folder, asked.episodes)
        print(json.dumps({"domain": folder.name, **score.told()}))
        print(*leaks, sep="\n", file=sys.stderr)
        good = good and not score.leaks and all(score.ours[many] > score.bare[many] for many in SHOWN)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
