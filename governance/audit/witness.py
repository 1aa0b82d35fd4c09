"""The witness of a store: one file outside of it, to which a line is added for every signed head.

The file is appended to under a lock and synced; a last line that a crash cut off is taken away when the
next one comes, and a line of its own says so. Everybody who reads it meanwhile passes over it.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from governance.audit.lines import Head, Line, Unreadable, checkpoint_text, ordinals, read_line, spelled
from governance.errors import Refusal, RefusalKind
from store.decided import NEW, text_of
from store.records.entry import Entry
from store.records.words import Action

_CHUNK = 1 << 16


class Read(NamedTuple):
    """A whole witness as it was read."""

    lines: tuple[Line, ...]
    raw: tuple[bytes, ...]
    """Every whole line as its bytes, without newlines, also those that cannot be read."""
    unreadable: tuple[int, ...]
    """The numbers of lines that stand there and are none of a witness."""
    torn: int
    """Bytes behind the last newline, which a crash cut off."""


class Witness:
    """The witness of one store in the state folder of one person; where it is sent stands in their config folder."""

    def __init__(self, state: Path, config: Path, store_id: str, genesis: str) -> None:
        self.store_id = store_id
        self.genesis = genesis
        """The hash of the store's genesis, which the first line pins."""
        self.folder = state / "witness"
        self.path = self.folder / f"{store_id}.jsonl"
        self.places = config / "witness" / f"{store_id}.json"
        """The list of destinations: away from the witness, so that it does not go where that goes."""
        self.places_once = self.folder / f"{store_id}.to.json"
        """Where that list stood before; it is moved when it is next written."""

    # noting down

    def pin(self) -> bool:
        """Note which store this is, once; whether that was new."""
        with self._appending() as file:
            return self._pinned_in(file)

    def _pinned_in(self, file: BinaryIO) -> bool:
        if file.seek(0, os.SEEK_END):
            return False
        _append(file, spelled("pin", store=self.store_id, genesis=self.genesis))
        return True

    def note_plan(self, entries: Sequence[Entry], text: str, signatures: Sequence[str]) -> None:
        """Note a plan that was committed: its decision, the exact text, and the head behind its last effect.

        Other entries of the same commit may stand in front of the decision.
        """
        decision = next(entry for entry in entries if entry.action is Action.DECISION)
        effects = [entry for entry in entries if entry.seq > decision.seq]
        last = effects[-1] if effects else decision
        line = spelled(
            "plan",
            plan=decision.subjects[0],
            seq=decision.seq,
            hash=decision.hash,
            head=[last.seq, last.hash],
            minted=minted(text, effects),
            text=text,
            signatures=list(signatures),
        )
        self._note(line)

    def note_head(self, seq: int, hashed: str, minted: Sequence[str] = ()) -> None:
        """Note the head behind a commit that no decision stands for; `minted` are the highest ids it made."""
        self._note(spelled("head", seq=seq, hash=hashed, minted=list(minted)))

    def note_erasure(self, erasure: str, seq: int, hashed: str, refs: Sequence[int]) -> None:
        """Note an erasure without content: its entry, and the entries whose words it removed."""
        self._note(spelled("tombstone", erasure=erasure, seq=seq, hash=hashed, refs=list(refs)))

    def note_checkpoint(self, seq: int, hashed: str, signature: str) -> None:
        """Note a head that a person signed."""
        text = checkpoint_text(self.store_id, (seq, hashed))
        self._note(spelled("checkpoint", text=text, signature=signature))

    def _note(self, line: bytes) -> None:
        with self._appending() as file:
            self._pinned_in(file)
            _append(file, line)

    def complete(self, copy: bytes) -> int:
        """Go on with the lines of a copy that begins as this file does and knows more; how many those were."""
        with self._appending(mend=False) as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
            own = _exactly(file, size)
            own = own[: own.rfind(b"\n") + 1]
            more = copy[len(own) : copy.rfind(b"\n") + 1]
            if not more or not copy.startswith(own):
                return 0
            os.ftruncate(file.fileno(), len(own))  # the end that a crash cut off stands whole in the copy
            _append(file, more)
        return more.count(b"\n")

    # reading

    def size(self) -> int | None:
        """The bytes of the file; None where there is none."""
        try:
            return self.path.stat().st_size
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _not_there(self.path, "read", error) from error

    def read(self) -> Read:
        """The whole file; nothing of it where there is none."""
        with self._reading() as file:
            return read_all(file.read() if file else b"")

    def pinned(self) -> str | None:
        """The hash of genesis that the first line pins; None where there is no witness yet."""
        with self._reading() as file:
            raw = file.readline() if file else b""
        if not raw.endswith(b"\n"):
            return None
        try:
            first = read_line(raw[:-1], 1)
        except Unreadable:
            first = None
        if first is None or first.kind != "pin" or first.fields["store"] != self.store_id:
            raise Refusal(RefusalKind.BROKEN, f"The witness {self.path} does not begin with the pin of this store.",
                          "It was edited; compare it with a copy.")  # fmt: skip
        return str(first.fields["genesis"])

    def last(self) -> Head | None:
        """The head that was noted last; only the end of the file is read."""
        with self._reading() as file:
            if file is None:
                return None
            for raw in _backwards(file):
                try:
                    heads = read_line(raw, 0).heads
                except Unreadable:
                    continue
                if heads:
                    return heads[-1]
        return None

    def heads(self) -> tuple[Head, ...]:
        """Every head that was noted, in the order of the file, each once."""
        return tuple(dict.fromkeys(head for line in self.read().lines for head in line.heads))

    def known_ordinals(self) -> dict[tuple[str, int], int]:
        """The highest ordinal of every (prefix, day) that the witness knows of."""
        found: dict[tuple[str, int], int] = {}
        for raw in self.read().raw:
            for prefix, day, n in ordinals(raw):
                found[prefix, day] = max(found.get((prefix, day), 0), n)
        return found

    @contextmanager
    def _reading(self) -> Iterator[BinaryIO | None]:
        try:
            with self.path.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_SH)
                yield file
        except FileNotFoundError:
            yield None
        except OSError as error:
            raise _not_there(self.path, "read", error) from error

    @contextmanager
    def _appending(self, *, mend: bool = True) -> Iterator[BinaryIO]:
        """The file for nobody else, its end whole."""
        try:
            new = not self.folder.exists()
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            fresh = not self.path.exists()
            handle = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
            with open(handle, "rb+", buffering=0) as file:  # noqa: PTH123 - by its number
                fcntl.flock(file, fcntl.LOCK_EX)
                if mend:
                    _mend(file)
                yield file
            for folder in (*([self.folder] if fresh else ()), *([self.folder.parent] if new else ())):
                sync_folder(folder)
        except OSError as error:
            raise _not_there(self.path, "written", error) from error


