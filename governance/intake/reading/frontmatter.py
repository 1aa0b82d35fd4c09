"""The keyed head of a Markdown file, read strictly when it is YAML and line by line when it is not."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from governance.intake.reading.types import Finding, Frontmatter
from governance.intake.reading.yaml_pairs import NotPairs, pairs_in

_LONGEST = 64 * 1024
_FENCE = re.compile(r"---[ \t]*")
_CLOSING = re.compile(r"(?:---|\.\.\.)[ \t]*")
_KEY = re.compile(r"([^\W\d][\w.-]*)[ \t]*:(?:[ \t]+(.*))?")
_ENTRY = re.compile(r"[ \t]*-[ \t]+(.*)")

Pairs = list[tuple[str, list[str] | str]]


@dataclass(frozen=True, slots=True)
class Head:
    """What stands at the top of a file before its body."""

    frontmatter: Frontmatter | None
    hidden: frozenset[int]
    """Lines that are no Markdown, by index."""
    findings: tuple[Finding, ...] = ()


def head_of(texts: Sequence[str]) -> Head:
    """Read the frontmatter of a file."""
    if not texts or not _FENCE.fullmatch(texts[0]):
        return Head(None, frozenset())
    size = 0
    for index in range(1, len(texts)):
        size += len(texts[index]) + 1
        if size > _LONGEST:
            break
        if _CLOSING.fullmatch(texts[index]):
            return _closed(texts, index)
    return _unclosed(texts)


def _closed(texts: Sequence[str], end: int) -> Head:
    inner = [text.replace("\r", " ") for text in texts[1:end]]
    try:
        return Head(_shaped(pairs_in("\n".join(inner))), frozenset(range(end + 1)))
    except NotPairs as fault:
        line = min(fault.line + 2, end + 1)
        if _keyed_run(inner):
            words = f"The frontmatter is no valid YAML ({fault.words}); its lines were read one by one."
            return Head(_shaped(_loose(inner)), frozenset(range(end + 1)), (Finding("bad-frontmatter", line, words),))
        words = "What stands between the two rules at the top is no frontmatter; it was read as Markdown."
        return Head(None, frozenset({0, end}), (Finding("bad-frontmatter", line, words),))


def _unclosed(texts: Sequence[str]) -> Head:
    run = _keyed_run(texts[1:])
    if not run:
        words = "A rule stands at the top and opens no frontmatter; the file was read as Markdown."
        return Head(None, frozenset({0}), (Finding("unclosed-frontmatter", 1, words),))
    words = "The frontmatter is never closed; the keys at its front were read line by line, the rest as Markdown."
    finding = Finding("unclosed-frontmatter", 1, words)
    return Head(_shaped(_loose(texts[1 : run + 1])), frozenset(range(run + 1)), (finding,))


def _keyed_run(texts: Sequence[str]) -> int:
    """Count the lines at the front that look like keys, with the lists and folded lines below them."""
    run = 0
    for text in texts:
        below = run and (text[:1] in (" ", "\t") or _ENTRY.fullmatch(text)) and text.strip()
        if not (_KEY.fullmatch(text) or (text.startswith("#") and not run) or below):
            break
        run += 1
    return run if any(_KEY.fullmatch(text) for text in texts[:run]) else 0


def _loose(texts: Sequence[str]) -> Pairs:
    """Read `key: value` lines and the plain lists below them, and nothing cleverer."""
    pairs: Pairs = []
    for text in texts:
        key = _KEY.fullmatch(text)
        entry = _ENTRY.fullmatch(text)
        if key:
            pairs.append((key[1], _bare(key[2] or "")))
        elif entry and pairs and not (isinstance(pairs[-1][1], str) and pairs[-1][1]):
            name, so_far = pairs[-1]
            pairs[-1] = (name, [*so_far, _bare(entry[1])])
    return pairs


def _bare(value: str) -> str:
    value = value.strip()
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if quoted else value


def _shaped(pairs: Pairs) -> Frontmatter:
    first: dict[str, list[str] | str] = {}
    other: list[tuple[str, str]] = []
    for key, value in pairs:
        name = key.casefold()
        if name in ("title", "layer", "triggers", "last_updated", "source_dates") and name not in first:
            first[name] = value
        else:
            other.append((key, _joined(value)))
    return Frontmatter(
        title=_one(first.get("title")),
        layer=_one(first.get("layer")),
        triggers=_many(first.get("triggers")),
        last_updated=_one(first.get("last_updated")),
        source_dates=_many(first.get("source_dates")),
        other=tuple(other),
    )


def _joined(value: list[str] | str) -> str:
    return value if isinstance(value, str) else ", ".join(value)


def _one(value: list[str] | str | None) -> str | None:
    return _joined(value) or None if value is not None else None


def _many(value: list[str] | str | None) -> tuple[str, ...]:
    if value is None or value == "":
        return ()
    return (value,) if isinstance(value, str) else tuple(value)
