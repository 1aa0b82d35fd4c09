#!/usr/bin/env python3
"""An example of a distiller: it puts each capture under the topic whose words it shares, and proposes nothing else.

Run it with ``memdesk distill --with docs/examples/distiller.py``. It reads a task and one JSON object from standard
input and prints operations; docs/distillers.md says what both look like. A distiller that asks a language model would
send it the whole of its input and print the answer.
"""

from __future__ import annotations

import json
import re
import sys


def words(text: str) -> set[str]:
    """The words of a text that say something."""
    return set(re.findall(r"\w{4,}", text.casefold()))


def main() -> int:
    """Read what is given, propose a topic for each capture that has one."""
    given = json.loads(sys.stdin.read().partition("-" * 72)[2])
    topics = {one["topic"]: words(f"{one['topic']} {one['read_when']}") for one in given["topics"]}
    operations = []
    for capture in given["captures"]:
        mine = words(capture["text"])
        best = max(topics, key=lambda name: len(topics[name] & mine), default=None)
        if best is not None and topics[best] & mine:
            operations.append({"op": "add", "capture": capture["id"], "topic": best})
    json.dump({"operations": operations}, sys.stdout, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
