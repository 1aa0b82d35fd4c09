"""What is excluded after any history is what plain sets say, worked out from the beginning; and nobody else says it."""

from __future__ import annotations

import itertools
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from store import log
from store.check import check
from store.database import Store
from store.errors import Broken
from store.purge import KEPT, purge
from store.records.entry import Draft, Entry
from store.records.words import Action
from tests.builders import (
    AT,
    DAY,
    MIRA,
    a_capture,
    a_cited_item,
    a_control,
    a_draft,
    a_link,
    a_run,
    a_source,
    a_store,
    a_task,
    a_topic,
    an_archive_block,
    by_a_door,
    did,
    some_words,
    standing,
)
from tests.store.tampering import bare, changed

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
        known = {f"{segment}/{ordinal}": f"#{seq}" for seq, segment, ordinal in self.blocks}
        found = {known.get(term, term) for term in terms if "/" not in term or term in known}
        edges = self.edges | set(self.links.values())
        while more := {down for up, down in edges if up in found} - found:
            found |= more
        return found

    def excluded(self) -> set[tuple[str, frozenset[str]]]:
        standing = {
            terms
            for terms, events in self.scopes.items()
            if terms in self.broken or (events and events[-1][1] == "withdraw")
        }
        return {(name, terms) for terms in standing for name in self.reached(terms)}

    # what the store says

    def holds(self) -> None:
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
        self.items.append(item)
        self.edges |= {(one, item) for one in above if one}

    def taken(self, capture: Entry) -> None:
        """A capture holds its bytes itself."""
        self.captures.append((capture.subjects[0], capture.seq))
        self.edges.add((capture.subjects[0], f"={capture.seq}"))

    def linked(self, src: str, relation: str, dst: str) -> None:
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
            an_archive_block(
                segment=old[0] if old else None, ordinal=ordinal, run=run, same_as=copied
            ),
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

    def archive(self, a: int, b: int, c: int) -> None:
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

    def cited(self, a: int, b: int, c: int) -> None:
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

    def unlink(self, a: int, b: int, c: int) -> None:
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

    def reinstatement(self, a: int, b: int, c: int) -> None:
        """A withdrawal in effect is taken back."""
        there = [t for t, events in self.scopes.items() if t not in self.broken and events[-1][1] == "withdraw"]
        if there:
            terms = there[a % len(there)]
            (entry,) = did(self.store, a_control(*terms, reinstates=self.scopes[terms][-1][0]))
            self.scopes[terms].append((entry.subjects[0], "reinstate"))

    def fork(self, a: int, b: int, c: int) -> None:
        """Two events of one scope that know nothing of each other, or a proposal, which is none."""
        there = sorted(self.scopes, key=sorted)
        if there:
            terms = there[a % len(there)]
            proposed = c % 2 == 0
            did(self.store, a_control(*terms, state="proposed" if proposed else "carried"))
            self.broken |= set() if proposed else {terms}

    def reconciled(self, a: int, b: int, c: int) -> None:
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
        blocks = [f"{segment}/{ordinal}" for _, segment, ordinal in self.blocks]
        segments = [name for name, _ in self.segments]
        return [*self.items, *segments, *blocks, *self.runs, *self.tasks, *self.sources]


def terms_of(selectors: str) -> frozenset[str]:
    return frozenset(itertools.chain(*json.loads(selectors).values()))


def pick(there: list[T], number: int, none: int = 0) -> T | None:
    """One of these, or (so many times out of four) none."""
    return there[number % len(there)] if there and number % 4 >= none else None


STEPS = (
    *("capture", "capture", "block", "block", "archive", "cited", "distilled", "link", "link", "unlink", "other", "other"),
    *("control", "control", "control", "reinstatement", "fork", "reconciled"),
)
HISTORY = st.lists(
    st.tuples(st.sampled_from(STEPS), st.integers(0, 240), st.integers(0, 240), st.integers(0, 240)),
    min_size=8,
    max_size=30,
)
WALK = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=set(Phase) - {Phase.explain},
)


