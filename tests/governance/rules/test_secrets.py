"""Credentials are seen where people paste them, and nothing else is taken for one."""

from __future__ import annotations

import base64
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
from tests.governance.rules.shapes import ALNUM, HEX, TOKENS, lines, noise, pem
from tests.growth import assert_linear

AWS_SECRET = noise(40, ALNUM + "/+")
HEADER = "-" * 5 + "BEGIN OPENSSH " + "PRIVATE KEY" + "-" * 5

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


NAMED = {
    "an assignment": ("password = {}", "hunter2"),
    "a quoted assignment": ('DB_PASSWORD="{}"', "correct-horse-battery-staple"),
    "a quoted phrase": ("passphrase: '{}'", "Tr0ub4dor & 3 others"),
    "a value longer than any token": ("password: {}", noise(3000, ALNUM + "!")),
    "a pin": ("passcode: {}", "927416"),
    "YAML": ("api_key: {}", noise(32)),
    "a hex key": ("apiKey: {}", noise(40, HEX)),
    "JSON": ('{{"clientSecret": "{}", "id": 7}}', noise(40)),
    "JSON inside JSON": ('{{\\"access_token\\": \\"{}\\"}}', noise(40)),
    "bold Markdown": ("- **API key**: {}", noise(24)),
    "a code span": ("- password: `{}`", "S0mmer!Regen"),
    "a table row": ("| password | {} |", "hunter2x"),
    "prose": ("the password is {}.", "hunter2"),
    "Chinese": ("数据库密码：{}，请勿外传", "abc12345"),
    "Japanese": ("パスワードは{}です", "Kumo2026!"),
    "Russian": ("пароль: {}", "Зима2026!"),
    "German": ("Passwort: {}", "Grün2026!x"),
    "a command line": ("mysql --password {} -h db", "s3cr3tPw"),
    "an environment line": ("export STRIPE_SECRET_KEY={}", noise(32)),
    "a connection string": ("Server=db;Password={};User=mira", "p4ss!word"),
    "a query": ("https://api.invalid/x?api_key={}&page=2", noise(24)),
    "a header": ("X-API-Key: {}", noise(24)),
    "a bearer header": ("Authorization: Bearer {}", noise(40)),
    "a basic header": ("Authorization: Basic {}", base64.b64encode(b"mira:hunter2").decode()),
    "an Azure key": ("AccountKey={};EndpointSuffix=core", noise(86, ALNUM + "+/") + "=="),
    "an AWS secret key": ("aws_secret_access_key = {}", AWS_SECRET),
    "an AWS secret key in prose": ("the AWS secret that goes with it, {}, is on the wiki", AWS_SECRET),
    "an address with a password": ("postgres://mira:{}@db.invalid:5432/x", "hunter2"),
    "an address with an @ in the password": ("amqp://mira:{}@mq.invalid/", "a@b1c"),
    "an address without a user": ("redis://:{}@cache.invalid/0", "s3same"),
    "a Slack webhook": ("https://hooks.slack.com/{}", "services/T0123ABCD/B0123ABCD/" + noise(24)),
}


@pytest.mark.parametrize(("frame", "secret"), NAMED.values(), ids=NAMED.keys())
def test_a_value_is_seen_by_its_surroundings(frame: str, secret: str) -> None:
    assert redact(frame.format(secret))[0] == frame.format(MARKER)


BLOCKS = {
    "an OpenSSH key": ("keep\n{}\nkeep", pem("OPENSSH", lines(4))),
    "a PKCS8 key": ("{}", pem("", lines(4))),
    "an encrypted RSA key": ("{}\n", pem("RSA", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES\n\n" + lines(4))),
    "a short key": ("{}", pem("EC", "MHcCAQEE")),
    "a key that never ends": ("keep\n{}", pem("RSA", lines(3), closed=False) + "\nand whatever follows"),
    "a quoted key": ("{}", "\n".join(f"> {line}" for line in pem("RSA", lines(3)).split("\n"))[2:]),
    "a key on one line of JSON": ('{{"k": "{}"}}', pem("", lines(3)).replace("\n", "\\n")),
    "two keys": ("{}", pem("RSA", lines(2), closed=False) + "\n" + pem("RSA", lines(2))),
}


@pytest.mark.parametrize(("frame", "key"), BLOCKS.values(), ids=BLOCKS.keys())
def test_a_private_key_goes_from_its_first_line_to_its_last(frame: str, key: str) -> None:
    clean, spans = redact(frame.format(key))
    assert clean.replace(MARKER * 2, MARKER) == frame.format(MARKER)
    assert {span.rule for span in spans} == {"private-key"}


FRIENDS = [
    "task-graphs-are-better-than-flat-lists-2026",
    "mask-editing-and-inpainting-with-layers",
    "risk-register-for-the-second-quarter-of-2026 desk-research-notes-from-the-library-visit",
    "sk-learn-pipelines-for-tabular-data-2024",
    "xoxb-… is where the bot token goes",
    "SLACK_TOKEN=xoxb-your-token",
    "xoxb-XXXXXXXXXXXX-XXXXXXXXXXXX-XXXXXXXXXXXXXXXX",
    "sk-ant-… or sk-ant-your-key-goes-here-please",
    "ghp_" + "x" * 36,
    "api_key: YOUR_API_KEY",
    "api_key = <token>",
    "password: ${DB_PASSWORD}",
    "password = $DB_PASSWORD",
    "password: {{ vault.db_password }}",
    'password = os.environ["DB_PASSWORD2"]',
    "password = get_password(7)",
    "password: str | None = None",
    "password = example",
    "password: ********",
    "secret: xxxxxxxxxxxx",
    "token = …",
    "token: abc...xyz9",
    "max_tokens: 4096, token: 128000",
    "the password is stored in the vault and rotated every 90 days",
    "the password is at-least-12-characters long",
    "the password is bcrypt-hashed, the token is base64",
    "a password: min. 12 characters",
    "password: see /run/secrets/db_password2",
    "token: mem-2026-05-11-001",
    "secret: 2026-05-11",
    "secret: v2-rollout-2026",
    "the api key lives in 1Password, key: AES-256-GCM",
    "password_file: /etc/db/pw1.txt",
    "auth_token: https://auth.invalid/v2/token",
    "fixed in 3f786850e387550fdab836ed7e6dc881de23001b",
    "sha256 " + noise(64, HEX),
    "a run 123e4567-e89b-12d3-a456-426614174000, token: 123e4567-e89b-12d3-a456-426614174000",
    "sheet 1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms",
    "[mem-2026-05-11-001] (knowledge) Subject: api.token. Source: archive/2026-05-11.md#3",
    "https://user:password@host.invalid and https://user:<password>@host.invalid",
    "http://localhost:8080/x?to=mira@b.invalid",
    "git@github.invalid:mira/memory.git and ssh://git@host.invalid:22/x",
    "Authorization: Bearer <token>",
    "bearer authentication-mechanisms are described below",
    f"a file that starts with `{HEADER}` is a key\nand must never be committed",
    f"{HEADER}\n...\n" + HEADER.replace("BEGIN", "END"),
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + noise(43) + " mira@host",
    "data:image/png;base64," + noise(200, ALNUM + "+/"),
    "パスワードは必ず金庫に保管する。",
    "密码：请向管理员索取",
]


@pytest.mark.parametrize("text", FRIENDS)
def test_a_friend_is_left_alone(text: str) -> None:
    assert redact(text) == (text, ())


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
