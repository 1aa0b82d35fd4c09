"""Asking: a face is asked once, when everything but the signature is settled, and may still refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from governance.authority.keys.keyring import forget
from governance.committing import Asked
from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store import log
from store.records.views import Applied
from store.records.words import PrincipalKind, Reason, Role
from tests.governance.builders import a_desk, an_item, beside, decide
from tests.governance.signed import a_key, a_signed_desk, signer, sit_down


class Stopped(Exception):
    """The person said no."""


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Desk]:
    """The desk of an owner whose key is locked."""
    with a_signed_desk(tmp_path) as desk:
        yield desk


def head(desk: Desk) -> int:
    with desk.store.reading() as conn:
        return log.head(conn)[0]


def listen(desk: Desk, *, key: bool = True) -> list[Asked]:
    """Answer what is asked with the owner's key, and write it down."""
    heard: list[Asked] = []

    def ask(asked: Asked) -> None:
        heard.append(asked)
        if key and asked.locked:
            desk.hand._signer = signer(a_key(desk.path.parent, "owner"))

    desk.ask = ask
    return heard


def test_it_is_told_what_would_change_and_may_unlock_the_key(owner: Desk) -> None:
    item, heard = an_item(owner, status="pending-cleanup"), listen(owner)
    before = head(owner)
    decide(owner, "keep", item)
    (asked,) = heard
    assert (asked.verbs, asked.ids, asked.head, asked.locked) == (("keep",), (item,), before, True)
    assert ("status", "pending-cleanup", "active") in [(c.field, c.before, c.after) for c in asked.changes]
    assert owner.hand.unlocked is False


def test_a_no_leaves_everything_as_it_was(owner: Desk) -> None:
    before = head(owner)

    def no(asked: Asked) -> None:
        assert asked.changes
        raise Stopped

    owner.ask = no
    with pytest.raises(Stopped):
        owner.authorize.enroll("ines", PrincipalKind.HUMAN, Role.MAINTAINER)
    assert head(owner) == before


def test_an_answer_without_a_key_is_no_signature(owner: Desk) -> None:
    listen(owner, key=False)
    with pytest.raises(Refusal) as refused:
        owner.authorize.enroll("ines", PrincipalKind.HUMAN, Role.MAINTAINER)
    assert refused.value.kind is RefusalKind.LOCKED


def test_a_keyless_store_asks_without_wanting_a_key(tmp_path: Path) -> None:
    with a_desk(tmp_path) as desk:
        item, heard = an_item(desk, status="pending-cleanup"), listen(desk)
        decide(desk, "keep", item)
    assert [asked.locked for asked in heard] == [False]


def test_nobody_is_asked_about_what_is_refused_anyway(owner: Desk) -> None:
    listen(owner)
    ines = owner.authorize.enroll("ines", PrincipalKind.HUMAN, Role.MAINTAINER).ids[0]
    with sit_down(owner.path.parent, "ines") as desk:
        heard = listen(desk)
        acts: tuple[Callable[[], Applied], ...] = (
            lambda: desk.authorize.enroll("eve", PrincipalKind.HUMAN, Role.OWNER),
            lambda: desk.authorize.retire(ines),
            lambda: desk.authorize.grant(ines, ["keep"]),
            lambda: desk.authorize.set_policy({"needs.keep": "os-user"}),
        )
        for act in acts:
            with pytest.raises(Refusal) as refused:
                act()
            assert refused.value.kind in (RefusalKind.NOT_ALLOWED, RefusalKind.RULE)
    assert heard == []


def test_somebody_who_was_retired_is_a_stranger(owner: Desk) -> None:
    listen(owner)
    ines = owner.authorize.enroll("ines", PrincipalKind.HUMAN, Role.MAINTAINER).ids[0]
    owner.authorize.retire(ines)
    item = an_item(owner, status="pending-cleanup")
    with beside(owner, "ines") as desk:
        heard = listen(desk)
        with pytest.raises(Refusal, match="nobody this store knows"):
            decide(desk, "keep", item)
    assert heard == []


def test_the_key_that_was_named_last_signs(owner: Desk) -> None:
    listen(owner)
    second = a_key(owner.path.parent, "second")
    owner.authorize.add_key("p-0001", second.public.line)
    assert owner.own_key() == "key-0001"
    owner.use_key(second.path)
    signing = owner.signing()
    assert signing is not None
    assert (signing.file, owner.own_key()) == (str(second.path), signing.key)
    owner.use_key(a_key(owner.path.parent, "owner").path)
    assert owner.own_key() == "key-0001"


def test_why_no_key_signs_is_said_as_it_is(owner: Desk) -> None:
    listen(owner)
    second = a_key(owner.path.parent, "second")
    owner.authorize.add_key("p-0001", second.public.line)
    owner.use_key(second.path)
    first = a_key(owner.path.parent, "owner")
    kept = first.path.read_bytes()
    first.path.write_bytes(second.path.read_bytes())
    second.path.unlink()
    gone = owner.no_key()
    assert gone.sentence == "The file of your key-0002 is gone, and this needs your signature."
    assert str(second.path) in gone.hint
    with pytest.raises(Refusal, match="The file of your key-0002 is gone"):
        owner.unlock(bytearray(b"x"))
    first.path.write_bytes(kept)
    owner.authorize.revoke_key("key-0002", reason=Reason.KEY_LOST)
    head = owner.overview().head
    first.path.unlink()
    assert "The file of your key-0001 is gone" in owner.no_key().sentence
    assert f"Your key-0002 was revoked at entry {head:,}" not in owner.no_key().sentence
    forget(owner.homes.config, owner.store_id, first.public.fingerprint)
    assert f"Your key-0002 was revoked at entry {head:,}" in owner.no_key().sentence
    forget(owner.homes.config, owner.store_id, second.public.fingerprint)
    assert "No key of yours is named on this machine" in owner.no_key().sentence
