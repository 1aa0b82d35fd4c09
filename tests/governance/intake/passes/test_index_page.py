"""The index that agents navigate by: within its bound, honest about what it leaves out, and of one's own projects."""

from __future__ import annotations

import pytest

from governance.authority.people import Person
from governance.desk import Desk, open_desk
from store.records.words import Assurance
from store.views.index_page import index_page
from tests.governance.builders import a_topic, an_item
from tests.governance.intake.passes.passing import both, send


def page(desk: Desk, most: int, projects: tuple[str, ...] | None = None) -> tuple[str, ...]:
    with desk.reader() as reader:
        return index_page(reader, most, projects)


def part(lines: tuple[str, ...], heading: str) -> list[str]:
    """The lines below a heading."""
    rest = lines[lines.index(f"## {heading}") + 2 :]
    return list(rest[: rest.index("")] if "" in rest else rest)


@pytest.mark.parametrize("most", [20, 21, 25, 60, 200])
@pytest.mark.parametrize("projects", [None, ()], ids=["everything", "what has no project"])
def test_every_heading_stands_within_the_bound_and_what_is_left_out_is_counted(
    desk: Desk, most: int, projects: tuple[str, ...] | None
) -> None:
    for n in range(40):
        a_topic(desk, f"trigger {n}", file=f"topics/page-{n:02d}.md", title=f"Page {n}")
        an_item(desk, text=f"thing number {n}")
    for n in range(150):
        an_item(desk, text=f"doubt number {n}", status="pending-cleanup")
    lines = page(desk, most, projects)
    assert len(lines) <= most
    for heading, every in (("Topic Map", 40), ("Pending Cleanup", 150)):
        shown = part(lines, heading)
        named = [line for line in shown if "… and" not in line]
        left = [line for line in shown if "… and" in line]
        assert left == ([f"- … and {every - len(named):,} more"] if len(named) < every else [])
    assert len(part(lines, "Recent Activity")) == min(10, most - 12)


def test_topics_are_routed_to_by_their_triggers(desk: Desk) -> None:
    a_topic(desk, "an incident", "an outage")
    assert part(page(desk, 50), "Topic Map") == ["- incidents.md — an incident; an outage"]


def test_items_of_other_projects_are_left_out_and_not_counted(desk: Desk) -> None:
    own, other, none = (send(desk, f"the {p} is slow", **({"project": p} if p else {})) for p in ("tides", "pier", ""))
    both(desk)
    for project in ("tides", "pier", None):
        words = {"project": project} if project else {}
        an_item(desk, text=f"doubt of {project}", status="pending-cleanup", words=words)
    seen = open_desk(desk.path, clock=desk.now)
    seen.person = Person("codex", Assurance.TOKEN, "p-0001", ("tides",), "tok-0001")
    lines = seen.intake.index_page()
    text = "\n".join(lines)
    assert (own in text, other in text, none in text) == (True, False, True)
    assert len(part(lines, "Pending Cleanup")) == 2
    nobody = open_desk(desk.path, claimed="codex", clock=desk.now)
    text = "\n".join(nobody.intake.index_page())
    assert (own in text, other in text, none in text) == (False, False, True)
