"""Credentials that only their surroundings give away: a named value, an address with a password, a header; pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from governance.rules.secret_logins import logins
from governance.rules.secret_shapes import PLACEHOLDER, SecretSpan, generated, mixed

_STRONG = (
    r"pass(?:word|wd|phrase|code|wort)|kennwort|(?<![a-z])pw|pwd|contraseña|mot de passe|senha|пароль"
    r"|密码|密碼|口令|パスワード|비밀번호"
    r"|(?<=[\"'])pass(?=[\"'])|api[ _-]?key|apiキー|(?:client|jwt|session|app|webhook|hmac|shared)[ _-]?secret"
    r"|(?:secret|access|account|auth|signing|encryption|master|private)[ _-]?key"
    r"|(?:access|auth|refresh|bearer|bot|api)[ _-]?token"
)
_WEAK = r"secret|token|credential|密钥|密鑰|令牌|トークン"
_FIRST = r"(?=[abcehjkmprstwп密口パ비令ト])"
"""How every name begins: it saves most of the time."""
_NAMED = re.compile(
    rf"{_FIRST}(?:(?P<strong>{_STRONG})|{_WEAK})[\"'`*_\\\])]{{0,6}}"
    r"(?:[ \t]\([\w .-]{1,24}\)|[ \t](?:for|of|to|on|für|von)(?:[ \t][\w.-]{1,24}){1,3}?(?=[:=]|[ \t]is\b))?"
    r"(?:[ \t]{0,4}(?P<sign>:=|=>|->|→|[=:：＝|])=?"
    r"|(?P<said>[ \t]{1,4}(?:ist?|est|lautet|was|war)\b:?|は|是|为|為|(?<=[码碼令ド호])[ \t])|(?P<flag>[ \t]))"
    r"[ \t*]{0,8}",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\\{0,2}(?:\"([^\"\n]{1,512})\"|'([^'\n]{1,512})'|`([^`\n]{1,512})`|“([^”\n]{1,512})”)")
_SIGN = r"!-%'-+\--:<-~\u00a1-\u1fff"
_BARE = re.compile(
    rf"(?:[{_SIGN}]|[,;&](?![ \t]{{0,4}}[\"']?[\w.-]{{1,40}}[\"']?[ \t]{{0,4}}[=:])){{1,256}}+",
)
_DEEP = 4
_LONG = 200
_FLAG = re.compile(r"(?<![0-9A-Za-z])--?[a-z-]{0,24}\Z|\blogin[ \t]{1,4}\S{1,48}\s{1,4}\Z")
"""What stands before a name whose value follows a blank: an option's dashes, or who logs in."""

_URL = re.compile(r"(?<=://)[^\s:/?#@\"'<>`]{0,128}:([^\s/?#\"'<>`]{1,256})@(?=[0-9A-Za-z\[])")
_URL_WORDS = {"pass", "password", "passwd", "pwd", "pw", "token", "key"}
_BEARER = re.compile(r"\bbearer[ \t]{1,4}([0-9A-Za-z._~+/=-]{16,}+)", re.IGNORECASE | re.ASCII)
_AUTHORIZATION = re.compile(
    r"\bauthorization[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?(?:basic|token|apikey)[ \t]{1,4}([0-9A-Za-z._~+/=-]{8,}+)",
    re.IGNORECASE | re.ASCII,
)
_AWS_VALUE = re.compile(r"(?<![0-9A-Za-z+/=])[0-9A-Za-z+/]{40}(?![0-9A-Za-z+/=])")
_AWS_NEAR = re.compile(r"aws|secret[ _-]?(?:access[ _-]?)?key|(?:AKIA|ASIA)[0-9A-Z]{16}", re.IGNORECASE)

_HOLE = re.compile(r"<[^>]*>?|\{.*|\[.*|\(.*|\$[{(]?\w+[)}]?|%\w+%|(?i:none|null|true|false|undefined)", re.DOTALL)
_CODE = re.compile(
    r"\w+\(|[A-Z][A-Za-z]+\[|[A-Z][A-Za-z0-9]+(?:Key|Token|Secret|Password|Credential)s?(?![A-Za-z0-9])"
    r"|(?:self|cls|os|env|config|settings|args|ctx|request|process|this)[.\[]|[A-Z]+\d*(?:_[A-Z0-9]+)+\Z"
)
_PLAIN = re.compile(
    r"\d{4}-\d{2}-\d{2}\b.*|v?\d+(?:\.\d+)+.*|[a-z]{1,12}-\d{4}-\d{2}-\d{2}-\d{3,}.*|[a-z][a-z0-9+.-]{1,20}:/.*"
    r"|(?:(?:alt|altgr|ctrl|shift|cmd|option|meta)[+])+\w+|(?:[A-Za-z]:)?[~.]{0,2}[/\\][\w.~/\\-]*|[\w.+-]+@[\w-]+\.[\w.-]+|[\w-]+\.(?:md|txt|json|ya?ml|toml|env|py|db|pem|key)",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"[0-9]")
_SYMBOL = re.compile(r"[!@#$%^&*+~?]")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_TECH = re.compile(
    r"(?:aes|sha|md|hs|rs|es|ps|base|utf|argon|pbkdf|ed|x|oauth|oidc|hmac|rsa|tls|ssl|http|ipv|ec|id|bip|s|k|v)\d+\w{0,3}"
    r"|(?:1|last)password\d?|auth0|\d{1,2}[a-z]{0,2}",
    re.IGNORECASE,
)


