"""A header is one canonical line; whatever another program might spell otherwise is found, wherever it stands."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Any

import pytest

from store import log, seal
from store.check import check
from store.check.lines import fits
from store.database import Store
from tests.builders import a_capture, did
from tests.store.tampering import bare, without_guards

LINE = (
    '{"action":"review","actor":"p-0001","at":AT,"commitment":null,"effect":{"set":{"status":"stale"}},'
    '"prev":"PREV","refs":[3,"run-2026-06-01-001"],"seq":SEQ,"subjects":["mem-2026-06-01-001"],"v":1}'
)


def put(store: Store, line: str, *, action: str = "review", leap: int = 1) -> str:
    """Put a line behind the last entry, rightly hashed and with the columns it would have."""
    last, hashed = log.head(store.reader())
    seq = last + leap
    at = 1_780_304_400_000_001
    told = line.replace("AT", str(at)).replace("PREV", hashed).replace("SEQ", str(seq)).encode()
    with closing(bare(store.path)) as conn, without_guards(conn):
        row = (seq, told, seal.entry_hash(told), at, "p-0001", action)
        conn.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", row)
    return told.decode()


@pytest.fixture
def one(store: Store) -> Store:
    did(store, a_capture())
    return store


def told_by(store: Store) -> list[str]:
    return [found.sentence for found in check(store).findings if found.step in ("chain", "payloads", "ids")]


def test_a_canonical_line_is_taken_as_it_is(one: Store) -> None:
    line = put(one, LINE)
    assert fits([(3, line.encode(), "", 0, "", "")])[0]
    assert told_by(one) == []


def test_a_header_of_a_later_version_is_read_the_slower_way(one: Store) -> None:
    line = put(one, LINE.replace('"v":1', '"v":2'))
    assert fits([(3, line.encode(), "", 0, "", "")])[0] is None
    assert told_by(one) == []


SPELLINGS = [
    ("a space behind a comma", '"actor"', ' "actor"'),
    ("a space at the end", '"v":1}', '"v":1} '),
    ("a line feed at the end", '"v":1}', '"v":1}\n'),
    ("another order of the keys", '"commitment":null,"effect"', '"effect":{},"commitment":null,"effect"'),
    ("a key more", '"v":1}', '"v":1,"w":1}'),
    ("a key twice", '"v":1}', '"v":1,"v":1}'),
    ("a key less", '"refs":[3,"run-2026-06-01-001"],', ""),
    ("a seq with a zero in front", '"seq":SEQ', '"seq":0SEQ'),
    ("a seq with a fraction", '"seq":SEQ', '"seq":SEQ.0'),
    ("a time with a fraction", '"at":AT', '"at":AT.0'),
    ("a time with an exponent", '"at":AT', '"at":ATe0'),
    ("an escape for a plain letter", '"p-0001"', '"\\u0070-0001"'),
    ("a space in the effect", '{"set":', '{ "set":'),
    ("a line feed in the effect", '{"set":', '{\n"set":'),
    ("a key of the effect twice", '{"set":', '{"set":{"status":"stale"},"set":'),
    ("keys of the effect in another order", '{"set":', '{"verb":"stale","set":'),
    ("an effect cut short", '{"status":"stale"}}', '{"status":"stale"}'),
    ("an effect that closes and goes on", '{"set":{"status":"stale"}}', '{},"effect":{}'),
    ("an effect that is no object", '{"set":{"status":"stale"}}', "[]"),
    ("an effect that is nothing", '{"set":{"status":"stale"}}', "null"),
    ("a later part of a header inside the effect", '{"set":', '{"prev":"PREV","refs":[],"seq":SEQ,"set":'),
    ("a whole second tail", '"v":1}', '"v":1},"prev":"PREV","refs":[],"seq":SEQ,"subjects":[],"v":1}'),
    ("a space between refs", '[3,"run', '[3, "run'),
    ("a ref with a zero in front", "[3,", "[03,"),
    ("a ref with a fraction", "[3,", "[3.5,"),
    ("a ref that is nothing", "[3,", "[null,"),
    ("a ref that is a word", "[3,", '["port",'),
    ("a list among the refs", "[3,", "[[],"),
    ("refs that are no list", '[3,"run-2026-06-01-001"]', '"run-2026-06-01-001"'),
    ("a comma behind the last ref", '001"],"seq"', '001",],"seq"'),
    ("an escape in a subject", '["mem-', '["\\u006dem-'),
    ("a subject that is a number", '["mem-2026-06-01-001"]', "[3]"),
    ("a subject that is a word", '["mem-2026-06-01-001"]', '["port"]'),
    ("a subject with a capital", '["mem-2026-06-01-001"]', '["Mem-2026-06-01-001"]'),
    ("a quote too many in a subject", '["mem-2026-06-01-001"]', '["mem-2026-06-01-001""]'),
    ("a list among the subjects", '["mem-2026-06-01-001"]', "[[]]"),
    ("a commitment that is no hash", '"commitment":null', '"commitment":"abc"'),
    ("a commitment in capitals", '"commitment":null', f'"commitment":"{"AB" * 32}"'),
    ("a commitment to nothing that stands", '"commitment":null', f'"commitment":"{"ab" * 32}"'),
    ("an actor that is a word", '"p-0001"', '"mira"'),
    ("a hash in capitals", '"prev":"PREV"', f'"prev":"{"AB" * 32}"'),
    ("an action that is none", '"review"', '"dance"'),
    ("a word in the effect", '"stale"', '"rusty"'),
    ("a name in the effect", '"set"', '"ports"'),
    ("a number in the effect", '"stale"', "5"),
    ("an item that is not named", '"effect":{"set":{"status":"stale"}}', '"effect":{"item":{"kind":null}}'),
]


@pytest.mark.parametrize(("here", "there"), [case[1:] for case in SPELLINGS], ids=[case[0] for case in SPELLINGS])
def test_a_header_is_found_with(one: Store, here: str, there: str) -> None:
    assert here in LINE
    line = LINE.replace(here, there)
    if "item" in there:
        line = line.replace('["mem-2026-06-01-001"]', "[]")
    put(one, line)
    found = told_by(one)
    assert found
    assert not any("could not be finished" in sentence for sentence in found)


def test_an_action_that_is_none_is_found_where_its_column_says_the_same(one: Store) -> None:
    put(one, LINE.replace('"review"', '"dance"'), action="dance")
    [sentence] = told_by(one)
    assert "cannot be read" in sentence


def test_a_number_that_was_left_out_is_found_where_the_hashes_hang_together(one: Store) -> None:
    put(one, LINE, leap=2)
    assert told_by(one) == ["Entry 3 is missing: 4 follows 2."]


def test_one_strange_header_does_not_hide_another(one: Store) -> None:
    put(one, LINE.replace('"review"', "5"))
    put(one, LINE.replace('"stale"', '"rusty"'))
    put(one, json.dumps(3))
    put(one, LINE.replace("[3,", '["port",'))
    found: dict[Any, str] = {f.seq: f.sentence for f in check(one).findings if f.step in ("chain", "ids")}
    assert found.keys() == {3, 4, 5, 6}


def test_a_very_long_header_is_looked_at_in_a_moment(one: Store) -> None:
    tail = '"prev":"PREV","refs":[],"seq":SEQ,"subjects":[],"v":1}'
    put(one, LINE.replace('{"set":', '{"set":' + ("{}," + tail + ",") * 20_000) + " ")
    assert told_by(one)
