"""Files by which other programs start the passes over a store every day: one module for each of those programs.

Words of this room
    pass      `memdesk archive` or `memdesk distill`
    round     what the files are written for: the store, its zone, the program, the time of each pass
    where     the sentence that says where a file goes and how it is enabled
"""

from __future__ import annotations

from collections.abc import Callable

from tui.wording.schedules.crontab import crontab_files
from tui.wording.schedules.github import github_files
from tui.wording.schedules.kubernetes import kubernetes_files
from tui.wording.schedules.launchd import launchd_files
from tui.wording.schedules.rounds import Round, ScheduleFile
from tui.wording.schedules.systemd import systemd_files

__all__ = ["SCHEDULES", "Round", "ScheduleFile"]

SCHEDULES: dict[str, Callable[[Round], tuple[ScheduleFile, ...]]] = {
    "systemd": systemd_files,
    "cron": crontab_files,
    "launchd": launchd_files,
    "kubernetes": kubernetes_files,
    "github": github_files,
}
"""Who starts the passes, and what writes its files."""