@pytest.fixture(scope="module")
def anew(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Store]]:
    """New stores, each a copy of one."""
    folder = tmp_path_factory.mktemp("anew")
    a_store(folder, file="first.db").close()
    counter, made = itertools.count(), list[Store]()

    def one() -> Store:
        path = folder / f"{next(counter)}.db"
        shutil.copyfile(folder / "first.db", path)
        made.append(Store(path))
        return made[-1]

    yield one
    for store in made:
        store.close()


def lived(store: Store, history: list[tuple[str, int, int, int]], *, at_each: bool = True) -> World:
    """Let a history happen, held against the model after each step."""
    world = World(store)
    for step, *numbers in history:
        getattr(world, step)(*numbers)
        if at_each and step not in ("other", "capture"):
            world.holds()
    world.holds()
    return world


@WALK
@given(HISTORY)
def test_after_any_history_what_is_excluded_is_what_plain_sets_say(
    anew: Callable[[], Store], history: list[tuple[str, int, int, int]]
) -> None:
    store = anew()
    lived(store, history)
    verdict = check(store, replay=True)
    assert verdict.ok, verdict.findings
    store.close()


@settings(WALK, max_examples=12)
@given(HISTORY, st.data())
def test_erasing_any_words_changes_no_exclusion(
    anew: Callable[[], Store], history: list[tuple[str, int, int, int]], data: st.DataObject
) -> None:
    store = anew()
    world = lived(store, history, at_each=False)
    rows = store.reader().execute("SELECT seq, action FROM log JOIN payloads USING (seq) ORDER BY seq").fetchall()
    there = [seq for seq, action in rows if action not in KEPT and seq > 1]
    if there:
        gone = data.draw(st.lists(st.sampled_from(there), min_size=1, max_size=len(there), unique=True))
        purge(store, gone, at=AT, actor=MIRA, day=DAY)
    world.holds()
    world.other(0, 0, 0)
    world.control(1, 2, 3)
    world.holds()
    assert check(store, replay=True).ok
    store.close()


# by itself, one kind of reach after the other


def names(store: Store) -> set[str]:
    return {row[0] for row in store.reader().execute("SELECT name FROM excluded WHERE to_seq IS NULL")}


@pytest.mark.parametrize("when", ["before", "after"])
def test_an_item_takes_the_block_along_that_holds_its_very_words(store: Store, when: str) -> None:
    """An import keeps an item's line as a block of its own: withdrawn by the item, its words stand there no more."""
    block = did(store, an_archive_block("retries are safe\n"))[0]
    (item,) = did(store, a_cited_item(block.seq))
    if when == "after":
        (copy,) = did(store, an_archive_block("retries are safe\n", same_as=block.seq))
    did(store, a_control(item.subjects[0]))
    if when == "before":
        (copy,) = did(store, an_archive_block("retries are safe\n", same_as=block.seq))
    flags = dict(store.reader().execute("SELECT seq, withdrawn FROM blocks WHERE to_seq IS NULL"))
    assert (flags[block.seq], flags[copy.seq]) == (1, 1)


def test_a_passage_that_two_items_share_hides_with_one_and_leaves_the_other(store: Store) -> None:
    """What a person sees no more is the passage; the other item was read from it, and is not what was withdrawn."""
    block = did(store, an_archive_block("retries are safe\n"))[0]
    one, other = did(store, a_cited_item(block.seq, 0, 7), a_cited_item(block.seq, 8, 16))
    did(store, a_control(one.subjects[0]))
    rows = dict(store.reader().execute("SELECT id, withdrawn FROM items WHERE to_seq IS NULL"))
    assert (rows[one.subjects[0]], rows[other.subjects[0]]) == (1, 0)
    assert store.reader().execute("SELECT withdrawn FROM blocks").fetchall() == [(1,)]


