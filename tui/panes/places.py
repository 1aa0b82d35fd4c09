"""The places there are, and the tabs of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from store.records.words import Queue
from tui.actions import BY_ID
from tui.panes.list_pane import ListPane, Tab
from tui.widgets.sidebar import Spot
from tui.wording.glyphs import Glyphs
from tui.wording.times import ago_at

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import Overview, PlanView, WitnessView

PLACES = (
    "home",
    "inbox",
    "pending",
    "conflicts",
    "withdrawals",
    "quarantine",
    "drift",
    "items",
    "archive",
    "topics",
    "log",
    "who",
    "search",
    "plan",
)
"""In the order of the sidebar."""
_QUEUES: dict[str, tuple[Queue, ...]] = {
    "inbox": (Queue.INBOX,),
    "pending": (Queue.PENDING, Queue.STALE, Queue.ADDITIVE, Queue.SUGGESTED),
    "conflicts": (Queue.CONFLICTS,),
    "withdrawals": (Queue.WITHDRAWALS,),
    "quarantine": (Queue.QUARANTINE,),
    "drift": (Queue.DRIFT,),
    "archive": (Queue.UNDISTILLED,),
    "topics": (Queue.UNTRIGGERED,),
}
"""Which queues a place counts; the first is the one that is shown, and loud unless it is the inbox."""


def tabs_of(
    place: str,
    desk: Desk,
    signs: Glyphs,
    numbers: Callable[[], Overview | None],
    plan: Callable[[], PlanView],
    sits: Desk | None = None,
    witness: Callable[[], WitnessView | None] = lambda: None,
) -> Sequence[Tab]:
    """The tabs of a place; what a place needs is imported when it is first visited.

    `sits` is the desk of now where `desk` is one of the past, which only looks and knows no keys.
    """
    from tui.panes.rows import ItemList, QueueList

    if place == "home":
        from tui.panes.home import HomeList

        return (Tab("Home", lambda: HomeList(desk, signs, numbers, witness)),)
    if place == "inbox":
        from tui.panes.inbox import InboxList

        return (
            Tab("all", lambda: InboxList(desk, signs)),
            Tab("needs a look", lambda: InboxList(desk, signs, look=True)),
        )
    if place == "pending":
        from tui.panes.suggested import SuggestedList

        return (
            *(
                Tab(title, lambda queue=queue: QueueList(desk, signs, queue))  # type: ignore[misc]
                for title, queue in zip(("pending", "stale", "additive"), _QUEUES[place][:3], strict=True)
            ),
            Tab("suggested", lambda: SuggestedList(desk, signs)),
        )
    if place == "conflicts":
        from tui.panes.conflicts import ConflictList

        return (Tab("Conflicts", lambda: ConflictList(desk, signs)),)
    if place == "withdrawals":
        from tui.panes.withdrawals import WithdrawalList

        return (Tab("Withdrawals", lambda: WithdrawalList(sits or desk, desk.at_seq, signs)),)
    if place == "quarantine":
        from tui.panes.quarantine import QuarantineList

        return (Tab("Quarantine", lambda: QuarantineList(desk, signs)),)
    if place == "drift":
        from tui.panes.drift import GroupList

        return (
            Tab("by what is missing", lambda: GroupList(desk, signs)),
            Tab("one by one", lambda: QueueList(desk, signs, Queue.DRIFT)),
        )
    if place == "items":
        return (
            Tab("all", lambda: ItemList(desk, signs, False)),
            Tab("live", lambda: ItemList(desk, signs, True)),
        )
    if place == "archive":
        from tui.panes.archive import SegmentList
        from tui.panes.runs import RunList

        return (
            Tab("segments", lambda: SegmentList(desk, signs)),
            Tab("not distilled", lambda: QueueList(desk, signs, Queue.UNDISTILLED)),
            Tab("imports", lambda: RunList(desk, signs)),
        )
    if place == "topics":
        from tui.panes.index import IndexList
        from tui.panes.lanes import LaneList
        from tui.panes.topics import TopicList

        return (
            Tab("all", lambda: TopicList(desk, signs)),
            Tab("without trigger", lambda: QueueList(desk, signs, Queue.UNTRIGGERED)),
            Tab("lanes", lambda: LaneList(desk, signs)),
            Tab("index", lambda: IndexList(desk, signs)),
        )
    if place == "search":
        from tui.panes.search import SearchList

        return (Tab("Search", lambda: SearchList(desk, signs)),)
    if place == "who":
        from tui.panes.who import who_tabs

        return who_tabs(sits or desk, desk.at_seq, signs)
    if place == "log":
        from tui.panes.log import LogList

        return (Tab("Log", lambda: LogList(desk, signs)),)
    from tui.panes.plan import PlanList

    return (Tab("Plan", lambda: PlanList(desk, signs, plan)),)


def make_pane(place: str, tabs: Sequence[Tab], signs: Glyphs, *, tall: bool) -> ListPane:
    """The pane of a place."""
    if place == "log":
        from tui.panes.log_pane import LogPane

        return LogPane(place, tabs, signs, tall=tall)
    if place == "search":
        from tui.panes.search import SearchPane

        return SearchPane(place, tabs, signs, tall=tall)
    return ListPane(place, tabs, signs, tall=tall)


def spots(overview: Overview | None, now: int) -> list[Spot]:
    """The lines of the sidebar."""
    counts = {count.queue: count for count in overview.queues} if overview else {}
    found = []
    for place in PLACES:
        action = BY_ID[f"place.{place}"]
        count = age = ""
        loud = False
        waiting = [counts[q] for q in _QUEUES.get(place, ()) if q in counts]
        if waiting:
            count = _short(waiting[0].count)
            loud = waiting[0].count > 0 and place != "inbox"  # what came in as it is needs nobody
            age = ago_at(now, waiting[0].oldest_at, overview.zone, "") if overview and waiting[0].count else ""
        elif overview and place == "items":
            count = _short(overview.items)
        elif overview and place == "log":
            count = _short(overview.head)
        elif overview and place == "plan":
            count, loud = str(overview.staged or ""), overview.staged > 0
        found.append(Spot(place, action.shown_key, action.label, count, age, loud))
    return found


def _short(count: int) -> str:
    """A count in at most five characters."""
    if count < 100_000:
        return f"{count:,}" if count < 10_000 else f"{count // 1000}k"
    return f"{count / 1_000_000:.1f}M" if count >= 1_000_000 else f"{count // 1000}k"


def items_in(place: str, overview: Overview) -> int:
    """About how many rows a place has, to know whether fetching its keys takes long."""
    if place in ("items", "drift"):
        return overview.items
    waiting = [c.count for c in overview.queues if c.queue in _QUEUES.get(place, ())]
    return max(waiting, default=0)
