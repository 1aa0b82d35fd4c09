"""The glyphs of the desk, once with symbols and once in plain ASCII."""

from __future__ import annotations

from typing import NamedTuple


class Glyphs(NamedTuple):
    """One set of glyphs; each stands beside a word and never alone."""

    active: str = "●"
    pending: str = "▲"
    stale: str = "◌"
    superseded: str = "○"
    withdrawn: str = "⊘"
    reinstated: str = "↺"
    branch: str = "└"
    erased: str = "∅"
    state: str = "◆"
    knowledge: str = "■"
    found: str = "✓"
    lost: str = "✗"
    elsewhere: str = "~"
    drift: str = "△"
    frozen: str = "▣"
    cleared: str = "▢"
    signed: str = "⚿"
    token: str = "#"
    os_user: str = "@"
    claimed: str = "?"
    new: str = "+"
    changed: str = "≠"
    marked: str = "▌"
    arrow: str = "→"
    back: str = "←"
    dot: str = "·"
    bullet: str = "·"
    dash: str = "–"
    more: str = "…"
    rule: str = "─"
    here: str = "▸"
    bars: str = "▁▂▃▅▇"

    def assurance(self, level: str | None) -> str:
        """The glyph of how sure we are who it was."""
        return {
            "signed": self.signed,
            "token": self.token,
            "os-user": self.os_user,
            "claimed": self.claimed,
        }.get(level or "", " ")


UNICODE = Glyphs()
"""For terminals that show symbols one cell wide."""

ASCII = Glyphs(
    active="*",
    pending="!",
    stale="o",
    superseded="-",
    withdrawn="/",
    reinstated="<",
    branch="`",
    erased="0",
    state="S",
    knowledge="K",
    found="v",
    lost="x",
    drift="%",
    frozen="=",
    cleared="_",
    signed="$",
    changed="/",
    marked=">",
    arrow="->",
    back="<-",
    dot="|",
    bullet="-",
    dash="-",
    more="...",
    rule="-",
    here=">",
    bars=".:-=#",
)
"""For terminals where the width of symbols is doubtful."""


def glyphs(ascii: bool = False) -> Glyphs:  # noqa: A002 - the name of the option
    """The set to use."""
    return ASCII if ascii else UNICODE
