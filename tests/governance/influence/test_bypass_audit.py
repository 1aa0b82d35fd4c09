"""Hands that try to read by an audit what is not theirs to read; nobody tells them, and nothing is noted of them."""

from __future__ import annotations

import os
import pwd
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from governance.desk import Desk
from governance.errors import Refusal, RefusalKind
from store.database import Store
from store.records.words import Role
from tests.governance.builders import a_block, decide, head, untouched
from tests.governance.influence.learned import told
from tests.governance.signed import (
    a_maintainer,
    a_person,
    a_signed_desk,
    an_item,
    grant,
    homes,
    id_of,
    new_id,
    signed,
    sit_down,
)
from tests.tui.cli import run

ME = pwd.getpwuid(os.getuid()).pw_name
WORDS = "gate"


class Scene(NamedTuple):
    """A store with keys whose records lie in projects and lanes."""

    desk: Desk
    birch: str
    cedar: str
    closed: str
    """Of birch, in a closed lane that is frozen."""
    alone: str
    """Of no project, in a closed lane."""
    lane: str
    block: str

    @property
    def every(self) -> set[str]:
        return {self.birch, self.cedar, self.closed, self.alone}


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with a_signed_desk(tmp_path, witnessed=False) as desk:
        of = {"birch": "birch", "cedar": "cedar", "closed": "birch", "alone": None}
        names = {
            key: an_item(desk, text=f"the gate of {key}", words={"project": project} if project else {})
            for key, project in of.items()
        }
        block = a_block(desk, "the gate in the archive\n")
        desk.intake.archive()
        desk.intake.distill()
        lanes = {}
        for key, project in (("closed", "birch"), ("alone", "")):
            more = {"project": project} if project else {}
            made = signed(desk, lambda more=more: decide(desk, "new-lane", title="Trial", access="closed", **more))  # type: ignore[misc]
            lanes[key] = new_id(made.ids, "lane-")
            signed(desk, lambda key=key: decide(desk, "lane", names[key], lane=lanes[key]))  # type: ignore[misc]
        signed(desk, lambda: decide(desk, "freeze", lanes["closed"]))
        yield Scene(desk, **names, lane=lanes["alone"], block=block)


def reading(desk: Desk) -> Desk:
    """The same person at the same store, opened for reading only."""
    return Desk(
        Store(desk.path, read_only=True), desk._clock, desk.person, homes=homes(desk.path.parent, desk.person.name)
    )


def test_the_owner_and_an_auditor_read_everything_on_the_record(scene: Scene) -> None:
    with a_person(scene.desk, "aud", Role.AUDITOR) as auditor:
        for desk in (scene.desk, auditor):
            before = head(scene.desk)
            found = desk.recalling.audit(WORDS, payloads=9)
            assert set(told(found)) == scene.every
            assert scene.block in {one.ref_id for one in found.archive}
            assert found.audit == head(scene.desk) == before + 1


COVERED: dict[str, tuple[list[str], tuple[str, ...]]] = {
    "a project": (["project=birch"], ("birch", "closed")),
    "a lane": (["lane=lane-0002"], ("alone",)),
    "a lane of another project": (["project=cedar", "lane=lane-0001"], ()),
    "a lane of its project": (["project=birch", "lane=lane-0001"], ("closed",)),
}


@pytest.mark.parametrize("name", COVERED)
def test_a_grant_to_recall_bounds_an_audit_to_what_it_covers_and_to_no_archive(scene: Scene, name: str) -> None:
    terms, keys = COVERED[name]
    assert scene.lane == "lane-0002"
    with a_maintainer(scene.desk, "ines", "recall", terms=terms) as ines, reading(ines) as only:
        for desk in (ines, only):
            found = desk.recalling.audit(WORDS, payloads=9)
            assert set(told(found)) == {getattr(scene, key) for key in keys}
            assert not [one for one in scene.every - set(told(found)) if one in found.model_dump_json()]
            assert (found.archive, found.archive_more) == ((), False)
            assert "what your grants to recall cover" in found.cautions[0]


