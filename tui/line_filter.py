"""The second net before the terminal: no control character leaves in a line, whoever put it there."""

from __future__ import annotations

import re

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tui.safe import plain, safe

# The isolates are not here: `safe.isolate` puts them there itself, in pairs.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\ud800-\udfff]")


class ControlFilter(LineFilter):
    """Make control characters and bidi overrides visible and keep the line as wide as it was laid out."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - the base class asks
        """Answer the segments themselves when they are clean, else harmless ones of the same width."""
        search = _CONTROL.search
        for text, _, control in segments:
            if control or search(text):
                return self._cleaned(segments)
        return segments

    @staticmethod
    def _cleaned(segments: list[Segment]) -> list[Segment]:
        width = sum(cell_len(segment.text) for segment in segments if not segment.control)
        clean = [
            Segment(_CONTROL.sub(lambda sign: safe(sign[0]), segment.text), segment.style)
            for segment in segments
            if not segment.control
        ]
        return Segment.adjust_line_length(clean, width)


class PlainFilter(LineFilter):
    """Draw the signs, frames and bars of a line in ASCII; the words are what they are."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - the base class asks
        """Answer the segments themselves when there is nothing to draw otherwise."""
        if all(text.isascii() for text, _, _ in segments):
            return segments
        return [segment if segment.control else Segment(plain(segment.text), segment.style) for segment in segments]
