"""`memdesk principal`: people, agents and services that the store knows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from store.records.words import PrincipalKind, Reason, Role
from tui.commands.call import PATH, WORDS, Call, Group, pass_call
from tui.commands.signing import acting, finish, note_option, who_is, writing, yes_option

if TYPE_CHECKING:
    from store.records.views import PrincipalView

ROLES = [role.value for role in (Role.OWNER, Role.MAINTAINER, Role.AUDITOR)]


@click.group("principal", cls=Group, invoke_without_command=True, short_help="Show and change who is known here.")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show people, agents and services that the store knows; make them known, retire them."""
    if ctx.invoked_subcommand is None:
        print_all(ctx.ensure_object(Call))


@command.command("list")
@pass_call
def list_all(call: Call) -> None:
    """List everybody, with their role, keys, grants and tokens."""
    print_all(call)


@command.command("show")
@click.argument("who", type=WORDS, metavar="WHO")
@pass_call
def show(call: Call, who: str) -> None:
    """Show somebody, by id or name, with each key, grant and token."""
    desk = call.desk()
    one = who_is(desk, who)
    if call.json:
        from tui.commands.shapes import shape

        call.data("principal-show", shape(one))
        return
    from tui.wording.authority import grant_sentence, key_sentence, may_words, principal_sentence, token_sentence
    from tui.wording.times import clock_time

    call.out.line((one.id, "bold"), f"  {principal_sentence(one)}")
    if one.role is not None:
        call.out.line(may_words(one))
    call.out.line(("known since ", "dim"), f"{clock_time(one.at, desk.zone)}, entry {one.seq:,}")
    for key in one.keys:
        call.out.line((key.id, "bold"), f"  {key_sentence(key)}")
    for grant in one.grants:
        call.out.line((grant.id, "bold"), f"  {grant_sentence(grant, desk.zone)}")
    for token in one.tokens:
        call.out.line((token.id, "bold"), f"  {token_sentence(token, desk.zone)}")


@command.command("enroll")
@click.argument("name", type=WORDS, metavar="NAME")
@click.option(
    "--kind",
    type=click.Choice([kind.value for kind in PrincipalKind]),
    default=PrincipalKind.HUMAN.value,
    metavar="KIND",
    help="human (usual), agent or service.",
)
@click.option("--role", type=click.Choice(ROLES), metavar="ROLE", help=f"Of a person: {', '.join(ROLES)}.")
@click.option("--key", "public", type=PATH, metavar="PUBLIC-FILE", help="The .pub file they hand over.")
@note_option
@yes_option
@pass_call
def enroll(call: Call, name: str, kind: str, role: str | None, public: Path | None, note: str | None, yes: bool) -> int:
    """Make somebody known. NAME of a person is their system user on this machine: they are known by it.

    A maintainer may do what is granted to them (`memdesk grant add`), an auditor reads everything and changes nothing.
    """
    from governance.desk import keycase

    desk = acting(call, writing(call), f"Make {name} known?", yes=yes)
    line = keycase.public_at(public).line if public is not None else None
    what = PrincipalKind(kind)
    own = Role(role) if role else (Role.AGENT if what is not PrincipalKind.HUMAN else None)
    applied = desk.authorize.enroll(name, what, own, public=line, note=note)
    return finish(call, "principal-enroll", applied, f"{name} is known now, as {applied.ids[:1] and applied.ids[0]}.")


@command.command("retire")
@click.argument("who", type=WORDS, metavar="WHO")
@click.option(
    "--reason",
    type=click.Choice([reason.value for reason in (Reason.LEFT, Reason.MISTAKE, Reason.OTHER)]),
    default=Reason.LEFT.value,
    metavar="REASON",
    help="left (usual), mistake, other.",
)
@note_option
@yes_option
@pass_call
def retire(call: Call, who: str, reason: str, note: str | None, yes: bool) -> int:
    """Let somebody decide nothing any more; what they decided stays."""
    desk = writing(call)
    one = who_is(desk, who)
    acting(call, desk, f"Retire {one.name}?", yes=yes)
    applied = desk.authorize.retire(one.id, reason=Reason(reason), note=note)
    return finish(call, "principal-retire", applied, f"{one.name} decides nothing here any more.")


def print_all(call: Call) -> None:
    """Write everybody, one a line."""
    desk = call.desk()
    found: tuple[PrincipalView, ...] = desk.principals()
    if call.json:
        from tui.commands.shapes import shape

        call.data("principal-list", {"keyless": desk.policy().keyless, "principals": shape(found)})
        return
    from tui.wording.authority import KEYLESS, principal_sentence

    for one in found:
        call.out.line((one.id, "dim" if one.retired else "bold"), f"  {principal_sentence(one)}")
    if desk.policy().keyless:
        call.talk(f"The store is {KEYLESS}. `memdesk key adopt` changes that.")
