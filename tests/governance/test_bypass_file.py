"""Somebody who writes the file itself, triggers dropped: forged decisions and words that were changed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from store import seal
from store.records.words import Action
from tests.builders import MIRA
from tests.governance.builders import head
from tests.governance.bypassing import opened, rechained, with_header, with_payload
from tests.governance.scenes import Scene, a_scene, caught, drawn_anew, entry
from tests.governance.signed import (
    a_key,
    signed,
    signer,
    soft,
)

DECISION = "memdesk-decision"


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = a_scene(tmp_path)
    yield made
    made.desk.close()


# forged decisions with a sound chain


def forged(scene: Scene, sign: Callable[[str], list[str]], **said: Any) -> None:
    """A decision about the other item and its effect, in the file; then every table drawn anew from the log."""
    with opened(scene.path) as conn:
        seq, hashed = conn.execute("SELECT seq, hash FROM log ORDER BY seq DESC LIMIT 1").fetchone()
        effect = {"verb": "stale", "reason": "other", "shown": "opened", "set": {"status": "stale"}}
        decided = {"verb": "stale", "targets": [scene.other], "seen": ["0" * 16], "commitments": [None]}
        text = {
            "v": 2, "store": scene.desk.store_id, "head": [seq, hashed], "who": MIRA, "assurance": "signed",
            "nonce": "0" * 32, "undoes": None, "expires": None,
            "decisions": [{**decided, "reason": "other", "shown": "opened", "grant": None}],
            "effects": [[1, "review", [scene.other], effect, None]], **said,
        }  # fmt: skip
        raw = seal.canonical(text).decode("ascii")
        body = {"v": 1, "text": raw, "signatures": sign(raw)}
        told = {"assurance": text["assurance"], "undoes": None}
        entry(conn, Action.DECISION, ["plan-2026-06-01-099"], told, body, [])
        entry(conn, Action.REVIEW, [scene.other], effect, None, ["plan-2026-06-01-099"])
    drawn_anew(scene)


FORGED: dict[str, tuple[Callable[[Scene, str], list[str]], dict[str, Any], set[str], str]] = {
    "unsigned": (lambda _s, _t: [], {}, {"authority"}, "bears no signature"),
    "unsigned, and says so": (lambda _s, _t: [], {"assurance": "os-user"}, {"authority"}, "stale needs `signed`"),
    "signed by nobody's key": (
        lambda _s, _t: [soft(7).sign(_t.encode(), DECISION)],
        {},
        {"authority"},
        "is no live key of anybody",
    ),
    "signed by a maintainer": (
        lambda _s, _t: [signer(key_of(_s, "ines")).sign(_t.encode(), DECISION)],
        {},
        {"authority"},
        "p-0001 did not sign it",
    ),
    "signed in another namespace": (
        lambda _s, _t: [signer(key_of(_s, "owner")).sign(_t.encode(), "file")],
        {},
        {"authority", "signatures"},
        "does not hold",
    ),
    "under the signature of another decision": (
        lambda _s, _t: signatures(_s),
        {},
        {"authority", "signatures"},
        "does not hold",
    ),
    "a signature that is none": (lambda _s, _t: ["x"], {}, {"authority", "signatures"}, "does not hold"),
    "signed well, for another store": (
        lambda _s, _t: [signer(key_of(_s, "owner")).sign(_t.encode(), DECISION)],
        {"store": "store-" + "0" * 32},
        {"decisions"},
        "decided for another store",
    ),
}


def key_of(scene: Scene, name: str) -> Any:
    return a_key(scene.path.parent, name)


def signatures(scene: Scene) -> list[str]:
    with closing(sqlite3.connect(scene.path)) as conn:
        body = json.loads(conn.execute("SELECT body FROM payloads WHERE seq = ?", (scene.seq,)).fetchone()[0])
    return list(body["signatures"])


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_decision_in_a_sound_chain_with_tables_that_agree_is_found(scene: Scene, name: str) -> None:
    """Caught by the signature, or by whose it is; chain, payloads and tables are as they should be."""
    sign, said, steps, sentence = FORGED[name]
    made = signatures(scene) if "another decision" in name else None
    forged(scene, lambda text: made or sign(scene, text), **said)
    found = caught(scene)
    assert set(found) - {"alarm unwitnessed"} == steps | {"alarm forged"}
    assert sentence in " ".join(one for told in found.values() for one in told)


def test_a_decision_that_is_copied_word_for_word_is_found_as_what_it_is(scene: Scene) -> None:
    """Caught by its text, which was applied already: a replay bears a good signature."""
    with opened(scene.path) as conn:
        rows = conn.execute(
            "SELECT header, body FROM log JOIN payloads USING (seq) WHERE seq IN (?, ?) ORDER BY seq",
            (scene.seq, scene.seq + 1),
        ).fetchall()
        for (header, body), refs in zip(rows, ([], ["plan-2026-06-01-099"]), strict=True):
            said = json.loads(header)
            subjects = said["subjects"] if refs else ["plan-2026-06-01-099"]
            new = entry(conn, Action(said["action"]), subjects, said["effect"], json.loads(body), list(refs))
            salt = conn.execute("SELECT salt FROM payloads WHERE seq = ?", (scene.seq + (1 if refs else 0),)).fetchone()
            conn.execute("UPDATE payloads SET salt = ? WHERE seq = ?", (*salt, new))
        rechained(conn, head(scene.desk))
    drawn_anew(scene)
    found = caught(scene)
    assert set(found) == {"authority", "alarm forged"}
    assert f"its text was applied already, as {scene.plan}" in found["authority"][0]


# words and headers that were changed


def swapped(conn: sqlite3.Connection, scene: Scene) -> None:
    """The words of the two items change places."""
    one, other = (scene.desk.item(name).row.body for name in (scene.item, scene.other))
    sql = "SELECT salt, body FROM payloads WHERE seq = ?"
    rows = {seq: conn.execute(sql, (seq,)).fetchone() for seq in (one, other)}
    for seq, (salt, body) in ((one, rows[other]), (other, rows[one])):
        conn.execute("UPDATE payloads SET salt = ?, body = ? WHERE seq = ?", (salt, body, seq))


def policy(conn: sqlite3.Connection, _: Scene) -> None:
    """The owner's policy asks for less."""
    (seq,) = conn.execute("SELECT seq FROM log WHERE action = 'policy'").fetchone()
    with_payload(conn, seq, lambda body: body["policy"].update(needs=[["keep", "os-user"]]))


