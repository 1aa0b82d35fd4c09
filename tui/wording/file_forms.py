"""How a record is written into a file: the forms of the protocol (P§9), one of each, which are captured so."""

from __future__ import annotations

from typing import Final

KNOWLEDGE: Final = "- [2026-05-11] (knowledge) The dump of kelp takes 14 minutes. Source: archive/2026-05-19.md#4."
"""Something learned, on one line."""
STATE: Final = "- [2026-05-11] (state) The gate listens on port 8443. Subject: gate:port. Source: gate.conf."
"""The present value of a subject, on one line: a later one takes its place."""
LONG: Final = (
    "- [2026-05-11] The gate listens on port 8443.",
    "  - kind: state",
    "  - subject: gate:port",
    "  - source: gate.conf",
    "  - project: cedar",
)
"""The same with each field on a line of its own, where there is more to say than fits one."""
FORMS: Final = (KNOWLEDGE, STATE, *LONG)
"""The lines of all three."""
EMPTY: Final = (
    "- [YYYY-MM-DD] (knowledge) CONCLUSION. Source: WHERE FROM.",
    "- [YYYY-MM-DD] (state) PRESENT VALUE. Subject: OF:WHAT. Source: WHERE FROM.",
    "- [YYYY-MM-DD] CONCLUSION.",
    "  - kind: knowledge",
    "  - source: WHERE FROM",
    "  - project: NAME",
)
"""The same to be filled in."""
