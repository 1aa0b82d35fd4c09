"""Who had which key when: read out of the log alone, and then compared with the files of the bundle."""

from __future__ import annotations

import base64
import datetime
import hashlib
from typing import Any

from governance.audit.checker.log import Bundle, loads, must

# --- part ---


def key_inside(armored: str) -> str:
    """The public key with which a signature says it was made, as OpenSSH spells it."""
    raw = base64.b64decode("".join(armored.split("\n")[1:-2]))
    must(raw[:6] == b"SSHSIG", "A signature is none.")
    blob = raw[14 : 14 + int.from_bytes(raw[10:14], "big")]
    kind = blob[4 : 4 + int.from_bytes(blob[:4], "big")].decode("ascii")
    return f"{kind} {base64.b64encode(blob).decode()}"


def fingerprint(line: str) -> str:
    """The short name of a key, as ssh-keygen -l prints it."""
    digest = hashlib.sha256(base64.b64decode(line.split()[1])).digest()
    return "SHA256:" + base64.b64encode(digest).decode().rstrip("=")


def moment(micros: int) -> str:
    """A time as ssh-keygen takes it."""
    utc = datetime.timezone.utc  # noqa: UP017 - for older Pythons
    return datetime.datetime.fromtimestamp(micros // 1_000_000, utc).strftime("%Y%m%d%H%M%SZ")


def signers(bundle: Bundle, plan: str) -> list[dict[str, Any]]:
    """The keys that say they signed a plan: each lived then, or is made by this very plan and vouches for nobody."""
    seq, found = bundle.decided[plan], []
    lived = [key for key in bundle.keys.values() if key["from"] < seq < (key["until"] or seq + 1)]
    made = [key for key in bundle.keys.values() if bundle.owner.get(key["from"]) == plan]
    for armored in bundle.payloads[seq]["signatures"]:
        line = key_inside(armored)
        known = [key for key in lived + made if key["public"] == line]
        must(known, f"{plan} is signed with {fingerprint(line)}, which was nobody's key then.")
        found.append(known[0])
    return found


def keys(bundle: Bundle) -> int:
    """The keys that the log knows are those of the files."""
    genesis = bundle.entry(1)["effect"]
    first = {genesis[name]: genesis[f"{name}_print"] for name in ("key", "recovery") if genesis.get(name)}
    behind: dict[str, set[str]] = {}
    """The keys that signed for each key."""
    for header in bundle.headers:
        seq, effect, name = header["seq"], header["effect"], (header["subjects"] or [""])[0]
        plan = bundle.owner.get(seq, "")
        if header["action"] == "key":
            line = bundle.payloads[seq]["public"]
            must(plan or name in first, f"Nobody decided entry {seq}, which adds {name}.")
            must(first.get(name, fingerprint(line)) == fingerprint(line), f"{name} is not the key that entry 1 names.")
            if effect["replaces"]:
                bundle.keys[effect["replaces"]]["until"] = seq
            told = {"principal": effect["principal"], "role": effect["role"], "public": line}
            more = {"fingerprint": fingerprint(line), "from": seq, "until": None, "distrusted": None}
            bundle.keys[name] = {"key": name, **told, **more}
            behind[name] = {key["key"] for key in signers(bundle, plan)} if plan else set()
        elif header["action"] == "key-revoked":
            must(plan, f"Nobody decided entry {seq}, which revokes {name}.")
            bundle.keys[name]["until"] = bundle.keys[name]["until"] or seq
            distrust(bundle, {name: effect["since"]} if effect["since"] else {}, behind, seq)
    compare(bundle)
    return len(bundle.keys)


def distrust(bundle: Bundle, bad: dict[str, int], behind: dict[str, set[str]], now: int) -> None:
    """What a key signed since an entry is distrusted, and so is every key it added since then."""
    since = min(bad.values(), default=0)
    while bad:
        for name, seq in bad.items():
            bundle.keys[name].update(distrusted=seq, until=bundle.keys[name]["until"] or now)
            bundle.doubts[name] = (seq, now)
        more = [key for key in bundle.keys.values() if key["key"] not in bad and key["from"] >= since]
        more = [key for key in more if behind[key["key"]] & bad.keys()]
        if not more:
            return
        bad.update((key["key"], key["from"]) for key in more)


def compare(bundle: Bundle) -> None:
    """The files about keys say what the log says."""
    ats, allowed, revoked = [header["at"] for header in bundle.headers], "", ""
    for key in bundle.keys.values():
        span = ats[key["from"] - 1 : key["until"]]
        options = f'namespaces="memdesk-decision,memdesk-checkpoint",valid-after="{moment(min(span))}"'
        if key["until"]:
            options += f',valid-before="{moment(max(*span, min(span) + 1_000_000))}"'
        allowed += f"{key['principal']} {options} {key['public']}\n"
        revoked += f"{key['public']}\n" if key["distrusted"] else ""
    must(
        loads(bundle.read("keys.json").rstrip(b"\n")) == list(bundle.keys.values()),
        "keys.json is not what the log says.",
    )
    must(bundle.read("allowed_signers").decode() == allowed, "allowed_signers is not what the log says.")
    must(bundle.read("revoked_keys").decode() == revoked, "revoked_keys is not what the log says.")
