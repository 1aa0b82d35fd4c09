"""What a person should know of the rows that a decision rests on, although it hinders nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from governance.verb import Lookup, Target

_TOLD = 3
"""Rows of which it is told."""


def disputed(targets: Sequence[Target], look: Lookup, settled: Collection[str] = ()) -> tuple[str, ...]:
    """With what these disagree beside each other and what is `settled`, and what somebody said is missing."""
    apart = {target.id for target in targets} | set(settled)
    told = []
    for target in targets[:_TOLD]:
        others = [other for _, other in look.against(target) if other not in apart]
        if others:
            more = f" and {len(others) - _TOLD:,} more" if len(others) > _TOLD else ""
            told.append(f"{target.id} disagrees with {', '.join(others[:_TOLD])}{more}, and stays in conflict")
        told += [f"missing for {target.id}: {note}" for note in look.missing(target.id)]
    return tuple(told)
