"""Auditing: who may, how far, and what an answer bears out of lanes of which recall uses nothing (M)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from governance.authority.judge import refusal_of
from governance.authority.state import Authority
from governance.errors import Refusal, RefusalKind
from store.records.views.recall import Answer, ConflictRow, Further, Recalled
from store.records.words import Field, LaneState, Role, VerbName
from store.views.lanes import shut_lanes
from store.views.reader import Reader
from store.views.recalling import Bound

_Bears = TypeVar("_Bears", ConflictRow, Further)


def bounds_of(auth: Authority, who: str | None, at: int) -> tuple[Bound, ...]:
    """What somebody's audit is bounded to, nothing where it is not bounded; refused where they may not audit.

    A keyless store believes the system user. In one with keys owners and auditors read everything, others what
    their grants to recall cover: all, a project, a lane, or a lane of a project.
    """
    if auth.keyless:
        return ()
    known = auth.principals.get(who or "")
    if known is None or known.retired is not None:
        sentence = "This store does not know you, and an audit is for those it knows."
        raise Refusal(RefusalKind.NOT_ALLOWED, sentence, "An owner enrolls people: `memdesk principal enroll NAME`.")
    if known.role in (Role.OWNER, Role.AUDITOR):
        return ()
    found: list[Bound] = []
    for grant in auth.grants.values():
        if grant.grantee != known.id or refusal_of(auth, grant, VerbName.RECALL, None, at) is not None:
            continue
        terms = {term.field: term.value for term in grant.scope or () if not term.prefix}
        if not grant.scope:
            return ()
        if len(terms) == len(grant.scope) and set(terms) <= {Field.PROJECT, Field.LANE}:
            found.append(Bound(terms.get(Field.PROJECT), terms.get(Field.LANE)))
    if not found:
        sentence = "An audit is for owners and auditors, and for those whose grant to recall covers what is read."
        hint = "An owner grants it: `memdesk grant add WHO recall --scope project=NAME` (or `lane=LANE`)."
        raise Refusal(RefusalKind.NOT_ALLOWED, sentence, hint)
    return tuple(found)


def marked(reader: Reader, answer: Answer) -> Answer:
    """The same answer, each record of a lane that is frozen or cleared with the state of that."""
    names = {one.memory_id for group in answer.groups for one in group.results}
    names |= {row.memory_id for conflict in answer.conflicts for row in conflict.rows}
    names |= {one.memory_id for one in answer.further}
    shut, rows = shut_lanes(reader), reader.item_rows(sorted(names))
    states = {name: reader.lane_states[row.lane] for name, row in rows.items() if row.lane in shut}

    def told(bearing: Iterable[_Bears]) -> tuple[_Bears, ...]:
        return tuple(one.model_copy(update={"lane_state": states.get(one.memory_id)}) for one in bearing)

    groups = [
        group.model_copy(update={"results": tuple(_cautioned(one, states.get(one.memory_id)) for one in group.results)})
        for group in answer.groups
    ]
    conflicts = [one.model_copy(update={"rows": told(one.rows)}) for one in answer.conflicts]
    more = {"groups": tuple(groups), "conflicts": tuple(conflicts), "further": told(answer.further)}
    return answer.model_copy(update=more)


def _cautioned(one: Recalled, state: LaneState | None) -> Recalled:
    if state is None:
        return one
    said = f"It lies in {one.lane}, which is {state.said}: read for audit or comparison, and no context to go on."
    return one.model_copy(update={"lane_state": state, "cautions": (said, *one.cautions)})
