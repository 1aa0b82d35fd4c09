"""What belongs to what, remembered in plain sets beside a store: the reference that its exclusions are held against."""

from __future__ import annotations

import itertools
import json
from typing import Any, TypeVar

from store.database import Store
from store.records.entry import Draft, Entry
from store.records.words import Action
from tests.builders import (
    DAY,
    a_capture,
    a_cited_item,
    a_control,
    a_link,
    a_run,
    a_source,
    a_task,
    a_topic,
    an_archive_block,
    by_a_door,
    did,
    some_words,
    standing,
)

T = TypeVar("T")
FLAGGED = {"items": "id", "segments": "id", "topics": "id", "blocks": "'#' || seq"}


class World:
    """A store, and beside it what belongs to what: an edge leads from a name to what goes with it.

    A block is ``#seq``; ``=seq`` is no more than the bytes that it, or a capture, shows.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.runs: list[str] = []
        self.tasks: list[str] = []
        self.sources: list[str] = []
        self.segments: list[tuple[str, str | None]] = []
        self.blocks: list[tuple[int, str, int]] = []
        """(seq, segment, ordinal)."""
        self.texts: list[int] = []
        """The blocks that hold bytes of their own."""
        self.captures: list[tuple[str, int]] = []
        """(item, seq of the entry that holds its bytes)."""
        self.items: list[str] = []
        self.edges: set[tuple[str, str]] = set()
        self.links: dict[tuple[str, str, str], tuple[str, str]] = {}
        """Links that stand, and the edge that each is."""
        self.scopes: dict[frozenset[str], list[tuple[str, str]]] = {}
        """For each scope its events: (event, withdraw or reinstate), a whole chain."""
        self.broken: set[frozenset[str]] = set()

    # what the model says

    def reached(self, terms: frozenset[str]) -> set[str]:
        """Every name that a scope reaches."""
        known = {f"{segment}/{ordinal}": f"#{seq}" for seq, segment, ordinal in self.blocks}
        found = {known.get(term, term) for term in terms if "/" not in term or term in known}
        edges = self.edges | set(self.links.values())
        while more := {down for up, down in edges if up in found} - found:
            found |= more
        return found

    def excluded(self) -> set[tuple[str, frozenset[str]]]:
        """(name, scope) of everything that is excluded."""
        standing = {
            terms
            for terms, events in self.scopes.items()
            if terms in self.broken or (events and events[-1][1] == "withdraw")
        }
        return {(name, terms) for terms in standing for name in self.reached(terms)}

    # what the store says

    def holds(self) -> None:
        """The store says exactly that, row by row and flag by flag."""
        wanted = self.excluded()
        conn = self.store.reader()
        sql = (
            "SELECT excluded.name, scopes.selectors FROM excluded JOIN scopes ON scopes.id = excluded.scope"
            " AND scopes.to_seq IS NULL WHERE excluded.to_seq IS NULL"
        )
        found = {(name, terms_of(selectors)) for name, selectors in conn.execute(sql)}
        assert found == wanted, {"missing": wanted - found, "too much": found - wanted}
        names = {name for name, _ in wanted}
        for table, name in FLAGGED.items():
            rows = conn.execute(f"SELECT {name}, withdrawn, to_seq FROM {table}").fetchall()
            wrong = [row for row in rows if bool(row[1]) is not bool({row[0], row[0].replace("#", "=")} & names)]
            assert wrong == [], table

    # what may happen

    def capture(self, a: int, b: int, c: int) -> None:
        """By a door: of a task, of a source, citing a block."""
        task, source = pick(self.tasks, a, none=3), pick(self.sources, b, none=2)
        cited = pick(self.blocks, c, none=2)

        def build(snapshot: Any) -> Any:
            effect = by_a_door(snapshot, **({"type": "working", "task": task} if task else {}))
            links: list[list[Any]] = [["of-source", source]] if source else []
            links += [["source", cited[0]]] if cited else []
            yield Draft(Action.CAPTURE, (snapshot.mint("mem", DAY),), effect | {"links": links}, some_words("one"))

        (entry,) = did(self.store, build)
        self.made(entry.subjects[0], task)
        self.taken(entry)
        if source:
            self.linked(entry.subjects[0], "of-source", source)
        if cited:
            self.linked(entry.subjects[0], "source", str(cited[0]))

    def made(self, item: str, *above: str | None) -> None:
        """An item, and what it belongs to."""
        self.items.append(item)
        self.edges |= {(one, item) for one in above if one}

    def taken(self, capture: Entry) -> None:
        """A capture holds its bytes itself."""
        self.captures.append((capture.subjects[0], capture.seq))
        self.edges.add((capture.subjects[0], f"={capture.seq}"))

    def linked(self, src: str, relation: str, dst: str) -> None:
        """A link, and which way it leads."""
        down = {
            "derived-from": (dst, src), "of-source": (dst, src), "source": (f"#{dst}", src),
            "merged-into": (src, dst), "corrected-by": (src, dst),
        }  # fmt: skip
        if relation in down:
            self.links[src, relation, dst] = down[relation]

    def block(self, a: int, b: int, c: int) -> None:
        """A segment of a run or of none, a further block of one, or a copy of a block."""
        old = pick(self.segments, a, none=2)
        copied = pick(self.texts, b, none=2)
        run = old[1] if old else pick(self.runs, c, none=2)
        ordinal = 1 + sum(1 for _, segment, _ in self.blocks if old and segment == old[0])
        (entry,) = did(
            self.store,
            an_archive_block(segment=old[0] if old else None, ordinal=ordinal, run=run, same_as=copied),
        )
        segment = entry.subjects[0]
        if old is None:
            self.segments.append((segment, run))
            self.edges |= {(run, segment)} if run else set()
        self.blocks.append((entry.seq, segment, ordinal))
        self.edges.add((segment, f"#{entry.seq}"))
        if copied:
            self.edges |= {(f"{form}{copied}", f"{form}{entry.seq}") for form in "#="}
        else:
            self.texts.append(entry.seq)

    def archive(self, a: int, *_: int) -> None:
        """A capture is archived: it and the block are one."""
        if not self.captures:
            return
        name, held = self.captures.pop(a % len(self.captures))
        effect = {
            "role": "archive-day", "encoding": "utf-8", "holder": None, "run": None, "ordinal": 1, "same_as": held,
            "entry": True, "sanitized": False, "moves": {"place": "archived", "block": held},
        }  # fmt: skip

        def build(snapshot: Any) -> Any:
            words = {"v": 2, "path": "archive/2026-06-01.md", "number": 1, "slugs": []}
            yield Draft(Action.ARCHIVE, (snapshot.mint("seg", DAY), name), effect, words, (held,))

        (entry,) = did(self.store, build)
        self.segments.append((entry.subjects[0], None))
        self.blocks.append((entry.seq, entry.subjects[0], 1))
        own = f"#{entry.seq}"
        self.edges |= {(entry.subjects[0], own), (own, name), (f"={held}", f"={entry.seq}")}

    def cited(self, a: int, b: int, *_: int) -> None:
        """An item whose words are bytes of a block, made by an import."""
        if self.texts:
            seq, run = self.texts[a % len(self.texts)], pick(self.runs, b, none=2)
            (entry,) = did(self.store, a_cited_item(seq, run=run))
            self.made(entry.subjects[0], run, f"#{seq}")
            self.edges.add((entry.subjects[0], f"={seq}"))
            self.linked(entry.subjects[0], "source", str(seq))

    def distilled(self, a: int, b: int, c: int) -> None:
        """A pass makes an item of several."""
        run, members = pick(self.runs, a), sorted({one for n in (b, c) if (one := pick(self.items, n))})

        def build(snapshot: Any) -> Any:
            effect = {"item": standing(place="store"), "links": [["derived-from", one] for one in members]}
            yield Draft(Action.ADD, (snapshot.mint("mem", DAY),), effect, some_words("both"), (run,) if run else ())

        name = did(self.store, build)[0].subjects[0]
        self.made(name, run)
        for one in members:
            self.linked(name, "derived-from", one)

    def link(self, a: int, b: int, c: int) -> None:
        """A link between two items, or its end."""
        relation = ("merged-into", "corrected-by", "derived-from", "contradicted-by", "refutes")[c % 5]
        src, dst = pick(self.items, a), pick(self.items, b)
        if src and dst and src != dst and (src, relation, dst) not in self.links:
            did(self.store, a_link(src, relation, dst))
            self.linked(src, relation, dst)

    def unlink(self, a: int, *_: int) -> None:
        """A link ends."""
        ends = [key for key in self.links if key[1] in ("merged-into", "corrected-by", "derived-from")]
        if ends:
            key = ends[a % len(ends)]
            did(self.store, a_link(*key, take_back=True))
            del self.links[key]

    def other(self, a: int, b: int, c: int) -> None:
        """A run, a task with its record, a source with its items, a topic, a plain capture."""
        what = a % 5
        if what == 0:
            self.runs.append(did(self.store, a_run())[0].subjects[0])
        elif what == 1:
            task, record = did(self.store, a_task())[:2]
            self.tasks.append(task.subjects[0])
            self.made(record.subjects[0], task.subjects[0])
            self.taken(record)
        elif what == 2:
            named = sorted({one for n in (b, c) if (one := pick(self.items, n))})
            source = did(self.store, a_source("seen", *named))[0].subjects[0]
            self.sources.append(source)
            for one in named:
                self.linked(one, "of-source", source)
        elif what == 3:
            self.topic(pick(self.runs, b, none=1))
        else:
            (entry,) = did(self.store, a_capture("one"))
            self.made(entry.subjects[0])
            self.taken(entry)

    def topic(self, run: str | None) -> None:
        """A page of a run, or of none."""

        def build(snapshot: Any) -> Any:
            for draft in a_topic()(snapshot):
                yield draft._replace(effect=draft.effect | {"run": run})

        name = did(self.store, build)[0].subjects[0]
        self.edges |= {(run, name)} if run else set()

    def control(self, a: int, b: int, c: int) -> None:
        """A withdrawal of anything, in whole or in part; a further one follows the last."""
        there = self.everything()
        terms = frozenset(there[n % len(there)] for n in (a, b, c)[: 1 + a % 3]) if there else frozenset()
        events = self.scopes.get(terms, [])
        if not terms or terms in self.broken or (events and events[-1][1] == "withdraw"):
            return
        last = events[-1][0] if events else None
        (entry,) = did(self.store, a_control(*terms, supersedes=last))
        self.scopes.setdefault(terms, []).append((entry.subjects[0], "withdraw"))

    def reinstatement(self, a: int, *_: int) -> None:
        """A withdrawal in effect is taken back."""
        there = [t for t, events in self.scopes.items() if t not in self.broken and events[-1][1] == "withdraw"]
        if there:
            terms = there[a % len(there)]
            (entry,) = did(self.store, a_control(*terms, reinstates=self.scopes[terms][-1][0]))
            self.scopes[terms].append((entry.subjects[0], "reinstate"))

    def fork(self, a: int, _: int, c: int) -> None:
        """Two events of one scope that know nothing of each other, or a proposal, which is none."""
        there = sorted(self.scopes, key=sorted)
        if there:
            terms = there[a % len(there)]
            proposed = c % 2 == 0
            did(self.store, a_control(*terms, state="proposed" if proposed else "carried"))
            self.broken |= set() if proposed else {terms}

    def reconciled(self, a: int, b: int, *_: int) -> None:
        """A person says which of the two holds."""
        there = sorted(self.broken, key=sorted)
        if there:
            terms = there[a % len(there)]
            sql = "SELECT id, scope FROM controls WHERE to_seq IS NULL AND state IN ('decided', 'carried')"
            key = dict(self.store.reader().execute(sql))[self.scopes[terms][0][0]]
            counted = [name for name, scope in self.store.reader().execute(sql) if scope == key]
            told: dict[str, Any] = {"settles": counted}
            told |= {"reinstates": counted[-1]} if b % 2 else {"supersedes": counted[-1]}
            (entry,) = did(self.store, a_control(*terms, **told))
            self.broken.discard(terms)
            self.scopes[terms].append((entry.subjects[0], "reinstate" if b % 2 else "withdraw"))

    def everything(self) -> list[str]:
        """Whatever can be named."""
        blocks = [f"{segment}/{ordinal}" for _, segment, ordinal in self.blocks]
        segments = [name for name, _ in self.segments]
        return [*self.items, *segments, *blocks, *self.runs, *self.tasks, *self.sources]


def terms_of(selectors: str) -> frozenset[str]:
    """The identifiers of a scope, as `scopes` spells it."""
    return frozenset(itertools.chain(*json.loads(selectors).values()))


def pick(there: list[T], number: int, none: int = 0) -> T | None:
    """One of these, or (so many times out of four) none."""
    return there[number % len(there)] if there and number % 4 >= none else None
