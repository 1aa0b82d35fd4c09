"""How far a promoted record reaches, and how sure it is: never further or surer than what it is made of (T)."""

from __future__ import annotations

import pytest

from governance.desk import Desk
from tests.governance.builders import item
from tests.governance.promotion.records import an_episode, promote, refused


@pytest.mark.parametrize(
    ("parents", "wanted", "taken"),
    [
        (("global", "environment"), None, "environment"),
        (("global", "environment"), "environment", "environment"),
        (("global", "environment"), "workflow", "workflow"),
        (("environment",), "gateway-v2 only", "gateway-v2 only"),
        (("case:merchant",), "case:merchant", "case:merchant"),
        ((None,), "workflow", "workflow"),
        ((None, "project"), None, "project"),
    ],
)
def test_its_scope_is_the_narrowest_of_what_it_comes_from_or_narrower(
    desk: Desk, parents: tuple[str | None, ...], wanted: str | None, taken: str
) -> None:
    names = [an_episode(desk, words={"scope": scope} if scope else {}) for scope in parents]
    fields = (f"scope={wanted}",) if wanted else ("scope=",)
    _, new = promote(desk, "semantic", *names, fields=fields)
    assert item(desk, new).words.scope == taken  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("parents", "wanted", "why"),
    [
        (("global", "environment"), "global", "'global' is wider than 'environment'"),
        (("environment",), "project", "'project' is wider than 'environment'"),
        (("case:merchant",), "environment", "'environment' is wider than 'case:merchant'"),
        (("case:merchant",), "case:all", "'case:all' is wider than 'case:merchant'"),
        ((None,), "global", "Nothing that it comes from is global"),
        (("case:a", "case:b"), None, "They hold for different things (case:a, case:b)"),
    ],
)
def test_its_scope_never_broadens(desk: Desk, parents: tuple[str | None, ...], wanted: str | None, why: str) -> None:
    names = [an_episode(desk, words={"scope": scope} if scope else {}) for scope in parents]
    assert why in refused(desk, "semantic", *names, fields=(f"scope={wanted}",) if wanted else ("scope=",))


def test_its_project_is_their_one_project_and_lots_of_several_projects_are_refused(desk: Desk) -> None:
    mine, none = an_episode(desk, words={"project": "cedar"}), an_episode(desk)
    _, new = promote(desk, "semantic", mine, none)
    assert item(desk, new).words.project == "cedar"  # type: ignore[union-attr]
    other = an_episode(desk, words={"project": "birch"})
    assert "different projects (birch, cedar)" in refused(desk, "semantic", mine, other)


@pytest.mark.parametrize(
    ("parents", "wanted", "taken"),
    [
        (("confirmed",), "confirmed", "confirmed"),
        (("observed-once",), "observed-once", "observed-once"),
        (("observed-once",), "inferred", "inferred"),
        (("unknown",), "inferred", "inferred"),
        ((None,), "inferred", "inferred"),
        (("observed-once",) * 3, "confirmed", "confirmed"),
    ],
)
def test_it_is_believed_as_far_as_what_it_comes_from_bears(
    desk: Desk, parents: tuple[str | None, ...], wanted: str, taken: str
) -> None:
    names = [an_episode(desk, confidence=level, text=f"case {n}") for n, level in enumerate(parents)]
    _, new = promote(desk, "semantic", *names, fields=(f"confidence={wanted}",))
    assert item(desk, new).row.confidence == taken


@pytest.mark.parametrize(
    ("parents", "wanted"),
    [
        (("observed-once",), "confirmed"),
        (("observed-once",) * 2, "confirmed"),
        (("inferred",) * 3, "observed-once"),
        (("observed-once", "observed-once", "unknown"), "confirmed"),
        ((None,), "observed-once"),
    ],
)
def test_nobody_makes_it_more_certain_by_saying_so(desk: Desk, parents: tuple[str | None, ...], wanted: str) -> None:
    names = [an_episode(desk, confidence=level, text=f"case {n}") for n, level in enumerate(parents)]
    said = refused(desk, "semantic", *names, fields=(f"confidence={wanted}",))
    assert f"confidence: {wanted} is more than what it comes from bears" in said
