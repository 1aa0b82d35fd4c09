"""Pictures of what agents brought in, looked at by a person before they are kept."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tui.desks import capture_as, captured_store, memory_store, opened
from tests.tui.test_looks import app_on, keys
from tests.tui.test_suggested import ONE, TWO

CJK = (
    {"text": "潮汐表は毎月一日の03:00 UTCに入れ替わる。", "kind": "knowledge", "source": "海斗との会話 2026-09-01"},
    {"text": "前端缓存不更新的问题只出现在旧版本里。", "kind": "state", "subject": "缓存:版本", "source": "显式偏好"},
    {"text": "대기열은 중복을 버린다 👩‍🚀 — with שלום עולם in the middle.", "kind": "knowledge", "source": "관찰"},
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is called the same on every machine, and a person who is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pwd.getpwuid", lambda _uid: SimpleNamespace(pw_name="mira"))
    monkeypatch.setattr("secrets.token_hex", lambda n: "5e" * n)
    return Path()


@pytest.mark.parametrize(
    ("size", "pressed", "settings"),
    [
        ((80, 24), ("1", "G", "k", "k"), {}),
        ((80, 24), ("1", "G", "k", "k", "enter"), {"ascii": True}),
        ((120, 40), ("1", "G", "k", "k", "k"), {}),
        ((200, 60), ("1", "G", "k"), {}),
        ((120, 40), ("1", "1"), {"theme": "memdesk-light"}),
        ((120, 40), ("8", "j"), {}),
        ((80, 24), ("8", "G", "enter"), {}),
        ((120, 40), ("1", "N", "y", "escape", "Z", "y"), {}),
        ((80, 24), ("N", "y", "escape", "Z", "y"), {"ascii": True}),
    ],
    ids=[
        "inbox-80x24", "capture-80x24-ascii", "inbox-120x40", "inbox-200x60", "look-light", "quarantine-120x40",
        "credential-80x24", "distilled-120x40", "distilled-80x24-ascii",
    ],
)  # fmt: skip
def test_what_came_in_looks_as_it_did(
    place: Path, snap_compare: Any, size: tuple[int, int], pressed: tuple[str, ...], settings: dict[str, Any]
) -> None:
    app = app_on(captured_store(place, anew=True), **settings)
    assert snap_compare(app, terminal_size=size, run_before=keys(*pressed))


def test_captures_of_many_scripts_keep_their_columns(place: Path, snap_compare: Any) -> None:
    store = memory_store(place, "# M\n")
    capture_as(store, "海斗", *CJK)
    assert snap_compare(app_on(store), terminal_size=(120, 40), run_before=keys("1", "j"))


@pytest.mark.parametrize("pressed", ["1", "8"])
def test_with_nothing_there_the_next_key_is_named(place: Path, snap_compare: Any, pressed: str) -> None:
    assert snap_compare(app_on(memory_store(place, "# M\n")), terminal_size=(80, 24), run_before=keys(pressed))


def test_a_suggested_pair_stands_side_by_side(place: Path, snap_compare: Any) -> None:
    store = memory_store(place, "# M\n")
    capture_as(store, "codex", *({"text": t, "kind": "knowledge", "source": s} for t, s in ((ONE, "a"), (TWO, "b"))))
    with opened(store) as desk:
        desk.intake.archive()
        desk.intake.distill()
    assert snap_compare(app_on(store), terminal_size=(210, 40), run_before=keys("2", "2", "2", "2"))


def test_mending_what_was_refused_blames_the_field(place: Path, snap_compare: Any) -> None:
    store = memory_store(place, "# M\n")
    capture_as(store, "codex", {"text": "The board on the north pier is wet.", "kind": "knowledge"})
    pressed = keys("8", "colon", *"resubmit", "enter")
    assert snap_compare(app_on(store), terminal_size=(100, 34), run_before=pressed)
