"""Requests: each has a number of its own for good."""

from __future__ import annotations

from contextlib import closing

from store.database import Store
from store.migrate import rebuild
from store.requests import forget_request, keep_request, requests
from tests.store.tampering import bare


def kept(store: Store, text: str) -> int:
    with store.locked() as conn:
        return keep_request(conn, {"text": text})


def test_a_number_is_never_given_again_not_even_after_a_rebuild(store: Store) -> None:
    assert [kept(store, "first"), kept(store, "second")] == [1, 2]
    forget_request(store, 1)
    forget_request(store, 2)
    assert kept(store, "third") == 3
    forget_request(store, 3)
    rebuild(store)
    assert kept(store, "fourth") == 4
    with store.reading() as conn:
        assert requests(conn) == [(4, {"text": "fourth"})]


def test_a_store_that_never_counted_goes_on_behind_what_stands(store: Store) -> None:
    assert kept(store, "first") == 1
    with closing(bare(store.path)) as conn:
        conn.execute("UPDATE local_request SET n = 7")
        conn.execute("DELETE FROM local_meta WHERE name = 'requests'")
    assert kept(store, "second") == 8


def test_a_request_that_is_not_kept_uses_no_number(store: Store) -> None:
    class GivenUp(Exception):
        pass

    try:
        with store.locked() as conn:
            assert keep_request(conn, {"text": "lost"}) == 1
            raise GivenUp
    except GivenUp:
        pass
    assert kept(store, "first") == 1
