"""A store that is opened for reading only is read everywhere and written nowhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from store import log
from store.check import check
from store.database import Store
from store.errors import Unwritable
from tests.builders import a_capture, a_store, did
from tests.house.places import ROOT

READ = """
import sys
from pathlib import Path
from store import log
from store.check import check
from store.database import Store
store = Store(Path(sys.argv[1]), read_only=True)
print(log.head(store.reader())[0], check(store).ok)
store.close()
"""
MOUNTS = os.geteuid() == 0 and shutil.which("unshare") is not None
SCRIPT = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 99; shift; exec "$@"'


def on_a_read_only_mount(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command that sees a folder on a mount which takes no writes."""
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", SCRIPT, "sh", str(folder), *words],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    if done.returncode == 99 or done.stderr.startswith("unshare:"):
        pytest.skip(f"this system mounts nothing: {done.stderr}")
    return done


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def still(tmp_path: Path) -> Path:
    """A store at rest, without a write-ahead log beside it."""
    store = a_store(tmp_path / "still")
    did(store, a_capture("one"), a_capture("two"))
    store.close()
    return store.path


@pytest.fixture
def busy(tmp_path: Path) -> Path:
    """The files of a store whose last commits wait in its write-ahead log, as they lie beside a live writer."""
    store = a_store(tmp_path / "live")
    did(store, a_capture("one"))
    did(store, a_capture("two"))
    shutil.copytree(store.path.parent, tmp_path / "busy", ignore=shutil.ignore_patterns("*-shm"))
    store.close()
    found = tmp_path / "busy" / store.path.name
    assert found.with_name(found.name + "-wal").stat().st_size > 0
    return found


@pytest.mark.skipif(not MOUNTS, reason="only root mounts")
@pytest.mark.parametrize("which", ["still", "busy"])
def test_on_a_read_only_mount_every_commit_is_read_and_no_file_is_touched(
    which: str, request: pytest.FixtureRequest
) -> None:
    path: Path = request.getfixturevalue(which)
    before, temporary = contents(path.parent), set(Path(tempfile.gettempdir()).glob("memdesk-read-*"))
    done = on_a_read_only_mount(path.parent, sys.executable, "-c", READ, str(path))
    assert (done.stdout.split(), done.stderr) == (["3", "True"], "")
    assert contents(path.parent) == before
    assert set(Path(tempfile.gettempdir()).glob("memdesk-read-*")) <= temporary


OPENED = """
import sys
from pathlib import Path
from store.database import Store
from store.errors import StoreError
try:
    with Store(Path(sys.argv[1]), read_only="only" in sys.argv).reading() as conn:
        conn.execute("SELECT count(*) FROM log").fetchone()
except StoreError as error:
    print(error.hint)
"""


@pytest.mark.skipif(not MOUNTS, reason="only root mounts")
def test_on_a_read_only_mount_whoever_means_to_write_is_told_how_to_read(still: Path) -> None:
    hint = on_a_read_only_mount(still.parent, sys.executable, "-c", OPENED, str(still)).stdout
    assert "--read-only" in hint
    assert on_a_read_only_mount(still.parent, sys.executable, "-c", OPENED, str(still), "only").stdout == ""


def test_a_store_for_reading_only_that_cannot_be_opened_is_not_told_to_read_only(tmp_path: Path) -> None:
    with pytest.raises(Unwritable) as refused:
        Store(tmp_path / "none" / "memory.db", read_only=True).reader()
    assert "--read-only" not in refused.value.hint
    with pytest.raises(Unwritable) as refused:
        Store(tmp_path / "none" / "memory.db").reader()
    assert "--read-only opens it" in refused.value.hint


def test_beside_a_live_writer_each_new_commit_is_seen_and_the_file_stays_the_writers(tmp_path: Path) -> None:
    writer = a_store(tmp_path)
    did(writer, a_capture("one"))
    reader = Store(writer.path, read_only=True)
    assert log.head(reader.reader())[0] == 2
    did(writer, a_capture("two"))
    assert log.head(reader.reader())[0] == 3
    assert check(reader).ok
    with pytest.raises(Unwritable):
        did(reader, a_capture("three"))
    reader.close()
    did(writer, a_capture("three"))
    assert log.head(writer.reader())[0] == 4
    writer.close()
