"""Key files of one's own: the first key of a store, a new one in the place of an old one, the one in use."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from governance.errors import Refusal, RefusalKind
from store.records.views import KeyView
from store.records.words import KeyRole
from tui.panes.signing import Act, look
from tui.widgets.changes import changes_content
from tui.widgets.text import lines, said, stored
from tui.wording.authority import key_sentence, waiting_sentence

if TYPE_CHECKING:
    from governance.authority.keys.keyfile import KeyFile
    from governance.authority.keys.sshsig import PublicKey
    from tui.dialogs.form import Values
    from tui.dialogs.new_key import Chosen
    from tui.panes.desk_screen import DeskScreen

FIRST = (
    "From then on every decision at this store bears its author's signature, and the passphrase is asked for once a "
    "plan. What was decided before stays as it is. A store never becomes keyless again. Nobody can tell you a "
    "forgotten passphrase."
)
SECOND = (
    "A recovery key only adds, replaces and revokes keys. It lies in a safe place, off this machine, and helps when "
    "the key or its passphrase is lost. Without one, nobody decides at this store any more then."
)
STANDS_IN = "It takes the place of this one, which signs no more; both sign the change:"


class NewKeys:
    """One way through the dialogs; what was made is removed again where nothing comes of it."""

    def __init__(self, screen: DeskScreen) -> None:
        self.screen = screen
        self._made: list[Path] = []
        self._file: KeyFile | None = None
        self._recovery: PublicKey | None = None

    # the file

    def _take(self, chosen: Chosen) -> KeyFile:
        """The key file that was chosen, made if asked for; the secret stays as it is."""
        from governance.desk import keycase
        from tui.dialogs.new_key import MAKE

        if chosen.how == MAKE:
            file = keycase.made(chosen.path, bytearray(chosen.secret))
            self._made.append(chosen.path)
            return file
        file = keycase.found(chosen.path)
        if keycase.asks(file):
            raise Refusal(
                RefusalKind.RULE,
                "This key asks for itself at the terminal, which the desk cannot give away in the middle of this.",
                "`memdesk key adopt PATH` and `memdesk key rotate --new PATH` take it.",
            )
        return file

    def _forget(self) -> None:
        """Remove keys that were made just now and are nobody's."""
        self.screen.desk.lock()
        for path in self._made:
            path.unlink(missing_ok=True)
            path.with_name(f"{path.name}.pub").unlink(missing_ok=True)
        self._made.clear()

    def _warning(self) -> list[Content]:
        from governance.desk import keycase

        told = keycase.warning(self._file) if self._file is not None else None
        return [said(f"{self.screen.signs.pending} {told}", "warn")] if told else []

    # the first key of a store

    def adopt(self) -> None:
        """Ask for the key, then for the recovery key, then show what changes."""
        from governance.desk import keycase
        from tui.dialogs.new_key import KeyDialog

        desk = self.screen.desk
        path = str(keycase.free_path(desk.store_id, desk.person.name))
        about = said(FIRST)
        dialog = KeyDialog(
            "Give this store its first key, yours", about, path, self._hold, self.screen.signs, label="go on"
        )
        self.screen.app.push_screen(dialog, self._held)

    def _hold(self, chosen: Chosen) -> str:
        """Make or take the key, and take it into the hand."""
        try:
            self._file = self._take(chosen)
            self.screen.desk.hand.unlock(self._file, bytearray(chosen.secret))
        except Refusal:
            self._forget()
            raise
        return str(self._file.path)

    def _held(self, told: str | None) -> None:
        from tui.dialogs.new_key import KeyDialog

        if told is None:
            self._forget()
            return
        about = lines(said(SECOND), *self._warning())
        dialog = KeyDialog(
            "A recovery key", about, "", self._second, self.screen.signs, label="go on", public=True, optional=True
        )
        self.screen.app.push_screen(dialog, self._confirm)

    def _second(self, chosen: Chosen) -> str:
        from governance.desk import keycase
        from tui.dialogs.new_key import MAKE, TAKE

        if chosen.how == MAKE:
            self._recovery = self._take(chosen).public
        elif chosen.how == TAKE:
            self._recovery = keycase.public_at(chosen.path)
        return chosen.how

    def _confirm(self, how: str | None) -> None:
        from tui.dialogs.confirm import ConfirmDialog
        from tui.dialogs.new_key import MAKE

        file, desk = self._file, self.screen.desk
        if how is None or file is None:
            self._forget()
            return
        perform = partial(desk.authorize.adopt, file, recovery=self._recovery)
        try:
            asked = look(desk, perform)
        except Refusal as refusal:
            self._forget()
            self.screen.signing.refuse(refusal)
            return
        rows = [said("What will change", "head"), changes_content(asked.changes, self.screen.signs, one=True), said("")]
        rows += [said("Your key is  ", "dim") + stored(str(file.path))]
        if how == MAKE:
            rows.append(said("The recovery key is  ", "dim") + stored(str(self._made[-1])))
            rows.append(said("It is the only copy: move it off this machine, its passphrase elsewhere.", "warn"))
        if self._recovery is None:
            rows.append(said("There is no recovery key: a lost passphrase cannot be mended.", "warn"))
        rows.append(said("A store never becomes keyless again.", "warn"))

        def adopt() -> str:
            perform()
            desk.use_key(file.path)
            return f"Decisions here are signed from now on. You sign with {file.path}."

        dialog = ConfirmDialog("Give this store its first key", lines(*rows), "Y", "adopt it", adopt)
        self.screen.app.push_screen(dialog, self._adopted)

    def _adopted(self, told: str | None) -> None:
        if told is None:
            self._forget()
        self.screen.planning.applied(told)

    # a new key in the place of an old one

    def rotate(self, old: KeyView) -> None:
        """Ask for the new key, then for the old one's passphrase."""
        from governance.desk import keycase
        from tui.dialogs.new_key import KeyDialog

        desk = self.screen.desk
        path = str(keycase.free_path(desk.store_id, old.who))
        about = lines(said(STANDS_IN), stored(f"{old.id}: {key_sentence(old)}", "dim"))
        dialog = KeyDialog(
            f"A new key in the place of {old.id}", about, path, self._fresh, self.screen.signs, label="go on"
        )
        self.screen.app.push_screen(dialog, partial(self._rotate, old))

    def _fresh(self, chosen: Chosen) -> str:
        from governance.desk import keycase

        try:
            self._file = self._take(chosen)
            self._signer = keycase.unlocked(self._file, bytearray(chosen.secret))
        except Refusal:
            self._forget()
            raise
        return str(self._file.path)

    def _rotate(self, old: KeyView, told: str | None) -> None:
        file, desk = self._file, self.screen.desk
        if told is None or file is None:
            self._forget()
            return

        def perform() -> str:
            applied = desk.authorize.rotate_key(old.id, self._signer)
            if applied.waiting is not None:
                return waiting_sentence(applied.waiting)
            if old.role is KeyRole.SIGNING:
                desk.use_key(file.path)
            return f"{old.id} signs no more; the new key is {file.path}."

        body = lines(
            said(STANDS_IN),
            stored(f"{old.id}: {key_sentence(old)}", "dim"),
            said("new   ", "dim") + stored(f"{file.public.fingerprint}  {file.path}"),
            *self._warning(),
        )
        role = old.role if old.file else KeyRole.RECOVERY
        act = Act(f"Rotate {old.id}", body, "rotate it", perform, role=role)
        self.screen.signing.ask(act, self._rotated)

    def _rotated(self, told: str | None) -> None:
        self._signer.close()
        if told is None:
            self._forget()
        self.screen.planning.applied(told)

    # the key in use here

    def use(self) -> None:
        """Name the key file to sign with on this machine."""
        from tui.dialogs.form import Ask, FormDialog
        from tui.panes.acts import command_line

        about = lines(
            said("From now on you sign at this store with this file. Nothing in the store changes."),
            said("The file stays where it is; its passphrase is asked for when a plan needs it.", "dim"),
        )
        asks = (Ask("file", "The private key file, with a passphrase: ~/.ssh/id_ed25519.", needed=True),)
        dialog = FormDialog(
            "Use a key of yours",
            about,
            asks,
            self._usable,
            lambda values: command_line(("key", "use", values["file"])),
            self.screen.signs,
        )
        self.screen.app.push_screen(dialog, self._use)

    def _usable(self, values: Values) -> None:
        from governance.desk import keycase
        from tui.panes.acts import path_in

        keycase.found(path_in(values["file"], "file"))

    def _use(self, values: Values | None) -> None:
        from tui.panes.acts import path_in

        if values is None:
            return
        try:
            file = self.screen.desk.use_key(path_in(values["file"], "file"))
        except Refusal as refusal:
            self.screen.trouble(refusal)
            return
        known = None
        with suppress(Refusal):
            every = self.screen.desk.keys()
            known = next((key for key in every if key.line == file.public.line and key.state == "live"), None)
        told = f"It is {known.id}, the {known.role} key of {known.who}." if known else (
            "Nobody here has this key yet; an owner adds it.")  # fmt: skip
        self.screen.app.notify(f"You sign with {file.path} from now on. {told}", markup=False)
        self.screen.signing.tell()
