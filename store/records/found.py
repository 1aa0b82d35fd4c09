"""Where in an item a search found its words."""

from __future__ import annotations

from enum import StrEnum


class Found(StrEnum):
    """One place in an item, the nearest to its fact first."""

    WORDS = "words"
    SUBJECT = "subject"
    SOURCE = "source"
    ID = "id"
    WRITTEN_ID = "written-id"
    EVIDENCE = "evidence"
    """What else was given as a source."""
    FIELD = "field"
    """A field that memdesk does not know, or that its type asks for, or its date."""
    ROUTING = "routing"
    NOTE = "note"
