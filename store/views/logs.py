"""The log as people read it: lines, one entry in full, applied plans, an item's history."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from store import log
from store.decided import effect_count, effect_entries, plan_of, text_of
from store.index import fold
from store.index import text_of as text_of_words
from store.records.entry import Entry, Payload
from store.records.views import Applied, Done, EntryDetail, LogFilter, LogRow, Move
from store.records.words import Action, Assurance, Reason, Shown, VerbName
from store.views.intake import told_of, told_to
from store.views.log_blocks import about, told_about
from store.views.reader import Reader
from store.views.search import hits, matches

_SHOWN_WORDS = 200
_MOST_HITS = 20_000
"""So many entries a text is looked for in at most, the newest of those that may match."""
Plans = dict[str, tuple[Entry, int]]
"""Decisions by plan, each with the seq of its last effect."""


def log_keys(reader: Reader, where: LogFilter, after: int = 0) -> Sequence[int]:
    """The seqs behind `after` that a filter leaves, ascending; a range when nothing is filtered."""
    head = reader.at_seq or log.head(reader.conn)[0]
    clauses: list[str] = [f"seq BETWEEN {int(after) + 1} AND {head}"]
    values: list[Any] = []
    if where.action is not None:
        clauses.append("action = ?")
        values.append(where.action.value)
    if where.actor is not None:
        clauses.append("actor = ?")
        values.append(_principal(reader, where.actor))
    if where.subject is not None:
        condition, named = about(reader, where.subject)
        clauses.append(condition)
        values += named
    if where.since is not None:
        clauses.append("at >= ?")
        values.append(where.since)
    if where.until is not None:
        clauses.append("at < ?")
        values.append(where.until)
    wanted = _speaking_of(reader, where.text, after) if where.text.strip() else None
    if len(clauses) == 1 and wanted is None:
        return range(after + 1, head + 1)
    sql = f"SELECT seq FROM log WHERE {' AND '.join(clauses)} ORDER BY seq"
    found = [row[0] for row in reader.conn.execute(sql, values)]
    return found if wanted is None else [seq for seq in found if seq in wanted]


def _speaking_of(reader: Reader, text: str, after: int) -> set[int]:
    """Entries behind `after` whose words match, and those whose action, verb or subject is called so."""
    found = {seq for seq in hits(reader, text, limit=_MOST_HITS, after=after) if matches(text, _spoken(reader, seq))}
    term = fold(text.strip())
    actions = [action.value for action in Action if term in action.value]
    marks = ",".join("?" * len(actions))
    sql = f"SELECT seq FROM log WHERE action IN ({marks}) AND seq > ?"
    found.update(row[0] for row in reader.conn.execute(sql, (*actions, after)))
    for verb in (verb.value for verb in VerbName if term in verb.value):
        sql = "SELECT seq FROM log WHERE seq > ? AND instr(header, CAST(? AS BLOB))"
        found.update(row[0] for row in reader.conn.execute(sql, (after, f'"verb":"{verb}"')))
    sql = "SELECT seq FROM subject_log WHERE subject = ? AND seq > ?"
    found.update(row[0] for row in reader.conn.execute(sql, (text.strip(), after)))
    return found


def _spoken(reader: Reader, seq: int) -> str:
    """Everything an entry's payload says, folded."""
    payload = told_of(reader, log.entry(reader.conn, seq), log.payload(reader.conn, seq)) or {}
    fact = text_of_words(payload["words"], lambda at: log.payload(reader.conn, at)) if "words" in payload else ""
    return fold("\n".join([fact or "", *_strings(payload)]))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _strings(part)


def _principal(reader: Reader, name: str) -> str:
    return next((p for p, called in reader.names.items() if called == name), name)


def log_rows(reader: Reader, seqs: Sequence[int]) -> tuple[LogRow, ...]:
    """The lines of these entries, in the order asked for; of the past, those that were there."""
    seqs = [seq for seq in seqs if reader.at_seq is None or seq <= reader.at_seq]
    entries = log.some(reader.conn, seqs)
    payloads = reader.payloads(seqs)
    plans = _plans(reader, entries.values())
    erased = log.erased_by(reader.conn, [s for s, one in entries.items() if s not in payloads and one.commitment])
    veiled = reader.veiled(entries.values())
    told = {s: None if s in veiled else told_to(reader, entries[s], payloads.get(s)) for s in entries}
    return tuple(
        LogRow.model_construct(
            seq=seq,
            at=entry.at,
            actor=entry.actor,
            who=_who(reader, entry, told[seq]),
            assurance=_assurance(entry, plans),
            action=entry.action,
            subjects=entry.subjects,
            about=told_about(reader, entry),
            words="" if seq in veiled else _first_words(reader, entry, told[seq]),
            erased_by=erased.get(seq),
            withdrawn=seq in veiled,
            proposed=entry.effect.get("state") == "proposed",
        )
        for seq in seqs
        if (entry := entries.get(seq)) is not None
    )


