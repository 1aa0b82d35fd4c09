"""A credential in other signs is seen as what it reads like, and taken out where it stands."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable

import pytest

from governance.rules.secret_disguise import PROSE, undisguised
from governance.rules.secrets import MARKER, find_secrets, redact, redact_bytes
from tests.governance.rules.shapes import TOKENS, noise
from tests.growth import assert_linear

TOKEN = "ghp_" + noise(36)


def wide(text: str) -> str:
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)


def styled(text: str) -> str:
    small, large, digit = 0x1D68A, 0x1D670, 0x1D7F6
    return "".join(
        chr(ord(sign) - ord("a") + small) if sign.islower() else
        chr(ord(sign) - ord("A") + large) if sign.isupper() else
        chr(ord(sign) - ord("0") + digit) if sign.isdigit() else sign
        for sign in text
    )  # fmt: skip


DISGUISES = {
    "wide": wide,
    "in a typewriter's letters": styled,
    "only its head wide": lambda text: wide(text[:3]) + text[3:],
    "an empty sign inside": lambda text: f"{text[:9]}\u200b{text[9:]}",
    "an empty sign in its head": lambda text: f"{text[:2]}\u200b{text[2:]}",
    "an empty sign between all": "\u2060".join,
    "a soft hyphen inside": lambda text: f"{text[:9]}\u00ad{text[9:]}",
    "a joiner inside": lambda text: f"{text[:9]}\u200d{text[9:]}",
    "a direction mark inside": lambda text: f"{text[:9]}\u202c{text[9:]}",
    "a tag inside": lambda text: f"{text[:9]}\U000e0041{text[9:]}",
    "a control sign inside": lambda text: f"{text[:9]}\x08{text[9:]}",
    "a DEL inside": lambda text: f"{text[:9]}\x7f{text[9:]}",
    "wide with empty signs": lambda text: "\u200b".join(wide(text)),
}


@pytest.mark.parametrize("dressed", DISGUISES.values(), ids=DISGUISES)
@pytest.mark.parametrize("frame", ["{}", "the key is {} since May", "鍵は{}です。", "ａ： {}\n次"])
def test_a_token_in_other_signs_is_seen_and_taken_out(dressed: Callable[[str], str], frame: str) -> None:
    text = frame.format(dressed(TOKEN))
    clean, spans = redact(text)
    assert ({span.rule for span in spans}, clean) == ({"github-token"}, frame.format(MARKER))
    assert redact_bytes(text.encode(), "utf-8")[0] == clean.encode()
    assert redact(clean) == (clean, ())


@pytest.mark.parametrize(("rule", "token"), TOKENS.values(), ids=TOKENS)
def test_every_token_is_seen_with_an_empty_sign_inside(rule: str, token: str) -> None:
    half = len(token) // 2
    assert rule in {span.rule for span in find_secrets(f"{token[:half]}\u200b{token[half:]}")}


@pytest.mark.parametrize(
    "text",
    [
        "ｐａｓｓｗｏｒｄ: hunter2x!9",
        "pass\u200bword: hunter2x!9",
        "ｐａｓｓｗｏｒｄ＝ｈｕｎｔｅｒ２ｘ！９",
        "https://m:hunter2x@ｈ.invalid",
    ],
)
def test_so_is_a_value_whose_name_is_in_other_signs(text: str) -> None:
    assert find_secrets(text)


FRIENDS = [
    "密码：请向管理员索取",
    "密码：******，令牌：＊＊＊＊＊＊",
    "部署使用ＵＴＣ时间（２０２６年），端口为８０８０；需要两人批准！",
    "パスワード：（別途連絡）、ＩＤは１２３４５６７８９０。",
    "token：令牌存放在金库，路径为 kv/payments。",
    "Donau\u00addampfschiff, ﬁne ﬁles, 5 µm², № 17, ½, ℃, ™",
    "می\u200cخواهم password را نمی\u200cدانم",
    "\x1b[31mred\x1b[0m is how the linter marks errors",
    "👩\u200d💻 and ❤\ufe0f",
]


@pytest.mark.parametrize("text", FRIENDS)
def test_honest_writing_of_the_world_is_left_alone(text: str) -> None:
    assert redact(text) == (text, ())


@pytest.mark.parametrize("text", ["plain, 100 % honest\nover lines", "Grüße aus Köln", "请向管理员索取。"])
def test_what_stands_in_plain_signs_is_looked_through_once(text: str) -> None:
    assert undisguised(text) is None


def test_every_form_of_a_plain_letter_digit_or_sign_is_known() -> None:
    for code in range(0x80, sys.maxunicode + 1):
        plain = unicodedata.normalize("NFKC", sign := chr(code))
        if plain.isascii() and (plain.isalnum() or plain in "_-/+=@.") and sign not in PROSE:
            assert undisguised(sign) == plain, hex(code)


@pytest.mark.parametrize("unit", ["\u200b", "ｇｈｐ＿", "ａ：", "ｐassword=", "\x01-"])
def test_the_work_grows_with_the_text_and_no_faster(unit: str) -> None:
    assert_linear(lambda: find_secrets(unit * 20_000), lambda: find_secrets(unit * 40_000))
