"""The one base of all records: a frozen pydantic model that is built when it is first used."""

from __future__ import annotations

from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Fact(BaseModel):
    """A plain fact: frozen, closed, and cheap to import (its validator is built at first use)."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)
    omitted: ClassVar[frozenset[str]] = frozenset()
    """Fields that no shape of it bears while they are None."""