def _plans(reader: Reader, entries: Any) -> Plans:
    """The decisions behind these entries, by plan, each with the last entry of its effects."""
    names = {plan for entry in entries if (plan := plan_of(entry))}
    found: dict[str, tuple[Entry, int]] = {}
    for name in names:
        if (entry := _decision(reader, name)) is not None:
            found[name] = (entry, entry.seq + effect_count(reader.conn, entry.seq))
    return found


def _decision(reader: Reader, name: str) -> Entry | None:
    row = reader.conn.execute("SELECT min(seq) FROM subject_log WHERE subject = ?", (name,)).fetchone()
    return log.entry(reader.conn, row[0]) if row and row[0] else None


def _decided_by(entry: Entry, plans: Plans) -> str | None:
    """The plan an entry belongs to: only where it stands among the effects of that plan."""
    plan = plan_of(entry)
    decision, last = plans.get(plan or "", (None, 0))
    return plan if decision is not None and decision.seq <= entry.seq <= last else None


def _assurance(entry: Entry, plans: Plans) -> Assurance | None:
    plan = _decided_by(entry, plans)
    said = (plans[plan][0].effect if plan else entry.effect).get("assurance")
    return Assurance(said) if said in set(Assurance) else None


def _who(reader: Reader, entry: Entry, payload: Payload | None) -> str:
    """The actor's name; of a writer whom nobody here knows, the name that it gave (then the actor is the store)."""
    if entry.actor in reader.names or not entry.actor.startswith("store-"):
        return reader.names.get(entry.actor, entry.actor)
    told = payload or {}
    return str((told.get("capture") or told).get("by") or entry.actor)


def decided_by(reader: Reader, entries: Iterable[Entry]) -> dict[int, tuple[str | None, Assurance | None]]:
    """For each entry the plan that it belongs to, and how sure it is who decided that."""
    known = list(entries)
    plans = _plans(reader, known)
    return {entry.seq: (_decided_by(entry, plans), _assurance(entry, plans)) for entry in known}


def assurance_of(entry: Entry) -> Assurance | None:
    """How sure it is who made an entry that no plan decided, as far as that says so."""
    return Assurance(said) if (said := entry.effect.get("assurance")) else None


def _first_words(reader: Reader, entry: Entry, payload: Payload | None) -> str:
    if payload is None:
        verb = entry.effect.get("verb")
        if entry.action is Action.SUPERSEDE and not verb:
            return _gave_way(reader, entry)
        return str(verb) if verb else ""
    if "words" in payload:
        row = reader.last_row(entry.subjects[0])
        if row is not None and row.body == entry.seq:
            return reader.words([row])[row.id][1][:_SHOWN_WORDS]
        fact = payload["words"]["fact"]
        return fact[:_SHOWN_WORDS] if isinstance(fact, str) else ""
    for field in ("note", "bytes", "name", "root", "path", "title", "file"):
        if isinstance(payload.get(field), str) and payload[field]:
            return " ".join(payload[field].split())[:_SHOWN_WORDS]
    return ""