_NAMES = ("pass", "pw", "key", "token", "secret", "credential", "kennwort", "senha")
_NAMES_ABROAD = re.compile(r"contraseña|пароль|密码|密碼|口令|パスワード|비밀번호|apiキー|密钥|密鑰|令牌|トークン")
"""What the folded text has to hold before anything slow is looked for."""


def placed(text: str) -> Iterator[SecretSpan]:
    """Find the credentials that stand where credentials stand."""
    folded = text.casefold()
    if "://" in text:
        for found in _URL.finditer(text):
            word = found[1]
            if word.lower() not in _URL_WORDS and not _HOLE.fullmatch(word) and not PLACEHOLDER.search(word):
                yield SecretSpan(*found.span(1), "url-password")
    if "bearer" in folded:
        for found in _BEARER.finditer(text):
            if mixed(found[1]) and not _PLAIN.fullmatch(found[1]):
                yield SecretSpan(*found.span(1), "authorization-header")
    if "authorization" in folded:
        for found in _AUTHORIZATION.finditer(text):
            if len(set(found[1])) > 3 and not PLACEHOLDER.search(found[1]):
                yield SecretSpan(*found.span(1), "authorization-header")
    if "aws" in folded or "secret" in folded or "akia" in folded or "asia" in folded:
        for found in _AWS_VALUE.finditer(text):
            near = text[max(0, found.start() - 96) : found.start()]
            if mixed(found[0]) and not found[0].islower() and not found[0].isupper() and _AWS_NEAR.search(near):
                yield SecretSpan(*found.span(), "aws-secret-key")
    yield from logins(text, folded, _credible_alone)
    if any(name in folded for name in _NAMES) or (not text.isascii() and _NAMES_ABROAD.search(folded)):
        yield from _named(text)


def _named(text: str) -> Iterator[SecretSpan]:
    """Find the values that follow a name such as `password`."""
    until = left = 0
    for name in _NAMED.finditer(text):
        # A name inside the value of another is looked at too, but only a few deep, which keeps the time linear.
        left = left - 1 if name.start() < until else _DEEP
        if left < 0:
            continue
        start, end, quoted = _value_at(text, name.end())
        until = max(until, end)
        if name["flag"] and not _is_flag(text[max(0, name.start() - 64) : name.start()]):
            value = text[start:end]  # two words side by side: only the look of the second tells
            if not (name["strong"] and len(value) >= 20 and mixed(value) and generated(value)) or _UUID.fullmatch(
                value
            ):
                continue
        if _credible(text[start:end], weak=not name["strong"], told=bool(name["said"]), quoted=quoted):
            if not quoted and end - start > _LONG:
                end = until = _end_of_run(text, end)
            yield SecretSpan(start, end, "named-secret")


def _is_flag(before: str) -> bool:
    return ("-" in before or "login" in before) and _FLAG.search(before) is not None


def _value_at(text: str, at: int) -> tuple[int, int, bool]:
    """Say where the value that begins here begins and ends without its quotes, and whether it has any."""
    if quoted := _QUOTED.match(text, at):
        start, end = quoted.span(quoted.lastindex or 0)
        return start, start + len(text[start:end].rstrip("\\")), True
    bare = _BARE.match(text, at)
    if bare is None:
        return at, at, False
    start = at + len(bare[0]) - len(bare[0].lstrip("\\\"'`"))
    return start, start + len(text[start : bare.end()].rstrip(".,;:)]}>*\"'`|\\")), False


def _end_of_run(text: str, end: int) -> int:
    """Follow a value that is longer than one look to where it really ends."""
    while more := _BARE.match(text, end):
        end = more.end()
    return end


def _credible_alone(value: str) -> bool:
    return _credible(value, weak=False, told=False, quoted=False)


def _credible(value: str, *, weak: bool, told: bool, quoted: bool) -> bool:
    """Tell a password from a word, a path, a date, a piece of code or a hole to fill in."""
    symbol = _SYMBOL.search(value) is not None
    if not (symbol or quoted or (weak and len(value) >= 24) or _DIGIT.search(value)):
        return False
    if len(value) < 6 or len(set(value)) < 4 or "\r" in value:
        return False
    if PLACEHOLDER.search(value) or _HOLE.fullmatch(value) or _PLAIN.fullmatch(value):
        return False
    if not quoted and _CODE.match(value):
        return False
    if quoted and value.count(" ") > 3:
        return False
    if weak:
        return len(value) >= 12 and generated(value) and not _UUID.fullmatch(value)
    parts = [part for part in re.split(r"[\W_]+", value) if part]
    numbered = [part for part in parts if _DIGIT.search(part)]
    if numbered and not symbol:
        words = all(part.isdigit() or part.isalpha() for part in parts) and len(parts) > 1
        return not all(_TECH.fullmatch(part) for part in numbered) and not (told and words)
    if numbered or symbol:
        return symbol and (len(value) >= 8 or bool(numbered)) and any(c.isalnum() for c in value)
    return quoted and not told and len(parts) >= 4 and " " not in value
