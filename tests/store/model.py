"""What a store must say, remembered in plain Python: the reference the random walk compares with."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from store import seal


@dataclass(frozen=True)
class Stand:
    """Where an item stands."""

    status: str
    kind: str
    body: int
    block: int | None
    superseded_by: str | None = None


@dataclass
class Model:
    """Every item at every seq, every link, every text that was not erased."""

    head: int = 1
    items: dict[str, Stand] = field(default_factory=dict)
    links: set[tuple[str, str, str]] = field(default_factory=set)
    texts: dict[int, str] = field(default_factory=dict)
    """The words of an entry that still stand."""
    cites: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """Entries whose words are bytes (block, start, end) of another."""
    blocks: dict[int, str] = field(default_factory=dict)
    """Every block and its segment."""
    erased: set[int] = field(default_factory=set)
    minted: list[str] = field(default_factory=list)
    past: dict[int, tuple[dict[str, Stand], set[tuple[str, str, str]]]] = field(default_factory=dict)
    versions: dict[str, dict[int, Stand]] = field(default_factory=dict)

    def entry(self, item: str | None = None, stand: Stand | None = None) -> int:
        """One more entry, which moved an item (or ended it); the seq it must have."""
        self.head += 1
        if item is not None and stand is not None:
            self.items[item] = stand
            self.versions.setdefault(item, {})[self.head] = stand
        elif item is not None:
            self.items.pop(item)
        self.remember()
        return self.head

    def remember(self) -> None:
        """Keep what stands now as the view at this seq."""
        self.past[self.head] = (dict(self.items), set(self.links))

    def set(self, item: str, **changes: object) -> int:
        """An entry that changes one item."""
        return self.entry(item, replace(self.items[item], **changes))  # type: ignore[arg-type]

    def text(self, seq: int) -> str | None:
        """The fact of an entry's words; None where they were erased or their block was."""
        if seq in self.erased:
            return None
        if seq in self.cites:
            block, start, end = self.cites[seq]
            if block in self.erased:
                return None
            return seal.raw_bytes(self.texts[block])[start:end].decode("utf-8", "replace")
        return self.texts[seq]
