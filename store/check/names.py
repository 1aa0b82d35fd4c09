"""Step 4: identity is stable, and a header bears nothing but ids and closed words, canonically spelled."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from store import seal
from store.check.lines import ACTION, ACTOR, EFFECT, REFS, SUBJECTS, Fits, Rows
from store.ids import is_minted, read_id
from store.records.views import Finding
from store.records.words import Action
from store.vocabulary import stray_in

STEP = "ids"
KNOWN = 8_192
"""How many effects are remembered: most entries bear one that was seen before, byte for byte."""
_PLAIN_NAMES: Final = re.compile(rb'"[a-z0-9-]+"(?:,"[a-z0-9-]+")*').fullmatch
"""Names that are canonical as they stand, whatever they name."""


class _Effect(NamedTuple):
    """What is known of an effect once it was read."""

    stray: str | None
    makes: bool
    """Whether its entry is the one that makes its first subject: an item, or a plan."""


class Names:
    """The names in the headers behind `since`, and the highest of each sort."""

    def __init__(self, conn: sqlite3.Connection, since: int) -> None:
        self._conn = conn
        self._since = since
        self._made: dict[str, int] = {}
        self._top: dict[tuple[str, int], int] = {}
        self._known: dict[tuple[bytes, bytes], _Effect] = {}
        self._actors: set[bytes] = set()
        """Actors whose name was seen to be in form."""

    def look(self, rows: Rows, fits: Fits) -> Iterator[Finding | int]:
        """Read what stands in the gaps of the next headers."""
        counted, known, actors = 0, self._known, self._actors
        for row, fit in zip(rows, fits, strict=True):
            counted += 1
            try:
                if fit is None:
                    named, subjects, effect = _parted(row[1])
                else:
                    action, actor, raw, refs, about = fit.group(ACTION, ACTOR, EFFECT, REFS, SUBJECTS)
                    named = _listed(refs) if refs else []
                    if actor not in actors:
                        named.append(self._actor(actor))
                    subjects = _listed(about)
                    effect = known.get((action, raw)) or self._read(action, raw)
                said = self._wrong(row[0], named, subjects, effect)
            except _Unreadable:
                continue  # step 2 has said so
            except ValueError as error:
                said = [f"The header of entry {row[0]} cannot be read ({error})."]
            if said:
                yield counted
                yield from (Finding(step=STEP, seq=row[0], sentence=sentence) for sentence in said)
                counted = 0
        yield counted

    def _actor(self, raw: bytes) -> str:
        name = raw.decode()
        if is_minted(name):
            self._actors.add(raw)
        return name

    def _read(self, action: bytes, raw: bytes) -> _Effect:
        try:
            known = Action(action.decode())
        except ValueError as error:
            raise _Unreadable from error
        found = _effect(known, seal.parse(raw))
        if len(self._known) >= KNOWN:
            self._known.clear()
        self._known[action, raw] = found
        return found

    def _wrong(self, seq: int, named: list[Any], subjects: list[Any], effect: _Effect) -> list[str]:
        """What is wrong with the names an entry bears, in sentences."""
        said: list[str] = []
        if effect.stray:
            said.append(f"The header of entry {seq} bears {effect.stray}, which belongs into its payload.")
        said += [
            f"Entry {seq} bears {name!r}."
            for name in named
            if not isinstance(name, int) and not (isinstance(name, str) and is_minted(name))
        ]
        top = self._top
        for name in subjects:
            found = read_id(name) if isinstance(name, str) else None
            if found is not None:
                prefix, day, n = found
                if top.get((prefix, day), 0) < n:
                    top[prefix, day] = n
            elif not isinstance(name, str) or not is_minted(name):
                said.append(f"Entry {seq} bears {name!r}.")
        if effect.makes and not subjects:
            said.append(f"Entry {seq} makes something and does not name it.")
        elif effect.makes:
            name = subjects[0]
            if first := self._made.get(name) or self._made_before(name):
                said.append(f"{name} was made by entry {first} and again by entry {seq}.")
            self._made[name] = seq
        return said

    def _made_before(self, name: str) -> int | None:
        """Which entry up to `since` made an item or a plan of this name."""
        if not self._since:
            return None
        sql = "SELECT seq, header FROM log WHERE seq IN (SELECT seq FROM subject_log WHERE subject = ? AND seq <= ?)"
        for seq, line in self._conn.execute(sql, (name, self._since)):
            header = seal.loads(line)
            if _makes(Action(header["action"]), header["effect"]) and header["subjects"][0] == name:
                return int(seq)
        return None

    def end(self) -> Iterator[Finding | int]:
        """Compare the counters with the highest of each sort; names up to `since` come from the list of subjects."""
        top = self._top
        if self._since:
            sql = "SELECT DISTINCT subject FROM subject_log WHERE seq <= ?"
            for (name,) in self._conn.execute(sql, (self._since,)):
                if found := read_id(name):
                    prefix, day, n = found
                    top[prefix, day] = max(top.get((prefix, day), 0), n)
        counters = {(r[0], r[1]): r[2] for r in self._conn.execute("SELECT prefix, day, n FROM counters")}
        for where, n in top.items():
            if counters.get(where, 0) != n:
                sentence = f"The counter of {where[0]} {where[1] or ''} does not stand at {n}."
                yield Finding(step=STEP, seq=None, sentence=sentence)


class _Unreadable(Exception):
    """A header of another shape."""


def _parted(line: object) -> tuple[list[Any], list[Any], _Effect]:
    """Actor and refs, subjects, and effect of a header that does not fit the frame."""
    try:
        found = seal.parse(line) if isinstance(line, bytes) else {}
        if found.keys() != seal.HEADER_KEYS:
            raise _Unreadable
        action = Action(found["action"])
    except (ValueError, AttributeError) as error:
        raise _Unreadable from error
    effect, refs, subjects = _effect(action, found["effect"]), found["refs"], found["subjects"]
    if not isinstance(refs, list) or not isinstance(subjects, list):
        raise ValueError("its refs and subjects are no lists")
    return [found["actor"], *refs], subjects, effect


def _effect(action: Action, effect: Any) -> _Effect:
    if not isinstance(effect, dict):
        raise ValueError("its effect is no object")
    return _Effect(stray_in(action, effect), _makes(action, effect))


def _makes(action: Action, effect: dict[str, Any]) -> bool:
    return "item" in effect or action is Action.DECISION


def _listed(raw: bytes) -> list[Any]:
    """What stands between the brackets of a list."""
    if not raw:
        return []
    if _PLAIN_NAMES(raw):
        return raw[1:-1].decode().split('","')
    found: list[Any] = seal.parse(b"[" + raw + b"]")
    return found
