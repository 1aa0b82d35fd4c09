"""`memdesk import`: a foreign memory is taken in, file by file, and the report adds up."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from governance.errors import Refusal, RefusalKind
from tui.commands.asking import can_ask, confirm
from tui.commands.call import PATH, Call, Command, pass_call
from tui.commands.signing import say_what, unlock, writing, yes_option
from tui.notices import DONE, PARTLY, Declined, Notice, error_shape, notice_of

if TYPE_CHECKING:
    from governance.committing import Asked
    from governance.desk import Desk
    from store.records.views import FileReport, ImportReport

_COUNTS = ("read", "new", "known", "drift", "refused")
"""read = new + known + drift + refused, over all that was named."""


@click.command("import", cls=Command, short_help="Take a memory folder in.")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=PATH)
@click.option("--dry-run", is_flag=True, help="Say what would be taken in, and take nothing.")
@yes_option
@pass_call
def command(call: Call, paths: tuple[Path, ...], dry_run: bool, yes: bool) -> int:
    """Take a memory folder in, once: what is known already is not taken again.

    In a store with keys it says what it would take in and asks, before it asks for the passphrase of your key.

    A file is taken whole or not at all; one that fails does not stop the others. What is refused is listed with its
    line and reason, and then the exit code is 6.
    """
    desk = call.desk() if dry_run else writing(call)
    reports: list[ImportReport] = []
    failed: list[tuple[Path, Notice]] = []
    for path in paths:
        _signing(call, desk, path, yes=yes)
        try:
            reports.append(desk.import_memory(path, dry_run=dry_run, progress=call.progress(f"Reading {path}:")))
        except (Refusal, Declined) as error:
            if len(paths) == 1:
                raise
            failed.append((path, notice_of(error)))
        finally:
            call.settle()
    partial = bool(failed) or any(report.partial for report in reports)
    if call.json:
        from tui.commands.shapes import shape

        call.data(
            "import",
            {
                "partial": partial,
                **{name: sum(getattr(report, name) for report in reports) for name in _COUNTS},
                "imports": [shape(report) for report in reports],
                "failed": [{"root": str(path), "error": error_shape(notice)} for path, notice in failed],
            },
        )
    else:
        for report in reports:
            _print(call, report)
        for path, notice in failed:
            call.out.line(("not taken in ", "bad"), f"{path}: {notice.sentence}")
    if failed and not reports:
        return failed[0][1].code
    return PARTLY if partial else DONE


def _signing(call: Call, desk: Desk, path: Path, *, yes: bool) -> None:
    """Before the key is asked for, a person sees what the import of this path would come to, and says yes."""

    def ask(asked: Asked) -> None:
        if not asked.locked:
            return
        if not yes and not can_ask() and call.passphrase_fd is None:
            raise Refusal(
                RefusalKind.BAD_INPUT, "Nobody is here to be asked.", "Look at it with --dry-run, then pass --yes."
            )
        call.settle()
        if can_ask():
            _preview(call, desk.import_memory(path, dry_run=True))
            if not yes:
                confirm(call, f"Take {path} in?")
        say_what(call, asked)
        unlock(call, desk)

    desk.ask = ask


def _preview(call: Call, report: ImportReport) -> None:
    """Tell, in few lines, what an import would come to."""
    from tui.wording.sentences import number

    taken = [file for file in report.files if not file.failed]
    call.err.line((report.root, "bold"), f"  {number(len(taken), 'file')}; {_counted(report)}")
    for file in report.files:
        if file.failed:
            call.err.line("  ", file.path, ("  not taken in: ", "bad"), file.failed)
        elif file.refused:
            call.err.line("  ", file.path, f"  {file.refused:,} refused")


def _counted(report: ImportReport) -> str:
    return (
        f"items: {report.read} read = {report.new} new + {report.known} known + {report.drift} drift"
        f" + {report.refused} refused"
    )


def _print(call: Call, report: ImportReport) -> None:
    from tui.wording.sentences import number

    call.out.line((f"{report.root}{'  (dry run: nothing was taken in)' if report.dry else ''}", "bold"))
    width = max((len(file.path) for file in report.files), default=0)
    for file in report.files:
        _print_file(call, file, min(width, 48))
    call.out.line(_counted(report))
    more = [f"{number(report.blocks, 'block')} in {number(report.segments, 'segment')}"]
    more += [number(report.topics, "topic"), number(report.links, "link")]
    if report.lanes:
        more.append(f"{number(report.lanes, 'lane')} came along")
    if report.secrets:
        more.append(f"{number(report.secrets, 'secret')} kept out")
    if report.controls:
        more.append(f"{number(report.controls, 'withdrawal')} came along")
    if report.run and not report.dry:
        more.append(f"{report.run}{' (resumed)' if report.resumed else ''}")
    call.out.line(", ".join(more))
    if report.withdrawn is None:
        call.talk("What these withdrawals take out of every list is counted once they are there.")
    elif report.withdrawn:
        told = "1 of these is" if report.withdrawn == 1 else f"{report.withdrawn:,} of these are"
        call.talk(
            f"{told} withdrawn, and in no list: `memdesk list withdrawals` shows by what,"
            " `memdesk reinstate MEMWD` gives back."
        )


def _print_file(call: Call, file: FileReport, width: int) -> None:
    from tui.wording.sentences import number

    role = f"  {file.role or '–' if call.out.symbols else file.role or '-':<12}"
    if file.failed:
        call.out.line("  ", file.path.ljust(width), (role, "dim"), ("failed: ", "bad"), file.failed)
    else:
        counts = {"new": file.new, "known": file.known, "drift": file.drift, "refused": file.refused}
        said = [f"{count} {word}" for word, count in counts.items() if count]
        said += [number(file.blocks, "block")] if file.blocks else []
        call.out.line("  ", file.path.ljust(width), (role, "dim"), ", ".join(said) or "nothing new")
    for line, sentence in file.notes:
        call.out.line(f"    line {line}: {sentence}")
