"""A small YAML mapping as flat pairs of words: nothing is constructed, no reference is followed."""

from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

_DEEPEST = 20
# The parser answers some malformed input with these instead of its own error.
_FAULTS = (YAMLError, ValueError, LookupError, AttributeError, TypeError, AssertionError, RecursionError)

Pairs = list[tuple[str, list[str] | str]]


class NotPairs(Exception):
    """Raised when a text is not a plain YAML mapping."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(words)
        self.line = line
        """0-based line in the text."""
        self.words = words


def pairs_in(text: str) -> Pairs:
    """Read a mapping; nested keys are joined with dots, and scalars stay the words they are."""
    try:
        events = list(_safe_events(text))
    except _FAULTS as fault:
        mark = (fault.problem_mark or fault.context_mark) if isinstance(fault, MarkedYAMLError) else None
        problem = fault.problem if isinstance(fault, MarkedYAMLError) else None
        raise NotPairs(mark.line if mark else 0, str(problem or "it cannot be parsed")) from fault
    return _flat(events)


def _safe_events(text: str) -> Iterator[tuple[str, str, int]]:
    depth = 0
    for event in YAML(typ="safe", pure=True).parse(text):
        name = type(event).__name__
        line = event.start_mark.line if event.start_mark else 0
        if name == "AliasEvent" or getattr(event, "anchor", None):
            raise NotPairs(line, "anchors and aliases are not followed")
        depth += name.endswith("StartEvent") - name.endswith("EndEvent")
        if depth > _DEEPEST:
            raise NotPairs(line, "it is nested too deeply")
        yield name, str(getattr(event, "value", "")), line


def _flat(events: list[tuple[str, str, int]]) -> Pairs:
    pairs: Pairs = []
    names: list[str | None] = []
    """The key under which each open collection stands; None for a list."""
    key: str | None = None
    open_lists = 0
    for name, value, line in events:
        if name == "MappingStartEvent":
            if names and key is None and not open_lists:
                raise NotPairs(line, "a key is no plain word")
            names.append("" if not names else key or "")
            key = None
        elif name == "SequenceStartEvent":
            if not names or (key is None and not open_lists):
                raise NotPairs(line, "it is no mapping of keys")
            if not open_lists:
                pairs.append((_dotted(names, key or ""), []))
            names.append(None)
            open_lists += 1
        elif name in ("MappingEndEvent", "SequenceEndEvent"):
            open_lists -= names.pop() is None
            key = None
        elif name == "ScalarEvent":
            if not names:
                if value:
                    raise NotPairs(line, "it is no mapping of keys")
            elif open_lists:
                words: Any = pairs[-1][1]
                words.append(value)
            elif key is None:
                key = value
            else:
                pairs.append((_dotted(names, key), value))
                key = None
    return pairs


def _dotted(names: list[str | None], key: str) -> str:
    return ".".join([*(name for name in names if name), key])
