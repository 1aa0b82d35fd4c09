"""Every signature through the real ssh-keygen, the witness against the chain, and the report."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from governance.audit.checker.decided import decisions
from governance.audit.checker.keys import key_inside, keys, moment, signers
from governance.audit.checker.log import Bundle, Wrong, chain, files, loads, must, payloads

# --- part ---

KEY_VERBS = {"adopt", "add-key", "rotate-key", "revoke-key"}
CHANGES = {
    "review", "cool", "merge", "manual-correction", "supersede", "autodream-skip", "lane", "link", "promote-type",
}  # fmt: skip
GIFTS = {"enroll", "key", "grant", "policy", "token"}
KINDS: dict[str, Any] = {}


def holds(bundle: Bundle, who: str, namespace: str, armored: str, message: bytes, at: int) -> bool:
    """Ask ssh-keygen whether somebody signed this at a time."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "sig").write_text(armored, encoding="ascii")
        words = ["ssh-keygen", "-Y", "verify", "-f", str(bundle.folder / "allowed_signers"), "-I", who, "-n", namespace]
        words += ["-s", str(Path(folder) / "sig"), "-O", f"verify-time={moment(at)}"]
        return subprocess.run(words, input=message, capture_output=True, check=False).returncode == 0


def signatures(bundle: Bundle) -> int:
    """Each signature holds, under a key of its signer, in its role and time."""
    for plan, text in bundle.texts.items():
        seq, found = bundle.decided[plan], signers(bundle, plan)
        verbs = {decision["verb"] for decision in text["decisions"]}
        for key, armored in zip(found, bundle.payloads[seq]["signatures"]):  # noqa: B905 - for older Pythons
            raw, at = bundle.read(f"decisions/{plan}.txt"), bundle.entry(seq)["at"]
            good = holds(bundle, key["principal"], "memdesk-decision", armored, raw, at)
            must(good, f"ssh-keygen says that {key['principal']} did not sign {plan}.")
            must(key["role"] == "signing" or verbs <= KEY_VERBS, f"{plan} is signed with a key that is for keys alone.")
            bundle.signatures += 1
        must(
            (text["assurance"] == "signed") == bool(found),
            f"{plan} says {text['assurance']}, with {len(found)} signatures.",
        )
        adopted = verbs == {"adopt"} and all(key["from"] > seq for key in bundle.keys.values())
        own = {key["principal"] for key in found if key["from"] < seq or adopted}
        must(not found or text["who"] in own, f"Its author did not sign {plan}.")
        for name in doubtful(bundle, plan):
            since = bundle.doubts[name][0]
            must(cleared(bundle, plan), f"{plan} is signed with {name}, distrusted since entry {since}.")
        if not found:
            unsigned(bundle, plan, text, seq)
    nobodys(bundle)
    if not bundle.keys:
        bundle.notes.append("this store has no keys: there are no signatures to check")
    return bundle.signatures


def doubtful(bundle: Bundle, plan: str, before: int | None = None) -> list[str]:
    """The keys that signed a plan since they are distrusted, as far as that was said before an entry."""
    seq = bundle.decided[plan]
    names = [key["key"] for key in signers(bundle, plan) if key["from"] < seq]
    known = {name: bundle.doubts[name] for name in names if name in bundle.doubts}
    return [name for name, (since, said) in known.items() if since <= seq and (before is None or said < before)]


def cleared(bundle: Bundle, plan: str) -> bool:
    """Whether a plan of a distrusted key was ratified or undone, or all that it gave ended with the key."""
    ratified = [header["seq"] for header in bundle.of("ratify") if header["subjects"][0] == plan]
    by = [bundle.owner[seq] for seq in ratified if seq in bundle.owner]
    gave = [bundle.entry(seq)["action"] for seq, owner in bundle.owner.items() if owner == plan]
    ended = bool(gave) and set(gave) <= GIFTS
    return ended or undone(bundle, plan) or any(not doubtful(bundle, one) for one in by)


