"""Words made findable: prepared tokens for the full-text table, keyed digests for look-ups.

The full-text table is a plain table of (token, entry): it replays byte for byte, leaves row by row
with an erasure, knows no query syntax, and no excluded row can leak through its statistics.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from store import seal
from store.database import get_local
from store.records.entry import Effect, Entry, Payload
from store.records.found import Found
from store.records.words import Action, Assurance, Relation
from store.tokens import findable, spelling, steps
from store.tokens import fold as fold
from store.tokens import tokens as tokens

PayloadOf = Callable[[int], Payload | None]


def text_of(words: dict[str, Any], payload_of: PayloadOf) -> str | None:
    """The fact of an item's words; None when the block it is cited from was erased."""
    fact = words["fact"]
    if isinstance(fact, str):
        return fact
    block = payload_of(fact["block"])
    if block is None:
        return None
    raw = seal.raw_bytes(block["bytes"])[fact["start"] : fact["end"]]
    text = raw.decode(block.get("encoding", "utf-8"), "replace")
    return text.replace("\n  ", "\n") if fact.get("exact") else unfold(text)


_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]")


def unfold(text: str) -> str:
    """A cited passage as people read it: a soft wrap is one blank, or none between wide characters."""
    pieces: list[str] = []
    gap = ""
    for line in text.split("\n"):
        words = line.strip(" \t\r")
        if not words:
            gap = "\n\n" if pieces else ""
            continue
        if pieces:
            wide = _WIDE.match(pieces[-1][-1]) and _WIDE.match(words[0])
            pieces.append(gap or ("" if wide else " "))
        pieces.append(words)
        gap = ""
    return "".join(pieces)


def derive(
    entry: Entry, payload: Payload | None, payload_of: PayloadOf, key: bytes
) -> tuple[set[str], set[tuple[str, bytes]]]:
    """The tokens and look-ups (kind, digest) that an entry's words give; none when erased."""
    if payload is None:
        return set(), set()
    if entry.action is Action.ARCHIVE:
        return _of_block(payload, key)
    found: set[tuple[str, str]] = set()
    texts: tuple[str, ...] = (payload.get("note") or "",)
    if "words" in payload:
        read = (lambda seq: payload if seq == entry.seq else payload_of(seq)) if "bytes" in payload else payload_of
        words, looked = _of_words(payload["words"], read, key)
        if capture := payload.get("capture"):
            looked |= _digests(_retries(entry, capture, payload["words"], read), key)
        return words | _tokens(texts), looked
    if entry.action in (Action.BOOTSTRAP, Action.ENROLL):
        found.add(("principal", payload["name"]))
    elif entry.action is Action.TOKEN:
        found.add(("token", payload["hash"]))
    elif entry.action is Action.DECISION:
        found.update(("nonce", nonce) for nonce in _nonces(payload))
    elif entry.action is Action.QUARANTINE:
        found |= _refused(entry, payload)
        texts = (*texts, payload.get("raw") or "")
    elif entry.action is Action.TASK_OPENED and payload.get("client_ref"):
        found.add(("task", client_form(*_sender(entry, payload["by"]), payload["client_ref"])))
    elif entry.action is Action.LANE and "title" in payload:
        found.add(("lane", spelling(payload["title"])))
        texts = (*texts, payload["title"], payload.get("purpose") or "")
    elif entry.action is Action.RUN_OPENED:
        found.add(("root", payload["root"]))
    elif entry.action in (Action.WITHDRAW, Action.REINSTATE) and "record" in payload:
        found.add(("record", payload["record"]))
    elif entry.action is Action.SOURCE:
        found.add(("source", payload["name"]))
        texts = (*texts, payload["name"])
    elif entry.action is Action.HOLDER:
        found.add(("path", payload["path"]))
    elif entry.action is Action.TOPIC:
        if payload.get("file"):  # one that a person made has no page of its own
            found.add(("topic", payload["file"]))
        for phrase in phrases_of(payload):
            found.update(leading_forms(steps(phrase)))
        texts = (*texts, payload.get("title") or "", payload.get("file") or "", *payload.get("triggers", ()))
    return _tokens(texts), _digests(found, key)


