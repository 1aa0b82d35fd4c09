"""What credentials look like by themselves: one row a shape; pure.

Every pattern is linear. Each matches wherever its head is found, or starts only where the run of its own characters
starts, or is bounded. Classes are spelled in ASCII, since a token may touch CJK text, whose letters are `\\w` too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from governance.rules.late import Late


@dataclass(frozen=True)
class SecretSpan:
    """A place that holds a credential, and the rule that saw it; never the credential."""

    start: int
    """Where it begins."""
    end: int
    """Where it has ended."""
    rule: str
    """The name of the rule."""


PLACEHOLDER = re.compile(
    r"…|\.\.\.|[xX]{4}|\*{3}|(?i:(?<![a-z])(?:your|my|some|the|insert|replace|change)[-_ ]?(?:own)?[-_ ]?"
    r"(?:secret|api|access|auth|bot|app|client|token|key|pass|password|value|me|here|this|with)(?![0-9])"
    r"|(?<![a-z])(?:example|placeholder|redacted|removed|dummy|goes[-_ ]here)(?![a-z]))"
)
"""What people write where a credential would stand."""


def varied(token: str) -> bool:
    """More than eight different characters: not a row of x behind a prefix."""
    return len(set(token.lower())) > 8


def mixed(token: str) -> bool:
    """Letters and digits together, and no placeholder."""
    return (
        varied(token)
        and any(c.isdigit() for c in token)
        and any(c.isalpha() for c in token)
        and not PLACEHOLDER.search(token)
    )


def generated(token: str) -> bool:
    """No placeholder, and at least one part that is not a word or a number joined to others by hyphens."""
    return (
        varied(token) and not PLACEHOLDER.search(token) and any(_is_random(part) for part in re.split(r"[-_.]", token))
    )


def _is_random(part: str) -> bool:
    digit = any(c.isdigit() for c in part)
    letters = any(c.islower() for c in part) + any(c.isupper() for c in part)
    return len(part) >= 24 or (digit and letters == 2 and len(part) >= 6) or (digit and letters > 0 and len(part) >= 16)


@dataclass(frozen=True)
class Shape:
    """One kind of credential: literals of which one must occur, the pattern, and a last look at what matched."""

    rule: str
    heads: tuple[str, ...]
    pattern: Late
    keep: Callable[[str], bool] = varied


def _row(rule: str, heads: str, pattern: str, keep: Callable[[str], bool] = varied) -> Shape:
    return Shape(rule, tuple(heads.split()), Late(r"(?<![0-9A-Za-z])" + pattern), keep)


_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_END = r"(?![0-9A-Za-z_-])"

SHAPES: tuple[Shape, ...] = (
    _row("memdesk-token", "mdt_", r"mdt_[0-9A-Za-z_-]{32,}+", mixed),
    _row(
        "github-token",
        "ghp_ gho_ ghu_ ghs_ ghr_",
        r"gh[pousr]_[0-9A-Za-z]{30}[0-9A-Za-z_-]*+(?:\.[0-9A-Za-z_-]{8,}+)*",
    ),
    _row("github-token", "github_pat_", r"github_pat_[0-9A-Za-z_]{22,}+", mixed),
    _row(
        "gitlab-token",
        "glpat- gldt- glft- glsoat- glrt- glcbt- glimt- glptt- glagent- gloas-",
        r"gl(?:pat|dt|ft|soat|rt|cbt|imt|ptt|agent|oas)-[0-9A-Za-z_-]{20,}+(?:\.[0-9a-z]{2}\.[0-9a-z]{9})?",
        mixed,
    ),
    # A provider's whole shape is believed even where it says EXAMPLE: taking out a documented key costs nothing.
    _row(
        "aws-access-key", "AKIA ASIA ABIA ACCA A3T", r"(?:AKIA|ASIA|ABIA|ACCA|A3T[0-9A-Z])[0-9A-Z]{16}(?![0-9A-Za-z])"
    ),
    _row("aws-access-key", "ABSK", r"ABSK[0-9A-Za-z+/]{60,}+=*", mixed),
    _row("slack-token", "xox", r"xox[abceoprs](?:\.xox[a-z])?-[0-9A-Za-z%-]{10,}+", generated),
    _row("slack-token", "xapp-", r"xapp-[0-9]-[0-9A-Za-z-]{20,}+", mixed),
    _row("slack-webhook", "hooks.", r"(?<=hooks\.slack\.com/)(?:services|workflows)/[0-9A-Za-z_/-]{20,}+", mixed),
    _row("anthropic-key", "sk-ant-", r"sk-ant-(?:[a-z]{2,8}[0-9]{2}-)?[0-9A-Za-z_-]{16,}+", generated),
    _row("openai-key", "sk-", r"sk-(?!ant-)(?:[a-z]{2,10}(?:-v[0-9])?-)?[0-9A-Za-z_-]{20,}+", generated),
    _row("google-key", "AIza", r"AIza[0-9A-Za-z_-]{35}" + _END),
    _row("google-key", "AQ.A", r"AQ\.A[0-9A-Za-z_-]{40,}+", mixed),
    _row("google-oauth", "GOCSPX-", r"GOCSPX-[0-9A-Za-z_-]{20,}+"),
    _row("google-oauth", "ya29.", r"ya29\.[0-9A-Za-z_-]{20,}+", mixed),
    _row("google-oauth", "1//0", r"1//0[0-9A-Za-z_-]{40,}+", mixed),
    _row("stripe-key", "k_live_ k_test_", r"[rs]k_(?:live|test)_[0-9A-Za-z]{16,}+", mixed),
    _row("webhook-secret", "whsec_", r"whsec_[0-9A-Za-z+/=]{20,}+"),
    _row("npm-token", "npm_", r"npm_[0-9A-Za-z]{36,}+"),
    _row("npm-token", "_authToken", r"(?<=_authToken=)[0-9A-Za-z_.+/=-]{16,}+", mixed),
    _row("package-token", "pypi-AgE", r"pypi-AgE[0-9A-Za-z_-]{40,}+"),
    _row("package-token", "rubygems_", r"rubygems_[0-9a-f]{48}(?![0-9A-Za-z])"),
    _row("huggingface-token", "hf_", r"hf_[0-9A-Za-z]{30,}+"),
    _row("sendgrid-key", "SG.", r"SG\.[0-9A-Za-z_-]{16,32}\.[0-9A-Za-z_-]{32,64}" + _END),
    _row("twilio-key", "SK", r"SK[0-9a-f]{32}(?![0-9A-Za-z])"),
    _row("mailchimp-key", "-us", r"[0-9a-f]{32}-us[0-9]{1,2}(?![0-9A-Za-z])"),
    _row("square-token", "sq0", r"sq0[a-z]{3}-[0-9A-Za-z_-]{22,}+", mixed),
    _row("shopify-token", "shpat_ shpca_ shppa_ shpss_", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    _row("digitalocean-token", "_v1_", r"do[opr]_v1_[0-9a-f]{64}"),
    _row("databricks-token", "dapi", r"dapi[0-9a-f]{32}(?:-[0-9])?(?![0-9A-Za-z])"),
    _row("vault-token", "hvs. hvb. hvr.", r"hv[sbr]\.[0-9A-Za-z_-]{24,}+", mixed),
    _row("atlassian-token", "ATATT3 ATCTT3", r"AT[AC]TT3[0-9A-Za-z_=-]{40,}+"),
    _row("discord-token", ".", r"[MNO][0-9A-Za-z_-]{22,27}\.[0-9A-Za-z_-]{6}\.[0-9A-Za-z_-]{27,40}" + _END, generated),
    _row(
        "provider-key",
        "gsk_ sbp_ glsa_ glc_ sntrys_ sntryu_ lin_api_ ntn_ r8_ dckr_pat_ lsv2_ figd_ nfp_ sgp_ phx_ ops_ey",
        r"(?:gsk|sbp|glsa|glc|sntr[uy][su]|lin_api|ntn|r8|dckr_pat|lsv2|figd|nfp|sgp|phx|ops)_[0-9A-Za-z_-]{24,}+",
        generated,
    ),
    _row(
        "provider-key",
        "xai- pplx- tskey- NRAK- PMAK- pul-",
        r"(?:xai|pplx|tskey|NRAK|PMAK|pul)-[0-9A-Za-z_-]{24,}+",
        generated,
    ),
    _row("provider-key", "pat-na pat-eu pat-ap", rf"pat-(?:na|eu|ap)[0-9]-{_UUID}" + _END),
    _row("age-key", "AGE-SECRET-KEY-", r"AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Za-z]{50,}+"),
    _row("azure-key", "AccountKey", r"(?<=AccountKey=)[0-9A-Za-z+/]{86}=="),
    _row("azure-key", "AccessKey", r"(?<=SharedAccessKey=)[0-9A-Za-z+/]{43}="),
    _row("signed-url", "sig=", r"(?<=[?&]sig=)[0-9A-Za-z%+/=]{40,}+", mixed),
    Shape("telegram-token", (":",), Late(r"(?<![0-9])[0-9]{8,10}:[0-9A-Za-z_-]{35}" + _END), generated),
    Shape(
        "json-web-token",
        ("eyJ",),
        Late(r"(?<![0-9A-Za-z_-])eyJ[0-9A-Za-z_-]{8,}+\.[0-9A-Za-z_=-]{8,}+(?:\.[0-9A-Za-z_=-]*+){1,3}"),
    ),
)
_HEADS = tuple((head, shape) for shape in SHAPES for head in shape.heads)


def shaped(text: str) -> Iterator[SecretSpan]:
    """Find the credentials that give themselves away by their shape."""
    likely = [shape for head, shape in _HEADS if head in text]
    for shape in dict.fromkeys(likely) if len(likely) > 1 else likely:
        for found in shape.pattern.finditer(text):
            if shape.keep(found[0]):
                yield SecretSpan(found.start(), found.end(), shape.rule)
