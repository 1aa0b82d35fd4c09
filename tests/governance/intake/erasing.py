"""Files of a few tall trees, some of which are erased."""

from __future__ import annotations

from pathlib import Path

from store import log
from store.database import Store
from store.purge import purge
from store.records.views import ImportReport
from tests.builders import AT, DAY, MIRA
from tests.governance.intake.memories import adds_up, head_of, put, rows, sound, take_in

WORDS = ("alder", "birch", "cedar", "damson", "elder", "fir")


def page(*words: str, head: str = "# Trees\n\n") -> str:
    return head + "".join(f"- the {word} is tall\n" for word in words)


def write(root: Path, *words: str, head: str = "# Trees\n\n") -> Path:
    return put(root, {"MEMORY.md": page(*words, head=head)})


def erase(store: Store, word: str, *, block: bool = True, body: bool = True) -> None:
    """Purge the item that says a word, the block it was read from, or both."""
    found = rows(store, "SELECT block, body FROM items i WHERE to_seq IS NULL AND block IN (SELECT seq FROM payloads)")
    with store.reading() as conn:
        at, made = next(row for row in found if word in str(log.payload(conn, row[0])).replace("\\x00", ""))
    seqs = [made] * body + [at] * block
    assert purge(store, seqs, at=AT, actor=MIRA, day=DAY).rewritten


def on_disk(store: Store, word: str) -> bool:
    return any(word.encode() in file.read_bytes() for file in store.path.parent.iterdir())


def standing(store: Store) -> set[str]:
    """The words of items that can be found."""
    found = rows(store, "SELECT token FROM words WHERE seq IN (SELECT body FROM items WHERE to_seq IS NULL)")
    return {row[0] for row in found} & {*WORDS, "grove"}


def refusals(report: ImportReport) -> list[int]:
    return [line for file in report.files for line, words in file.notes if "erased" in words]


def stays_out(store: Store, root: Path, word: str, *, refused: int = 1) -> ImportReport:
    """Take in, with not a byte of the word in the store's files, and again, with nothing to add."""
    foreseen = take_in(store, root, dry_run=True)
    report = take_in(store, root)
    assert not on_disk(store, word)
    assert report.refused == refused
    assert report.model_copy(update={"run": None}) == foreseen.model_copy(update={"dry": False})
    assert len(refusals(report)) >= refused
    assert adds_up(report)
    head = head_of(store)
    assert take_in(store, root).refused == refused
    assert head_of(store) == head
    assert sound(store)
    return report
