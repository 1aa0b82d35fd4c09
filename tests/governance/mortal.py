"""A process that decides or imports and can be killed in the middle: it forks for each task, and the child may die.

It holds no store open itself, so a fork is as good as a fresh process, and far quicker. One task is one line of JSON
on stdin; the answer is the number of statements that the child came to, or `-9` where it was killed.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from governance.authority.people import Person
from governance.desk import Desk
from governance.errors import Refusal
from store.database import Store
from store.records.words import Assurance, Reason, Shown
from tests.governance.intake.memories import take_in

ROOT = Path(__file__).parents[2]


def work(task: dict[str, Any]) -> None:
    """Do one task, and die at the statement it names (0: never)."""
    desk = Desk(Store(Path(task["store"])), lambda: int(task["at"]), Person(task["who"], Assurance.OS_USER))
    left = int(task["dies"])

    def count(_: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    if left:
        desk.store.writer().set_trace_callback(count)
    try:
        if task["act"] == "apply":
            desk.apply()
        elif task["act"] == "import":
            take_in(desk.store, Path(task["root"]), batch=task["batch"])
        elif task["act"] == "undo":
            desk.undo(task["plan"])
        else:
            names, seen = task["names"], task["seen"]
            desk.decide(task["act"], names, task["args"], reason=Reason.OTHER, seen=seen, shown=Shown.LISTED)
    except Refusal:
        pass


def main() -> None:
    """Take tasks until stdin ends."""
    for line in sys.stdin:
        if (child := os.fork()) == 0:
            work(json.loads(line))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


class Mortal:
    """The process seen from a test."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.governance.mortal"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def begin(self, **task: Any) -> None:
        """Hand over a task and go on meanwhile."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()

    def end(self) -> int:
        """How the task ended: 0, or -9 where the child was killed."""
        assert self._process.stdout
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """Let the process go."""
        self._process.communicate()


if __name__ == "__main__":
    main()
