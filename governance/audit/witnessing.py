"""What a desk does with its witness: at opening, after a commit, and on a person's word.

A witness that cannot be kept never stops what was decided; it is told as an alarm.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from governance.audit import destinations
from governance.audit.comparing import Abandoned, check_last, stands
from governance.audit.copies import refuse_lost
from governance.audit.lines import checkpoint_text
from governance.audit.sending import Undelivered
from governance.audit.witness import Witness
from governance.authority.keys.signer import Signer
from governance.authority.keys.sshsig import CHECKPOINT
from governance.errors import Refusal
from store import log
from store.decided import effect_entries, signatures_of
from store.records.entry import Entry
from store.records.views import Alarm
from store.records.views.witness import DestinationView, WitnessView
from store.records.words import Action

if TYPE_CHECKING:
    from sqlite3 import Connection

_HINT = "`memdesk witness` shows where it is kept and what is not sent yet."


def opened(conn: Connection, witness: Witness, abandoned: Abandoned, *, read_only: bool = False) -> Alarm | None:
    """At opening: the alarm there is, if any; else the pin is made, and decisions that a crash left out are noted."""
    if alarm := check_last(conn, witness, abandoned):
        return alarm
    if read_only:
        return None
    try:
        witness.pin()
        catch_up(conn, witness, abandoned)
    except (Refusal, ValueError, KeyError, TypeError) as error:  # a decision whose text cannot be read
        return _unwitnessed(error)
    return None


def catch_up(conn: Connection, witness: Witness, abandoned: Abandoned) -> int:
    """Note the decisions behind the last head that is noted; how many there were."""
    last = witness.last()
    if last is not None and last in abandoned:
        last = max((head for head in witness.heads() if stands(conn, head)), default=None)
    after = last.seq if last else 0
    missed = log.of_actions(conn, [Action.DECISION.value], after, log.head(conn)[0])
    for decision in missed:
        payload = log.payload(conn, decision.seq) or {}
        entries = (decision, *effect_entries(conn, decision.seq))
        witness.note_plan(entries, str(payload.get("text")), signatures_of(payload))
    return len(missed)


def pinned(witness: Witness) -> Alarm | None:
    """Before anything is decided: the witness begins with its pin; one that vanished is not begun anew."""
    try:
        refuse_lost(witness)
        witness.pin()
    except Refusal as refusal:
        return _unwitnessed(refusal)
    return None


def committed(witness: Witness, entries: Sequence[Entry], text: str, signatures: Sequence[str]) -> Alarm | None:
    """After a plan was committed: note it and send it."""
    try:
        refuse_lost(witness)
        witness.note_plan(entries, text, signatures)
    except (Refusal, ValueError) as error:
        return _unwitnessed(error)
    return sent(witness)


def moved(witness: Witness, head: tuple[int, str], minted: Sequence[str] = ()) -> Alarm | None:
    """After an import, or another commit without a decision: note its head and send it."""
    try:
        refuse_lost(witness)
        witness.note_head(*head, minted)
    except (Refusal, ValueError) as error:
        return _unwitnessed(error)
    return sent(witness)


def erased(witness: Witness, entry: Entry) -> Alarm | None:
    """After an erasure: note its tombstone and send it."""
    try:
        refuse_lost(witness)
        refs = [ref for ref in entry.refs if isinstance(ref, int)]
        witness.note_erasure(entry.subjects[0], entry.seq, entry.hash, refs)
    except (Refusal, ValueError) as error:
        return _unwitnessed(error)
    return sent(witness)


def sent(witness: Witness) -> Alarm | None:
    """Send what was not sent yet."""
    problems = destinations.deliver(witness)
    return Alarm(code="unsent", sentence=" ".join(problems), hint=_HINT) if problems else None


def sign_checkpoint(witness: Witness, head: tuple[int, str], signer: Signer) -> str:
    """Sign a head by itself and note it; the three lines that were signed."""
    text = checkpoint_text(witness.store_id, head)
    note_checkpoint(witness, head, signer.sign(text.encode("ascii"), CHECKPOINT))
    return text


def note_checkpoint(witness: Witness, head: tuple[int, str], signature: str) -> Alarm | None:
    """Note a head that was signed, and send it."""
    refuse_lost(witness)
    witness.note_checkpoint(*head, signature)
    return sent(witness)


def witness_view(witness: Witness) -> WitnessView:
    """The witness as a face shows it."""
    read, last = witness.read(), witness.last()
    try:
        pinned = witness.pinned()
    except Refusal:
        pinned = None
    shown = []
    for number, one in enumerate(destinations.listed(witness), 1):
        waiting, problem = 0, None
        try:
            waiting = destinations.waiting(witness, one)
        except Undelivered as found:
            problem = f"{str(found)[:1].upper()}{str(found)[1:]}."
        shown.append(
            DestinationView(
                number=number, path=one.path, command=one.command, delivered=one.delivered, waiting=waiting,
                problem=problem,
            )
        )  # fmt: skip
    return WitnessView(
        store=witness.store_id,
        file=str(witness.path),
        pinned=pinned,
        lines=len(read.raw),
        seq=last.seq if last else None,
        hash=last.hash if last else None,
        torn=read.torn,
        destinations=tuple(shown),
    )


def _unwitnessed(error: Exception) -> Alarm:
    sentence = error.sentence if isinstance(error, Refusal) else f"The witness was not written: {error}."
    hint = error.hint if isinstance(error, Refusal) else _HINT
    return Alarm(code="unwitnessed", sentence=sentence, hint=hint or _HINT)
