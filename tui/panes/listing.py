"""A listing: what one list shows and what can be done with a row of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, Union

from textual.content import Content

from tui.widgets.card import Card
from tui.widgets.columns import Column, Line
from tui.widgets.marks import Marks
from tui.widgets.pages import PAGE
from tui.wording.glyphs import Glyphs

if TYPE_CHECKING:
    from governance.desk import Desk


class Place(NamedTuple):
    """Somewhere to go."""

    place: str
    tab: int = 0


class Faced(NamedTuple):
    """The left or right one of two rows that stand beside each other, as a key of that side speaks of it."""

    key: Any
    """The row of the list that it is, or is in; None where there is no such row."""
    turned: bool = False
    """Whether the other one was looked at before."""
    told: str = ""
    """How to come to it, where the key alone does not."""


Lead: TypeAlias = Union[Place, "Listing", None]
"""Where Enter leads from a row: a place, a list inside this one, or (None) the row itself, wide."""


class Listing(ABC):
    """One list; a pane shows it and knows nothing of what it is about."""

    title: str
    """What stands above the list."""
    columns: Sequence[Column]
    """Its columns in one line a row."""
    tall_columns: Sequence[Column] = ()
    """Its columns where a row has two lines, the second of which shows its words; none: always one."""
    empty: str = "Nothing here."
    """What an empty list says, naming the next key."""
    explain: str = ""
    """What its signs and words mean, behind what is true of every list."""
    command: tuple[str, ...] = ("status",)
    """The command line that shows the same, without the program's name."""
    appends: ClassVar[bool] = False
    """Whether new rows come at the end, in the order of their keys (the log)."""
    weight: int = 0
    """About how many rows it has, where the listing itself knows."""
    page: ClassVar[int] = PAGE
    """How many rows are fetched at once."""
    marked: ClassVar[bool] = True
    """Whether changes of others are marked; else they are simply shown."""
    decidable: ClassVar[bool] = True
    """Whether verbs apply to its rows; if so each has a `seen`."""
    withdrawable: ClassVar[bool] = False
    """Whether `w` takes a row out of influence although no other verb applies to it."""
    founds: ClassVar[tuple[str, ...]] = ()
    """Verbs that make a further row of its kind, out of nothing."""
    noun: ClassVar[str] = ""
    """What its rows are called behind their count, where its title does not say."""

    def __init__(self, desk: Desk, signs: Glyphs) -> None:
        self.desk = desk
        self.signs = signs
        self.needle = ""
        self.marks = Marks()
        """What is marked of it: those of the table that shows it."""

    def take(self, marks: Marks) -> None:
        """Be shown by a table with these marks: none is set where no verb takes a row."""
        self.marks, marks.able = marks, self.decidable or self.withdrawable

    @abstractmethod
    def keys(self, text: str) -> Sequence[Any]:
        """The keys in order, narrowed to rows with these very words."""

    @abstractmethod
    def rows(self, keys: Sequence[Any]) -> Sequence[Any]:
        """The rows of these keys, in the same order."""

    @abstractmethod
    def line(self, row: Any, tall: bool) -> Line:
        """How a row is drawn."""

    @abstractmethod
    def card(self, key: Any, row: Any) -> Card | None:
        """The row in full."""

    def placed(self, keys: Sequence[Any]) -> None:  # noqa: B027 - most need not know
        """Told in which order the keys came to stand."""

    def note(self) -> Sequence[Content]:
        """What stands above the rows, the weightiest piece first; as much as fits is shown."""
        return ()

    def targets(self, key: Any, row: Any) -> tuple[str, ...]:  # noqa: ARG002 - some listings ask the row
        """The ids a verb takes for this row."""
        return (str(key),) if self.decidable else ()

    def seen(self, key: Any, row: Any) -> tuple[str, ...]:  # noqa: ARG002 - some listings ask the key
        """The digests of what is shown, one for each target."""
        return (row.seen,) if row is not None and self.decidable else ()

    def pair(self, key: Any, row: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:  # noqa: ARG002 - few rows are two
        """The ids and digests of what a verb that folds takes besides, where a row is about two things."""
        return (), ()

    folds: ClassVar[tuple[str, ...]] = ("merge",)
    """The verbs that take more than the row itself, where it is about several things."""

    def beside(self, verb: str, key: Any, row: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The ids and digests of what a verb takes besides."""
        return self.pair(key, row) if verb in self.folds else ((), ())

    def words_of(self, ids: Sequence[str]) -> dict[str, str]:  # noqa: ARG002 - few rows are about several things
        """The words of what a verb takes besides, as they are shown."""
        return {}

    def looked_at(self, key: Any, row: Any) -> Any:  # noqa: ARG002 - most rows are their own subject
        """What the row at the cursor is about, where that can be turned to another."""
        return key

    def turn(self, key: Any, row: Any, way: int) -> Any | None:  # noqa: ARG002 - most cards show one row
        """Look at the one on the left (-1) or right in the card; the row of the list that it is in, None at the end."""
        return None

    def face(self, key: Any, row: Any, way: int) -> Faced | None:  # noqa: ARG002 - most cards show one row
        """The left (-1) or right one of two in the card; None where rows never stand beside each other."""
        return None

    def staged(self, marks: Mapping[str, str]) -> dict[str, str]:  # noqa: ARG002 - most rows are their own target
        """Marks of rows that stand for several staged targets."""
        return {}

    def lead(self, key: Any, row: Any) -> Lead:  # noqa: ARG002 - most rows lead to themselves
        """Where Enter leads."""
        return None


def has(text: str, *stored: str | None) -> bool:
    """Whether one of the stored texts holds these very words, in whatever case."""
    wanted = text.casefold()
    return not wanted or any(wanted in s.casefold() for s in stored if s)