def minted(text: str, effects: Sequence[Entry]) -> list[str]:
    """The ids that the entries of a plan newly made: those for which its text had only a place."""
    told = text_of({"text": text}).get("effects", ())
    found: dict[str, None] = {}
    for effect, entry in zip(told, effects, strict=False):
        pairs = zip(effect[2], entry.subjects, strict=False)
        found |= {real: None for name, real in pairs if name.startswith(NEW)}
    return list(found)


def read_all(raw: bytes) -> Read:
    """Read the bytes of a witness, or of a copy of one."""
    *whole, rest = raw.split(b"\n")
    lines, unreadable = [], []
    for number, one in enumerate(whole, 1):
        try:
            lines.append(read_line(one, number))
        except Unreadable:
            unreadable.append(number)
    return Read(tuple(lines), tuple(whole), tuple(unreadable), len(rest))


def sync_folder(folder: Path) -> None:
    """Let a new name in a folder reach the disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _append(file: BinaryIO, line: bytes) -> None:
    left = memoryview(line)
    while left:
        left = left[file.write(left) :]
    os.fsync(file.fileno())


def _mend(file: BinaryIO) -> None:
    """Take away a last line that is not whole, and say so with one that is."""
    size = file.seek(0, os.SEEK_END)
    if not size:
        return
    last = _last_line(file, size)
    if last.endswith(b"\n"):
        try:
            json.loads(last)
            return
        except (ValueError, RecursionError):
            pass  # the end of the line reached the disk, and its beginning did not
    os.ftruncate(file.fileno(), size - len(last))
    if size > len(last):  # a pin that was cut off is simply made anew
        _append(file, spelled("torn", bytes=len(last)))


def _last_line(file: BinaryIO, size: int) -> bytes:
    """The last line of a file, with its newline if it has one."""
    found, start = b"", size
    while start and b"\n" not in found[:-1]:
        start = max(0, start - _CHUNK)
        file.seek(start)
        found = _exactly(file, size - start)
    return found[found[:-1].rfind(b"\n") + 1 :]


def _exactly(file: BinaryIO, size: int) -> bytes:
    found = b""
    while len(found) < size and (more := file.read(size - len(found))):
        found += more
    return found


def _backwards(file: BinaryIO) -> Iterator[bytes]:
    """The whole lines of a file, the last one first."""
    start = file.seek(0, os.SEEK_END)
    rest, torn = b"", True
    while start:
        size = min(_CHUNK, start)
        start -= size
        file.seek(start)
        rest, *lines = (_exactly(file, size) + rest).split(b"\n")
        if lines and torn:
            lines, torn = lines[:-1], False
        yield from reversed(lines)
    if rest and not torn:
        yield rest


def _not_there(path: Path, what: str, error: OSError) -> Refusal:
    return Refusal(
        RefusalKind.READ_ONLY,
        f"The witness {path} could not be {what}: {error.strerror}.",
        "Until it can, nothing outside the store vouches for its log.",
    )
