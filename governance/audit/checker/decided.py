"""What was decided against what happened: the text of every plan, and the entries behind it."""

from __future__ import annotations

import re
from typing import Any

from governance.audit.checker.log import Bundle, loads, must

# --- part ---


def filled(value: Any, minted: dict[str, str]) -> Any:
    """A part of a text with the minted ids in place of new:n."""
    if isinstance(value, str):
        return minted.get(value, value)
    if isinstance(value, list):
        return [filled(one, minted) for one in value]
    return {name: filled(one, minted) for name, one in value.items()} if isinstance(value, dict) else value


def decisions(bundle: Bundle) -> int:
    """Each text is the one in the log, and its effects follow it as it lists them."""
    for header in bundle.of("decision"):
        seq, plan, payload = header["seq"], header["subjects"][0], bundle.payloads[header["seq"]]
        must(re.fullmatch(r"plan-[0-9-]+", plan) and plan not in bundle.texts, f"{plan!a} is no plan, or stands twice.")
        raw = bundle.read(f"decisions/{plan}.txt")
        must(raw == payload["text"].encode("ascii"), f"decisions/{plan}.txt is not the text in the log.")
        for number, armored in enumerate(payload["signatures"], 1):
            name = f"decisions/{plan}.{number}.sig"
            must(bundle.read(name) == armored.encode("ascii"), f"{name} is not the signature in the log.")
        text = bundle.texts[plan] = loads(raw)
        bundle.decided[plan] = seq
        must(text["store"] == bundle.manifest["store"], f"{plan} was decided for another store.")
        must(text["who"] == header["actor"], f"{plan} was decided by somebody else than its entry says.")
        must(text["assurance"] == header["effect"]["assurance"], f"{plan} is not as sure as its entry says.")
        must(text["undoes"] == header["effect"]["undoes"], f"{plan} does not undo what its entry says.")
        at, hashed = text["head"]
        must(0 < at < seq and bundle.hashes[at] == hashed, f"{plan} was decided on a head that is not in this log.")
        late = text.get("expires") is not None and header["at"] > text["expires"]
        must(not late, f"{plan} was applied after it had expired.")
        effects(bundle, header, text["effects"])
    for header in bundle.headers:
        plans = [ref for ref in header["refs"] if str(ref).startswith("plan-")]
        if header["action"] != "decision" and (plans or "verb" in header["effect"]):
            must(bundle.owner.get(header["seq"]) in plans, f"Entry {header['seq']} says it was decided, and was not.")
    return len(bundle.texts)


def effects(bundle: Bundle, header: dict[str, Any], listed: list[Any]) -> None:
    """The entries right behind a decision are what it lists."""
    plan, seq = header["subjects"][0], header["seq"]
    minted: dict[str, str] = {}
    for number, (_, _, subjects, _, _) in enumerate(listed, 1):
        pairs = zip(subjects, bundle.entry(seq + number)["subjects"])  # noqa: B905 - for older Pythons
        minted.update(pair for pair in pairs if pair[0].startswith("new:"))
    for number, (told, action, subjects, effect, sealed) in enumerate(listed, 1):
        entry = bundle.entry(seq + number)
        did = [entry["action"], entry["subjects"], entry["effect"], entry["commitment"], entry["actor"]]
        said = [action, filled(subjects, minted), filled(effect, minted), sealed, header["actor"]]
        good = told == number and did == said and plan in entry["refs"]
        must(good, f"Entry {seq + number} is not effect {number} of {plan}.")
        bundle.owner[seq + number] = plan
