"""Undo: a new plan whose effects bring every row of an old one back to what it was."""

from __future__ import annotations

from collections.abc import Sequence

from governance.authority.decision import sealed
from governance.changing import links_changed
from governance.errors import Refusal, RefusalKind
from governance.plan import Choice, Compiled
from governance.review.facts import Facts
from governance.rules.controlling import CONTROLS, control_draft
from governance.rules.shut import refuse_shut, written
from store.log import entry as entry_at
from store.records.controls import ControlAction, ControlState, Selectors
from store.records.entry import Draft, Entry
from store.records.views import Change
from store.records.words import Action, Kind, Reason, Shown, Status, VerbName
from store.views.archive import block_by_seq
from store.views.controls import excluders, scope_of
from store.views.lanes import lane
from store.views.logs import plan as applied_plan
from store.views.logs import plan_entries
from store.views.reader import Reader
from store.views.versions import (
    Touched,
    leaning_on,
    link_begun,
    link_ended,
    link_stands,
    only_links,
    standing_since,
    touched,
    version_at,
    version_before,
)

_MADE = {"lanes": "lane", "topics": "topic"}
"""What a row that a plan made is called; else it is an item."""


def compile_undo(reader: Reader, name: str, *, shown: Shown) -> Compiled:
    """The plan that undoes `name`; refused, item by item, where something moved since."""
    found = applied_plan(reader, name)
    if found is None:
        raise Refusal(
            RefusalKind.NOT_FOUND,
            f"There is no applied plan {name}.",
            "`memdesk list plans` lists them.",
            (name,),
        )
    if found.undone_by:
        raise Refusal(
            RefusalKind.RULE,
            f"{name} was undone already by {found.undone_by}.",
            f"`memdesk undo {found.undone_by}` does it again.",
            (name, found.undone_by),
        )
    entries = plan_entries(reader, name)
    if any(entry.action in CONTROLS for entry in entries):
        entries = _beside_controls(reader, name, entries)
        if any(entry.action in CONTROLS for entry in entries):
            return undone_controls(reader, name, entries, shown)
    first: dict[Touched, Entry] = {}
    last: dict[tuple[str, str | int], int | None] = {}
    for entry in entries:
        if (row := touched(entry)) is None:
            continue
        first.setdefault(row, entry)
        ended = entry.effect.get("restore", 0) is None
        last[row.table, row.key] = None if ended else entry.seq
    linking = [entry for entry in entries if only_links(entry)]
    if not first and not linking:
        raise Refusal(
            RefusalKind.RULE,
            f"{name} ({', '.join(found.verbs)}) has no undo.",
            "A grant or a token is revoked, a person retired, a key rotated or revoked; the log keeps both.",
            (name,),
        )
    _refuse_moved(reader, name, last)
    undone = {str(row.key) for row in first}
    for row, entry in first.items():
        before = _before(reader, row, entry)
        if before is None:
            _refuse_needed(reader, name, str(row.key), undone)
        elif row.table == "items":
            _refuse_succession(reader, name, str(row.key), before, undone)
    linked = [entry.subjects[0] for entry in linking]
    _refuse_withdrawn(reader, name, [str(row.key) for row in first if row.table == "items"] + linked)
    drafts = [_links_back(reader, name, entry) for entry in reversed(linking)]
    drafts += [_back(reader, row, entry) for row, entry in reversed(first.items())]
    _refuse_shut(reader, drafts)
    changes = tuple(c for draft in drafts for c in _changes(reader, draft))
    targets = tuple(draft.subjects[0] for draft in drafts)
    seen = (*last.values(), *(entry.seq for entry in linking))
    choice = Choice("undo", targets, Reason.MISTAKE, shown, tuple(str(n) for n in seen))
    return Compiled((choice,), tuple(sealed(d) for d in drafts), (changes,), (tuple(None for _ in targets),))


