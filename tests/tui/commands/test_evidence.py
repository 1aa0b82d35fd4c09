"""`memdesk evidence`: a folder that holds up without memdesk."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tui.cli import Done, run
from tests.tui.commands.conftest import seen
from tests.tui.commands.keyed import Keyed, signed
from tests.tui.commands.test_deciding import KEPT
from tui.sample import sample_memory_path


def keep(one: str) -> None:
    done = signed("decide", "keep", one, "--reason", "other", "--seen", seen(one))
    assert done.code == 0, done.err


def checked(folder: Path) -> Done:
    """Run the program in the bundle with nothing but the standard library."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-B", str(folder / "check.py")],
        cwd="/",
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def test_a_bundle_of_a_store_with_keys_passes(adopted: Keyed, tmp_path: Path) -> None:
    keep(KEPT)
    undone = signed("undo", "--yes")
    assert undone.code == 0, undone.err
    assert signed("witness", "sign").code == 0
    done = run("evidence", str(tmp_path / "bundle"))
    assert (done.code, done.out) == (0, f"{tmp_path / 'bundle'}\n"), done.err
    assert f"python3 -I {tmp_path / 'bundle'}/check.py" in done.err
    said = checked(tmp_path / "bundle")
    assert said.code == 0, said.out
    found = re.search(r"signatures  ok, (\d+) checked", said.out)
    assert found
    assert int(found[1]) == 4  # the adoption, the decision, its undo, the checkpoint
    assert adopted.store.exists()


def test_an_import_that_was_signed_passes(keyed: Keyed, tmp_path: Path) -> None:
    taken = signed("import", str(sample_memory_path()))
    assert taken.code == 0, taken.err
    keep(KEPT)
    done = run("evidence", str(tmp_path / "bundle"), "--json")
    assert done.code == 0, done.err
    assert (done.json["schema"], done.json["decisions"]) == ("memdesk/evidence/1", 2)
    said = checked(tmp_path / "bundle")
    assert said.code == 0, said.out
    assert keyed.store.exists()


@pytest.mark.usefixtures("sample")
def test_a_bundle_of_a_keyless_store_passes_and_says_so(tmp_path: Path) -> None:
    assert run("decide", "keep", KEPT, "--reason", "other", "--seen", seen(KEPT)).code == 0
    assert run("evidence", str(tmp_path / "bundle")).code == 0
    said = checked(tmp_path / "bundle")
    assert said.code == 0, said.out
    assert "this store has no keys" in said.out


@pytest.mark.usefixtures("sample")
def test_a_range_of_moments_or_entries_bears_only_its_words(tmp_path: Path) -> None:
    head = run("status", "--json").json["head"]
    first = run("evidence", str(tmp_path / "a"), "--since", str(head - 5), "--json")
    assert first.json["first"] == head - 5
    assert 0 < first.json["payloads"] <= 6
    assert run("evidence", str(tmp_path / "b"), "--since", "2001-01-01", "--until", "100", "--json").json["head"] == 100
    assert run("evidence", str(tmp_path / "c"), "--since", "2999-01-01").code == 2
    assert run("evidence", str(tmp_path / "d"), "--until", "yesterday-ish").code == 2
    assert [checked(tmp_path / name).code for name in "ab"] == [0, 0]
    assert sorted(path.name for path in tmp_path.iterdir() if path.name in "abcd") == ["a", "b"]


@pytest.mark.usefixtures("sample")
def test_a_bundle_about_one_item_bears_its_words_alone(tmp_path: Path) -> None:
    done = run("evidence", str(tmp_path / "bundle"), "--subject", KEPT, "--json")
    assert (done.code, done.json["payloads"]) == (0, 1)
    assert run("evidence", str(tmp_path / "other"), "--subject", "mem-2001-01-01-001").code == 2
    assert checked(tmp_path / "bundle").code == 0


@pytest.mark.usefixtures("sample")
def test_a_folder_that_holds_something_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes").write_text("mine")
    done = run("evidence", str(tmp_path / "mine"))
    assert (done.code, "left untouched" in done.err) == (2, True)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes"]
