"""Finding entries by their words: terms are literal, and no input is ever a syntax error."""

from __future__ import annotations

import re

from store import index
from store.views.reader import Reader

_TERM = re.compile(r'"([^"]+)"|(\S+)')


def terms(query: str) -> list[str]:
    """The terms of a query, folded: words between blanks, or phrases in double quotes."""
    return [index.fold(phrase or word) for phrase, word in _TERM.findall(query)]


def matches(query: str, folded: str) -> bool:
    """Whether a folded text contains every term literally."""
    return all(term in folded for term in terms(query))


def hits(reader: Reader, query: str, *, limit: int, after: int = 0) -> list[int]:
    """The seqs behind `after` that may match, newest first; each term's last word may be unfinished."""
    until = f"seq > {int(after)}" + (f" AND seq <= {int(reader.at_seq)}" if reader.at_seq is not None else "")
    clauses: list[str] = []
    values: list[str] = []
    for term in terms(query):
        words = sorted(index.tokens(term))
        for word in words:
            open_end = term.endswith(word)
            clauses.append(
                f"SELECT seq FROM words WHERE token >= ? AND token < ? AND {until}"
                if open_end
                else f"SELECT seq FROM words WHERE token = ? AND {until}"
            )
            values += [word, word + "\U0010ffff"] if open_end else [word]
    if not clauses:
        where = f"{reader.visible('items')} AND body > ?"
        sql = f"SELECT body FROM items WHERE {where} ORDER BY day DESC, n DESC LIMIT ?"
        return [row[0] for row in reader.conn.execute(sql, (after, 20_000))] if query.strip() else []
    sql = " INTERSECT ".join(clauses) + " ORDER BY seq DESC LIMIT ?"
    return [row[0] for row in reader.conn.execute(sql, (*values, limit))]
