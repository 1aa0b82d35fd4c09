"""Finding entries by their words: terms are literal, and no input is ever a syntax error.

The table of tokens says which entries may hold a term; those are read, a page at a time, unless the tokens
leave no doubt. A term that is rare leads to its entries; where all terms are common the items are walked,
newest first, until there are enough.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from store import index, log
from store.ids import read_id
from store.records.entry import Payload
from store.records.found import Found
from store.records.views.finding import Hits
from store.tokens import LAST, Need, findable, fold, is_whole, needs
from store.views.reader import Reader

PATIENCE: Final = 10.0
"""Seconds after which a search is broken off."""
_RARE = 4_000
"""Up to so many rows of the token table a term is followed to its entries."""
_PAGE = 250
"""Items that are read between two questions whether to go on."""
_WINDOW, _SORTED = 2_000, 32_000
"""Items that are walked at once, at most: now, and in the past, whose items have to be put in order for each walk."""
_DAYS = 10**9
"""A day and a number within it as one number: the day times this, and the number."""
_TERM = re.compile(r'"([^"]+)"|"([^"]+)$|(\S+)')
_ID = re.compile(r"mem-[\d-]*", re.ASCII)


def terms(query: str) -> list[str]:
    """The terms of a query, folded: words between blanks, or phrases in double quotes, the last perhaps still open."""
    found = []
    for one in _TERM.finditer(query):
        phrase = one[1] or one[2] or one[3]
        found.append(_flat(fold(phrase if phrase.strip() else one[0])))
    return [term for term in dict.fromkeys(found) if term]


def _flat(folded: str) -> str:
    """Blanks and line breaks as one blank, so that a phrase is found across a line's end."""
    return " ".join(folded.split())


def matches(query: str, folded: str) -> bool:
    """Whether a folded text contains every term literally."""
    return _holds(terms(query), folded)


def stands_in(term: str, folded: str) -> bool:
    """Whether a folded text holds a term from the beginning of a word."""
    return _holds([term], folded) and gives(findable(folded), needs(term))


def gives(there: Collection[str], needed: Iterable[Need]) -> bool:
    """Whether the tokens of a text are what is needed of it."""
    return all(
        need.token in there or (need.open and any(token.startswith(need.token) for token in there)) for need in needed
    )


def _holds(wanted: Sequence[str], folded: str) -> bool:
    flat = _flat(folded) if any(" " in term for term in wanted) else folded
    return all(term in flat for term in wanted)


# entries


def hits(reader: Reader, query: str, *, limit: int, after: int = 0) -> list[int]:
    """The seqs behind `after` that may match, newest first; each term's last word may be unfinished."""
    until = f"seq > {int(after)}" + (f" AND seq <= {int(reader.at_seq)}" if reader.at_seq is not None else "")
    wanted = terms(query)
    clauses = [(f"SELECT seq FROM words WHERE {_is(need)} AND {until}", _value(need)) for need in _needs(wanted)]
    sql = " INTERSECT ".join(clause for clause, _ in clauses)
    if not clauses:
        sql = (
            f"SELECT DISTINCT body AS seq FROM items WHERE {until.replace('seq', 'body')} AND {reader.stands('items')}"
        )
    values = [value for _, part in clauses for value in part]
    found = reader.conn.execute(f"{sql} ORDER BY seq DESC LIMIT ?", (*values, limit))
    return [row[0] for row in found] if wanted else []


def _needs(wanted: Sequence[str]) -> list[Need]:
    return list(dict.fromkeys(need for term in wanted for need in needs(term)))


def _is(need: Need) -> str:
    return "token >= ? AND token < ?" if need.open else "token = ?"


def _value(need: Need) -> list[str]:
    return [need.token, need.token + LAST] if need.open else [need.token]


# items


class _Way(NamedTuple):
    """How a term leads to items."""

    seqs: str
    """SQL that gives the entries of all items that may hold it."""
    values: list[str]
    rows: int
    """How many rows of the token table that reads, at most `_RARE` and one."""


def find(
    reader: Reader,
    query: str,
    *,
    limit: int,
    where: str = "1",
    values: Sequence[object] = (),
    stop: Callable[[], bool] | None = None,
) -> Hits:
    """The items whose words or id contain every term, newest first, an item whose very id it is before them.

    `where` narrows the items further; `stop` is asked again and again, and breaks the search off.
    """
    wanted, ends = terms(query), time.monotonic() + PATIENCE
    if not wanted or limit < 1:
        return Hits.model_construct(keys=())
    name = query.strip()
    keys = [name] if read_id(name) is not None and _stands(reader, name, where, values) else []
    sure = all(is_whole(term) and not _ID.fullmatch(term) for term in wanted)
    for page in _pages(reader, wanted, where, values):
        found = page if sure else _holding(reader, page, wanted)
        keys += [key for key, _ in found if key != name]
        if len(keys) > limit:
            return Hits.model_construct(keys=tuple(keys[:limit]), more=True)
        if time.monotonic() > ends or (stop is not None and stop()):
            return Hits.model_construct(keys=tuple(keys), cut=True)
    return Hits.model_construct(keys=tuple(keys))


def _stands(reader: Reader, name: str, where: str, values: Sequence[object]) -> bool:
    sql = f"SELECT 1 FROM items WHERE id = ? AND {reader.visible('items')} AND {where}"
    return reader.conn.execute(sql, (name, *values)).fetchone() is not None


