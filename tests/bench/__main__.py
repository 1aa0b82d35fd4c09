"""`python -m tests.bench`: see run.py."""

from __future__ import annotations

import sys

from tests.bench.run import main

sys.exit(main(sys.argv[1:]))
