"""`memdesk task`: what is captured for a task is working memory, released from use when the task is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from governance.errors import Refusal, RefusalKind
from store.records.words import TaskOutcome
from tui.commands.call import WORDS, Call, Group, pass_call

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import TaskView


@click.group("task", cls=Group, invoke_without_command=True, short_help="Open, close and show tasks of agents.")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Open, close and show tasks: a working record belongs to one, and is of no use beyond it."""
    if ctx.invoked_subcommand is None:
        print_tasks(ctx.ensure_object(Call), every=False)


@command.command("open")
@click.argument("title", type=WORDS, required=False, metavar="TITLE")
@click.option("--project", type=WORDS, metavar="P", help="The project it belongs to; a token binds to its own.")
@click.option("--client-ref", type=WORDS, metavar="REF", help="Your own name for it: opened again, it is the same one.")
@pass_call
def open_task(call: Call, title: str | None, project: str | None, client_ref: str | None) -> None:
    """Open a task; its id is printed."""
    name = _writing(call).intake.open_task(title, project=project, client_ref=client_ref)
    if call.json:
        call.data("task-open", {"id": name})
        return
    call.out.line(name)


@command.command("close")
@click.argument("task", type=WORDS, metavar="TASK")
@click.option(
    "--outcome", type=click.Choice([one.value for one in TaskOutcome]), default="unknown", help="How it ended."
)
@click.option("--note", type=WORDS, help="What there is to say about it.")
@pass_call
def close_task(call: Call, task: str, outcome: str, note: str | None) -> None:
    """Close a task; the working records that are released from use are printed. They stay as history."""
    released = _writing(call).intake.close_task(task, outcome, note)
    if call.json:
        call.data("task-close", {"id": task, "outcome": outcome, "released": list(released)})
        return
    for name in released:
        call.out.line(name)
    from tui.wording.sentences import number

    call.talk(f"{task} is closed ({outcome}); released from use: {number(len(released), 'record')}.")


@command.command("list")
@click.option("--all", "every", is_flag=True, help="Also those that are closed.")
@pass_call
def list_all(call: Call, every: bool) -> None:
    """List the tasks that are open, newest first."""
    print_tasks(call, every=every)


@command.command("show")
@click.argument("task", type=WORDS, metavar="TASK")
@pass_call
def show(call: Call, task: str) -> None:
    """Show a task and its working records."""
    desk = call.desk()
    found = next((one for one in desk.intake.tasks(every=True) if one.id == task), None)
    if found is None:
        raise Refusal(RefusalKind.NOT_FOUND, f"There is no task {task}.", "`memdesk task list --all`.", (task,))
    rows = () if desk.partial else desk.item_rows(found.working)  # recall --task tells an agent their words
    if call.json:
        from tui.commands.shapes import row_shape
        from tui.commands.show_sent import task_shape

        call.data("task", {**task_shape(found), "records": [row_shape(row) for row in rows]})
        return
    call.out.line(*_line(found, desk))
    for row in rows:
        released = row.strip is not None and row.strip.released
        call.out.row(["  ", (row.id, "dim" if released else "bold"), "  released  " if released else "  "], row.text)


def print_tasks(call: Call, *, every: bool) -> None:
    """Write tasks, one a line."""
    desk = call.desk()
    found = desk.intake.tasks(every=every)
    if call.json:
        from tui.commands.show_sent import task_shape

        call.data("task-list", {"tasks": [task_shape(one) for one in found]})
        return
    for one in found:
        call.out.line(*_line(one, desk))
    if not found:
        call.talk("No task is open; `memdesk task open` opens one." if not every else "There never was a task.")


def _line(one: TaskView, desk: Desk) -> list[str | tuple[str, str]]:
    """A task in one line: id, how it stands, how much is in it, whose, what it is called."""
    from tui.wording.sentences import number
    from tui.wording.times import ago_at

    stands = str(one.outcome) if one.outcome else str(one.state)
    for_project = f"  {one.project}" if one.project else ""
    title = f"  {one.title}" if one.title else ""
    held = f"  {number(len(one.working), 'record')}  {ago_at(desk.now(), one.opened, desk.zone)}  {one.by}"
    return [(one.id, "bold"), f"  {stands}", held, for_project, title]


def _writing(call: Call) -> Desk:
    from tui.commands.signing import writing

    return writing(call)