def undone(bundle: Bundle, plan: str) -> bool:
    """Whether a plan was undone by one that stands."""
    return any(not undone(bundle, one) for one, text in bundle.texts.items() if text["undoes"] == plan)


def nobodys(bundle: Bundle) -> None:
    """Since there are keys, nothing is changed or erased but by a decision."""
    first = min((key["from"] for key in bundle.keys.values()), default=len(bundle.headers))
    for header in bundle.headers[first:]:
        if header["seq"] not in bundle.owner:
            name = f"Entry {header['seq']} ({header['action']})"
            good = header["action"] not in CHANGES or of_a_pass(header) or of_an_import(bundle, header)
            must(good, f"{name} was decided by nobody.")
            if header["action"] == "erase":
                bundle.notes.append(f"{name} was decided by nobody")


def of_a_pass(header: dict[str, Any]) -> bool:
    """Whether a distillation pass may do this by itself: state gives way, knowledge cools, there was nothing to do."""
    effect, put = header["effect"], header["effect"].get("set", {})
    if "verb" in effect or not any(str(one).startswith("run-") for one in (*header["refs"], *header["subjects"])):
        return False
    if header["action"] == "supersede":
        return set(put) == {"status", "superseded_by"} and put["status"] == "superseded"
    return (header["action"], put, set(effect) - {"before"}) in (("cool", {"cooled": True}, {"set"}), _SKIPPED)


def of_an_import(bundle: Bundle, header: dict[str, Any]) -> bool:
    """Whether a decided import did this while it ran: it makes a lane, in use, and turns what it made itself."""
    effect, run, seq = header["effect"], header["effect"].get("run"), header["seq"]
    runs = [one for one in (*bundle.of("run-opened"), *bundle.of("run-closed")) if one["subjects"][0] == run]
    before = sorted((one["seq"], one["action"]) for one in runs if one["seq"] < seq)
    if header["action"] != "lane" or not before or before[-1][1] != "run-opened" or before[-1][0] not in bundle.owner:
        return False
    made = next(one for one in bundle.of("lane") if one["subjects"][0] == header["subjects"][0])
    if made["seq"] == seq:
        return bool(effect == {"state": "active", "closed": False, "run": run})
    turns = set(effect) == {"run", "before", "set"} and set(effect["set"]) == {"state"}
    return bool(turns and made["effect"].get("run") == run)


_SKIPPED: tuple[str, dict[str, Any], set[str]] = ("autodream-skip", {}, set())


def unsigned(bundle: Bundle, plan: str, text: dict[str, Any], seq: int) -> None:
    """Since there are keys, only what the policy frees, or a service under its grant, goes without a signature."""
    if all(key["from"] > seq for key in bundle.keys.values()):
        return
    given = [header["seq"] for header in bundle.of("policy") if header["seq"] < seq and header["seq"] in bundle.owner]
    given = [one for one in given if not doubtful(bundle, bundle.owner[one], seq)]
    free = dict(bundle.payloads[given[-1]]["policy"]["needs"]) if given else {}
    for decision in text["decisions"]:
        good = text["assurance"] == "token" or free.get(decision["verb"], "signed") == text["assurance"]
        must(good, f"{plan} bears no signature, and the policy asks for one ({decision['verb']}).")
    bundle.notes.append(f"{plan} bears no signature, as its policy or grant allows")


def witness(bundle: Bundle) -> int:
    """Every head that the witness saw stands in the chain, and every text it kept is the one of the log."""
    succeeded = [bundle.payloads[header["seq"]] for header in bundle.of("succession") if header["seq"] in bundle.owner]
    abandoned = {(seq, hashed) for payload in succeeded for seq, hashed in payload["abandoned"]}
    count = 0
    for line in bundle.lines("witness.jsonl"):
        told, kind = loads(line), loads(line)["kind"]
        if kind == "torn":
            continue
        heads = [(told.get("seq"), told.get("hash"))]
        if kind == "pin":
            must(told["store"] == bundle.manifest["store"], "The witness is of another store.")
            heads = [(1, told["genesis"])]
        elif kind == "plan":
            heads.append((told["head"][0], told["head"][1]))
        elif kind == "checkpoint":
            _, seq, hashed, _ = told["text"].split("\n")
            heads = [(int(seq), hashed)]
        if abandoned & set(heads):
            continue
        for seq, hashed in heads:
            must(seq < len(bundle.hashes), f"The log ends before entry {seq}, which the witness saw.")
            must(bundle.hashes[seq] == hashed, f"The witness saw another entry {seq}: history was rewritten.")
            count += 1
        KINDS.get(kind, lambda *_: None)(bundle, told, heads[0][0])
    if not count:
        bundle.notes.append("there is no witness in this bundle: a rewritten history would pass")
    return count


