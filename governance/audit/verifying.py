"""The step of `verify` that holds the witness, line by line, against the log and against its own copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from governance.audit.comparing import Abandoned, first_missing, foreign, stands
from governance.audit.copies import copies, lost
from governance.audit.lines import Head, Line
from governance.audit.witness import Read, Witness
from governance.authority.keys.sshsig import CHECKPOINT, DECISION, BadSignature, signed_by
from governance.authority.state import Authority
from store import log, seal
from store.decided import signatures_of
from store.records.entry import Entry
from store.records.views import Finding
from store.records.words import Action, Assurance
from store.views.sealed import sealed_payload

if TYPE_CHECKING:
    from sqlite3 import Connection

STEP = "witness"
NONE_KEPT = "No witness of this store is kept here."
_HERE = "the witness"


class WitnessCheck(NamedTuple):
    """What holding a witness against the log came to."""

    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    heads: int
    """Heads that were looked at, of the witness and its copies."""


def check_all(
    conn: Connection, witness: Witness, abandoned: Abandoned, auth: Authority | None = None
) -> Iterator[Finding | int | str]:
    """Findings for every head, text and copy that disagrees; numbers count what was looked at, texts are notes.

    With `auth`, a checkpoint has to be signed with a key that the store knows or knew.
    """
    read, abandoned = witness.read(), frozenset(abandoned)
    gone = lost(witness)
    for one in gone:
        yield _finding(one.sentence)
    if not read.raw and not gone:
        yield NONE_KEPT
    if read.torn:
        yield f"The last line of the witness was cut off ({read.torn} bytes); the next one is written over it."
    yield from _of_read(conn, witness, read, abandoned, auth)
    for name, copy in copies(witness):
        if isinstance(copy, str):
            yield f"The copy {name} was not looked at: {copy}."
        else:
            yield from _of_copy(conn, witness, read, name, copy, abandoned, auth)


def check_witness(conn: Connection, witness: Witness, abandoned: Abandoned, auth: Authority) -> WitnessCheck:
    """The same for whoever asks for the witness alone: signed decisions without one are a finding."""
    found = list(check_all(conn, witness, abandoned, auth))
    notes = [one for one in found if isinstance(one, str)]
    findings = [one for one in found if isinstance(one, Finding)]
    every = log.of_actions(conn, [Action.DECISION.value], 0, log.head(conn)[0])
    signed = sum(entry.effect.get("assurance") == Assurance.SIGNED for entry in every)
    if NONE_KEPT in notes and signed:
        notes.remove(NONE_KEPT)
        what = f"{signed:,} signed decision{'' if signed == 1 else 's'}"
        findings.append(_finding(f"{NONE_KEPT[:-1]}, and the log has {what}: it vanished, or was never begun here."))
    return WitnessCheck(tuple(findings), tuple(notes), sum(one for one in found if isinstance(one, int)))


def _of_read(
    conn: Connection, witness: Witness, read: Read, abandoned: Abandoned, auth: Authority | None, where: str = _HERE
) -> Iterator[Finding | int | str]:
    for number in read.unreadable:
        yield _finding(f"Line {number} of {where} cannot be read: {where} was edited.")
    if read.raw:
        yield from _of_pin(conn, witness, read, where)
    for found in first_missing(conn, _heads(read.lines, abandoned)):
        yield _finding(found.sentence, found.seq)
    yield from _of_lines(conn, witness, read.lines, abandoned, auth, where)


def _of_lines(
    conn: Connection, witness: Witness, lines: Iterable[Line], abandoned: Abandoned, auth: Authority | None, where: str
) -> Iterator[Finding | int]:
    for line in lines:
        if line.kind == "plan":
            yield from _of_plan(conn, line, abandoned, where)
        elif line.kind == "checkpoint":
            yield from _of_checkpoint(witness, line, auth, where)
        yield len(line.heads)


def _of_pin(conn: Connection, witness: Witness, read: Read, where: str) -> Iterator[Finding]:
    pins = [line for line in read.lines if line.kind == "pin"]
    if [(line.number, line.fields["store"]) for line in pins] != [(1, witness.store_id)]:
        yield _finding(
            f"{where[:1].upper()}{where[1:]} does not begin with the pin of this store, once: it was edited."
        )
    for line in pins:
        if found := foreign(conn, line.fields["genesis"]):
            yield _finding(found.sentence, 1)


def _heads(lines: Sequence[Line], abandoned: Abandoned) -> list[Head]:
    return [head for line in lines if line.kind != "pin" for head in line.heads if head not in abandoned]


def _of_plan(conn: Connection, line: Line, abandoned: Abandoned, where: str) -> Iterator[Finding]:
    """The text and signatures of a plan, by themselves and as they stand in the log."""
    told = line.fields
    plan, seq, text = told["plan"], told["seq"], told["text"]
    where = f"{plan} in {where} (line {line.number})"
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


def _of_checkpoint(witness: Witness, line: Line, auth: Authority | None, where: str) -> Iterator[Finding]:
    text, seq = line.fields["text"], line.heads[0].seq
    if not text.startswith(f"{witness.store_id}\n"):
        yield _finding(f"The checkpoint in line {line.number} of {where} is of another store.", seq)
    try:
        public = signed_by(line.fields["signature"], text.encode("ascii"), CHECKPOINT)
    except BadSignature as bad:
        yield _finding(f"The checkpoint in line {line.number} of {where} does not hold: {bad}", seq)
        return
    if auth is not None and all(key.line != public.line for key in auth.keys.values()):
        yield _finding(f"The checkpoint in line {line.number} of {where} was signed by nobody this store knows.", seq)


def _of_copy(
    conn: Connection,
    witness: Witness,
    read: Read,
    name: str,
    copy: Read,
    abandoned: Abandoned,
    auth: Authority | None,
) -> Iterator[Finding | int | str]:
    """A copy has to be the beginning of the witness; what it knows more is held against the log too."""
    if not read.raw:
        yield from _of_read(conn, witness, copy, abandoned, auth, f"the copy {name}")
        return
    for number, (own, other) in enumerate(zip(read.raw, copy.raw, strict=False), 1):
        if own != other:
            yield _finding(f"Line {number} of the witness is not what {name} has there: one of them was edited.")
            break
    more = len(copy.raw) - len(read.raw)
    if more > 0:
        yield _finding(f"{name} knows {more:,} more lines than the witness here, which was cut or made anew.")
    known = set(_heads(read.lines, ()))
    others = [line for line in copy.lines if not set(_heads([line], ())) <= known]
    for found in first_missing(conn, _heads(others, abandoned)):
        yield _finding(f"By the copy {name}: {found.sentence}", found.seq)
    yield from _of_lines(conn, witness, others, abandoned, auth, f"the copy {name}")
    if more < 0:
        yield f"{name} does not have the last {-more:,} lines yet."


def _finding(sentence: str, seq: int | None = None) -> Finding:
    return Finding(step=STEP, seq=seq, sentence=sentence)
