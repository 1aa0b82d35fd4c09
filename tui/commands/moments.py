"""Moments as options of a command take them, past ones and those that are to come."""

from __future__ import annotations

import re

import click

from tui.wording.moments import NoMoment, read_moment

_SPAN = re.compile(r"[0-9]+[a-z]+", re.ASCII)


def moment(text: str, *, now: int, zone: str) -> int:
    """Read a moment as UTC microseconds; what is none is a mistake in the command line."""
    try:
        return read_moment(text, now=now, zone=zone)
    except NoMoment as error:
        raise click.BadParameter(str(error)) from None


def ahead(text: str | None, *, now: int, zone: str) -> int | None:
    """Read a moment that is to come; `90d` is 90 days from now, nothing is for good."""
    if text is None:
        return None
    try:
        read = read_moment(text, now=now, zone=zone)
    except NoMoment:
        raise click.BadParameter(f"{text!r} is no moment; 2027-06-01, 2027-06-01T09:30 and 90d, 2h are.") from None
    until = 2 * now - read if _SPAN.fullmatch(text) else read
    if until <= now:
        raise click.BadParameter(f"{text!r} is over already.")
    return until
