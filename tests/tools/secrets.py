"""`python -m tests.tools.secrets`: how the rules about credentials do on our own list, beside detect-secrets.

The list is invented and stands in `tests/governance/rules`: tokens by their shape, lines that name a value, private
keys, and false friends. `--misses` prints what either did not see or saw wrongly.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NamedTuple

import detect_secrets.plugins
from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
from detect_secrets.plugins.base import RegexBasedDetector

from governance.rules.secrets import find_secrets
from tests.governance.rules.secret_friends import FRIENDS
from tests.governance.rules.secret_lines import BLOCKS, GIVEN_UP, NAMED
from tests.governance.rules.shapes import TOKENS

GUESSING = {"KeywordDetector", "IPPublicDetector"}
"""Plugins that guess from a name, or find what is no credential; the first is counted apart."""
PLAIN = ("Incident notes use UTC. The importer reads Markdown and keeps every line with its place in the file. " * 2)[
    :200
]
NAMING = (
    "The job for heron failed at 04:12; see https://ci.invalid/jobs/7. Retry it after the token was renewed. " * 2
)[:200]


class Line(NamedTuple):
    """A text of the list."""

    group: str
    name: str
    text: str
    secret: bool


class Seen(NamedTuple):
    """A text and who saw a credential in it."""

    line: Line
    ours: bool
    theirs: bool
    keyword: bool


def listed() -> list[Line]:
    """The whole list, in which a token stands in a sentence."""
    lines = [Line(rule, name, f"we used {token} until May.", True) for name, (rule, token) in TOKENS.items()]
    lines += [Line("named value", name, frame.format(secret), True) for name, (frame, secret) in NAMED.items()]
    lines += [Line("private key", name, frame.format(key), True) for name, (frame, key) in BLOCKS.items()]
    lines += [Line("given up", name, text, True) for name, text in GIVEN_UP.items()]
    return lines + [Line("false friend", text[:60], text, False) for text in FRIENDS]


def plugins() -> tuple[list[Any], Any]:
    """The plugins of detect-secrets that know shapes, and the one that knows names."""
    for module in iter_modules(detect_secrets.plugins.__path__):
        import_module(f"detect_secrets.plugins.{module.name}")
    known: list[Any] = list(get_mapping_from_secret_type_to_class().values())
    kinds: dict[str, Any] = {kind.__name__: kind for kind in known}
    shapes = [
        kind() for name, kind in sorted(kinds.items()) if issubclass(kind, RegexBasedDetector) and name not in GUESSING
    ]
    return shapes, kinds["KeywordDetector"]()


def look() -> list[Seen]:
    """Ask both about every text; detect-secrets is asked line by line, as it reads files."""
    shapes, keyword = plugins()

    def finds(plugin: Any, text: str) -> bool:
        return any(list(plugin.analyze_string(line)) for line in text.splitlines())

    return [
        Seen(
            line,
            bool(find_secrets(line.text)),
            any(finds(plugin, line.text) for plugin in shapes),
            finds(keyword, line.text),
        )
        for line in listed()
    ]


def report(seen: list[Seen]) -> list[str]:
    """Put the figures into lines."""
    real = [one for one in seen if one.line.secret]
    friends = [one for one in seen if not one.line.secret]
    lines = [f"list                 {len(real)} credentials, {len(friends)} false friends"]
    for title, rows in (("recall", real), ("false positives", friends)):
        lines.append(f"{title:20} {_share(one.ours for one in rows)}")
        lines.append(f"  detect-secrets     {_share(one.theirs for one in rows)}")
        lines.append(f"  with its keywords  {_share(one.theirs or one.keyword for one in rows)}")
    lines.append("recall by group      ours, detect-secrets, the same with its keywords")
    groups: dict[str, list[Seen]] = {}
    for one in real:
        groups.setdefault(one.line.group, []).append(one)
    for name, rows in sorted(groups.items()):
        ours, theirs = sum(one.ours for one in rows), sum(one.theirs for one in rows)
        both = sum(one.theirs or one.keyword for one in rows)
        lines.append(f"  {name:19} {ours}/{len(rows)}  {theirs}/{len(rows)}  {both}/{len(rows)}")
    lines.append(f"only ours            {sum(one.ours and not one.theirs for one in real)}")
    lines.append(f"only detect-secrets  {sum(one.theirs and not one.ours for one in real)}")
    lines.append(f"only its keywords    {sum(one.keyword and not one.ours for one in real)}")
    return lines


def misses(seen: list[Seen]) -> list[str]:
    """Name what was judged wrongly, by whom; of a false friend its first words, of a credential only its name."""
    lines = []
    for one in seen:
        judges = (("ours", one.ours), ("detect-secrets", one.theirs), ("keywords", one.keyword and not one.line.secret))
        wrong = [who for who, found in judges if found != one.line.secret and not (who == "keywords" and not found)]
        if wrong:
            lines.append(f"  {'missed' if one.line.secret else 'false'}  {one.line.name!r} by {', '.join(wrong)}")
    return lines


def _share(hits: Iterable[bool]) -> str:
    hit = list(hits)
    return f"{sum(hit)}/{len(hit)} = {sum(hit) / len(hit):.1%}"


def speed(work: Callable[[], object]) -> float:
    """Measure the median time of a piece of work, in microseconds."""
    spent = []
    for _ in range(2000):
        start = time.perf_counter()
        work()
        spent.append(time.perf_counter() - start)
    return statistics.median(spent) * 1e6


def main(arguments: list[str]) -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.secrets", description=__doc__)
    parser.add_argument("--misses", action="store_true")
    chosen = parser.parse_args(arguments)
    seen = look()
    print("\n".join(report(seen)))
    print(f"200 characters       {speed(lambda: find_secrets(PLAIN)):.0f} µs (median)")
    print(f"  that name a token  {speed(lambda: find_secrets(NAMING)):.0f} µs (median)")
    if chosen.misses:
        print("\n".join(misses(seen)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
