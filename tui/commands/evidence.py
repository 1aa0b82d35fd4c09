"""`memdesk evidence`: a folder that an auditor checks without memdesk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from governance.errors import Refusal, RefusalKind
from tui.commands.call import PATH, WORDS, Call, Command, pass_call
from tui.commands.moments import moment

if TYPE_CHECKING:
    from governance.desk import Desk


@click.command("evidence", cls=Command, short_help="Write what an auditor checks without memdesk.")
@click.argument("folder", type=PATH, metavar="DIR")
@click.option("--since", type=WORDS, metavar="SEQ|MOMENT", help="Words only from this entry or moment on.")
@click.option("--until", type=WORDS, metavar="SEQ|MOMENT", help="Nothing behind this entry or moment.")
@click.option("--subject", type=WORDS, metavar="ID", help="Only words about this.")
@pass_call
def command(call: Call, folder: Path, since: str | None, until: str | None, subject: str | None) -> None:
    """Write a bundle of evidence into a new folder: the chain, signed decisions, words with their salts, keys, witness.

    It bears a program, check.py, that needs Python's standard library and ssh-keygen, and a page that says what a pass
    means. Every header is in it; of the words, only those of the range or subject.
    """
    desk = call.desk()
    first = _seq(desk, since, first=True) if since else None
    last = _seq(desk, until, first=False) if until else None
    done = desk.evidence(folder.absolute(), since=first, until=last, subject=subject)
    if call.json:
        from tui.commands.shapes import shape

        call.data("evidence", shape(done))
        return
    from tui.wording.sentences import number

    call.out.line(done.path)
    gone = f", {done.erased:,} erased" if done.erased else ""
    gone += f", {done.withdrawn:,} withdrawn and left out" if done.withdrawn else ""
    call.talk(
        f"{number(done.entries, 'entry', 'entries')}, the words of {done.payloads:,}{gone};"
        f" {number(done.decisions, 'decision')} with {number(done.signatures, 'signature')};"
        f" {number(done.witness, 'line')} of the witness."
    )
    call.talk(f"Check it anywhere: python3 -I {done.path}/check.py")


def _seq(desk: Desk, text: str, *, first: bool) -> int:
    """The entry that is meant: its number, or the first since (the last until) a moment."""
    if text.isascii() and text.isdigit():
        return int(text[:18])
    from store.records.views import LogFilter

    at = moment(text, now=desk.now(), zone=desk.zone)
    found = desk.log_keys(LogFilter(since=at) if first else LogFilter(until=at))
    if not found:
        raise Refusal(RefusalKind.NOT_FOUND, f"There is no entry {'since' if first else 'until'} {text}.", "")
    return found[0] if first else found[-1]
