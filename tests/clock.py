"""A clock that moves only when a test says so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

MORNING = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)


@dataclass
class StillClock:
    """Answer the same moment to everyone who calls it."""

    now: datetime = MORNING

    def __call__(self) -> datetime:
        return self.now

    def tick(self, **span: float) -> datetime:
        """Move on by a span named as for timedelta (`days=1`, `minutes=5`) and answer the new moment."""
        self.now += timedelta(**span)
        return self.now
