"""The bundle of evidence: what an auditor needs to check decisions, words and history without us (law 20).

Headers are in it from genesis on, so that the chain can be followed; payloads only as far as they were asked
for, besides those of decisions, keys, grants, policies and successions. Look-up digests never leave the store.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from governance.audit.bundle_keys import allowed_signers, keys_json, revoked_keys
from governance.audit.bundle_readme import readme
from governance.audit.checker import source
from governance.audit.comparing import Abandoned
from governance.audit.folder import Folder, new_folder
from governance.audit.selecting import Selection, selection
from governance.audit.witness import Witness
from governance.authority.reading import authority_at
from governance.authority.state import Authority
from governance.errors import Refusal, RefusalKind
from store import log, seal
from store.decided import signatures_of
from store.records.entry import Entry
from store.records.views.witness import EvidenceReport
from store.records.words import Action
from store.views.sealed import header_lines, sealed_payloads, withdrawn_seqs

if TYPE_CHECKING:
    from sqlite3 import Connection

FORMAT = "memdesk/evidence/1"


def write_evidence(
    conn: Connection,
    target: Path,
    *,
    auth: Authority,
    witness: Witness,
    since: int | None = None,
    until: int | None = None,
    subject: str | None = None,
) -> EvidenceReport:
    """Write a bundle into a new folder, whole or not at all; `since` and `until` are the first and last entry."""
    asked = selection(conn, since, until, subject)
    genesis = log.entry(conn, 1)
    if genesis is None:
        raise Refusal(RefusalKind.BROKEN, "The log is empty: genesis is missing.", "Run `memdesk verify`.")
    then = authority_at(conn, asked.until, auth)
    with new_folder(target) as folder:
        times, bears = array("q"), set[int]()
        entries = folder.write("headers.jsonl", _headers(conn, asked, times, bears))
        erased = _erased(conn, asked, bears)
        withheld = withdrawn_seqs(conn, asked.until) & bears - {int(seq) for seq in erased}
        payloads = folder.write("payloads.jsonl", _payloads(conn, asked, bears - withheld))
        decisions, example, signatures = _decisions(conn, folder, asked)
        keys = tuple(then.keys.values())
        folder.write("keys.json", [keys_json(keys)])
        folder.write("allowed_signers", [allowed_signers(keys, times)])
        folder.write("revoked_keys", [revoked_keys(keys)])
        lines = folder.write("witness.jsonl", _witness(conn, witness, asked.until, auth.abandoned, then.abandoned))
        folder.write("check.py", [source()])
        folder.write("README.md", [readme(genesis.subjects[0], asked, example, keyless=not keys)])
        head = log.some(conn, [asked.until])[asked.until]
        manifest = {
            "format": FORMAT,
            "store": genesis.subjects[0],
            "head": {"seq": head.seq, "hash": head.hash},
            "since": asked.since,
            "until": asked.until,
            "subject": asked.subject,
            "counts": {
                "entries": entries,
                "payloads": payloads,
                "erased": len(erased),
                "withdrawn": len(withheld),
                "decisions": decisions,
                "signatures": signatures,
                "keys": len(keys),
                "witness": lines,
            },
            "source_erased": erased,
            "withdrawn": sorted(withheld),
            "files": dict(folder.digests),
        }
        folder.write("manifest.json", [_spelled(manifest)])
    return EvidenceReport(
        path=str(target),
        store=genesis.subjects[0],
        head=head.seq,
        hash=head.hash,
        first=asked.since,
        subject=asked.subject,
        entries=entries,
        payloads=payloads,
        erased=len(erased),
        withdrawn=len(withheld),
        decisions=decisions,
        signatures=signatures,
        keys=len(keys),
        witness=lines,
        files=tuple(folder.digests),
    )


def _headers(conn: Connection, asked: Selection, times: array[int], bears: set[int]) -> Iterator[bytes]:
    """Every header line; on the way, the times of all entries, and which payloads are asked for."""
    for _, line, hashed in header_lines(conn, asked.until):
        entry = seal.read_header(line, hashed)
        times.append(entry.at)
        if asked.bears(entry):
            bears.add(entry.seq)
        yield line + b"\n"


def _payloads(conn: Connection, asked: Selection, bears: set[int]) -> Iterator[bytes]:
    for one in sealed_payloads(conn, 0, asked.until):
        if one.seq in bears:
            told = {"seq": one.seq, "salt": one.salt.hex(), "body": one.body.decode("ascii")}
            yield json.dumps(told, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"


def _erased(conn: Connection, asked: Selection, bears: set[int]) -> dict[str, str]:
    """The entries that were asked for and whose words are gone, each with its erasure."""
    standing = {one.seq for one in sealed_payloads(conn, 0, asked.until) if one.seq in bears}
    gone = sorted(bears - standing)
    by = log.erased_by(conn, gone)
    return {str(seq): by.get(seq, "") for seq in gone}


def _decisions(conn: Connection, folder: Folder, asked: Selection) -> tuple[int, Entry | None, int]:
    """The signed bytes of each plan and its signatures; (plans, one that is signed, signatures)."""
    example, signatures = None, 0
    found = log.of_actions(conn, [Action.DECISION.value], 0, asked.until)
    for decision in found:
        payload, plan = log.payload(conn, decision.seq) or {}, decision.subjects[0]
        folder.write(f"decisions/{plan}.txt", [str(payload.get("text", "")).encode("ascii")])
        for number, armored in enumerate(signatures_of(payload), 1):
            folder.write(f"decisions/{plan}.{number}.sig", [armored.encode("ascii")])
            signatures += 1
            example = example or decision
    return len(found), example, signatures


def _witness(conn: Connection, witness: Witness, until: int, abandoned: Abandoned, then: Abandoned) -> Iterator[bytes]:
    """The lines that speak of entries up to `until`, or of such as this log does not have at all, or of nothing."""
    end, later = log.head(conn)[0], set(abandoned) - set(then)
    read = witness.read()
    known = {line.number: line.heads for line in read.lines}
    for number, raw in enumerate(read.raw, 1):
        heads = known.get(number, ())
        last = heads[-1].seq if heads else 0
        if (last <= until or last > end) and not later & set(heads):
            yield raw + b"\n"


def _spelled(manifest: dict[str, Any]) -> bytes:
    """The manifest with a digest of itself, so that no byte of it can be changed unseen."""
    whole = {**manifest, "digest": hashlib.sha256(seal.canonical(manifest)).hexdigest()}
    return (json.dumps(whole, sort_keys=True, indent=1) + "\n").encode("ascii")
