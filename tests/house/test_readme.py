"""What the README says about keys, commands and exit codes is what the program does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import click
import pytest

from store.records.views import Finding
from store.records.views.witness import EvidenceReport, WitnessView
from tests.house.places import ROOT
from tui.actions import key_table
from tui.cli import main
from tui.notices import EXIT_CODES

README = ROOT / "README.md"


def block(name: str) -> str:
    """The lines between two marks of the README."""
    found = re.search(rf"<!-- {name} -->\n(.*?)\n<!-- /{name} -->", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found, f"README.md has no block {name}"
    return found[1].strip()


def commands(group: click.Group, path: str = "memdesk") -> Iterator[tuple[str, click.Command]]:
    """Every command with the words that call it, those of a group after the group."""
    with click.Context(group, info_name=path) as ctx:
        for name in group.list_commands(ctx):
            command = group.get_command(ctx, name)
            assert command is not None
            yield f"{path} {name}", command
            if isinstance(command, click.Group):
                yield from commands(command, f"{path} {name}")


def synopsis(path: str, command: click.Command) -> str:
    """The first line of a command's help, and its summary."""
    with click.Context(command, info_name=path) as ctx:
        pieces = " ".join(command.collect_usage_pieces(ctx))
        return f"{path} {pieces}".strip().ljust(47) + "  " + command.get_short_help_str(80)


def command_table() -> str:
    """The synopsis of every command."""
    lines = [synopsis("memdesk", main), *(synopsis(path, command) for path, command in commands(main))]
    return "\n".join(["```text", *lines, "```"])


def exit_table() -> str:
    """The exit codes."""
    rows = [f"| {code} | {words} |" for code, words in EXIT_CODES.items()]
    return "\n".join(["| exit code | means |", "| ---: | --- |", *rows])


TABLES = {"keys": key_table, "commands": command_table, "exit codes": exit_table}


@pytest.mark.parametrize("name", TABLES)
def test_the_readme_says_what_the_program_does_about(name: str) -> None:
    assert block(name) == TABLES[name]()


@pytest.mark.parametrize(("path", "command"), [pytest.param(*pair, id=pair[0]) for pair in commands(main)])
def test_every_option_of_a_command_explains_itself(path: str, command: click.Command) -> None:
    assert command.get_short_help_str(80).endswith("."), path
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, f"{path} {option.opts[0]}"


def test_every_file_the_readme_links_to_exists() -> None:
    linked = re.findall(r"\]\(([^)#:\s]+)\)", README.read_text(encoding="utf-8"))
    missing = [name for name in linked if not (ROOT / name).exists() and not name.startswith("screenshots/")]
    assert missing == []


def test_the_commands_of_the_tour_parse() -> None:
    tour = re.findall(r"^\$ (memdesk [^\n|]+)", README.read_text(encoding="utf-8"), re.MULTILINE)
    known = {path for path, _ in commands(main)}
    assert tour
    for line in tour:
        words = [word for word in line.split() if not word.startswith("-")]
        assert len(words) == 1 or " ".join(words[:2]) in known, line


def fields(shape: Any) -> set[str]:
    """Every field of a shape, at any depth."""
    if isinstance(shape, dict):
        return set(shape) | {name for part in shape.values() for name in fields(part)}
    return {name for part in shape for name in fields(part)} if isinstance(shape, list) else set()


def test_the_fields_it_names_of_what_is_written_as_json_are_written() -> None:
    seen = {"verify": set(Finding.model_fields), "log": {"at_seq", "--at-seq"}}
    seen |= {"witness": set(WitnessView.model_fields), "evidence": set(EvidenceReport.model_fields)}
    for line in block("shapes").splitlines():
        name, *named = re.findall(r"`([^`]+)`", line)
        golden = ROOT / "tests" / "goldens" / "cli" / f"{name}.json"
        if golden.exists():
            seen[name] = seen.get(name, set()) | fields(json.loads(golden.read_text(encoding="utf-8")))
        assert set(named) <= seen[name], line
