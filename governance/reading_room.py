"""Looking things up for the desk: any id, the numbers of Home, what is not there by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from governance.authority.people import NEWCOMER
from governance.called import gone, no_record
from governance.errors import Refusal, RefusalKind
from governance.rules.anchors import anchors_in
from store import local, log
from store.ids import read_block_id, read_id
from store.records.controls import SOURCE_NAMED
from store.records.entry import Entry
from store.records.views import (
    Applied,
    BlockView,
    EntryDetail,
    HolderView,
    ItemDetail,
    LogFilter,
    Overview,
    Passage,
    RunView,
    SegmentView,
    TopicView,
)
from store.records.words import Action
from store.requests import requests
from store.views import archive, controls, details, intake, lanes, logs, queues, runs, sources, topics
from store.views.counts import (
    captures_since,
    item_counts,
    segment_count,
    segments_of_holder,
)
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.looking import Looking
    from store.records.views import LaneView, PassReport, QuarantineView, ScopeView, SourceView, TaskView

    Shown: TypeAlias = (
        ItemDetail | BlockView | SegmentView | TopicView | EntryDetail | Applied | RunView | HolderView
        | PassReport | QuarantineView | TaskView | ScopeView | SourceView | LaneView
    )  # fmt: skip


def overview(desk: Looking, reader: Reader) -> Overview:
    """The desk in numbers."""
    head = reader.at_seq or log.head(reader.conn)[0]
    auth = desk.authority(reader)
    principal = desk.principal(reader)
    since = local.last_seen(reader.conn, desk.person.name)
    total, live = item_counts(reader)
    verified_seq, verified_at = local.verified(reader.conn)
    failed = local.failed(reader.conn)
    return Overview.model_construct(
        store_path=str(desk.path),
        store_id=desk.store_id,
        head=head,
        zone=desk.zone,
        who=desk.person.name,
        principal=principal if principal != NEWCOMER else "new here",
        assurance=desk.person.assurance,
        keyless=auth.keyless,
        role=auth.principals[principal].role if principal in auth.principals else None,
        requests=len(requests(reader.conn)),
        queues=queues.queue_counts(reader),
        left=queues.left_in_lanes(reader),
        items=total,
        live_items=live,
        segments=segment_count(reader),
        staged=len(local.staged(reader.conn, desk.person.name)),
        open_runs=len(reader.open_runs),
        since_seq=since,
        new_captures=captures_since(reader, since),
        new_entries=max(0, head - since),
        verified_seq=verified_seq,
        verified_at=verified_at,
        failed=failed.sentence if failed else None,
        failed_seq=failed.seq if failed else None,
        failed_at=failed.at if failed else None,
    )


def item(reader: Reader, name: str) -> ItemDetail:
    """One item in full, with the suggestion that would mend it."""
    found = details.item_detail(reader, name)
    if found is None:
        raise _withdrawn(reader, name) or no_record(name) or missing(name)
    if found.row.drift and found.words is not None:
        from governance.review.facts import Facts

        suggestion = Facts(reader).suggestions([found.row], {found.row.id: found.words})[found.row.id]
        found = found.model_copy(update={"suggestion": suggestion})
    from governance.indexing import near_item

    return found.model_copy(update={"near": near_item(reader, found.row, found.words)})


def show(reader: Reader, name: str) -> Shown:
    """Whatever bears this id; a number is the seq of an entry."""
    if is_seq(name):
        return entry(reader, int(name))
    if read_block_id(name):
        if block := archive.block_view(reader, name):
            return block
        raise _withdrawn(reader, name) or missing(name)
    if name.startswith(SOURCE_NAMED):
        return sources.source_by_words(reader, name.removeprefix(SOURCE_NAMED).strip())
    read = read_id(name)
    prefix = read.prefix if read else "mem"
    found: Shown | None
    if prefix == "seg":
        found = next((s for s in archive.segments(reader) if s.id == name), None)
    elif prefix == "top":
        from governance.indexing import near_topic

        found = next((near_topic(t) for t in topics.topics(reader) if t.id == name), None)
    elif prefix == "plan":
        found = logs.plan(reader, name)
    elif prefix == "run":
        found = _run(reader, name)
    elif prefix == "hold":
        found = _holder(reader, name)
    elif prefix == "memwd":
        found = controls.scope_of(reader, name)
    elif prefix == "lane":
        found = lanes.lane(reader, name)
    elif prefix == "src":
        found = sources.source(reader, name)
    elif prefix == "quar":
        found = intake.quarantined(reader, [name]).get(name)
    elif prefix == "task":
        bound = reader.only not in (None, (None,))
        found = next((one for one in intake.tasks(reader, every=True) if one.id == name), None)
        if found is not None and bound and not reader.told_of(found.project):
            found = None
    else:
        return item(reader, name)
    if found is None:
        raise _withdrawn(reader, name) or gone(reader, name) or missing(name)
    return found


def is_told(name: str) -> bool:
    """Whether this is an id of what everybody is told of as far as it is of their projects: what was refused."""
    read = read_id(name)
    return read is not None and read.prefix == "quar"


def linked(reader: Reader, name: str) -> list[str]:
    """The records whose edges are meant: one by its id, a segment and its blocks, what a place in the archive names."""
    anchors, shaped = anchors_in(name) if read_id(name) is None and read_block_id(name) is None else ((), False)
    if shaped:
        found = [block for anchor in anchors for block in archive.blocks_at(reader, anchor.path, anchor.part)]
        if not found:
            raise Refusal(
                RefusalKind.NOT_FOUND,
                f"Nothing of the archive that is shown is called {name}.",
                "Places look like archive/2026-05-11.md#3; `memdesk list archive` lists the files.",
                (name,),
            )
        places = {(block.segment, block.ordinal): block.id for block in found}
        return [places[place] for place in sorted(places)]
    shown = show(reader, name)
    if isinstance(shown, SegmentView):
        return [shown.id, *(block.id for block in archive.blocks_of(reader, shown.id))]
    return [details.resolve(reader, name) or name]


def is_seq(name: str) -> bool:
    """Whether a name is the number of an entry."""
    return name.isascii() and name.isdigit() and len(name) < 16


def _first(reader: Reader, name: str) -> Entry | None:
    seqs = logs.log_keys(reader, LogFilter(subject=name))
    return log.entry(reader.conn, seqs[0]) if seqs else None


def _run(reader: Reader, name: str) -> RunView | PassReport | None:
    """An import, or what a pass did."""
    opened = _first(reader, name)
    if opened is None or opened.action is not Action.RUN_OPENED:
        from store.views.pass_report import pass_report

        return pass_report(reader, name)
    return next(iter(runs.run_views(reader, [name])), None)


def _holder(reader: Reader, name: str) -> HolderView | None:
    made = _first(reader, name)
    if made is None:
        return None
    payload = log.payload(reader.conn, made.seq) or {}
    return HolderView(
        id=name,
        path=payload.get("path"),
        role=made.effect["role"],
        segments=segments_of_holder(reader, name),
        at=made.at,
    )


def entry(reader: Reader, seq: int) -> EntryDetail:
    """One entry in full."""
    found = logs.entry_detail(reader, seq)
    if found is None:
        raise missing(f"entry {seq}")
    return found


def passage(reader: Reader, block: str | int) -> Passage:
    """A block with what stands around it."""
    found = archive.block_by_id(reader, block) if isinstance(block, str) else archive.block_by_seq(reader, block)
    if found is None:
        raise (_withdrawn(reader, block) if isinstance(block, str) else None) or missing(str(block))
    return archive.passage(reader, found)


def time_of(reader: Reader, seq: int) -> int:
    """When an entry was appended; refused where the log has no such entry."""
    head = log.head(reader.conn)[0]
    if 1 <= seq <= head and (found := reader.times([seq])):
        return found[seq]
    sentence = f"There is no entry {seq}: the log goes from 1 to {head}."
    raise Refusal(RefusalKind.BAD_INPUT, sentence, "`memdesk log` lists its entries.", (str(seq),))


def not_yet(now: Reader, name: str, seq: int) -> Refusal | None:
    """What can be seen by now, and could not at an entry; None for what still cannot."""
    if is_seq(name):
        there = log.entry(now.conn, int(name)) is not None
        told = f"Entry {name} was not in the log yet at entry {seq}."
        return Refusal(RefusalKind.NOT_FOUND, told, f"`memdesk show {name}` shows it.", (name,)) if there else None
    since = _seen_since(now, name)
    if since is None or since <= seq:
        return None
    return Refusal(
        RefusalKind.NOT_FOUND,
        f"There was no {name} yet at entry {seq}: it can be seen from entry {since} on.",
        f"`memdesk show {name} --at-seq {since}` shows how it came.",
        (name,),
    )


def _seen_since(now: Reader, name: str) -> int | None:
    """The entry from which on something is visible: the one that made it, or that closed the import it came with."""
    if read_block_id(name):
        block = archive.block_by_id(now, name)
        return _closed(now, block.run, block.seq) if block else None
    known = details.resolve(now, name) or name
    made = _first(now, known)
    if made is None:
        return None
    row = now.last_row(known)
    blocks = archive.blocks_of(now, known) if row is None else []
    topic = topics.topic_payload(now, known)
    run = row.run if row else blocks[0].run if blocks else topic[1]["run"] if topic else None
    return _closed(now, run, made.seq)


def _closed(now: Reader, run: str | None, made: int) -> int:
    closed = logs.log_keys(now, LogFilter(subject=run, action=Action.RUN_CLOSED)) if run else ()
    return max(made, closed[0]) if closed else made


def _withdrawn(reader: Reader, name: str) -> Refusal | None:
    """What is there and is not shown, since it is withdrawn; None for what is not there."""
    known = details.resolve(reader, name) or name
    by = controls.excluders_of(reader, known)
    if not by:
        return None
    return Refusal(
        RefusalKind.RULE,
        f"{name} is withdrawn by {', '.join(by)}, so nothing of it is shown.",
        f"`memdesk show {by[0]}` shows the withdrawal; `memdesk show {name} --audit` opens the audit view."
        + controls.way_out(reader, known),
        (name, *by),
    )


def missing(name: str) -> Refusal:
    """There is nothing of that name."""
    return Refusal(
        RefusalKind.NOT_FOUND,
        f"There is no {name}.",
        "Ids look like mem-2026-05-11-001; `memdesk search WORDS` finds items.",
        (name,),
    )
