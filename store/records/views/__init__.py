"""What faces read: rows, details, plans and counts, already joined with their words.

All texts in here are *stored text*: a face shows them through `tui.safe` only.
"""

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
from store.records.views.plans import Applied, Change, Offer, PlanView, Staged
from store.records.views.rows import Group, ItemFilter, Overview, QueueCount, Row, Strip, Why

__all__ = [
    "Applied",
    "BlockView",
    "Change",
    "EntryDetail",
    "FileReport",
    "Finding",
    "Group",
    "HolderView",
    "ImportReport",
    "ItemDetail",
    "ItemFilter",
    "Linked",
    "LogFilter",
    "LogRow",
    "Move",
    "Offer",
    "Overview",
    "Passage",
    "PlanView",
    "QueueCount",
    "Row",
    "RunView",
    "SegmentView",
    "Staged",
    "Step",
    "Strip",
    "TopicView",
    "Verdict",
    "Why",
]
