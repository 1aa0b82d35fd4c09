"""A workflow for GitHub, run by a runner on the store's machine."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tui.wording.schedules.rounds import WHAT, Round, ScheduleFile, clock

_HALF_DAY = 720


def github_files(daily: Round) -> tuple[ScheduleFile, ...]:
    """Write one workflow with a schedule in UTC."""
    where = (
        "Goes to .github/workflows/memdesk.yml on the default branch of a private repository, which enables it; it"
        " needs a self-hosted runner on the machine of the store."
    )
    now = _offset(daily.now, daily.zone)
    crons = {name: _cron(daily.times[name], now) for name in WHAT}
    lines = [f"# {where}", *(f"# {line}" for line in _about_clock(daily, now))]
    schedules = "\n".join(f'    - cron: "{crons[name]}"  # {name}' for name in WHAT)
    content = "\n".join(lines) + _HEAD.format(schedules=schedules)
    for name in WHAT:
        content += _JOB.format(name=name, cron=crons[name], store=_quoted(daily.store))
    return (ScheduleFile("memdesk.yml", content, where),)


_HEAD = """
name: memdesk
on:
  schedule:
{schedules}
  workflow_dispatch:
    inputs:
      pass:
        description: The pass to run now
        type: choice
        options: [archive, distill]
        required: true
permissions: {{}}
concurrency:
  group: memdesk
  cancel-in-progress: false
jobs:
"""
_JOB = """\
  {name}:
    if: github.event.schedule == '{cron}' || inputs.pass == '{name}'
    runs-on: self-hosted
    timeout-minutes: 60
    env:
      STORE: {store}
    steps:
      - run: memdesk {name} --store "$STORE"
        shell: bash
"""


def _offset(at: datetime, zone: str) -> int:
    """How many minutes the zone's clock is ahead of UTC."""
    ahead = at.astimezone(ZoneInfo(zone)).utcoffset() or timedelta()
    return round(ahead.total_seconds() / 60)


def _cron(time: tuple[int, int], ahead: int) -> str:
    hour, minute = divmod((time[0] * 60 + time[1] - ahead) % (2 * _HALF_DAY), 60)
    return f"{minute} {hour} * * *"


def _about_clock(daily: Round, now: int) -> list[str]:
    """What the schedule means on the clock of the store's zone, in summer and in winter."""
    lines = [f"GitHub's schedules are in UTC; written while {daily.zone} is at {_utc(now)}, for"]
    lines[0] += " " + " and ".join(f"{name} at {clock(daily.times[name])}" for name in WHAT) + " there."
    others = {_offset(daily.now + timedelta(days=days), daily.zone) for days in range(0, 366, 7)} - {now}
    for other in sorted(others):
        shifted = {
            name: divmod((h * 60 + m + other - now) % (2 * _HALF_DAY), 60) for name, (h, m) in daily.times.items()
        }
        told = " and ".join(f"{name} at {clock(shifted[name])}" for name in WHAT)
        lines.append(
            f"While its clock is at {_utc(other)} this means {told}: change the two lines when the clock changes."
        )
    if not others:
        lines.append("Its clock does not change within the year.")
    return lines


def _utc(minutes: int) -> str:
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'-' if minutes < 0 else '+'}{hours:02}:{rest:02}"


def _quoted(text: str) -> str:
    """A text as YAML reads it back, in which the start of an expression means itself."""
    return json.dumps(text.replace("${{", "${{ '${{' }}"), ensure_ascii=False)
