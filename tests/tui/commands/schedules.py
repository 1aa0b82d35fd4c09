"""The files of a schedule, read by the rules of the programs they are for."""

from __future__ import annotations

import configparser
import re
from typing import Any

from ruamel.yaml import YAML


def section(text: str, name: str) -> dict[str, str]:
    """One section of a unit."""
    unit = configparser.RawConfigParser(delimiters=("=",), comment_prefixes=("#", ";"), strict=True)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text)
    return dict(unit[name])


def systemd_words(line: str) -> list[str]:
    """The words of an ExecStart line by systemd's rules: quotes, then escapes, then specifiers, then variables."""
    words = [quoted or bare for quoted, bare in re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', line)]
    words = [re.sub(r"\\(.)", r"\1", word) for word in words]
    assert not any(re.search(r"(?<!%)(?:%%)*%(?!%)", word) for word in words), "a specifier"
    words = [word.replace("%%", "%") for word in words]
    assert not any(re.search(r"(?<!\$)(?:\$\$)*\$(?!\$)", word) for word in words[1:]), "a variable"
    return [words[0], *(word.replace("$$", "$") for word in words[1:])]


def yaml(text: str) -> list[Any]:
    """The documents of a YAML text."""
    return list(YAML(typ="safe", pure=True).load_all(text))


CRON = re.compile(r"(?P<minute>[0-5]?\d) (?P<hour>1?\d|2[0-3]) \* \* \* (?P<command>\S.*)")


def cron_commands(text: str) -> list[tuple[int, int, str]]:
    """The hour, minute and command of each line, as cron hands it to the shell."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert lines.pop(0) == "CRON_TZ=Europe/Zurich"
    found = [CRON.fullmatch(line) for line in lines]
    assert all(found)
    commands = [(int(one["hour"]), int(one["minute"]), one["command"]) for one in found if one]
    assert not any(re.search(r"(?<!\\)%", command) for _, _, command in commands), "a line break for cron"
    return [(hour, minute, command.replace("\\%", "%")) for hour, minute, command in commands]


def kubernetes_word(word: str) -> str:
    """A word as Kubernetes hands it over: $$ is one dollar, $(NAME) a variable."""
    assert not re.search(r"(?<!\$)(?:\$\$)*\$\(", word), "a variable"
    return word.replace("$$", "$")
