"""Credentials that a command line, a cookie or a pair of name and password holds; pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from governance.rules.secret_shapes import SecretSpan, mixed

_ARGUMENT = r"[\"']?([^\s\"'`|;&<>]{4,200}+)"
_CALLS = (
    ("curl", re.compile(rf"\bcurl\b[^\n]{{0,80}}?[ \t](?:-u|--user)[ =]?[\"']?[\w.@-]{{1,64}}:{_ARGUMENT}")),
    ("sshpass", re.compile(rf"\bsshpass[ \t]{{1,4}}-p[ \t]{{0,4}}{_ARGUMENT}")),
    ("redis-cli", re.compile(rf"\bredis-cli\b[^\n]{{0,80}}?[ \t]-a[ \t]{{1,4}}{_ARGUMENT}")),
    ("mysql", re.compile(rf"\bmysql(?:dump|admin)?\b[^\n]{{0,80}}?[ \t]-p{_ARGUMENT}")),
)
_PAIR = re.compile(
    r"(?<![a-z])(?:credentials?|creds?|login)(?:[ \t]{0,4}[:=]|[ \t]{1,4}(?:is|are|was|were)\b:?)[ \t`*]{0,4}"
    r"[\w.@-]{1,64}[ \t]?[:/][ \t]?([^\s\"'`,;/]{6,200}+)",
    re.IGNORECASE,
)
_COOKIE = re.compile(
    r"\bcookie[\"']?:[^\n]{0,200}?(?:sess|sid|auth|token|jwt)[\w-]{0,24}=([0-9A-Za-z%._~+/-]{16,}+)", re.IGNORECASE
)


def logins(text: str, folded: str, credible: Callable[[str], bool]) -> Iterator[SecretSpan]:
    """Find what somebody logs in with; the text comes folded too, and with it who can tell a password from a word."""
    for word, call in _CALLS:
        if word in folded:
            yield from _credible(call, text, "command-line", credible)
    if "cred" in folded or "login" in folded:
        yield from _credible(_PAIR, text, "login", credible)
    if "cookie" in folded:
        yield from _credible(_COOKIE, text, "cookie", mixed)


def _credible(pattern: re.Pattern[str], text: str, rule: str, keep: Callable[[str], bool]) -> Iterator[SecretSpan]:
    for found in pattern.finditer(text):
        word = found[1].rstrip(".,:)]}*")
        if keep(word):
            yield SecretSpan(found.start(1), found.start(1) + len(word), rule)
