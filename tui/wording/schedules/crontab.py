"""Lines for a crontab."""

from __future__ import annotations

import shlex

from governance.errors import Refusal, RefusalKind
from tui.wording.schedules.rounds import WHAT, Round, ScheduleFile


def crontab_files(daily: Round) -> tuple[ScheduleFile, ...]:
    """Write a line for each pass."""
    if "\\" in daily.store + daily.program:
        raise Refusal(
            RefusalKind.BAD_INPUT,
            "A path with a backslash is read differently by one cron and another.",
            "Give the store a path without one (a link will do), or use `memdesk schedule systemd`.",
        )
    where = "Add these lines with `crontab -e`; the cron service must run, and nothing else enables them."
    lines = [
        f"# {where}",
        f"# The times are those of {daily.zone}. CRON_TZ says so to cronie; a cron that does not know it",
        "# (Debian, macOS) takes the system's zone: where that is another one, shift the hours.",
        f"CRON_TZ={daily.zone}",
    ]
    for name in WHAT:
        hour, minute = daily.times[name]
        command = shlex.join([daily.program, name, "--store", daily.store]).replace("%", "\\%")
        lines.append(f"{minute} {hour} * * * {command}")
    return (ScheduleFile("memdesk.crontab", "\n".join(lines) + "\n", where),)
