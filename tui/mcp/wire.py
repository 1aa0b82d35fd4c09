"""The wire: lines of stdin, bounded, read by a thread that nobody has to wait for."""

from __future__ import annotations

import asyncio
import json
import os
import re
import threading
from contextlib import suppress
from typing import Any, Self

from governance.errors import Refusal, RefusalKind

LONGEST = 4_000_000
"""Bytes of one message; no capture is that long."""
_AHEAD = 64
"""Lines that are read ahead at most."""
_SURROGATES = re.compile("[\ud800-\udfff]")
_ESCAPED = re.compile(r"\\u[dD][89abABcdefCDEF]")


class Lines:
    """The lines that come on a descriptor, as text."""

    def __init__(self, source: int) -> None:
        self._source = source
        self._loop = asyncio.get_running_loop()
        self._come: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._room = threading.Semaphore(_AHEAD)
        self._ended = False
        threading.Thread(target=self._read, name="stdin", daemon=True).start()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        line = None if self._ended else await self._come.get()
        self._room.release()
        if line is None:
            self._ended = True
            raise StopAsyncIteration
        if len(line) > LONGEST:
            raise Refusal(
                RefusalKind.BAD_INPUT,
                f"A message of more than {LONGEST:,} bytes came; the connection ends.",
                "Send one conclusion per capture, and link the long text as its Source.",
            )
        return _kept(line.decode("utf-8", "replace"))

    def _read(self) -> None:
        with suppress(OSError, RuntimeError):  # the descriptor was closed, or the loop ended
            rest = bytearray()
            while part := os.read(self._source, 65_536):
                *whole, last = part.split(b"\n")
                for piece in whole:
                    self._put(bytes(rest + piece))
                    rest.clear()
                rest += last
                if len(rest) > LONGEST:
                    break
            if rest:
                self._put(bytes(rest))
            self._put(None)

    def _put(self, line: bytes | None) -> None:
        self._room.acquire()
        self._loop.call_soon_threadsafe(self._come.put_nowait, line)


def _kept(line: str) -> str:
    """The line, with what spells no character replaced: otherwise nobody would answer it."""
    if not _ESCAPED.search(line):
        return line
    try:
        said: Any = json.loads(line)
    except (ValueError, RecursionError):
        return line
    return _SURROGATES.sub("\ufffd", json.dumps(said, ensure_ascii=False))
