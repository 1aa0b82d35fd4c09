"""Acts about who may decide, from the keys that are pressed to the signed entry in the log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from governance.authority.people import token_hash
from governance.desk import Desk
from store.records.words import Assurance, KeyRole, PrincipalKind, Role
from tests.tui.desks import desk_app, pane_of, press, sample_store, text_of
from tests.tui.keyed import (
    PASSPHRASE,
    enrolled,
    key_file,
    keyed_store,
    principal,
    shows,
    signing,
    toast,
    type_in,
    words,
)  # fmt: skip
from tui.dialogs.confirm import ConfirmDialog
from tui.dialogs.form import FormDialog
from tui.dialogs.new_key import KeyDialog
from tui.dialogs.sign import SignDialog
from tui.dialogs.token import TokenDialog

pytestmark = pytest.mark.anyio


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("TMUX", "STY", "ZELLIJ"):
        monkeypatch.delenv(name, raising=False)
    path = keyed_store(tmp_path)
    enrolled(path, "ines", Role.MAINTAINER, tmp_path)
    return path


def signed(desk: Desk, verb: str) -> bool:
    """Whether the last plan is this verb's and bears a signature that holds."""
    plan = desk.plans()[0]
    decision = desk.decision(plan.plan)
    held = [one.fault for one in decision.signatures]
    return (
        plan.verbs == (verb,) and decision.assurance is Assurance.SIGNED and held == [None] and decision.fault is None
    )


async def act(pilot: Pilot[Any], name: str) -> None:
    """Pick an act in the `:` menu."""
    await press(pilot, "colon")
    await type_in(pilot, name)
    await press(pilot, "enter")


async def sign(pilot: Pilot[Any]) -> None:
    """Type the passphrase and Enter."""
    assert shows(pilot, SignDialog)
    await type_in(pilot, PASSPHRASE)
    await press(pilot, "enter")


async def sign_gravely(pilot: Pilot[Any]) -> None:
    """From Cancel to the passphrase, then the other key."""
    assert shows(pilot, SignDialog)
    assert getattr(pilot.app.focused, "id", "") == "cancel"
    await press(pilot, "tab")
    await type_in(pilot, PASSPHRASE)
    await press(pilot, "ctrl+s")


async def test_a_person_is_enrolled_with_the_key_they_hand_over(store: Path, tmp_path: Path) -> None:
    key = key_file(tmp_path, "jon")
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "W")
        await act(pilot, "enroll")
        await type_in(pilot, "jon")
        await press(pilot, "tab", "2", "tab")
        await type_in(pilot, f"{key.path}.pub")
        await press(pilot, "enter")
        await sign(pilot)
        jon = desk.principals()[-1]
        assert (jon.name, jon.role, jon.keys[0].line) == ("jon", Role.AUDITOR, key.public.line)
        assert signed(desk, "enroll")
        assert "jon" in text_of(pilot)


async def test_what_makes_no_sense_is_said_beside_its_field_and_nothing_is_asked_for(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "W", "j")
        await act(pilot, "grant")
        await type_in(pilot, "keep")
        await press(pilot, "tab", "tab")
        await type_in(pilot, "someday")
        await press(pilot, "enter")
        assert shows(pilot, FormDialog)
        assert "'someday' is no moment to come" in text_of(pilot)
        assert desk.grants() == ()


async def test_what_the_rules_refuse_is_said_in_the_form_before_the_key_is_asked_for(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        await press(pilot, "W", "j")
        await act(pilot, "grant")
        await type_in(pilot, "fly")
        await press(pilot, "enter")
        assert shows(pilot, FormDialog)
        assert "fly cannot be granted" in text_of(pilot)


async def test_a_grant_is_given_within_its_bounds(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "W", "j")
        await act(pilot, "grant")
        for text in ("keep stale", "kind=state", "30d", "1"):
            await type_in(pilot, text)
            await press(pilot, "tab")
        assert "memdesk grant add p-0002 keep stale --scope kind=state --expires 30d --depth 1" in words(pilot)
        await press(pilot, "enter")
        assert "keep, stale on kind=state" in words(pilot)
        await sign(pilot)
        (grant,) = desk.grants()
        assert (grant.who, grant.verbs, grant.scope, grant.depth) == ("ines", ("keep", "stale"), ("kind=state",), 1)
        assert grant.expires == desk.now() + 30 * 86_400_000_000
        assert signed(desk, "grant")


async def test_a_grant_is_handed_on_and_stands_below_the_one_it_was_made_from(store: Path, tmp_path: Path) -> None:
    enrolled(store, "jon", Role.MAINTAINER, tmp_path)
    async with desk_app(store) as (pilot, desk):
        signing(desk).authorize.grant(principal(desk, "ines"), ["keep", "stale"], depth=1)
        signing(desk).authorize.grant(principal(desk, "jon"), ["cool"])
        await press(pilot, "W", "W", "W")
        await act(pilot, "hand on")
        await type_in(pilot, "jon")
        await press(pilot, "enter")
        await sign(pilot)
        child = desk.grants()[-1]
        assert (child.who, child.parent, child.depth) == ("jon", "grant-0001", 0)
        assert list(pane_of(pilot).table.keys) == ["grant-0001", "grant-0003", "grant-0002"]
        assert "└ grant-0003" in text_of(pilot)


async def test_revoking_begins_on_cancel_and_enter_never_confirms_it(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        signing(desk).authorize.grant(principal(desk, "ines"), ["keep"])
        await press(pilot, "W", "W", "W")
        await act(pilot, "revoke a grant")
        await press(pilot, "enter")
        await press(pilot, "tab")
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "enter")
        assert shows(pilot, SignDialog)
        assert desk.grants()[0].void is None
        await press(pilot, "ctrl+s")
        assert desk.grants()[0].void == "grant-0001 was revoked"
        assert "void: grant-0001 was revoked" in text_of(pilot)
        assert signed(desk, "revoke")


async def test_retiring_takes_the_confirming_key_and_can_be_let_be(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "W", "j")
        await act(pilot, "retire")
        await press(pilot, "enter", "enter")
        assert not desk.principals()[1].retired
        await act(pilot, "retire")
        await press(pilot, "enter")
        await sign_gravely(pilot)
        assert desk.principals()[1].retired
        assert "retired" in text_of(pilot)


async def test_a_token_is_shown_once_and_can_be_copied(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "W")
        await act(pilot, "connect")
        await type_in(pilot, "codex")
        await press(pilot, "tab", "tab")
        await type_in(pilot, "cedar")
        await press(pilot, "enter")
        await sign(pilot)
        assert shows(pilot, TokenDialog)
        assert "kept nowhere" in text_of(pilot)
        await press(pilot, "Y")
        token = pilot.app.clipboard
        with desk.reader() as reader:
            assert token_hash(token) in {one.hash for one in desk.authority(reader).tokens.values()}
        await press(pilot, "escape")
        assert token not in text_of(pilot)
        codex = desk.principals()[-1]
        assert (codex.name, codex.kind, codex.tokens[0].projects) == ("codex", PrincipalKind.AGENT, ("cedar",))


async def test_the_policy_for_a_verb_is_changed_from_its_row(store: Path) -> None:
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "W", "W", "W", "W")
        await act(pilot, "policy")
        await press(pilot, "2", "enter")
        await sign(pilot)
        assert dict(desk.policy().needs)["keep"] is Assurance.OS_USER
        assert signed(desk, "policy")


