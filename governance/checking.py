"""Checking, for the desk: the store from entry to entry; how far it is verified is remembered beside the log."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from governance.errors import Refusal, RefusalKind
from governance.seat import Progress, refusing
from store import local, log
from store.check import check
from store.records.views import Verdict

if TYPE_CHECKING:
    from governance.desk import Desk


def verify(
    desk: Desk,
    *,
    replay: bool,
    since: int,
    resume: bool,
    progress: Progress | None,
    begun: Callable[[str], None] | None,
) -> Verdict:
    """Check the store, whole or what stands behind `since`; `resume` goes on where a check was interrupted."""
    with refusing():
        with desk.store.reading() as conn:
            head, known = log.head(conn)[0], local.verified(conn)[0] or 0
            start = local.resumed(conn) if resume else local.Start(since, "")
        if start.seq > head:
            raise Refusal(
                RefusalKind.BAD_INPUT,
                f"There is no entry {start.seq:,} to begin behind: the log ends at {head:,}.",
            )
        sound = resume or since <= known
        good = partial(local.mark_reached, desk.store) if sound and not desk.read_only else None
        more = desk.further_steps(0 if resume else since)  # an interrupted check had not come to them
        verdict = check(
            desk.store, replay=replay, since=start.seq, progress=progress, begun=begun, good=good, more=more
        )
        if not desk.read_only:
            _note(desk, verdict, sound=sound, whole=resume or not start.seq, replay=replay)
        return verdict.model_copy(update={"note": start.note}) if resume else verdict


def _note(desk: Desk, verdict: Verdict, *, sound: bool, whole: bool, replay: bool) -> None:
    """Remember beside the log what a check came to."""
    if verdict.ok:
        if sound:
            local.mark_verified(desk.store, verdict.head, desk.now())
        if whole:
            local.forget_failed(desk.store, replayed=replay)
        return
    local.forget_reached(desk.store)
    first = min(verdict.findings, key=lambda one: (one.seq is None, one.seq or 0))
    deep = any(one.step == "replay" or (replay and one.step == "schema") for one in verdict.findings)
    local.mark_failed(desk.store, local.Failed(first.seq, first.sentence, desk.now(), deep))
