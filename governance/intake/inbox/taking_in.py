"""Taking in what stands in a place: each record once, in commits that also remember what was taken."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from governance.authority.people import NEWCOMER
from governance.intake.capture.taking import take
from governance.intake.capture.writer import Writer
from governance.intake.inbox.files import mark_of, shown
from governance.intake.inbox.records import is_text
from governance.rules.examining import KEPT, Examined, Sent, examine
from store import watches
from store.commit import Snapshot, write
from store.records.entry import Draft, Entry
from store.records.views.intake import CaptureReceipt
from store.records.words import Action, Fault, HolderRole
from store.watches import Watch

if TYPE_CHECKING:
    from governance.authority.policy import Policy
    from governance.capturing import Capturing

BATCH = 200
"""How many records are taken in one commit."""


class Piece(NamedTuple):
    """A record on its way in."""

    key: str
    sent: Sent
    by: str
    """Whose file it stands in, which is no more than a claim about who wrote it."""
    file: tuple[str, list[int]] | None = None
    """The dropped file it stands in, and its mark: one that is gone was taken by somebody else."""


@dataclass(slots=True)
class Tally:
    """What became of the records of a place."""

    captured: int = 0
    known: int = 0
    refused: int = 0
    waiting: int = 0
    sentences: list[str] = field(default_factory=list)
    refusals: set[str] = field(default_factory=set)
    """Keys of what was refused."""


def take_in(intake: Capturing, place: Watch, pieces: Sequence[Piece], tally: Tally) -> None:
    """Take what was not taken yet; another process may be doing the same, and then it is taken by one of both."""
    known = place.known()
    fresh = [piece for piece in {piece.key: piece for piece in pieces}.values() if piece.key not in known]
    policy = intake.policy()
    for start in range(0, len(fresh), BATCH):
        part = fresh[start : start + BATCH]
        _commit(intake, place, [(p, examine(p.sent, policy, intake.desk.day_of)) for p in part], policy, tally)


def _commit(
    intake: Capturing, place: Watch, part: Sequence[tuple[Piece, Examined]], policy: Policy, tally: Tally
) -> None:
    at = intake.desk.now()
    day = intake.desk.day_of(at)
    done: list[tuple[Piece, CaptureReceipt]] = []
    kept: list[Watch] = []

    def build(snapshot: Snapshot) -> Generator[Draft, Entry, None]:
        now = watches.watch(snapshot.conn, place.name) or (place if place.kind == "spool" else None)
        if now is None or not now.standing:
            return
        known, writers = now.known(), dict[str, Writer]()
        for piece, examined in part:
            if piece.key in known or (piece.file and mark_of(piece.file[0]) != piece.file[1]):
                continue
            if piece.by not in writers:
                writers[piece.by] = yield from intake.writer(snapshot, at, piece.by)
            if not done and place.kind != "old":
                yield from _holder(snapshot, place, writers[piece.by])
            found = examined
            if intake.desk.known.policy != policy:  # the policy moved meanwhile
                found = examine(piece.sent, intake.desk.known.policy, intake.desk.day_of)
            receipt = yield from take(snapshot, writers[piece.by], found, day=day)
            done.append((piece, receipt))
        _remember(now, done, at)
        watches.keep(snapshot.conn, now)
        kept.append(now)

    write(intake.desk.store, build, at=at, actor=NEWCOMER)
    _count(tally, done)
    if kept:
        place.seen, place.stays, place.taken = kept[0].seen, kept[0].stays, kept[0].taken
        place.refused, place.last_at = kept[0].refused, kept[0].last_at


def _remember(now: Watch, done: Iterable[tuple[Piece, CaptureReceipt]], at: int) -> None:
    """Keep beside the log what was taken; what is kept nowhere as a whole stays where it is."""
    for piece, receipt in done:
        refused = receipt.came == "refused"
        there = piece.sent.bytes or ""
        cut = refused and (len(there) > KEPT or not is_text(there))
        away = receipt.fault is Fault.SECRET or cut or (refused and now.kind in ("folder", "spool"))
        (now.stays if away else now.seen).append(piece.key)
        now.taken += receipt.came == "captured"
        now.refused += refused
        now.last_at = at


def _count(tally: Tally, done: Iterable[tuple[Piece, CaptureReceipt]]) -> None:
    for piece, receipt in done:
        if receipt.came == "captured":
            tally.captured += 1
        elif receipt.came == "refused":
            tally.refused += 1
            tally.refusals.add(piece.key)
            where = f"line {piece.sent.line}: " if piece.sent.line is not None else ""
            where = f"{shown(os.path.basename(piece.file[0]))}, {where}" if piece.file and where else where
            tally.sentences.append(f"{where}{receipt.sentence}")
        else:
            tally.known += 1


def _holder(snapshot: Snapshot, place: Watch, writer: Writer) -> Generator[Draft, Entry, None]:
    """Register the place as one that holds words, once."""
    path = shown(place.path)
    if not snapshot.find("path", path):
        role = HolderRole.INBOX if place.kind == "file" else HolderRole.DROP
        words = {"v": 1, "path": path}
        yield Draft(Action.HOLDER, (snapshot.mint("hold"),), {"role": role.value}, words, actor=writer.actor)
