"""The files of a bundle, the chain of headers, and the payloads they commit to."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

# --- part ---

ALWAYS = {"decision", "key", "grant", "policy", "succession"}
HEADER = {"v", "seq", "at", "actor", "action", "subjects", "refs", "effect", "commitment", "prev"}
MANIFEST = {
    "format",
    "store",
    "head",
    "since",
    "until",
    "subject",
    "counts",
    "source_erased",
    "withdrawn",
    "files",
    "digest",
}


class Wrong(Exception):
    """What is wrong, in a sentence."""


def must(good: object, sentence: str) -> None:
    """Go on only where this holds."""
    if not good:
        raise Wrong(sentence)


def sha(*parts: bytes) -> str:
    """SHA-256, hex."""
    return hashlib.sha256(b"".join(parts)).hexdigest()


def dumps(value: Any) -> bytes:
    """Canonical JSON: sorted keys, no spaces, ASCII."""
    return json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode("ascii")


def loads(raw: bytes) -> Any:
    """Read canonical JSON, and nothing else."""
    value = json.loads(raw)
    must(dumps(value) == raw, f"This is not canonical JSON: {raw[:60]!r}")
    return value


class Bundle:
    """The files of a bundle, and what the steps so far made of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        raw = self.read("manifest.json")
        self.manifest: dict[str, Any] = json.loads(raw)
        spelled = (json.dumps(self.manifest, sort_keys=True, indent=1) + "\n").encode()
        must(raw == spelled and self.manifest.keys() == MANIFEST, "manifest.json is not spelled as it was written.")
        rest = {name: told for name, told in self.manifest.items() if name != "digest"}
        must(self.manifest["digest"] == sha(dumps(rest)), "manifest.json is not the file that was written.")
        must(self.manifest["format"] == "memdesk/evidence/1", "This bundle is of another format.")
        self.headers: list[dict[str, Any]] = []
        self.hashes = [""]
        self.payloads: dict[int, dict[str, Any]] = {}
        self.texts: dict[str, dict[str, Any]] = {}
        """Of each plan."""
        self.decided: dict[str, int] = {}
        """The entry of each plan's decision."""
        self.owner: dict[int, str] = {}
        """The plan of each effect."""
        self.keys: dict[str, dict[str, Any]] = {}
        self.doubts: dict[str, tuple[int, int]] = {}
        """Of each distrusted key: the entry since which, and the entry that says so."""
        self.signatures = 0
        self.notes: list[str] = []

    def read(self, name: str) -> bytes:
        """One file."""
        return (self.folder / name).read_bytes()

    def lines(self, name: str) -> list[bytes]:
        """The lines of a file, each of them whole."""
        raw = self.read(name)
        must(not raw or raw.endswith(b"\n"), f"{name} was cut short.")
        return raw.split(b"\n")[:-1]

    def entry(self, seq: int) -> dict[str, Any]:
        """The header at a seq."""
        must(1 <= seq <= len(self.headers), f"Entry {seq} is not in this bundle.")
        return self.headers[seq - 1]

    def of(self, action: str) -> list[dict[str, Any]]:
        """The headers of an action."""
        return [header for header in self.headers if header["action"] == action]


def files(bundle: Bundle) -> int:
    """Every file of the manifest is there, byte for byte."""
    told = bundle.manifest["files"]
    for name, digest in told.items():
        must(re.fullmatch(r"(decisions/)?[A-Za-z0-9_-][A-Za-z0-9_.-]*", name), f"{name!a} is no file of a bundle.")
        must(sha(bundle.read(name)) == digest, f"{name} is not the file that was written.")
    found = {str(path.relative_to(bundle.folder)) for path in bundle.folder.rglob("*") if path.is_file()}
    bundle.notes += [f"not part of the bundle: {name!a}" for name in sorted(found - told.keys() - {"manifest.json"})]
    return len(told)


def chain(bundle: Bundle) -> int:
    """Every header is canonical, in its place, and names the hash of the one before."""
    prev = "0" * 64
    for seq, line in enumerate(bundle.lines("headers.jsonl"), 1):
        header = loads(line)
        must(header.keys() == HEADER and header["seq"] == seq, f"Line {seq} is not the header of entry {seq}.")
        must(header["prev"] == prev, f"Entry {seq} does not follow entry {seq - 1}.")
        must((header["action"] == "bootstrap") == (seq == 1), f"Entry {seq} is a genesis, or entry 1 is none.")
        prev = sha(b"memdesk/log/1\n", line, b"\n")
        bundle.headers.append(header)
        bundle.hashes.append(prev)
    told, head = bundle.manifest, {"seq": len(bundle.headers), "hash": prev}
    must(told["head"] == head and told["until"] == head["seq"], "The headers do not end where the manifest says.")
    must(told["store"] == bundle.entry(1)["subjects"][0], "The manifest names another store than entry 1.")
    return len(bundle.headers)


def payloads(bundle: Bundle) -> int:
    """Every payload is what its header committed to, and those that were asked for are there."""
    last = 0
    for line in bundle.lines("payloads.jsonl"):
        one = loads(line)
        must(one.keys() == {"seq", "salt", "body"}, "A payload does not bear what one bears.")
        seq, salt, body = one["seq"], bytes.fromhex(one["salt"]), one["body"].encode("ascii")
        must(seq > last, f"The payload of entry {seq} is out of order.")
        must(one["salt"] == salt.hex() and len(salt) == 32, f"The salt of entry {seq} is none.")
        sealed = sha(b"memdesk/payload/1\0", salt, body)
        must(bundle.entry(seq)["commitment"] == sealed, f"The payload of entry {seq} is not what it committed to.")
        bundle.payloads[seq] = loads(body)
        last = seq
    erased = gone(bundle) | set(bundle.manifest["withdrawn"])
    told, asked = bundle.manifest, set()
    for header in bundle.headers:
        about = told["subject"] is None or told["subject"] in header["subjects"] + header["refs"]
        if header["commitment"] and (header["action"] in ALWAYS or (about and header["seq"] >= told["since"])):
            asked.add(header["seq"])
    must(1 <= told["since"] <= told["until"], "The range of the manifest is none.")
    must(asked == bundle.payloads.keys() | erased, "The payloads are not those that the manifest promises.")
    must(not bundle.payloads.keys() & erased, "A payload is there and is said to be gone.")
    return len(bundle.payloads)


def gone(bundle: Bundle) -> set[int]:
    """The entries whose words were erased, each under an erasure of this log or a later one."""
    erasures = {header["subjects"][0]: header["refs"] for header in bundle.of("erase")}
    for seq, name in bundle.manifest["source_erased"].items():
        must(int(seq) in erasures.get(name, [int(seq)]), f"{name} did not erase entry {seq}.")
        if name not in erasures:
            bundle.notes.append(f"the words of entry {seq} are said to be erased by {name}, behind this bundle")
    if held := len(bundle.manifest["withdrawn"]):
        bundle.notes.append(f"the words of {held} entries are left out: they are withdrawn in the store")
    return {int(seq) for seq in bundle.manifest["source_erased"]}
