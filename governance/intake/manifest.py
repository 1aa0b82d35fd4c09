"""Which files of a place are a memory, and what part each plays: names only, nothing is read.

A place is an agent's home with a `memory` folder, that folder itself, any folder of Markdown, or one
Markdown file. Links are followed, since some layouts are made of them, but a folder is entered once,
a file is named once, and what a link leads to counts by its own name: `x.md` that leads to something
else is left alone and told of, and where it is named itself it is refused.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from governance.errors import Refusal, RefusalKind
from governance.intake.reading import Role, role_of

_MARKDOWN: Final = (".md", ".markdown")
_PARTS: Final = ("topics", "archive")
_NO_MEMORY: Final = frozenset({".git", ".hg", ".svn", ".obsidian", ".trash", ".venv", "node_modules", "__pycache__"})
_ORDER: Final[tuple[Role, ...]] = (
    "archive-day", "conventions", "log", "topic", "inbox", "index", "document",
)  # fmt: skip
"""Files are taken in this order: what may be cited comes before what cites it."""
_INSTRUCTIONS = "These are instructions and not memory; name the file itself to import it."
_OUTSIDE = "The file lies beside the memory folder; name the file itself to import it."
_LINES = "Captures as lines of JSON come in by `memdesk capture --batch < FILE`; an import reads Markdown (.md)."
_DISGUISED = "It is a link to something that is no Markdown file, so it was left alone."
_NOWHERE = "It is no regular file, or a link that leads nowhere."
_SURROGATES = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Found:
    """One file to read."""

    real: str
    """Where its bytes lie, links resolved."""
    path: str
    """Its path inside the memory; bytes that are no text are spelled out."""
    role: Role


@dataclass(frozen=True, slots=True)
class Manifest:
    """The files of a memory, and those that were passed over."""

    root: str
    """The absolute path of what is imported."""
    base: str
    """The folder that the paths of the files begin at, links resolved."""
    files: tuple[Found, ...]
    skipped: tuple[tuple[str, str], ...] = ()
    """(path, why) of Markdown that is no memory."""
    failed: tuple[tuple[str, str], ...] = ()
    """(path, why) of what could not even be looked at."""


def manifest_of(place: Path) -> Manifest:
    """List the files of a memory in the order they are taken in."""
    root = os.path.abspath(place)
    try:
        mode = os.stat(root).st_mode
    except OSError as error:
        raise Refusal(
            RefusalKind.NOT_FOUND,
            f"{spelled(root)} cannot be read ({error.strerror}).",
            "Name a memory folder or a Markdown file.",
        ) from error
    if stat.S_ISDIR(mode):
        return _folder(root)
    real = os.path.realpath(root)
    if not stat.S_ISREG(mode) or not _is_markdown(real):
        leads = f" leads to {spelled(real)}, which" if os.path.islink(root) else ""
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"{spelled(root)}{leads} is no Markdown file.",
            _LINES if real.endswith((".jsonl", ".json")) else "Name a memory folder or a Markdown file (.md).",
        )
    path = _path_in_memory(root if _is_markdown(root) else real)
    base = real.removesuffix("/" + path)
    return Manifest(root, base, (Found(real, spelled(path), role_of(path) or "document"),))


def spelled(path: str) -> str:
    """A path as text: bytes of its name that are no text are spelled out."""
    return _SURROGATES.sub(lambda found: f"\\u{ord(found[0]):04x}", path)


def _path_in_memory(file: str) -> str:
    """The path of a single file inside the memory it seems to belong to."""
    parts = file.replace(os.sep, "/").split("/")
    for back in (2, 3, 4):
        if len(parts) > back and parts[-back] in _PARTS:
            return "/".join(parts[-back:])
    return parts[-1]


def _folder(place: str) -> Manifest:
    root = _memory_root(place)
    skipped: list[tuple[str, str]] = []
    failed: list[tuple[str, str]] = []
    taken: dict[str, Found] = {}
    for path, real in _walk(root, skipped, failed):
        role = role_of(path)
        if role is None and path.lower().endswith(".md"):
            skipped.append((spelled(path), _INSTRUCTIONS))
            continue
        found = Found(real, spelled(path), role or "document")
        other = taken.get(real)
        if other is None or _rank(found) < _rank(other):
            taken[real] = found
    if root != place:
        skipped += [
            (spelled(f"../{name}"), _OUTSIDE if role_of(name) else _INSTRUCTIONS)
            for name in sorted(_names(place))
            if _is_markdown(name) and os.path.isfile(os.path.join(place, name))
        ]
    files = sorted(taken.values(), key=lambda found: (_ORDER.index(found.role), found.path))
    return Manifest(root, os.path.realpath(root), tuple(files), tuple(sorted(skipped)), tuple(failed))


def _rank(found: Found) -> tuple[bool, int, str]:
    return found.role == "document", len(found.path), found.path


def _memory_root(place: str) -> str:
    """The folder in which the parts of the memory stand."""
    inner = os.path.join(place, "memory")
    own, below = _names(place), _names(inner)
    if "memory.md" in own or not _is_layout(below):
        return place
    return inner


def _is_layout(names: frozenset[str]) -> bool:
    return bool(names & {"memory.md", "index.md", *_PARTS})


def _names(folder: str) -> frozenset[str]:
    try:
        return frozenset(os.listdir(folder))
    except OSError:
        return frozenset()


def _is_markdown(name: str) -> bool:
    return name.lower().endswith(_MARKDOWN)


def _walk(root: str, skipped: list[tuple[str, str]], failed: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Each Markdown file as (path, real path); folders by level, the memory's own parts first."""
    entered = {os.path.realpath(root)}
    level = [""]
    while level:
        below: list[tuple[bool, bool, str]] = []
        for folder in level:
            try:
                entries = sorted(os.scandir(os.path.join(root, folder)), key=lambda e: e.name)
            except OSError as error:
                failed.append((spelled(folder or "."), f"It cannot be read ({error.strerror})."))
                continue
            for entry in entries:
                path = f"{folder}/{entry.name}" if folder else entry.name
                real = os.path.realpath(entry.path)
                if _holds(entry, stat.S_ISDIR):
                    if entry.name not in _NO_MEMORY:
                        below.append((entry.name not in _PARTS, entry.is_symlink(), path))
                elif entry.name in _PARTS and entry.is_symlink() and not os.path.exists(real):
                    failed.append((spelled(path), _NOWHERE))
                elif not _is_markdown(entry.name) or entry.name.startswith(".#"):
                    continue
                elif os.path.exists(real) and not _is_markdown(real):
                    skipped.append((spelled(path), _DISGUISED))
                elif _holds(entry, stat.S_ISREG):
                    yield path, real
                else:
                    failed.append((spelled(path), _NOWHERE))
        level = []
        for _, _, path in sorted(below):
            real = os.path.realpath(os.path.join(root, path))
            if real not in entered:
                entered.add(real)
                level.append(path)


def _holds(entry: os.DirEntry[str], kind: Callable[[int], bool]) -> bool:
    try:
        return kind(entry.stat().st_mode)
    except OSError:
        return False
