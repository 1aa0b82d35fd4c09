"""`memdesk verify`: the chain, the payloads, and (asked for) the tables against a replay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from tui.commands.call import WORDS, Call, Command, pass_call
from tui.commands.moments import moment
from tui.notices import DONE, FOUND

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Verdict

_SEQ = re.compile(r"[0-9]{1,18}", re.ASCII)


@click.command("verify", cls=Command, short_help="Check the store, step by step.")
@click.option("--replay", is_flag=True, help="Also replay the whole log and compare every table.")
@click.option(
    "--since",
    type=WORDS,
    metavar="SEQ|MOMENT",
    help="Only entries behind this one, or since then: 4711, 2026-06-01, 3d.",
)
@click.option("--resume", is_flag=True, help="Go on where a check was interrupted.")
@pass_call
def command(call: Call, replay: bool, since: str | None, resume: bool) -> int:
    """Check the store step by step; exit 1 and the first broken entry when something is wrong."""
    if resume and since is not None:
        raise click.UsageError("--resume goes on where a check stopped, --since begins where you say: not both.")
    desk, aloud = call.desk(), _Aloud(call)
    after = 0 if since is None else _behind(desk, since)
    try:
        verdict = desk.verify(replay=replay, since=after, resume=resume, progress=aloud.count, begun=aloud.begun)
    except KeyboardInterrupt:
        call.settle()
        if not call.read_only:
            call.talk("Interrupted; `memdesk verify --resume` goes on from where it was.")
        raise
    call.settle()
    if call.json:
        from tui.commands.shapes import shape

        call.data("verify", shape(verdict) | {"since": verdict.since})  # a seq, where other records name a moment so
    else:
        _print(call, verdict)
    return DONE if verdict.ok else FOUND


class _Aloud:
    """Says which steps run and how far they are."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._what = "Checking"

    def begun(self, steps: str) -> None:
        """Steps begin."""
        self._what = f"Checking {steps}"
        if not self._call.json:
            self._call.err.same_line(self._what)

    def count(self, done: int, of: int) -> None:
        """They are so far."""
        self._call.progress(self._what)(done, of)


def _behind(desk: Desk, since: str) -> int:
    """The entry a check begins behind: named by its seq, or the last one before a moment."""
    if _SEQ.fullmatch(since):
        return int(since)
    from store.records.views import LogFilter

    found = desk.log_keys(LogFilter(since=moment(since, now=desk.now(), zone=desk.zone)))
    return found[0] - 1 if found else desk.pulse()[1]


def _print(call: Call, verdict: Verdict) -> None:
    for step in verdict.steps:
        sign, style = (call.signs.found, "good") if step.ok else (call.signs.lost, "bad")
        note = f"  {step.note}" if step.note else ""
        call.out.line(f"{step.number:<3}", (sign, style), f" {step.name}  {step.checked:,}", (note, "dim"))
    for finding in verdict.findings:
        where = "" if finding.seq is None else f"entry {finding.seq}: "
        call.out.line((f"{finding.step}: ", "bad"), f"{where}{finding.sentence}")
    if verdict.ok:
        where = f"behind entry {verdict.since:,} up to" if verdict.since else "up to"
        extent = "" if verdict.replayed else "; --replay compares every table with a replay"
        call.talk(f"Nothing is wrong {where} entry {verdict.head:,}{extent}.")
    else:
        broken = min((finding.seq for finding in verdict.findings if finding.seq is not None), default=None)
        call.talk("Something is wrong." if broken is None else f"The first broken entry is {broken}.")
    if verdict.note:
        call.talk(verdict.note)
