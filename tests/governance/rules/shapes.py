"""Credentials made at run time: no file of the project holds anything that looks like one."""

from __future__ import annotations

import random
import string

ALNUM = string.ascii_letters + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"


def noise(length: int, letters: str = ALNUM, seed: int = 7) -> str:
    """Give the same generated-looking characters every time, with a digit and a letter in the first four."""
    pick = random.Random(f"{seed}/{length}/{letters}")
    rest = "".join(pick.choice(letters) for _ in range(length))
    digits = [c for c in letters if c.isdigit()]
    alphas = [c for c in letters if c.isalpha()]
    return (alphas[0] + digits[3] + alphas[-1] + digits[5] + rest)[:length]


def pem(kind: str, body: str, *, closed: bool = True) -> str:
    """Write a private key block."""
    dashes = "-" * 5
    name = " ".join(part for part in (kind, "PRIVATE", "KEY") if part)
    end = f"\n{dashes}END {name}{dashes}" if closed else ""
    return f"{dashes}BEGIN {name}{dashes}\n{body}{end}"


def lines(count: int, width: int = 64) -> str:
    """Give lines of base64."""
    return "\n".join(noise(width, ALNUM + "+/", seed=row) for row in range(count))


TOKENS = {
    "a GitHub personal token": ("github-token", "gh" + "p_" + noise(36)),
    "a GitHub OAuth token": ("github-token", "gh" + "o_" + noise(36)),
    "a GitHub user token": ("github-token", "gh" + "u_" + noise(36)),
    "a GitHub server token": ("github-token", "gh" + "s_" + noise(36)),
    "a GitHub refresh token": ("github-token", "gh" + "r_" + noise(76)),
    "a fine-grained GitHub token": ("github-token", "github" + "_pat_" + noise(22) + "_" + noise(59)),
    "a GitLab token": ("gitlab-token", "gl" + "pat-" + noise(20)),
    "an AWS key id": ("aws-access-key", "AK" + "IA" + noise(16, UPPER)),
    "a temporary AWS key id": ("aws-access-key", "AS" + "IA" + noise(16, UPPER)),
    "a Slack bot token": ("slack-token", "xo" + "xb-123456789012-1234567890123-" + noise(24)),
    "a Slack user token": ("slack-token", "xo" + "xp-123456789012-123456789012-123456789012-" + noise(32, HEX)),
    "a Slack app token": ("slack-token", "xa" + "pp-1-A0123456789-1234567890123-" + noise(64, HEX)),
    "an Anthropic key": ("anthropic-key", "sk-" + "ant-api03-" + noise(93, ALNUM + "-_") + "AA"),
    "an OpenAI key of the old form": ("openai-key", "sk-" + noise(20) + "T3Blbk" + "FJ" + noise(20)),
    "an OpenAI project key": ("openai-key", "sk-" + "proj-" + noise(120, ALNUM + "-_")),
    "a key of a look-alike service": ("openai-key", "sk-" + noise(32, HEX)),
    "a Google key": ("google-key", "AI" + "za" + noise(35, ALNUM + "-_")),
    "a Stripe key": ("stripe-key", "sk" + "_live_" + noise(24)),
    "a restricted Stripe key": ("stripe-key", "rk" + "_live_" + noise(24)),
    "an npm token": ("npm-token", "np" + "m_" + noise(36)),
    "a Hugging Face token": ("huggingface-token", "hf" + "_" + noise(34, string.ascii_letters + "0123456789")),
    "a SendGrid key": ("sendgrid-key", "SG" + "." + noise(22) + "." + noise(43)),
    "a Twilio key": ("twilio-key", "S" + "K" + noise(32, HEX)),
    "a Telegram bot token": ("telegram-token", "1234567890" + ":" + "AA" + noise(33)),
    "a web token": ("json-web-token", "ey" + "J" + noise(33) + ".ey" + "J" + noise(60) + "." + noise(43, ALNUM + "-_")),
    "an age key": ("age-key", "AGE-" + "SECRET-KEY-1" + noise(58, UPPER)),
    "a Vault token": ("vault-token", "hv" + "s." + noise(90)),
    "a Discord token": ("discord-token", "M" + noise(23) + "." + noise(6) + "." + noise(38)),
    "a DigitalOcean token": ("digitalocean-token", "do" + "p_v1_" + noise(64, HEX)),
}
"""Tokens that give themselves away: what it is → the rule and the token."""
