"""No token of an agent or project and no claimed name runs a pass, or has a program read what every project wrote."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from governance.desk import Desk, open_desk
from governance.errors import Refusal, RefusalKind
from store.records.words import Place, PrincipalKind
from tests.governance.intake.outside.scripts import a_program
from tests.governance.signed import signed
from tests.governance.test_bypass_captures import Scene, called, scene

__all__ = ["scene"]
WHO = ("an agent's token", "an agent's token of a project", "a service's token of a project", "a claimed name")


@pytest.fixture
def tokens(scene: Scene) -> dict[str, str]:
    """The token of each of them; a claimed name has none."""
    kinds = {
        "an agent's token": ("aider", PrincipalKind.AGENT, ()),
        "a service's token of a project": ("nightly", PrincipalKind.SERVICE, ("tides",)),
        "a service's token": ("cron", PrincipalKind.SERVICE, ()),
    }
    found = {"an agent's token of a project": scene.token}
    for who, (name, kind, projects) in kinds.items():
        _, found[who] = signed(
            scene.desk, lambda name=name, kind=kind, projects=projects: scene.desk.authorize.connect(  # type: ignore[misc]
                name, kind, projects=projects
            )
        )  # fmt: skip
    return found


@pytest.fixture
def program(tmp_path: Path) -> tuple[str, Path]:
    """A distiller that keeps what it was given, and where it would."""
    kept = tmp_path / "kept.txt"
    code = f"import sys; open({str(kept)!r}, 'w').write(sys.stdin.read()); print('{{\"operations\": []}}')"
    return a_program(tmp_path, code), kept


COMMANDS = (("archive",), ("distill",), ("distill", "--with"))


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("who", WHO)
def test_the_command_line_runs_no_pass_for_them(
    scene: Scene, tokens: dict[str, str], program: tuple[str, Path], who: str, words: tuple[str, ...]
) -> None:
    scene.desk.intake.archive()
    before = scene.state()
    given = (*words, program[0]) if "--with" in words else words
    if who == "a claimed name":
        done = called(scene, "--as", "nobody", *given)
    else:
        done = called(scene, *given, MEMDESK_TOKEN=tokens[who])
    assert (done.returncode, done.stdout, "Traceback" in done.stderr) == (3, "", False), done.stderr
    assert "every project" in done.stderr
    assert "as a system user" in done.stderr
    assert not program[1].exists()
    assert scene.state() == before


@pytest.mark.parametrize("who", WHO)
def test_nor_does_python(
    scene: Scene, tokens: dict[str, str], program: tuple[str, Path], who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _desk_of(scene, tokens.get(who), monkeypatch) as desk:
        before = scene.state()
        for run in _runs(desk, program[0]):
            with pytest.raises(Refusal) as refused:
                run()
            assert refused.value.kind is RefusalKind.NOT_ALLOWED
            assert refused.value.hint
    assert not program[1].exists()
    assert scene.state() == before


def _runs(desk: Desk, program: str) -> tuple[Callable[[], Any], ...]:
    return desk.intake.archive, desk.intake.distill, lambda: desk.intake.distill(distiller=program)


def _desk_of(scene: Scene, token: str | None, monkeypatch: pytest.MonkeyPatch) -> Desk:
    if token is None:
        return open_desk(scene.desk.path, claimed="nobody", clock=scene.desk.now)
    monkeypatch.setenv("MEMDESK_TOKEN", token)
    return open_desk(scene.desk.path, clock=scene.desk.now)


def test_a_service_bound_to_no_project_runs_passes_and_no_program(
    scene: Scene, tokens: dict[str, str], program: tuple[str, Path]
) -> None:
    service = tokens["a service's token"]
    assert called(scene, "archive", MEMDESK_TOKEN=service).returncode == 0
    before = scene.state()
    done = called(scene, "distill", "--with", program[0], MEMDESK_TOKEN=service)
    assert (done.returncode, "no" in done.stderr, program[1].exists()) == (3, True, False), done.stderr
    assert scene.state() == before
    assert called(scene, "distill", MEMDESK_TOKEN=service).returncode == 0
    assert scene.desk.item(scene.plain).row.place is Place.STORE
    assert not [one for one in scene.desk.verify(replay=True).findings if one.step == "authority"]


def test_a_token_that_was_revoked_since_runs_none(
    scene: Scene, tokens: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with _desk_of(scene, tokens["a service's token"], monkeypatch) as desk:
        [token] = [one.id for one in scene.desk.tokens() if one.principal == desk.person.principal]
        signed(scene.desk, lambda: scene.desk.authorize.revoke_token(token))
        before = scene.state()
        for run in (desk.intake.archive, desk.intake.distill):
            with pytest.raises(Refusal) as refused:
                run()
            assert refused.value.kind is RefusalKind.NOT_ALLOWED
        assert scene.state() == before


def test_the_system_user_runs_them_and_a_program(scene: Scene, program: tuple[str, Path]) -> None:
    assert called(scene, "archive").returncode == 0
    assert called(scene, "distill", "--with", program[0]).returncode == 0
    assert "the pier is wet" in program[1].read_text(encoding="utf-8")
