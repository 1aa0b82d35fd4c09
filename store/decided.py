"""What was decided against what happened: the text of a plan, and the entries that follow it.

A plan is one `decision` entry whose payload holds the exact text its author vouched for. The text
lists every effect; its entries stand right behind the decision, in that order, and nothing else may
call itself an effect of the plan. Where the text says ``new:n``, the entry bears the minted id.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from store import log, seal
from store.errors import Broken
from store.records.entry import Entry, Payload
from store.records.views import Finding
from store.records.words import Action

NEW = "new:"
"""How a text names an id that was not minted when it was vouched for."""
STEP = "decisions"
_LAST = (1 << 63) - 1


def plan_of(entry: Entry) -> str | None:
    """The plan an entry says it belongs to."""
    if entry.action is Action.DECISION:
        return entry.subjects[0]
    return next((ref for ref in entry.refs if isinstance(ref, str) and ref.startswith("plan-")), None)


def text_of(payload: Payload | None) -> dict[str, Any]:
    """The text of a decision, read; empty where there is none."""
    if payload is None or not isinstance(payload.get("text"), str):
        return {}
    found = seal.parse(payload["text"].encode("ascii", "replace"))
    return found if isinstance(found, dict) else {}


def readable(conn: sqlite3.Connection, seq: int) -> Payload | None:
    """The payload at a seq; None too where its bytes are none, which `verify` says of it."""
    try:
        return log.payload(conn, seq)
    except Broken:
        return None


def minted_in(effects: Iterable[Sequence[Any]], happened: Iterable[Any]) -> dict[str, str]:
    """The ids in place of each ``new:n``: effects as a text lists them, beside what happened (with its `subjects`)."""
    pairs = (
        pair for told, one in zip(effects, happened, strict=False) for pair in zip(told[2], one.subjects, strict=False)
    )
    return {name: real for name, real in pairs if name.startswith(NEW)}


def signatures_of(payload: Payload | None) -> tuple[str, ...]:
    """The signatures of a decision, as they are armored; what is none of that form is left out."""
    found = (payload or {}).get("signatures")
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list) else ()


def effect_count(conn: sqlite3.Connection, decision: int) -> int:
    """How many effects the decision at a seq lists."""
    effects = text_of(readable(conn, decision)).get("effects")
    return len(effects) if isinstance(effects, list) else 0


def effect_entries(conn: sqlite3.Connection, decision: int) -> list[Entry]:
    """The entries of a decision's effects."""
    return list(log.entries(conn, decision, decision + effect_count(conn, decision)))


def decisions_naming(conn: sqlite3.Connection, words: str, until: int) -> list[Entry]:
    """The decisions up to an entry whose text holds these words, in order: found without reading the others."""
    sql = (
        "SELECT l.seq FROM log l JOIN payloads p ON p.seq = l.seq WHERE l.action = 'decision' AND l.seq <= ?"
        " AND instr(p.body, CAST(? AS BLOB)) ORDER BY l.seq"
    )
    seqs = [row[0] for row in conn.execute(sql, (until, words))]
    found = log.some(conn, seqs)
    return [found[seq] for seq in seqs]


def decision_of(conn: sqlite3.Connection, plan: str, before: int) -> Entry | None:
    """The decision of a plan that stands in front of an entry."""
    sql = "SELECT seq FROM subject_log WHERE subject = ? AND seq < ? ORDER BY seq"
    for (seq,) in conn.execute(sql, (plan, before)):
        entry = log.entry(conn, seq)
        if entry is not None and entry.action is Action.DECISION and entry.subjects[0] == plan:
            return entry
    return None


def decision_called(conn: sqlite3.Connection, plan: str) -> Entry | None:
    """The decision of a plan."""
    row = conn.execute("SELECT body FROM plans WHERE id = ? ORDER BY from_seq DESC LIMIT 1", (plan,)).fetchone()
    return log.entry(conn, row[0]) if row else None


