"""`memdesk key adopt`: a keyless store gets its first key."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from governance.errors import Refusal, RefusalKind
from store.records.words import Role
from tui.commands.call import PATH, Call, Command, pass_call
from tui.commands.init import recovery_options
from tui.commands.making import brought_key, forget_made, new_key_open, recovery_key
from tui.commands.secrets import unlocking
from tui.commands.signing import acting, finish, writing, yes_option

if TYPE_CHECKING:
    from governance.authority.keys.keyfile import KeyFile
    from governance.committing import Asked
    from governance.desk import Desk

FROM_NOW_ON = (
    "From now on every decision at this store needs your signature: the passphrase is asked for once a plan. What was "
    "decided before stays as it is. A store never becomes keyless again."
)


@click.command("adopt", cls=Command, short_help="Give a keyless store its first key.")
@click.argument("path", type=PATH, required=False, metavar="[PATH]")
@recovery_options
@yes_option
@pass_call
def adopt(
    call: Call, path: Path | None, recovery: Path | None, recovery_to: Path | None, no_recovery: bool, yes: bool
) -> int:
    """Give a keyless store its first key, yours; without PATH one is made. From then on decisions are signed.

    From --passphrase-fd come, a line each, the passphrase of the key and that of a recovery key that is made here.
    """
    from governance.desk import keycase

    if sum((recovery is not None, recovery_to is not None, no_recovery)) > 1:
        raise click.UsageError("One of --recovery, --recovery-to and --no-recovery.")
    desk = writing(call)
    _refuse_early(call, desk)
    made: list[Path] = []
    try:
        if path is None:
            file, secret = new_key_open(call, keycase.free_path(desk.store_id, desk.person.name), "your key")
            made.append(file.path)
            desk.hand.unlock(file, secret)
            call.talk(f"Your key is {file.path}.")
        else:
            file = brought_key(call, path)
        second = recovery_key(call, given=recovery, to=recovery_to, none=no_recovery, made=made)
        call.talk(FROM_NOW_ON)
        acting(call, desk, "Give the store this key?", yes=yes, key=lambda asked: _take(call, desk, file, asked))
        applied = desk.authorize.adopt(file, recovery=second)
    except BaseException:
        if _keyless(desk):  # a key that a store knows is never removed
            forget_made(made)
        raise
    desk.use_key(file.path)
    told = {"file": str(file.path), "fingerprint": file.public.fingerprint}
    return finish(call, "key-adopt", applied, f"You sign with {file.path} from now on.", **told)


def _refuse_early(call: Call, desk: Desk) -> None:
    """Refuse before anything is made."""
    if not desk.policy().keyless:
        hint = "`memdesk key rotate` replaces one, `memdesk key add` adds one."
        raise Refusal(RefusalKind.RULE, "This store has keys already.", hint)
    if call.claimed or desk.overview().role is not Role.OWNER:
        raise Refusal(RefusalKind.NOT_ALLOWED, "Only the owner of a store, who made it, adopts its first key.")


def _keyless(desk: Desk) -> bool:
    """Whether the store surely has no key."""
    with suppress(Exception):
        return desk.policy().keyless
    return False


def _take(call: Call, desk: Desk, file: KeyFile, asked: Asked) -> None:  # noqa: ARG001 - the form of an unlock
    """Take the key that is adopted into the hand."""
    from governance.desk import keycase

    if keycase.asks(file):
        desk.hand.unlock(file, None)
    else:
        unlocking(call, f"Passphrase of {file.path.name}: ", lambda secret: desk.hand.unlock(file, secret))
