"""A random walk over everything that may happen to a store, beside a model in plain Python."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from store import index, log, migrate
from store.check import check
from store.database import Store
from store.purge import purge
from tests.builders import (
    AT,
    MIRA,
    a_capture,
    a_cited_item,
    a_correction,
    a_link,
    a_restore,
    a_review,
    a_store,
    a_succession,
    an_archive_block,
    did,
)
from tests.soak import SOAK
from tests.store.model import Model, Stand

DAYS = st.sampled_from([20260601, 20260602])
FACTS = st.text("abé東京 -_$%\x00\udcff\U0001f980", max_size=24) | st.text(max_size=12)
STATUS = st.sampled_from(["active", "stale", "pending-cleanup"])
KIND = st.sampled_from(["state", "knowledge"])
RELATION = st.sampled_from(["contradicted-by", "merged-into", "same-id"])


class Walk(RuleBasedStateMachine):
    """Captures, citations, reviews, undos, purges and rebuilds in any order."""

    items: Bundle[str] = Bundle("items")
    blocks: Bundle[int] = Bundle("blocks")

    template: Path | None = None

    @initialize()
    def begin(self) -> None:
        """Start from a copy of a new store: making one takes longer than a walk."""
        self.folder = Path(tempfile.mkdtemp(prefix="memdesk-walk-"))
        if Walk.template is None or not Walk.template.exists():
            home = Path(tempfile.mkdtemp(prefix="memdesk-walk-"))
            atexit.register(shutil.rmtree, home, ignore_errors=True)
            made = a_store(home)
            made.close()
            Walk.template = made.path
        shutil.copyfile(Walk.template, self.folder / "memory.db")
        self.store = Store(self.folder / "memory.db")
        self.model = Model()
        self.model.texts[1] = "mira"
        self.model.remember()

    @rule(target=items, fact=FACTS, day=DAYS, kind=KIND)
    def capture(self, fact: str, day: int, kind: str) -> str:
        (entry,) = did(self.store, a_capture(fact, day=day, kind=kind))
        item = entry.subjects[0]
        seq = self.model.entry(item, Stand("active", kind, entry.seq, entry.seq))
        self.model.texts[seq] = fact
        self.model.minted.append(item)
        return item

    @rule(target=blocks, text=FACTS, day=DAYS)
    def archive(self, text: str, day: int) -> int:
        (entry,) = did(self.store, an_archive_block(text, day=day))
        seq = self.model.entry()
        self.model.texts[seq] = text
        self.model.blocks[seq] = entry.subjects[0]
        self.model.minted.append(entry.subjects[0])
        return seq

    @rule(target=items, block=blocks, day=DAYS, start=st.integers(0, 8), size=st.integers(0, 20))
    def cite(self, block: int, day: int, start: int, size: int) -> str:
        (entry,) = did(self.store, a_cited_item(block, start, start + size, day=day))
        item = entry.subjects[0]
        self.model.links.add((item, "source", str(block)))
        seq = self.model.entry(item, Stand("active", "knowledge", entry.seq, block))
        self.model.cites[seq] = (block, start, start + size)
        self.model.minted.append(item)
        return item

    @rule(item=items, status=STATUS, note=st.none() | FACTS)
    def review(self, item: str, status: str, note: str | None) -> None:
        assume(item in self.model.items)
        did(self.store, a_review(item, status=status, note=note))
        seq = self.model.set(item, status=status)
        if note is not None:
            self.model.texts[seq] = note

    @rule(item=items, kind=KIND)
    def change_kind(self, item: str, kind: str) -> None:
        assume(item in self.model.items)
        did(self.store, a_review(item, kind=kind))
        self.model.set(item, kind=kind)

    @rule(item=items, fact=FACTS)
    def correct(self, item: str, fact: str) -> None:
        assume(item in self.model.items)
        did(self.store, a_correction(item, fact))
        seq = self.model.head + 1
        self.model.set(item, body=seq, block=None)
        self.model.texts[seq] = fact

    @rule(old=items, new=items)
    def supersede(self, old: str, new: str) -> None:
        assume(old in self.model.items and new != old)
        did(self.store, a_succession(old, new))
        self.model.links.add((old, "superseded-by", new))
        self.model.set(old, status="superseded", superseded_by=new)

    @rule(src=items, relation=RELATION, dst=items, take_back=st.booleans())
    def link(self, src: str, relation: str, dst: str, take_back: bool) -> None:
        did(self.store, a_link(src, relation, dst, take_back=take_back))
        (self.model.links.discard if take_back else self.model.links.add)((src, relation, dst))
        self.model.entry()

    @rule(item=items, pick=st.randoms(use_true_random=False), gone=st.booleans())
    def undo(self, item: str, pick: Any, gone: bool) -> None:
        if gone:
            assume(item in self.model.items)
            did(self.store, a_restore(item, None))
            self.model.entry(item)
            return
        version = pick.choice(sorted(self.model.versions[item]))
        did(self.store, a_restore(item, version))
        self.model.entry(item, self.model.versions[item][version])

    @rule(pick=st.randoms(use_true_random=False), share=st.sampled_from([0.1, 0.5, 1.0]), day=DAYS)
    def erase(self, pick: Any, share: float, day: int) -> None:
        standing = sorted((set(self.model.texts) | set(self.model.cites)) - self.model.erased)
        seqs = [seq for seq in standing if pick.random() < share]
        done = purge(self.store, seqs, at=AT, actor=MIRA, day=day)
        self.model.entry()
        assert (done.payloads, done.rewritten) == (len(seqs), True)
        self.model.erased.update(seqs)
        self.model.minted.append(done.erasure)

    @rule()
    def rebuild(self) -> None:
        assert migrate.rebuild(self.store) == self.model.head

    @rule()
    def reopen(self) -> None:
        self.store.close()

    @invariant()
    def the_rows_are_what_is_remembered(self) -> None:
        if hasattr(self, "store"):
            assert log.head(self.store.reader())[0] == self.model.head
            assert self.seen(self.model.head) == self.model.past[self.model.head]

    @invariant()
    def no_id_is_given_twice(self) -> None:
        if hasattr(self, "store"):
            assert len(set(self.model.minted)) == len(self.model.minted)

    @invariant()
    def the_words_that_can_be_found_are_those_that_stand(self) -> None:
        if not hasattr(self, "store"):
            return
        conn = self.store.reader()
        for stand in self.model.items.values():
            text = self.model.text(stand.body)
            found = {r[0] for r in conn.execute("SELECT token FROM words WHERE seq = ?", (stand.body,))}
            if stand.body in self.model.erased:
                assert found == set()
            elif text is not None:
                assert found >= index.tokens(index.unfold(text))

    def seen(self, seq: int) -> tuple[dict[str, Stand], set[tuple[str, str, str]]]:
        """What the store shows at a seq."""
        conn = self.store.reader()
        then = f"from_seq <= {seq} AND (to_seq IS NULL OR to_seq > {seq})"
        sql = f"SELECT id, status, kind, body, block, superseded_by FROM items WHERE {then}"
        items = {row[0]: Stand(*row[1:]) for row in conn.execute(sql)}
        links = conn.execute(f"SELECT src, relation, dst FROM links WHERE {then}").fetchall()
        return items, set(links)

    def teardown(self) -> None:
        if not hasattr(self, "store"):
            return
        verdict = check(self.store, replay=True)
        assert verdict.ok, verdict.findings
        for seq, remembered in self.model.past.items():
            assert self.seen(seq) == remembered, seq
        self.store.close()
        shutil.rmtree(self.folder)


Walk.TestCase.settings = settings(
    max_examples=1000 if SOAK else 15,
    stateful_step_count=120 if SOAK else 25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TestWalk = Walk.TestCase
