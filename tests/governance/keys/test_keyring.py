"""The keyring: which key file is used for which store, kept in one small file."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from governance.authority.keys.keyring import default_path, forget, forget_store, in_use, named, use
from governance.authorizing import keycase
from governance.desk import create_store
from governance.errors import Refusal, RefusalKind
from tests.house.places import ROOT
from tests.keys import key_pair, sk_pair

STORE, OTHER = "sto-1", "sto-2"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A folder of settings that does not exist yet."""
    return tmp_path / "config" / "memdesk"


def test_a_machine_without_a_keyring_uses_no_key(config: Path) -> None:
    assert in_use(config, STORE) == ()
    forget(config, STORE, "SHA256:x")
    assert in_use(config, STORE) == ()


def test_the_key_used_last_comes_last_and_each_once(config: Path, tmp_path: Path) -> None:
    one, two, touch = key_pair(tmp_path, "one"), key_pair(tmp_path, "two"), sk_pair(tmp_path).file
    for key in (one, two, touch, one):
        use(config, STORE, key)
    assert in_use(config, STORE) == (two, touch, one)


def test_each_store_has_its_own_keys(config: Path, tmp_path: Path) -> None:
    one, two = key_pair(tmp_path, "one"), key_pair(tmp_path, "two")
    use(config, STORE, one)
    use(config, OTHER, two)
    assert (in_use(config, STORE), in_use(config, OTHER)) == ((one,), (two,))


def test_a_key_is_forgotten_and_its_file_stays(config: Path, tmp_path: Path) -> None:
    one, two = key_pair(tmp_path, "one"), key_pair(tmp_path, "two")
    for key in (one, two):
        use(config, STORE, key)
    use(config, OTHER, one)
    forget(config, STORE, one.public.fingerprint)
    assert (in_use(config, STORE), in_use(config, OTHER)) == ((two,), (one,))
    forget(config, STORE, two.public.fingerprint)
    assert in_use(config, STORE) == ()
    assert one.path.exists()


def test_a_key_file_that_vanished_or_was_replaced_is_left_out(config: Path, tmp_path: Path) -> None:
    gone, replaced, there = (key_pair(tmp_path, name) for name in ("gone", "replaced", "there"))
    for key in (gone, replaced, there):
        use(config, STORE, key)
    gone.path.unlink()
    replaced.path.write_bytes(there.path.read_bytes())
    assert in_use(config, STORE) == (there,)


def test_how_each_key_that_was_named_is_found_is_told(config: Path, tmp_path: Path) -> None:
    every = [key_pair(tmp_path, name) for name in ("gone", "replaced", "open", "there")]
    for key in every:
        use(config, STORE, key)
    every[0].path.unlink()
    every[1].path.write_bytes(every[3].path.read_bytes())
    every[2].path.chmod(0o644)
    found = named(config, STORE)
    assert [one.state for one in found] == ["gone", "another", "refused", "there"]
    assert [(one.path, one.fingerprint) for one in found] == [(key.path, key.public.fingerprint) for key in every]
    assert named(config, OTHER) == ()


def test_a_key_file_that_others_can_read_now_is_refused_and_named(config: Path, tmp_path: Path) -> None:
    key = key_pair(tmp_path)
    use(config, STORE, key)
    key.path.chmod(0o644)
    with pytest.raises(Refusal, match="Others can read the key"):
        in_use(config, STORE)


