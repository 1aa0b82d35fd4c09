"""Capturing, for the desk: what agents send is examined, taken once, and spooled where the store is busy."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, TypeVar

from governance.authority.people import NEWCOMER, Person, ensure_enrolled, principal_of, refuse_revoked
from governance.authority.reading import authority_at
from governance.errors import Refusal, RefusalKind
from governance.intake.capture.taking import take
from governance.intake.capture.writer import Writer
from governance.rules.examining import Examined, Sent, examine
from governance.rules.request import forbidden
from governance.seat import refuse_reader, refusing
from store.commit import Snapshot, write
from store.records.entry import Draft, Entry
from store.records.words import Action, Assurance, Door, Flag, TaskOutcome
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.authority.policy import Policy
    from governance.desk import Desk
    from governance.intake.pages import ItemsPage, Page
    from store.records.views import CaptureReceipt, TaskView

_T = TypeVar("_T")
_PLAIN = frozenset({Action.CAPTURE, Action.QUARANTINE})
BATCH = 200
"""How many captures are taken in one commit."""


class Capturing:
    """The doors that agents write by, at one desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._here: str | None = None
        """The principal that the system user at this desk is, once it was asked."""

    def policy(self) -> Policy:
        """The policy as last read; what it asks of a capture is asked again under the lock."""
        if self.desk.known.seq:
            return self.desk.known.policy
        with self.desk.reader() as reader:
            return self.desk.authority(reader).policy

    def capture(self, given: object, *, door: Door = Door.COMMAND) -> CaptureReceipt:
        """Take in one capture (a mapping of fields); a busy store has it spooled, once it is known to be no secret."""
        return self.capture_all([Sent(given, door)])[0]

    def sent(self, given: object, *, door: Door = Door.COMMAND) -> Sent:
        """What a writer gave, for `capture_all`."""
        return Sent(given, door)

    def capture_all(self, sent: Sequence[Sent], *, spool: bool = True, by: str | None = None) -> list[CaptureReceipt]:
        """Take in what was sent, in commits of 200; each answered with what became of it.

        `by` names whoever dropped it, where that is only claimed. Without `spool` a busy store is refused.
        """
        refuse_reader(self.desk)
        policy = self.policy()
        found = [examine(one, policy, self.desk.day_of) for one in sent]
        done: list[CaptureReceipt] = []
        for start in range(0, len(found), BATCH):
            part = found[start : start + BATCH]
            try:
                with refusing():
                    taken = self._take(part, policy, by)
                done += [self._as_told(receipt, one) for receipt, one in zip(taken, part, strict=True)]
            except Refusal as refusal:
                if refusal.kind is not RefusalKind.BUSY or not spool:
                    raise
                from governance.intake.inbox.spool import spool_it

                self._named(by)
                done += [spool_it(self.desk, one, by) for one in found[start:]]
                break
        return done

    def capture_lines(self, lines: Sequence[bytes]) -> list[CaptureReceipt]:
        """Take in lines of JSON, one capture each; a line that cannot be read is kept with the reason."""
        from governance.intake.capture.lines import read_line

        return self.capture_all([read_line(line) for line in lines])

    def _as_told(self, receipt: CaptureReceipt, found: Examined) -> CaptureReceipt:
        """A receipt as its writer hears it: to an agent, a record that it may not read is one that is not there."""
        request = found.request
        named = (*request.lists.get("refutes", ()), *filter(None, [request.fields.get("continues")]))
        if not named or receipt.came == "refused" or not self.desk.partial:
            return receipt
        if Flag.TARGET_LOST in receipt.findings or all(self.desk.recalling.knows(name) for name in named):
            return receipt
        said = {*receipt.findings, Flag.TARGET_LOST}
        return receipt.model_copy(update={"findings": tuple(flag for flag in Flag if flag in said)})

    def _take(self, found: Sequence[Examined], policy: Policy, by: str | None) -> list[CaptureReceipt]:
        at = self.desk.now()
        day = self.desk.day_of(at)
        receipts: list[CaptureReceipt] = []

        def build(snapshot: Snapshot) -> Generator[Draft, Entry, None]:
            writer = yield from self.writer(snapshot, at, by)
            asked = self.desk.known.policy
            for one in found:
                if asked is not policy and asked != policy:
                    one = examine(one.sent, asked, self.desk.day_of)  # noqa: PLW2901 - the policy moved meanwhile
                receipts.append(_naming((yield from take(snapshot, writer, one, day=day)), one))

        entries = write(self.desk.store, build, at=at, actor=NEWCOMER)
        if entries and all(entry.action in _PLAIN for entry in entries):
            self.desk.known.seq = entries[-1].seq  # nothing about who may decide was among them
        return receipts

    def writer(self, snapshot: Snapshot, at: int, by: str | None = None) -> Generator[Draft, Entry, Writer]:
        """Who writes, asked under the lock; in a keyless store a system user who is new here is enrolled."""
        person, nobody = self.desk.person, self.desk.store_id
        auth = self.desk.known
        if auth.seq != snapshot.head[0]:
            self.desk.known = auth = authority_at(snapshot.conn, None, auth)
        if by is not None or person.assurance is Assurance.CLAIMED:
            return Writer(nobody, self._named(by), Assurance.CLAIMED)
        if person.principal is not None:
            refuse_revoked(person, auth, at)
            return Writer(person.principal, person.name, person.assurance, person.projects)
        known = self._here
        if known is None or (there := auth.principals.get(known)) is None or there.retired is not None:
            reader = Reader(snapshot.conn, now=at, day_of=self.desk.day_of)
            known = principal_of(reader, person.name, auth)
            if auth.keyless:
                known = known or principal_of(reader, person.name) or (yield from ensure_enrolled(snapshot, person))
        self._here = known
        return Writer(known or nobody, person.name, person.assurance)

    def _named(self, by: str | None) -> str:
        """The name that a capture bears; one that is only claimed is refused where it holds a credential."""
        from governance.rules.secret_refusal import refuse_secrets

        name = by or self.desk.person.name
        if by is not None or self.desk.person.assurance is Assurance.CLAIMED:
            refuse_secrets("The name that is claimed", name)
        return name

    # what agents read

    def introduce(self, name: str | None) -> None:
        """Let a client that showed no token say what it is called; that is a claim, and stays one."""
        from governance.rules.request import clean
        from governance.rules.secrets import find_secrets

        said = "".join(sign for sign in clean(name or "")[:100] if sign.isprintable()).strip()
        if said and self.desk.person.assurance is Assurance.CLAIMED and not find_secrets(said):
            self.desk.person = Person(said, Assurance.CLAIMED)

    def page(self, name: str) -> Page:
        """A page that an agent may read, as its token allows now: a token that was revoked opens none."""
        from governance.intake.serving import page

        person = self.desk.person
        with self.desk.reader() as reader:
            refuse_revoked(person, self.desk.authority(reader), reader.now)
            return page(reader, name, person.projects)

    def items(self, text: str = "", most: int | None = None) -> ItemsPage:
        """The current records that the asker may read, as testimony, newest first; `text` keeps those that say so."""
        from governance.intake.serving import items_page

        person = self.desk.person
        with self.desk.reader() as reader:
            refuse_revoked(person, self.desk.authority(reader), reader.now)
            return items_page(reader, person.projects, text, most)

    # tasks

    def open_task(self, title: str | None = None, *, project: str | None = None, client_ref: str | None = None) -> str:
        """Open a task: what is captured for it is working memory; returns its id."""
        from governance.intake.capture.tasks import open_task

        return self._with_writer(
            lambda snapshot, writer: open_task(
                snapshot, writer, title=_checked(title), project=_checked(project), client_ref=_checked(client_ref)
            )
        )

    def close_task(self, name: str, outcome: str = TaskOutcome.UNKNOWN, note: str | None = None) -> tuple[str, ...]:
        """Close a task; its working records are released from use and stay as history. Returns their ids."""
        from governance.intake.capture.tasks import close_task

        if outcome not in set(TaskOutcome):
            sentence = f"{outcome!r} is no outcome of a task."
            raise Refusal(RefusalKind.BAD_INPUT, sentence, f"Outcomes: {', '.join(TaskOutcome)}.")
        person = self.desk.person.assurance is Assurance.OS_USER
        return self._with_writer(
            lambda snapshot, writer: close_task(snapshot, writer, name, outcome, _checked(note), person=person)
        )

    def tasks(self, *, every: bool = False) -> tuple[TaskView, ...]:
        """The tasks that are open, or every one; a token sees those of its projects."""
        from store.views import intake

        with self.desk.reader() as reader:
            found = intake.tasks(reader, every=every)
        projects: tuple[str | None, ...] = self.desk.person.projects or ((None,) if self.desk.partial else ())
        return tuple(task for task in found if not projects or task.project in projects)

    def _with_writer(self, steps: Callable[[Snapshot, Writer], Generator[Draft, Entry, _T]]) -> _T:
        refuse_reader(self.desk)
        at = self.desk.now()
        found: list[_T] = []

        def build(snapshot: Snapshot) -> Generator[Draft, Entry, None]:
            writer = yield from self.writer(snapshot, at)
            found.append((yield from steps(snapshot, writer)))

        with refusing():
            write(self.desk.store, build, at=at, actor=NEWCOMER)
        return found[0]


def _naming(receipt: CaptureReceipt, found: Examined) -> CaptureReceipt:
    """A receipt that also names the fields that were taken off; of what held a credential none was read."""
    names = tuple(dict.fromkeys(name for name, _ in found.request.stripped if name != "kind"))
    if not names:
        return receipt
    barred = tuple(name for name in names if forbidden(name))
    return receipt.model_copy(
        update={"stripped": barred, "unknown": tuple(name for name in names if name not in barred)}
    )


def _checked(text: str | None) -> str | None:
    """A few words that are kept beside a task: no credential, no more than a line."""
    from governance.rules.request import LONGEST, clean
    from governance.rules.secrets import find_secrets

    bare = clean(text or "").replace("\n", " ")
    if not bare:
        return None
    if len(bare) > LONGEST or "\0" in bare:
        raise Refusal(
            RefusalKind.BAD_INPUT, f"That is longer than {LONGEST} characters, or no text.", "Say it shorter."
        )
    if find_secrets(bare):
        sentence = "It holds what looks like a credential; nothing of it was kept."
        raise Refusal(RefusalKind.RULE, sentence, "Take it out and ask again.")
    return bare
