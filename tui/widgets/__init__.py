"""Visible things; each is one file, told what to show and knowing no desk.

Words of this room
    table    rows in a window; only what is seen is fetched
    card     what the detail panel shows: sections with headings
    strip    the calibration strip, drawn
"""
