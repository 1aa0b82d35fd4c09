"""A sound store passes the program in its bundle, whatever was decided there and however; so does `verify`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from governance.audit.bundle_keys import allowed_signers, keys_json
from governance.authority.facts import Key
from governance.authority.reading import authority_at
from store.records.entry import Draft
from store.records.words import Action, KeyRole
from tests.builders import MIRA
from tests.governance.audit.bundles import checked, here, vouched_again
from tests.governance.audit.rich import Rich, a_rich_store
from tests.governance.builders import an_item as imported
from tests.governance.builders import decide, head
from tests.governance.bypassing import appended
from tests.governance.signed import (
    a_key,
    a_signed_desk,
    an_item,
    fault,
    findings,
    forge,
    signed,
    signer,
    soft,
)


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rich]:
    made = a_rich_store(tmp_path_factory.mktemp("rich"))
    yield made
    made.desk.close()


@pytest.fixture(scope="module")
def bundle(rich: Rich, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("evidence") / "bundle"
    rich.desk.evidence(target)
    return target


def text(bundle: Path, plan: str) -> dict[str, object]:
    found = json.loads((bundle / "decisions" / f"{plan}.txt").read_text())
    assert isinstance(found, dict)
    return found


def test_every_shape_of_a_decision_passes_and_verify_agrees(rich: Rich, bundle: Path) -> None:
    assert {name: fault(rich.desk, plan) for name, plan in rich.plans.items()} == dict.fromkeys(rich.plans)
    assert rich.desk.verify(replay=True).findings == ()
    assert rich.desk.witness_check().findings == ()
    code, said = checked(bundle)
    assert code == 0, said
    for name in ("unsigned", "service"):
        assert f"note: {rich.plans[name]} bears no signature, as its policy or grant allows" in said


def test_the_shapes_are_the_ones_they_are_meant_to_be(rich: Rich, bundle: Path) -> None:
    signatures = {name: len(list((bundle / "decisions").glob(f"{plan}.*.sig"))) for name, plan in rich.plans.items()}
    assert signatures == {
        "unsigned": 0, "co-signed": 2, "service": 0, "ratified": 1, "undone": 1, "ended": 1, "rotated": 2, "merge": 1,
        "undo of an undo": 1, "of several": 1,
    }  # fmt: skip
    assert text(bundle, rich.plans["service"])["assurance"] == "token"
    assert text(bundle, rich.plans["unsigned"])["assurance"] == "os-user"
    listed = rich.desk.plans(limit=99)
    assert {verb for plan in listed for verb in plan.verbs} >= {
        "import", "enroll", "grant", "revoke", "retire", "policy", "token", "revoke-token", "add-key", "rotate-key",
        "revoke-key", "ratify", "succession", "undo", "keep", "stale", "cool", "merge", "correct", "defer",
    }  # fmt: skip


@pytest.mark.parametrize("which", ["unsigned", "co-signed", "service", "ratified", "rotated"])
def test_so_does_a_bundle_that_ends_behind_or_is_about(
    which: str, rich: Rich, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seq = rich.desk.decision(rich.plans[which]).seq
    rich.desk.evidence(tmp_path / "about", subject=rich.plans[which])
    assert here(tmp_path / "about", capsys)[0] == 0
    rich.desk.evidence(tmp_path / "until", until=seq)
    assert here(tmp_path / "until", capsys)[0] == 0


def test_a_signed_store_with_a_verb_that_its_policy_frees_passes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with a_signed_desk(tmp_path) as desk:
        signed(desk, lambda: desk.authorize.set_policy({"needs.keep": "os-user"}))
        decide(desk, "keep", an_item(desk, status="pending-cleanup"))
        desk.evidence(tmp_path / "bundle")
    code, said = here(tmp_path / "bundle", capsys)
    assert code == 0, said


def test_a_rotation_stands_though_the_new_key_that_signed_it_too_is_distrusted_since_then(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with a_signed_desk(tmp_path) as desk:
        spare, new = a_key(tmp_path, "spare"), a_key(tmp_path, "newer")
        signed(desk, lambda: desk.authorize.add_key(MIRA, spare.public.line))
        rotation = signed(desk, lambda: desk.authorize.rotate_key("key-0001", signer(new))).plan
        since = desk.decision(rotation).seq
        signed(desk, lambda: desk.authorize.revoke_key("key-0003", since=since), key=spare)
        assert findings(desk) == []
        desk.evidence(tmp_path / "bundle")
    code, said = here(tmp_path / "bundle", capsys)
    assert code == 0, said


# what does not pass


def test_a_key_that_vouches_for_itself_is_told_even_where_the_files_about_keys_agree(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, bundle = soft(9), tmp_path / "bundle"
    effect = {"principal": MIRA, "role": "signing", "replaces": None}
    adding = Draft(Action.KEY, ("new:1", MIRA), effect, {"v": 1, "public": own.public.line})
    with a_signed_desk(tmp_path) as desk:
        forge(desk, "add-key", [MIRA], adding, signers=[own])
        assert findings(desk)
        desk.evidence(bundle)
        with desk.store.reading() as conn:
            known = authority_at(conn).keys["key-0001"]
    keys = (known, Key("key-0002", MIRA, own.public.line, KeyRole.SIGNING, head(desk)))
    times = [json.loads(line)["at"] for line in (bundle / "headers.jsonl").read_bytes().splitlines()]
    (bundle / "keys.json").write_bytes(keys_json(keys))
    (bundle / "allowed_signers").write_bytes(allowed_signers(keys, times))
    told = json.loads((bundle / "manifest.json").read_bytes())
    told["counts"]["keys"] = 2
    (bundle / "manifest.json").write_text(json.dumps(told))
    vouched_again(bundle)
    code, said = here(bundle, capsys)
    assert (code, "Its author did not sign" in said) == (1, True), said


def test_a_thief_who_ratifies_what_they_signed_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with a_signed_desk(tmp_path) as desk:
        stolen = a_key(tmp_path, "stolen")
        signed(desk, lambda: desk.authorize.add_key(MIRA, stolen.public.line))
        since = head(desk) + 1
        item = an_item(desk)
        plan = signed(desk, lambda: decide(desk, "cool", item), key=stolen).plan
        forge(desk, "ratify", [plan], Draft(Action.RATIFY, (plan,), {}, None), signers=[signer(stolen)])
        signed(desk, lambda: desk.authorize.revoke_key("key-0002", since=since))
        desk.evidence(tmp_path / "bundle")
        code, said = here(tmp_path / "bundle", capsys)
        assert (code, f"{plan} is signed with key-0002, distrusted since entry {since}" in said) == (1, True), said


def test_what_a_thief_freed_is_free_no_more(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with a_signed_desk(tmp_path) as desk:
        stolen = a_key(tmp_path, "stolen")
        signed(desk, lambda: desk.authorize.add_key(MIRA, stolen.public.line))
        since = head(desk) + 1
        signed(desk, lambda: desk.authorize.set_policy({"needs.stale": "os-user"}), key=stolen)
        first = decide(desk, "stale", an_item(desk)).plan
        signed(desk, lambda: desk.authorize.revoke_key("key-0002", since=since))
        desk.evidence(tmp_path / "sound")
        item = an_item(desk)
        plan = forge(desk, "stale", [item], Draft(Action.REVIEW, (item,), {"set": {"status": "stale"}}))
        desk.evidence(tmp_path / "bundle")
        assert fault(desk, plan)
        assert fault(desk, first) is None
    assert here(tmp_path / "sound", capsys)[0] == 0
    code, said = here(tmp_path / "bundle", capsys)
    assert (code, f"{plan} bears no signature, and the policy asks for one (stale)" in said) == (1, True), said


def test_a_change_that_names_no_plan_at_all_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with a_signed_desk(tmp_path) as desk:
        item = imported(desk, action=Action.CAPTURE)
        (entry,) = appended(desk, Draft(Action.REVIEW, (item,), {"set": {"status": "stale"}}))
        desk.evidence(tmp_path / "bundle")
    code, said = here(tmp_path / "bundle", capsys)
    assert (code, f"Entry {entry.seq} (review) was decided by nobody." in said) == (1, True), said
