"""Succession: heads that the witness knows and this log does not have are given up, on an owner's word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from governance.authority.state import Authority
from governance.authorizing.acting import perform, refuse
from store.ids import make_id
from store.records.entry import Draft
from store.records.views import Applied
from store.records.words import Action, VerbName
from store.views.reader import Reader

if TYPE_CHECKING:
    from governance.desk import Desk


def succeed(
    desk: Desk,
    abandoned: Sequence[tuple[int, str]],
    ordinals: Mapping[tuple[str, int], int],
    *,
    note: str | None = None,
) -> Applied:
    """Give up heads (seq, hash); `ordinals` are the highest the witness knows by (prefix, day), and none is reused."""

    def make(reader: Reader, auth: Authority) -> list[Draft]:
        if not abandoned:
            raise refuse("The witness knows no head that this log does not have.")
        ids = [make_id(prefix, day, n) for (prefix, day), n in sorted(ordinals.items())]
        words = {"v": 1, "abandoned": [[seq, hashed] for seq, hashed in abandoned]}
        return [Draft(Action.SUCCESSION, (desk.store_id, *ids), {}, words)]

    return perform(desk, VerbName.SUCCESSION, (), make, note=note)