@pytest.mark.parametrize("withdrawn_first", [True, False])
def test_every_version_of_a_topic_counts_not_only_the_newest(store: Store, withdrawn_first: bool) -> None:
    one, two = (did(store, a_run())[0].subjects[0] for _ in range(2))

    def version(run: str, title: str) -> Any:
        effect = {"layer": "warm", "triggered": False, "run": run}
        return a_draft(Draft(Action.TOPIC, ("top-0001",), effect, {"v": 1, "file": "t.md", "title": title}))

    did(store, version(one, "of the first"))
    if withdrawn_first:
        did(store, a_control(one))
    did(store, version(two, "of the second"))
    if not withdrawn_first:
        did(store, a_control(one))
    assert "top-0001" in names(store), "an older version of it belongs to the run, and the past shows that one"
    assert check(store, replay=True).ok


def test_whether_a_run_holds_a_block_does_not_hang_on_when_it_was_withdrawn(anew: Callable[[], Store]) -> None:
    found = []
    for first in (True, False):
        store = anew()
        one, two = (did(store, a_run())[0].subjects[0] for _ in range(2))
        segment = did(store, an_archive_block("a\n", run=one))[0].subjects[0]
        later = an_archive_block("b\n", segment=segment, ordinal=2, run=two)
        steps = (a_control(two), later) if first else (later, a_control(two))
        made = [did(store, step)[0] for step in steps]
        found.append(f"#{made[first].seq}" in names(store))
    assert len(set(found)) == 1


def test_what_was_withdrawn_and_ended_stays_hidden_in_the_past(store: Store) -> None:
    (made,) = did(store, a_capture("one"))
    name = made.subjects[0]
    did(store, a_control(name))
    did(store, a_draft(Draft(Action.REVIEW, (name,), {"restore": None})))
    assert store.reader().execute("SELECT DISTINCT withdrawn FROM items WHERE id = ?", (name,)).fetchall() == [(1,)]
    assert check(store, replay=True).ok


# nobody else says it

HANDS = (
    "UPDATE items SET withdrawn = 0 WHERE id = 'mem-2026-06-01-001'",
    "UPDATE items SET withdrawn = 1 WHERE id = 'mem-2026-06-01-002'",
    "UPDATE items SET withdrawn = 0, status = 'stale' WHERE id = 'mem-2026-06-01-001'",
    "UPDATE items SET withdrawn = 2 WHERE id = 'mem-2026-06-01-001'",
    "UPDATE blocks SET withdrawn = 0 WHERE withdrawn = 1",
    "UPDATE blocks SET withdrawn = 1 WHERE withdrawn = 0",
    "UPDATE segments SET withdrawn = 0 WHERE withdrawn = 1",
    "UPDATE segments SET withdrawn = 1 WHERE withdrawn = 0",
    "UPDATE topics SET withdrawn = 1",
    "DELETE FROM excluded",
    "UPDATE excluded SET to_seq = (SELECT max(seq) FROM log)",
    "UPDATE excluded SET to_seq = 1, entry_seq = 1",
    "UPDATE excluded SET to_seq = (SELECT max(seq) FROM log), entry_seq = (SELECT max(seq) FROM log)",
    "INSERT INTO excluded SELECT 'mem-2026-06-01-002', scope, max(log.seq), NULL, max(log.seq) FROM excluded, log",
    "INSERT INTO scopes SELECT 'x', selectors, 1, NULL, NULL, max(log.seq), NULL, max(log.seq) FROM scopes, log",
    "UPDATE OR REPLACE excluded SET name = 'mem-2026-06-01-009'",
    "INSERT INTO excluded VALUES ('mem-2026-06-01-002', 'x', 3, NULL, 3)",
    "INSERT INTO excluded SELECT 'mem-2026-06-01-002', scope, from_seq, NULL, entry_seq FROM excluded LIMIT 1",
    "REPLACE INTO excluded SELECT name, scope, from_seq, from_seq + 1, entry_seq FROM excluded",
    "DELETE FROM scopes",
    "UPDATE scopes SET excluded = 0",
    "UPDATE scopes SET control = NULL, fault = 'fork'",
    "UPDATE scopes SET to_seq = (SELECT max(seq) FROM log), entry_seq = (SELECT max(seq) FROM log)",
    "DELETE FROM controls",
    "UPDATE controls SET state = 'declined'",
    "UPDATE controls SET action = 'reinstate'",
    "UPDATE controls SET to_seq = (SELECT max(seq) FROM log), entry_seq = (SELECT max(seq) FROM log)",
    "INSERT INTO controls SELECT 'memwd-2026-06-01-009', action, scope, supersedes, settles, state, run, body,"
    " from_seq, to_seq, entry_seq FROM controls LIMIT 1",
)


