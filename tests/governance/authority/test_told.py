"""What people read of an act before they sign: the same to whoever asks and to whoever signs second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from governance.committing import Asked
from governance.desk import Desk
from store.records.words import PrincipalKind, Role
from tests.clock import StillClock
from tests.governance.signed import a_key, a_maintainer, a_person, a_service, a_signed_desk, signed

Lines = list[tuple[str, str, str | None, str | None]]
TWO = ("policy", "grant", "token", "enroll", "retire", "revoke", "revoke-token")


@pytest.fixture
def desk(tmp_path: Path, clock: StillClock) -> Iterator[Desk]:
    with a_signed_desk(tmp_path, clock) as made:
        yield made


@pytest.fixture
def ines(desk: Desk) -> Iterator[Desk]:
    """A second owner (p-0002) beside noor (p-0003, grant-0001) and cron (p-0004); two people sign acts like these."""
    with a_person(desk, "ines", Role.OWNER) as made:
        a_maintainer(desk, "noor", "keep", depth=1).close()
        a_service(desk, "cron")[0].close()
        signed(desk, lambda: desk.authorize.set_policy({f"two.{verb}": "yes" for verb in TWO}))
        yield made


def told(desk: Desk, ines: Desk, act: Callable[[], Any]) -> Lines:
    """What an act would change, as whoever asks for it reads it and, in the same words, whoever signs second."""
    heard: list[Lines] = []

    def ask(asked: Asked) -> None:
        heard.append([(c.id, c.field, c.before, c.after) for c in asked.changes])

    desk.ask = ask
    signed(desk, act)
    (view,) = ines.requests()
    second = [(c.id, c.field, c.before, c.after) for c in view.changes]
    assert heard == [second]
    ines.decline(view.n)
    return second


def test_of_a_policy_only_what_differs_from_the_one_in_force_is_told(desk: Desk, ines: Desk) -> None:
    assert told(desk, ines, lambda: desk.authorize.set_policy({"two.policy": "no"})) == [
        ("policy", "two.policy", "yes", "no")
    ]
    several = {"needs.keep": "os-user", "two.stale": "yes", "grant_days": "30"}
    assert told(desk, ines, lambda: desk.authorize.set_policy(several)) == [
        ("policy", "needs.keep", "signed", "os-user"),
        ("policy", "two.stale", "no", "yes"),
        ("policy", "grant_days", "0", "30"),
    ]


def test_a_request_that_another_policy_has_overtaken_is_told_against_that_one(desk: Desk, ines: Desk) -> None:
    signed(desk, lambda: desk.authorize.set_policy({"grant_days": "30"}))
    signed(desk, lambda: desk.authorize.set_policy({"grant_days": "30", "grant_depth": "1"}))
    first, second = ines.requests()
    signed(ines, lambda: ines.cosign(first.n))
    (left,) = ines.requests()
    assert left.n == second.n
    assert [(c.field, c.before, c.after) for c in left.changes] == [("grant_depth", "3", "1")]


def test_a_grant_is_told_with_who_gets_it_all_its_bounds_and_a_moment_that_people_read(desk: Desk, ines: Desk) -> None:
    until = 1_796_115_600_000_000
    bounds: dict[str, Any] = {"scope": desk.authorize.scope(["kind=state"]), "expires": until}
    assert told(desk, ines, lambda: desk.authorize.grant("p-0003", ["stale"], depth=2, **bounds)) == [
        ("noor (p-0003)", "may use", None, "stale on kind=state"),
        ("noor (p-0003)", "expires", None, "2026-12-01T09:00Z"),
        ("noor (p-0003)", "depth", None, "2"),
    ]
    by_itself = lambda: desk.authorize.grant("p-0004", ["cool"], constitutional=True, count=5, **bounds)  # noqa: E731
    assert told(desk, ines, by_itself) == [
        ("cron (p-0004)", "may use", None, "cool on kind=state"),
        ("cron (p-0004)", "without a person's signature", "no", "yes"),
        ("cron (p-0004)", "expires", None, "2026-12-01T09:00Z"),
        ("cron (p-0004)", "count", None, "5"),
    ]


def test_who_is_made_known_is_told_by_name_and_never_by_an_id_that_is_not_given_out(desk: Desk, ines: Desk) -> None:
    bob = a_key(desk.path.parent, "bob").public
    kind, role = PrincipalKind.HUMAN, Role.MAINTAINER
    assert told(desk, ines, lambda: desk.authorize.enroll("bob", kind, role, public=bob.line)) == [
        ("bob", "enrolled", None, "human, maintainer"),
        ("bob", "signing key", None, bob.fingerprint),
    ]
    assert told(desk, ines, lambda: desk.authorize.connect("codex", PrincipalKind.AGENT, projects=["cedar"])) == [
        ("codex", "enrolled", None, "agent"),
        ("codex", "a new token", None, "for cedar"),
    ]
    assert told(desk, ines, lambda: desk.authorize.issue_token("p-0004", expires=1_796_115_600_000_000)) == [
        ("cron (p-0004)", "a new token", None, "for no project"),
        ("cron (p-0004)", "expires", None, "2026-12-01T09:00Z"),
    ]


def test_what_ends_is_told_with_whose_it_is_and_with_all_that_ends_with_it(desk: Desk, ines: Desk) -> None:
    assert told(desk, ines, lambda: desk.authorize.retire("p-0003")) == [("noor (p-0003)", "may decide", "yes", "no")]
    assert told(desk, ines, lambda: desk.authorize.revoke("grant-0001")) == [
        ("grant-0001", "grant of noor (p-0003)", "in force", "revoked")
    ]
    assert told(desk, ines, lambda: desk.authorize.revoke_token("tok-0001")) == [
        ("tok-0001", "token of cron (p-0004)", "live", "revoked")
    ]
