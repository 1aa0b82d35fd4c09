"""The desk's own themes: calm, two accents; every colour also has a glyph or a word."""

from __future__ import annotations

from dataclasses import replace

from textual.theme import BUILTIN_THEMES, Theme

DARK = Theme(
    name="memdesk-dark",
    primary="#7fb2c8",
    secondary="#b9a3cf",
    warning="#d8aa62",
    error="#e08070",
    success="#93bd8c",
    accent="#7fb2c8",
    foreground="#d7dade",
    background="#15171b",
    surface="#1a1d22",
    panel="#23272e",
    dark=True,
    variables={"dim": "#8b919b", "border": "#7fb2c8", "border-blurred": "#363c46"},
)
LIGHT = Theme(
    name="memdesk-light",
    primary="#1f6486",
    secondary="#6f4a86",
    warning="#8a5a00",
    error="#a8261b",
    success="#2f6b34",
    accent="#1f6486",
    foreground="#26292d",
    background="#f4f2ec",
    surface="#fbfaf6",
    panel="#e7e4db",
    dark=False,
    variables={"dim": "#6c6f75", "border": "#1f6486", "border-blurred": "#cfcabd"},
)
ANSI = replace(
    BUILTIN_THEMES["ansi-dark"],
    name="memdesk-ansi",
    variables={**BUILTIN_THEMES["ansi-dark"].variables, "dim": "ansi_bright_black"},
)
NAMES = {"memdesk-dark": DARK.name, "memdesk-light": LIGHT.name, "ansi": ANSI.name, "no-colour": DARK.name}
"""What the settings call a theme, and what Textual does."""
