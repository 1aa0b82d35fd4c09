"""`memdesk schedule`: files by which other programs run the passes every day."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from governance.errors import Refusal, RefusalKind
from tui.commands.call import PATH, Call, Command, pass_call

if TYPE_CHECKING:
    from tui.wording.schedules import ScheduleFile

SYSTEMS = ("systemd", "cron", "launchd", "kubernetes", "github")
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])", re.ASCII)


class TimeOfDay(click.ParamType[tuple[int, int]]):
    """A time of day, `03:10`."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Answer the hour and the minute."""
        found = _CLOCK.fullmatch(str(value))
        if found is None:
            self.fail(f"{str(value)!r} is no time of day; write 03:10.", param, ctx)
        return int(found[1]), int(found[2])


@click.command("schedule", cls=Command, short_help="Print files that run archive and distill every day.")
@click.argument("system", type=click.Choice(SYSTEMS), metavar="|".join(SYSTEMS))
@click.option("--archive-at", type=TimeOfDay(), default="03:10", metavar="HH:MM", help="When to archive; else 03:10.")
@click.option("--distill-at", type=TimeOfDay(), default="04:10", metavar="HH:MM", help="When to distil; else 04:10.")
@click.option("--output", type=PATH, metavar="DIR", help="Write the files into this folder; none is overwritten.")
@pass_call
def command(
    call: Call, system: str, archive_at: tuple[int, int], distill_at: tuple[int, int], output: Path | None
) -> None:
    """Print the files by which systemd, cron, … run `memdesk archive` and `memdesk distill` for this store every day.

    The times are those of the zone of the store's user day. A line in each file says where it goes and how it is
    enabled; nothing is enabled here.
    """
    if archive_at == distill_at:
        raise click.UsageError("The two passes run one after the other; give them different times.")
    if output and call.read_only:
        raise Refusal(RefusalKind.READ_ONLY, "With --read-only nothing is written.", "Leave out --output to print.")
    if archive_at > distill_at:
        call.talk("distill runs before archive: what a day brings is distilled only on the next one.")
    from datetime import UTC, datetime

    from tui.wording.schedules import SCHEDULES, Round

    desk = call.desk()
    times = {"archive": archive_at, "distill": distill_at}
    program = shutil.which("memdesk")
    store, program = _plain(str(desk.path.absolute())), _plain(str(Path(program).absolute()) if program else "memdesk")
    files = SCHEDULES[system](Round(store, desk.zone, program, times, datetime.fromtimestamp(desk.now() / 1e6, UTC)))
    if output:
        written = _write(output, files)
    if call.json:
        call.data("schedule", {"files": [file._asdict() for file in files]})
    elif output:
        for path in written:
            call.out.line(str(path))
    else:
        _print(call, files)
    if program == "memdesk" and system in ("systemd", "cron", "launchd"):
        call.talk("No memdesk was found on the PATH: put its whole path in the place of its name.")


def _plain(path: str) -> str:
    """A path, if every file can hold it as it is."""
    from tui.safe import safe

    if safe(path) != path:
        sentence = "The path holds characters that can not be shown, so it can not stand in a file that people read."
        raise Refusal(RefusalKind.BAD_INPUT, sentence, "Give the store another path; a link will do.")
    return path


def _print(call: Call, files: tuple[ScheduleFile, ...]) -> None:
    if not call.out.symbols and not all(file.content.isascii() for file in files):
        sentence = "The path is not ASCII, and nothing else can be printed here."
        raise Refusal(RefusalKind.BAD_INPUT, sentence, "--output DIR writes the files.")
    for number, file in enumerate(files):
        if number:
            call.out.line("")
        call.out.line(f"<!-- {file.name} -->" if file.content.startswith("<") else f"# {file.name}")
        for line in file.content.rstrip("\n").split("\n"):
            call.out.line(line)


def _write(folder: Path, files: tuple[ScheduleFile, ...]) -> list[Path]:
    paths = [folder / file.name for file in files]
    for path in paths:
        if path.exists() or path.is_symlink():
            raise Refusal(RefusalKind.BAD_INPUT, f"There is a {path} already.", "Nothing is overwritten; move it away.")
    folder.mkdir(parents=True, exist_ok=True)
    for path, file in zip(paths, files, strict=True):
        with path.open("x", encoding="utf-8", newline="\n") as out:
            out.write(file.content)
    return paths
