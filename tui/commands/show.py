"""`memdesk show`: one thing in full, whatever its id is the id of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from governance.errors import Refusal
from tui.commands.call import WORDS, Call, Command, pass_call
from tui.commands.past import at_seq_option, looking, stamp
from tui.commands.show_authority import OF_AUTHORITY, print_authority, print_decision

if TYPE_CHECKING:
    from governance.looking import Looking
    from store.records.facts import Fact
    from store.records.views import Applied, BlockView, EntryDetail, PassReport, SegmentView, TopicView

ENDS = ("autodream", "autodream-skip", "archive-skip")
"""Actions by which a pass ends."""


@click.command("show", cls=Command, short_help="Show one thing in full, by its id.")
@click.argument("one", type=WORDS, metavar="ID")
@at_seq_option
@click.option("--audit", is_flag=True, help="Also what is held back from view; that somebody looked is logged.")
@pass_call
def command(call: Call, one: str, at_seq: int | None, audit: bool) -> None:
    """Show an item, segment, block, topic, lane, plan, run or holder, or an entry by its number, in full.

    What is in quarantine, withdrawals, sources (also as source:WORDS), tasks, principals, keys, grants and tokens too.
    The run of a pass tells what the pass did. What is withdrawn, and what an unfinished import brought in, is held
    back: --audit shows it, and is an entry of its own unless the store is opened with --read-only. An agent's token
    opens items and topics, on the terms of `memdesk recall`.
    """
    from store.records.views import (
        Applied,
        BlockView,
        EntryDetail,
        HolderView,
        ItemDetail,
        LaneView,
        PassReport,
        QuarantineView,
        RunView,
        ScopeView,
        SegmentView,
        SourceView,
        TaskView,
        TopicView,
    )

    if audit and at_seq is not None:
        raise click.UsageError("--audit shows what is held back now; it does not go with --at-seq.")
    if one.startswith(OF_AUTHORITY):
        print_authority(call, call.desk(), one, at_seq)
        return
    desk = looking(call, at_seq)
    if desk.partial and not audit and not one.startswith("quar-"):
        from tui.commands import testimony

        testimony.show(call, call.desk(), one)
        return
    found: Any = _behind(call, one) if audit else desk.show(one)
    by = call.desk().forgetting.excluders([one]).get(one, ()) if audit else ()
    if by and not call.json:
        from tui.commands.withdrawals import withdrawn_line

        withdrawn_line(call, by)
    match found:
        case ItemDetail() as item:
            from tui.commands.show_item import item_shape, print_item

            if call.json:
                call.data("show", stamp(at_seq) | item_shape(item) | ({"withdrawn_by": list(by)} if audit else {}))
            else:
                print_item(call, item, desk.zone)
        case SegmentView() as segment:
            _segment(call, desk, segment, _seen(call, one, at_seq, audit))
        case BlockView() as block:
            _block(call, desk, block)
        case TopicView() as topic:
            print_topic(call, desk, topic)
        case LaneView() as lane:
            from tui.commands.lane import print_lane

            print_lane(call, desk, lane)
        case EntryDetail() as entry:
            _entry(call, desk, entry)
        case Applied() as plan:
            _plan(call, desk, plan)
        case RunView() as run:
            _fields(call, desk, "run", run, seen=_seen(call, one, at_seq, audit))
        case PassReport() as report:
            _pass(call, desk, report)
        case HolderView() as holder:
            _fields(call, desk, "holder", holder)
        case QuarantineView() as held:
            from tui.commands.show_sent import print_quarantine

            if not _data(call, desk, "quarantine", held):
                print_quarantine(call, held, desk.zone)
        case TaskView() as task:
            from tui.commands.show_sent import print_task, task_shape

            seen = _seen(call, one, at_seq, audit)
            if call.json:
                call.data("show", {**stamp(desk.at_seq), "what": "task", **task_shape(task), "seen": seen})
            else:
                print_task(call, desk, task)
                _print_seen(call, seen)
        case ScopeView() as scope:
            from tui.commands.withdrawals import print_scope

            print_scope(call, desk, scope, one, audit=audit)
        case SourceView() as source:
            from tui.commands.withdrawals import print_source

            print_source(call, desk, source, _seen(call, one, at_seq, audit))


def _seen(call: Call, one: str, at_seq: int | None, audit: bool) -> str | None:
    """The digest that withdrawing this names; of the past, or of what is withdrawn, there is none."""
    if at_seq is not None or audit:
        return None
    try:
        return call.desk().forgetting.seen(one)
    except Refusal:
        return None


def _print_seen(call: Call, seen: str | None) -> None:
    if seen is not None:
        call.out.line(("seen ", "dim"), seen)


def _behind(call: Call, one: str) -> Fact:
    """The audit view, and whether it was recorded."""
    found, recorded = call.desk().look_behind(one)
    if recorded is None:
        call.talk("The store is opened for reading only: nothing records that you looked.")
    else:
        call.talk(f"That you looked is entry {recorded:,}.")
    return found


def _fields(call: Call, desk: Looking, what: str, fact: Fact, **more: str | None) -> None:
    """Show an import run or a holder: their few fields, one a line."""
    if _data(call, desk, what, fact, **more):
        return
    from tui.commands.shapes import shape

    for name, value in shape(fact).items():
        call.out.line((f"{name:<10}", "dim"), ", ".join(value) if isinstance(value, list) else str(value))
    _print_seen(call, more.get("seen"))


def _pass(call: Call, desk: Looking, report: PassReport) -> None:
    """What a pass did, told from its entries."""
    from tui.commands.passes import pass_shape, print_pass

    if call.json:
        call.data("show", {**stamp(desk.at_seq), "what": "pass", **pass_shape(report)})
        return
    from tui.wording.passes import lane_sentence, pass_sentence, pass_title

    call.out.line((pass_title(report), "bold"))
    call.out.line(pass_sentence(report))
    print_pass(call, desk, report)
    if report.waiting:
        verb = "was" if report.waiting == 1 else "were"
        call.out.line((f"{report.waiting:,} {verb} left out: a person has to look first", "warn"))
    if told := lane_sentence(report):
        call.out.line((told, "warn"))


def _of_pass(call: Call, desk: Looking, entry: EntryDetail) -> None:
    """Below an entry that ends a pass: what the pass did."""
    from store.records.views import PassReport

    run = next((one for one in entry.row.subjects[:1] if one.startswith("run-")), None)
    found = desk.show(run) if run is not None else None
    if isinstance(found, PassReport):
        _pass(call, desk, found)


def _data(call: Call, desk: Looking, what: str, fact: Any, **more: Any) -> bool:
    if call.json:
        from tui.commands.shapes import shape

        beside = {name: shape(value) for name, value in more.items()}
        call.data("show", {**stamp(desk.at_seq), "what": what, **shape(fact), **beside})
    return call.json


def _segment(call: Call, desk: Looking, segment: SegmentView, seen: str | None) -> None:
    blocks = desk.blocks(segment.id)
    if _data(call, desk, "segment", segment, content=blocks, seen=seen):
        return
    from tui.wording.sentences import number

    out = call.out
    out.line((segment.id, "bold"), f"  {segment.role.value}  {segment.path or ''}")
    out.line(
        f"{number(segment.blocks, 'block')}, {segment.undistilled:,} not distilled",
        "  sanitized" if segment.sanitized else "",
    )
    for block in blocks:
        out.line()
        ordinal = f"  #{block.number}" if block.number is not None else ""
        waits = ("  not distilled", "warn") if block.entry and not block.distilled else ""
        out.line((block.id, "bold"), ordinal, waits)
        _words(call, block)
    _print_seen(call, seen)


def _block(call: Call, desk: Looking, block: BlockView) -> None:
    if _data(call, desk, "block", block):
        return
    out = call.out
    out.line((block.id, "bold"), f"  entry {block.seq}", f"  line {block.line}" if block.line is not None else "")
    _words(call, block)
    if block.entry:
        out.line("distilled" if block.distilled else ("not distilled", "warn"))
    if block.cited_by:
        out.line(("cited by ", "dim"), ", ".join(block.cited_by))
    out.line(("seen ", "dim"), block.seen)


def _words(call: Call, block: BlockView) -> None:
    if block.erased_by:
        call.out.line("  ", (f"{call.signs.erased} erased under {block.erased_by}", "bad"))
    else:
        call.out.block(block.text.rstrip("\n"))
    if block.sanitized:
        call.out.line("  ", ("a secret was kept out of it", "warn"))


def print_topic(call: Call, desk: Looking, topic: TopicView) -> None:
    """Write one topic in full."""
    from tui.commands.members import members, print_members

    if call.json:
        _data(call, desk, "topic", topic, **members(desk, "topic", topic.id))
        return
    call.out.line((topic.id, "bold"), f"  {topic.title}  {topic.file}".rstrip())
    if topic.near:
        from tui.wording.nearness import near_words

        call.out.line(("near ", "dim"), near_words(topic.near))
    call.out.line("triggers: " + ", ".join(topic.triggers) if topic.triggers else ("no trigger", "warn"))
    print_members(call, desk, "topic", topic.id, topic.items)
    call.out.line(("seen ", "dim"), topic.seen)


def _entry(call: Call, desk: Looking, entry: EntryDetail) -> None:
    if _data(call, desk, "entry", entry):
        return
    from tui.wording.noticed import actor_part
    from tui.wording.sentences import did_words
    from tui.wording.times import clock_time

    out, row = call.out, entry.row
    out.line((f"entry {row.seq}", "bold"), f"  {did_words(row)}  {', '.join(row.about)}")
    who = actor_part(row.who, row.assurance, call.signs)
    out.line(f"{clock_time(row.at, desk.zone, seconds=True)} {desk.zone}  ", who)
    out.line(("header", "dim"))
    out.block(entry.header)
    out.line(("hash ", "dim"), entry.hash)
    if row.erased_by:
        out.line((f"{call.signs.erased} erased under {row.erased_by}", "bad"))
    elif row.withdrawn:
        out.line((f"{call.signs.withdrawn} withdrawn: its words are not shown", "warn"))
    elif entry.payload is not None:
        out.line(("payload", "dim"))
        out.block(entry.payload)
    if row.action in ENDS:
        _of_pass(call, desk, entry)
    if entry.plan is not None and desk.at_seq is None:
        print_decision(call, call.desk(), entry.plan)


def _plan(call: Call, desk: Looking, plan: Applied) -> None:
    if _data(call, desk, "plan", plan):
        return
    from tui.commands.shapes import iso
    from tui.wording.sentences import number

    out = call.out
    out.line((plan.plan, "bold"), f"  applied {iso(plan.at)[:16]}Z by {plan.who}")
    out.line(
        f"{number(plan.decisions, 'decision')} ({', '.join(plan.verbs)}),"
        f" {number(plan.entries, 'entry', 'entries')}, decided at entry {plan.seq:,}"
    )
    out.line(("about ", "dim"), ", ".join(plan.ids))
    if plan.undone_by:
        out.line(f"undone by {plan.undone_by}")
    if plan.undoes:
        out.line(f"undoes {plan.undoes}")
    if desk.at_seq is None:
        print_decision(call, call.desk(), plan.plan)
