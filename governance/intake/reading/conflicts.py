"""Unresolved merge conflicts: where their marker lines stand and which lines they put in doubt."""

from collections.abc import Sequence
from dataclasses import dataclass

from governance.intake.reading.types import Finding

_SIGNS = ("<", "|", "=", ">")


@dataclass(frozen=True, slots=True)
class Conflicts:
    """The conflict hunks of a file, as line indices."""

    markers: frozenset[int]
    """Lines that are markers and no text."""
    hunks: tuple[tuple[int, int], ...]
    """First and last line of each hunk, in order."""
    findings: tuple[Finding, ...]

    def hold(self, start: int, end: int) -> bool:
        """Say whether the lines from start up to end touch a hunk."""
        return any(first < end and start <= last for first, last in self.hunks)


def conflicts_in(texts: Sequence[str]) -> Conflicts:
    """Find the conflict hunks among the lines; a marker without its partners is no hunk."""
    signs = [(index, sign) for index, text in enumerate(texts) if (sign := _sign(text))]
    markers: set[int] = set()
    hunks: list[tuple[int, int]] = []
    findings: list[Finding] = []
    at = 0
    while at < len(signs):
        first, sign = signs[at]
        at += 1
        if sign == ">":
            markers.add(first)
            findings.append(_stray(first))
        if sign != "<":
            continue
        members = [first]
        parted = False
        while at < len(signs) and signs[at][1] != "<":
            index, sign = signs[at]
            if sign == "=" and parted:
                break
            parted = parted or sign == "="
            members.append(index)
            at += 1
            if sign == ">":
                break
        closed = sign == ">" and len(members) > 1
        if not parted:
            markers.add(first)
            markers.update(members[1:] if closed else ())
            findings.append(_stray(first))
            continue
        markers.update(members)
        last = members[-1] if closed else (signs[at][0] - 1 if at < len(signs) else len(texts) - 1)
        hunks.append((first, last))
        end = f"line {last + 1}" if closed else f"line {last + 1}, where its end marker is missing"
        words = f"An unresolved merge conflict runs from here to {end}; both sides were kept for review."
        findings.append(Finding("conflict-marker", first + 1, words))
    return Conflicts(frozenset(markers), tuple(hunks), tuple(findings))


def _sign(text: str) -> str | None:
    for sign in _SIGNS:
        if text.startswith(sign * 7) and text[7:8] in ("", " "):
            return sign if sign != "=" or not text[7:].strip() else None
    return None


def _stray(line: int) -> Finding:
    words = "A merge conflict marker stands here without its partners; it was passed over."
    return Finding("conflict-marker", line + 1, words)
