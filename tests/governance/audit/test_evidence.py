"""The bundle: what is in it, that it is checked without memdesk, and that nothing can be changed in it unseen."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from governance.audit.checker.signed import main
from governance.errors import Refusal
from store import log
from tests.builders import AT
from tests.governance.audit.bundles import FIRST, SECOND, World, a_key, a_world, checked
from tests.governance.audit.makers import (
    MINUTE,
    a_kept,
    a_plan_of,
    head,
)

# what passes


def test_a_whole_bundle_passes_without_memdesk_and_without_site_packages(template: Path) -> None:
    code, said = checked(template)
    assert code == 0, said
    steps = re.findall(r"^(\d)  (\w+) +ok, (\d+) checked$", said, re.MULTILINE)
    assert [name for _, name, _ in steps] == [
        "files", "chain", "payloads", "decisions", "keys", "counts", "witness", "signatures",
    ]  # fmt: skip
    assert all(int(count) for *_, count in steps)
    assert "Everything here holds." in said


def test_the_program_imports_nothing_but_the_standard_library(template: Path) -> None:
    words = re.findall(r"^\s*(?:from|import) (\w+)", (template / "check.py").read_text(), re.MULTILINE)
    assert words
    assert set(words) <= sys.stdlib_module_names


def test_the_report_counts_what_is_there(world: World, tmp_path: Path) -> None:
    report = world.write(tmp_path / "bundle")
    assert report.head == head(world.store)[0] == report.entries
    assert (report.erased, report.keys, report.decisions) == (1, 4, 10)
    assert report.signatures == len(list((tmp_path / "bundle" / "decisions").glob("*.sig"))) == 10
    assert set(report.files) == {
        str(path.relative_to(tmp_path / "bundle")) for path in (tmp_path / "bundle").rglob("*") if path.is_file()
    }


def test_headers_and_texts_are_the_very_bytes_of_the_store(world: World, template: Path) -> None:
    with world.store.reading() as conn:
        lines = [bytes(row[0]) for row in conn.execute("SELECT header FROM log ORDER BY seq")]
        decisions = log.of_actions(conn, ["decision"], 0, len(lines))
        texts = {one.subjects[0]: (log.payload(conn, one.seq) or {})["text"] for one in decisions}
    assert (template / "headers.jsonl").read_bytes().splitlines() == lines
    for plan, text in texts.items():
        assert (template / "decisions" / f"{plan}.txt").read_text() == text


def test_the_commands_of_the_readme_work_as_they_stand(template: Path, bundle: Path) -> None:
    page = (bundle / "README.md").read_text()
    found = re.findall(r"(?:^    .*\n)+", page, re.MULTILINE)
    assert len(found) == 4
    said = [
        subprocess.run(["bash", "-c", re.sub("^    ", "", one, flags=re.MULTILINE)], cwd=bundle, capture_output=True)
        for one in found
    ]
    assert [(one.returncode, one.stderr) for one in said] == [(0, b"")] * 4
    assert b'Good "memdesk-decision" signature for p-0001' in said[1].stdout
    headers = [json.loads(line) for line in (template / "headers.jsonl").read_bytes().splitlines()]
    first = json.loads((template / "payloads.jsonl").read_bytes().splitlines()[0])["seq"]
    assert said[2].stdout.split()[0].decode() == headers[1]["prev"]
    assert said[3].stdout.split()[0].decode() == headers[first - 1]["commitment"]


def test_a_keyless_store_says_that_there_is_nothing_to_check(tmp_path: Path) -> None:
    world = a_world(tmp_path, keyless=True)
    a_kept(world.store, witness=world.witness)
    world.write(tmp_path / "bundle")
    code, said = checked(tmp_path / "bundle")
    assert code == 0, said
    assert "this store has no keys: there are no signatures to check" in said
    assert "has no keys" in (tmp_path / "bundle" / "README.md").read_text()


def test_a_store_that_adopted_a_key_later_passes(tmp_path: Path) -> None:
    world = a_world(tmp_path, keyless=True)
    a_kept(world.store, witness=world.witness)
    adopting = a_key(1, FIRST.public.line, "adopt")
    a_plan_of(world.store, "adopt", [], adopting, signers=(FIRST,), witness=world.witness)
    a_kept(world.store, FIRST, witness=world.witness)
    assert world.write(tmp_path / "bundle").keys == 1
    assert checked(tmp_path / "bundle")[0] == 0


def test_a_clock_that_was_set_back_is_no_forgery(tmp_path: Path) -> None:
    world = a_world(tmp_path)
    a_kept(world.store, FIRST, witness=world.witness, at=AT - 60 * MINUTE)
    rotation = a_key(1, SECOND.public.line, "rotate-key", "key-0001")
    a_plan_of(world.store, "rotate-key", ["key-0001"], rotation, signers=(FIRST, SECOND), at=AT - 90 * MINUTE)
    a_kept(world.store, SECOND, at=AT - 95 * MINUTE)
    world.write(tmp_path / "bundle")
    code, said = checked(tmp_path / "bundle")
    assert code == 0, said


# what is in it


def words_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def test_a_range_bears_no_words_of_other_entries_and_still_passes(world: World, tmp_path: Path) -> None:
    end = head(world.store)[0]
    report = world.write(tmp_path / "bundle", since=end)
    raw = words_in(tmp_path / "bundle")
    assert report.entries == end
    assert b"wombat" in raw
    assert b"zanzibar" not in raw
    assert b'"mira"' not in raw
    assert checked(tmp_path / "bundle")[0] == 0


def test_a_bundle_up_to_an_entry_knows_nothing_behind_it(world: World, tmp_path: Path) -> None:
    with world.store.reading() as conn:
        revoked, ratified = (one.seq for one in log.of_actions(conn, ["key-revoked", "ratify"], 0, 99))
    for until in range(1, head(world.store)[0]):
        target = tmp_path / f"bundle-{until}"
        assert until <= world.write(target, until=until).entries <= until + 1  # a plan is not parted from its effect
        doubted = revoked - 1 <= until < ratified - 1  # then, that plan was worth nothing
        assert main(target) == doubted, until
        assert b"wombat" not in words_in(target)


def test_a_bundle_about_one_subject_bears_its_words_alone(world: World, tmp_path: Path) -> None:
    report = world.write(tmp_path / "bundle", subject="mem-2026-06-01-002")
    raw = words_in(tmp_path / "bundle")
    assert b"zanzibar corrected" in raw
    assert b"zanzibar retries" not in raw
    assert report.entries == head(world.store)[0]
    assert checked(tmp_path / "bundle")[0] == 0


def test_a_bundle_about_a_plan_bears_the_words_of_its_effects(world: World, tmp_path: Path) -> None:
    world.write(tmp_path / "bundle", subject="plan-2026-06-01-002")
    raw = words_in(tmp_path / "bundle")
    assert b"zanzibar corrected" in raw
    assert b"about zanzibar" not in raw
    assert checked(tmp_path / "bundle")[0] == 0


def test_erased_words_are_gone_and_named(template: Path) -> None:
    told = json.loads((template / "manifest.json").read_bytes())
    assert list(told["source_erased"].values()) == ["memerase-2026-06-01-001"]
    assert b"quokka" not in words_in(template)


def test_look_up_digests_never_leave(world: World, template: Path) -> None:
    raw = words_in(template)
    with world.store.reading() as conn:
        digests = [bytes(row[0]) for row in conn.execute("SELECT digest FROM lookups")]
        key = bytes(conn.execute("SELECT value FROM local_meta WHERE name = 'lookup_key'").fetchone()[0])
    assert digests
    for one in (*digests, key):
        assert one not in raw
        assert one.hex().encode() not in raw


# where it is written


def test_a_place_where_something_stands_is_refused_and_left(world: World, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("mine")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("full", "file", "link"):
        with pytest.raises(Refusal, match="left untouched"):
            world.write(tmp_path / name)
    assert (tmp_path / "full" / "mine").read_text() == "mine"
    with pytest.raises(Refusal, match="could not be written"):
        world.write(tmp_path / "nowhere" / "bundle")
    (tmp_path / "empty").mkdir()
    world.write(tmp_path / "empty")
    assert checked(tmp_path / "empty")[0] == 0


def test_nothing_is_left_where_writing_failed(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> bytes:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("governance.audit.evidence.readme", broken)
    with pytest.raises(Refusal, match="No space left"):
        world.write(tmp_path / "bundle")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("asked", [{"since": 0}, {"until": 9999}, {"since": 5, "until": 4}], ids=str)
def test_a_range_that_is_none_is_refused(asked: dict[str, int], world: World, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="There are no entries"):
        world.write(tmp_path / "bundle", **asked)


@pytest.mark.parametrize("subject", ["mem-2026-06-01-999", "../../etc", "zanzibar"])
def test_a_subject_that_is_none_is_refused(subject: str, world: World, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="No entry up to"):
        world.write(tmp_path / "bundle", subject=subject)
