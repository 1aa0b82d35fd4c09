"""Watched: the desk with its witness; what is noted outside the store, and the alarms that follow from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from governance.authority.people import Person
from governance.authorized import Authorized
from governance.errors import Refusal, RefusalKind
from governance.seat import Clock, Homes, refusing
from store import local, log
from store.database import Store

if TYPE_CHECKING:
    from sqlite3 import Connection

    from governance.audit.witness import Witness
    from governance.plan import Vouched
    from store.check import ExtraStep
    from store.records.entry import Entry
    from store.records.views import Alarm, Applied, Finding
    from store.records.views.witness import EvidenceReport, WitnessView


class Watched(Authorized):
    """One person at one store, whose history is also known outside of it."""

    def __init__(self, store: Store, clock: Clock, person: Person, *, homes: Homes | None = None) -> None:
        super().__init__(store, clock, person, homes=homes)
        self._told: Alarm | None = None
        """What went wrong the last time the witness was written or sent."""
        self._sound = 0
        """Up to where every decision was found to hold, in this sitting."""

    @property
    def _witness(self) -> Witness:
        from governance.audit.witness import Witness

        return Witness(self.homes.state, self.store_id)

    def _kept(self, conn: Connection) -> bool:
        """Whether a witness is kept: always, but for a copy to try things on that has none yet."""
        return local.witnessed(conn) or self._witness.path.exists()

    def witnessed(self, entries: Sequence[Entry], vouched: Vouched | None = None) -> None:
        """Tell the witness what was appended; a witness that fails is an alarm and stops nothing."""
        from governance.audit import witnessing

        with self.reader() as reader:
            if not self._kept(reader.conn):
                return
            head = log.head(reader.conn)
        try:
            self._witness.pin(self.genesis_hash)
        except Refusal as refusal:
            from store.records.views import Alarm

            self._told = Alarm(code="unwitnessed", sentence=refusal.sentence, hint=refusal.hint)
            return
        if vouched is not None and entries:
            self._told = witnessing.committed(self._witness, entries, vouched.text, vouched.signatures)
        else:
            self._told = witnessing.moved(self._witness, head)

    def against_witness(self) -> Alarm | None:
        """Whether the history is another one than the witness saw; cheap enough to ask at every opening."""
        if not (self.homes.state / "witness" / f"{self.store_id}.jsonl").exists():
            return None  # asked at every opening: nothing of the witness is loaded where there is none
        from governance.audit.comparing import check_last

        with self.reader() as reader:
            return check_last(reader.conn, self._witness, self.authority(reader).abandoned)

    def refuse_rewritten(self) -> None:
        """Refuse to decide on a history that is not the one the witness saw."""
        if alarm := self.against_witness():
            raise Refusal(
                RefusalKind.BROKEN,
                f"{alarm.sentence.rstrip('.')}; nothing was decided.",
                f"{alarm.hint} An owner who restored a backup on purpose says so with `memdesk witness succeed`.",
            )

    def alarms(self) -> tuple[Alarm, ...]:
        """What is wrong with the store itself: its history against the witness, decisions nobody could make."""
        from governance.audit import witnessing
        from governance.audit.decisions import doubts

        with self.reader() as reader:
            auth = self.authority(reader)
            found: list[Alarm | None] = []
            if self._kept(reader.conn):
                found.append(
                    witnessing.opened(reader.conn, self._witness, auth.abandoned, read_only=self.store.read_only)
                )
            found.append(self._told)
            wrong = list(doubts(reader.conn, self.day_of, self._sound))
            if not wrong:
                self._sound = log.head(reader.conn)[0]
        if wrong:
            from store.records.views import Alarm

            more = f" So are {len(wrong) - 1:,} more." if len(wrong) > 1 else ""
            hint = "`memdesk verify` lists them; undo what should not stand, and find out who wrote it."
            found.append(Alarm(code="forged", sentence=wrong[0].sentence + more, hint=hint, seq=wrong[0].seq))
        return tuple(alarm for alarm in found if alarm is not None)

    def _further_steps(self, since: int) -> tuple[ExtraStep, ...]:
        """What `verify` checks beyond the store: signatures, authority, the witness."""
        from governance.audit.decisions import check_authority, check_signatures

        return (
            ("signatures", partial(check_signatures, since=since)),
            ("authority", partial(check_authority, day_of=self.day_of, since=since)),
            ("witness", self._against_witness),
        )

    def _against_witness(self, conn: Connection) -> Iterator[Finding | int | str]:
        from governance.audit.verifying import check_all
        from governance.authority.reading import authority_at

        if not self._kept(conn):
            yield "none is kept of a copy to try things on"
            return
        auth = authority_at(conn)
        yield from check_all(conn, self._witness, auth.abandoned, auth)

    # the witness, on a person's word

    def witness_view(self) -> WitnessView:
        """Where the witness is kept and sent."""
        from governance.audit.witnessing import witness_view

        return witness_view(self._witness)

    def witness_add(self, path: Path | None = None, command: Sequence[str] = ()) -> Alarm | None:
        """Send the witness to a further place; an alarm where it could not be sent at once."""
        from governance.audit import destinations, witnessing

        self._refuse_only_reading()
        with self.reader() as reader:
            auth = self.authority(reader)
            if alarm := witnessing.opened(reader.conn, self._witness, auth.abandoned):
                raise Refusal(RefusalKind.BROKEN, alarm.sentence, alarm.hint)
        destinations.add(self._witness, path=path, command=command)
        return witnessing.sent(self._witness)

    def witness_remove(self, number: int) -> None:
        """Send the witness to a place no more."""
        from governance.audit import destinations

        self._refuse_only_reading()
        destinations.remove(self._witness, number)

    def witness_check(self) -> tuple[Finding | str, ...]:
        """Findings and notes of holding the whole witness against the log."""
        with self.reader() as reader:
            return tuple(one for one in self._against_witness(reader.conn) if not isinstance(one, int))

    def witness_sign(self) -> tuple[str, Alarm | None]:
        """Sign the present head by itself with the key in the hand; the three lines, and what could not be sent."""
        from governance.audit import witnessing
        from governance.audit.lines import Head, checkpoint_text

        self._refuse_only_reading()
        with self.reader() as reader:
            head = Head(*log.head(reader.conn))
        text = checkpoint_text(self.store_id, head)
        signature = self.hand.checkpoint(text, now=self.now())
        return text, witnessing.note_checkpoint(self._witness, head, signature)

    def succeed(self, *, note: str | None = None) -> Applied:
        """Give up, on an owner's word, every head that the witness knows and this log does not have."""
        from governance.audit.comparing import missing_heads
        from governance.authorizing.succession import succeed

        with self.reader() as reader:
            lost = missing_heads(reader.conn, self._witness, self.authority(reader).abandoned)
        ordinals = self._witness.known_ordinals()
        with refusing():
            return succeed(self._desk, [(head.seq, head.hash) for head in lost], ordinals, note=note)

    def evidence(
        self, target: Path, *, since: int | None = None, until: int | None = None, subject: str | None = None
    ) -> EvidenceReport:
        """Write a bundle that anybody can check without memdesk."""
        from governance.audit.evidence import write_evidence

        with refusing(), self.reader() as reader:
            return write_evidence(
                reader.conn,
                target,
                since=since,
                until=until,
                subject=subject,
                auth=self.authority(reader),
                witness=self._witness,
            )

    def _refuse_only_reading(self) -> None:
        if self.store.read_only:
            raise Refusal(RefusalKind.READ_ONLY, "The store was opened for reading only.", "Leave out --read-only.")
