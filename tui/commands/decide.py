"""`memdesk decide`: one decision, applied at once as a plan of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from store.records.words import AUTHORITY_VERBS
from tui.commands.asking import confirm
from tui.commands.call import Call, Command, pass_call
from tui.commands.deciding import VERBS, asked_for, decision_options, show_preview, to_confirm
from tui.commands.signing import say_waiting, signing, writing
from tui.notices import DONE, PARTLY

if TYPE_CHECKING:
    from store.records.views import Applied


@click.command(
    "decide",
    cls=Command,
    help=f"""Decide on items, archived blocks, topics, lanes or withdrawals: a plan of one decision, applied at once.

    Without --seen it shows what would change and asks; that needs a terminal. A store with keys then asks for the
    passphrase of yours; where the policy wants two people, the plan waits for the second (exit code 6).

    Verbs: {" ".join(VERBS)}.""",
    short_help="Decide on items, archived blocks, topics, lanes or withdrawals.",
)
@decision_options
@pass_call
def command(call: Call, /, **params: Any) -> int:
    """Decide, and write the id of the plan."""
    desk = signing(call, writing(call))
    decision, unseen = asked_for(desk, params)
    if to_confirm(decision, unseen):
        show_preview(call, desk, decision, unseen)
        confirm(call, "Decide so?")
    return print_applied(call, "decide", decision.put(desk.decide))


def print_applied(call: Call, name: str, applied: Applied, undid: Applied | None = None) -> int:
    """Write the id of an applied plan, and tell what it did (or undid); 6 where a second person has to sign first."""
    if call.json:
        from tui.commands.shapes import shape

        found = shape(applied)
        call.data(name, found if undid is None else found | {"undid": shape(undid)["done"]})
        return DONE if applied.waiting is None else PARTLY
    if applied.waiting is not None:
        say_waiting(call, applied.waiting)
        return PARTLY
    from tui.wording.sentences import result_sentence
    from tui.wording.undone import undone_sentence

    call.out.line(applied.plan)
    if undid is not None:
        call.talk(undone_sentence(undid, applied, typed=True))
    else:
        call.talk(result_sentence(applied.each, applied.entries, applied.seq + applied.entries - 1, typed=True))
    if not AUTHORITY_VERBS.intersection(applied.verbs):
        call.talk(f"`memdesk undo {applied.plan}` undoes it, by adding.")
    return DONE