def undone_controls(reader: Reader, name: str, entries: Sequence[Entry], shown: Shown) -> Compiled:
    """The plan that undoes withdrawals by reinstating them, and reinstatements by withdrawing again (P§12.2).

    It needs what those verbs need, of authority and of signatures.
    """
    drafts: list[Draft] = []
    verbs: list[VerbName] = []
    changes: list[Change] = []
    for entry in entries:
        own = entry.subjects[0]
        scope = scope_of(reader, own)
        if scope is None or scope.control != own:
            raise Refusal(
                RefusalKind.MOVED,
                f"{name} cannot be undone: {own} is not the event in effect any more.",
                f"`memdesk show {own}` shows the whole chain.",
                (own,),
            )
        back = ControlAction.REINSTATE if scope.excluded else ControlAction.WITHDRAW
        verb = VerbName.REINSTATE if scope.excluded else VerbName.WITHDRAW
        told = {"verb": verb.value, "reason": Reason.MISTAKE.value, "shown": shown.value}
        told |= {"state": ControlState.DECIDED.value}
        verbs.append(verb)
        made = f"new:{len(drafts) + 1}"
        drafts.append(control_draft(made, back, Selectors.of(scope.terms), supersedes=own, told=told))
        after = ("withdrawn", "eligible again") if scope.excluded else ("eligible", "withdrawn again")
        changes.append(Change(id=own, field="influence", before=after[0], after=after[1]))
    targets = tuple(entry.subjects[0] for entry in entries)
    choices = tuple(
        Choice(verb, (target,), Reason.MISTAKE, shown, (str(entry.seq),))
        for verb, target, entry in zip(verbs, targets, entries, strict=True)
    )
    sealed_ = tuple(sealed(draft) for draft in drafts)
    return Compiled(choices, sealed_, tuple((change,) for change in changes), tuple((None,) for _ in targets))


def _beside_controls(reader: Reader, name: str, entries: Sequence[Entry]) -> list[Entry]:
    """What of a plan is undone: its withdrawals and reinstatements, or the rest once those are in effect no more."""
    entries = [entry for entry in entries if not _answers(entry)]
    rest = [entry for entry in entries if entry.action not in CONTROLS]
    if not rest:
        return entries
    for entry in entries:
        own = entry.subjects[0]
        if entry.action in CONTROLS and (scope := scope_of(reader, own)) is not None and scope.control == own:
            back = "reinstate" if scope.excluded else "withdraw"
            raise Refusal(
                RefusalKind.RULE,
                f"{name} withdraws or reinstates beside other decisions, which is not undone in one.",
                f"`memdesk {back} {own}` first; undoing {name} then undoes the rest of it.",
                (name, own),
            )
    return rest


def _answers(entry: Entry) -> bool:
    """Whether an entry answers a proposal, or names a source: that it was followed, or named so, stays true."""
    if entry.action is Action.SOURCE:
        return True
    return entry.action is Action.REVIEW and entry.subjects[0].startswith("memwd-")


def _refuse_moved(reader: Reader, name: str, last: dict[tuple[str, str | int], int | None]) -> None:
    moved = []
    for (table, key), seq in last.items():
        if _origin(reader, standing_since(reader, table, key)) != _origin(reader, seq):
            moved.append(_called(reader, table, key))
    if moved:
        raise Refusal(
            RefusalKind.MOVED,
            f"{name} cannot be undone: {', '.join(moved)} changed since.",
            "Undo the later decision first, or decide anew.",
            tuple(moved),
        )


def _refuse_shut(reader: Reader, drafts: Sequence[Draft]) -> None:
    """Refuse to write to what lies in a lane that is shut, or to put something back into one."""
    refuse_shut(drafts, Facts(reader).lying(written(drafts)))
    for draft in drafts:
        before = draft.effect.get("restore") if draft.subjects[0].startswith("mem-") else None
        stood = version_at(reader, "items", draft.subjects[0], before) if before else None
        back = lane(reader, stood["lane"]) if stood and stood["lane"] else None
        refuse_shut([draft], {draft.subjects[0]: back} if back else {})


def _refuse_withdrawn(reader: Reader, name: str, items: Sequence[str]) -> None:
    """Refuse to move what is out of influence: nothing that is shown would say what changes."""
    if by := excluders(reader, items):
        raise Refusal(
            RefusalKind.RULE,
            f"{name} cannot be undone: {', '.join(sorted(by))} is withdrawn.",
            f"`memdesk reinstate {next(iter(by.values()))[0]}` gives it back.",
            tuple(sorted(by)),
        )


def _origin(reader: Reader, seq: int | None) -> int | None:
    """The entry that first made a version as it stands: undoing brings the same version back."""
    while seq is not None and (entry := entry_at(reader.conn, seq)) is not None:
        if entry.effect.get("restore") is None:
            break
        seq = int(entry.effect["restore"])
    return seq


def _before(reader: Reader, row: Touched, entry: Entry) -> int | None:
    """The version that stood before an entry; None where the entry made the row, or made it again."""
    found = None if row.made else version_before(reader, row.table, row.key, entry.seq)
    if found is None and not row.made and "restore" not in entry.effect:
        raise Refusal(RefusalKind.BROKEN, f"What {row.key} was before is not known.", "")
    return found


def _refuse_needed(reader: Reader, name: str, made: str, undone: set[str]) -> None:
    """Refuse to take back an item that others gave way to since."""
    if leaning := [src for src in leaning_on(reader, made) if src not in undone]:
        raise Refusal(
            RefusalKind.MOVED,
            f"{name} cannot be undone: {', '.join(leaning[:12])} gave way to {made} since, came of it, or lies in it.",
            "Undo that decision first.",
            tuple(leaning),
        )


