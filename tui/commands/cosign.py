"""`memdesk cosign`: plans that wait for the signature of a second person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from governance.errors import Refusal, RefusalKind
from tui.commands.asking import can_ask, confirm
from tui.commands.call import WORDS, Call, Command, pass_call
from tui.commands.decide import print_applied
from tui.commands.deciding import print_changes
from tui.commands.signing import unlock, writing, yes_option

if TYPE_CHECKING:
    from governance.desk import Desk
    from store.records.views import CoSign


@click.command("cosign", cls=Command, short_help="Sign as the second person what another asked for.")
@click.argument("words", type=WORDS, nargs=-1, metavar="[N | decline N]")
@yes_option
@pass_call
def command(call: Call, words: tuple[str, ...], yes: bool) -> int:
    """List the plans that wait for a second signature; with N, see what one would change, sign and apply it.

    `decline N` lets a request go. What moved since it was asked for is refused, like any other decision.
    """
    match words:
        case ():
            return _list(call)
        case (n,):
            return _sign(call, _number(n), yes=yes)
        case ("decline", n):
            return _decline(call, _number(n), yes=yes)
    raise click.UsageError("It is `memdesk cosign`, `memdesk cosign N` or `memdesk cosign decline N`.")


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 10 and int(word)):
        raise click.UsageError(f"{word!r} is no number of a request.")
    return int(word)


def _list(call: Call) -> int:
    desk = call.desk()
    found = desk.requests()
    if call.json:
        from tui.commands.shapes import shape

        call.data("cosign", {"requests": shape(found)})
        return 0
    from tui.wording.authority import request_sentence

    for one in found:
        call.out.line((str(one.n), "bold"), f"  {request_sentence(one, desk.zone)}")
    if not found:
        call.talk("Nothing waits for a second signature.")
    return 0


def _sign(call: Call, n: int, *, yes: bool) -> int:
    desk = writing(call)
    request = _request(desk, n)
    if request.why_not is None:
        if not yes and not can_ask() and call.passphrase_fd is None:
            raise Refusal(
                RefusalKind.BAD_INPUT, "Nobody is here to be shown the request.", "Look at it, then pass --yes."
            )
        _show(call, desk, request)
        if not yes and can_ask():
            confirm(call, f"Sign request {n} and apply it?")
        unlock(call, desk)
        if _request(desk, n) != request:
            raise Refusal(RefusalKind.MOVED, f"Request {n} is not what was shown; nothing was signed.", "Look again.")
    return print_applied(call, "cosign-sign", desk.cosign(n, seen=request.seen or None))


def _decline(call: Call, n: int, *, yes: bool) -> int:
    desk = writing(call)
    request = _request(desk, n)
    if not yes and can_ask():
        _show(call, desk, request)
        confirm(call, f"Let request {n} go?")
    desk.decline(n)
    if call.json:
        call.data("cosign-decline", {"n": n})
    else:
        call.talk(f"Request {n} is gone; {request.who} may ask again.")
    return 0


def _request(desk: Desk, n: int) -> CoSign:
    found = next((one for one in desk.requests() if one.n == n), None)
    if found is None:
        raise Refusal(RefusalKind.NOT_FOUND, f"There is no request {n}.", "`memdesk cosign` lists them.")
    return found


def _show(call: Call, desk: Desk, request: CoSign) -> None:
    """Tell what a request would change, and the words that were given for it."""
    from tui.wording.authority import request_sentence
    from tui.wording.sentences import reason_label

    call.talk(f"{request.n}  {request_sentence(request, desk.zone)}")
    if call.json:
        return
    reasons = ", ".join(reason_label(reason) for reason in request.reasons)
    call.err.line("  ", (reasons, "dim"))
    for note in request.notes:
        call.err.block(note)
    print_changes(call, request.changes)
