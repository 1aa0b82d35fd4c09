"""Units for the systemd of a user: a service and a timer for each pass."""

from __future__ import annotations

from tui.wording.schedules.rounds import WHAT, Round, ScheduleFile, clock


def systemd_files(daily: Round) -> tuple[ScheduleFile, ...]:
    """Write two services and two timers."""
    return tuple(file for name in WHAT for file in (_service(name, daily), _timer(name, daily)))


def _service(name: str, daily: Round) -> ScheduleFile:
    where = f"Goes to ~/.config/systemd/user/memdesk-{name}.service; its timer starts it."
    after = "After=memdesk-archive.service\n" if name == "distill" else ""
    command = f"{_quoted(daily.program)} {name} --store {_quoted(daily.store).replace('$', '$$')}"
    content = (
        f"# {where}\n"
        f"[Unit]\nDescription=memdesk: {WHAT[name]}\n{after}\n"
        f"[Service]\nType=oneshot\nNice=10\nExecStart={command}\n"
    )
    return ScheduleFile(f"memdesk-{name}.service", content, where)


def _timer(name: str, daily: Round) -> ScheduleFile:
    where = (
        f"Goes to ~/.config/systemd/user/memdesk-{name}.timer; then `systemctl --user daemon-reload` and "
        f"`systemctl --user enable --now memdesk-{name}.timer` (`loginctl enable-linger`: also while logged out)."
    )
    content = (
        f"# {where}\n"
        f"[Unit]\nDescription=memdesk: the daily {name}\n\n"
        f"[Timer]\nOnCalendar=*-*-* {clock(daily.times[name])}:00 {daily.zone}\nPersistent=true\n\n"
        "[Install]\nWantedBy=timers.target\n"
    )
    return ScheduleFile(f"memdesk-{name}.timer", content, where)


def _quoted(word: str) -> str:
    """One word of a command line, in which a percent sign would name something."""
    inner = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{inner}"'
