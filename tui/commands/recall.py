"""`memdesk recall`: what may be used for something, with everything that is needed to doubt it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from governance.errors import Refusal, RefusalKind
from store.records.recall import UseRole
from store.records.words import MemoryType
from tui.commands.call import WORDS, Call, Command, pass_call

if TYPE_CHECKING:
    from store.records.views.recall import Answer

_ROLES = tuple(role.value for role in UseRole)
_TYPES = tuple(kind.value for kind in MemoryType)
_OTHERS = (
    "type", "when", "env", "observed", "task", "project", "scope", "category_indexes", "full_history_scan",
)  # fmt: skip
"""What an audit does not take."""
_RAISING = {"payloads": "--payloads N", "full_history_scan": "--full-history-scan"}


@click.command("recall", cls=Command, short_help="Ask what may be used, and on what terms.")
@click.argument("words", nargs=-1, required=True, type=WORDS, metavar="QUERY...")
@click.option(
    "--use-role",
    type=click.Choice(_ROLES),
    default=UseRole.BACKGROUND.value,
    metavar="ROLE",
    help=f"What for: {', '.join(_ROLES)} (usual: background). It says which types and Statuses may answer.",
)
@click.option("--type", type=click.Choice(_TYPES), metavar="TYPE", help=f"Only one type: {', '.join(_TYPES)}.")
@click.option(
    "--when",
    type=WORDS,
    metavar="TIME",
    help="The moment for which validity is asked, or a day of the store (usual: now).",
)
@click.option(
    "--env", type=WORDS, multiple=True, metavar="PRECONDITION", help="What holds here, for procedures; repeatable."
)
@click.option(
    "--observed",
    type=WORDS,
    multiple=True,
    metavar="SUBJECT=VALUE",
    help="What you see live: it outranks any record of that subject; repeatable.",
)
@click.option("--task", type=WORDS, metavar="TASK", help="An open task of yours, for its working records.")
@click.option("--project", type=WORDS, help="Only this project (and what belongs to none), of those of your token.")
@click.option("--scope", type=WORDS, help="Only records of exactly this scope.")
@click.option("--payloads", type=int, metavar="N", help="Open so many records instead of 2; the answer says how many.")
@click.option(
    "--category-indexes",
    type=int,
    metavar="N",
    help="Choose them out of so many lists of 200 rows instead of 1.",
)
@click.option(
    "--full-history-scan", is_flag=True, help="Choose them out of everything that matches; it may take a while."
)
@click.option(
    "--audit",
    is_flag=True,
    help="Also the archive itself and lanes set aside, for people who may; the log notes the look.",
)
@pass_call
def command(call: Call, /, words: tuple[str, ...], audit: bool, **params: Any) -> None:
    """Ask what may be used, and on what terms: testimony with its source, age, standing, and whatever disagrees.

    Withdrawn records, those of other projects and lanes, and those that do not fit the use never answer.
    After `--` nothing is an option.
    """
    desk, query = call.desk(), " ".join(words)
    if not audit:
        print_answer(call, "recall", desk.recalling.recall(query, **params))
        return
    given = [f"--{name.replace('_', '-')}" for name in _OTHERS if params[name]]
    given += ["--use-role"] if params["use_role"] != UseRole.BACKGROUND else []
    if given:
        sentence = f"--audit looks at everything: it takes no {', '.join(given)}."
        raise Refusal(RefusalKind.BAD_INPUT, sentence, "Leave one of them away.")
    print_answer(call, "recall", desk.recalling.audit(query, payloads=params["payloads"]))


def print_answer(call: Call, name: str, found: Answer) -> None:
    """Write an answer, for agents or for people."""
    if call.json:
        from tui.commands.shapes import shape

        call.data(name, shape(found))
        return
    from tui.wording.recalled import answer_lines

    person = call.desk().person.principal is None and call.claimed is None
    raising = {**_RAISING, "conflict": "memdesk reconcile"} if person else _RAISING
    raising |= {"audit": "--audit"} if person and found.audit is None else {}
    for indent, style, text in answer_lines(found, call.signs, raising):
        call.out.block(text, indent=indent, style=style)
