"""Applying what a distiller proposed: each operation is held to the rules of the pass, under the lock, or refused."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from itertools import combinations
from typing import Any

from governance.authority.policy import Policy
from governance.intake.outside.founded import contradicted, departs
from governance.intake.outside.invented import invented
from governance.intake.outside.reading import Operation
from governance.intake.passes.distilling import Work, doubt, may_doubt
from governance.intake.passes.superseding import group_of, holds, outdated, supersede_draft, told
from governance.rules.examining import WAITS, Sent, examine
from governance.rules.likeness import compare
from store import log
from store.commit import Snapshot
from store.ids import day_number
from store.records.entry import Draft, Entry
from store.records.views.intake import RefusedOp, Suggested
from store.records.words import (
    Action,
    Door,
    Flag,
    HolderRole,
    Kind,
    Origin,
    PermittedUse,
    Place,
    Relation,
    Review,
    SourceState,
    Status,
)
from store.views.archive import anchor_of
from store.views.passes import Standing, eligible_among, linked, named, refuting, to_compare

Steps = Generator[Draft, Entry, RefusedOp | None]
_RELATION = {"duplicate": Relation.LIKE, "contradiction": Relation.AGAINST}


class Applying:
    """The operations of one distiller, as one commit applies them."""

    def __init__(self, work: Work, offered: Sequence[Standing], policy: Policy, day_of: Callable[[int], str]) -> None:
        self._work = work
        self._offered = {item.id for item in offered}
        self._policy = policy
        self._day_of = day_of

    def apply(self, snapshot: Snapshot, actor: str, operations: Sequence[Operation]) -> Generator[Draft, Entry, int]:
        """Append what holds of these operations; what does not is noted in the report of the pass."""
        run = self._work.stand(snapshot)
        for operation in operations:
            steps = getattr(self, f"_{operation.op}")(snapshot, run, actor, operation)
            if (refused := (yield from steps)) is not None:
                self._work.refused.append(refused)
        return len(operations)

    def _capture(self, snapshot: Snapshot, name: str) -> Standing | None:
        """A capture that was offered and may still be taken."""
        return eligible_among(snapshot.conn, [name]).get(name) if name in self._offered else None

    def _item(self, snapshot: Snapshot, name: str) -> Standing | None:
        """An item of the store that was offered and still stands there, active."""
        found = named(snapshot.conn, [name]).get(name) if name in self._offered else None
        return found if found and found.place == Place.STORE and found.status == Status.ACTIVE else None

    def _add(self, snapshot: Snapshot, run: str, actor: str, op: Operation) -> Steps:
        """Keep a capture as it is; its topic is remembered until the pass takes it in."""
        yield from ()
        if self._capture(snapshot, op.said["capture"]) is None:
            return op.refuse(f"{op.said['capture']} is no capture that may be distilled.")
        if "topic" in op.said:
            topic = self._work.topics.get(op.said["topic"].casefold().strip())
            if topic is None:
                return op.refuse("There is no such topic.")
            self._work.placed[op.said["capture"]] = topic
        return None

    def _refute(self, snapshot: Snapshot, run: str, actor: str, op: Operation) -> Steps:
        """Mark an item as needing a person, once the capture that refutes it is taken in."""
        yield from ()
        capture, item = self._capture(snapshot, op.said["capture"]), self._item(snapshot, op.said["item"])
        if capture is None or item is None:
            return op.refuse("It names a capture or an item that it was not given, or that moved since.")
        if not may_doubt(capture, item):
            return op.refuse("The two belong to different projects.")
        self._work.refuting.setdefault(capture.id, []).append(item.id)
        return None

    def _suggest(self, snapshot: Snapshot, run: str, actor: str, op: Operation) -> Steps:
        """Put two items before a person; nothing changes."""
        one, other = op.said["items"]
        both = {name: self._item(snapshot, name) or self._capture(snapshot, name) for name in (one, other)}
        left, right = both[one], both[other]
        if left is None or right is None:
            return op.refuse("It names an item that it was not given, or that moved since.")
        if (left.project, left.lane) != (right.project, right.lane):
            return op.refuse("The two belong to different projects or lanes.")
        if any(row["cooled"] for name in (one, other) if (row := snapshot.row("items", name))):
            return op.refuse("One of the two is cooled: nobody would compare it.")
        if linked(snapshot.conn, [one]) & {frozenset((one, other))}:
            return op.refuse("The two were put before a person already.")
        relation = _RELATION[op.op].value
        yield Draft(Action.SUGGEST, (one,), {"links": [[relation, other]]}, {"v": 1}, refs=(run, other), actor=actor)
        self._work.suggested.append(Suggested(id=one, other=other, relation=relation, score=None))
        return None

    _duplicate = _contradiction = _suggest

    def _cool(self, snapshot: Snapshot, run: str, actor: str, op: Operation) -> Steps:
        """Move knowledge away from the hot path."""
        item = self._item(snapshot, op.said["item"])
        row = snapshot.row("items", op.said["item"])
        if item is None or row is None or item.kind != Kind.KNOWLEDGE or row["cooled"]:
            return op.refuse("Only knowledge that stands in the store and is warm can be cooled.")
        if to_compare(snapshot.conn, item.id):
            return op.refuse("A person has to compare it with another first.")
        effect = {"before": {"cooled": False}, "set": {"cooled": True}}
        yield Draft(Action.COOL, (item.id,), effect, refs=(run,), actor=actor)
        self._work.cooled.append(item.id)
        return None

    def _supersede(self, snapshot: Snapshot, run: str, actor: str, op: Operation) -> Steps:
        """Let state give way exactly where the pass itself would."""
        old = self._item(snapshot, op.said["old"])
        new = self._item(snapshot, op.said["new"]) or self._capture(snapshot, op.said["new"])
        if old is None or new is None:
            return op.refuse("It names an item that it was not given, or that moved since.")
        if old.kind != Kind.STATE or new.kind != Kind.STATE:
            return op.refuse("Only state gives way, and only to state.")
        if group_of(old) is None or group_of(old) != group_of(new):
            return op.refuse("The two are not of the very same subject, project, scope, type and lane.")
        if not holds(new, self._work.asked):
            return op.refuse("The second does not hold now: it begins later, or is over.")
        if outdated([old, new], self._work.asked) != [(old, new)]:
            return op.refuse("The second is not of a later date.")
        if new.place == Place.STORE:
            yield supersede_draft(old.id, str(old.status), new.id, run, actor)
            self._work.superseded.append(told(old, new))
        return None  # a capture lets it give way when the pass takes it in

    def _distil(self, snapshot: Snapshot, run: str, actor: str, op: Operation) -> Steps:
        """Make one item of several captures, which stay beside it: cooled, unless it waits for a person."""
        members = [one for name in op.said["from"] if (one := self._capture(snapshot, name)) is not None]
        if fault := self._unfit(snapshot, op, members):
            return op.refuse(fault)
        topic = self._work.topics.get(str(op.said.get("topic", "")).casefold().strip())
        source = "; ".join(anchor_of(snapshot.conn, one.created) or one.id for one in members)
        given = {"text": op.said["text"], "kind": Kind.KNOWLEDGE.value, "source": source[:400]}
        found = examine(Sent(given, Door.BATCH), self._policy, self._day_of)
        if found.fault is not None:
            return op.refuse("; ".join(sentence for _, sentence in found.faults))
        if fault := _unsaid(op.said["text"], members):
            return op.refuse(fault)
        if name := contradicted(op.said["text"], {one.id: one.text for one in members}):
            return op.refuse(f"Its text may contradict {name}, which it was made of.")
        flags = [flag for flag in found.flags if flag in WAITS]
        if departs(op.said["text"], [one.text for one in members]) and Flag.SPECULATION not in flags:
            flags = [flag for flag in Flag if flag in {*flags, Flag.SPECULATION}]
        latest = max(one.date or self._work.day for one in members)
        new = snapshot.mint("mem", day_number(min(latest, self._work.day)))
        yield self._made(new, members, found.request.text, source, topic, flags, run, actor)
        for one in members:
            before: dict[str, Any] = {"place": one.place}
            put: dict[str, Any] = {"place": Place.STORE.value}
            if not flags:
                before["cooled"], put["cooled"] = False, True
            yield Draft(Action.ADD, (one.id,), {"before": before, "set": put}, refs=(run, new), actor=actor)
            yield from doubt(snapshot, self._work, one._replace(place=Place.STORE.value), run, actor)
        self._work.added.append(new)
        self._work.distilled[new] = tuple(one.id for one in members)
        if flags:
            self._work.notes.append(f"{new} waits for a person; the captures it was made of stay at hand.")
        return None

    def _unfit(self, snapshot: Snapshot, op: Operation, members: Sequence[Standing]) -> str | None:
        """Why captures may not become one item, in a sentence."""
        if len(members) < len(op.said["from"]):
            return "It names a capture that it was not given, or that moved since."
        if op.said.get("kind", Kind.KNOWLEDGE) != Kind.KNOWLEDGE or any(m.kind != Kind.KNOWLEDGE for m in members):
            return "Only knowledge is folded together: a state item is the value of its subject."
        if len({(m.project, m.scope, m.lane) for m in members}) > 1:
            return "The captures belong to different projects, scopes or lanes."
        if any(m.type for m in members):
            return "A capture that bears a type is not folded: changing a type is a promotion, and for people."
        if "topic" in op.said and op.said["topic"].casefold().strip() not in self._work.topics:
            return "There is no such topic."
        if any(may_doubt(one, m) for m in members for one in self._accusers(snapshot, m)):
            return "Something in the store says that one of the captures is wrong."
        if any(to_compare(snapshot.conn, m.id) for m in members):
            return "A person has to compare one of the captures with another first."
        for one, other in combinations(members, 2):
            if (near := compare(one.text, other.text)) and near.kind == "contradiction":
                return f"{one.id} and {other.id} may contradict each other: a person has to compare them first."
        if (length := len(op.said["text"])) > self._policy.capture_characters:
            return f"Its text has {length:,} characters; {self._policy.capture_characters:,} are the most."
        return None

    def _accusers(self, snapshot: Snapshot, item: Standing) -> Collection[Standing]:
        return named(snapshot.conn, refuting(snapshot.conn, item.id)).values()

    def _made(
        self,
        name: str,
        members: Sequence[Standing],
        text: str,
        source: str,
        topic: str | None,
        flags: Sequence[Flag],
        run: str,
        actor: str,
    ) -> Draft:
        first = members[0]
        item: dict[str, Any] = {
            "place": (Place.ARCHIVED if flags else Place.STORE).value,
            "kind": Kind.KNOWLEDGE.value,
            "status": Status.ACTIVE.value,
            "confidence": None,
            "source_state": SourceState.FOUND.value,
            "review": (Review.NEEDED if flags else Review.SOURCE_CLAIM).value,
            "topic": topic,
        }
        item |= {"findings": [flag.value for flag in flags]} if flags else {}
        item |= {"lane": first.lane} if first.lane else {}
        effect = {
            "item": item,
            "origin": Origin.PASS.value,
            "permitted_use": (PermittedUse.NONE if flags else PermittedUse.TESTIMONY).value,
            "links": [[Relation.DERIVED_FROM.value, one.id] for one in members],
        }
        dates = [one.date for one in members if one.date]
        words = {
            "v": 1,
            "fact": text,
            "date": max(dates) if dates else self._work.day,
            "source": source,
            "project": first.project,
            "scope": first.scope,
        }
        payload = {"v": 1, "words": {key: value for key, value in words.items() if value}}
        return Draft(Action.ADD, (name,), effect, payload, refs=(run, *(one.id for one in members)), actor=actor)


def _unsaid(text: str, members: Sequence[Standing]) -> str | None:
    """What a text says that none of its captures says, in a sentence."""
    said = " ".join(value for one in members for value in _said(one))
    if ("\ufffd" in text and "\ufffd" not in said) or any("\ud800" <= sign <= "\udfff" for sign in text):
        return "Its text is not whole: it has bytes or signs that spell nothing."
    names = [name if name.isprintable() else ascii(name)[1:-1] for name in invented(text, said)[:3]]
    return f"No capture says {', '.join(names)[:120]}." if names else None


def _said(item: Standing) -> Iterator[str]:
    """Everything that a capture says of itself and that a text may name."""
    for value in (item.text, item.id, item.date, item.project, item.scope, item.topic, item.source):
        if value:
            yield value


def register(snapshot: Snapshot, name: str, actor: str) -> Generator[Draft, Entry, None]:
    """Note once that a distiller was given archived words: whoever runs it may have kept them."""
    role = HolderRole.DISTILLER.value
    for entry in log.some(snapshot.conn, snapshot.find("path", name)).values():
        if entry.effect.get("role") == role:
            return
    yield Draft(Action.HOLDER, (snapshot.mint("hold"),), {"role": role}, {"v": 1, "path": name}, actor=actor)
