"""Pictures of the log and of the view at a seq, looked at by a person before they are kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from governance.looking import Looking
from store.records.views import EntryDetail
from store.records.words import Queue, Reason, Shown
from tests.tui.desks import first, opened, sample_store
from tests.tui.test_looks import app_on, keys


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store that is called the same on every machine, with one decision since the import."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pwd.getpwuid", lambda _uid: SimpleNamespace(pw_name="mira"))
    monkeypatch.setattr("secrets.token_hex", lambda n: "5e" * n)
    monkeypatch.setattr("os.urandom", lambda n: b"\x5e" * n)
    path = sample_store(Path(), anew=True)
    monkeypatch.setattr(Looking, "entry", unhashed(Looking.entry))
    with opened(path) as desk:
        target = first(desk, Queue.PENDING)
        seen = (desk.item(target).seen,)
        desk.decide("stale", [target], {}, reason=Reason.NO_LONGER_TRUE, note=None, seen=seen, shown=Shown.LISTED)
    return path


def unhashed(entry: Callable[..., EntryDetail]) -> Callable[..., EntryDetail]:
    """Entries without their hashes, which depend on where the sample lies."""

    def plain(*asked: Any, **more: Any) -> EntryDetail:
        found = entry(*asked, **more)
        texts = {name: re.sub("[0-9a-f]{64}", "5e" * 32, getattr(found, name) or "") for name in ("hash", "header")}
        return found.model_copy(update=texts)

    return plain


AT = ("L", "end", "k", "k", "at", "2")
PICTURES: dict[str, tuple[tuple[int, int], tuple[str, ...], dict[str, Any]]] = {
    "the-filter": ((120, 40), ("L", "end", "F", *"run"), {}),
    "the-filter-complaining-80x24": ((80, 24), ("L", "end", "F", "tab", "tab", "tab", *"soon", "enter"), {}),
    "narrowed": ((120, 40), ("L", "end", "colon", *"about", "enter"), {}),
    "following": ((80, 24), ("L", "end", "end"), {}),
    "an-entry": ((120, 40), ("L", "end", "enter"), {}),
    "from-an-entry": ((120, 40), ("L", "end", "colon"), {}),
    "at-seq-dark": ((120, 40), AT, {}),
    "at-seq-light": ((120, 40), AT, {"theme": "memdesk-light"}),
    "at-seq-home": ((120, 40), (*AT[:-1], "0"), {}),
    "at-seq-80x24": ((80, 24), AT, {}),
    "at-seq-ascii-80x24": ((80, 24), (*AT, "enter"), {"ascii": True}),
}


@pytest.mark.parametrize(("size", "pressed", "settings"), PICTURES.values(), ids=PICTURES)
def test_the_log_looks_as_it_did(
    store: Path, snap_compare: Any, size: tuple[int, int], pressed: tuple[str, ...], settings: dict[str, Any]
) -> None:
    assert snap_compare(app_on(store, **settings), terminal_size=size, run_before=keys(*pressed))


def test_without_colour_the_view_at_a_seq_still_says_so(
    store: Path, snap_compare: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = app_on(store, theme="no-colour")
    assert snap_compare(app, terminal_size=(120, 40), run_before=keys(*AT))
