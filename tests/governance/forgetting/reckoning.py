"""What must be hidden, reckoned from the log alone: plain sets, from the beginning, each time anew."""

from __future__ import annotations

import re
from collections.abc import Iterable

from governance.desk import Desk
from store import index, log, seal
from store.records.entry import Entry
from store.records.words import Action

TOKEN = re.compile(r"\bzq\d+x\b")
"""A word that one thing bears, and what is made of that."""
_DOWN = {"derived-from", "of-source"}
_UP = {"merged-into", "corrected-by"}


class Reckoning:
    """Everything that a log made: what belongs to what, who bears which word, and which items stand."""

    def __init__(self, desk: Desk) -> None:
        self.edges: set[tuple[str, str]] = set()
        self.bearers: dict[str, set[str]] = {}
        self.standing: set[str] = set()
        self.blocks: dict[str, str] = {}
        """Every block by its id, as ``#seq``."""
        self.holders: set[str] = set()
        """Segments, runs, tasks and sources."""
        with desk.store.reading() as conn:
            self.payloads = log.payloads(conn, [entry.seq for entry in log.entries(conn)])
            for entry in log.entries(conn):
                self._take(entry)

    def reached(self, terms: Iterable[str]) -> set[str]:
        """Everything that a scope reaches."""
        found = {self.blocks.get(term, term) for term in terms}
        while more := {down for up, down in self.edges if up in found} - found:
            found |= more
        return found

    def hidden(self, excluded: set[str]) -> set[str]:
        """The words that nobody may see: all that bear one are excluded, or show the bytes of what is."""
        gone = excluded | {name.replace("=", "#") for name in excluded}
        return {word for word, bearers in self.bearers.items() if bearers <= gone}

    def _take(self, entry: Entry) -> None:
        effect, first = entry.effect, (entry.subjects or ("",))[0]
        if entry.action is Action.ARCHIVE:
            self._block(entry)
        elif entry.action in (Action.RUN_OPENED, Action.TASK_OPENED, Action.SOURCE):
            self.holders.add(first)
        elif entry.action is Action.TOPIC and effect.get("run"):
            self.edges.add((effect["run"], first))
        if entry.action is Action.SOURCE:
            self.edges |= {(first, item) for item in entry.subjects[1:]}
        if "item" in effect:
            self._item(entry, first)
        elif effect.get("words"):
            self._bears(entry, first)
        if "restore" in effect and first.startswith("mem-"):
            (self.standing.discard if effect["restore"] is None else self.standing.add)(first)
        self.edges |= {edge for link in effect.get("links", ()) for edge in _edges(first, *link)}
        if effect.get("verb") == "split":
            self.edges -= {edge for link in effect.get("unlink", ()) for edge in _edges(first, *link)}

    def _block(self, entry: Entry) -> None:
        effect, segment, seq = entry.effect, entry.subjects[0], entry.seq
        self.holders.add(segment)
        self.blocks[f"{segment}/{effect['ordinal']}"] = f"#{seq}"
        self.edges |= {(segment, f"#{seq}")} | ({(effect["run"], segment)} if effect.get("run") else set())
        if (held := effect.get("same_as")) is not None:
            self.edges |= {(f"#{held}", f"#{seq}"), (f"={held}", f"={seq}")}
        self.edges |= {(f"#{seq}", item) for item in entry.subjects[1:]}
        payload = self.payloads.get(seq, {})
        if "bytes" in payload:
            self._say(seal.raw_bytes(payload["bytes"]).decode(), f"#{seq}")

    def _item(self, entry: Entry, name: str) -> None:
        row = entry.effect["item"]
        self.standing.add(name)
        self.edges.add((name, f"@{entry.seq}"))
        runs = [ref for ref in entry.refs if isinstance(ref, str) and ref.startswith("run-")]
        above = [row.get("run"), row.get("task"), *(runs if entry.action is Action.ADD else [])]
        self.edges |= {(one, name) for one in above if one}
        if (block := row.get("block")) is not None:
            self.edges |= {(f"#{block}", name), (name, f"={block}")}
        self._bears(entry, name)

    def _bears(self, entry: Entry, name: str) -> None:
        words = self.payloads.get(entry.seq, {}).get("words")
        self._say((index.text_of(words, self.payloads.get) or "") if words else "", name)

    def _say(self, text: str, name: str) -> None:
        for word in TOKEN.findall(text):
            self.bearers.setdefault(word, set()).add(name)


def _edges(src: str, relation: str, dst: str | int) -> set[tuple[str, str]]:
    """What a link leads from and to; a Source may be a block, or the capture that an entry took in."""
    if relation == "source":
        return {(f"#{dst}", src), (f"@{dst}", src)}
    if relation in _DOWN:
        return {(str(dst), src)}
    return {(src, str(dst))} if relation in _UP else set()
