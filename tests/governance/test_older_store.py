"""A store that an older memdesk made: its tables are made anew when it is opened, and nobody reads them as they are."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from governance.desk import open_desk
from governance.errors import Refusal, RefusalKind
from store import migrate
from store.database import Store
from tests.tui.cli import run

OLD = sorted((Path(__file__).parents[1] / "store" / "data").glob("schema-*.sql"))


@pytest.fixture(params=OLD, ids=lambda path: path.stem)
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A store as an older version of the tables kept it."""
    path = tmp_path / "memory.db"
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA journal_mode = WAL")
        conn.executescript(request.param.read_text(encoding="utf-8"))
    return path


def test_it_is_told_of_once_and_everything_is_there_when_it_is_open(older: Path) -> None:
    told: list[str] = []
    for _ in range(2):
        with open_desk(older, told=told.append) as desk:
            assert desk.overview().items > 0
            assert not [one for one in desk.verify(replay=True).findings if one.step in ("schema", "replay")]
    [sentence] = told
    assert "made anew from its" in sentence


def test_whoever_only_reads_is_refused_and_the_file_stays_as_it_is(older: Path) -> None:
    before = older.read_bytes()
    with pytest.raises(Refusal, match="older memdesk") as said:
        open_desk(older, read_only=True)
    assert said.value.kind is RefusalKind.READ_ONLY
    assert "without --read-only" in said.value.hint
    assert older.read_bytes() == before


def test_an_upgrade_that_was_cut_off_is_gone_on_with(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(_: Store) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(migrate, "rebuild", killed)
        with pytest.raises(KeyboardInterrupt):
            open_desk(older)
    with closing(sqlite3.connect(older)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    told: list[str] = []
    with open_desk(older, told=told.append) as desk:
        assert desk.overview().items > 0
    assert told


def test_a_command_says_so_on_stderr_and_answers_on_stdout(older: Path) -> None:
    done = run("status", "--store", str(older))
    assert done.code == 0
    assert "older memdesk" in done.err
    assert "older memdesk" not in done.out
    assert run("status", "--store", str(older)).err == ""
