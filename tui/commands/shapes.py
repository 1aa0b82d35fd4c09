"""Records as JSON: the names of the fields are the names of the records, moments are ISO 8601 in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from store.records.facts import Fact
from store.records.views import Row, Why
from tui.wording.sentences import why_sentence

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MOMENTS = {
    "at", "since", "oldest_at", "verified_at", "failed_at", "staged_at", "deferred_at", "expires", "until",
    "created_at", "updated_at", "last_accessed_at", "last_reviewed", "last_at",
}  # fmt: skip
_STRIP = ("source_state", "source", "date", "age_days", "confidence", "subject", "superseded_by", "cooled", "drift")


def iso(micros: int) -> str:
    """A moment as text, to the microsecond."""
    return (_EPOCH + timedelta(microseconds=micros)).isoformat(timespec="microseconds").replace("+00:00", "Z")


def shape(value: Any, field: str = "") -> Any:
    """A record, or what stands in one, as plain JSON values; pairs become an object."""
    if isinstance(value, Why):
        return {"code": value.code, "ids": list(value.ids), "detail": value.detail, "sentence": why_sentence(value)}
    if isinstance(value, Fact):
        told = {name: getattr(value, name) for name in type(value).model_fields}
        return {name: shape(one, name) for name, one in told.items() if one is not None or name not in value.omitted}
    if isinstance(value, tuple):
        if field in ("args", "suggestion", "before", "after"):
            return dict(value)
        return [shape(one) for one in value]
    if isinstance(value, int) and field in _MOMENTS:
        return iso(value)
    return value


def row_shape(row: Row) -> dict[str, Any]:
    """One line of a list: what it is, what is to be doubted, why it is here."""
    strip = row.strip
    return {
        "id": row.id,
        "text": row.text,
        "kind": strip.kind if strip else None,
        "status": strip.status if strip else None,
        **{name: shape(getattr(strip, name), name) if strip else None for name in _STRIP},
        "erased_by": strip.erased_by if strip else None,
        "review": strip.review if strip else None,
        "lane": strip.lane if strip else None,
        "lane_state": strip.lane_state if strip else None,
        "why": [shape(why) for why in row.why],
        "since": iso(row.since),
        "seq": row.seq,
        "seen": row.seen,
        "group": row.group,
        "deferred_until": row.deferred_until,
    }
