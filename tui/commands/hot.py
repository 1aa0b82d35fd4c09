"""`memdesk hot`: the lines for the file that an agent always reads (P§8)."""

from __future__ import annotations

import click

from tui.commands.call import Call, Command, pass_call
from tui.commands.places import find_store
from tui.wording.hot_entry import FORMS, hot_entry, in_form

form_option = click.option(
    "--for",
    "form",
    type=click.Choice(list(FORMS)),
    default="agents-md",
    show_default=True,
    help="The file that it goes into.",
)


@click.command("hot", cls=Command, short_help="Print what an agent's hot entry says about its memory.")
@form_option
@pass_call
def command(call: Call, form: str) -> None:
    """Print what the file that an agent always reads should say about its memory.

    Who the agent is and what always holds, where the memory is, when to read it, when to write to it, and what a wish
    to forget leads to; then how to read what is found. Nothing is written: paste it where it belongs.
    """
    store = find_store(call.store).absolute()
    print_entry(call, "hot", form, hot_entry(str(store), str(store.parent / "memory.md")))


def print_entry(call: Call, name: str, form: str, lines: tuple[str, ...]) -> None:
    """Write the lines of a form, and say where they go."""
    made = FORMS[form]
    text = in_form(made, lines)
    if call.json:
        call.data(name, {"for": form, "title": made.title, "file": made.file, "lines": list(text)})
        return
    call.talk(f"For {made.file} ({made.title}):")
    for line in text:
        call.out.line(line)
