"""Private keys that fill whole lines: from the first line to the last, or to the end when there is none; pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from governance.rules.secret_shapes import SecretSpan

_EDGE = re.compile(
    r"-{4,5} ?(?P<edge>BEGIN|END) (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}"
    r"|(?P<putty>PuTTY-User-Key-File-[23]:)|Private-MAC: ?(?P<mac>[0-9a-f]{20,128})"
)
_BREAK = re.compile(r"\\[nr]|[\r\n]+")
_BASE64 = re.compile(r"[0-9A-Za-z+/=]{16}")
_TOKEN = re.compile(r"[0-9A-Za-z+/=]+")
_HEADER = re.compile(r"(?:Proc-Type|DEK-Info|Comment|Version|Subject): ?")
_LOOK = 4096


def blocks(text: str) -> Iterator[SecretSpan]:
    """Find private key blocks; a mention of the first line in prose, with no key after it, is none."""
    if "PRIVATE KEY" not in text and "PuTTY-User-Key-File-" not in text:
        return
    start: int | None = None
    body = 0
    for edge in _EDGE.finditer(text):
        opens = edge["edge"] == "BEGIN" or edge["putty"] is not None
        if start is not None and _holds_key(text[body : min(edge.start(), body + _LOOK)], closed=not opens):
            yield SecretSpan(start, edge.start() if opens else edge.end(), "private-key")
        start, body = (edge.start(), edge.end()) if opens else (None, 0)
    if start is not None and _holds_key(text[body : body + _LOOK], closed=False):
        yield SecretSpan(start, len(text), "private-key")


def _holds_key(body: str, *, closed: bool) -> bool:
    """Tell a key from prose: base64 stands there, in the first lines when nothing closes the block."""
    lines = [line.strip(" \t>|\"',+`") for line in _BREAK.split(body)]
    lines = [line for line in lines if line and not _HEADER.match(line)]
    if not lines:
        return False
    if closed:
        short = all(_TOKEN.fullmatch(line) for line in lines) and len("".join(lines)) >= 4
        return short or any(_BASE64.search(line) for line in lines)
    return any(_BASE64.match(line) for line in lines[:3])
