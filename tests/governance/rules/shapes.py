"""Credentials made at run time: no file of the project holds anything that looks like one."""

from __future__ import annotations

import base64
import json
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


def web_token() -> str:
    """Sign an invented claim, badly."""
    parts = ({"alg": "HS256", "typ": "JWT"}, {"sub": "mira", "iat": 1779000000, "aud": "heron"})
    head = (base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts)
    return ".".join((*head, noise(43, ALNUM + "-_")))


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
    "a web token": ("json-web-token", web_token()),
    "an age key": ("age-key", "AGE-" + "SECRET-KEY-1" + noise(58, UPPER)),
    "a Vault token": ("vault-token", "hv" + "s." + noise(90)),
    "a Discord token": ("discord-token", "M" + noise(23) + "." + noise(6) + "." + noise(38)),
    "a DigitalOcean token": ("digitalocean-token", "do" + "p_v1_" + noise(64, HEX)),
    "a token of our own": ("memdesk-token", "md" + "t_" + noise(43, ALNUM + "-_")),
    "a routable GitLab token": ("gitlab-token", "gl" + "pat-" + noise(27, ALNUM + "-_") + ".01." + noise(9, HEX)),
    "a GitLab runner token": ("gitlab-token", "gl" + "rt-" + noise(20)),
    "a Bedrock key": ("aws-access-key", "AB" + "SK" + noise(128, ALNUM + "+/") + "="),
    "a Slack token that rotates": ("slack-token", "xo" + "xe.xo" + "xp-1-" + noise(160)),
    "an Anthropic token of a login": ("anthropic-key", "sk-" + "ant-oat01-" + noise(86, ALNUM + "-_") + "-" + noise(8)),
    "an Anthropic admin key": ("anthropic-key", "sk-" + "ant-admin01-" + noise(93, ALNUM + "-_") + "AA"),
    "an OpenAI service key": ("openai-key", "sk-" + "svcacct-" + noise(120, ALNUM + "-_")),
    "an OpenAI admin key": ("openai-key", "sk-" + "admin-" + noise(120, ALNUM + "-_")),
    "an OpenRouter key": ("openai-key", "sk-" + "or-v1-" + noise(64, HEX)),
    "a Google key of the new form": ("google-key", "A" + "Q.Ab" + noise(48, ALNUM + "-_")),
    "a Google access token": ("google-oauth", "ya" + "29." + noise(180, ALNUM + "-_")),
    "a Google refresh token": ("google-oauth", "1/" + "/0" + noise(98, ALNUM + "-_")),
    "a Google client secret": ("google-oauth", "GOC" + "SPX-" + noise(28, ALNUM + "-_")),
    "a Stripe test key": ("stripe-key", "sk" + "_test_" + noise(99)),
    "a webhook secret": ("webhook-secret", "wh" + "sec_" + noise(32)),
    "a PyPI token": ("package-token", "py" + "pi-AgEIcHlwaS5vcmc" + noise(140, ALNUM + "-_")),
    "a RubyGems key": ("package-token", "ruby" + "gems_" + noise(48, HEX)),
    "a Mailchimp key": ("mailchimp-key", noise(32, HEX) + "-u" + "s14"),
    "a Shopify token": ("shopify-token", "sh" + "pat_" + noise(32, HEX)),
    "a Databricks token": ("databricks-token", "da" + "pi" + noise(32, HEX)),
    "a Square token": ("square-token", "sq" + "0atp-" + noise(22, ALNUM + "-_")),
    "an Atlassian token": ("atlassian-token", "ATA" + "TT3xFfGF0" + noise(170, ALNUM + "-_") + "=" + noise(8, UPPER)),
    "a Groq key": ("provider-key", "gs" + "k_" + noise(52)),
    "an xAI key": ("provider-key", "xa" + "i-" + noise(80)),
    "a Perplexity key": ("provider-key", "pp" + "lx-" + noise(48)),
    "a Replicate token": ("provider-key", "r" + "8_" + noise(37)),
    "a LangSmith key": ("provider-key", "ls" + "v2_pt_" + noise(32, HEX) + "_" + noise(10, HEX)),
    "a Tailscale key": ("provider-key", "ts" + "key-auth-" + noise(17) + "-" + noise(32)),
    "a Figma token": ("provider-key", "fi" + "gd_" + noise(40, ALNUM + "-_")),
    "a Linear key": ("provider-key", "lin" + "_api_" + noise(40)),
    "a Notion token": ("provider-key", "nt" + "n_" + noise(46)),
    "a Grafana token": ("provider-key", "gl" + "sa_" + noise(32) + "_" + noise(8, HEX)),
    "a Docker token": ("provider-key", "dc" + "kr_pat_" + noise(27, ALNUM + "-_")),
    "a HubSpot token": ("provider-key", "pa" + "t-na1-" + noise(8, HEX) + "-a3f5-4a3f-9a3f-" + noise(12, HEX)),
    "a Pulumi token": ("provider-key", "pu" + "l-" + noise(40, HEX)),
    "a Sentry token": ("provider-key", "sn" + "trys_" + noise(120)),
}
"""Tokens that give themselves away: what it is → the rule and the token."""
