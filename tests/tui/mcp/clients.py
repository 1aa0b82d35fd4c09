"""Clients of `memdesk mcp` over a real process: the SDK's own, and one that sends whatever bytes it likes."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Literal

from mcp import StdioServerParameters
from mcp.client import Client
from mcp_types import CallToolResult, Implementation

from tests.tui.cli import ENTRY, environment

Mode = Literal["auto", "legacy"]


def _env(store: Path, token: str | None) -> dict[str, str]:
    told = {"MEMDESK_STORE": str(store)} | ({"MEMDESK_TOKEN": token} if token else {})
    return environment(**told)


@asynccontextmanager
async def client(
    store: Path, token: str | None = None, *, name: str = "codex", mode: Mode = "auto"
) -> AsyncIterator[Client]:
    """The SDK's client, connected to a process of its own."""
    server = StdioServerParameters(
        command=sys.executable, args=["-c", ENTRY, "mcp"], env=_env(store, token), cwd=store.parent
    )
    told = Implementation(name=name, version="1")
    async with Client(server, client_info=told, mode=mode, read_timeout_seconds=60) as connected:
        yield connected


def said(result: Any) -> dict[str, Any]:
    """What a tool answered, as structure."""
    assert isinstance(result, CallToolResult)
    assert isinstance(result.structured_content, dict)
    return result.structured_content


async def page(connected: Client, name: str) -> dict[str, Any]:
    """A page, read as JSON."""
    read = await connected.read_resource(f"memdesk://{name}")
    found = json.loads(getattr(read.contents[0], "text"))  # noqa: B009 - the other sort of content has none
    assert isinstance(found, dict)
    return found


class Raw:
    """A client that writes bytes and reads lines."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self._lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def send(self, *messages: bytes | dict[str, Any]) -> None:
        """Send lines, or objects as lines."""
        assert self.process.stdin is not None
        for one in messages:
            line = one if isinstance(one, bytes) else json.dumps({"jsonrpc": "2.0", **one}).encode()
            self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def answer(self, timeout: float = 30) -> dict[str, Any]:
        """The next line that came."""
        found = json.loads(self._lines.get(timeout=timeout))
        assert isinstance(found, dict)
        return found

    def call(self, number: int, name: str, arguments: object) -> None:
        """Ask for a tool."""
        self.send({"id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}})

    def begin(self, name: str = "raw") -> None:
        """Shake hands."""
        told = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": name, "version": "1"}}
        self.send({"id": 0, "method": "initialize", "params": told}, {"method": "notifications/initialized"})
        assert self.answer()["result"]["serverInfo"]["name"] == "memdesk"


@contextmanager
def raw(store: Path, token: str | None = None) -> Iterator[Raw]:
    """A process to send bytes to; it is ended with the test."""
    process = subprocess.Popen(
        [sys.executable, "-c", ENTRY, "mcp"], cwd=store.parent, env=_env(store, token),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    with process:
        try:
            yield Raw(process)
        finally:
            process.kill()