def of_plan(bundle: Bundle, told: dict[str, Any], seq: int) -> None:
    """A plan in the witness is the plan in the log."""
    payload = bundle.payloads[seq]
    good = bundle.decided.get(told["plan"]) == seq and told["text"] == payload["text"]
    must(good and told["signatures"] == payload["signatures"], f"The witness has another text of {told['plan']}.")


def of_tombstone(bundle: Bundle, told: dict[str, Any], seq: int) -> None:
    """An erasure in the witness is the erasure in the log."""
    header = bundle.entry(seq)
    good = [header["action"], header["subjects"], header["refs"]] == ["erase", [told["erasure"]], told["refs"]]
    must(good, f"The witness has another erasure at entry {seq}.")


def of_checkpoint(bundle: Bundle, told: dict[str, Any], seq: int) -> None:
    """A checkpoint was signed by somebody who had a key then."""
    must(told["text"].startswith(bundle.manifest["store"] + "\n"), "A checkpoint is of another store.")
    line, at = key_inside(told["signature"]), bundle.entry(seq)["at"]
    who = {key["principal"] for key in bundle.keys.values() if key["public"] == line}
    raw = told["text"].encode("ascii")
    good = any(holds(bundle, one, "memdesk-checkpoint", told["signature"], raw, at) for one in who)
    must(good, f"The checkpoint of entry {seq} is signed by nobody who had a key then.")
    bundle.signatures += 1


KINDS.update(plan=of_plan, tombstone=of_tombstone, checkpoint=of_checkpoint)


def counts(bundle: Bundle) -> int:
    """The manifest counts what is there."""
    found = {
        "entries": len(bundle.headers), "payloads": len(bundle.payloads), "decisions": len(bundle.texts),
        "erased": len(bundle.manifest["source_erased"]), "withdrawn": len(bundle.manifest["withdrawn"]),
        "keys": len(bundle.keys),
        "signatures": sum(len(bundle.payloads[seq]["signatures"]) for seq in bundle.decided.values()),
        "witness": len(bundle.lines("witness.jsonl")),
    }  # fmt: skip
    must(found == bundle.manifest["counts"], "The manifest counts otherwise than what is there.")
    return len(found)


def main(folder: Path) -> int:
    """Run every step."""
    wrong, broken = 0, False
    try:
        bundle = Bundle(folder)
    except Exception as error:
        sys.stdout.write(f"manifest    {type(error).__name__}: {error}\n")
        return 1
    steps = (files, chain, payloads, decisions, keys, counts, witness, signatures)
    for number, step in enumerate(steps, 1):
        if broken:
            sys.stdout.write(f"{number}  {step.__name__:<10}  not looked at, since it builds on what is wrong\n")
            continue
        try:
            said = f"ok, {step(bundle)} checked"
        except Wrong as error:
            said, wrong, broken = f"WRONG: {error}", 1, step is not files
        except Exception as error:
            said, wrong, broken = (
                f"WRONG: this could not be finished ({type(error).__name__}: {error})",
                1,
                step is not files,
            )
        sys.stdout.write(f"{number}  {step.__name__:<10}  {said}\n")
    for note in bundle.notes:
        sys.stdout.write(f"note: {note}\n")
    sys.stdout.write("Something is wrong with this bundle.\n" if wrong else "Everything here holds.\n")
    return wrong


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent).resolve()))
