"""Keys of people: the first one, a further one, one in the place of another, the recovery key, the last one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from governance.authority.keys.keyfile import look_at
from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.records.words import Assurance, KeyRole, Role
from tests.builders import MIRA
from tests.governance.builders import decide, untouched
from tests.governance.signed import (
    a_key,
    a_maintainer,
    a_person,
    a_signed_desk,
    an_item,
    id_of,
    signed,
    signer,
    unlocked,
)
from tests.keys import SECRET


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """An owner with a key (key-0001) and a recovery key (key-0002)."""
    with a_signed_desk(tmp_path, recovery=True) as made:
        yield made


def live(desk: Desk) -> list[str]:
    return [key.id for key in desk.keys() if key.state == "live"]  # noqa: SIM118 - no dictionary


def test_without_the_passphrase_nothing_is_decided_and_with_it_one_plan_is(desk: Desk) -> None:
    one, other = an_item(desk), an_item(desk)
    before = untouched(desk)
    with pytest.raises(Refusal) as locked:
        decide(desk, "stale", one)
    assert locked.value.kind is RefusalKind.LOCKED
    wrong = bytearray(b"wrong horse")
    with pytest.raises(Refusal, match="not the passphrase"):
        desk.unlock(wrong)
    assert not any(wrong), "the secret is wiped whatever happens"
    assert untouched(desk) == before
    plan = unlocked(desk, lambda: decide(desk, "stale", one)).plan
    assert desk.decision(plan).assurance is Assurance.SIGNED
    assert [sign.key for sign in desk.decision(plan).signatures] == ["key-0001"]
    assert not desk.hand.unlocked
    with pytest.raises(Refusal, match="key is locked"):
        decide(desk, "stale", other)
    assert desk.verify(replay=True).ok


def test_a_keyless_store_adopts_its_first_key_and_then_needs_it(tmp_path: Path) -> None:
    with a_signed_desk(tmp_path, keyless=True) as desk:
        item = an_item(desk)
        weak = decide(desk, "stale", item).plan
        key, saved = a_key(tmp_path, "owner"), a_key(tmp_path, "recovery")
        with pytest.raises(Refusal, match="same as the key it is to recover"):
            signed(desk, lambda: desk.authorize.adopt(key, recovery=key.public), key=key)
        signed(desk, lambda: desk.authorize.adopt(key, recovery=saved.public), key=key)
        assert (desk.keyless, live(desk)) == (False, ["key-0001", "key-0002"])
        with pytest.raises(Refusal, match="key is locked"):
            decide(desk, "keep", item)
        with pytest.raises(Refusal, match="has keys already"):
            signed(desk, lambda: desk.authorize.adopt(saved), key=key)
        signed(desk, lambda: decide(desk, "keep", item), key=key)
        assert desk.decision(weak).fault is None, "what was decided before stands as it was"
        assert desk.verify(replay=True).ok


def test_somebody_adds_a_further_key_of_their_own_and_no_key_of_others(desk: Desk, tmp_path: Path) -> None:
    with a_maintainer(desk, "ines", "stale") as ines:
        further, item = a_key(tmp_path, "further"), an_item(desk)
        with pytest.raises(Refusal, match="for them or for an owner"):
            signed(ines, lambda: ines.authorize.add_key(MIRA, further.public.line))
        signed(ines, lambda: ines.authorize.add_key(id_of(ines), further.public.line))
        signed(ines, lambda: decide(ines, "stale", item), key=further)
        with pytest.raises(Refusal, match="somebody's already"):
            signed(desk, lambda: desk.authorize.add_key(MIRA, further.public.line))
        assert desk.verify().ok


def test_a_rotation_is_signed_by_the_old_key_and_the_new_one(desk: Desk, tmp_path: Path) -> None:
    new = a_key(tmp_path, "new")
    plan = signed(desk, lambda: desk.authorize.rotate_key("key-0001", signer(new))).plan
    assert [sign.fingerprint for sign in desk.decision(plan).signatures] == [
        a_key(tmp_path, "owner").public.fingerprint,
        new.public.fingerprint,
    ]
    assert live(desk) == ["key-0002", "key-0003"]
    item = an_item(desk)
    with pytest.raises(Refusal, match="is no live key of anybody"):
        signed(desk, lambda: decide(desk, "stale", item), key=a_key(tmp_path, "owner"))
    signed(desk, lambda: decide(desk, "stale", item), key=new)
    assert desk.verify(replay=True).ok
    with pytest.raises(Refusal, match="no live key key-0001"):
        signed(desk, lambda: desk.authorize.rotate_key("key-0001", signer(a_key(tmp_path, "third"))), key=new)


def test_nobody_rotates_the_key_of_another(desk: Desk, tmp_path: Path) -> None:
    new = a_key(tmp_path, "new")
    with a_person(desk, "bob", Role.OWNER) as bob:
        for whose in ("key-0001", "key-0002"):
            with pytest.raises(Refusal, match=f"neither {whose} nor a recovery key signed it|not what"):
                signed(bob, lambda whose=whose: bob.authorize.rotate_key(whose, signer(new)))  # type: ignore[misc]
    assert live(desk) == ["key-0001", "key-0002", "key-0003"]


def test_a_recovery_key_brings_back_who_lost_theirs_and_does_nothing_else(desk: Desk, tmp_path: Path) -> None:
    saved, new, item = a_key(tmp_path, "recovery"), a_key(tmp_path, "new"), an_item(desk)
    for act in (
        lambda: decide(desk, "stale", item),
        lambda: desk.authorize.set_policy({"needs.keep": "os-user"}),
        lambda: desk.authorize.ratify(desk.plans()[0].plan) if desk.plans() else decide(desk, "stale", item),
    ):
        with pytest.raises(Refusal, match="recovery key, which is for keys alone"):
            signed(desk, act, key=saved)
    signed(desk, lambda: desk.authorize.rotate_key("key-0001", signer(new)), key=saved)
    signed(desk, lambda: decide(desk, "stale", item), key=new)
    assert live(desk) == ["key-0002", "key-0003"]
    assert desk.verify(replay=True).ok


def test_whoever_has_only_a_signing_key_cannot_shut_out_who_has_the_recovery_key(desk: Desk, tmp_path: Path) -> None:
    other = a_key(tmp_path, "new")
    with pytest.raises(Refusal, match="only it revokes itself"):
        signed(desk, lambda: desk.authorize.revoke_key("key-0002"))
    with pytest.raises(Refusal, match="only it makes another"):
        signed(desk, lambda: desk.authorize.add_key(MIRA, other.public.line, role=KeyRole.RECOVERY))
    with pytest.raises(Refusal, match="neither key-0002 nor a recovery key"):
        signed(desk, lambda: desk.authorize.rotate_key("key-0002", signer(other)))
    saved = a_key(tmp_path, "recovery")
    signed(desk, lambda: desk.authorize.rotate_key("key-0002", signer(other)), key=saved)
    with pytest.raises(Refusal, match="no live key of anybody"):
        signed(desk, lambda: desk.authorize.revoke_key("key-0001"), key=saved)
    signed(desk, lambda: desk.authorize.revoke_key("key-0001"), key=other)
    assert live(desk) == ["key-0003"]


def test_the_last_key_of_an_owner_stays(tmp_path: Path) -> None:
    with a_signed_desk(tmp_path) as desk, a_person(desk, "ines"):
        with pytest.raises(Refusal, match="last key of an owner"):
            signed(desk, lambda: desk.authorize.revoke_key("key-0001"))
        signed(desk, lambda: desk.authorize.revoke_key("key-0002"))
        assert live(desk) == ["key-0001"]


def test_a_key_stays_unlocked_only_where_that_was_asked_for_and_for_some_minutes(tmp_path: Path) -> None:
    from tests.clock import StillClock

    clock = StillClock()
    with a_signed_desk(tmp_path, clock) as desk:
        one, other, third = (an_item(desk) for _ in range(3))
        desk.unlock(bytearray(SECRET), remember=True)
        decide(desk, "stale", one)
        clock.tick(minutes=5)
        decide(desk, "stale", other)
        clock.tick(minutes=1)
        with pytest.raises(Refusal, match="key is locked"):
            decide(desk, "stale", third)


def test_in_a_multiplexer_no_key_stays_unlocked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMUX", "/tmp/tmux")
    with pytest.raises(Refusal, match="multiplexer"):
        desk.unlock(bytearray(SECRET), remember=True)
    assert not desk.hand.unlocked


def test_a_key_that_is_not_among_ones_own_is_never_taken_into_the_hand(desk: Desk, tmp_path: Path) -> None:
    stranger = look_at(a_key(tmp_path, "stranger").path)
    desk.use_key(stranger.path)
    view = desk.signing()
    assert view is not None
    assert view.key == "key-0001", "the file named last is nobody's here"
