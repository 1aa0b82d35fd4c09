"""Which payloads a bundle bears: those of the range or subject, and those without which nothing can be verified."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from governance.audit.comparing import plan_end
from governance.errors import Refusal, RefusalKind
from store import log
from store.ids import is_minted
from store.records.entry import Entry
from store.records.words import Action
from store.views.sealed import seqs_about

if TYPE_CHECKING:
    from sqlite3 import Connection

ALWAYS = frozenset({Action.DECISION, Action.KEY, Action.GRANT, Action.POLICY, Action.SUCCESSION})
"""What every bundle bears whole."""


class Selection(NamedTuple):
    """What is asked for."""

    since: int
    until: int
    subject: str | None

    def bears(self, entry: Entry) -> bool:
        """Whether the payload of an entry is in the bundle, as long as it stands."""
        if entry.commitment is None:
            return False
        about = self.subject is None or self.subject in (*entry.subjects, *entry.refs)
        return entry.action in ALWAYS or (about and entry.seq >= self.since)


def selection(conn: Connection, since: int | None, until: int | None, subject: str | None) -> Selection:
    """The range and subject, refused where there is nothing of it; a plan is never parted from its effects."""
    end = log.head(conn)[0]
    first, last = 1 if since is None else since, end if until is None else until
    if not 1 <= first <= last <= end:
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"There are no entries {first:,} to {last:,}; the log ends at {end:,}.",
            "--since and --until name a first and a last entry.",
        )
    if subject is not None and (not is_minted(subject) or not seqs_about(conn, subject, last)):
        raise Refusal(
            RefusalKind.NOT_FOUND, f"No entry up to {last:,} is about {subject!a}.", "`memdesk log` shows subjects.",
            (subject,),
        )  # fmt: skip
    return Selection(first, min(end, plan_end(conn, last)), subject)
