"""Tasks: what is captured for one is working memory, released when it is closed (T)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from governance.errors import Refusal, RefusalKind
from governance.intake.capture.writer import Writer
from store import index, log
from store.commit import Snapshot
from store.records.entry import Draft, Entry
from store.records.words import Action, TaskState
from store.views.intake import working_of


def open_task(
    snapshot: Snapshot, writer: Writer, *, title: str | None, project: str | None, client_ref: str | None
) -> Generator[Draft, Entry, str]:
    """Append the entry that opens a task; the same request again is answered with the same task."""
    asked = project or (writer.projects[0] if len(writer.projects) == 1 else None)
    if writer.projects and asked not in writer.projects:
        raise Refusal(RefusalKind.NOT_ALLOWED, f"This token works for {', '.join(writer.projects)} only.", "")
    form = index.client_form(writer.actor, writer.by, writer.assurance, client_ref) if client_ref else None
    for seq in snapshot.find("task", form) if form else ():
        known = log.entry(snapshot.conn, seq)
        if known is not None:
            if (snapshot.payload_of(seq) or {}).get("project") != asked:
                sentence = f"The reference {client_ref} was used for a task of another project."
                raise Refusal(RefusalKind.RULE, sentence, "Open it under a reference of its own, or under none.")
            return known.subjects[0]
    name = snapshot.mint("task")
    told = {"title": title, "project": asked, "client_ref": client_ref}
    payload = {"v": 1, "by": writer.by, **{key: value for key, value in told.items() if value}}
    effect = {"assurance": writer.assurance.value}
    yield Draft(Action.TASK_OPENED, (name,), effect, payload, actor=writer.actor)
    return name


def close_task(
    snapshot: Snapshot, writer: Writer, name: str, outcome: str, note: str | None, *, person: bool
) -> Generator[Draft, Entry, tuple[str, ...]]:
    """Append the entry that closes a task and releases its working records; returns those."""
    row = snapshot.row("tasks", name)
    if row is None:
        raise Refusal(RefusalKind.NOT_FOUND, f"There is no task {name}.", "`memdesk task list` shows them.", (name,))
    if row["state"] != TaskState.OPEN:
        raise Refusal(RefusalKind.RULE, f"{name} is closed already.", "", (name,))
    payload = snapshot.payload_of(int(str(row["body"]))) or {}
    opened = log.entry(snapshot.conn, int(str(row["body"])))
    theirs = opened is not None and (opened.actor, payload.get("by")) == (writer.actor, writer.by)
    if not person and not theirs:
        raise Refusal(RefusalKind.NOT_ALLOWED, f"{name} is the task of another writer.", "", (name,))
    working = working_of(snapshot.conn, name)
    effect: dict[str, Any] = {"outcome": outcome, "assurance": writer.assurance.value}
    if working:
        effect["moves"] = {"released": True}
    told = {"v": 1, "note": note} if note else None
    yield Draft(Action.TASK_CLOSED, (name, *working), effect, told, actor=writer.actor)
    return working
