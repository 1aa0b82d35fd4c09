"""A random walk: however a file is appended to, rewritten, renamed, cut, read and blanked, each entry comes in once."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import IO

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.governance.builders import a_desk, sound
from tests.governance.intake.inbox.inboxes import append, line, once_each, quarantined, replace, settled, texts

ENTRIES = st.integers(0, 11)


def entry(n: int) -> str:
    """One of twelve entries: some of a structured form, some refused."""
    if n % 4 == 3:
        return f"- refused {n}\n"
    if n % 4 == 2:
        return f"- [2026-05-11] fact {n}.\n  - kind: state\n  - subject: s:{n}\n  - Source: me\n"
    return line(f"fact {n}")


class Writing(RuleBasedStateMachine):
    """Agents that write, and a desk that reads."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.desk = a_desk(self.folder)
        (self.folder / "agent").mkdir()
        self.inbox = self.folder / "agent" / "memory.md"
        self.desk.intake.watch_add(self.inbox)
        self.wrote: set[int] = set()
        self.due: set[int] = set()
        self.held: IO[str] | None = None

    def _there(self) -> set[int]:
        text = self.inbox.read_text() if self.inbox.exists() else ""
        return {n for n in range(12) if entry(n) in text}

    @rule(n=ENTRIES)
    def appends(self, n: int) -> None:
        append(self.inbox, entry(n))

    @rule(some=st.lists(ENTRIES, max_size=4), atomic=st.booleans(), header=st.booleans())
    def rewrites(self, some: list[int], atomic: bool, header: bool) -> None:
        text = ("# a head\n\n" if header else "") + "".join(map(entry, some))
        if atomic:
            replace(self.inbox, text)
        else:
            self.inbox.write_text(text)

    @rule()
    def removes(self) -> None:
        self.inbox.unlink(missing_ok=True)

    @rule(settle=st.sampled_from([0.0, 2.0]), old=st.booleans())
    def scans(self, settle: float, old: bool) -> None:
        if old and self.inbox.exists():
            settled(self.inbox, self.desk)
        there = self._there()
        self.desk.intake.scan(settle=settle)
        if settle == 0.0 or old:
            self.due |= there

    @rule()
    def scans_from_another_process(self) -> None:
        from tests.governance.builders import beside

        there = self._there()
        other = beside(self.desk, "ines")
        other.intake.scan(settle=0)
        other.close()
        self.due |= there

    @rule()
    def archives(self) -> None:
        there = self._there()
        self.desk.intake.scan(settle=0)
        self.desk.intake.blank_after_archive()
        self.due |= there

    @rule(n=ENTRIES)
    def holds_it_open(self, n: int) -> None:
        if self.held is None:
            self.held = self.inbox.open("a", encoding="utf-8")
        self.held.write(entry(n))
        self.held.flush()

    @rule()
    def lets_it_go(self) -> None:
        if self.held is not None:
            self.held.close()
            self.held = None

    @invariant()
    def each_entry_came_in_once(self) -> None:
        if not hasattr(self, "desk"):
            return
        once_each(self.desk)
        raws = [one.raw for one in quarantined(self.desk)]
        assert len(raws) == len(set(raws))
        came = {n for n in range(12) if f"fact {n}." in texts(self.desk) or f"- refused {n}" in raws}
        assert self.due <= came, "what stood there when it was read came in"

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            if self.held is not None:
                self.held.close()
            self.desk.intake.scan(settle=0)
            sound(self.desk)
            self.desk.close()
            shutil.rmtree(self.folder)


Writing.TestCase.settings = settings(
    max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
test_each_entry_comes_in_once_whatever_is_done_to_the_file = Writing.TestCase
