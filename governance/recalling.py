"""Recalling, for the desk: what agents may use, and on what terms; nothing is written by it (P§15)."""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

from governance.authority.judge import refusal_of
from governance.authority.people import beyond, refuse_revoked, require
from governance.authority.state import Authority
from governance.errors import Refusal, RefusalKind
from governance.influence.answering import answer
from governance.influence.auditing import bounds_of, marked
from governance.influence.gate import Question, moment
from governance.influence.pool import wanted
from governance.influence.ranking import read_question
from governance.influence.weighing import Asking
from governance.looking_behind import record_look
from governance.reading_room import is_seq, missing
from store import log
from store.ids import read_block_id, read_id
from store.records.controls import SOURCE_NAMED
from store.records.recall import UseRole
from store.records.views.finding import Hits
from store.records.views.recall import Beyond, Budget
from store.records.words import Assurance, Field, MemoryType, VerbName
from store.views import details, recalling, search
from store.views.beyond import beyond as what_lies_beyond
from store.views.passages import passages
from store.views.recalling import Within

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views.recall import Answer, Raw
    from store.views.reader import Reader

_Word = TypeVar("_Word", bound=StrEnum)
SEARCHED: Final = 10
"""Records that a search opens."""
MOST: Final = 100
"""Records that one answer opens, and lists that they are chosen from, at most."""
AUDITED: Final = (
    "This is an explicit read for audit or comparison: every project, every lane (frozen and cleared too) and the "
    "archive are shown, to look at and not to act on."
)
BOUNDED: Final = (
    "This is an explicit read for audit or comparison: what your grants to recall cover is shown (of lanes frozen and "
    "cleared too), to look at and not to act on; they bound no archive, so nothing of that is shown."
)
UNRECORDED: Final = "The store is opened for reading only: nothing records that you looked."
LONGEST: Final = 4_000
"""Characters of a question."""


