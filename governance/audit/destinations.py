"""Where copies of a witness go: files, folders and commands, best on another machine.

What was delivered is kept in lines and bytes, in the config folder: away from the witness, so that a witness which
vanished is missed. A copy only ever grows: where it is not what was delivered, nothing is added to it. A failure
loses nothing; what is left is sent next time.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from governance.audit.sending import Undelivered, append_copy, hand_over
from governance.audit.witness import Witness, sync_folder
from governance.errors import Refusal, RefusalKind

SECONDS = 10.0
"""How long one destination may take at a time, all its lines together."""
_AGAIN = "What is left is sent again next time."


class Destination(NamedTuple):
    """One place to which lines are sent."""

    path: str | None
    """A file, or a folder that holds the file of that store."""
    command: tuple[str, ...]
    """A program with its arguments, which reads one line from its standard input and ends with 0."""
    delivered: int = 0
    """Lines it has taken."""
    size: int = 0
    """The same in bytes."""

    @property
    def told(self) -> str:
        """How it is named to people."""
        return self.path if self.path is not None else " ".join(self.command)

    def file(self, store_id: str) -> Path | None:
        """The copy, where it is a file."""
        if self.path is None:
            return None
        path = Path(self.path)
        return path / f"{store_id}.jsonl" if path.is_dir() else path


def listed(witness: Witness) -> tuple[Destination, ...]:
    """Every destination, in the order they were added."""
    path = witness.places if witness.places.exists() else witness.places_once
    try:
        return tuple(_read(one) for one in json.loads(path.read_bytes()))
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise Refusal(RefusalKind.BAD_INPUT, f"{path} could not be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"{path} is damaged: it does not say where the witness is sent.",
            "Move it away, and add the destinations anew; their copies are recognised.",
        ) from error


def add(witness: Witness, *, path: Path | None = None, command: Sequence[str] = ()) -> Destination:
    """Send every line there from now on, those that stand there already too."""
    if (path is None) == (not command):
        raise Refusal(RefusalKind.BAD_INPUT, "A destination is a path or a command.", "Name one of the two.")
    with _changing(witness):
        known = listed(witness)
        where = place_of(witness, path)  # settled now: a folder may be gone later, when its disk is
        new = Destination(str(where) if where else None, tuple(command))
        if any((one.path, one.command) == (new.path, new.command) for one in known):
            raise Refusal(RefusalKind.BAD_INPUT, f"The witness is sent to {new.told} already.")
        if where is not None:
            new = _recognised(witness, new, where)
        _write(witness, (*known, new))
    return new


def place_of(witness: Witness, path: Path | None) -> Path | None:
    """The file that a path of a destination means: itself, or the file of this store in a folder."""
    return Destination(str(path.absolute()), ()).file(witness.store_id) if path else None


def remove(witness: Witness, number: int) -> Destination:
    """Send nothing there any more (counted from 1); what it has stays there."""
    with _changing(witness):
        known = listed(witness)
        if not 0 < number <= len(known):
            has = f"1 to {len(known)}" if known else "none"
            raise Refusal(RefusalKind.NOT_FOUND, f"There is no destination {number}; there is {has}.")
        _write(witness, (*known[: number - 1], *known[number:]))
    return known[number - 1]


def waiting(witness: Witness, one: Destination) -> int:
    """How many lines a destination has not taken yet."""
    return len(_behind(witness, one))


def deliver(witness: Witness) -> tuple[str, ...]:
    """Send what was not sent yet; what did not arrive is a problem in a sentence, never an exception."""
    try:
        if not listed(witness):
            return ()
        with _changing(witness, wait=False) as free:
            return _deliver(witness) if free else ()  # another process is at it
    except Refusal as refusal:
        return (refusal.sentence,)


def _deliver(witness: Witness) -> tuple[str, ...]:
    found, problems = list(listed(witness)), []
    for at, one in enumerate(found):
        ends = time.monotonic() + SECONDS
        try:
            lines = _behind(witness, one)
            for count, taken in _sent(witness, one, lines, ends):
                found[at] = one._replace(delivered=one.delivered + count, size=one.size + taken)
        except Undelivered as problem:
            problems.append(f"The witness was not sent to {one.told}: {problem}. {_AGAIN}")
        if found[at] != one:
            _write(witness, found)
    return tuple(problems)


def _sent(witness: Witness, one: Destination, lines: Sequence[bytes], ends: float) -> Iterator[tuple[int, int]]:
    """Send lines; after each that arrived: (lines, bytes) so far."""
    file = one.file(witness.store_id)
    if file is not None and lines:
        append_copy(file, one.size, lines)
        yield len(lines), sum(map(len, lines))
        return
    taken = 0
    for count, line in enumerate(lines, 1):
        hand_over(one.command, line, ends - time.monotonic())
        taken += len(line)
        yield count, taken


def _behind(witness: Witness, one: Destination) -> list[bytes]:
    """The whole lines behind what was delivered."""
    try:
        with witness.path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH)
            file.seek(max(0, one.size - 1))
            rest = file.read()
    except FileNotFoundError:
        rest = b""
    except OSError as error:
        raise Undelivered(f"{witness.path} could not be read ({error.strerror})") from error
    if one.size:
        if not rest:
            raise Undelivered(f"{witness.path} is shorter than what was sent")
        if rest[:1] != b"\n":
            raise Undelivered(f"{witness.path} is not what was sent: it was edited")
        rest = rest[1:]
    return rest[: rest.rfind(b"\n") + 1].splitlines(keepends=True)


def bytes_at(file: Path) -> bytes | None:
    """What stands at the place of a copy; None where nothing does."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Refusal(RefusalKind.BAD_INPUT, f"{file} could not be read: {error.strerror}.") from error


