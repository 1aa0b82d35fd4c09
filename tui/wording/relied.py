"""Who took a record up, in words: tasks, captures, decisions, recorded looks; what is not recorded is said to be so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from store.records.words import Relation
from tui.safe import clip, safe
from tui.wording.sentences import number
from tui.wording.times import clock_time

if TYPE_CHECKING:
    from store.records.views import Relied

WORDS: dict[Relation, str] = {
    Relation.DERIVED_FROM: "was made of it",
    Relation.REFERENCES: "refers to it",
    Relation.CONTINUES: "goes on from it",
    Relation.SOLVES: "solves it",
    Relation.MERGED_INTO: "was merged of it and others",
    Relation.CORRECTED_BY: "corrects it",
}
"""How another record leans on one."""
_WORDS = 80
"""Cells of the words of each."""


def relied_lines(relied: Relied, zone: str) -> list[tuple[str, bool]]:
    """(sentence, whether it names something) for each task, record and look."""
    found: list[tuple[str, bool]] = []
    for task, count, last in relied.tasks:
        found.append((f"{task}  {number(count, 'working record')} of it, last {clock_time(last, zone)}", True))
    for one in relied.leaning:
        by = f", by {one.plan}" if one.plan else ""
        who = f", captured by {safe(one.who)}" if one.who else ""
        told = clip(" ".join(safe(one.text).split()), _WORDS)
        found.append((f"{one.id} {WORDS[one.relation]}{who}{by}{f'  {told}' if told else ''}", True))
    if relied.looks:
        when = clock_time(relied.looked or 0, zone)
        found.append((f"looked at in an audit {number(relied.looks, 'time')}, last {when}", True))
    else:
        found.append(("no recorded recall (recall itself writes nothing)", False))
    return found
