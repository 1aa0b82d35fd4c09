"""The bytes that are hashed can be written by anyone and read by anyone."""

from __future__ import annotations

import hashlib
import hmac
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store import seal
from store.database import Store
from tests.builders import a_principal, did

ANY_TEXT = st.text(st.characters(exclude_categories=()))
SOUND_TEXT = st.text()
ODD_KEYS = st.sampled_from(["$b64", "$$b64", "$", "$x", "b64", ""])


def json_of(texts: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    leaves = st.none() | st.booleans() | st.integers() | texts
    keys = SOUND_TEXT | ODD_KEYS
    return st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(keys, inner), max_leaves=12)


def as_bytes(value: Any) -> Any:
    """A value with each text as the bytes it stands for."""
    if isinstance(value, str):
        return seal.raw_bytes(value)
    if isinstance(value, dict):
        return {key: as_bytes(inner) for key, inner in value.items()}
    return [as_bytes(inner) for inner in value] if isinstance(value, list) else value


@given(json_of(SOUND_TEXT))
def test_every_json_value_comes_back_as_it_was(value: Any) -> None:
    assert seal.parse(seal.canonical(value)) == value
    assert seal.loads(seal.canonical(value)) == value


@given(json_of(ANY_TEXT))
def test_also_text_that_is_no_unicode_keeps_its_bytes(value: Any) -> None:
    line = seal.canonical(value)
    back = seal.parse(line)
    assert as_bytes(back) == as_bytes(value)
    assert seal.canonical(back) == line


@given(st.binary())
def test_undecodable_bytes_of_a_file_come_back_one_by_one(raw: bytes) -> None:
    text = raw.decode("utf-8", "surrogateescape")
    line = seal.canonical({"bytes": text})
    assert seal.raw_bytes(seal.parse(line)["bytes"]) == raw
    assert ("$b64" in line.decode()) == (not is_utf8(raw))


def is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


@given(json_of(ANY_TEXT))
def test_the_bytes_are_ascii_without_spaces_outside_of_texts(value: Any) -> None:
    line = seal.canonical(value)
    assert line.isascii()
    assert json.dumps(json.loads(line), separators=(",", ":"), sort_keys=True).encode() == line


@given(st.dictionaries(SOUND_TEXT | ODD_KEYS, st.integers()))
def test_keys_stand_in_the_order_of_their_code_points(value: dict[str, int]) -> None:
    doubled = ["$" + key if key.startswith("$") else key for key in value]
    assert list(json.loads(seal.canonical(value))) == sorted(doubled)
    shuffled = dict(sorted(value.items(), key=lambda pair: pair[1]))
    assert seal.canonical(shuffled) == seal.canonical(value)


REFUSED = [
    ("a key that stands twice", b'{"a":1,"a":1}'),
    ("a key that stands twice deep inside", b'[{"x":{"a":1,"b":2,"a":3}}]'),
    ("a space", b'{"a": 1}'),
    ("keys out of order", b'{"b":1,"a":2}'),
    ("text beyond ASCII", '"é"'.encode()),
    ("an upper-case escape", b'"\\u00E9"'),
    ("an escape that is not needed", b'"\\u0061"'),
    ("not a number", b"NaN"),
    ("an infinite number", b"1e999"),
    ("a number in another spelling", b"1.0e0"),
    ("half a value", b'{"a":'),
    ("something behind the value", b"1 2"),
    ("no bytes at all", b""),
    ("base64 of sound text", b'{"$b64":"YWJj"}'),
    ("base64 that is none", b'{"$b64":"?"}'),
    ("a number for base64", b'{"$b64":5}'),
    ("bytes that are no UTF-8", b'"\xff"'),
    ("a lone surrogate as an escape", b'"\\ud83d"'),
    ("a tower of lists", b"[" * 100_000 + b"]" * 100_000),
]


@pytest.mark.parametrize("raw", [r[1] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_no_other_spelling_is_read(raw: bytes) -> None:
    with pytest.raises(seal.NotCanonical):
        seal.parse(raw)


def test_foreign_keys_that_look_like_ours_are_doubled() -> None:
    assert seal.canonical({"$b64": "YWJj"}) == b'{"$$b64":"YWJj"}'
    assert seal.canonical(["a\udcffb"]) == b'[{"$b64":"Yf9i"}]'
    assert seal.canonical({"price": "$5"}) == b'{"price":"$5"}'


def test_the_hash_of_an_entry_is_what_sha256sum_says(full: Store) -> None:
    for seq, line, hashed in full.reader().execute("SELECT seq, header, hash FROM log LIMIT 5"):
        told = subprocess.run(["sha256sum"], input=b"memdesk/log/1\n" + line + b"\n", capture_output=True, check=True)
        assert told.stdout.split()[0].decode() == hashed, seq


A_DOZEN_LINES = """
import hashlib, json, sqlite3, sys
prev, number = "0" * 64, 0
db = sqlite3.connect(sys.argv[1])
for seq, line, name in db.execute("SELECT seq, header, hash FROM log ORDER BY seq"):
    head, number = json.loads(line), number + 1
    assert (head["seq"], head["prev"], seq) == (number, prev, number)
    prev = hashlib.sha256(b"memdesk/log/1\\n" + line + b"\\n").hexdigest()
    assert prev == name
    for salt, body in db.execute("SELECT salt, body FROM payloads WHERE seq = ?", (seq,)):
        payload = hashlib.sha256(b"memdesk/payload/1\\0" + salt + body).hexdigest()
        assert payload == head["commitment"]
print(number)
"""


def test_a_dozen_lines_of_the_standard_library_check_a_whole_log(full: Store) -> None:
    head = full.reader().execute("SELECT max(seq) FROM log").fetchone()[0]
    script = [sys.executable, "-I", "-c", A_DOZEN_LINES, str(full.path)]
    done = subprocess.run(script, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, str(head)), done.stderr
    assert len(A_DOZEN_LINES.strip().splitlines()) <= 13


def test_a_commitment_binds_salt_and_body() -> None:
    salt, body = b"s" * 32, b'{"v":1}'
    expected = hashlib.sha256(b"memdesk/payload/1\x00" + salt + body).hexdigest()
    assert seal.commitment(salt, body) == expected
    assert seal.commitment(b"t" * 32, body) != expected


def test_two_entries_with_the_same_words_have_nothing_in_common(store: Store) -> None:
    one, two = did(store, a_principal("ines"), a_principal("ines"))
    assert one.commitment != two.commitment


def test_a_header_bears_exactly_the_agreed_keys(full: Store) -> None:
    keys = ["action", "actor", "at", "commitment", "effect", "prev", "refs", "seq", "subjects", "v"]
    for (line,) in full.reader().execute("SELECT header FROM log"):
        assert list(json.loads(line)) == keys


def test_what_was_shown_is_told_by_sixteen_hex_digits() -> None:
    one = seal.seen_digest(["mem-2026-06-01-001", 4])
    assert len(one) == 16
    assert int(one, 16) >= 0
    assert one == seal.seen_digest(["mem-2026-06-01-001", 4])
    assert one != seal.seen_digest(["mem-2026-06-01-001", 5])


@given(ANY_TEXT)
def test_a_look_up_digest_needs_the_key_of_its_store(words: str) -> None:
    one = seal.look_up(b"k" * 32, "text", words)
    assert one == hmac.digest(b"k" * 32, b"text\x00" + seal.raw_bytes(words), "sha256")[:16]
    assert one != seal.look_up(b"l" * 32, "text", words)
    assert one != seal.look_up(b"k" * 32, "alias", words)