def test_two_grants_cover_what_either_does_and_one_without_bounds_everything(scene: Scene) -> None:
    with a_maintainer(scene.desk, "ines", "recall", terms=["project=cedar"]) as ines:
        grant(scene.desk, id_of(ines), "recall", terms=[f"lane={scene.lane}"])
        assert set(told(ines.recalling.audit(WORDS, payloads=9))) == {scene.cedar, scene.alone}
        whole = grant(scene.desk, id_of(ines), "recall")
        assert set(told(ines.recalling.audit(WORDS, payloads=9))) == scene.every
        signed(scene.desk, lambda: scene.desk.authorize.revoke(whole))
        assert set(told(ines.recalling.audit(WORDS, payloads=9))) == {scene.cedar, scene.alone}


BARRED: dict[str, tuple[str, ...]] = {
    "none": (),
    "one of another verb": ("keep",),
    "one by a kind": ("recall", "kind=state"),
    "one by the beginning of a project": ("recall", "project=bir*"),
}


@pytest.mark.parametrize("name", BARRED)
@pytest.mark.parametrize("read_only", [False, True])
def test_a_maintainer_whose_grants_cover_no_project_and_no_lane_audits_nothing(
    scene: Scene, name: str, *, read_only: bool
) -> None:
    with a_person(scene.desk, "ines") as ines, reading(ines) as only:
        if BARRED[name]:
            verb, *terms = BARRED[name]
            grant(scene.desk, id_of(ines), verb, terms=terms)
        before = untouched(scene.desk)
        with pytest.raises(Refusal, match="for owners and auditors") as refused:
            (only if read_only else ines).recalling.audit(WORDS)
        assert refused.value.kind is RefusalKind.NOT_ALLOWED
        assert untouched(scene.desk) == before


def test_who_was_retired_and_whom_the_store_never_met_audit_nothing_also_where_it_is_read_only(scene: Scene) -> None:
    with (
        a_maintainer(scene.desk, "ines", "recall") as ines,
        sit_down(scene.desk.path.parent, "mallory", scene.desk._clock) as mallory,
    ):
        signed(scene.desk, lambda: scene.desk.authorize.retire(id_of(ines)))
        before = untouched(scene.desk)
        for desk in (ines, mallory):
            for door in (desk, reading(desk)):
                with pytest.raises(Refusal, match="does not know you") as refused:
                    door.recalling.audit(WORDS)
                assert refused.value.kind is RefusalKind.NOT_ALLOWED
        assert untouched(scene.desk) == before


@pytest.fixture
def at_the_store(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> Scene:
    monkeypatch.setenv("MEMDESK_STORE", str(scene.desk.path))
    monkeypatch.setenv("XDG_STATE_HOME", str(scene.desk.path.parent / "homes" / ME))
    return scene


@pytest.mark.parametrize("more", [(), ("--read-only",)])
def test_the_command_line_tells_a_stranger_nothing_and_writes_nothing(
    at_the_store: Scene, more: tuple[str, ...]
) -> None:
    before = untouched(at_the_store.desk)
    for form in ((), ("--json",)):
        done = run(*more, "recall", WORDS, "--audit", *form)
        assert (done.code, done.out) == (3, "")
        assert "memdesk principal enroll" in done.err
    assert untouched(at_the_store.desk) == before


@pytest.mark.parametrize("more", [(), ("--read-only",)])
def test_the_command_line_tells_a_maintainer_what_the_grant_covers(at_the_store: Scene, more: tuple[str, ...]) -> None:
    a_maintainer(at_the_store.desk, ME, "recall", terms=["project=birch"]).close()
    done = run(*more, "recall", WORDS, "--audit", "--payloads", "9")
    assert done.code == 0, done.err
    assert {one for one in at_the_store.every if one in done.out} == {at_the_store.birch, at_the_store.closed}
    assert "in the archive" not in done.out
    assert ("nothing records that you looked" in done.out) is bool(more)
