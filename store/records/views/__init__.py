"""What faces read: rows, details, plans and counts, already joined with their words.

All texts in here are *stored text*: a face shows them through `tui.safe` only.
"""

from typing import TYPE_CHECKING

from store.records.views.checks import FileReport, Finding, ImportReport, Step, Verdict
from store.records.views.details import (
    BlockView,
    HolderView,
    ItemDetail,
    Linked,
    Move,
    Passage,
    RunView,
    SegmentView,
    TopicView,
)
from store.records.views.logs import EntryDetail, LogFilter, LogRow
from store.records.views.plans import Applied, Change, CoSign, Offer, PlanView, Staged
from store.records.views.rows import Group, ItemFilter, Overview, QueueCount, Row, Strip, Why

if TYPE_CHECKING:
    from store.records.views.authority import (
        Alarm,
        DecisionView,
        GrantView,
        KeyView,
        PolicyView,
        PrincipalView,
        SeenView,
        SignatureView,
        SigningView,
        TokenView,
    )
    from store.records.views.intake import (
        CaptureReceipt,
        PassReport,
        QuarantineView,
        RefusedOp,
        ScanPlace,
        ScanReport,
        Suggested,
        Superseded,
        TaskView,
        WatchView,
    )
    from store.records.views.witness import DestinationView, EvidenceReport, WitnessView

__all__ = [
    "Alarm",
    "Applied",
    "BlockView",
    "CaptureReceipt",
    "Change",
    "CoSign",
    "DecisionView",
    "DestinationView",
    "EntryDetail",
    "EvidenceReport",
    "FileReport",
    "Finding",
    "GrantView",
    "Group",
    "HolderView",
    "ImportReport",
    "ItemDetail",
    "ItemFilter",
    "KeyView",
    "Linked",
    "LogFilter",
    "LogRow",
    "Move",
    "Offer",
    "Overview",
    "PassReport",
    "Passage",
    "PlanView",
    "PolicyView",
    "PrincipalView",
    "QuarantineView",
    "QueueCount",
    "RefusedOp",
    "Row",
    "RunView",
    "ScanPlace",
    "ScanReport",
    "SeenView",
    "SegmentView",
    "SignatureView",
    "SigningView",
    "Staged",
    "Step",
    "Strip",
    "Suggested",
    "Superseded",
    "TaskView",
    "TokenView",
    "TopicView",
    "Verdict",
    "WatchView",
    "Why",
    "WitnessView",
]


def __getattr__(name: str) -> object:
    """What only authority needs is loaded when it is first asked for: a status line does not pay for it."""
    if name in __all__:
        from store.records.views import authority, intake, witness

        room = next(room for room in (authority, witness, intake) if hasattr(room, name))
        return getattr(room, name)
    raise AttributeError(name)
