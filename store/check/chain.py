"""Step 2: one unbroken line of headers, each with the hash and the columns that stand beside it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from hashlib import sha256

from store import seal
from store.check.lines import ACTION, ACTOR, AT, PREV, SEQ, Fits, Rows
from store.records.views import Finding
from store.records.words import Action

STEP = "chain"
_ACTIONS = frozenset(action.value for action in Action)


class Chain:
    """The walk along the headers behind `since`: where it stands, and the hash it has to go on from."""

    def __init__(self, since: int) -> None:
        self.seq = since
        self.hash: str = seal.GENESIS_PREV

    def begin(self, conn: sqlite3.Connection) -> Iterator[Finding | int]:
        """Take up the hash that stands at the entry it begins behind."""
        if not self.seq:
            return
        row = conn.execute("SELECT hash FROM log WHERE seq = ?", (self.seq,)).fetchone()
        if row is None:
            yield Finding(step=STEP, seq=self.seq, sentence=f"Entry {self.seq} is missing.")
        else:
            self.hash = row[0]

    def look(self, rows: Rows, fits: Fits) -> Iterator[Finding | int]:
        """Follow the next headers."""
        counted, tag = 0, seal.LOG_TAG
        for number, ((seq, line, hashed, at, actor, action), fit) in enumerate(zip(rows, fits, strict=True), 1):
            last, prev = self.seq, self.hash
            self.seq, self.hash = seq, hashed
            try:
                if (
                    fit is not None
                    and seq == last + 1
                    and sha256(tag + line + b"\n").hexdigest() == hashed
                    and fit.group(ACTION, ACTOR, AT, PREV, SEQ)
                    == (action.encode(), actor.encode(), b"%d" % at, prev.encode(), b"%d" % seq)
                    and action in _ACTIONS
                    and (seq == 1) is (action == "bootstrap")
                ):
                    continue
            except (TypeError, AttributeError, UnicodeEncodeError):
                pass  # a column is not of its type, which is said below
            if sentence := _wrong(seq, line, hashed, (at, actor, action), prev, last + 1):
                yield number - counted
                yield Finding(step=STEP, seq=seq, sentence=sentence)
                counted = number
        yield len(rows) - counted

    def end(self) -> Iterator[Finding | int]:
        """Say when there was nothing to follow."""
        if not self.seq:
            yield Finding(step=STEP, seq=None, sentence="The log is empty: genesis is missing.")


def _wrong(seq: int, line: object, hashed: str, columns: tuple[object, ...], prev: str, expected: int) -> str | None:
    """What is wrong with a header that was not seen to be right, in a sentence."""
    if seq != expected:
        return f"Entry {expected} is missing: {seq} follows {expected - 1}."
    if not isinstance(line, bytes):
        return f"The header of entry {seq} is no longer bytes."
    if seal.entry_hash(line) != hashed:
        return f"The header of entry {seq} does not have the hash that stands beside it."
    try:
        found = seal.parse(line)
        if found.keys() != seal.HEADER_KEYS:
            return f"The header of entry {seq} does not bear the keys of one."
        action = Action(found["action"])
    except (ValueError, AttributeError) as error:
        return f"The header of entry {seq} cannot be read ({error})."
    if found["prev"] != prev:
        return f"Entry {seq} does not follow entry {seq - 1}: the chain is cut there."
    numbers = type(found["seq"]) is int and type(found["at"]) is int  # 5.0 is the same number, in another spelling
    if not numbers or found["seq"] != seq or (found["at"], found["actor"], action.value) != columns:
        return f"The columns of entry {seq} do not say what its header says."
    if seq == 1 and action is not Action.BOOTSTRAP:
        return "Entry 1 is no genesis."
    if seq > 1 and action is Action.BOOTSTRAP:
        return f"Entry {seq} is a second genesis."
    return None
