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

    from governance.audit.verifying import WitnessCheck
    from governance.audit.witness import Witness
    from governance.plan import Vouched
    from store.check import ExtraStep
    from store.records.entry import Entry
    from store.records.views import Alarm, Applied, Finding
    from store.records.views.witness import EvidenceReport, WitnessView

_NONE_OF_A_COPY = "none is kept of a copy to try things on"


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

        return Witness(self.homes.state, self.homes.config, self.store_id, self.genesis_hash)

    def _kept(self, conn: Connection) -> bool:
        """Whether a witness is kept: always, but for a copy to try things on that has none yet."""
        witness = self._witness
        return local.witnessed(conn) or witness.path.exists() or witness.places.exists()

    def witnessed(self, entries: Sequence[Entry], vouched: Vouched | None = None) -> None:
        """Tell the witness what was appended; a witness that fails is an alarm and stops nothing."""
        from governance.audit import witnessing

        with self.reader() as reader:
            if not self._kept(reader.conn):
                return
            head = log.head(reader.conn)
        if vouched is not None and entries:
            self._told = witnessing.committed(self._witness, entries, vouched.text, vouched.signatures)
        else:
            self._told = witnessing.moved(self._witness, head)

    def against_witness(self) -> Alarm | None:
        """Whether the history is another one than the witness saw; cheap enough to ask at every opening."""
        files = (self.homes.state, f"{self.store_id}.*"), (self.homes.config, f"{self.store_id}.json")
        if not any(next((home / "witness").glob(name), None) for home, name in files):
            return None  # asked at every opening: nothing of the witness is loaded where there is none
        from governance.audit.comparing import check_last

        with self.reader() as reader:
            return check_last(reader.conn, self._witness, self.authority(reader).abandoned)

    def refuse_rewritten(self) -> None:
        """Refuse to decide on a history that is not the one the witness saw; from here on there is a pin."""
        if alarm := self.against_witness():
            raise Refusal(
                RefusalKind.BROKEN,
                f"{alarm.sentence.rstrip('.')}; nothing was decided.",
                alarm.hint,
            )
        self.pin()

    def pin(self) -> None:
        """Note down which store this is, if that was not done yet; a witness that fails is an alarm."""
        from governance.audit.witnessing import pinned

        if self.store.read_only:
            return
        with self.reader() as reader:
            kept = self._kept(reader.conn)
        if kept and (alarm := pinned(self._witness)):
            self._told = alarm

    def alarms(self) -> tuple[Alarm, ...]:
        """What is wrong with the store itself: its history against the witness, decisions nobody could make."""
        from governance.audit import witnessing
        from governance.audit.decisions import doubts
        from governance.audit.distrusted import to_settle

        with self.whole() as reader:
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
            settle = to_settle(reader.conn, auth)
        if wrong:
            from store.records.views import Alarm

            more = f" So are {len(wrong) - 1:,} more." if len(wrong) > 1 else ""
            hint = "`memdesk verify` lists them; undo what should not stand, and find out who wrote it."
            found.append(Alarm(code="forged", sentence=wrong[0].sentence + more, hint=hint, seq=wrong[0].seq))
        if settle:
            from store.records.views import Alarm

            plans = f"{len(settle):,} plan{'' if len(settle) == 1 else 's'}"
            sentence = (
                f"{plans} to undo or ratify: {settle[0].plan} was signed with {settle[0].key}, which is distrusted."
            )
            hint = "U undoes one, `ratify` confirms one you looked at; `memdesk verify` lists them."
            found.append(Alarm(code="distrusted", sentence=sentence, hint=hint, seq=settle[0].seq))
        return tuple(alarm for alarm in found if alarm is not None)

    def doubted(self, key: str | None = None, since: int = 1) -> tuple[str, ...]:
        """Plans to undo or ratify; with a key, those that would come to be so if it were distrusted since an entry."""
        from governance.audit.distrusted import to_settle

        with self.whole() as reader:
            auth = self.authority(reader)
            already = [one.plan for one in to_settle(reader.conn, auth)]
            if key is None:
                return tuple(already)
            found = to_settle(reader.conn, auth.distrusting(key, since))
            return tuple(one.plan for one in found if one.plan not in already)

    def further_steps(self, since: int) -> tuple[ExtraStep, ...]:
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
            yield _NONE_OF_A_COPY
            return
        auth = authority_at(conn)
        yield from check_all(conn, self._witness, auth.abandoned, auth)

    # the witness, on a person's word

    def witness_view(self) -> WitnessView:
        """Where the witness is kept and sent."""
        self.refuse_partial()
        from governance.audit.witnessing import witness_view

        return witness_view(self._witness)

    def witness_add(self, path: Path | None = None, command: Sequence[str] = ()) -> Alarm | None:
        """Send the witness to a further place; an alarm where it could not be sent at once, or tells of a loss.

        A longer copy that stands there completes the witness, also where it is sent there already.
        """
        from governance.audit import destinations, witnessing
        from governance.audit.completing import complete

        self._refuse_only_reading()
        with self.reader() as reader:
            auth = self.authority(reader)
            more = complete(reader.conn, self._witness, path, auth.abandoned) if path is not None else 0
            alarm = witnessing.opened(reader.conn, self._witness, auth.abandoned)
        if alarm and not more:
            raise Refusal(RefusalKind.BROKEN, alarm.sentence, alarm.hint)
        place = destinations.place_of(self._witness, path)
        if not more or all(one.path != str(place) for one in destinations.listed(self._witness)):
            destinations.add(self._witness, path=path, command=command)
        return alarm or witnessing.sent(self._witness)

    def witness_remove(self, number: int) -> None:
        """Send the witness to a place no more."""
        from governance.audit import destinations

        self._refuse_only_reading()
        destinations.remove(self._witness, number)

    def witness_check(self) -> WitnessCheck:
        """What holding the whole witness, and the copies that can be read, against the log comes to."""
        from governance.audit.verifying import WitnessCheck, check_witness

        with self.whole() as reader:
            if not self._kept(reader.conn):
                return WitnessCheck((), (_NONE_OF_A_COPY,), 0)
            auth = self.authority(reader)
            return check_witness(reader.conn, self._witness, auth.abandoned, auth)

    def witness_sign(self) -> tuple[str, Alarm | None]:
        """Sign the present head by itself with the key in the hand; the three lines, and what could not be sent."""
        from governance.audit import witnessing
        from governance.audit.lines import Head, checkpoint_text

        self._refuse_only_reading()
        if alarm := self.against_witness():
            raise Refusal(RefusalKind.BROKEN, f"{alarm.sentence.rstrip('.')}; nothing was signed.", alarm.hint)
        with self.reader() as reader:
            head = Head(*log.head(reader.conn))
        text = checkpoint_text(self.store_id, head)
        signature = self.hand.checkpoint(text, now=self.now())
        return text, witnessing.note_checkpoint(self._witness, head, signature)

    def succeed(self, *, note: str | None = None) -> Applied:
        """Give up, on an owner's word, every head that the witness knows and this log does not have."""
        from governance.audit.comparing import missing_heads
        from governance.audit.completing import complete_all
        from governance.authorizing.succession import succeed

        self._refuse_only_reading()
        with self.reader() as reader:
            abandoned = self.authority(reader).abandoned
            complete_all(reader.conn, self._witness, abandoned)
            lost = missing_heads(reader.conn, self._witness, abandoned)
        ordinals = self._witness.known_ordinals()
        with refusing():
            return succeed(self._desk, [(head.seq, head.hash) for head in lost], ordinals, note=note)

    def evidence(
        self, target: Path, *, since: int | None = None, until: int | None = None, subject: str | None = None
    ) -> EvidenceReport:
        """Write a bundle that anybody can check without memdesk."""
        from governance.audit.evidence import write_evidence

        with refusing(), self.whole() as reader:
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
