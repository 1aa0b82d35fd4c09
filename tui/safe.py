"""Stored text made harmless for a terminal: everything that could act, hide or reorder becomes visible; pure.

Nothing is dropped. What a person reads here is for the eyes only; the store keeps the bytes.
"""

from __future__ import annotations

import re

TAB = 4
"""Columns between tab stops."""
ELLIPSIS = "…"
FSI, PDI = "\u2068", "\u2069"

_NAMES = {
    "\u00ad": "SHY",
    "\u034f": "CGJ",
    "\u061c": "ALM",
    "\u115f": "FILLER",
    "\u1160": "FILLER",
    "\u180e": "MVS",
    "\u200b": "ZWSP",
    "\u200c": "ZWNJ",
    "\u200d": "ZWJ",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u2028": "LS",
    "\u2029": "PS",
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u2060": "WJ",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
    "\u3164": "FILLER",
    "\ufeff": "BOM",
    "\uffa0": "FILLER",
    "\ufff9": "IAA",
    "\ufffa": "IAS",
    "\ufffb": "IAT",
}

_EMOJI = "©®\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
_JOINING = "\u0620-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff\u0f40-\u109f\u1780-\u17d3\u1820-\u18aa\ua840-\uabff"
_IDEOGRAPHS = "\u2200-\u22ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

# A joiner between the letters of a script that joins, or between two pictures, is spelling; so is one variation
# selector after a sign that has variants. Anywhere else they carry what nobody sees.
_RISKY = re.compile(
    rf"(?P<kept>(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}])"
    rf"|(?:(?<=[{_EMOJI}])|(?<=[{_EMOJI}]\ufe0f))\u200d(?=[{_EMOJI}])"
    rf"|(?<=[{_EMOJI}#*0-9])[\ufe0e\ufe0f]"
    rf"|(?<=[{_IDEOGRAPHS}])[\ufe00-\ufe0f\U000e0100-\U000e01ef])"
    r"|(?P<tags>[\U000e0020-\U000e007e]+)"
    r"|\r\n|[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufe00-\ufe0f\ufffe\uffff\U000e0000-\U000e01ef]"
    r"|[\u2061-\u2065\u206a-\u206f\ufff0-\ufff8\U0001d173-\U0001d17a]"
    rf"|[{''.join(_NAMES)}]"
)


def safe(text: str, *, lines: bool = False) -> str:
    """Make every character that could drive a terminal, hide or reorder text visible.

    A line break shows as `⏎`, or stays one where `lines` are wanted. A second pass changes nothing.
    """
    if text.isprintable() and text.isascii():
        return text
    shown = _RISKY.sub(_shown, text)
    if "\t" in shown:
        shown = shown.expandtabs(TAB)
    return shown if lines else shown.replace("\n", "⏎")


def _shown(found: re.Match[str]) -> str:
    sign = found[0]
    code = ord(sign[0])
    if found["kept"] or sign in "\n\t":
        return sign
    if sign == "\r\n":
        return "\n"
    if found["tags"]:
        return f"‹tag:{''.join(chr(ord(c) - 0xE0000) for c in sign)}›"
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if code < 0xA0:
        return f"\\x{code:02x}"
    if 0xD800 <= code <= 0xDFFF or code in (0xFFFE, 0xFFFF):
        return "\ufffd"
    if 0xFE00 <= code <= 0xFE0F:
        return f"‹VS{code - 0xFE00 + 1}›"
    if 0xE0100 <= code <= 0xE01EF:
        return f"‹VS{code - 0xE0100 + 17}›"
    return f"‹{_NAMES.get(sign) or f'U+{code:04X}'}›"


_PLAIN = str.maketrans(
    {"‹": "<", "›": ">", ELLIPSIS: "~", "⏎": "$", "\ufffd": "?", "␡": "?"}
    | {chr(0x2400 + code): "?" for code in range(0x20)}
    | {chr(code): "+" if code < 0x2580 else " " for code in range(0x2500, 0x25A0)}
    | dict.fromkeys("│┃║╎┆┊▏▎▌▐▕", "|")
    | dict.fromkeys("─━═╌┄┈▔", "-")
)
"""Our own signs, frames and bars, each by one cell of ASCII; letters of any script are words, and stay."""


def plain(text: str) -> str:
    """Text without the signs, frames and bars that are ours, as wide as before."""
    return text if text.isascii() else text.translate(_PLAIN)


def clip(text: str, cells: int) -> str:
    """Cut a line to a width in terminal cells and end it with an ellipsis where something was cut."""
    if cells <= 0:
        return ""
    if len(text) <= cells and text.isascii():
        return text
    from rich.cells import cell_len, split_graphemes  # late: the light path never clips

    if cell_len(text) <= cells:
        return text
    spans, _ = split_graphemes(text)
    left, end = cells - 1, 0
    for _, stop, width in spans:
        if width > left:
            break
        left -= width
        end = stop
    return text[:end] + ELLIPSIS


MOST = 120
"""Characters of a name that are shown; what is stored may be of any length."""


def cut(text: str, most: int = MOST) -> str:
    """The beginning of a long text, with how much more there is."""
    return text if len(text) <= most + 20 else f"{text[:most].rstrip()}{ELLIPSIS} {len(text) - most:,} more"


def fit(text: str, cells: int) -> str:
    """A line of exactly so many terminal cells: cut, or filled up with blanks."""
    text = clip(text, cells)
    if text.isascii():
        return text.ljust(cells)
    from rich.cells import cell_len  # late: the light path never measures

    return text + " " * (cells - cell_len(text))


_RTL = "\u0590-\u05ff\u0600-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
# From the first right-to-left letter of a line to the last, with the spaces, signs and numbers between them; a Latin
# letter, a date or a time ends a run, so that ids and dates stay as they were written.
_RUN = re.compile(rf"[{_RTL}](?:(?:(?![0-9]+[-/:.][0-9])[^A-Za-z\n{_RTL}]){{0,64}}[{_RTL}]+)*")


def isolate(text: str) -> str:
    """Fence each right-to-left run of safe text off, so that it reorders itself and not its neighbours."""
    if text.isascii():
        return text
    return _RUN.sub(lambda run: f"{FSI}{run[0]}{PDI}", text)
