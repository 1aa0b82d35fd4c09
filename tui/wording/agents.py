"""The lines that let an agent of a known make start `memdesk mcp`, with its token from the environment."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final, NamedTuple

_NAMES: Final = ("MEMDESK_STORE", "MEMDESK_TOKEN")


class Make(NamedTuple):
    """One make of agent."""

    title: str
    settings: str
    """The file that names its MCP servers."""
    hot: str
    """The file that it always reads."""
    lines: Callable[[str, str], tuple[str, ...]]
    """What stands in the settings, for a store and a token."""


def _servers(env: dict[str, str]) -> tuple[str, ...]:
    server = {"command": "memdesk", "args": ["mcp"], "env": env}
    return tuple(json.dumps({"mcpServers": {"memdesk": server}}, indent=2).split("\n"))


def _braced(store: str, token: str) -> tuple[str, ...]:  # noqa: ARG001 - every make has the same form
    return _servers({name: f"${{{name}}}" for name in _NAMES})


def _bare(store: str, token: str) -> tuple[str, ...]:  # noqa: ARG001 - the same
    return _servers({name: f"${name}" for name in _NAMES})


def _toml(store: str, token: str) -> tuple[str, ...]:  # noqa: ARG001 - the same
    names = ", ".join(f'"{name}"' for name in _NAMES)
    return ("[mcp_servers.memdesk]", 'command = "memdesk"', 'args = ["mcp"]', f"env_vars = [{names}]")


def _spelled(store: str, token: str) -> tuple[str, ...]:
    return _servers(dict(zip(_NAMES, (store, token), strict=True)))


MAKES: Final[dict[str, Make]] = {
    "claude-code": Make("Claude Code", ".mcp.json", "CLAUDE.md", _braced),
    "codex": Make("Codex", "~/.codex/config.toml", "AGENTS.md", _toml),
    "gemini": Make("Gemini", ".gemini/settings.json", "GEMINI.md", _bare),
    "any": Make("any agent", "the settings of its MCP servers, which nobody else may read", "AGENTS.md", _spelled),
}
"""The makes by name; `any` is for every other one, whose settings may not read the environment."""
