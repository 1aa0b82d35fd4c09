"""What faces read: rows, details, plans and counts, already joined with their words.

All texts in here are *stored text*: a face shows them through `tui.safe` only. Each file is loaded when one of its
facts is first asked for: a capture and a status line do not pay for the rest.
"""

from importlib import import_module
from typing import TYPE_CHECKING

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
    from store.records.views.logs import EntryDetail, LogFilter, LogRow
    from store.records.views.plans import Applied, Change, CoSign, Offer, PlanView, Staged
    from store.records.views.rows import Group, ItemFilter, Overview, QueueCount, Row, Strip, Why
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
_FILES = {
    "Alarm": "authority",
    "DecisionView": "authority",
    "GrantView": "authority",
    "KeyView": "authority",
    "PolicyView": "authority",
    "PrincipalView": "authority",
    "SeenView": "authority",
    "SignatureView": "authority",
    "SigningView": "authority",
    "TokenView": "authority",
    "FileReport": "checks",
    "Finding": "checks",
    "ImportReport": "checks",
    "Step": "checks",
    "Verdict": "checks",
    "BlockView": "details",
    "HolderView": "details",
    "ItemDetail": "details",
    "Linked": "details",
    "Move": "details",
    "Passage": "details",
    "RunView": "details",
    "SegmentView": "details",
    "TopicView": "details",
    "CaptureReceipt": "intake",
    "PassReport": "intake",
    "QuarantineView": "intake",
    "RefusedOp": "intake",
    "ScanPlace": "intake",
    "ScanReport": "intake",
    "Suggested": "intake",
    "Superseded": "intake",
    "TaskView": "intake",
    "WatchView": "intake",
    "EntryDetail": "logs",
    "LogFilter": "logs",
    "LogRow": "logs",
    "Applied": "plans",
    "Change": "plans",
    "CoSign": "plans",
    "Offer": "plans",
    "PlanView": "plans",
    "Staged": "plans",
    "Group": "rows",
    "ItemFilter": "rows",
    "Overview": "rows",
    "QueueCount": "rows",
    "Row": "rows",
    "Strip": "rows",
    "Why": "rows",
    "DestinationView": "witness",
    "EvidenceReport": "witness",
    "WitnessView": "witness",
}


def __getattr__(name: str) -> object:
    """Load the file of a fact."""
    if name in _FILES:
        return getattr(import_module(f"store.records.views.{_FILES[name]}"), name)
    raise AttributeError(name)
