"""What a scope may ask of a row that is decided about, and what was decided under a grant before."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from governance.authority.scope import Facts
from store import log
from store.decided import readable, text_of
from store.records.entry import Entry
from store.records.words import Action
from store.views.intake import sent_in
from store.views.lanes import lane
from store.views.reader import Reader


def facts_of(reader: Reader, target: str, *, lenient: bool = False) -> Facts | None:
    """The fields of a row by which a scope reaches it.

    `lenient` answers None where they can no longer be known, since its words were erased.
    """
    found: dict[str, str | None] = {"item": target}
    if target.startswith("quar-"):
        sent = sent_in(reader, target)
        if sent is None and lenient:
            return None
        found["project"] = (sent or {}).get("project")
        return found
    if target.startswith("lane-"):
        kept = lane(reader, target)
        if lenient and kept is not None and kept.title == target:
            return None  # its words were erased
        return found | {"lane": target, "project": kept.project if kept else None}
    row = reader.item_row(target) or reader.last_row(target)
    if row is None:
        return found
    words = reader.words([row])[row.id][0]
    if words is None and lenient:
        return None
    found["status"] = row.status.value if row.status else None
    found["kind"] = row.kind.value if row.kind else None
    found["subject"] = words.subject if words else None
    found["lane"] = row.lane
    found["topic"] = row.topic
    found["project"] = words.project if words else None
    found["findings"] = " ".join(row.findings)
    return found


def decided_by(reader: Reader, who: str, until: int) -> Iterator[tuple[Entry, dict[str, int]]]:
    """The decisions of somebody up to an entry: each with how many rows it is about, by grant."""
    for entry in log.of_actions(reader.conn, [Action.DECISION.value], 0, until):
        if entry.actor == who:
            yield entry, rows_by_grant(text_of(readable(reader.conn, entry.seq)))


def rows_by_grant(text: dict[str, object]) -> dict[str, int]:
    """How many rows a text decides about under each grant it names."""
    found: dict[str, int] = {}
    decisions = text.get("decisions")
    for decision in decisions if isinstance(decisions, list) else ():
        if isinstance(decision, dict) and isinstance(targets := decision.get("targets"), list):
            name = str(decision.get("grant"))
            found[name] = found.get(name, 0) + len(targets)
    return found


def tallies(
    reader: Reader, who: str, until: int, at: int, day_of: Callable[[int], str]
) -> tuple[Callable[[str], int], Callable[[str], int]]:
    """(rows under a grant, rows on the user day of `at`) that a service decided about up to an entry."""
    found: list[tuple[Entry, dict[str, int]]] = []

    def before() -> list[tuple[Entry, dict[str, int]]]:
        """Read when it is first asked for: only services are counted."""
        if not found:
            found.extend(decided_by(reader, who, until))
        return found

    def used(grant: str) -> int:
        return sum(rows.get(grant, 0) for _, rows in before())

    def spent(_: str) -> int:
        return sum(sum(rows.values()) for entry, rows in before() if day_of(entry.at) == day_of(at))

    return used, spent
