"""What things are called on the screen and on the command line; no Textual, no rich.

Words of this room
    part     a piece of text with the name of its style: (text, style)
    token    a glyph and a word that always go together
    strip    the calibration strip: everything needed to doubt an item, in one order
"""

from tui.wording.commands import decide_command, place_command, show_command
from tui.wording.glyphs import ASCII, UNICODE, Glyphs, glyphs
from tui.wording.sentences import (
    action_words,
    change_sentence,
    drift_sentence,
    queue_label,
    reason_label,
    result_sentence,
    staged_sentence,
    why_sentence,
    why_short,
)
from tui.wording.strip import Part, kind_part, plain, source_part, status_part, strip_parts
from tui.wording.times import age, ago, ago_at, bars, clock_time

__all__ = [
    "ASCII",
    "UNICODE",
    "Glyphs",
    "Part",
    "action_words",
    "age",
    "ago",
    "ago_at",
    "bars",
    "change_sentence",
    "clock_time",
    "decide_command",
    "drift_sentence",
    "glyphs",
    "kind_part",
    "place_command",
    "plain",
    "queue_label",
    "reason_label",
    "result_sentence",
    "show_command",
    "source_part",
    "staged_sentence",
    "status_part",
    "strip_parts",
    "why_sentence",
    "why_short",
]