def undone_by(conn: sqlite3.Connection, plan: str) -> str | None:
    """The plan that undid a plan, while that one is not undone itself."""
    row = conn.execute("SELECT undone_by FROM plans WHERE id = ? AND to_seq IS NULL", (plan,)).fetchone()
    return str(row[0]) if row and row[0] and undone_by(conn, row[0]) is None else None


def check_decisions(conn: sqlite3.Connection, after: int = 0, until: int = _LAST) -> Iterator[Finding | int]:
    """Findings for effects that were not decided, and decided ones that did not happen, behind `after` up to `until`.

    The effects of the last decision before may reach behind `after`; where they end is taken from its text.
    """
    genesis = log.entry(conn, 1)
    store = genesis.subjects[0] if genesis else ""
    covered: dict[str, tuple[int, int]] = {}
    for seq in _decisions(conn, after, until):
        decision = log.entry(conn, seq)
        if decision is None:
            continue
        entries = effect_entries(conn, seq)
        covered[decision.subjects[0]] = (seq, seq + len(entries))
        if seq <= after:
            continue
        if said := differs(conn, store, decision, entries):
            yield Finding(step=STEP, seq=seq, sentence=said)
        yield 1
    sql = (
        "SELECT seq FROM log WHERE seq > ? AND seq <= ? AND action <> 'decision'"
        " AND (instr(header, CAST('\"plan-' AS BLOB))"
        " OR instr(header, CAST('\"verb\":' AS BLOB))) ORDER BY seq"
    )
    for (seq,) in conn.execute(sql, (after, until)).fetchall():
        entry = log.entry(conn, seq)
        plan = plan_of(entry) if entry else None
        if plan is None:
            if entry and "verb" in entry.effect:
                yield Finding(step=STEP, seq=seq, sentence=f"Entry {seq} bears a verb, and no plan decided it.")
            continue
        first, last = covered.get(plan, (0, 0))
        if not first < seq <= last:
            sentence = f"Entry {seq} calls itself an effect of {plan}, which did not decide it."
            yield Finding(step=STEP, seq=seq, sentence=sentence)


def _decisions(conn: sqlite3.Connection, after: int, until: int) -> list[int]:
    """The decisions behind `after` up to `until`, and the last one before them."""
    sql = "SELECT max(seq) FROM log WHERE action = 'decision' AND seq <= ?"
    last = conn.execute(sql, (after,)).fetchone()[0]
    sql = "SELECT seq FROM log WHERE action = 'decision' AND seq > ? AND seq <= ? ORDER BY seq"
    return [*([] if last is None else [last]), *(row[0] for row in conn.execute(sql, (after, until)))]


_RUN = re.compile(rb'"run":"(run-[0-9-]+)"')


_DECIDED = (
    Action.REVIEW, Action.COOL, Action.MERGE, Action.MANUAL_CORRECTION, Action.SUPERSEDE, Action.AUTODREAM_SKIP,
    Action.LINK, Action.PROMOTE_TYPE,
)  # fmt: skip
"""What only a decision does, with keys or without."""


def undecided_acts(conn: sqlite3.Connection, after: int, keyed: int | None) -> Iterator[Finding]:
    """Entries behind `after` that change something and name no plan, nor a pass that may (`store.passes`).

    So does one that erases behind `keyed`, the entry of the first key; None where the store has none.
    """
    marks = ",".join("?" * len(_DECIDED))
    sql = (
        f"SELECT seq, action FROM log WHERE (action IN ({marks}) OR (action = 'erase' AND seq > ?)) AND seq > ?"
        " AND NOT instr(header, CAST('\"plan-' AS BLOB)) AND NOT (action IN ('supersede', 'cool', 'autodream-skip')"
        " AND instr(header, CAST('\"run-' AS BLOB)) AND NOT instr(header, CAST('\"verb\":' AS BLOB))) ORDER BY seq"
    )
    for seq, action in conn.execute(sql, (*(a.value for a in _DECIDED), _LAST if keyed is None else keyed, after)):
        yield Finding(step="authority", seq=seq, sentence=f"Entry {seq} ({action}) was decided by nobody.")


