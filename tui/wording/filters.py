"""A filter of the log in words, and as options of `memdesk log`."""

from __future__ import annotations

from store.records.views import LogFilter
from tui.wording.moments import written_moment
from tui.wording.sentences import action_words


def filter_words(where: LogFilter, zone: str) -> tuple[str, ...]:
    """What a filter leaves, piece by piece, without its text; the pieces may quote what was typed."""
    pieces = [
        action_words(where.action) if where.action else "",
        f"by {where.actor}" if where.actor else "",
        f"about {where.subject}" if where.subject else "",
        f"since {written_moment(where.since, zone)}" if where.since is not None else "",
        f"until {written_moment(where.until, zone)}" if where.until is not None else "",
    ]
    return tuple(piece for piece in pieces if piece)


def filter_options(where: LogFilter, zone: str) -> tuple[str, ...]:
    """The options of `memdesk log` that leave the same entries, without the text."""
    pairs = (
        ("--action", where.action.value if where.action else None),
        ("--actor", where.actor),
        ("--subject", where.subject),
        ("--since", written_moment(where.since, zone) if where.since is not None else None),
        ("--until", written_moment(where.until, zone) if where.until is not None else None),
    )
    return tuple(word for name, value in pairs if value is not None for word in (name, value))
