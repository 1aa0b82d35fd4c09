"""Signing: what an act needs (nothing, a yes, the key), the key in the hand, and what is said in the header of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from governance.errors import Refusal
from store.records.views import SigningView
from store.records.words import KeyRole
from tui.panes.seat import seat_of, why_reading
from tui.safe import safe
from tui.widgets.text import lines, said, stored
from tui.wording.sentences import number
from tui.wording.times import clock_time

if TYPE_CHECKING:
    from governance.committing import Asked
    from governance.desk import Desk
    from tui.dialogs.sign import SignDialog
    from tui.panes.desk_screen import DeskScreen

MINUTES = 5
"""How long a key stays open where that was asked for; the desk counts the same."""
UNCHANGED = "Nothing was changed; a plan stays as it is."
TWO = "This asks for a second signature; nothing happens before."
WAYS = (
    ("If your key file is on this machine", "memdesk key use PATH"),
    ("If you have none yet: make one, and let an owner add its public half", "memdesk key new"),
)
_MULTIPLEXERS = ("TMUX", "STY", "ZELLIJ")


class Act(NamedTuple):
    """One thing that a person is about to do."""

    title: str
    body: Content
    """What it is about, what will change, and what will not."""
    label: str
    """The verb of the confirming key."""
    perform: Callable[[], str]
    """Do it, and say what came of it."""
    decisions: int = 1
    """How many decisions it is."""
    grave: bool = False
    """Whether it ends something for good: focus begins on Cancel, and Enter never confirms it."""
    role: KeyRole | None = None
    """Which key has to sign; None is either."""
    end: str = ""
    """What is true of it once it happens; said where it happens at once."""
    always: bool = False
    """Whether it is signed whatever the policy says (a second signature)."""


class _Looked(Exception):
    """What an act would be was looked at; it goes no further."""

    def __init__(self, asked: Asked) -> None:
        super().__init__()
        self.asked = asked


def look(desk: Desk, perform: Callable[[], object]) -> Asked:
    """What an act would change and whether it needs the key, worked out by the desk and not done; refused as it is."""

    def stop(asked: Asked) -> None:
        raise _Looked(asked)

    desk.ask = stop
    try:
        perform()
    except _Looked as looked:
        return looked.asked
    finally:
        desk.ask = None
    raise AssertionError("an act was performed while it was only looked at")


class Signing:
    """What the screen does about the key."""

    def __init__(self, screen: DeskScreen) -> None:
        self.screen = screen
        self.until: int | None = None
        """Until when the key stays open, where that was asked for."""

    # asking

    def ask(self, act: Act, done: Callable[[str | None], None]) -> None:
        """Let a person confirm an act, with their key where it needs one; `done` hears what came of it."""
        if hurdle := why_reading(self.screen.desk):
            self.screen.app.notify(hurdle, severity="warning", markup=False)
            done(None)
            return
        self._lapse()
        desk = self.screen.desk
        key: SigningView | None = None
        try:
            # Not beside the screen: keys that are typed ahead are for the dialog, and must not reach the list.
            asked = None if act.always else look(desk, act.perform)
            locked = not desk.hand.unlocked if asked is None else asked.locked
            if locked:
                key = desk.signing(act.role, agent=False)
            act = self._ended(act, asked)
        except Refusal as refusal:
            self.refuse(refusal)
            done(None)
            return
        if not locked:
            self._confirm(act, done)
        elif key is None:
            self.refuse(desk.no_key(), *WAYS)
            done(None)
        else:
            self._sign(act, key, done)

    def _ended(self, act: Act, asked: Asked | None) -> Act:
        """The act with what becomes of it: it happens at once, or waits for a second person."""
        policy = self.screen.desk.policy()
        if asked is not None and not policy.keyless and any(verb in policy.two for verb in asked.verbs):
            body = lines(act.body, said(TWO, "warn"))
            return act._replace(title=f"{act.title}: ask for a second signature", body=body, label="ask")
        return act._replace(body=lines(act.body, said(act.end, "dim"))) if act.end else act

    def refuse(self, refusal: Refusal, *ways: tuple[str, str]) -> None:
        """Say why nothing can be signed, in a dialog that takes what is typed by habit."""
        from tui.dialogs.held import RefusedDialog

        rows = [stored(refusal.sentence, "warn")]
        if ways and not refusal.ids:
            for when, command in ways:
                rows += [said(""), said(f"{when}:"), said(f"  {command}", "accent")]
        elif refusal.hint:
            rows += [said(""), stored(refusal.hint, lines=True)]
        if ways:
            rows += [said(""), said("^p, then `use a key`, names a file here.", "dim")]
        rows += [said(""), said(UNCHANGED, "dim")]
        self.screen.app.push_screen(RefusedDialog("Nothing was signed", lines(*rows)))

    def _confirm(self, act: Act, done: Callable[[str | None], None]) -> None:
        from tui.dialogs.confirm import ConfirmDialog

        body = act.body
        if self.screen.desk.hand.unlocked:
            body = lines(body, said(f"Signed with your key, which is open until {self.clock}.", "dim"))
        key = "y" if not act.grave else "Y"
        dialog = ConfirmDialog(
            act.title, body, key, act.label, act.perform, locked=partial(self._closed_meanwhile, act)
        )
        self.screen.app.push_screen(dialog, partial(self._done, done))

    def _closed_meanwhile(self, act: Act, done: Callable[[str | None], object]) -> Refusal | None:
        """The key closed while a person looked: ask for it in the same place; answers why that cannot be."""
        self._put_away()
        self.tell()
        try:
            key = self.screen.desk.signing(act.role, agent=False)
        except Refusal as refusal:
            return refusal
        if key is None:
            return self.screen.desk.no_key()
        self._sign(act, key, done)
        return None

    def _sign(self, act: Act, key: SigningView, done: Callable[[str | None], object]) -> None:
        from tui.dialogs.sign import Deed, Signature, SignDialog

        screen, desk = self.screen, self.screen.desk
        role = seat_of(desk).role
        who = f"{desk.person.name} {screen.signs.dot} {role.value}" if role else desk.person.name
        can = not key.asks and not any(os.environ.get(name) for name in _MULTIPLEXERS)
        one = Signature(safe(who), key, desk.pulse()[1], number(act.decisions, "decision"), can)
        deed = Deed(act.label, partial(self._unlock, act.role), act.perform, self._put_away)
        dialog = SignDialog(act.title, act.body, one, deed, screen.signs, grave=act.grave)
        screen.run_worker(partial(self._warn, dialog, act.role), thread=True, group="agent", exit_on_error=False)
        screen.app.push_screen(dialog, partial(self._done, done))

    def _warn(self, dialog: SignDialog, role: KeyRole | None) -> None:
        """Whether an ssh-agent holds the key is asked beside the dialog: an agent may be slow to answer."""
        with suppress(Refusal):
            found = self.screen.desk.signing(role)
            if found is not None and found.in_agent and self.screen.app.is_running:
                self.screen.app.call_from_thread(dialog.warn)

    def _done(self, done: Callable[[str | None], object], told: str | None) -> None:
        self.tell()
        done(told)

    # the key in the hand

    @property
    def clock(self) -> str:
        """The time until which the key stays open, as a clock shows it; empty where it is not."""
        return clock_time(self.until, self.screen.desk.zone)[-5:] if self.until is not None else ""

    def _unlock(self, role: KeyRole | None, secret: bytearray | None, remember: bool) -> None:
        desk = self.screen.desk
        self.until = None
        desk.unlock(secret, remember=remember, role=role)
        if remember:
            self.until = desk.now() + MINUTES * 60_000_000
            self.screen.app.call_from_thread(self.screen.set_timer, MINUTES * 60, self._lapse)

    def _lapse(self) -> None:
        """Put a key away whose time is over."""
        if self.until is not None and self.screen.desk.now() >= self.until:
            self._put_away()
            self.tell()

    def _put_away(self) -> None:
        self.screen.desk.lock()
        self.until = None

    def lock(self) -> None:
        """Put the key away, as a person asked."""
        was = self.screen.desk.hand.unlocked
        self._put_away()
        self.tell()
        self.screen.app.notify("Your key is locked again." if was else "No key was open.", markup=False)

    def tell(self) -> None:
        """The header says how the key stands."""
        if self.screen.overview is not None:
            self.screen.alive.show_header(self.screen.overview)
