"""The bundle: nothing can be changed in it unseen, and what is wrong in the store itself is told."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from governance.audit.checker.log import dumps
from governance.audit.witnessing import moved
from store import log
from store.records.entry import Draft
from store.records.words import Action
from tests.builders import AT, MIRA, a_capture, a_draft, did
from tests.governance.audit.bundles import (
    FIRST,
    RECOVERY,
    SAMPLED,
    SECOND,
    World,
    a_key,
    a_revocation,
    a_world,
    checked,
    flipped,
    here,
    vouched_again,
)
from tests.governance.audit.makers import (
    a_kept,
    a_plan_of,
    a_signer,
    head,
    rechained,
)

# what does not pass


def everything(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def places(raw: bytes, seed: str) -> Iterator[tuple[int, int]]:
    chosen = random.Random(seed)  # noqa: S311 - a seeded choice of places
    for at in sorted({0, len(raw) - 1, *chosen.sample(range(len(raw)), min(SAMPLED, len(raw)))}):
        yield at, chosen.randrange(8)


def test_no_byte_of_any_file_can_be_changed_unseen(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert here(bundle, capsys)[0] == 0
    for name in everything(bundle):
        raw = (bundle / name).read_bytes()
        for at, bit in places(raw, name) if raw else ():
            (bundle / name).write_bytes(flipped(raw, at, bit))
            assert here(bundle, capsys)[0] == 1, (name, at, bit)
        (bundle / name).write_bytes(raw)
    assert here(bundle, capsys)[0] == 0


CONTENT = (
    "headers.jsonl",
    "payloads.jsonl",
    "decisions/",
    "keys.json",
    "allowed_signers",
    "revoked_keys",
    "witness.jsonl",
)


def test_nor_when_the_manifest_is_made_to_agree(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in everything(bundle):
        raw = (bundle / name).read_bytes()
        if not raw or not name.startswith(CONTENT):
            continue
        for at, bit in places(raw, name):
            (bundle / name).write_bytes(flipped(raw, at, bit))
            vouched_again(bundle)
            assert here(bundle, capsys)[0] == 1, (name, at, bit, raw[at - 20 : at + 20])
        (bundle / name).write_bytes(raw)
    vouched_again(bundle)
    assert here(bundle, capsys)[0] == 0


def test_a_changed_byte_is_seen_by_the_program_in_the_bundle_itself(bundle: Path) -> None:
    for name in ("headers.jsonl", "payloads.jsonl", "witness.jsonl", "README.md", "check.py"):
        raw = (bundle / name).read_bytes()
        (bundle / name).write_bytes(flipped(raw, 15))
        code, said = checked(bundle)
        assert code == 1, (name, said)
        (bundle / name).write_bytes(raw)


def test_a_bundle_that_was_cut_short_does_not_pass(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in everything(bundle):
        raw = (bundle / name).read_bytes()
        for keep in {len(raw) // 2, len(raw) - 1} if raw else ():
            (bundle / name).write_bytes(raw[:keep])
            assert here(bundle, capsys)[0] == 1, (name, keep)
        (bundle / name).unlink()
        assert here(bundle, capsys)[0] == 1, name
        (bundle / name).write_bytes(raw)


@pytest.mark.parametrize("name", ["headers", "payloads"])
def test_a_line_that_was_taken_out_is_missed(name: str, bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, step = bundle / f"{name}.jsonl", "chain" if name == "headers" else name
    lines = path.read_bytes().splitlines(keepends=True)
    for number in range(len(lines)):
        path.write_bytes(b"".join(lines[:number] + lines[number + 1 :]))
        vouched_again(bundle)
        code, said = here(bundle, capsys)
        assert (code, re.search(rf"{step} +WRONG", said) is not None) == (1, True), (number, said)


def test_words_or_salts_that_were_changed_with_care_are_not_what_was_committed_to(
    bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = (bundle / "payloads.jsonl").read_bytes()
    for changed in (raw.replace(b"wombat", b"zombie"), re.sub(rb'"salt":"[0-9a-f]{2}', b'"salt":"00', raw)):
        assert changed != raw
        (bundle / "payloads.jsonl").write_bytes(changed)
        vouched_again(bundle)
        code, said = here(bundle, capsys)
        assert (code, "is not what it committed to" in said) == (1, True), said


def test_a_header_that_was_changed_with_care_breaks_the_chain(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raw = (bundle / "headers.jsonl").read_bytes()
    lines = raw.splitlines(keepends=True)
    for number in range(len(lines) - 1):
        changed = re.sub(rb'"at":(\d+)', lambda at: b'"at":%d' % (int(at[1]) + 1), lines[number])
        (bundle / "headers.jsonl").write_bytes(b"".join((*lines[:number], changed, *lines[number + 1 :])))
        vouched_again(bundle)
        code, said = here(bundle, capsys)
        assert (code, f"Entry {number + 2} does not follow entry {number + 1}." in said) == (1, True), said


def fails(world: World, target: Path, words: str) -> None:
    world.write(target)
    code, said = checked(target)
    assert code == 1, said
    assert words in said


def test_a_history_that_was_made_anew_is_caught_by_the_witness(tmp_path: Path) -> None:
    world = a_world(tmp_path)
    did(world.store, a_capture())
    assert moved(world.witness, head(world.store)) is None
    rechained(world.store, 4, at=AT - 1)
    fails(world, tmp_path / "bundle", "The witness saw another entry 4: history was rewritten.")


def test_a_decision_without_the_signature_it_needs_is_told(tmp_path: Path) -> None:
    world = a_world(tmp_path)
    a_kept(world.store)
    fails(world, tmp_path / "bundle", "bears no signature, and the policy asks for one (stale)")


def test_a_signature_of_a_stranger_is_told(tmp_path: Path) -> None:
    world = a_world(tmp_path)
    a_kept(world.store, a_signer(9))
    fails(world, tmp_path / "bundle", "which was nobody's key then")


def test_a_key_that_had_ended_is_told(tmp_path: Path) -> None:
    world = a_world(tmp_path)
    rotation = a_key(1, SECOND.public.line, "rotate-key", "key-0001")
    a_plan_of(world.store, "rotate-key", ["key-0001"], rotation, signers=(FIRST, SECOND))
    a_kept(world.store, FIRST)
    fails(world, tmp_path / "bundle", "which was nobody's key then")


def test_a_recovery_key_that_signs_something_else_is_told(tmp_path: Path) -> None:
    world = a_world(tmp_path)
    a_kept(world.store, RECOVERY)
    fails(world, tmp_path / "bundle", "signed with a key that is for keys alone")


def test_a_plan_of_a_distrusted_key_that_nobody_ratified_is_told(tmp_path: Path) -> None:
    world = a_world(tmp_path)
    adding = a_key(1, SECOND.public.line, "add-key")
    since = a_plan_of(world.store, "add-key", [MIRA], adding, signers=(FIRST,))[0].seq
    a_kept(world.store, SECOND)
    a_plan_of(world.store, "revoke-key", ["key-0003"], a_revocation("key-0003", since), signers=(FIRST,))
    fails(world, tmp_path / "bundle", f"is signed with key-0003, distrusted since entry {since}")


def test_a_signature_over_other_bytes_is_refused_by_ssh_keygen(tmp_path: Path) -> None:
    world = a_world(tmp_path)

    class Other:
        public = FIRST.public

        def sign(self, message: bytes, namespace: str) -> str:
            return FIRST.sign(message + b" ", namespace)

    a_kept(world.store, Other())  # type: ignore[arg-type]
    fails(world, tmp_path / "bundle", "ssh-keygen says that p-0001 did not sign plan-2026-06-01-001")


def test_an_effect_that_is_not_the_one_that_was_decided_is_told(tmp_path: Path) -> None:
    world = a_world(tmp_path)
    seq = a_kept(world.store, FIRST)[1].seq
    rechained(world.store, seq, effect={"verb": "stale", "set": {"status": "active"}})
    fails(world, tmp_path / "bundle", f"Entry {seq} is not effect 1 of plan-2026-06-01-001.")


def test_an_entry_that_nobody_decided_is_told(tmp_path: Path) -> None:
    world = a_world(tmp_path)
    (capture,) = did(world.store, a_capture())
    forged = Draft(Action.REVIEW, capture.subjects, {"verb": "stale", "set": {"status": "stale"}})
    (entry,) = did(world.store, a_draft(forged))
    fails(world, tmp_path / "bundle", f"Entry {entry.seq} says it was decided, and was not.")


def test_a_decision_on_a_history_that_was_made_anew_is_told_without_a_witness(tmp_path: Path) -> None:
    world = a_world(tmp_path)
    a_kept(world.store, FIRST)
    rechained(world.store, 4, at=AT - 1)
    fails(world, tmp_path / "bundle", "was decided on a head that is not in this log")


def test_a_plan_that_had_expired_is_told(tmp_path: Path) -> None:
    world = a_world(tmp_path)
    (capture,) = did(world.store, a_capture())
    draft = Draft(Action.REVIEW, capture.subjects, {"verb": "stale", "set": {"status": "stale"}})
    a_plan_of(world.store, "stale", capture.subjects, draft, signers=(FIRST,), expires=AT - 1)
    fails(world, tmp_path / "bundle", "plan-2026-06-01-001 was applied after it had expired.")


def test_a_key_in_the_place_of_the_one_that_genesis_names_is_told(tmp_path: Path) -> None:
    world = a_world(tmp_path)
    with world.store.reading() as conn:
        genesis = log.entry(conn, 1)
    assert genesis is not None
    rechained(world.store, 1, effect={**genesis.effect, "key_print": SECOND.public.fingerprint})
    fails(world, tmp_path / "bundle", "key-0001 is not the key that entry 1 names.")


def test_a_plan_that_only_somebody_else_signed_is_told(tmp_path: Path) -> None:
    world = a_world(tmp_path)
    who = Draft(
        Action.ENROLL, ("new:1",), {"verb": "enroll", "kind": "human", "role": "owner"}, {"v": 1, "name": "ines"}
    )
    effect = {"verb": "add-key", "reason": "needed", "principal": "p-0002", "role": "signing", "replaces": None}
    key = Draft(Action.KEY, ("new:1", "p-0002"), effect, {"v": 1, "public": SECOND.public.line})
    a_plan_of(world.store, "enroll", [MIRA], who, signers=(FIRST,))
    a_plan_of(world.store, "add-key", ["p-0002"], key, signers=(FIRST,))
    a_kept(world.store, SECOND)
    fails(world, tmp_path / "bundle", "Its author did not sign plan-2026-06-01-003.")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"kind":"tombstone","refs":[', b'"kind":"tombstone","refs":[1,', "The witness has another erasure"),
        (b'"reason\\":\\"other', b'"reason\\":\\"later', "The witness has another text of"),
        (b'"minted":[],"seq":', b'"minted":[],"seq":99', "The log ends before entry 99"),
        (b"BEGIN SSH SIGNATURE-----\\nU1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAg",
         b"BEGIN SSH SIGNATURE-----\\nU1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAh", "The witness has another text of"),
    ],
    ids=["a tombstone", "a text", "a head", "a signature"],
)  # fmt: skip
def test_a_witness_that_was_changed_with_care_is_told(
    old: bytes, new: bytes, said: str, bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = (bundle / "witness.jsonl").read_bytes()
    assert old in raw
    (bundle / "witness.jsonl").write_bytes(raw.replace(old, new))
    vouched_again(bundle)
    code, told = here(bundle, capsys)
    assert (code, said in told) == (1, True), told


def test_a_checkpoint_that_was_changed_with_care_is_told(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (bundle / "witness.jsonl").read_bytes().splitlines(keepends=True)
    headers = (bundle / "headers.jsonl").read_bytes().splitlines()
    hashes = [json.loads(line)["prev"] for line in headers]
    for number, line in enumerate(lines):
        told = json.loads(line)
        if told["kind"] == "checkpoint":
            store, seq, _, _ = told["text"].split("\n")
            told["text"] = f"{store}\n{int(seq) - 1}\n{hashes[int(seq) - 1]}\n"
            lines[number] = dumps(told) + b"\n"
    (bundle / "witness.jsonl").write_bytes(b"".join(lines))
    vouched_again(bundle)
    code, said = here(bundle, capsys)
    assert (code, "is signed by nobody who had a key then" in said) == (1, True), said


def test_a_bundle_written_before_a_succession_leaves_out_what_was_given_up_later(world: World, tmp_path: Path) -> None:
    with world.store.reading() as conn:
        (given_up,) = log.of_actions(conn, ["succession"], 0, 99)
    world.write(tmp_path / "bundle", until=given_up.seq - 2)
    assert b"a" * 64 not in (tmp_path / "bundle" / "witness.jsonl").read_bytes()
    assert checked(tmp_path / "bundle")[0] == 0
