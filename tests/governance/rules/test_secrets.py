"""Credentials are seen where people paste them, and nothing else is taken for one."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from detect_secrets.plugins.aws import AWSKeyDetector
from detect_secrets.plugins.azure_storage_key import AzureStorageKeyDetector
from detect_secrets.plugins.basic_auth import BasicAuthDetector
from detect_secrets.plugins.discord import DiscordBotTokenDetector
from detect_secrets.plugins.github_token import GitHubTokenDetector
from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
from detect_secrets.plugins.jwt import JwtTokenDetector
from detect_secrets.plugins.openai import OpenAIDetector
from detect_secrets.plugins.sendgrid import SendGridDetector
from detect_secrets.plugins.slack import SlackDetector
from detect_secrets.plugins.stripe import StripeDetector
from detect_secrets.plugins.telegram_token import TelegramBotTokenDetector
from detect_secrets.plugins.twilio import TwilioKeyDetector
from hypothesis import given
from hypothesis import strategies as st

from governance.rules.secrets import MARKER, find_secrets, redact
from tests.governance.rules.secret_friends import FRIENDS, HEADER
from tests.governance.rules.secret_lines import BLOCKS, GIVEN_UP, NAMED
from tests.governance.rules.shapes import ALNUM, TOKENS, lines, noise
from tests.growth import assert_linear

FRAMES = {
    "alone": "{}",
    "in a sentence": "we used {} until May.",
    "in code ticks": "run it with `{}` once",
    "in JSON": '{{"note": "{}"}}',
    "in brackets": "- [2026-05-11] ({})",
    "between Japanese words": "鍵は{}です",
    "in an address": "https://api.invalid/x?key={}&page=2",
    "on a line of its own": "before\r\n{}\r\nafter",
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES.keys())
@pytest.mark.parametrize(("rule", "token"), TOKENS.values(), ids=TOKENS.keys())
def test_a_token_is_seen_by_its_shape(rule: str, token: str, frame: str) -> None:
    text = frame.format(token)
    clean, spans = redact(text)
    assert [(text[span.start : span.end], span.rule) for span in spans] == [(token, rule)]
    assert clean == frame.format(MARKER)


@pytest.mark.parametrize(("frame", "secret"), NAMED.values(), ids=NAMED.keys())
def test_a_value_is_seen_by_its_surroundings(frame: str, secret: str) -> None:
    assert redact(frame.format(secret))[0] == frame.format(MARKER)


@pytest.mark.parametrize(("frame", "key"), BLOCKS.values(), ids=BLOCKS.keys())
def test_a_private_key_goes_from_its_first_line_to_its_last(frame: str, key: str) -> None:
    clean, spans = redact(frame.format(key))
    assert clean.replace(MARKER * 2, MARKER) == frame.format(MARKER)
    assert {span.rule for span in spans} == {"private-key"}


@pytest.mark.parametrize("text", FRIENDS)
def test_a_friend_is_left_alone(text: str) -> None:
    assert redact(text) == (text, ())


@pytest.mark.parametrize("text", GIVEN_UP.values(), ids=GIVEN_UP.keys())
def test_what_is_given_up_is_known(text: str) -> None:
    assert find_secrets(text) == ()


def test_the_marker_says_nothing_and_is_no_secret_itself() -> None:
    text = "password = hunter2x and https://m:hunter2@h.invalid and " + TOKENS["a GitLab token"][1]
    clean, spans = redact(text)
    assert [span.rule for span in spans] == ["named-secret", "url-password", "gitlab-token"]
    assert redact(clean) == (clean, ())


ORACLE = [
    AWSKeyDetector(),
    AzureStorageKeyDetector(),
    BasicAuthDetector(),
    DiscordBotTokenDetector(),
    GitHubTokenDetector(),
    GitLabTokenDetector(),
    JwtTokenDetector(),
    OpenAIDetector(),
    SendGridDetector(),
    SlackDetector(),
    StripeDetector(),
    TelegramBotTokenDetector(),
    TwilioKeyDetector(),
]


def known(text: str) -> set[str]:
    return {found for plugin in ORACLE for found in plugin.analyze_string(text)}


def test_what_the_oracle_knows_is_seen_too_and_gone_after() -> None:
    texts = [token for _, token in TOKENS.values()] + [frame.format(secret) for frame, secret in NAMED.values()]
    seen = {text for text in texts if known(text)}
    assert len(seen) >= 18
    assert {text for text in seen if not find_secrets(text)} == set()
    assert {text for text in seen if known(redact(text)[0])} == set()


LONG = {
    "one letter": "a" * 1_000_000,
    "heads of keys": "sk-" * 333_000,
    "heads of tokens": "ghp_eyJ" * 143_000,
    "web tokens that never end": "eyJaaaaaaaa." * 83_000,
    "joined heads": "-eyJ" * 250_000,
    "names": "password=" * 111_000,
    "names and signs": "password=a,password:b," * 45_000,
    "weak names": "secret=token:" * 77_000,
    "addresses in quotes": "password='://u:" * 67_000,
    "open quotes": 'password="' * 100_000,
    "addresses": "://a:" * 200_000,
    "an address that never ends": "://" + "a:" * 500_000,
    "signs": ",a-" * 333_000,
    "flags": "--password " * 90_000,
    "calls": "curl -u a:" * 100_000,
    "logins": "login a:" * 125_000,
    "cookies": "cookie: sid=" * 83_000,
    "names of places": "password for a b c " * 53_000,
    "dashes": "-" * 1_000_000,
    "first lines of keys": (HEADER + "\n") * 28_000,
    "base64": lines(1, 1_000_000),
    "near AWS": "aws " + (noise(40, ALNUM + "/+") + " ") * 24_000,
    "bearers": "bearer " * 143_000,
    "digits": "1234567890:" * 90_000,
    "dots": "a." * 500_000,
    "blanks": "secret " + " " * 1_000_000,
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_twice_as_long_a_line_takes_twice_the_time(text: str) -> None:
    half, whole = text[: len(text) // 8], text[: len(text) // 4]
    assert_linear(lambda: find_secrets(half), lambda: find_secrets(whole))


@given(st.text(max_size=80), st.sampled_from([token for _, token in TOKENS.values()]), st.text(max_size=80))
def test_spans_are_ordered_and_apart_and_a_second_pass_finds_nothing(before: str, token: str, after: str) -> None:
    text = f"{before} {token} {after}"
    clean, spans = redact(text)
    assert all(left.end <= right.start for left, right in pairwise(spans))
    assert token not in clean
    assert redact(clean)[0] == clean


def test_a_json_document_stays_one() -> None:
    document = json.dumps({"password": "hunter2\\x", "token": noise(40), "note": "kept"})
    assert json.loads(redact(document)[0]) == {"password": MARKER, "token": MARKER, "note": "kept"}
