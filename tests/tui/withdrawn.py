"""Stores in which something is withdrawn: a chain, a broken one, a proposal; sources of many scripts, hostile ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from governance.desk import Desk, open_desk
from governance.errors import Refusal
from store.commit import Snapshot
from store.ids import day_number
from store.records.entry import Draft
from store.records.views import Applied
from store.records.words import Action, ControlAction, Reason, Shown
from tests.builders import Drafts, a_control
from tests.governance.builders import did
from tests.tui.desks import capture_as, memory_store, opened, still

CJK = "海斗との会話 2026-09-01"
HOSTILE = "[bold red]x[/] \x1b[31mred\x1b[0m \u202egnp.exe"
SECRET_WORDS = "The board on the north pier is wet."


def ids(applied: Applied) -> str:
    """The control event of a plan."""
    return next(one for one in applied.ids if one.startswith("memwd-"))


def decided(desk: Desk, verb: str, *terms: str, reason: Reason = Reason.OTHER, note: str | None = None) -> str:
    """Somebody decides so now; answers the event."""
    seen = [desk.forgetting.seen(one) for one in terms]
    note = note or ("It was tried." if reason is Reason.OTHER else None)
    return ids(desk.decide(verb, terms, {}, reason=reason, note=note, seen=seen, shown=Shown.LISTED))


def three_items(folder: Path) -> tuple[Path, tuple[str, ...]]:
    """A store with three captures of different sources."""
    path = memory_store(folder, "# M\n")
    sent: list[dict[str, Any]] = [
        {"text": SECRET_WORDS, "kind": "knowledge", "source": "seen on the pier"},
        {"text": "潮汐表は毎月一日に入れ替わる。", "kind": "knowledge", "source": CJK},
        {"text": "Gulls like chips.", "kind": "knowledge", "source": HOSTILE},
    ]
    made = capture_as(path, "codex", *sent)
    return path, tuple(str(one.id) for one in made)


def withdrawn_store(folder: Path) -> Path:
    """A store with all that a Withdrawals pane can show: a chain, a fork, a proposal, a withdrawn source."""
    path, items = three_items(folder)
    texts = ("Retries are safe.", "The gate opens at six.", "Ilse wants numbers.")
    items += tuple(str(capture_as(path, "codex", _sent(text))[0].id) for text in texts)
    with opened(path) as desk:
        first = decided(desk, "withdraw", items[0], reason=Reason.FAILED_EXPLORATION, note="The trial of May.")
        decided(desk, "reinstate", first, reason=Reason.USABLE_AGAIN)
        fork(desk, items[2])
        (source,) = desk.forgetting.named(sources=[CJK])
        decided(desk, "withdraw", source, items[3], reason=Reason.OWNER_REQUEST)
    propose(path, items[4], "codex")
    return path


def _sent(text: str) -> dict[str, Any]:
    return {"text": text, "kind": "knowledge", "source": "seen"}


def fork(desk: Desk, item: str) -> str:
    """An import brings two events that follow the same withdrawal; answers that one."""
    base = decided(desk, "withdraw", item, reason=Reason.ABANDONED)

    def build(snapshot: Snapshot) -> Drafts:
        run = snapshot.mint("run", day_number(desk.today()))
        yield Draft(Action.RUN_OPENED, (run,), {}, {"v": 1, "root": "/home/ines/notes"})
        for _ in range(2):
            yield from a_control(item, supersedes=base, state="carried", run=run)(snapshot)
        yield Draft(Action.RUN_CLOSED, (run,), {"outcome": "complete"})

    did(desk, build)
    return base


def propose(path: Path, item: str, who: str, action: ControlAction = ControlAction.WITHDRAW) -> str:
    """Somebody who only claims a name asks for it."""
    with open_desk(path, clock=still, claimed=who) as desk:
        return desk.forgetting.propose(action, [item], Reason.OWNER_REQUEST, "It is about my own machine.")


def hidden(desk: Desk, name: str) -> bool:
    """Whether nothing of an item is shown."""
    try:
        desk.show(name)
    except Refusal as refusal:
        return "is withdrawn by" in refusal.sentence
    return False
