"""What a scope is named by, in words or by foreign ids: resolved to the ids that a control event bears."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from governance.errors import Refusal, RefusalKind
from governance.rules.anchors import anchors_in
from governance.rules.secrets import find_secrets
from store.ids import block_id, read_block_id, read_id
from store.records.controls import SOURCE_NAMED
from store.views.archive import block_by_seq
from store.views.controls import excluders_of, moved_of
from store.views.details import resolve
from store.views.reader import Reader
from store.views.sources import source, source_called

_SEARCH = "`memdesk search WORDS` finds items."


def resolved(reader: Reader, items: Sequence[str], archive: Sequence[str], runs: Sequence[str]) -> Iterator[str]:
    """The ids of these; what is not there is refused by name, what is withdrawn already too."""
    for name in items:
        found = resolve(reader, name)
        if found is None or reader.item_row(found) is None:
            raise _missing(reader, name, "item")
        yield found
    for name in archive:
        yield from _archived(reader, name)
    for name in runs:
        if not name.startswith(("run-", "task-")) or moved_of(reader, name) is None:
            raise _missing(reader, name, "run or task", "`memdesk list runs` shows imports.")
        yield name


def source_words(said: str) -> str:
    """The words that name a source; refused where they are none, or bear a credential."""
    words = said.strip()
    if not words or find_secrets(words):
        raise Refusal(RefusalKind.BAD_INPUT, "A source is named by the words that items give as their Source.", "")
    return words


def source_named(reader: Reader, said: str) -> str:
    """What a decision calls a source: its id, or its words where it has none yet; it gets none by being named."""
    if (read := read_id(said.strip())) and read.prefix == "src" and source(reader, said.strip()) is not None:
        return said.strip()
    words = source_words(said)
    return source_called(reader, words) or f"{SOURCE_NAMED}{words}"


def missing(name: str, what: str, hint: str = _SEARCH) -> Refusal:
    """Nothing of this kind is called so."""
    return Refusal(RefusalKind.NOT_FOUND, f"There is no {what} {name}.", hint, (name,))


def _missing(reader: Reader, name: str, what: str, hint: str = _SEARCH) -> Refusal:
    if by := excluders_of(reader, name):
        sentence = f"{name} is withdrawn already, by {', '.join(by)}."
        return Refusal(RefusalKind.RULE, sentence, f"`memdesk show {by[0]}` shows it.", (name, *by))
    return missing(name, what, hint)


def _archived(reader: Reader, name: str) -> Iterator[str]:
    """The segments or blocks that an archive reference names: ``seg-…``, ``seg-…/3``, ``archive/2026-06-01.md#3``."""
    if read_block_id(name) or ((read := read_id(name)) and read.prefix == "seg"):
        segment = name.split("/", maxsplit=1)[0]
        if moved_of(reader, segment) is None or excluders_of(reader, name):
            raise _missing(reader, name, "part of the archive", "`memdesk list segments` shows the archive.")
        yield name
        return
    anchors, _ = anchors_in(name)
    found = [
        block_id(block.segment, block.ordinal) if anchor.part is not None else block.segment
        for anchor in anchors
        for path in (anchor.path, f"{anchor.path}.md")
        for seq in reader.known("anchor", path if anchor.part is None else f"{path}#{anchor.part}")
        if (block := block_by_seq(reader, seq)) is not None
    ]
    if not found:
        raise _missing(reader, name, "part of the archive", "Name a segment, or archive/2026-06-01.md#3.")
    yield from dict.fromkeys(found)
