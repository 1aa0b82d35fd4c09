"""Property lists for the launchd of macOS, one for each pass."""

from __future__ import annotations

import plistlib

from tui.wording.schedules.rounds import WHAT, Round, ScheduleFile


def launchd_files(daily: Round) -> tuple[ScheduleFile, ...]:
    """Write two agents."""
    return tuple(_agent(name, daily) for name in WHAT)


def _agent(name: str, daily: Round) -> ScheduleFile:
    label = f"memdesk.{name}"
    where = (
        f"Goes to ~/Library/LaunchAgents/{label}.plist; then "
        f"`launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/{label}.plist`."
    )
    hour, minute = daily.times[name]
    agent = {
        "Label": label,
        "ProgramArguments": [daily.program, name, "--store", daily.store],
        "StartCalendarInterval": {"Hour": hour, "Minute": minute},
        "ProcessType": "Background",
    }
    head, body = plistlib.dumps(agent, sort_keys=False).decode().replace("\t", "  ").split("<plist", 1)
    zone = f"launchd knows the system's zone alone; the time is meant for {daily.zone}: shift it where that is another."
    return ScheduleFile(f"{label}.plist", f"{head}<!-- {where} -->\n<!-- {zone} -->\n<plist{body}", where)
