"""The places of the desk.

Words of this room
    listing   what a list shows: its keys, rows, cards and where a row leads; no widget
    pane      the list of one place with its tabs and its filter
    desk      the one screen: sidebar, pane, detail, plan bar, keys
"""
