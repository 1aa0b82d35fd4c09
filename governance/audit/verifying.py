"""The step of `verify` that holds the witness, line by line, against the log and against its own copies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from governance.audit import destinations
from governance.audit.comparing import Abandoned, first_missing, foreign, stands
from governance.audit.lines import Head, Line
from governance.audit.witness import Read, Witness, read_all
from governance.authority.keys.sshsig import CHECKPOINT, DECISION, BadSignature, signed_by
from governance.authority.state import Authority
from governance.errors import Refusal
from store import log, seal
from store.decided import signatures_of
from store.records.entry import Entry
from store.records.views import Finding
from store.views.sealed import sealed_payload

if TYPE_CHECKING:
    from sqlite3 import Connection

STEP = "witness"


def check_all(
    conn: Connection, witness: Witness, abandoned: Abandoned, auth: Authority | None = None
) -> Iterator[Finding | int | str]:
    """Findings for every head, text and copy that disagrees; numbers count what was looked at, texts are notes.

    With `auth`, a checkpoint has to be signed with a key that the store knows or knew.
    """
    read, abandoned = witness.read(), frozenset(abandoned)
    if not read.raw:
        yield "No witness of this store is kept here yet."
    yield from _of_lines(conn, witness, read, abandoned, auth)
    for name, copy in copies(witness):
        if isinstance(copy, str):
            yield f"The copy {name} was not looked at: {copy}."
        else:
            yield from _of_copy(conn, read, name, copy, abandoned)


def copies(witness: Witness) -> Iterator[tuple[str, Read | str]]:
    """Each copy that is a file: its name, and what it holds or why it cannot be read."""
    try:
        found = destinations.listed(witness)
    except Refusal as refusal:
        yield "of every destination", refusal.sentence.rstrip(".")
        return
    for one in found:
        file = one.file(witness.store_id)
        if file is None or not one.delivered:
            continue
        try:
            yield str(file), read_all(file.read_bytes())
        except OSError as error:
            yield str(file), error.strerror or str(error)


def _of_lines(
    conn: Connection, witness: Witness, read: Read, abandoned: Abandoned, auth: Authority | None
) -> Iterator[Finding | int | str]:
    for number in read.unreadable:
        yield _finding(f"Line {number} of the witness cannot be read: the witness was edited.")
    if read.torn:
        yield f"The last line of the witness was cut off ({read.torn} bytes); the next one is written over it."
    if read.raw:
        yield from _of_pin(conn, witness, read)
    for found in first_missing(conn, _heads(read.lines, abandoned)):
        yield _finding(found.sentence, found.seq)
    for line in read.lines:
        if line.kind == "plan":
            yield from _of_plan(conn, line, abandoned)
        elif line.kind == "checkpoint":
            yield from _of_checkpoint(witness, line, auth)
        yield len(line.heads)


def _of_pin(conn: Connection, witness: Witness, read: Read) -> Iterator[Finding]:
    pins = [line for line in read.lines if line.kind == "pin"]
    if [(line.number, line.fields["store"]) for line in pins] != [(1, witness.store_id)]:
        yield _finding("The witness does not begin with the pin of this store, once: the witness was edited.")
    for line in pins:
        if found := foreign(conn, line.fields["genesis"]):
            yield _finding(found.sentence, 1)


def _heads(lines: Sequence[Line], abandoned: Abandoned) -> list[Head]:
    return [head for line in lines if line.kind != "pin" for head in line.heads if head not in abandoned]


def _of_plan(conn: Connection, line: Line, abandoned: Abandoned) -> Iterator[Finding]:
    """The text and signatures of a plan, by themselves and as they stand in the log."""
    told = line.fields
    plan, seq, text = told["plan"], told["seq"], told["text"]
    where = f"{plan} in the witness (line {line.number})"
    for armored in told["signatures"]:
        try:
            signed_by(armored, text.encode("ascii"), DECISION)
        except BadSignature as bad:
            yield _finding(f"A signature of {where} does not hold: {bad}", seq)
    own = Head(seq, told["hash"])
    if own in abandoned or not stands(conn, own):
        return  # told as a head
    entry, payload = log.entry(conn, seq), log.payload(conn, seq) or {}
    if entry is None or entry.subjects[:1] != (plan,):
        yield _finding(f"Entry {seq} is not the decision of {where}: the witness was edited.", seq)
    elif payload.get("text") != text:
        yield _finding(f"The text of {where} is not the one in the log: {_edited(conn, entry)}.", seq)
    elif list(signatures_of(payload)) != told["signatures"]:
        yield _finding(f"The signatures of {where} are not those in the log: {_edited(conn, entry)}.", seq)


def _edited(conn: Connection, entry: Entry) -> str:
    """Which of the two was edited: the header, which both agree on, commits to what stood in the log."""
    found = sealed_payload(conn, entry.seq)
    kept = found is not None and seal.commitment(found.salt, found.body) == entry.commitment
    return "the witness was edited" if kept else "the log was edited"


def _of_checkpoint(witness: Witness, line: Line, auth: Authority | None) -> Iterator[Finding]:
    text, seq = line.fields["text"], line.heads[0].seq
    if not text.startswith(f"{witness.store_id}\n"):
        yield _finding(f"The checkpoint in line {line.number} of the witness is of another store.", seq)
    try:
        public = signed_by(line.fields["signature"], text.encode("ascii"), CHECKPOINT)
    except BadSignature as bad:
        yield _finding(f"The checkpoint in line {line.number} of the witness does not hold: {bad}", seq)
        return
    if auth is not None and all(key.line != public.line for key in auth.keys.values()):
        yield _finding(
            f"The checkpoint in line {line.number} of the witness was signed by nobody this store knows.", seq
        )


def _of_copy(
    conn: Connection, read: Read, name: str, copy: Read, abandoned: Abandoned
) -> Iterator[Finding | int | str]:
    """A copy has to be the beginning of the witness; what it knows more is held against the log too."""
    for number, (own, other) in enumerate(zip(read.raw, copy.raw, strict=False), 1):
        if own != other:
            yield _finding(f"Line {number} of the witness is not what {name} has there: one of them was edited.")
            break
    more = len(copy.raw) - len(read.raw)
    if more > 0:
        yield _finding(f"{name} knows {more:,} more lines than the witness here, which was cut or made anew.")
    known = set(_heads(read.lines, ()))
    others = [head for head in _heads(copy.lines, abandoned) if head not in known]
    for found in first_missing(conn, others):
        yield _finding(f"By the copy {name}: {found.sentence}", found.seq)
    yield len(others)
    if not more and read.raw == copy.raw:
        return
    if more < 0:
        yield f"{name} does not have the last {-more:,} lines yet."


def _finding(sentence: str, seq: int | None = None) -> Finding:
    return Finding(step=STEP, seq=seq, sentence=sentence)