def _recognised(witness: Witness, new: Destination, file: Path) -> Destination:
    """A destination at whose place a copy stands already: it goes on from there."""
    there = bytes_at(file)
    if there is None:
        return new
    own = b"\n".join((*witness.read().raw, b""))
    whole = there[: there.rfind(b"\n") + 1]
    if not own.startswith(whole) or (there and not whole):
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"{file} is no copy of this witness; it was left untouched.",
            "Name another place, or look first at what it is.",
        )
    return new._replace(delivered=whole.count(b"\n"), size=len(whole))


def _read(one: dict[str, object]) -> Destination:
    path, command = one.get("path"), one.get("command", [])
    lines, size = one["delivered"], one["bytes"]
    if not isinstance(command, list) or not isinstance(lines, int) or not isinstance(size, int) or min(lines, size) < 0:
        raise TypeError
    if (path is None) == (not command) or not isinstance(path, str | None) or not all(type(c) is str for c in command):
        raise TypeError
    return Destination(path, tuple(command), lines, size)


def _write(witness: Witness, found: Sequence[Destination]) -> None:
    path = witness.places
    kept: list[dict[str, object]] = []
    for one in found:
        place = {"path": one.path} if one.path is not None else {"command": list(one.command)}
        kept.append({**place, "delivered": one.delivered, "bytes": one.size})
    new = path.with_name(f"{path.name}.new")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with open(handle, "w", encoding="ascii") as file:  # noqa: PTH123 - by its number
        file.write(json.dumps(kept, indent=1) + "\n")
        file.flush()
        os.fsync(handle)
    new.replace(path)
    sync_folder(path.parent)
    witness.places_once.unlink(missing_ok=True)


@contextmanager
def _changing(witness: Witness, *, wait: bool = True) -> Iterator[bool]:
    """The list of destinations for nobody else; without waiting, False where somebody has it."""
    folder = witness.places.parent
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = witness.places.with_suffix(".lock")
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
                free = True
            except BlockingIOError:
                free = False
            if free and witness.places_once.exists() and not witness.places.exists():
                _write(witness, listed(witness))
            yield free
        finally:
            os.close(lock)
    except OSError as error:
        raise Refusal(RefusalKind.READ_ONLY, f"{folder} could not be written: {error.strerror}.") from error
