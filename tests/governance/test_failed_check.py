"""What a check found is kept beside the log until a check that looked as far finds nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from governance.desk import Desk
from store import local
from tests.governance.signed import a_signed_desk, an_item


def kept(desk: Desk) -> str | None:
    with desk.store.reading() as conn:
        found = local.failed(conn)
    assert desk.overview().failed == (found.sentence if found else None)
    return found.sentence if found else None


@pytest.mark.parametrize(
    ("deep", "since", "replay", "over"),
    [
        (False, 0, False, True),
        (False, 1, False, False),
        (True, 0, False, False),
        (True, 0, True, True),
    ],
    ids=["the whole", "a part", "a replay that found it, the whole without one", "a replay again"],
)
def test_only_a_clean_check_that_looked_as_far_is_the_end_of_it(
    tmp_path: Path, deep: bool, since: int, replay: bool, over: bool
) -> None:
    with a_signed_desk(tmp_path) as desk:
        an_item(desk)
        local.mark_failed(desk.store, local.Failed(2, "Entry 2 is torn.", desk.now(), deep))
        assert kept(desk) == "Entry 2 is torn."
        assert desk.verify(since=since, replay=replay).ok
        assert kept(desk) == (None if over else "Entry 2 is torn.")


def test_a_mark_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    from store.database import set_local

    with a_signed_desk(tmp_path) as desk:
        for text in ("[1]", "nonsense", '{"seq": 1}'):
            with desk.store.locked() as conn:
                set_local(conn, "verify_failed", text)
            assert kept(desk) is None