def test_a_relative_path_is_found_again_from_elsewhere(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = key_pair(tmp_path)
    monkeypatch.chdir(tmp_path)
    use(config, STORE, key._replace(path=Path(key.path.name)))
    monkeypatch.chdir("/")
    assert in_use(config, STORE) == (key,)


def test_the_file_is_its_owners_alone_and_holds_no_secret(config: Path, tmp_path: Path) -> None:
    use(config, STORE, key_pair(tmp_path))
    assert [stat.S_IMODE(path.stat().st_mode) for path in (config, config / "keys.json")] == [0o700, 0o600]
    assert "PRIVATE" not in (config / "keys.json").read_text()
    assert sorted(path.name for path in config.iterdir()) == ["keys.json", "keys.lock"]


GOOD = {"schema": "memdesk/keys/1", "stores": {STORE: [{"path": "/x", "fingerprint": "SHA256:x"}]}}
DAMAGED = {
    "is empty": b"",
    "is no JSON": b"{",
    "is not text": b"\xff\xfe",
    "is a list": b"[]",
    "is of another schema": json.dumps(GOOD | {"schema": "memdesk/keys/2"}).encode(),
    "has no stores": b'{"schema": "memdesk/keys/1"}',
    "has stores of another shape": json.dumps(GOOD | {"stores": []}).encode(),
    "has a path that is no text": json.dumps(GOOD).replace('"/x"', "7").encode(),
    "has a path with a NUL": json.dumps(GOOD).replace("/x", "\\u0000").encode(),
    "is too deep": b"[" * 100_000,
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_keyring_is_refused_by_name_and_left_alone_when_it(content: bytes, config: Path, tmp_path: Path) -> None:
    key = key_pair(tmp_path)
    config.mkdir(parents=True)
    (config / "keys.json").write_bytes(content)
    for act in (lambda: in_use(config, STORE), lambda: use(config, STORE, key), lambda: forget(config, STORE, "x")):
        with pytest.raises(Refusal, match="is damaged") as caught:
            act()
        assert caught.value.kind is RefusalKind.BAD_INPUT
        assert str(config / "keys.json") in caught.value.sentence
    assert (config / "keys.json").read_bytes() == content


def test_the_good_keyring_of_the_damaged_ones_is_read(config: Path) -> None:
    config.mkdir(parents=True)
    (config / "keys.json").write_text(json.dumps(GOOD))
    assert in_use(config, STORE) == ()


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    key = key_pair(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(Refusal, match="could not be written"):
        use(tmp_path / "file" / "config", STORE, key)


def test_two_processes_at_once_lose_nothing(config: Path, tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from governance.authority.keys.keyfile import look_at\n"
        "from governance.authority.keys.keyring import use\n"
        "for turn in range(40): use(Path(sys.argv[1]), f'{sys.argv[3]}-{turn}', look_at(Path(sys.argv[2])))\n"
    )
    key = key_pair(tmp_path)
    both = [
        subprocess.Popen([sys.executable, "-c", program, str(config), str(key.path), name], cwd=ROOT)
        for name in ("a", "b")
    ]
    assert [one.wait(60) for one in both] == [0, 0]
    assert len(json.loads((config / "keys.json").read_text())["stores"]) == 80


def test_a_new_key_gets_a_place_of_its_own(config: Path) -> None:
    first = default_path(config, STORE, "mira")
    assert first == config / "keys" / "sto-1-mira"
    key_pair(first.parent, first.name)
    assert default_path(config, STORE, "mira") == config / "keys" / "sto-1-mira-2"
    (config / "keys" / "sto-1-mira-2.pub").write_text("")
    assert default_path(config, STORE, "mira").name == "sto-1-mira-3"


def test_a_store_that_is_gone_takes_the_keys_made_for_it_along_and_no_other(config: Path, tmp_path: Path) -> None:
    gone, there = f"store-{'a' * 32}", f"store-{'b' * 32}"
    brought = key_pair(tmp_path, "brought")
    made, unused = (key_pair(default_path(config, gone, name).parent, f"{gone}-{name}") for name in ("mira", "new"))
    shared, others = key_pair(config / "keys", f"{gone}-shared"), key_pair(config / "keys", f"{there}-mira")
    for key in (brought, made, shared):
        use(config, gone, key)
    for key in (shared, others):
        use(config, there, key)
    forget_store(config, gone)
    assert (in_use(config, gone), in_use(config, there)) == ((), (shared, others))
    assert gone not in json.loads((config / "keys.json").read_text())["stores"]
    for key, stays in ((brought, True), (made, False), (unused, False), (shared, True), (others, True)):
        assert key.path.exists() is key.path.with_name(f"{key.path.name}.pub").exists() is stays, key.path


def test_to_forget_a_store_that_has_no_keys_writes_nothing(config: Path) -> None:
    forget_store(config, STORE)
    assert not config.exists()


def test_a_store_that_is_gone_takes_its_witness_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    with create_store(tmp_path / "one.db") as one, create_store(tmp_path / "two.db") as two:
        ids = [one.store_id, two.store_id]
    witnesses = [tmp_path / "XDG_STATE_HOME" / "memdesk" / "witness" / f"{name}.jsonl" for name in ids]
    assert [path.exists() for path in witnesses] == [True, True]
    keycase.forget(ids[0])
    assert [path.exists() for path in witnesses] == [False, True]


@pytest.mark.parametrize("name", ["../../etc", "/", "", ".", "a/b", "\u202e", "-f", "x" * 500, "mira\0"])
def test_no_name_leads_out_of_the_folder_of_keys(name: str, config: Path) -> None:
    path = default_path(config, STORE, name)
    assert path.parent == config / "keys"
    assert path.name.startswith("sto-1-")
    assert len(path.name) < 100