@pytest.mark.parametrize("sql", HANDS)
def test_a_bare_connection_neither_withdraws_nor_reinstates(store: Store, sql: str) -> None:
    did(store, a_capture("one"), a_capture("two"), a_topic(), an_archive_block("a\n"), an_archive_block("b\n"))
    did(store, a_control("mem-2026-06-01-001", "seg-2026-06-01-001"))
    did(store, a_capture("the head is another entry by now"))
    before = contents(store)
    with closing(bare(store.path)) as conn, pytest.raises(sqlite3.IntegrityError, match="memdesk"):
        conn.execute(sql)
    assert contents(store) == before
    assert check(store, replay=True).ok


@pytest.mark.parametrize("sql", HANDS)
def test_nor_right_behind_the_entry_that_withdrew(store: Store, sql: str) -> None:
    """The guards name the head; while that is the very withdrawal, what is slipped in is found by the check."""
    did(store, a_capture("one"), a_capture("two"), a_topic(), an_archive_block("a\n"), an_archive_block("b\n"))
    did(store, a_control("mem-2026-06-01-001", "seg-2026-06-01-001"))
    before = contents(store)
    with closing(bare(store.path)) as conn:
        try:
            conn.execute(sql)
        except sqlite3.IntegrityError:
            assert contents(store) == before
            return
    assert contents(store) == before or not check(store, replay=True).ok


def contents(store: Store) -> list[tuple[Any, ...]]:
    tables = ("items", "blocks", "segments", "topics", "excluded", "scopes", "controls")
    return [row for name in tables for row in store.reader().execute(f"SELECT * FROM {name} ORDER BY 1, 2")]


def test_a_flag_that_was_cleared_behind_every_guard_is_found(store: Store, tmp_path: Path) -> None:
    did(store, a_capture("one"), a_capture("two"), an_archive_block("a\n"))
    did(store, a_control("mem-2026-06-01-001"))
    for sql in (
        "UPDATE items SET withdrawn = 0 WHERE id = 'mem-2026-06-01-001'",
        "UPDATE items SET withdrawn = 1 WHERE id = 'mem-2026-06-01-002'",
        "UPDATE blocks SET withdrawn = 1",
        "DELETE FROM excluded WHERE name GLOB 'mem-*'",
        "UPDATE scopes SET excluded = 0",
        "UPDATE controls SET state = 'proposed'",
    ):
        with changed(store.path, sql) as tampered:
            assert not check(tampered, replay=True).ok, sql


def test_an_entry_that_is_no_control_is_refused_whole(store: Store) -> None:
    did(store, a_capture("one"))
    before = log.head(store.reader())
    for effect in (
        {},
        {"control": {}},
        {"control": {"action": "withdraw", "scope": {}}},
        {"control": {"action": "forget", "scope": {"memory_item_ids": ["mem-2026-06-01-001"]}}},
        {"control": {"action": "withdraw", "scope": {"memory_item_ids": []}}},
    ):
        with pytest.raises(Broken, match="control that cannot be read"):
            did(store, a_draft(Draft(Action.WITHDRAW, ("memwd-2026-06-01-001",), effect)))
    assert log.head(store.reader()) == before


def test_two_records_of_one_id_are_refused(store: Store) -> None:
    did(store, a_capture("one"), a_capture("two"))
    did(store, a_control("mem-2026-06-01-001", name="memwd-2026-06-01-001"))
    with pytest.raises(Broken, match="decided before"):
        did(store, a_control("mem-2026-06-01-002", name="memwd-2026-06-01-001"))
