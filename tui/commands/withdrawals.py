"""Withdrawals on the command line: records as the protocol spells them, chains, what they reach (P§12.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from store.records.controls import RECORD_TYPE, SOURCE_NAMED
from tui.commands.call import Call
from tui.commands.past import stamp
from tui.commands.shapes import iso, shape
from tui.safe import cut

if TYPE_CHECKING:
    from collections.abc import Iterable

    from governance.desk import Desk
    from governance.looking import Looking
    from store.records.views import ControlView, ScopeView, SourceView
    from tui.commands.printer import Printer

USUAL = 100
NAMED = 8
"""Scopes that are named where several are given back."""
MOST = 1_000
"""Ids that the audit view gives in JSON, and characters of what is named before it is asked about."""


def record_shape(scope: ScopeView, event: ControlView) -> dict[str, Any]:
    """An event as the record of the protocol, with exactly its fields.

    What came with an import says who decided it there, and when; nobody decided what is only proposed here.
    """
    counts = event.state.counts
    return {
        "withdrawal_id": event.id,
        "record_type": RECORD_TYPE,
        "action": event.action.value,
        "scope": {
            "memory_item_ids": list(scope.memory_item_ids),
            "archive_refs": list(scope.archive_refs),
            "source_or_run_refs": list(scope.source_or_run_refs),
        },
        "reason": event.reason.value if event.reason else None,
        "decided_by": event.decided_by or (event.actor if counts else None),
        "decided_at": event.decided_at or (iso(event.at) if counts else None),
        "effect": event.action.effect,
        "supersedes": event.supersedes,
    }


def event_shape(scope: ScopeView, event: ControlView) -> dict[str, Any]:
    """The record, and what the log knows beside it."""
    return {
        **record_shape(scope, event),
        "state": event.state.value,
        "who": event.who,
        "actor": event.actor,
        "assurance": event.assurance,
        "at": iso(event.at),
        "seq": event.seq,
        "plan": event.plan,
        "run": event.run,
        "note": event.note,
        "settles": list(event.settles),
    }


def scope_shape(scope: ScopeView) -> dict[str, Any]:
    """Where a scope stands now."""
    return {
        "names": [{"id": name, "words": words} for name, words in scope.names],
        "excluded": scope.excluded,
        "control": scope.control,
        "fault": scope.fault.value if scope.fault else None,
        "waits": scope.waits,
        "chain": [event_shape(scope, event) for event in scope.events],
        "reach": shape(scope.reach),
        "overlaps": list(scope.overlaps),
        "seen": scope.seen,
    }


def print_scope(call: Call, desk: Looking, scope: ScopeView, name: str, *, audit: bool = False) -> None:
    """Show one event with its whole chain; in the audit view also the ids that it keeps out."""
    from tui.wording.controls import STATES, effect_words, excluded_lines, kept_count, left_lines, task_lines

    event = next(one for one in scope.events if one.id == name)
    kept = call.desk().forgetting.kept_out(name, MOST if call.json else USUAL) if audit and scope.excluded else ()
    if call.json:
        told = {**stamp(desk.at_seq), "what": "withdrawal", **event_shape(scope, event), **scope_shape(scope)}
        call.data("show", told | ({"kept_out": list(kept), "kept_out_total": kept_count(scope.reach)} if audit else {}))
        return

    out = call.out
    out.line((name, "bold"), f"  {event.action.value}  {event.action.effect}  {STATES[event.state]}")
    _terms(call, scope)
    style = "bad" if scope.fault else "warn" if scope.excluded else "good" if scope.control else "plain"
    out.line((effect_words(scope), style))
    out.line(("chain", "dim"))
    _chain(call, scope, desk.zone, "  ")
    if scope.excluded:
        _section(out, "excludes", excluded_lines(scope.reach))
        if audit:
            more = kept_count(scope.reach) - len(kept)
            _section(out, "keeps out", (*kept, *([f"and {more:,} more"] if more > 0 else ())))
            out.line(("`memdesk show ID --audit` opens one of them", "dim"))
        _section(out, "does not reach", left_lines(scope.reach))
        _section(out, "open tasks", task_lines(scope.reach, call.desk().policy(desk.at_seq).in_flight))
    if scope.overlaps:
        out.line(("also reached by ", "dim"), ", ".join(scope.overlaps))
    if event.note:
        out.line(("note ", "dim"), event.note)
    if event.plan and desk.at_seq is None:
        from tui.commands.show_authority import print_decision

        out.line(("plan ", "dim"), event.plan)
        print_decision(call, call.desk(), event.plan)
    if event.run:
        out.line(("came with ", "dim"), event.run, f", decided by {event.decided_by}" if event.decided_by else "")
    out.line(("seen ", "dim"), scope.seen)


def print_source(call: Call, desk: Looking, source: SourceView, seen: str | None) -> None:
    """Show a source that was given an id."""
    if call.json:
        call.data("show", {**stamp(desk.at_seq), "what": "source", **shape(source), "seen": seen})
        return
    from tui.wording.sentences import number

    call.out.line((cut(source.id), "bold"), f"  {number(source.items, 'item')} of this source")
    call.out.block(cut(source.name, MOST))
    withdrawn_line(call, source.withdrawn_by)
    if seen:
        call.out.line(("seen ", "dim"), seen)


def withdrawn_line(call: Call, by: Iterable[str]) -> None:
    """Mark what is withdrawn, and name the events by which."""
    if told := ", ".join(by):
        call.out.line((f"{call.signs.withdrawn} withdrawn by {told}", "warn"))


def list_withdrawals(call: Call, desk: Looking, text: str, limit: int | None) -> None:
    """List every chain: those that wait for a person first, then the newest."""
    from tui.wording.controls import effect_words, scope_words

    asked = call.desk().forgetting
    keys = asked.scopes(desk.at_seq)
    every = limit == 0 or (limit is None and call.json)
    found = asked.called(keys if text or every else keys[: limit or USUAL], desk.at_seq)
    if text:
        wanted = text.casefold()
        found = tuple(one for one in found if wanted in _words(one).casefold())
    total = len(found) if text else len(keys)
    most = len(found) if every else min(len(found), limit or USUAL)
    if call.json:
        rows = [{**record_shape(one, one.last), **scope_shape(one)} for one in found[:most]]
        call.data("list", {**stamp(desk.at_seq), "queue": "withdrawals", "total": total, "rows": rows})
        return
    for scope in found[:most]:
        call.out.row([(scope_words(scope), "bold")], "")
        _chain(call, scope, desk.zone, "  ")
        if scope.fault:
            call.out.line("  ", (effect_words(scope), "bad"))
        if call.out.gone:
            return
    if most < total:
        call.talk(f"{most:,} of {total:,} chains; --limit 0 shows all.")
    elif not found:
        call.talk("Nothing was ever withdrawn here.")


def print_would_reach(call: Call, desk: Desk, terms: tuple[str, ...]) -> None:
    """Tell what a withdrawal would exclude, and what it would not reach, before it is asked about."""
    from tui.wording.controls import STAYS, excluded_lines, left_lines, task_lines

    reach = desk.forgetting.would_reach(terms)
    call.err.line(("withdraws", "bold"))
    for term in terms:
        call.err.line("  ", (cut(term), "bold"))
        if (words := _called(desk, term)) and not term.startswith(SOURCE_NAMED):
            call.err.block(cut(words, MOST), indent="    ")
    _section(call.err, "will be excluded", excluded_lines(reach))
    _section(call.err, "will not be reached", left_lines(reach))
    _section(call.err, "open tasks", task_lines(reach, desk.policy().in_flight))
    call.err.words(STAYS)


def print_regained(call: Call, desk: Desk, *events: str) -> None:
    """Tell what would be eligible again, and with which standing, before it is asked about."""
    from tui.wording.controls import STAYS, regained_lines, scope_words

    for scope in desk.forgetting.scopes_of(events[:NAMED]):
        call.err.line(("reinstates", "bold"), "  ", scope_words(scope))
    if len(events) > NAMED:
        call.err.line(f"  and {len(events) - NAMED:,} more")
    _section(call.err, "will be eligible again", regained_lines(desk.forgetting.regained(*events)))
    call.err.words(STAYS)


def _called(desk: Desk, term: str) -> str:
    """What an id stands for, in its own words."""
    from store.records.views import BlockView, ItemDetail, RunView, SegmentView, SourceView, TaskView

    match desk.show(term):
        case ItemDetail() | BlockView() as worded:
            return worded.text
        case SegmentView() as segment:
            return segment.path or ""
        case RunView() as run:
            return run.root or ""
        case TaskView() as task:
            return task.title or ""
        case SourceView() as source:
            return source.name
    return ""


def _section(out: Printer, title: str, told: Iterable[str]) -> None:
    out.line((title, "dim"))
    for line in told:
        out.words(f"  {line}")


def _terms(call: Call, scope: ScopeView) -> None:
    names = dict(scope.names)
    for term in scope.terms:
        call.out.row(["  ", (term, "bold"), "  "], cut(names.get(term, "")))


def _chain(call: Call, scope: ScopeView, zone: str, indent: str) -> None:
    """The events as a tree: each below the one that it follows."""
    from tui.safe import safe
    from tui.wording.chains import tree
    from tui.wording.controls import glyph_of, standing_part
    from tui.wording.sentences import reason_label
    from tui.wording.times import clock_time

    signs = call.signs
    for depth, event in tree(scope.events):
        lead = f"{'  ' * (depth - 1)}{signs.branch} " if depth else ""
        reason = f" {signs.dot} {reason_label(event.reason)}" if event.reason else ""
        who = f" {signs.dot} {event.decided_by or event.who} {signs.assurance(event.assurance)}".rstrip()
        told = f"{indent}{lead}{glyph_of(event, signs)} {event.id}"
        when = f"  {safe(event.decided_at)}" if event.decided_at else f"  {clock_time(event.at, zone)}"
        call.out.line(told, f" {event.action.value}{reason}{who}{when}  ", standing_part(scope, event, signs))


def _words(scope: ScopeView) -> str:
    said = [word for pair in scope.names for word in pair]
    return "\n".join(
        (*scope.terms, *said, *(event.id for event in scope.events), *(event.who for event in scope.events))
    )
