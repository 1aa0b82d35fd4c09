"""The program inside a bundle, `check.py`: standard library and ssh-keygen only, nothing of memdesk.

It is written in parts, each a module here; what stands behind the mark of each is joined to one file, so
that an auditor has one page to read and one to run.
"""

from __future__ import annotations

from pathlib import Path

PARTS = ("log.py", "decided.py", "keys.py", "signed.py")
MARK = "\n# --- part ---\n"
HEAD = '''#!/usr/bin/env python3
"""Check this bundle of evidence: python3 -I check.py [FOLDER]

Needs Python 3.9 or newer and ssh-keygen, nothing else. Every step prints one line.
Exit 0: all of them are ok. Exit 1: something is wrong.
"""

from __future__ import annotations

import base64
import datetime
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
'''


def source() -> bytes:
    """The program as one file."""
    folder = Path(__file__).parent
    bodies = [(folder / name).read_text(encoding="ascii").split(MARK, 1)[1] for name in PARTS]
    return "\n".join((HEAD, *bodies)).encode("ascii")