LEADING = 8
"""Words by which a phrase is looked up; of a longer one the rest is compared."""


def phrases_of(topic: Payload) -> tuple[str, ...]:
    """What leads to a topic: its title and its triggers."""
    return tuple(phrase for phrase in (topic.get("title"), *topic.get("triggers", ())) if phrase)


def leading_forms(words: Sequence[str]) -> set[tuple[str, str]]:
    """The look-ups of a phrase: the word it begins with, so that most questions ask no further, and all of it."""
    return {("leads-from", words[0]), ("leads", "\x1f".join(words[:LEADING]))} if words else set()


def client_form(actor: str, by: str, assurance: str | None, ref: str) -> str:
    """What makes two requests of one writer the same one.

    A name that was only given is never a principal's, nor that of a system user whom the store does not know.
    """
    if actor.startswith("store-"):
        actor = f"{'?' if assurance == Assurance.CLAIMED else '!'}{by}"
    return f"{actor}\x1f{ref}"


def _sender(entry: Entry, by: str) -> tuple[str, str, str | None]:
    return entry.actor, by, entry.effect.get("assurance")


def _refused(entry: Entry, payload: Payload) -> set[tuple[str, str]]:
    """The look-ups by which something that was refused is known when it is sent again."""
    sender, found = _sender(entry, payload["by"]), set()
    if raw := payload.get("raw"):
        found.add(("refused", client_form(*sender, raw)))
    if ref := payload.get("client_ref"):
        found.add(("client", client_form(*sender, ref)))
    if rule := payload.get("rule"):
        said = credential_form(entry.subjects[0][5:15], rule, payload.get("place"))
        found.add(("refused", client_form(*sender, said)))
    return found


def credential_form(day: str, rule: str | None, place: str | None) -> str:
    """What makes two refused credentials of one writer the same one: the rule and the place of one user day.

    Nothing of the text is kept, so another credential at the same place on the same day counts as the same.
    """
    return "\x1f".join(("credential", day, rule or "", place or ""))


_SAID = (
    "source", "subject", "project", "scope", "topic", "inspired_by", "corroborating", "typed", "routing",
    "proposed_confidence",
)  # fmt: skip
"""Words of a record by which one request differs from another."""


_STANDS = ("kind", "type", "task", "confidence", "lane")
_spell = json.JSONEncoder(sort_keys=True).encode


def retry_form(
    actor: str, effect: Effect, capture: dict[str, Any], words: dict[str, Any], text: str, *, date: str | None
) -> str:
    """What makes two captures one request that was sent twice: the same writer, and the same in all that is kept of it.

    `date` is the date that its writer gave, and None where none was: the same words observed on another day are
    another capture. The id that a record came with, and what was taken off, tell no two requests apart.
    """
    by, item = capture.get("by", ""), effect.get("item", {})
    refutes = capture.get("refutes") or [
        target for relation, target in effect.get("links", ()) if relation == Relation.REFUTES
    ]
    parts = [client_form(actor, by, effect.get("assurance"), by)]
    dated = {"refutes": sorted(refutes), "dated": date, "offset": capture.get("offset"), "text": text}
    if continued := capture.get("continues"):
        dated["continues"] = continued
    for names, said in ((_STANDS, item), (_SAID, words), (dated, dated)):
        found = ((name, said.get(name)) for name in names)
        parts += [f"{name}={value if isinstance(value, str) else _spell(value)}" for name, value in found if value]
    return "\x1f".join(parts)


def _retries(
    entry: Entry, capture: dict[str, Any], words: dict[str, Any], payload_of: PayloadOf
) -> set[tuple[str, str]]:
    """The look-ups by which a capture that is sent again is known."""
    found = set()
    if ref := capture.get("client_ref"):
        found.add(("client", client_form(*_sender(entry, capture["by"]), ref)))
    text = text_of(words, payload_of)
    if text is not None:
        date = words.get("date") if capture.get("dated") else None
        found.add(("retry", retry_form(entry.actor, entry.effect, capture, words, text, date=date)))
    return found