class Recalling:
    """What somebody at one desk may use."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def recall(
        self,
        query: str,
        *,
        use_role: str = UseRole.BACKGROUND,
        type: str | None = None,  # noqa: A002 - the field's own name
        when: str | None = None,
        env: Iterable[str] = (),
        observed: Sequence[str] = (),
        task: str | None = None,
        project: str | None = None,
        scope: str | None = None,
        payloads: int | None = None,
        category_indexes: int | None = None,
        full_history_scan: bool = False,
    ) -> Answer:
        """Answer a question out of what the asker may read: eligibility first, then relevance (T, M).

        `observed` are ``SUBJECT=VALUE`` pairs that the caller sees live; `when` is the moment for which validity is
        asked; the last three raise the budget.
        """
        if not query.strip() or len(query) > LONGEST:
            raise _bad(f"A question has between 1 and {LONGEST:,} characters.")
        role, kind = _one_of(UseRole, use_role, "use role"), _one_of(MemoryType, type, "type") if type else None
        if when is not None and moment(when) is None:
            raise _bad(f"{when!r} is no time: write 2026-08-28, or 2026-08-28T10:00:00Z.")
        budget = _budget(payloads, category_indexes, full_history_scan=full_history_scan)
        with self.desk.reader() as reader:
            here = frozenset(one.strip() for one in env)
            question = self._question(when, here)._replace(
                role=role, type=kind, task=self._task(reader, task), scope=scope
            )
            within = self.within(reader, project)
            found = answer(reader, Asking(query, question, within, _observed(observed), budget))
            return self._with_beyond(reader, found, within)

    def search(self, query: str, *, project: str | None = None, payloads: int = SEARCHED) -> Answer:
        """The records that contain every term literally, newest first, out of what the asker may read."""
        if not query.strip() or len(query) > LONGEST:
            raise _bad(f"A search has between 1 and {LONGEST:,} characters.")
        budget = _budget(payloads)
        with self.desk.reader() as reader:
            within = self.within(reader, project)
            where, values = recalling.reach(reader, within)
            where = f"{where} AND {recalling.DISTILLED}"
            hits = search.find(reader, query, limit=payloads + MOST, where=where, values=values)
            found = answer(reader, Asking(query, self._question(), within, {}, budget, hits))
            return self._with_beyond(reader, found, within)

    def record(self, name: str) -> Answer:
        """One record by its id, on the same terms; what the asker may not read is as if it were not there."""
        read = read_id(name)
        other = is_seq(name) or read_block_id(name) is not None or name.startswith(SOURCE_NAMED)
        if other or (read is not None and read.prefix != "mem"):
            raise beyond(self.desk.person.name)
        with self.desk.reader() as reader:
            within = self.within(reader, None)
            known = details.resolve(reader, name) or name
            found = answer(reader, Asking(name, self._question(), within, {}, _budget(1), Hits(keys=(known,))))
        if not found.groups:
            raise missing(name)
        return found

    def knows(self, name: str) -> bool:
        """Whether whoever asks knows that a record is there: recall tells them of it, or they sent it themselves."""
        with self.desk.reader() as reader:
            row = reader.item_row(details.resolve(reader, name) or name)
            sent = row is not None and log.entry(reader.conn, row.created)
        if row is None:
            return False
        return bool(sent and sent.actor == self.desk.person.principal) or self._tells(row.id)

    def _tells(self, name: str) -> bool:
        try:
            return bool(self.record(name).groups)
        except Refusal as refusal:
            if refusal.kind is RefusalKind.NOT_FOUND:
                return False
            raise

    def audit(self, query: str, *, payloads: int | None = None) -> Answer:
        """The same of every project and lane, beside the archive itself: for people who may, and on the record.

        Grants bound it to what they cover; the archive, which belongs to no project, is then left out.
        """
        require(self.desk.person, Assurance.OS_USER, "read the archive")
        if self.desk.person.principal is not None:
            sentence = f"{self.desk.person.name} showed a token; only people read the archive itself."
            raise Refusal(RefusalKind.NOT_ALLOWED, sentence, "Leave --audit away, or MEMDESK_TOKEN.")
        if not query.strip() or len(query) > LONGEST:
            raise _bad(f"A question has between 1 and {LONGEST:,} characters.")
        budget, at = _budget(SEARCHED if payloads is None else payloads, full_history_scan=True), self.desk.now()
        with self.desk.reader() as reader:
            bounds = bounds_of(self.desk.authority(reader), self.desk.principal(reader), reader.now)
            within = self.within(reader, None)._replace(everywhere=True, bounds=bounds)
            question = self._question()._replace(audit=True)
            found = marked(reader, answer(reader, Asking(query, question, within, {}, budget)))
            raw = () if bounds else self._passages(reader, query, budget.payloads + 1)
        raw, more = raw[: budget.payloads], len(raw) > budget.payloads
        segments = [one.ref_id.split("/")[0] for one in raw]
        items = [one.memory_id for group in found.groups for one in group.results]
        names = tuple(dict.fromkeys((*segments, *items))) or (self.desk.store_id,)
        seq = None if self.desk.store.read_only else record_look(self.desk, names, at)
        said = [BOUNDED if bounds else AUDITED] + ([UNRECORDED] if seq is None else [])
        told = {"archive": raw, "archive_more": more, "audit": seq, "cautions": (*said, *found.cautions)}
        return found.model_copy(update=told)

    def _passages(self, reader: Reader, query: str, most: int) -> tuple[Raw, ...]:
        """The passages of the archive that bear the words of a question."""
        asked = read_question(query)
        phrases = dict.fromkeys((*asked.literal, *(term for term in search.terms(query) if " " in term)))
        return passages(reader, wanted(asked), tuple(phrases), most)

    def _question(self, when: str | None = None, env: frozenset[str] | None = None) -> Question:
        """A question about a moment, of the store's user day where a day is named; usually about now."""
        now = datetime.datetime.fromtimestamp(self.desk.now() // 1_000_000, datetime.UTC).isoformat()
        asked = now.replace("+00:00", "Z") if when is None else when
        return Question(when=asked, zone=zoneinfo.ZoneInfo(self.desk.zone), env=env)

    # who asks

    def within(self, reader: Reader, project: str | None) -> Within:
        """What the asker may read: projects and lanes come from token and grant, and `project` only narrows."""
        auth, person = self.desk.authority(reader), self.desk.person
        refuse_revoked(person, auth, reader.now)
        mine = dict.fromkeys(person.projects)
        mine |= dict.fromkeys(_granted_projects(auth, person.principal, reader.now))
        if project is not None and project not in mine:
            sentence = f"No token or grant of yours binds to the project {project!r}."
            hint = "A project only narrows; an owner gives a token for a project: `memdesk connect NAME --project …`."
            raise Refusal(RefusalKind.NOT_ALLOWED, sentence, hint)
        lanes = recalling.open_lanes(reader)
        readable = [name for name, closed in lanes.items() if not closed or self._may_read(auth, name, reader.now)]
        return Within((project,) if project is not None else tuple(mine), tuple(readable))

    def _with_beyond(self, reader: Reader, found: Answer, within: Within) -> Answer:
        """The answer with the totals of what the asker may not read; only a system user is told by name."""
        there = tuple(what_lies_beyond(reader, within))
        if self.desk.person.assurance is not Assurance.OS_USER:
            alike = {why: [one for one in there if one.why == why] for why in dict.fromkeys(one.why for one in there)}
            there = tuple(
                Beyond(why=why, records=sum(one.records for one in ones), more=any(one.more for one in ones))
                for why, ones in alike.items()
            )
        return found.model_copy(update={"beyond": there})

    def _may_read(self, auth: Authority, lane: str, at: int) -> bool:
        """Whether a grant of the asker's reaches a closed lane; who shows no token has none."""
        who = self.desk.person.principal
        return any(
            grant.grantee == who and refusal_of(auth, grant, VerbName.RECALL, {"lane": lane}, at) is None
            for grant in auth.grants.values()
        )

    def _task(self, reader: Reader, task: str | None) -> str | None:
        """The open task of the asker by this id."""
        if task is None:
            return None
        opener, person = recalling.opener_of(reader, task), self.desk.person
        theirs = opener is not None and (person.principal, person.name) == (opener.principal, opener.name)
        if not theirs:
            hint = "`memdesk task list` shows those that are open."
            raise Refusal(RefusalKind.NOT_FOUND, f"There is no open task {task} of yours.", hint, (task,))
        return task


def _granted_projects(auth: Authority, who: str | None, at: int) -> list[str]:
    """Projects that grants to recall name."""
    found = []
    for grant in auth.grants.values():
        if who is not None and grant.grantee == who and refusal_of(auth, grant, VerbName.RECALL, None, at) is None:
            scope = grant.scope or ()
            if len(scope) == 1 and scope[0].field is Field.PROJECT and not scope[0].prefix:
                found.append(scope[0].value)
    return found


def _observed(pairs: Sequence[str]) -> dict[str, str]:
    """Live observations, SUBJECT=VALUE each."""
    found: dict[str, str] = {}
    for pair in pairs:
        subject, sign, value = pair.partition("=")
        if not sign or not subject.strip() or not value.strip():
            raise _bad(f"{pair!r} is no observation: write SUBJECT=VALUE.")
        if subject.strip() in found:
            raise _bad(f"{subject.strip()!r} is observed twice: say what it is now.")
        found[subject.strip()] = value.strip()
    return found


def _budget(payloads: int | None, category_indexes: int | None = None, *, full_history_scan: bool = False) -> Budget:
    """The budget of M, with what was asked for beyond it."""
    asked = {"payloads": payloads, "category_indexes": category_indexes}
    given = {name: value for name, value in asked.items() if value is not None}
    if any(not 1 <= value <= MOST for value in given.values()):
        raise _bad(f"An answer opens between 1 and {MOST} records, out of as many category indexes.")
    return Budget(full_history_scan=full_history_scan).model_copy(update=given)


def _one_of(words: type[_Word], value: str, called: str) -> _Word:
    if value not in set(words):
        raise _bad(f"There is no {called} {value!r}: {', '.join(words)}.")
    return words(value)


def _bad(sentence: str) -> Refusal:
    return Refusal(RefusalKind.BAD_INPUT, sentence, "`memdesk recall --help` shows how to ask.")
