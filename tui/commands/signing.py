"""Signing at the command line: the key is named and asked for when everything else is settled, and not before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from governance.errors import Refusal, RefusalKind
from tui.commands.asking import can_ask, confirm
from tui.commands.call import WORDS, Call
from tui.notices import DONE, PARTLY
from tui.safe import cut

if TYPE_CHECKING:
    from collections.abc import Callable

    from governance.committing import Asked
    from governance.desk import Desk
    from store.records.views import Applied, PrincipalView
    from store.records.words import KeyRole

    Unlock = Callable[[Asked], None]

yes_option = click.option("--yes", is_flag=True, help="Do not ask.")
note_option = click.option("--note", type=WORDS, help="Why, in your own words.")


def refuse_reading(call: Call) -> None:
    """Refuse what writes, before anything is asked or named, where nothing at all is to be written."""
    if call.read_only:
        raise Refusal(RefusalKind.READ_ONLY, "This writes, and --read-only writes nothing at all.", "Leave it out.")


def writing(call: Call) -> Desk:
    """The desk, for what changes something."""
    refuse_reading(call)
    return call.desk()


def signing(call: Call, desk: Desk) -> Desk:
    """From now on the desk asks for the key whenever a plan needs it, and only then."""

    def ask(asked: Asked) -> None:
        if asked.locked:
            say_what(call, asked)
            unlock(call, desk)

    desk.ask = ask
    return desk


def acting(call: Call, desk: Desk, question: str, *, yes: bool, key: Unlock | None = None) -> Desk:
    """From now on the desk shows what an act would change, asks whether to, and then for the key if it needs one."""

    def ask(asked: Asked) -> None:
        from tui.commands.deciding import print_changes

        if not call.json or (can_ask() and not yes):
            print_changes(call, asked.changes)
        if not yes and can_ask():
            confirm(call, question)
        if asked.locked:
            say_what(call, asked)
            (key or (lambda _: unlock(call, desk)))(asked)

    desk.ask = ask
    return desk


def unlock(call: Call, desk: Desk, *, role: KeyRole | None = None) -> None:
    """Take the key of the person at the desk into its hand, for one plan; their passphrase is asked for here."""
    from tui.commands.secrets import unlocking

    found = desk.signing(role)
    if found is None:
        desk.unlock(None, role=role)
        return
    call.talk(f"Your key is {found.key}, {found.file}.")
    if found.in_agent:
        from governance.desk import keycase

        call.talk(keycase.IN_AGENT)
    if found.asks:
        call.talk("It asks by itself: touch it, or answer ssh-keygen.")
        desk.unlock(None, role=role)
        return
    unlocking(call, f"Passphrase of {_last(found.file)}: ", lambda secret: desk.unlock(secret, role=role))


def say_what(call: Call, asked: Asked) -> None:
    """Say what is about to be signed."""
    from tui.wording.authority import act_words, listed

    call.settle()
    what = listed([act_words(verb) for verb in asked.verbs])
    named = [cut(one) for one in asked.ids if not one.startswith("new:")]
    about = f" ({', '.join(named[:3])}{f' and {len(named) - 3:,} more' if len(named) > 3 else ''})" if named else ""
    call.talk(f"This needs your signature: {what}{about}, as things stood at entry {asked.head:,}.")


def _last(file: str) -> str:
    return file.rsplit("/", 1)[-1]


def finish(call: Call, name: str, applied: Applied, told: str = "", **more: Any) -> int:
    """Tell what became of an act: stdout gets the ids it made, or the id of its plan; 6 if another has to sign."""
    if call.json:
        from tui.commands.shapes import shape

        call.data(name, {**shape(applied), **more})
    elif applied.waiting is not None:
        say_waiting(call, applied.waiting)
    else:
        made = [one for one in applied.ids if not one.startswith("store-")]
        call.out.line(" ".join(made) or applied.plan)
        call.talk(told or f"Done, as {applied.plan}.")
    return DONE if applied.waiting is None else PARTLY


def say_waiting(call: Call, n: int) -> None:
    """Say that nothing has happened yet, and what is missing."""
    from tui.wording.authority import waiting_sentence

    call.out.line(f"request {n}")
    call.talk(waiting_sentence(n))


def who_is(desk: Desk, who: str) -> PrincipalView:
    """The principal of this id or name; a name that several bear is refused."""
    everybody = desk.principals()
    if found := next((one for one in everybody if one.id == who), None):
        return found
    named = [one for one in everybody if one.name == who]
    fit = [one for one in named if not one.retired] or named
    if len(fit) == 1:
        return fit[0]
    if not fit:
        raise Refusal(
            RefusalKind.NOT_FOUND, f"Nobody here is called {who!r}.", "`memdesk principal list` shows everybody."
        )
    ids = tuple(one.id for one in fit)
    raise Refusal(RefusalKind.BAD_INPUT, f"{who!r} is the name of {', '.join(ids)}.", "Name one by its id.", ids)