def _gave_way(reader: Reader, entry: Entry) -> str:
    """Subject, prior date and value, new date and value, from the two items' own words (P§14.2)."""
    names = (entry.subjects[0], str(entry.effect.get("set", {}).get("superseded_by") or ""))
    rows = (reader.last_row(name) for name in names)
    kept = reader.words(row for row in rows if row is not None and (reader.behind or not row.withdrawn))
    said = []
    for name in names:
        words, text = kept.get(name, (None, ""))
        said.append(" ".join([(words.date if words else None) or "-", *text.split()])[: _SHOWN_WORDS // 3])
    subject = next((words.subject for words, _ in kept.values() if words and words.subject), names[0])
    return f"{subject}: {said[0]}, now {said[1]}"


def entry_detail(reader: Reader, seq: int) -> EntryDetail | None:
    """One entry in full."""
    if reader.at_seq is not None and seq > reader.at_seq:
        return None
    line = log.header(reader.conn, seq)
    entry = log.entry(reader.conn, seq)
    if line is None or entry is None:
        return None
    payload = told_of(reader, entry, log.payload(reader.conn, seq))
    return EntryDetail(
        row=log_rows(reader, [seq])[0],
        header=line.decode("ascii"),
        hash=entry.hash,
        payload=json.dumps(payload, ensure_ascii=False, indent=2) if payload else None,
        plan=_decided_by(entry, _plans(reader, [entry])),
    )


def history(reader: Reader, name: str) -> tuple[Move, ...]:
    """Everything that happened to an item, oldest first."""
    sql = "SELECT seq FROM subject_log WHERE subject = ? AND seq <= ? ORDER BY seq"
    seqs = [row[0] for row in reader.conn.execute(sql, (name, reader.at_seq or 1 << 62))]
    entries = log.some(reader.conn, seqs)
    payloads = reader.payloads(set(seqs) - reader.veiled(entries.values()))
    plans = _plans(reader, entries.values())
    return tuple(_move(reader, entries[seq], payloads.get(seq), plans) for seq in seqs if seq in entries)


def _move(reader: Reader, entry: Entry, payload: Payload | None, plans: Plans) -> Move:
    effect = entry.effect
    after = effect.get("set") or (effect.get("item") if "item" in effect else None) or {}
    reason, shown = effect.get("reason"), effect.get("shown")
    return Move(
        seq=entry.seq,
        at=entry.at,
        action=entry.action,
        actor=entry.actor,
        who=_who(reader, entry, payload),
        assurance=_assurance(entry, plans),
        verb=effect.get("verb"),
        reason=Reason(reason) if reason else None,
        before=_pairs(effect.get("before", {})),
        after=_pairs(after),
        note=(payload or {}).get("note"),
        shown=Shown(shown) if shown else None,
        plan=_decided_by(entry, plans),
        proposed=effect.get("state") == "proposed",
    )


def _pairs(values: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((name, "–" if value is None else _word(value)) for name, value in values.items())


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def plans(reader: Reader, limit: int) -> tuple[Applied, ...]:
    """Applied plans, newest first."""
    sql = f"SELECT id, undoes, undone_by, body FROM plans WHERE {reader.stands('plans')} ORDER BY body DESC LIMIT ?"
    return tuple(_applied(reader, row) for row in reader.conn.execute(sql, (limit,)).fetchall())


def plan(reader: Reader, name: str) -> Applied | None:
    """One applied plan."""
    sql = f"SELECT id, undoes, undone_by, body FROM plans WHERE id = ? AND {reader.stands('plans')}"
    row = reader.conn.execute(sql, (name,)).fetchone()
    return _applied(reader, row) if row else None


def _applied(reader: Reader, row: Sequence[Any]) -> Applied:
    name, undoes, undone_by, body = row
    effects = plan_entries(reader, name)
    decision = log.entry(reader.conn, body)
    subjects = [s for e in effects for s in e.subjects[:1]]
    told = text_of(log.payload(reader.conn, body)).get("decisions", ())
    return Applied(
        plan=name,
        seq=body,
        decisions=len(told),
        done=tuple(Done(verb=one["verb"], ids=tuple(one["targets"])) for one in told),
        entries=len(effects) + 1 + sum(_imported(reader, e) for e in effects if e.action is Action.RUN_OPENED),
        ids=tuple(dict.fromkeys(subjects)),
        undone_by=undone_by,
        undoes=undoes,
        at=decision.at if decision else 0,
        who=reader.names.get(decision.actor, decision.actor) if decision else "",
        verbs=tuple(dict.fromkeys(str(e.effect.get("verb", e.action)) for e in effects)),
    )


def _imported(reader: Reader, opened: Entry) -> int:
    """How many entries of its author a run added: up to its end, or to where it was gone on with by a further plan."""
    conn = reader.conn
    until: int = reader.at_seq or log.head(conn)[0]
    sql = (
        "SELECT l.seq, l.action FROM subject_log s JOIN log l ON l.seq = s.seq"
        " WHERE s.subject = ? AND s.seq > ? AND l.action IN ('run-opened', 'run-closed') ORDER BY s.seq LIMIT 1"
    )
    ends = conn.execute(sql, (opened.subjects[0], opened.seq)).fetchone()
    if ends is not None:
        until = min(until, ends[0] if ends[1] == Action.RUN_CLOSED else ends[0] - 1)
    span = (opened.actor, opened.seq, until)
    added = int(conn.execute("SELECT count(*) FROM log WHERE actor = ? AND seq > ? AND seq <= ?", span).fetchone()[0])
    sql = "SELECT seq FROM log WHERE action = 'decision' AND actor = ? AND seq > ? AND seq <= ?"
    decided: list[int] = [seq for (seq,) in conn.execute(sql, span).fetchall()]
    return added - sum(1 + min(effect_count(conn, seq), until - seq) for seq in decided)


def plan_entries(reader: Reader, name: str) -> list[Entry]:
    """The effect entries of a plan: those behind its decision that name it in their refs."""
    decision = _decision(reader, name)
    effects = effect_entries(reader.conn, decision.seq) if decision else []
    return [entry for entry in effects if reader.at_seq is None or entry.seq <= reader.at_seq]