async def test_a_new_key_takes_the_place_of_the_old_one_and_both_sign(store: Path, tmp_path: Path) -> None:
    new = key_file(tmp_path, "newer")
    async with desk_app(store) as (pilot, desk):
        await press(pilot, "W", "W")
        await act(pilot, "rotate")
        assert shows(pilot, KeyDialog)
        await press(pilot, "shift+tab", "shift+tab", "2", "tab")
        await press(pilot, "end", "ctrl+u")
        await type_in(pilot, str(new.path))
        await press(pilot, "tab")
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "enter")
        await sign(pilot)
        every = desk.keys()
        assert [key.state for key in every if key.id == "key-0001"] == ["replaced"]
        assert [key.state for key in every if key.line == new.public.line] == ["live"]
        signing_view = desk.signing()
        assert signing_view is not None
        assert signing_view.file == str(new.path)
        assert len(desk.decision(desk.plans()[0].plan).signatures) == 2


async def test_a_keyless_store_adopts_a_key_that_is_made_here(tmp_path: Path) -> None:
    async with desk_app(sample_store(tmp_path)) as (pilot, desk):
        await press(pilot, "W")
        await act(pilot, "adopt")
        await type_in(pilot, "one two")
        await press(pilot, "tab")
        await type_in(pilot, "one three")
        await press(pilot, "enter")
        assert "two different passphrases" in text_of(pilot)
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "tab")
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "enter")
        assert "recovery key" in text_of(pilot)
        await type_in(pilot, str(tmp_path / "recovery"))
        await press(pilot, "tab")
        await type_in(pilot, "for a rainy day")
        await press(pilot, "tab")
        await type_in(pilot, "for a rainy day")
        await press(pilot, "enter")
        assert shows(pilot, ConfirmDialog)
        assert desk.keyless
        await press(pilot, "y", "enter")
        assert desk.keyless, "Enter is Cancel, and the opening keys do nothing"
    assert not (tmp_path / "recovery").exists(), "what nothing came of is removed"


async def test_adopting_an_existing_key_makes_decisions_signed(tmp_path: Path) -> None:
    file = key_file(tmp_path, "mine")
    async with desk_app(sample_store(tmp_path)) as (pilot, desk):
        await press(pilot, "W")
        await act(pilot, "adopt")
        await press(pilot, "shift+tab", "shift+tab", "2", "tab")
        await press(pilot, "end", "ctrl+u")
        await type_in(pilot, str(file.path))
        await press(pilot, "tab")
        await type_in(pilot, PASSPHRASE)
        await press(pilot, "enter")
        await press(pilot, "shift+tab", "3", "ctrl+s")
        assert "no recovery key" in words(pilot)
        await press(pilot, "Y")
        assert not desk.keyless
        assert "key locked" in text_of(pilot).splitlines()[0]
        (key,) = desk.keys()
        assert key.role is KeyRole.SIGNING
        assert signed(desk, "adopt")
    assert file.path.exists()


async def test_naming_a_key_file_changes_nothing_in_the_store(store: Path, tmp_path: Path) -> None:
    other = key_file(tmp_path, "other")
    async with desk_app(store) as (pilot, desk):
        head = desk.overview().head
        await press(pilot, "W")
        await act(pilot, "use a key")
        await type_in(pilot, str(other.path))
        await press(pilot, "enter")
        assert "Nobody here has this key yet" in toast(pilot)
        assert desk.overview().head == head


async def test_in_a_keyless_store_a_grant_says_why_not(tmp_path: Path) -> None:
    async with desk_app(sample_store(tmp_path)) as (pilot, _):
        await press(pilot, "W")
        await act(pilot, "let somebody use verbs")
        assert "the store is keyless; adopt a key first" in words(pilot)