def _pages(
    reader: Reader, wanted: Sequence[str], where: str, values: Sequence[object]
) -> Iterator[list[tuple[str, int]]]:
    """(id, entry of its words) of the items that may hold all terms, newest first, a page at a time; some are empty."""
    ways = [way for term in wanted if (way := _way(reader, term)) is not None]
    rarest = min(ways, key=lambda way: way.rows, default=None)
    conds = [_condition(term) for term in wanted]
    told: list[object] = [value for _, part in conds for value in part]
    may = " AND ".join(f"({cond})" for cond, _ in conds)
    shown = f"{reader.visible('items')} AND {where}"
    columns = "items.id, items.body, items.day, items.n"
    if rarest is not None and rarest.rows <= _RARE:
        here = f"SELECT {columns} FROM ({rarest.seqs}) AS here CROSS JOIN items ON items.body = here.seq"
        found, _, _ = _window(reader, f"{here} WHERE {shown} AND {may}", "1", [*rarest.values, *values, *told])
        yield from (found[at : at + _PAGE] for at in range(0, max(1, len(found)), _PAGE))
        return
    last, size, looked = (1 << 62, 0), _PAGE, 1
    while looked:
        rows = f"SELECT {columns}, {may} AS may FROM items WHERE {shown} AND (items.day, items.n) < (?, ?)"
        window = f"{rows} ORDER BY items.day DESC, items.n DESC LIMIT {size}"
        found, looked, last = _window(reader, window, "may", [*told, *values, *last])
        yield from (found[at : at + _PAGE] for at in range(0, max(1, len(found)), _PAGE))
        size = min(_WINDOW if reader.at_seq is None else _SORTED, size * 4)


def _window(
    reader: Reader, rows: str, may: str, values: Sequence[object]
) -> tuple[list[tuple[str, int]], int, tuple[int, int]]:
    """(id, entry of its words) of the rows that may, newest first; how many were looked at, and where they end.

    They come in one step: a thread that asked for row after row would wait for its turn at each.
    """
    told = "id || ' ' || body || ' ' || day || ' ' || n"
    sql = f"SELECT group_concat({told}, char(10)) FILTER (WHERE {may}), count(*), min(day * {_DAYS} + n) FROM ({rows})"
    lines, looked, last = reader.conn.execute(sql, values).fetchone()
    parts = [line.split(" ") for line in lines.split("\n")] if lines else []
    found = sorted(((int(day), int(n), name, int(body)) for name, body, day, n in parts), reverse=True)
    return [(name, body) for _, _, name, body in found], looked, divmod(last or 0, _DAYS)


def _way(reader: Reader, term: str) -> _Way | None:
    """The shortest way from a term to items; none where it is signs of prose alone."""
    found = []
    for need in needs(term):
        rows = f"SELECT seq FROM words WHERE {_is(need)}"
        found.append(_Way(rows, _value(need), _count(reader, rows, _value(need))))
    best = min(found, key=lambda way: way.rows, default=None)
    if best is None or not _ID.fullmatch(term):
        return best and best._replace(seqs=f"SELECT DISTINCT seq FROM words {best.seqs.partition('words ')[2]}")
    named, span = "SELECT body AS seq FROM items WHERE id >= ? AND id < ?", [term, term + LAST]
    both = best.rows + _count(reader, named, span)
    return _Way(f"{best.seqs} UNION {named}", [*best.values, *span], both)


def _count(reader: Reader, sql: str, values: Sequence[str]) -> int:
    counted = reader.conn.execute(f"SELECT count(*) FROM ({sql} LIMIT {_RARE + 1})", values).fetchone()
    return int(counted[0])


def _condition(term: str) -> tuple[str, list[str]]:
    """SQL that an item which holds a term fulfils, and its values."""
    wanted = needs(term)
    here = "SELECT 1 FROM words WHERE words.seq = items.body AND"
    sql = " AND ".join(f"EXISTS ({here} {_is(need)})" for need in wanted) or "1"
    values = [value for need in wanted for value in _value(need)]
    if _ID.fullmatch(term):
        return f"({sql}) OR (items.id >= ? AND items.id < ?)", [*values, term, term + LAST]
    return sql, values


def _holding(reader: Reader, page: Sequence[tuple[str, int]], wanted: Sequence[str]) -> list[tuple[str, int]]:
    """Those of a page that do hold every term."""
    told = pieces(reader, [body for _, body in page])
    return [
        (key, body)
        for key, body in page
        if _holds(wanted, fold("\n".join((key, *(text for _, text in told.get(body, ()))))))
    ]


def pieces(reader: Reader, bodies: Sequence[int]) -> dict[int, list[tuple[Found, str]]]:
    """What an item is found by, by the entry of its words; nothing where they were erased."""
    told = log.payloads(reader.conn, bodies)
    facts = [body["words"]["fact"] for body in told.values() if "words" in body]
    cited = {fact["block"] for fact in facts if not isinstance(fact, str)}
    blocks = told | log.payloads(reader.conn, sorted(cited - told.keys()))
    return {seq: list(_pieces(body, blocks.get)) for seq, body in told.items() if "words" in body}


def _pieces(body: Payload, payload_of: Callable[[int], Any]) -> Iterator[tuple[Found, str]]:
    yield from index.parts_of(body["words"], index.text_of(body["words"], payload_of) or "")
    yield Found.FIELD, body["words"].get("date") or ""
    yield Found.NOTE, body.get("note") or ""
