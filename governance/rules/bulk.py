"""What is too much, or no text at all, for one capture; pure.

A capture is one reusable conclusion: what it was drawn from stays where it is and is linked as its Source.
"""

from __future__ import annotations

import re
from itertools import pairwise

from governance.rules.invisible import SIGNS
from governance.rules.late import Late

__all__ = ["bulk_fault"]

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]")
_BLANK = re.compile(f"[\\s{SIGNS}]*\\Z")
_DECORATION = (
    r"[ \t]*+(?:[#*_>]++[ \t]*+|\[?\(?\d{1,2}:\d\d(?::\d\d)?(?:[ \t]?[ap]m)?\)?\]?[ \t]*+(?:[-–—|][ \t]*+)?)*+"
)
_SPEAKER = Late(
    rf"^{_DECORATION}(?:(?P<asks>user|human|me|you|customer|用户|用戶|人类|我|ユーザー|利用者|人間|benutzer|nutzer|mensch|usuario|"
    r"utilisateur|المستخدم)|assistant|ai|agent|bot|claude|chatgpt|gpt(?:-[\w.]+)?|gemini|copilot|support|助手|助理|アシスタント|"
    r"assistent|asistente|المساعد)[ \t]*(?:[*_]+[ \t]*)?[:：]",
    re.IGNORECASE | re.MULTILINE,
)
_STAMPED = Late(
    r"^[ \t]*(?:[-*][ \t]+)?(?:[\[(]?\d{1,2}:\d\d:\d\d(?:[.,]\d+)?(?:[\])]|[ \t]*(?:-->|[-–—]))[ \t]*\S"
    r"|[\[(]?\d{1,2}:\d\d(?:[ \t]?[ap]m)?[\])]?[ \t]*(?:[-–—][ \t]*)?<?[^\W\d][\w .]{0,30}>?[ \t]*[:：])",
    re.IGNORECASE | re.MULTILINE,
)
_CHATML = Late(r"<\|(?:im_start|start_header_id)\|>|\[/?INST\]|^### ?(?:human|assistant|user)\b", re.I | re.M)
_ROLE = Late(
    r"""["'](?:role|from|speaker|author)["']\s*:\s*["'](?:user|assistant|human|system|tool|ai|gpt|model)["']""", re.I
)
_SAYS = Late(r"""["'](?:content|value|text|message|parts)["']\s*:""", re.I)
_TURNS = 3

Fault = tuple[str, str]


def bulk_fault(text: str, *, characters: int) -> Fault | None:
    """Say why this is no single memory, as a code and a sentence that says what to send instead; None when it is."""
    if _BLANK.match(text):
        return "empty", "There is no text: send the conclusion itself, one sentence that another session can use."
    if "\x00" in text or len(_CONTROL.findall(text)) * 5 > len(text):
        return "binary", "This is not text: send the conclusion in words, and link the file as its Source."
    if len(text) > characters:
        return "too-long", (
            f"The text has {len(text):,} characters and a capture has room for {characters:,}: "
            "send one conclusion per capture, and link the long text as its Source."
        )
    if _is_transcript(text):
        return "transcript", (
            "This is a conversation and not what was learned from it: "
            "send the conclusion, one per capture, and link the conversation as its Source."
        )
    return None


def _is_transcript(text: str) -> bool:
    """Tell whether several turns of a conversation stand here, by their speakers, their times or their fields."""
    return ("\n" in text and _has_turns(text)) or _has_marks(text)


def _has_turns(text: str) -> bool:
    """Tell whether lines begin with speakers in turn, or with times."""
    asking = [found["asks"] is not None for found in _SPEAKER.finditer(text)]
    changes = sum(one != other for one, other in pairwise(asking))
    if changes >= _TURNS - 1 or (changes == 1 and asking[0] and _SPEAKER.match(text.lstrip())):
        return True
    return _STAMPED.count(text) >= _TURNS


def _has_marks(text: str) -> bool:
    """Tell whether the marks of a chat format stand here, or fields that say who speaks and what."""
    if any(sign in text for sign in ("<|", "[", "###")) and _CHATML.count(text) >= 2:
        return True
    return any(sign in text for sign in "\"'") and _ROLE.count(text) >= 2 and _SAYS.count(text) >= 2
