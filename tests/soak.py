"""How far the random walks go: a little in every run of the tests, for long when they are let to (`make soak`)."""

from __future__ import annotations

import os

SOAK = bool(os.environ.get("MEMDESK_SOAK"))
"""Whether they may take as long as they like."""
