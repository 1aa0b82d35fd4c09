"""`memdesk key`: the keys that sign decisions."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from governance.errors import Refusal, RefusalKind
from store.records.words import KeyRole, Role
from tui.commands.adopting import adopt
from tui.commands.call import PATH, WORDS, Call, Group, pass_call
from tui.commands.key_changes import ratify, revoke, rotate
from tui.commands.making import KEEP_WORDS, brought_key, new_key
from tui.commands.places import named_store, nearest_store
from tui.commands.signing import acting, finish, note_option, refuse_reading, who_is, writing, yes_option

if TYPE_CHECKING:
    from governance.desk import Desk


@click.group("key", cls=Group, invoke_without_command=True, short_help="Make, use and change keys that sign.")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show the keys that sign decisions here; make, use, add, replace and revoke them."""
    if ctx.invoked_subcommand is None:
        print_all(ctx.ensure_object(Call))


@command.command("new")
@click.argument("path", type=PATH, required=False, metavar="[PATH]")
@click.option("--recovery", is_flag=True, help="To be put away in a safe place; it only changes keys.")
@pass_call
def new(call: Call, path: Path | None, recovery: bool) -> None:
    """Make an Ed25519 key with a passphrase, which is asked for twice; prints its path and its public line."""
    from governance.desk import keycase

    refuse_reading(call)
    desk = _desk_at_hand(call)
    if path is None:
        if recovery:
            raise click.UsageError("Name where the recovery key is to be written.")
        path = keycase.free_path(desk.store_id if desk else "memdesk", desk.person.name if desk else "key")
    file = new_key(call, path, path.name)
    if call.json:
        told = {"fingerprint": file.public.fingerprint, "public": file.public.line}
        call.data("key-new", {"file": str(file.path), **told, "recovery": recovery})
        return
    call.out.line(str(file.path))
    call.out.line(file.public.line)
    if recovery:
        call.talk(KEEP_WORDS)
    if desk is not None:
        call.talk(_next(desk, file.path, recovery=recovery))


def _desk_at_hand(call: Call) -> Desk | None:
    """The desk, where there is a store; a key can be made without one."""
    if named_store(call.store) is None and nearest_store() is None:
        return None
    return call.desk()


def _next(desk: Desk, path: Path, *, recovery: bool) -> str:
    """What can be done with a new key at this store."""
    public, flag = f"{path}.pub", " --recovery" if recovery else ""
    me = next((one for one in desk.principals() if one.me), None)
    if desk.policy().keyless:
        way = f"adopt --recovery {public}" if recovery else f"adopt {path}"
        return f"This store is keyless; with `memdesk key {way}` its owner gives it its first key."
    if me is None and recovery:
        return f"An owner makes you known first, and then adds it: `memdesk key add NAME {public} --recovery`."
    if me is None:
        return f"An owner makes you known with it: `memdesk principal enroll {desk.person.name} --key {public}`."
    add = f"`memdesk key add {me.name} {public}{flag}`"
    own = [key for key in me.keys if key.state == "live" and key.role is KeyRole.SIGNING]
    if not own:
        way = f"An owner adds it for you: {add}"
    elif desk.signing(KeyRole.SIGNING) is None:
        way = f"You sign with {own[-1].id}, whose file is named with `memdesk key use PATH`; then {add} adds this one"
    elif recovery:
        return f"{add} makes it your recovery key."
    else:
        way = f"`memdesk key rotate --new {path}` puts it in the place of the one you use, {add} beside it"
    others = f" Somebody else's is added with `memdesk key add WHO {public}{flag}`." if me.role is Role.OWNER else ""
    return f"{way}.{others}"


@command.command("use")
@click.argument("path", type=PATH, metavar="PATH")
@pass_call
def use(call: Call, path: Path) -> None:
    """From now on sign at this store with the key of this file; one without a passphrase is refused."""
    desk = writing(call)
    if call.claimed:
        raise Refusal(RefusalKind.NOT_ALLOWED, "Which key is used is noted for the system user.", "Leave --as away.")
    file = brought_key(call, path)
    desk.use_key(path)
    keys = desk.keys()
    known = next((key for key in keys if key.line == file.public.line and key.state == "live"), None)
    if call.json:
        told = {"file": os.fspath(path.absolute()), "fingerprint": file.public.fingerprint}
        call.data("key-use", {**told, "key": known.id if known else None})
        return
    call.out.line(file.public.fingerprint)
    if known is None:
        call.talk("Nobody here has this key yet; an owner adds it: `memdesk key add WHO PUBLIC-FILE`.")
    else:
        call.talk(f"It is {known.id}, the {known.role} key of {known.who}.")


@command.command("list")
@pass_call
def list_all(call: Call) -> None:
    """List every key: whose, what for, whether it signs, and where its file is on this machine."""
    print_all(call)


@command.command("add")
@click.argument("who", type=WORDS, metavar="WHO")
@click.argument("public", type=PATH, metavar="PUBLIC-FILE")
@click.option("--recovery", is_flag=True, help="As a recovery key, which only changes keys.")
@note_option
@yes_option
@pass_call
def add(call: Call, who: str, public: Path, recovery: bool, note: str | None, yes: bool) -> int:
    """Let a further key sign for somebody; its public half is enough."""
    from governance.desk import keycase

    desk = writing(call)
    one, line = who_is(desk, who), keycase.public_at(public).line
    acting(call, desk, f"Add this key to {one.name}?", yes=yes)
    role = KeyRole.RECOVERY if recovery else KeyRole.SIGNING
    applied = desk.authorize.add_key(one.id, line, role=role, note=note)
    told = "; they name it on their machine with `memdesk key use PATH`" if not recovery else ""
    return finish(call, "key-add", applied, f"It is a {role} key of {one.name} now{told}.")


for _more in (adopt, rotate, revoke, ratify):
    command.add_command(_more)


def print_all(call: Call) -> None:
    """Write every key, one a line."""
    desk = call.desk()
    found = desk.keys()
    if call.json:
        from tui.commands.shapes import shape

        call.data("key-list", {"keyless": desk.policy().keyless, "keys": shape(found), "mine": shape(desk.signing())})
        return
    from tui.wording.authority import KEYLESS, key_sentence

    for key in found:
        call.out.line((key.id, "bold" if key.state == "live" else "dim"), f"  {key_sentence(key)}")
    if not found:
        call.talk(f"The store is {KEYLESS}. `memdesk key adopt` gives it its first key.")
    elif (mine := desk.signing()) is not None:
        call.talk(f"You sign with {mine.key}.")