def grant(conn: sqlite3.Connection, _: Scene) -> None:
    """The maintainer's grant covers more."""
    (seq,) = conn.execute("SELECT seq FROM log WHERE action = 'grant'").fetchone()
    with_header(conn, seq, lambda header: header["effect"].update(verbs=["defer", "keep", "stale"]))


def note(conn: sqlite3.Connection, scene: Scene) -> None:
    """What was decided is said to have been decided for another reason."""
    with_payload(conn, scene.seq + 1, lambda body: body.update(note="it was told to me"))


def author(conn: sqlite3.Connection, scene: Scene) -> None:
    """Somebody else decided."""
    for seq in (scene.seq, scene.seq + 1):
        with_header(conn, seq, lambda header: header.update(actor="p-0002"))
        conn.execute("UPDATE log SET actor = 'p-0002' WHERE seq = ?", (seq,))


def genesis(conn: sqlite3.Connection, _: Scene) -> None:
    """The owner's key is another one, from the first entry on."""
    new = soft(9).public
    with_header(conn, 1, lambda header: header["effect"].update(key_print=new.fingerprint))
    with_payload(conn, 2, lambda body: body.update(public=new.line))


def key(conn: sqlite3.Connection, _: Scene) -> None:
    """The maintainer's key is another one."""
    (seq,) = conn.execute("SELECT max(seq) FROM log WHERE action = 'key'").fetchone()
    with_payload(conn, seq, lambda body: body.update(public=soft(9).public.line))


EDITS = (swapped, policy, grant, note, author, genesis, key)


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__doc__[:-1])
def test_an_edit_that_mends_nothing_breaks_a_commitment_or_the_chain(
    scene: Scene, edit: Callable[[sqlite3.Connection, Scene], None]
) -> None:
    """Caught by the store itself."""
    signed(scene.desk, lambda: scene.desk.authorize.set_policy({"plan_decisions": "10"}))
    with opened(scene.path) as conn:
        edit(conn, scene)
    scene.desk.close()
    assert set(caught(scene)) & {"chain", "payloads"}


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__doc__[:-1])
def test_an_edit_after_which_everything_is_chained_anew_is_caught_by_what_was_signed_and_by_the_witness(
    scene: Scene, edit: Callable[[sqlite3.Connection, Scene], None]
) -> None:
    """Caught by the heads that were signed, by signatures, by the witness; chain, payloads and tables agree."""
    signed(scene.desk, lambda: scene.desk.authorize.set_policy({"plan_decisions": "10"}))
    with opened(scene.path) as conn:
        edit(conn, scene)
        rechained(conn)
    drawn_anew(scene)
    found = caught(scene)
    assert not set(found) & {"chain", "payloads", "replay"}
    assert "witness" in found
    assert {"decisions", "authority"} & set(found)
    assert {"alarm forked", "alarm foreign"} & set(found)
