"""`memdesk init`: a new, empty store, with its owner's key."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from governance.errors import Refusal, RefusalKind
from tui.commands.call import PATH, WORDS, Call, Command, pass_call
from tui.commands.making import brought_key, forget_made, new_key, recovery_key
from tui.commands.places import new_store

if TYPE_CHECKING:
    from collections.abc import Callable

    from governance.authority.keys.keyfile import KeyFile
    from governance.authority.keys.sshsig import PublicKey

KEYLESS = (
    "The store is keyless: a decision is vouched for by the system user who runs memdesk, not by a signature. "
    "Any program under the same user could decide."
)
SIGNED = "Each decision is signed with the owner's key from now on; a name or a terminal alone decides nothing."
BOTH = "--key PATH brings a key along, --no-key makes a keyless store."


def recovery_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options about a recovery key."""
    options = (
        click.option("--recovery", type=PATH, metavar="PATH.pub", help="The public half of a recovery key you have."),
        click.option("--recovery-to", type=PATH, metavar="PATH", help="Make a recovery key and write it there, once."),
        click.option("--no-recovery", is_flag=True, help="Without a recovery key."),
    )
    for option in reversed(options):
        function = option(function)
    return function


@click.command("init", cls=Command, short_help="Make an empty store, with its owner's key.")
@click.option("--tz", type=WORDS, metavar="ZONE", help="The zone of the user's day (Europe/Zurich); fixed for good.")
@click.option("--key", type=PATH, metavar="PATH", help="An Ed25519 key that you have; usually one is made.")
@recovery_options
@click.option("--no-key", is_flag=True, help="A keyless store: decisions bear no signature.")
@pass_call
def command(
    call: Call,
    tz: str | None,
    key: Path | None,
    recovery: Path | None,
    recovery_to: Path | None,
    no_recovery: bool,
    no_key: bool,
) -> None:
    """Make an empty store (./memory/memory.db, or at --store), and a key to sign decisions with.

    The passphrase of the new key is asked for twice. A recovery key is made too, at a place you name: it replaces a
    key that was lost. With --no-key the store is keyless: a decision is vouched for by the system user alone.

    From --passphrase-fd come, a line each, the passphrases of the keys that are made, the recovery key's last.
    """
    from governance.desk import create_store, now_us

    _refuse_odd(call, key, recovery, recovery_to, no_recovery=no_recovery, no_key=no_key)
    path: Path = new_store(call.store)
    if no_key:
        with create_store(path, clock=now_us, zone=tz) as desk:
            _tell(call, path, desk.store_id, desk.zone, None, None)
        return
    if path.exists() or path.is_symlink():  # nobody thinks up a passphrase for nothing
        create_store(path, clock=now_us, zone=tz).close()
    made: list[Path] = []
    try:
        file = brought_key(call, key) if key else _made(call, path, made)
        second = recovery_key(call, given=recovery, to=recovery_to, none=no_recovery, made=made)
        if second == file.public:
            raise Refusal(RefusalKind.RULE, "The recovery key is the same as the key it is to recover.")
        desk = create_store(path, clock=now_us, zone=tz, key=file.public, recovery=second)
    except BaseException:
        if not path.exists():  # a key that a store knows is never removed
            forget_made(made)
        raise
    with desk:
        desk.use_key(file.path)
        _tell(call, path, desk.store_id, desk.zone, file, second)


def _refuse_odd(
    call: Call, key: Path | None, recovery: Path | None, to: Path | None, *, no_recovery: bool, no_key: bool
) -> None:
    if call.read_only or call.claimed:
        kind = RefusalKind.READ_ONLY if call.read_only else RefusalKind.NOT_ALLOWED
        raise Refusal(kind, "A new store is written by the system user who runs memdesk.", "Leave out the option.")
    if no_key and (key or recovery or to):
        raise click.UsageError("--no-key makes a store without any key; leave out the others.")
    if sum((recovery is not None, to is not None, no_recovery)) > 1:
        raise click.UsageError("One of --recovery, --recovery-to and --no-recovery.")


def _made(call: Call, store: Path, made: list[Path]) -> KeyFile:
    from governance.desk import keycase

    try:
        file = new_key(call, keycase.free_path(store.absolute().parent.parent.name, "owner"), "the owner's key")
    except Refusal as refused:
        if refused.kind is not RefusalKind.LOCKED:
            raise
        sentence = f"A store has an owner's key. {refused.sentence}"
        raise Refusal(refused.kind, sentence, f"{BOTH} {refused.hint}") from None
    made.append(file.path)
    return file


def _tell(call: Call, path: Path, store_id: str, zone: str, file: KeyFile | None, recovery: PublicKey | None) -> None:
    if call.json:
        keys = {
            "key": {"file": str(file.path), "fingerprint": file.public.fingerprint} if file else None,
            "recovery": recovery.fingerprint if recovery else None,
        }
        shape = {"store": str(path), "store_id": store_id, "zone": zone, "keyless": file is None}
        call.data("init", {**shape, **keys})
        return
    call.out.line(str(path))
    call.talk(f"A new store, {store_id}; days are those of {zone}.")
    if file is None:
        call.talk(KEYLESS)
    else:
        call.talk(f"The owner's key is {file.path} ({file.public.fingerprint}).")
        call.talk(SIGNED)
    call.talk("Next: `memdesk import PATH` takes a memory in, `memdesk connect NAME` lets an agent write by MCP,")
    call.talk("`memdesk watch add PATH` reads a file that agents write, and `memdesk capture TEXT` takes in one thing.")