def _nonces(payload: Payload) -> list[str]:
    """The nonce of a plan's text; none where the text cannot be read, which `verify` says."""
    try:
        nonce = seal.loads(payload["text"].encode("ascii", "replace")).get("nonce")
    except (ValueError, KeyError, TypeError, AttributeError):
        return []
    return [nonce] if isinstance(nonce, str) else []


def _of_block(payload: Payload, key: bytes) -> tuple[set[str], set[tuple[str, bytes]]]:
    found = {("block", payload["bytes"])} if "bytes" in payload else set()
    found.update(("anchor", anchor) for anchor in anchors(payload))
    return set(), _digests(found, key)


def anchors(payload: Payload) -> list[str]:
    """Every archive reference that names this block: path, path#n, path#slug."""
    path = payload.get("path")
    if path is None:
        return []
    found = [path]
    if payload.get("number") is not None:
        found.append(f"{path}#{payload['number']}")
    found += [f"{path}#{slug}" for slug in payload.get("slugs", ())]
    return found


def _of_words(words: dict[str, Any], payload_of: PayloadOf, key: bytes) -> tuple[set[str], set[tuple[str, bytes]]]:
    text = text_of(words, payload_of)
    found: set[tuple[str, str]] = set()
    if words.get("subject"):
        found.add(("subject", words["subject"]))
        found.add(("subject-like", spelling(words["subject"])))
    if words.get("project"):
        found.add(("project", words["project"]))
    if words.get("written_id"):
        found.add(("alias", words["written_id"]))
    if text is not None:
        found.add(("text", fold(text)))
        found.add(("known", known_form(words, text)))
    return _tokens(part for _, part in parts_of(words, text or "")), _digests(found, key)


def parts_of(words: dict[str, Any], text: str) -> Iterator[tuple[Found, str]]:
    """Everything of an item's words by which it is found, and what each piece is; `text` is its fact."""
    yield Found.WORDS, text
    yield Found.SUBJECT, words.get("subject") or ""
    yield Found.SOURCE, words.get("source") or ""
    yield Found.WRITTEN_ID, words.get("written_id") or ""
    for evidence in words.get("corroborating", ()):
        yield Found.EVIDENCE, evidence
    for _, value in (*words.get("extra", ()), *words.get("typed", ())):
        yield Found.FIELD, value
    routing = words.get("routing") or {}
    for name in ("retrieval_terms", "domain_tags", "open_loops"):
        for value in routing.get(name, ()):
            yield Found.ROUTING, value
    for name in ("applies_when", "category"):
        yield Found.ROUTING, routing.get(name) or ""


def known_form(words: dict[str, Any], text: str) -> str:
    """What makes two records of a foreign memory the same one, wherever their file lies."""
    return "\x1f".join(
        (
            words.get("written_id") or "",
            words.get("date") or "",
            words.get("subject") or "",
            words.get("source") or "",
            ";".join(f"{name}={value}" for name, value in words.get("as_written", ())),
            text,
        )
    )


def _tokens(texts: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for text in texts:
        if text:
            found |= findable(text)
    return found


def _digests(found: set[tuple[str, str]], key: bytes) -> set[tuple[str, bytes]]:
    return {(kind, seal.look_up(key, kind, words)) for kind, words in found}


def look_up(conn: sqlite3.Connection, key: bytes, kind: str, words: str) -> list[int]:
    """The seqs under which words of a kind are known, newest first."""
    digest = seal.look_up(key, kind, words)
    sql = "SELECT seq FROM lookups WHERE kind = ? AND digest = ? ORDER BY seq DESC"
    return [row[0] for row in conn.execute(sql, (kind, digest))]


def look_up_key(conn: sqlite3.Connection) -> bytes:
    """The store's own random key for look-up digests."""
    found = get_local(conn, "lookup_key")
    if not isinstance(found, bytes):
        raise LookupError("the store has no look-up key")
    return found