def _refuse_succession(reader: Reader, name: str, item: str, before: int, undone: set[str]) -> None:
    """Law 6 holds for an undo too: an item gives way again only to a live state item of its subject."""
    then = version_at(reader, "items", item, before)
    if then is None or then["drift"] or then["status"] != Status.SUPERSEDED or then["superseded_by"] in undone:
        return
    facts = Facts(reader)
    own, successor = facts.item(item), facts.item(then["superseded_by"] or "")
    if own and own.row and own.row.status is Status.SUPERSEDED and own.row.superseded_by == then["superseded_by"]:
        return
    if not (own and own.words and own.words.subject and successor and successor.row and successor.words):
        fits = False
    else:
        fits = (
            then["kind"] == successor.row.kind == Kind.STATE
            and successor.row.live
            and successor.words.subject == own.words.subject
            and successor.row.lane == then["lane"]
        )
    if not fits:
        raise Refusal(
            RefusalKind.RULE,
            f"{name} cannot be undone: {item} would give way to {then['superseded_by']},"
            " which is no live state item of its subject and lane any more.",
            "Decide anew.",
            (item,),
        )


def _back(reader: Reader, row: Touched, entry: Entry) -> Draft:
    """The entry that restores what stood before `entry`."""
    effect: dict[str, object] = {"verb": "undo", "undoes": entry.seq, "restore": _before(reader, row, entry)}
    if row.table == "blocks":
        effect["block_seq"] = row.key
    src = entry.subjects[0]
    if links := [link for link in entry.effect.get("links", ()) if link_begun(reader, src, link, entry.seq)]:
        effect["unlink"] = links
    if unlinked := [link for link in entry.effect.get("unlink", ()) if link_ended(reader, src, link, entry.seq)]:
        effect["links"] = unlinked
    return Draft(Action.REVIEW, entry.subjects[:1], effect, None, refs=(entry.seq,))


def _links_back(reader: Reader, name: str, entry: Entry) -> Draft:
    """The entry that ends the links which `entry` began, and begins those that it ended."""
    src, effect = entry.subjects[0], entry.effect
    begun = [link for link in effect.get("links", ()) if link_begun(reader, src, link, entry.seq)]
    ended = [link for link in effect.get("unlink", ()) if link_ended(reader, src, link, entry.seq)]
    moved = [link for link in begun if not link_stands(reader, src, link)]
    moved += [link for link in ended if link_stands(reader, src, link)]
    if moved or not begun + ended:
        raise Refusal(
            RefusalKind.MOVED, f"{name} cannot be undone: the links of {src} changed since.", "Decide anew.", (src,)
        )
    told: dict[str, object] = {"verb": "undo", "undoes": entry.seq}
    told |= {"unlink": begun} if begun else {}
    told |= {"links": ended} if ended else {}
    return Draft(Action.REVIEW, entry.subjects[:1], told, None, refs=(entry.seq,))


def _changes(reader: Reader, draft: Draft) -> list[Change]:
    if "restore" not in draft.effect:
        return links_changed(draft.subjects[0], draft.effect)
    undone = entry_at(reader.conn, draft.effect["undoes"])
    if undone is None:
        return []
    if (row := touched(undone)) is None:
        return []
    name = _called(reader, row.table, row.key)
    if draft.effect["restore"] is None:
        what = _MADE.get(row.table, "item")
        return [Change(id=name, field=what, before="stands", after="its making is undone")]
    now = version_at(reader, row.table, row.key, reader_head(reader)) or {}
    then = version_at(reader, row.table, row.key, draft.effect["restore"]) or {}
    found = [
        Change(id=name, field=column, before=_word(now.get(column)), after=_word(then[column]))
        for column in then
        if then[column] != now.get(column) and column not in ("deferred_at", "entry_seq", "body", "block")
    ]
    if then.get("body") != now.get("body"):
        found.append(Change(id=name, field="words", before="as they stand", after="as they were"))
    noted = Change(id=name, field="note", before="as noted", after="as before")  # what moved no row said something
    return found or links_changed(name, draft.effect) or [noted]


def _called(reader: Reader, table: str, key: str | int) -> str:
    """How a row is named to people."""
    block = block_by_seq(reader, int(key)) if table == "blocks" else None
    return block.id if block else str(key)


def reader_head(reader: Reader) -> int:
    """A seq behind which nothing stands yet."""
    return reader.at_seq or (1 << 62) - 1


def _word(value: object) -> str | None:
    return None if value in (None, "") else str(value)
