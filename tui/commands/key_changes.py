"""`memdesk key rotate`, `revoke` and `ratify`: a key is replaced, ended, and what it signed is confirmed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from governance.errors import Refusal, RefusalKind
from store.records.words import KeyRole, Reason
from tui.commands.call import PATH, WORDS, Call, Command, pass_call
from tui.commands.making import brought_key, new_key_open
from tui.commands.secrets import unlocking
from tui.commands.signing import acting, finish, note_option, unlock, writing, yes_option

if TYPE_CHECKING:
    from governance.authority.keys.keyfile import KeyFile
    from governance.authority.keys.signer import Signer
    from governance.desk import Desk
    from store.records.views import KeyView

_REASONS = [reason.value for reason in (Reason.NEEDED, Reason.KEY_LOST, Reason.KEY_COMPROMISED, Reason.OTHER)]


@click.command("rotate", cls=Command, short_help="Put a new key in the place of an old one.")
@click.argument("key", type=WORDS, required=False, metavar="[KEY]")
@click.option("--new", "path", type=PATH, required=True, metavar="PATH", help="The new key; it is made if not there.")
@click.option("--recovery", type=PATH, metavar="PATH", help="Sign with this recovery key, the old one being lost.")
@click.option("--reason", type=click.Choice(_REASONS), default="needed", metavar="REASON", help=", ".join(_REASONS))
@note_option
@yes_option
@pass_call
def rotate(
    call: Call, key: str | None, path: Path, recovery: Path | None, reason: str, note: str | None, yes: bool
) -> int:
    """Put a new key in the place of an old one (usually the one you use); the old and the new key both sign.

    From --passphrase-fd come, a line each, the passphrase of the new key and that of the old or the recovery key.
    """
    desk = writing(call)
    old = _old(desk, key)
    with _new(call, path) as new:
        second = brought_key(call, recovery) if recovery else None
        question = f"Put the new key in the place of {old.id}?"
        acting(call, desk, question, yes=yes, key=lambda _: _take(call, desk, second, old.role))
        applied = desk.authorize.rotate_key(old.id, new, reason=Reason(reason), note=note)
    if old.role is KeyRole.SIGNING and applied.waiting is None:
        desk.use_key(path)
    return finish(call, "key-rotate", applied, f"{old.id} signs no more; the new key is {path}.", file=str(path))


def _old(desk: Desk, key: str | None) -> KeyView:
    """The key that gives way: the one named, else the one in use here, else the only one of the person."""
    keys = {one.id: one for one in desk.keys() if one.state == "live"}  # noqa: SIM118 - no mapping
    mine = desk.signing(KeyRole.SIGNING)
    own = [one for one in keys.values() if one.role is KeyRole.SIGNING and one.principal == desk.overview().principal]
    name = key or (mine.key if mine else own[0].id if len(own) == 1 else None)
    if name is None:
        raise Refusal(RefusalKind.BAD_INPUT, "Which key is to give way?", "Name it: `memdesk key list` shows them.")
    if name not in keys:
        raise Refusal(RefusalKind.NOT_FOUND, f"There is no live key {name}.", "`memdesk key list` shows them.")
    return keys[name]


def _new(call: Call, path: Path) -> Signer:
    """The new key, ready to sign; it is made where there is none."""
    from governance.desk import keycase

    if not path.exists():
        return keycase.unlocked(*new_key_open(call, path, path.name))
    file = brought_key(call, path)
    if keycase.asks(file):
        return keycase.unlocked(file, None)
    return unlocking(call, f"Passphrase of {file.path.name}: ", lambda secret: keycase.unlocked(file, secret))


def _take(call: Call, desk: Desk, recovery: KeyFile | None, role: KeyRole) -> None:
    """Take the key that signs the rotation into the hand: a recovery key that was named, else the old one."""
    if recovery is None:
        unlock(call, desk, role=role)
        return
    from governance.desk import keycase

    if keycase.asks(recovery):
        desk.hand.unlock(recovery, None)
        return
    unlocking(call, f"Passphrase of {recovery.path.name}: ", lambda secret: desk.hand.unlock(recovery, secret))


@click.command("revoke", cls=Command, short_help="Let a key sign no more.")
@click.argument("key", type=WORDS, metavar="KEY")
@click.option(
    "--distrust-since",
    type=click.IntRange(min=1),
    metavar="SEQ",
    help="All it signed from this entry on counts no more, until `key ratify` confirms it plan by plan.",
)
@click.option(
    "--reason", type=click.Choice(_REASONS), default="key-compromised", metavar="REASON", help=", ".join(_REASONS)
)
@note_option
@yes_option
@pass_call
def revoke(call: Call, key: str, distrust_since: int | None, reason: str, note: str | None, yes: bool) -> int:
    """Let a key sign no more; it cannot be undone."""
    desk = acting(call, writing(call), f"Revoke {key} for good?", yes=yes)
    applied = desk.authorize.revoke_key(key, since=distrust_since, reason=Reason(reason), note=note)
    told = "" if distrust_since is None else f", and nothing it signed from entry {distrust_since:,} on is trusted"
    return finish(call, "key-revoke", applied, f"{key} signs no more{told}.")


@click.command("ratify", cls=Command, short_help="Confirm a plan that a distrusted key signed.")
@click.argument("plan", type=WORDS, metavar="PLAN")
@note_option
@yes_option
@pass_call
def ratify(call: Call, plan: str, note: str | None, yes: bool) -> int:
    """Confirm a plan that was signed with a key which is distrusted by now."""
    desk = acting(call, writing(call), f"Confirm {plan}?", yes=yes)
    return finish(call, "key-ratify", desk.authorize.ratify(plan, note=note), f"{plan} counts again.")
