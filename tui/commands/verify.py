"""`memdesk verify`: the chain, the payloads, and (asked for) the tables against a replay."""

from __future__ import annotations

import click

from tui.commands.call import Call, Command, pass_call
from tui.notices import DONE, FOUND


@click.command("verify", cls=Command, short_help="Check the store, step by step.")
@click.option("--replay", is_flag=True, help="Also replay the whole log and compare every table.")
@pass_call
def command(call: Call, replay: bool) -> int:
    """Check the store step by step; exit 1 and the first broken entry when something is wrong."""
    verdict = call.desk().verify(replay=replay, progress=call.progress("Checking"))
    call.settle()
    if call.json:
        from tui.commands.shapes import shape

        call.data("verify", shape(verdict))
        return DONE if verdict.ok else FOUND
    for step in verdict.steps:
        sign, style = (call.signs.found, "good") if step.ok else (call.signs.lost, "bad")
        note = f"  {step.note}" if step.note else ""
        call.out.line(f"{step.number}  ", (sign, style), f" {step.name}  {step.checked:,}", (note, "dim"))
    for finding in verdict.findings:
        where = "" if finding.seq is None else f"entry {finding.seq}: "
        call.out.line((f"{finding.step}: ", "bad"), f"{where}{finding.sentence}")
    if verdict.ok:
        extent = "" if verdict.replayed else "; --replay compares every table with a replay"
        call.talk(f"Nothing is wrong up to entry {verdict.head:,}{extent}.")
    else:
        broken = min((finding.seq for finding in verdict.findings if finding.seq is not None), default=None)
        call.talk("Something is wrong." if broken is None else f"The first broken entry is {broken}.")
    return DONE if verdict.ok else FOUND
