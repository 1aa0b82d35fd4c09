"""Alarms: a check that broke is one, a failed verify is remembered, distrust is told; and how messages are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.views import Finding
from tests.tui.desks import desk_app, opened, press, sample_store, screen_of, settle
from tests.tui.keyed import decided, held, key_file, keyed_store, signing, words
from tui.notices import state_folder

pytestmark = pytest.mark.anyio


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return sample_store(tmp_path)


@pytest.mark.parametrize(
    ("error", "told", "written"),
    [
        (KeyError("no such row"), "The store could not be checked (KeyError).", 1),
        (Refusal(RefusalKind.BROKEN, "Entry 3 is torn.", ""), "The store could not be checked (Entry 3 is torn).", 0),
    ],
    ids=["an error that nobody foresaw", "a refusal"],
)
async def test_a_check_that_broke_is_an_alarm_and_never_calm(
    store: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str, written: int
) -> None:
    def broken(_: Desk) -> None:
        raise error

    monkeypatch.setattr(Desk, "alarms", broken)
    async with desk_app(store) as (pilot, _):
        assert f"! {told}" in words(pilot)
        pilot.app.screen.action_alarms()  # type: ignore[attr-defined]
        await settle(pilot)
        assert told in words(pilot)
        assert "Nothing is wrong" not in words(pilot)
    log = state_folder() / "errors.log"
    found = log.read_text().count("builtins.KeyError") if log.exists() else 0
    assert found == written


async def test_what_a_verify_found_is_still_said_by_a_desk_that_is_opened_later(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = Finding(step="authority", seq=7, sentence="It may not have been decided so.")
    with monkeypatch.context() as patch, opened(store) as desk:
        patch.setattr(Desk, "further_steps", lambda _self, _since: (("authority", lambda _conn: iter([wrong])),))
        assert not desk.verify().ok
    told = "verify found something on 2026-09-01 09:00, first at entry 7: It may not have been decided so."
    async with desk_app(store, size=(160, 40)) as (pilot, desk):
        assert f"! {told}" in words(pilot)
        card = screen_of(pilot).detail.card
        assert card is not None
        assert told in "\n".join(str(section.body) for section in card.sections)
        assert "never verified" not in words(pilot)
        pilot.app.screen.action_alarms()  # type: ignore[attr-defined]
        await settle(pilot)
        assert "verify found something" in words(pilot)
        await press(pilot, "escape")
        pilot.app.screen.action_verify()  # type: ignore[attr-defined]
        await settle(pilot)
        assert "verify found something" not in words(pilot), "a clean check of the whole is the end of it"
        assert desk.overview().failed is None


async def test_a_plan_of_a_distrusted_key_is_an_alarm_until_it_is_ratified(tmp_path: Path) -> None:
    path, second = keyed_store(tmp_path), key_file(tmp_path, "second")
    with opened(path) as desk:
        signing(desk).authorize.add_key("p-0001", second.public.line)
        applied = decided(signing(desk))
        assert desk.doubted("key-0001", applied.seq) == (applied.plan,)
        held(desk, second).authorize.revoke_key("key-0001", since=applied.seq)
    async with desk_app(path, size=(160, 40)) as (pilot, desk):
        assert f"1 plan to undo or ratify: {applied.plan} was signed with key-0001" in words(pilot)
        await press(pilot, "W")
        screen_of(pilot).acting.run("ratify")
        await settle(pilot)
        assert f"{applied.plan} of {desk.person.name}, 2026-09-01 09:00: stale 1" in words(pilot)
        await press(pilot, "escape")
        held(desk, second).authorize.ratify(applied.plan)
        assert desk.alarms() == ()
        assert desk.doubted() == ()


async def test_home_says_which_head_the_witness_knows_and_that_there_is_none(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def facts() -> str:
        async with desk_app(store) as (pilot, _):
            card = screen_of(pilot).detail.card
            assert card is not None
            return next(str(one.body) for one in card.sections if one.heading == "this store")

    with opened(store) as desk:
        head, view = desk.pulse()[1], desk.witness_view()
    assert f"witness  ✓ last head {head:,}" in await facts()
    monkeypatch.setattr(Desk, "witness_view", lambda _self: view.model_copy(update={"pinned": None, "seq": None}))
    assert "no witness here" in await facts()


async def test_of_several_messages_only_the_newest_is_shown(store: Path) -> None:
    async with desk_app(store) as (pilot, _):
        for text in ("one", "two", "two"):
            pilot.app.notify(text, markup=False)
        await settle(pilot)
        assert [note.message for note in pilot.app._notifications] == ["two"]