def undecided_imports(conn: sqlite3.Connection, after: int) -> Iterator[Finding]:
    """Runs behind an entry that no plan opened; items and topics of an import that stand outside any decided run."""
    spans: dict[str, list[int]] = {}
    sql = "SELECT seq FROM log WHERE action IN ('run-opened', 'run-closed') ORDER BY seq"
    for (seq,) in conn.execute(sql).fetchall():
        entry = log.entry(conn, seq)
        if entry is None:
            continue
        if entry.action is Action.RUN_CLOSED:
            spans.setdefault(entry.subjects[0], [seq]).append(seq)
            continue
        spans.setdefault(entry.subjects[0], [seq])  # one that was cut off is gone on with
        if seq > after and plan_of(entry) is None:
            yield Finding(step="authority", seq=seq, sentence=f"{entry.subjects[0]} was opened by nobody's decision.")
    sql = (
        "SELECT seq, header, action FROM log WHERE (action = 'import' OR (action = 'topic'"
        " AND NOT instr(header, CAST('\"verb\":' AS BLOB)))) AND seq > ? ORDER BY seq"
    )
    for seq, line, action in conn.execute(sql, (after,)):
        found = _RUN.search(line)
        span = spans.get(found[1].decode(), [seq]) if found else [seq]
        if not span[0] < seq <= (span[1] if len(span) > 1 else seq):
            what = "imports an item" if action == Action.IMPORT else "registers a topic"
            yield Finding(step="authority", seq=seq, sentence=f"Entry {seq} {what} outside any import.")


def differs(conn: sqlite3.Connection, store: str, decision: Entry, entries: list[Entry]) -> str | None:
    """How a decision's text differs from what stands in the log, in a sentence."""
    try:
        return _differs(conn, store, decision, entries)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
        return f"The text of {decision.subjects[0]} (entry {decision.seq}) cannot be read."


def _differs(conn: sqlite3.Connection, store: str, decision: Entry, entries: list[Entry]) -> str | None:
    seq, plan = decision.seq, decision.subjects[0]
    text = text_of(readable(conn, seq))
    effects = text.get("effects")
    if not isinstance(effects, list) or not isinstance(text.get("head"), list):
        return f"The text of {plan} (entry {seq}) cannot be read."
    if text.get("store") != store:
        return f"The text of {plan} (entry {seq}) was decided for another store."
    if text.get("who") != decision.actor or text.get("assurance") != decision.effect.get("assurance"):
        return f"The text of {plan} (entry {seq}) was decided by somebody else than its entry says."
    if text.get("undoes") != decision.effect.get("undoes"):
        return f"The text of {plan} (entry {seq}) does not undo what its entry says."
    at, hashed = text["head"]
    seen = log.entry(conn, at) if isinstance(at, int) and at < seq else None
    if seen is None or seen.hash != hashed:
        return f"The text of {plan} (entry {seq}) was decided on a head that is not in this log."
    if len(entries) != len(effects):
        return f"{plan} (entry {seq}) decided {len(effects)} effects, and {len(entries)} follow it."
    minted = minted_in(effects, entries)
    for (number, action, subjects, effect, commitment), entry in zip(effects, entries, strict=True):
        happened = [entry.action.value, list(entry.subjects), entry.effect, entry.commitment]
        decided = [action, filled(subjects, minted), filled(effect, minted), commitment]
        if happened != decided or plan not in entry.refs or entry.actor != decision.actor:
            return f"Entry {entry.seq} is not effect {number} of {plan} as it was decided."
    return None


def filled(value: Any, minted: dict[str, str]) -> Any:
    """A part of a text with the minted ids in place of ``new:n``."""
    if isinstance(value, str):
        return minted.get(value, value)
    if isinstance(value, dict):
        return {name: filled(part, minted) for name, part in value.items()}
    if isinstance(value, list):
        return [filled(part, minted) for part in value]
    return value
