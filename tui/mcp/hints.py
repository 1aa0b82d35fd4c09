"""Hints for a client: it has tools and no command line, so what a hint says of commands is said of its tools."""

from __future__ import annotations

import re
from typing import Final

COMMAND: Final = re.compile(r"`memdesk\b|(?<![\w-])--[a-z]")
"""How a command or an option of the command line is named."""
_SENTENCE = re.compile(r"(?<=[.;])\s+")
_TOOLS = {
    "memdesk task list": "The answer of the tool task_open names the task.",
    "memdesk recall": "The schema of the tool says what each argument takes.",
    "memdesk search": "The tool search finds records by their words.",
    "--project": "A project only narrows: your token says which ones are yours.",
}
"""What a client can do itself, by what the command line would do."""
ASK: Final = "The person who keeps this memory can do that on the command line: tell them."


def for_tools(hint: str) -> str:
    """A hint in which no command and no option is named."""
    if not COMMAND.search(hint):
        return hint
    found = [part for part in _SENTENCE.split(hint) if not COMMAND.search(part)]
    found += [words for command, words in _TOOLS.items() if command in hint] or [ASK]
    return " ".join(f"{part.rstrip('.;')}." for part in found)
