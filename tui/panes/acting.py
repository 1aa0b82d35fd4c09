"""Acting on who may decide: from a name in the menu or the palette to a form, a look at it, a signature."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from governance.errors import Refusal
from store.records.views import GrantView, KeyView, PrincipalView, TokenView
from store.records.words import PrincipalKind
from tui.actions import BY_ID
from tui.panes.seat import why_reading
from tui.panes.signing import Act, look
from tui.widgets.changes import changes_content
from tui.widgets.text import lines, said, stored
from tui.wording.authority import waiting_sentence

if TYPE_CHECKING:
    from governance.desk import Desk
    from tui.dialogs.form import Values
    from tui.panes.acts import Form, Ready
    from tui.panes.desk_screen import DeskScreen

ON: dict[str, Any] = {
    "retire": PrincipalView,
    "grant": PrincipalView,
    "add-key": PrincipalView,
    "token": PrincipalView,
    "hand-on": GrantView,
    "revoke": GrantView,
    "rotate-key": KeyView,
    "revoke-key": KeyView,
    "revoke-token": TokenView,
}
"""Acts that are about a row, and of which kind; the others are about none."""
_TABS = {PrincipalView: "People", GrantView: "Grants", KeyView: "Keys", TokenView: "Tokens"}
NAMES = (
    "enroll", "connect", "retire", "grant", "hand-on", "revoke", "token", "revoke-token", "add-key", "rotate-key",
    "revoke-key", "ratify", "policy", "adopt", "use-key",
)  # fmt: skip
"""Every act, in the order of the menu."""
_KEYED = frozenset(NAMES) - {"enroll", "connect", "retire", "token", "revoke-token", "adopt", "use-key"}
"""Acts that mean nothing in a keyless store."""


class Acting:
    """What the screen does about who may decide."""

    def __init__(self, screen: DeskScreen) -> None:
        self.screen = screen

    @property
    def here(self) -> bool:
        """Whether Who may is open."""
        return self.screen.place == "who"

    @property
    def row(self) -> Any:
        """The row at the cursor of Who may."""
        pane = self.screen.pane
        return pane.table.row if pane is not None and self.here else None

    # choosing

    def menu(self) -> None:
        """Every act, those about this row first, and why the others do not fit."""
        from tui.dialogs.act_menu import ActLine, ActMenuDialog

        if self._hurdle():
            return
        keyless = self.screen.desk.keyless
        found = [ActLine(name, BY_ID[f"who.{name}"], self._why_not(name, keyless)) for name in NAMES]
        found.sort(key=lambda one: (bool(one.why_not), not self._about(one.name)))
        self.screen.app.push_screen(
            ActMenuDialog(found, self.screen.signs), lambda name: self.run(name) if name else None
        )

    def _about(self, name: str) -> bool:
        """Whether an act is about the row at the cursor."""
        row = self.row
        if name not in ON:
            return name == "policy" and hasattr(row, "setting")
        human = not isinstance(row, PrincipalView) or row.kind is PrincipalKind.HUMAN
        return isinstance(row, ON[name]) and (not isinstance(row, PrincipalView) or human != (name == "token"))

    def _why_not(self, name: str, keyless: bool) -> str:
        if keyless and name in _KEYED:
            return "the store is keyless; adopt a key first"
        if not keyless and name == "adopt":
            return "the store has keys; rotate one, or add one"
        if told := self._none_there(name):
            return told
        if name in ("hand-on", "rotate-key") and not self._about(name):
            return f"put the cursor on one in the tab {_TABS[ON[name]]}"
        return ""

    def _none_there(self, name: str) -> str:
        """Why an act means nothing where there is nothing that it could be about."""
        desk = self.screen.desk
        if name in ("revoke", "hand-on") and all(grant.void is not None for grant in desk.grants()):
            return "no grant is in force"
        if name == "revoke-token" and not any(token.live for token in desk.tokens()):
            return "no token opens anything"
        if name == "ratify" and not desk.doubted():
            return "no plan is in doubt: none that stands was signed with a key that is distrusted"
        return ""

    def _hurdle(self) -> bool:
        """Say why nothing can be done here, where that is so."""
        if self.screen.desk.at_seq is not None:
            told = "Nothing can be changed in the past: @ leads back to now."
        else:
            told = why_reading(self.screen.desk)
        if told:
            self.screen.app.notify(told, severity="warning", markup=False)
        return bool(told)

    def command(self) -> None:
        """The same on the command line: this list, this row; each form shows the line of its act."""
        from tui.dialogs.reader import ReaderDialog
        from tui.panes.acts import command_line

        pane = self.screen.pane
        if pane is None:
            return
        told = [("this list", command_line(pane.listing.command))]
        if isinstance(self.row, PrincipalView):
            told.append(("this row", command_line(("principal", "show", self.row.id))))
        pieces = [(f"{name}\n  {line}", "plain") for name, line in told]
        pieces.append(("\nAn act shows its own line while you fill in its form.", "dim"))
        self.screen.app.push_screen(ReaderDialog("The same on the command line", pieces, told[-1][1]))

    def run(self, name: str) -> None:
        """Begin an act."""
        if self._hurdle():
            return
        try:
            if told := self._why_not(name, self.screen.desk.keyless):
                self.screen.app.notify(f"{BY_ID[f'who.{name}'].label}: {told}.", severity="warning", markup=False)
            elif name in ("adopt", "rotate-key", "use-key"):
                self._with_key_file(name)
            else:
                self._ask(_builder(name)(self.screen.desk, self.row))
        except Refusal as refusal:
            self.screen.trouble(refusal)

    def _with_key_file(self, name: str) -> None:
        from tui.panes.new_keys import NewKeys

        keys = NewKeys(self.screen)
        if name == "adopt":
            keys.adopt()
        elif name == "use-key":
            keys.use()
        else:
            keys.rotate(self.row)

    # asking

    def _ask(self, form: Form) -> None:
        from tui.dialogs.form import FormDialog
        from tui.panes.acts import command_line

        dialog = FormDialog(
            form.title,
            form.about,
            form.asks,
            lambda values: look(self.screen.desk, form.ready(values).perform),
            lambda values: command_line(form.ready(values).command),
            self.screen.signs,
        )
        self.screen.app.push_screen(dialog, partial(self._given, form))

    def _given(self, form: Form, values: Values | None) -> None:
        """The form is filled in: show what would change, and have it signed."""
        if values is None:
            return
        try:
            ready = form.ready(values)
            asked = look(self.screen.desk, ready.perform)
        except Refusal as refusal:
            self.screen.trouble(refusal)
            return
        words = ready.words()
        rows = [stored(words), said("")] if words else []
        rows.append(said("What will change", "head"))
        names = {one.id: f"{one.name} ({one.id})" for one in self.screen.desk.principals()}
        for one in asked.changes:
            row = stored(f"{names.get(one.id, one.id)}  ", "accent")
            rows.append(row + changes_content((one,), self.screen.signs, one=True))
            if one.after == "for no project":
                rows.append(said("  for no project: nothing of any project is read with it", "warn"))
        body = lines(form.about, said(""), *rows) if form.about.plain else lines(*rows)
        act = Act(ready.title or form.title, body, form.label, partial(self._perform, ready), grave=form.grave)
        self.screen.signing.ask(act, partial(self._done, ready))

    def _perform(self, ready: Ready) -> str:
        applied = ready.perform()
        return ready.told if applied.waiting is None else waiting_sentence(applied.waiting)

    def _done(self, ready: Ready, told: str | None) -> None:
        self.screen.planning.applied(told)
        if told is not None and ready.shown:
            from tui.dialogs.token import TokenDialog

            token = ready.shown.pop()
            self.screen.app.push_screen(TokenDialog("Whoever it is for", token))


def _builder(name: str) -> Callable[[Desk, Any], Form]:
    """What makes the form of an act; imported when it is first wanted."""
    from tui.panes import acts_grants, acts_keys, acts_people

    found: dict[str, Callable[[Desk, Any], Form]] = {
        "enroll": acts_people.enroll,
        "connect": acts_people.connect,
        "retire": acts_people.retire,
        "token": acts_people.token,
        "revoke-token": acts_people.revoke_token,
        "grant": acts_grants.grant,
        "hand-on": acts_grants.hand_on,
        "revoke": acts_grants.revoke,
        "policy": acts_grants.policy,
        "add-key": acts_keys.add_key,
        "revoke-key": acts_keys.revoke_key,
        "ratify": acts_keys.ratify,
    }
    return found[name]
