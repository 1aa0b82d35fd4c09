"""Taking: what was examined becomes an entry under the write lock, once; whatever is refused is kept with its fault."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from governance.intake.capture.influence import repeated, source_link, told_held, withdrawn
from governance.intake.capture.known import Asked, known, refused_before
from governance.intake.capture.lanes import lane_for
from governance.intake.capture.pinning import pinned
from governance.intake.capture.writer import Writer
from governance.rules.examining import WAITS, Examined, kept_of
from store import log
from store.commit import Snapshot
from store.ids import MAX_FOREIGN, day_number, read_id
from store.records.entry import Draft, Entry, Payload
from store.records.views.intake import CaptureReceipt
from store.records.words import (
    Action,
    Assurance,
    Fault,
    Flag,
    MemoryType,
    Origin,
    PermittedUse,
    Place,
    Relation,
    Review,
    SourceState,
    Status,
    TaskState,
)

Taken = Generator[Draft, Entry, CaptureReceipt]


def take(snapshot: Snapshot, writer: Writer, found: Examined, *, day: str) -> Taken:
    """Append one capture, or what keeps it from being one; `day` is the user day, YYYY-MM-DD.

    The same thing sent again by the same writer is answered with the record that it became.
    """
    fault = _other_project(writer, found) or found.fault
    lane, shut = (None, None) if fault else lane_for(snapshot, found, _project(writer, found))
    if fault is None and lane is None and shut is not None:
        fault = shut
    if fault is None:
        asked = Asked(_item(found, lane), _words(writer, found), _told(writer, found))
        before = known(snapshot, writer, found, asked)
        if isinstance(before, CaptureReceipt):
            return told_held(snapshot, before)
        fault = before
        if fault is None and found.request.type is MemoryType.WORKING:
            fault = _no_task(snapshot, writer, found)
        fault = fault or shut or _onto_withdrawn(snapshot, found)
        if fault is None:
            return told_held(snapshot, (yield from _capture(snapshot, writer, found, asked, day)))
    if (name := refused_before(snapshot, writer, found, fault, day)) is not None:
        return _refused(name, fault, found.faults)
    return (yield from _refuse(snapshot, writer, found, fault, day))


# refused


def _other_project(writer: Writer, found: Examined) -> Fault | None:
    """A token binds to its projects: what is sent for another one is refused."""
    asked = found.request.fields.get("project")
    if writer.projects and asked is not None and asked not in writer.projects:
        found.faults = (("project", f"This token writes for {', '.join(writer.projects)} only."), *found.faults)
        return Fault.PROJECT
    if len(writer.projects) > 1 and asked is None and found.fault is None:
        found.faults = (("project", f"Say for which project: {', '.join(writer.projects)}."),)
        return Fault.PROJECT
    return None


def _no_task(snapshot: Snapshot, writer: Writer, found: Examined) -> Fault | None:
    name = found.request.fields.get("task", "").removeprefix("task:")
    row = snapshot.row("tasks", name)
    if row is None or row["state"] != TaskState.OPEN:
        found.faults = (("task", f"There is no open task {name}: working memory belongs to one."),)
        return Fault.TASK
    payload = snapshot.payload_of(int(str(row["body"]))) or {}
    opened = log.entry(snapshot.conn, int(str(row["body"])))
    theirs = opened is not None and (opened.actor, payload.get("by")) == (writer.actor, writer.by)
    if not theirs or payload.get("project") != _project(writer, found):
        found.faults = (("task", f"{name} is a task of another writer or project."),)
        return Fault.TASK
    return None


def _onto_withdrawn(snapshot: Snapshot, found: Examined) -> Fault | None:
    """Nothing new leans on what is withdrawn (P§12.2): neither *inspired by* nor *continues* can name it."""
    for said in ("inspired_by", "continues"):
        name = found.request.fields.get(said, "")
        if name and withdrawn(snapshot, name):
            found.faults = ((said, f"{name} is withdrawn, so nothing can rest on it."),)
            return Fault.WITHDRAWN
    return None


def _refuse(snapshot: Snapshot, writer: Writer, found: Examined, fault: Fault, day: str) -> Taken:
    sent, secret = found.sent, fault is Fault.SECRET
    name = snapshot.mint("quar", day_number(day))
    ref = found.request.fields.get("client_ref")
    payload: Payload = {"v": 1, "by": writer.by, "faults": [list(pair) for pair in found.faults]}
    told = {
        "raw": None if secret else found.raw or kept_of(sent),
        "client_ref": None if secret else ref,
        "project": None if secret else _project(writer, found),
        "file": sent.file,
        "line": sent.line,
        "rule": found.rule,
        "place": found.place,
    }
    payload |= {name: value for name, value in told.items() if value is not None}
    effect: dict[str, Any] = {"fault": fault.value, "door": sent.door.value, "assurance": writer.assurance.value}
    other = None if secret else repeated(snapshot, found.request.text)
    links = [] if secret else source_link(snapshot, found.request.fields.get("source"))
    links += [[Relation.REPEATS.value, other]] if other is not None else []
    effect |= {"links": links} if links else {}
    yield Draft(Action.QUARANTINE, (name,), effect, payload, actor=writer.actor)
    return _refused(name, fault, found.faults, kept=bool(payload.get("raw")))


def _refused(name: str, fault: Fault, faults: tuple[tuple[str, str], ...], *, kept: bool = True) -> CaptureReceipt:
    said = "; ".join(f"{field}: {sentence}" if field else sentence for field, sentence in faults)
    hint = (
        "Take the credential out and send it again; rotate it where it was real."
        if fault is Fault.SECRET
        else "Mend it and send it again; "
        + ("what was sent is kept in quarantine." if kept else "nothing of it is kept.")
    )
    return CaptureReceipt.model_construct(
        came="refused", id=name, findings=(), review=None, fault=fault, faults=faults, sentence=said, hint=hint,
        status=None,
    )  # fmt: skip


# captured


def _capture(snapshot: Snapshot, writer: Writer, found: Examined, asked: Asked, day: str) -> Taken:
    request, sent, fields = found.request, found.sent, found.request.fields
    flags = set(found.flags)
    date = request.date or day
    if date > day:
        flags.add(Flag.DATE_AHEAD)
    if writer.assurance is Assurance.CLAIMED and fields.get("project"):
        flags.add(Flag.PROJECT_CLAIM)
    written, name = fields.get("id"), None
    if written is not None:
        read = read_id(written)
        if read and read.prefix == "mem" and read.n <= MAX_FOREIGN and date <= day and not snapshot.used(written):
            name = written
        elif snapshot.used(written):
            flags.add(Flag.ID_TAKEN)
    name = name or snapshot.mint("mem", day_number(min(date, day)))
    state, sources, origin = pinned(snapshot, fields.get("source"))
    if state is SourceState.MISSING:
        flags.add(Flag.SOURCE_LOST)
    links: list[list[str | int]] = [[Relation.SOURCE.value, seq] for seq in sources]
    links += source_link(snapshot, fields.get("source"))
    if repeated(snapshot, request.text):
        flags.add(Flag.WORDS_WITHDRAWN)
    for target in request.lists.get("refutes", ()):
        if target != name and snapshot.row("items", target) is not None:
            links.append([Relation.REFUTES.value, target])
        else:
            flags.add(Flag.TARGET_LOST)
    if before := fields.get("continues"):
        if before != name and snapshot.row("items", before) is not None:
            links.append([Relation.CONTINUES.value, before])
        else:
            flags.add(Flag.TARGET_LOST)
    review = Review.NEEDED if flags & WAITS else Review.SOURCE_CLAIM
    findings = [flag.value for flag in Flag if flag in flags]
    own = snapshot.head[0] + 1
    kept, fact = _preserved(found, name, date, own)
    item: dict[str, Any] = {
        **asked.item,
        "place": Place.INBOX.value,
        "status": Status.ACTIVE.value,
        "source_state": state.value,
        "block": own,
        "review": review.value,
    }
    item |= {"findings": findings} if findings else {}
    effect: dict[str, Any] = {
        "item": item,
        "assurance": writer.assurance.value,
        "origin": (Origin.PERSON if writer.person else origin).value,
        "permitted_use": (PermittedUse.NONE if review is Review.NEEDED else PermittedUse.TESTIMONY).value,
        "door": sent.door.value,
    }
    if links:
        effect["links"] = links
    words = {"v": 1, **asked.words, "fact": fact, "date": date}
    if written and written != name:
        words["written_id"] = written
    payload = {"v": 1, "bytes": kept, "words": words, "capture": asked.told}
    yield Draft(Action.CAPTURE, (name,), effect, payload, actor=writer.actor)
    return CaptureReceipt.model_construct(
        came="captured", id=name, findings=tuple(Flag(code) for code in findings), review=review, fault=None,
        faults=(), sentence="", hint="", status=Status.ACTIVE.value,
    )  # fmt: skip


def _item(found: Examined, lane: str | None) -> dict[str, Any]:
    """What of a request its record is ranged by."""
    request = found.request
    item: dict[str, Any] = {
        "kind": request.kind.value,
        "confidence": request.confidence.value if request.confidence else None,
    }
    if request.type is not None:
        item["type"] = request.type.value
        if request.type is MemoryType.WORKING:
            item["task"] = request.fields.get("task", "").removeprefix("task:")
    return item | ({"lane": lane} if lane else {})


def _words(writer: Writer, found: Examined) -> dict[str, Any]:
    """The words of a request, without its text, its day and its id."""
    request, fields = found.request, found.request.fields
    lists = request.lists
    routing = {
        name: list(lists[name]) if name in lists else fields[name]
        for name in (
            "retrieval_terms", "domain_tags", "applies_when", "does_not_apply_when", "category", "content_language",
            "open_loops",
        )
        if name in lists or name in fields
    }  # fmt: skip
    words: dict[str, Any] = {
        "source": fields.get("source"),
        "subject": fields.get("subject"),
        "scope": fields.get("scope"),
        "inspired_by": fields.get("inspired_by"),
        "corroborating": list(lists.get("corroborating", ())),
        "as_written": [[name, text] for name, text in request.stripped if name == "kind"],
        "file": found.sent.file,
        "line": found.sent.line,
        "project": _project(writer, found),
        "topic": fields.get("topic"),
        "typed": [list(pair) for pair in request.typed],
        "routing": routing,
        "proposed_confidence": request.proposed,
    }
    return {name: value for name, value in words.items() if value}


def _told(writer: Writer, found: Examined) -> dict[str, Any]:
    """What is kept beside the words: who sent it, and what was taken off."""
    request = found.request
    told: dict[str, Any] = {
        "by": writer.by,
        "client_ref": request.fields.get("client_ref"),
        "dated": request.date is not None,
        "offset": request.offset,
        "refutes": list(request.lists.get("refutes", ())),
        "continues": request.fields.get("continues"),
        "stripped": [list(pair) for pair in request.stripped],
    }
    return {name: value for name, value in told.items() if value}


def _project(writer: Writer, found: Examined) -> str | None:
    """The project it belongs to: what the token binds to, else what was said."""
    asked = found.request.fields.get("project")
    return asked or (writer.projects[0] if len(writer.projects) == 1 else None)


def _preserved(found: Examined, name: str, date: str, own: int) -> tuple[str, dict[str, Any]]:
    """The bytes that are archived, and where in them the text stands."""
    request, sent = found.request, found.sent
    if sent.bytes is not None and sent.fact is not None:
        start, end = sent.fact
        return sent.bytes, {"block": own, "start": start, "end": end}
    lead = f"- [{date}] [{name}] ({request.kind.value}) ".encode()
    text = request.text.replace("\n", "\n  ").encode()
    tail = f" Source: {request.fields['source']}."
    if subject := request.fields.get("subject"):
        tail = f" Subject: {subject}.{tail}"
    raw = lead + text + tail.encode() + b"\n"
    fact: dict[str, Any] = {"block": own, "start": len(lead), "end": len(lead) + len(text)}
    return raw.decode(), fact | ({"exact": True} if "\n" in request.text or "  " in request.text else {})
